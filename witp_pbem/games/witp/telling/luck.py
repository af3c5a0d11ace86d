"""What the dice gave each side against what was to be expected.

Counted are the dice as they were thrown, also those of a battle thrown again and both of two of which one was kept:
what a card or half a die makes of them is no luck. A deviation is given in standard deviations: two out of three
players are within 1 of what was to be expected, nineteen of twenty within 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import NamedTuple

from witp_pbem.games.common.telling import signed
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import SIDES, Position
from witp_pbem.games.witp.rules.chapter_05_resources.resources import LABEL
from witp_pbem.games.witp.rules.chapter_13_scenarios.bidding import HALF
from witp_pbem.games.witp.telling.phrases import place, side_name, the_side, thrown
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.acts import Rolled
from witp_pbem.table.story import Block, Columns, Happening, Paragraph, Section

FACES = 6
MEAN = Fraction(FACES + 1, 2)
SPREAD = Fraction(FACES * FACES - 1, 12)  # variance of one die
FEW = 5  # of fewer dice or attacks nothing can be said
NOTHING = "–"


class Tally(NamedTuple):
    """Throws that add up: how many, what they gave, and what was to be expected with which variance."""

    throws: int
    sum: int
    expected: Fraction
    variance: Fraction

    @property
    def deviation(self) -> float | None:
        """By how many standard deviations the sum is above what was to be expected; None for few throws."""
        if self.throws < FEW or not self.variance:
            return None
        return float(self.sum - self.expected) / sqrt(self.variance)


def luck(happenings: Sequence[Happening]) -> list[Section]:
    """The luck of each side so far: dice of battles and for resource points, submarines, and single throws."""
    parts = (
        (say("Battle dice"), _told_battles(happenings)),
        (say("Dice for resource points"), _told_points(happenings)),
        (say("Submarines"), _told_submarines(happenings)),
        (say("Single throws"), _told_throws(happenings)),
    )
    sections = []
    for title, told in parts:
        blocks = tuple(told)
        if blocks:
            sections.append(Section(title, blocks))
    return sections


# -- battles ----------------------------------------------------------------------------------------------------


def battles(happenings: Sequence[Happening], side: str) -> Tally:
    """The dice a side threw in battles."""
    dice = [die for happening in happenings if isinstance(happening.act, Rolled)
            and happening.act.label.code == "battle" and happening.act.label.values["side"] == side
            for die in happening.act.dice]
    return Tally(len(dice), sum(dice), len(dice) * MEAN, len(dice) * SPREAD)


def _told_battles(happenings: Sequence[Happening]) -> Iterator[Block]:
    found = {side: battles(happenings, side) for side in SIDES}
    if not any(tally.throws for tally in found.values()):
        return
    yield Columns(
        say("Dice thrown in battles"),
        (say.term("column", "Side"), say.term("column", "Dice"), say.term("column", "Sum"),
         say.term("column", "Expected"), say.term("column", "Average"), say.term("column", "Standard deviations")),
        tuple((side_name(side), str(tally.throws), str(tally.sum), _decimal(tally.expected, 1),
               _decimal(Fraction(tally.sum, tally.throws), 2) if tally.throws else NOTHING, _deviation(tally))
              for side, tally in found.items()), (1, 2, 3, 4, 5), SIDES)
    for side, tally in found.items():
        yield Paragraph(_verdict(side, tally), side=side)
    if any(tally.deviation is not None for tally in found.values()):
        yield Paragraph(say("Two sides in three stay within 1 standard deviation, nineteen in twenty within 2."),
                        tone="quiet")


def _verdict(side: str, tally: Tally) -> str:
    """A side's battle dice in a sentence."""
    if tally.deviation is None:
        return say.plural(tally.throws, "{side} threw {n} die in battles: too few to say anything.",
                          "{side} threw {n} dice in battles: too few to say anything.", side=side_name(side))
    by = _one_place(tally.deviation).lstrip("+−")
    if not float(by):
        return say("The battle dice of {side} were just as was to be expected.", side=the_side(side))
    if tally.deviation > 0:
        return say("The battle dice of {side} were {by} standard deviations above what was to be expected.",
                   side=the_side(side), by=by)
    return say("The battle dice of {side} were {by} standard deviations below what was to be expected.",
               side=the_side(side), by=by)


# -- resource points --------------------------------------------------------------------------------------------


def points(happenings: Sequence[Happening], side: str) -> Tally:
    """What the white dice gave a side and the red ones took, turn by turn (witp 5.1.a)."""
    throws = [happening.act.dice for happening in happenings
              if isinstance(happening.act, Rolled) and happening.act.label == LABEL[side]]
    return Tally(len(throws), sum(white - red for white, red in throws), Fraction(0), 2 * len(throws) * SPREAD)


