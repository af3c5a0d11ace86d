"""What the dice gave each side against what was to be expected.

Counted are the dice as they were thrown, also those of a battle thrown again and both of two of which one was kept:
what a card or half a die makes of them is no luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from witp_pbem.games.common.dice_statistics import (
    DecidingThrow,
    Tally,
    battle_dice,
    chance,
    hit_table,
    of_dice,
    of_hits,
    single_throws,
    variance,
)
from witp_pbem.games.common.nouns import signed
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import DIE, SIDES
from witp_pbem.games.witp.rules.chapter_05_resources.resources import LABEL
from witp_pbem.games.witp.rules.chapter_13_scenarios.bidding import HALF
from witp_pbem.games.witp.telling.nouns import place, side_name, the_side
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.acts import Rolled
from witp_pbem.table.story import Block, Columns, Happening, Section


def luck(happenings: Sequence[Happening]) -> list[Section]:
    """The luck of each side so far: dice of battles and for resource points, submarines, and single throws."""
    attacks = {side: submarines(happenings, side) for side in SIDES}
    parts = (
        (say("Battle dice"), battle_dice({side: battles(happenings, side) for side in SIDES}, side_name, the_side)),
        (say("Dice for resource points"), _white_and_red({side: points(happenings, side) for side in SIDES})),
        (say("Submarines"), hit_table(say("Attacks of submarines on the stacks of a side"), attacks, side_name,
                                      "witp 10.4.b")),
        (say("Single throws"), single_throws(throws(happenings))))
    return [Section(title, blocks) for title, part in parts if (blocks := tuple(part))]


def battles(happenings: Sequence[Happening], side: str) -> Tally:
    """The dice a side threw in battles."""
    return of_dice([die for happening in happenings if isinstance(happening.act, Rolled)
                    and happening.act.label.code == "battle" and happening.act.label.values["side"] == side
                    for die in happening.act.dice], DIE)


def points(happenings: Sequence[Happening], side: str) -> Tally:
    """What the white dice gave a side and the red ones took, turn by turn (witp 5.1.a)."""
    throws = [happening.act.dice for happening in happenings
              if isinstance(happening.act, Rolled) and happening.act.label == LABEL[side]]
    return Tally(len(throws), sum(white - red for white, red in throws), Fraction(0), 2 * len(throws) * variance(DIE))


def _white_and_red(tallies: dict[str, Tally]) -> Iterator[Block]:
    if any(tally.throws for tally in tallies.values()):
        yield Columns(
            say("White less red dice; 0 was to be expected"),
            say.heads("Side", "Throws", "Resource points", "Standard deviations"),
            tuple((side_name(side), str(tally.throws), signed(tally.sum), tally.in_words)
                  for side, tally in tallies.items()), (1, 2, 3), SIDES, rule="witp 5.1.a")


def submarines(happenings: Sequence[Happening], side: str) -> Tally:
    """The attacks of submarines on a side's stacks, and their hits."""
    return of_hits((chance(attack.low, attack.high, DIE), attack.hit) for happening in happenings
                   if isinstance(attack := happening.act, e.SubmarinesAttacked) and attack.side == side)


def throws(happenings: Sequence[Happening]) -> list[DecidingThrow]:
    """Throws for the side to play, for America's entry, for sudden death, in order."""
    return [throw for happening in happenings if (throw := _throw(happening))]


def _throw(happening: Happening) -> DecidingThrow | None:
    match happening.act:
        case e.SidesSettled(die=int(die)):
            return DecidingThrow(say("First player gets Japan"), (die,), HALF, chance(1, HALF, DIE, 1), die <= HALF)
        case e.EntryRolled(dice=dice, turn=turn, bases=bases, entered=entered):
            limit = turn + bases
            return DecidingThrow(say("America enters the war"), dice, limit, chance(2, limit, DIE), entered)
        case e.BaseTaken(hex=number, bases=bases, carriers=carriers, dice=dice) if dice:
            limit = bases - carriers
            what = say("Sudden death at {place}", place=place(happening.position_before, number))
            return DecidingThrow(what, dice, limit, chance(2, limit, DIE), sum(dice) <= limit)
    return None
