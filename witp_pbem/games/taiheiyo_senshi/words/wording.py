"""The English of 太平洋戦史: sentences for problems, decisions and dice, and the names of things.

Codes are the rules' own; a test holds that each code used in the rules has its words here. In a placeholder the word
after the colon names a vocabulary of `words`: "{side:side}" turns "allies" into "the Allies". All of it is put into the
language spoken when it is looked up. Sentences of what happened are in the past tense, so that one verb serves Japan
and the Allies.
"""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.common import language as common
from witp_pbem.games.common import wording as shared
from witp_pbem.games.taiheiyo_senshi.words.language import say

# -- names of things -----------------------------------------------------------------------------------------

_vocabularies: Mapping[str, Mapping[str, str]] = say.vocabularies({
    # a phase as orders are headed with it, and as a heading
    "phase": {"setup": "setup", "reinforcement": "reinforcement", "operations": "operations", "supply": "supply"},
    "Phase": {"setup": "Set-up", "reinforcement": "Reinforcement phase", "operations": "Operations phase",
              "supply": "Supply phase", "end": "End of the turn"},
    "step": {"setup": "Set-up", "turn 0": "Turn 0: the surprise of December 1941",
             "reinforcement": "Reinforcement phase", "operations": "Operations phase",
             "isolation": "Supply phase, isolation", "capture": "Supply phase, port capture",
             "transfer": "Supply phase, rebase and return", "supply": "Supply phase, ship supply",
             "end": "End of the turn: points"},
    "order": {  # the word that begins an order or a block
        "place": "place", "hit": "hit", "lose": "lose", "pay": "pay", "move": "move", "return": "return",
        "rebase": "rebase", "resupply": "resupply", "train": "train", "open": "open", "play": "play", "pass": "pass",
        "evacuate": "evacuate", "sortie": "sortie", "retreat": "retreat", "relocate": "relocate",
        "operate": "operate", "stay": "stay", "engage": "engage", "avoid": "avoid", "extend": "extend",
        "capture": "capture", "ruling": "ruling", "dice": "dice", "card": "card", "in": "in", "when": "when",
        "if": "if", "unless": "unless", "standing": "standing",
    },
    "example": {  # for those who have never written any
        "orders": "pay any as planned\noperate as planned\nmove Akagi, Kaga from Japan to Midway\n"
                  "hit carriers, battleships, then any\npass cards",
    },
    # a side inside a sentence, and at its beginning
    "side": {"japan": "Japan", "allies": "the Allies", "referee": "the referee", "": "nobody"},
    "Side": {"japan": "Japan", "allies": "The Allies", "referee": "The referee", "": "Nobody"},
    # in a condition, and the verbs that follow
    "who": {"japan": "Japan", "allies": "the Allies", "we": "we", "enemy": "the enemy"},
    "has": {"japan": "has", "allies": "have", "we": "have", "enemy": "has"},
    "holds": {"japan": "holds", "allies": "hold", "we": "hold", "enemy": "holds"},
    "attacks": {"japan": "attacks", "allies": "attack", "we": "attack", "enemy": "attacks"},
    "whose": {"japan": "Japan's", "allies": "the Allies'", "we": "our", "enemy": "the enemy's"},
    "than": {"japan": "Japan's", "allies": "the Allies'", "we": "ours", "enemy": "the enemy's"},
    "strength": {"air": "air strength", "guns": "gunnery", "both": "strength"},
    # standing alone, as a heading
    "side-name": {"japan": "Japan", "allies": "Allies", "referee": "Referee", "": "Nobody"},
    "country": {"japan": "Japan", "us": "United States", "uk": "United Kingdom", "netherlands": "Netherlands",
                "australia": "Australia", "allies": "Allied land-based air"},
    "nation": {"japan": "Japanese", "us": "American", "uk": "British", "netherlands": "Dutch",
               "australia": "Australian", "allies": "Allied"},
    "kind": {"carrier": "carrier", "battleship": "battleship", "cruiser": "cruiser", "air": "land-based air"},
    "kinds": {"carrier": "carriers", "battleship": "battleships", "cruiser": "cruisers", "air": "land-based air"},
    "point-kind": {"port": "port", "base": "base"},
    "list": {"": "none"},  # an empty one
    # how an attack is made; those of cards are called by their events
    "attack": {"air": "air strike", "surface": "gunfire", "pearl_harbor": "air strike on Pearl Harbor",
               "off_malaya": "air strike off Malaya"},
    "luck": {"attack": "Dice of attacks"},
    "shift": {"more-carriers": "enemy has more carriers", "enemy-air": "enemy land-based air"},
    "fate": {"unharmed": "no damage", "damaged": "damaged", "sunk": "sunk", "too-late": "out of the game"},
    "role": {"attacker": "attacker", "defender": "defender"},
    "window": {"operation": "as one's own operation", "movement": "when an enemy group sets out",
               "interruption": "just before the enemy operates", "battle": "at the start of a battle",
               "air_strike": "before the die of a Japanese air strike", "surface": "at the start of surface combat",
               "before_capture": "before the Allied port captures", "capture": "with a port capture",
               "any": "at any time"},
    "event-needs": {"from-and-to": '"from" and a point, and "to" or "on" and a point',
                    "ships": '"with" and the ships that go',
                    "carriers-and-air": '"with" two face-up carriers and a land-based air unit that is on the turn '
                                        'track or removed, and "to" a point',
                    "point-or-discard": '"for point" or "for discard"'},
    "purpose": {"initiative": "for the initiative", "resupply": "for a resupply", "train": "for a Fleet Train",
                "open": "for the change of strategy", "captures": "for a port capture",
                "supply": "for the supply of ships"},
    "segment": {"initiative": "did not pay for the initiative", "operation": "passed"},
    "arrival": {"setup": "was set up", "strike-force": "came back", "reinforcement": "arrived",
                "repaired": "came back from repair", "card": "was brought by a card"},
    "turned": {"resupply": "resupply", "supply": "for a resource", "free": "free supply", "moved": "after a move"},
    "option": {"first_to_draw": "who draws cards first (C-06)",
               "fleet_train_leaves": "when a Fleet Train leaves the map (C-07)",
               "late_turn_0_damage": "ships damaged on turn 0 come back a turn later (C-02)",
               "nearest_port": "how the nearest port is found (C-22)",
               "torpedoes_against_strikes": "A14 can be played against one-sided air strikes (C-17)",
               "zone_keeps_port": "an enemy port held as a base stays so by zones alone (C-05)"},
    "scenario": {"standard": "December 1941 to 1944"},
    "question": {},
    "hint": {  # advice on a decision, for templates
        "setup": "“place any” sets up as usual whatever you do not name.",
        "arrival": "“place any at West Coast” is for all that arrive this turn.",
        "initiative": "Whoever pays operates next. “pay any as planned if we have at least 3 cards” pays while an "
                      "operation of yours is ordered.",
        "announcement": "“operate as planned” operates while an operation is ordered that can be carried out; with "
                        "“pass operation” behind it you pass after the last.",
        "operation": "An operation is one act: a card, a resupply, a move, a return, a rebasing. Order as many as you "
                     "like: each time the first that is legal is carried out.",
        "hit": "Name ships or types in the order you like; “then any” leaves the rest to the usual order.",
        "lose": "Name ships or types in the order you like; “then any” leaves the rest to the usual order.",
        "reaction": "What you order without a battle's name answers for all of the phase: “evacuate any if our air "
                    "strength is below half the enemy's”, then “pass reaction”.",
        "surface": "“engage if our gunnery is at least the enemy's”, then “avoid”, answers this for all of the phase.",
        "after-air": "“retreat any after round 1”, or with a condition behind it, and then “stay” answer for the "
                     "phase.",
        "after-surface": "“retreat any after round 1”, or with a condition behind it, and then “stay” answer for the "
                         "phase.",
        "extended": "“retreat any before round 2”, or with a condition behind it, and then “stay” answer for the "
                    "phase.",
        "extension": "“extend if the enemy's strength is below half ours”, then “retreat any”, answers this for all of "
                     "the phase.",
        "relocation": "“relocate any” chooses where the ship is supplied free, then the port with the best score.",
        "capture": "“capture any with any” tries what your units and cards can take, the best score first, with as few "
                   "cards as it takes.",
        "transfer": "“return any” sends face-down ships to where they are supplied free, unless land-based air "
                    "protects them.",
        "supply": "“resupply any with any” is for the point with most capital ships face-down, with the card you can "
                  "spare most easily.",
        "window": "Events for this moment, if you hold one: {events:event}. “pass cards” answers for all of the phase.",
    },
})

