"""What the dice gave each side against what was to be expected.

Counted are the dice as they were thrown, also those of a battle thrown again and both of two of which one was kept:
what a card or half a die makes of them is no luck.
"""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.common.dice_statistics import (
    Attack,
    Attacks,
    DecidingThrow,
    Dice,
    LuckReport,
    chance,
    luck_sections,
)
from witp_pbem.games.common.dice_statistics import lucks as numbers
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import DIE, SIDES
from witp_pbem.games.witp.rules.chapter_13_scenarios.bidding import HALF
from witp_pbem.games.witp.telling.nouns import place, side_name, the_side
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.acts import Act
from witp_pbem.table.story import Happening, Luck, Section


def luck(happenings: Sequence[Happening]) -> list[Section]:
    """The luck of each side so far: dice of battles and for resource points, submarines, and single throws."""
    count = LuckReport(happenings, SIDES, side_name, the_side)
    return luck_sections(
        (say("Battle dice"), count.battle_dice(BATTLES)),
        (say("Dice for resource points"), count.differences(
            POINTS, say("White less red dice; 0 was to be expected"), say.term("column", "Resource points"),
            "witp 5.1.a")),
        (say("Submarines"), count.attacks(SUBMARINES, say("Attacks of submarines on the stacks of a side"),
                                          "witp 10.4.b")),
        (say("Single throws"), count.single_throws(deciding_throw)))


def lucks(happenings: Sequence[Happening]) -> list[Luck]:
    """The same in numbers, without single throws, which do not add up."""
    return numbers({"battle": BATTLES, "resource-points": POINTS, "submarines": SUBMARINES}, happenings, SIDES)


def _attack(act: Act) -> Attack | None:
    """An attack of submarines on a side's stack."""
    if not isinstance(act, e.SubmarinesAttacked):
        return None
    return Attack(act.side, chance(act.low, act.high, DIE), act.hit)


BATTLES = Dice("battle", DIE)
POINTS = Dice("resource-points", DIE, signs=(1, -1))  # the white die gives, the red one takes (witp 5.1.a)
SUBMARINES = Attacks(_attack)


def deciding_throw(happening: Happening) -> DecidingThrow | None:
    """A throw for the side to play, for America's entry, for sudden death; None for anything else."""
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
