"""The rules of the Lagoon: id -> (section, text)."""

RULEBOOK = {
    "lagoon 1.a": ("1 Cards", "At the start of a turn everybody draws a card, as long as they hold fewer than two."),
    "lagoon 1.b": ("1 Cards", "Where only one card is left in the deck, it and the discards make a new deck, unseen."),
    "lagoon 1.c": ("1 Cards", "Before the dice of a raid everybody may play a card; all show at once."),
    "lagoon 1.d": ("1 Cards", "A garrison without a player plays a card of its own as soon as it holds one."),
    "lagoon 2.a": ("2 Sailing", "The raiders sail their ships, one commander after the other."),
    "lagoon 2.b": ("2 Sailing", "A ship sails once in a turn, and only with its own commander."),
    "lagoon 2.c": ("2 Sailing", "A ship sails two lengths of route at most."),
    "lagoon 3.a": ("3 Raids", "Ships beside a battery raid it: a ten-sided die counted from 0, a point for each ship, "
                              "and what the cards add; 6 and a point for each level of the battery silence it."),
    "lagoon 3.b": ("3 Raids", "A battery that is not silenced fires: two six-sided dice; 9 sinks a ship."),
    "lagoon 3.c": ("3 Raids", "The commander names the ship; who has said nothing before loses one of their choice."),
    "lagoon 4.a": ("4 The end", "The raiders win when both batteries are silent, else the garrison after turn 3."),
    "lagoon 4.b": ("4 The end", "Whoever gives up loses for their side, but a commander leaves "
                                "the ships to the other one."),
}