# points, units and cards are named by the data in force, which `catalogue` has
words: Mapping[str, Mapping[str, str]] = {**_vocabularies, "wanted": say.terms("wanted", common.say)}


def word(kind: str, code: str) -> str:
    """The name of a thing in one of the vocabularies; the code itself where there is none."""
    return words[kind].get(code, code)


# -- problems ------------------------------------------------------------------------------------------------

_problems: Mapping[str, str] = say.sentences({
    "out-of-game": "{unit:unit} has left the game.",
    "elsewhere": "{unit:unit} is not at {place:place} but at {where:place}.",
    "off-map": "{unit:unit} is not on the map.",
    "off-map-until": "{unit:unit} is not on the map; it appears on turn {turn}.",
    "is-air": "{unit:unit} is land-based air: it does not move or return, but rebases.",
    "is-a-ship": "{unit:unit} is a ship; only land-based air rebases.",
    # set-up and arrival
    "nobody-to-place": "None of the units named is still to be placed there; to be placed are: {units:unit}.",
    "no-setup-there": "{units:unit} cannot be set up at {place:place}; possible: {places:place}.",
    "no-arrival-there": "Land-based air cannot arrive at {place:place}; possible: {places:place}.",
    # cards
    "card-not-in-hand": "You do not hold the card {card:card}.",
    "no-cards-left": "No card is left to be spent.",
    "card-twice": "A card is named twice in this order; each can be spent once.",
    "happened-once": "{event:event} happens once in a game and has happened; the card is a resource only.",
    "event-of-turn": "The event of the card {card:card} can be played on turn {turn} only.",
    "place-not-held": "The event of the card {card:card} needs one of these to be yours: {places:place}.",
    "not-now": "The event of the card {card:card} is not for this moment: it is played {window:window}.",
    "not-in-a-strike": "The event of the card {card:card} cannot be played in a one-sided air strike.",
    "no-operation-card": "The card {card:card} is no operation card; its event is played at its own time.",
    "resources-only": "No event has effect before the supply phase of turn 1; the card {card:card} can be spent as a "
                      "resource only.",
    "event-needs": "To play the card {card:card} say also: {needs:event-needs}.",
    "name-a-port": "Name the port that the card {card:card} is to protect, as in “play J16 at Truk”.",
    "no-carriers": "Carriers cannot take part in the event of the card {card:card}.",
    "no-strikers": "You have no unit at {place:place} that could make the strike of the card {card:card}.",
    "not-adjacent": "{place:place} is not at distance 1 from {start:place} on an open route.",
    "no-target": "No enemy unit is at {place:place}.",
    # what costs a resource
    "nobody-to-resupply": "No ship of yours is face-down where it can be supplied.",
    "nothing-to-resupply": "At {place:place} you have no face-down ship that can be supplied; capital ships are "
                           "supplied in ports of yours only.",
    "allies-only": "Only the Allies can do this.",
    "routes-open": "The dotted routes are open already.",
    "no-train": "No Fleet Train can be placed on turn {turn}, or none is left this turn.",
    "train-in-port": "{place:place} is a port; a Fleet Train is placed on a base.",
    "base-not-held": "The base {place:place} is not occupied by the Allies.",
    # moves, returns, rebasing
    "face-down": "Face-down at {place:place}: {units:unit}. Ships that have acted cannot move, but can return to a "
                 "port.",
    "nation-barred": "{place:place} is closed to the nation of {units:unit}.",
    "no-move": "The group is at {place:place} already.",
    "too-far": "From {start:place} to {place:place} the distance is {length}; the group can go {movement}.",
    "route-closed": "The dotted route between {start:place} and {place:place} is closed until the Allies change their "
                    "strategy.",
    "no-route": "No open route leads from {start:place} to {place:place}.",
    "enemy-on-the-way": "Enemy units are at {place:place}, and the group has to stop there.",
    "no-own-port": "{place:place} is no port of yours; ships return to own ports only.",
    "no-way-home": "Ships cannot get from {start:place} to {place:place} past enemy units and points the enemy "
                   "occupies.",
    "no-own-point": "You neither occupy {place:place} nor have units there alone; land-based air cannot go there.",
    "base-full": "There is room for one land-based air unit in the base {place:place}.",
    "one-return": "As an operation ships return from one point to one port; “return any” is for the supply phase.",
    "nobody-to-return": "No face-down ship can return to a port where it is supplied free, or all are protected.",
    "is-there": "{unit:unit} is at {place:place} already.",
    "one-rebase": "One rebasing moves one land-based air unit; this order names {count}.",
    "sortie-too-far": "The ships at {start:place} cannot come to {place:place}: a counter-sortie has one movement less "
                      "than is printed, and goes past no enemy units.",
    # battles
    "too-few-named": "{count} units have to be named at {place:place}, of these: {units:unit}. End the list with “then "
                     "any” to leave the rest to the usual order.",
    "not-nearest": "{unit:unit} goes to one of the nearest ports: {ports:place}.",
    # supply phase
    "no-port-to-capture": "{place:place} cannot be captured: it must be an enemy port that has a score, with ships of "
                          "yours in it.",
    "port-tried": "{place:place} has been tried this turn; it can be tried again next turn.",
    "no-port-in-reach": "None of the ports can be taken with your units and as few cards as it takes.",
})