def _told_points(happenings: Sequence[Happening]) -> Iterator[Block]:
    found = {side: points(happenings, side) for side in SIDES}
    if any(tally.throws for tally in found.values()):
        yield Columns(
            say("White less red dice; 0 was to be expected"),
            (say.term("column", "Side"), say.term("column", "Throws"), say.term("column", "Resource points"),
             say.term("column", "Standard deviations")),
            tuple((side_name(side), str(tally.throws), signed(tally.sum), _deviation(tally))
                  for side, tally in found.items()), (1, 2, 3), SIDES, rule="witp 5.1.a")


# -- submarines -------------------------------------------------------------------------------------------------


def submarines(happenings: Sequence[Happening], side: str) -> Tally:
    """The attacks of submarines on a side's stacks, and their hits."""
    attacks = [happening.act for happening in happenings
               if isinstance(happening.act, e.SubmarinesAttacked) and happening.act.side == side]
    chances = [_chance(attack.low, attack.high) for attack in attacks]
    return Tally(len(attacks), sum(attack.hit for attack in attacks), sum(chances, Fraction(0)),
                 sum((chance * (1 - chance) for chance in chances), Fraction(0)))


def _told_submarines(happenings: Sequence[Happening]) -> Iterator[Block]:
    found = {side: submarines(happenings, side) for side in SIDES}
    if any(tally.throws for tally in found.values()):
        yield Columns(
            say("Attacks of submarines on the stacks of a side"),
            (say.term("column", "Side"), say.term("column", "Attacks"), say.term("column", "Hits"),
             say.term("column", "Expected"), say.term("column", "Standard deviations")),
            tuple((side_name(side), str(tally.throws), str(tally.sum), _decimal(tally.expected, 2), _deviation(tally))
                  for side, tally in found.items()), (1, 2, 3, 4), SIDES, rule="witp 10.4.b")


# -- single throws ----------------------------------------------------------------------------------------------


class Throw(NamedTuple):
    """A throw that decided something: what came, what brings it about (at most), how likely that was, and whether it
    did."""

    what: str
    dice: tuple[int, ...]
    limit: int
    chance: Fraction
    came: bool


def throws(happenings: Sequence[Happening]) -> list[Throw]:
    """Throws for the side to play, for America's entry, for sudden death, in order."""
    found = []
    for happening in happenings:
        position: Position = happening.position_before
        match happening.act:
            case e.SidesSettled(die=int(die)):
                found.append(Throw(say("First player gets Japan"), (die,), HALF, Fraction(HALF, FACES), die <= HALF))
            case e.EntryRolled(dice=dice, turn=turn, bases=bases, entered=entered):
                limit = turn + bases
                found.append(Throw(say("America enters the war"), dice, limit, _chance(2, limit), entered))
            case e.BaseTaken(hex=number, bases=bases, carriers=carriers, dice=dice) if dice:
                limit = bases - carriers
                what = say("Sudden death at {place}", place=place(position, number))
                found.append(Throw(what, dice, limit, _chance(2, limit), sum(dice) <= limit))
            case _:
                pass
    return found


def _told_throws(happenings: Sequence[Happening]) -> Iterator[Block]:
    found = throws(happenings)
    if found:
        yield Columns(
            say("Throws that decided something"),
            (say.term("column", "For"), say.term("column", "Dice"), say.term("column", "Needed"),
             say.term("column", "Chance"), say.term("column", "Came")),
            tuple((throw.what, thrown(throw.dice), say("at most {number}", number=throw.limit),
                   f"{_decimal(100 * throw.chance, 0)} %", say("yes") if throw.came else say("no"))
                  for throw in found), (3,))


# -- numbers ----------------------------------------------------------------------------------------------------


def _chance(low: int, high: int) -> Fraction:
    """How likely two dice come to a sum from `low` to `high`."""
    hits = sum(low <= first + second <= high for first, second in product(range(1, FACES + 1), repeat=2))
    return Fraction(hits, FACES * FACES)


def _decimal(number: Fraction, places: int) -> str:
    """A number that is not negative with so many decimal places, halves rounded up."""
    scaled = int(number * 10 ** places + Fraction(1, 2))
    whole, rest = divmod(scaled, 10 ** places)
    return f"{whole}.{rest:0{places}d}" if places else str(whole)


def _deviation(tally: Tally) -> str:
    """Standard deviations with their sign; a dash for few throws."""
    return NOTHING if tally.deviation is None else _one_place(tally.deviation)


def _one_place(number: float) -> str:
    """One decimal place, and a true minus."""
    return f"{number:+.1f}".replace("-", "−") if abs(number) >= 0.05 else "0.0"