problems = shared.problems(_problems)

# -- phrases: what dice are thrown for, what orders given ahead wait for (a condition can be typed in again) ----

phrases: Mapping[str, str] = say.sentences({
    "initiative": "initiative, {side:side-name}",
    "attack": "{kind:attack} at {place:place}, {side:side-name}",
    "damage": "damage of {unit:unit} at {place:place}",
    "card": "card {card:card}, {side:side-name}",
    "discard": "card at random from the hand of {side:side}",
    "battle-at": "battle at {place:place}",
    "turn": "turn {number}",
    "round": "round {number}",
    "used": "{card} is used",
    "holds": "{side:who} {side:holds} {place:place}",
    "units": "{side:who} {side:has} {units:units}",
    "no-units": "{side:who} {side:has} no {units:units}",
    "units-at": "{side:who} {side:has} {units:units} at {place:place}",
    "no-units-at": "{side:who} {side:has} no {units:units} at {place:place}",
    "points": "{side:who} {side:has} {number} points",
    "cards": "{side:who} {side:has} at least {number} cards",
    "no-cards": "{side:who} {side:has} no cards",
    "attacks": "{side:who} {side:attacks}",
    "lost-all": "{side:who} {side:has} lost all {kind:kinds}",
    "below-number": "{side:whose} {strength:strength} is below {number}",
    "below-other": "{side:whose} {strength:strength} is below {other:than}",
    "below-half": "{side:whose} {strength:strength} is below half {other:than}",
    "below-twice": "{side:whose} {strength:strength} is below twice {other:than}",
    "at-least-number": "{side:whose} {strength:strength} is at least {number}",
    "at-least-other": "{side:whose} {strength:strength} is at least {other:than}",
    "at-least-half": "{side:whose} {strength:strength} is at least half {other:than}",
    "at-least-twice": "{side:whose} {strength:strength} is at least twice {other:than}",
})

# -- decisions: what a side owes -----------------------------------------------------------------------------

demands: Mapping[str, str] = say.sentences({
    "setup": "set up units: {units:unit}",
    "arrival": "place arriving land-based air at {places:place}: {units:unit}",
    "initiative": "spend a card for the initiative, or decline (cards in hand: {cards})",
    "announcement": "operate or pass",
    "operation": "perform one operation",
    "onward": "the enemy has left {place:place}: stay there or move on",
    "reaction": "react to {side:side} at {place:place}: emergency evacuation, counter-sortie, or nothing",
    "movement-window": "play a card on the ships that set out from {place:place} ({units:unit}), or none",
    "interruption-window": "play a card as {side:side} is about to operate, or none",
    "battle-window": "play a card at the start of the battle at {place:place}, or none",
    "air-strike-window": "play a card on the Japanese air strike at {place:place} (round {round}), or none",
    "surface-window": "play a card at the start of surface combat at {place:place} (round {round}), or none",
    "before-capture-window": "play a card before the Allied port captures, or none",
    "hit": "choose whom the hits at {place:place} strike ({count}): {units:unit}",
    "lose": "choose who takes the hits at {place:place} ({count}): {units:unit}",
    "surface": "decide on surface combat at {place:place} (round {round}): engage or avoid",
    "after-air": "retreat from {place:place} after the air strikes, or stay (ports: {ports:places})",
    "after-surface": "retreat from {place:place} after the surface combat, or stay (ports: {ports:places})",
    "extension": "extend the battle at {place:place} by another round, or retreat (ports: {ports:places})",
    "extended": "retreat from {place:place} before the next round, or stay (ports: {ports:places})",
    "retreat": "retreat from {place:place} after the last round (ports: {ports:places})",
    "victory": "stay at {place:place} after the victory, or retreat (ports: {ports:places})",
    "other-port": "retreat from {place:place} with the ships barred from the port chosen (ports: {ports:places})",
    "withdrawal": "withdraw from {place:place} by the card (ports: {ports:places})",
    "relocation": "choose the port for {unit:unit}, isolated at {place:place}: {ports:place}",
    "capture": "capture a port, or no more ({ports:place})",
    "transfer": "rebase land-based air or return ships, or no more",
    "supply": "turn the ships of a point face-up for a card, or no more",
})

# -- events ---------------------------------------------------------------------------------------------------

# why units left the map or went elsewhere
REASONS: Mapping[str, str] = say.sentences({
    "retreat": "its side left the point",
    "isolation": "isolated",
    "card": "by a card",
    "train": "no more room when the Fleet Train left",
    "hits": "hit in an air strike",
    "no-port": "no port of its own was left",
    "too-late": "it would come back after the last turn",
    "battle": "retreat",
    "evacuation": "emergency evacuation",
})

# how the game ended
ENDINGS: Mapping[str, str] = say.sentences({
    "japan-captured": "a great victory, with Japan itself captured",
    "points": "the lead in points was clear",
    "resigned": "the other side has given up",
})
