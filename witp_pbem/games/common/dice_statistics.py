"""What dice gave each side against what was to be expected.

A deviation is given in standard deviations: two out of three players are within 1 of what was to be expected, nineteen
of twenty within 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import NamedTuple

from witp_pbem.games.common.language import say
from witp_pbem.table.dice import Die
from witp_pbem.table.story import Block, Columns, Paragraph

FEW = 5  # of fewer dice or attacks nothing can be said
NOTHING = "–"

Tallies = Mapping[str, "Tally"]  # by side


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

    @property
    def in_words(self) -> str:
        """That deviation with its sign; a dash for few throws."""
        return NOTHING if self.deviation is None else _one_place(self.deviation)


def variance(die: Die) -> Fraction:
    """How far the numbers of a die spread."""
    return Fraction(die.faces * die.faces - 1, 12)


def of_dice(dice: Sequence[int], die: Die) -> Tally:
    """Dice of one kind, added up."""
    mean = die.first + Fraction(die.faces - 1, 2)
    return Tally(len(dice), sum(dice), len(dice) * mean, len(dice) * variance(die))


def of_hits(attacks: Iterable[tuple[Fraction, bool]]) -> Tally:
    """Attacks, each with its chance and whether it hit; what adds up is the hits."""
    pairs = list(attacks)
    chances = [chance for chance, _ in pairs]
    return Tally(len(pairs), sum(hit for _, hit in pairs), sum(chances, Fraction(0)),
                 sum((chance * (1 - chance) for chance in chances), Fraction(0)))


def chance(low: int, high: int, die: Die, count: int = 2) -> Fraction:
    """How likely some dice come to a sum from `low` to `high`."""
    faces = range(die.first, die.last + 1)
    hits = sum(low <= sum(dice) <= high for dice in product(faces, repeat=count))
    return Fraction(hits, die.faces ** count)


class DecidingThrow(NamedTuple):
    """A throw that decided something.

    Attributes:
        what: what it decided, in words. dice: what came.
        limit: what brings it about, at most. chance: how likely that was.
        came: whether it came about.
    """

    what: str
    dice: tuple[int, ...]
    limit: int
    chance: Fraction
    came: bool


# -- in words ---------------------------------------------------------------------------------------------------


def battle_dice(tallies: Tallies, name: Callable[[str], str], the_side: Callable[[str], str]) -> Iterator[Block]:
    """The dice each side threw in battles: a table, a sentence a side, and what a deviation means.

    Args:
        name: a side as it stands alone. the_side: a side within a sentence.
    """
    if not any(tally.throws for tally in tallies.values()):
        return
    yield Columns(
        say("Dice thrown in battles"),
        say.heads("Side", "Dice", "Sum", "Expected", "Average", "Standard deviations"),
        tuple((name(side), str(tally.throws), str(tally.sum), decimal(tally.expected, 1),
               decimal(Fraction(tally.sum, tally.throws), 2) if tally.throws else NOTHING, tally.in_words)
              for side, tally in tallies.items()), (1, 2, 3, 4, 5), tuple(tallies))
    for side, tally in tallies.items():
        yield Paragraph(_verdict(name(side), the_side(side), tally), side=side)
    if any(tally.deviation is not None for tally in tallies.values()):
        yield Paragraph(say("Two sides in three stay within 1 standard deviation, nineteen in twenty within 2."),
                        tone="quiet")


def _verdict(name: str, the_side: str, tally: Tally) -> str:
    """A side's battle dice in a sentence."""
    if tally.deviation is None:
        return say.plural(tally.throws, "{side} threw {n} die in battles: too few to say anything.",
                          "{side} threw {n} dice in battles: too few to say anything.", side=name)
    by = _one_place(tally.deviation).lstrip("+−")
    if not float(by):
        return say("The battle dice of {side} were just as was to be expected.", side=the_side)
    if tally.deviation > 0:
        return say("The battle dice of {side} were {by} standard deviations above what was to be expected.",
                   side=the_side, by=by)
    return say("The battle dice of {side} were {by} standard deviations below what was to be expected.",
               side=the_side, by=by)


def hit_table(caption: str, tallies: Tallies, name: Callable[[str], str], rule: str = "") -> Iterator[Block]:
    """Attacks on each side and their hits (see `of_hits`)."""
    if any(tally.throws for tally in tallies.values()):
        yield Columns(caption, say.heads("Side", "Attacks", "Hits", "Expected", "Standard deviations"),
                      tuple((name(side), str(tally.throws), str(tally.sum), decimal(tally.expected, 2), tally.in_words)
                            for side, tally in tallies.items()), (1, 2, 3, 4), tuple(tallies), rule=rule)


def single_throws(throws: Sequence[DecidingThrow]) -> Iterator[Block]:
    """Throws that decided something, each with its chance."""
    if throws:
        yield Columns(
            say("Throws that decided something"), say.heads("For", "Dice", "Needed", "Chance", "Came"),
            tuple((throw.what, " + ".join(map(str, throw.dice)), say("at most {number}", number=throw.limit),
                   f"{decimal(100 * throw.chance, 0)} %", say("yes") if throw.came else say("no"))
                  for throw in throws), (3,))


def decimal(number: Fraction, places: int) -> str:
    """A number that is not negative with so many decimal places, halves rounded up."""
    scaled = int(number * 10 ** places + Fraction(1, 2))
    whole, rest = divmod(scaled, 10 ** places)
    return f"{whole}.{rest:0{places}d}" if places else str(whole)


def _one_place(number: float) -> str:
    """One decimal place, and a true minus."""
    return f"{number:+.1f}".replace("-", "−") if abs(number) >= 0.05 else "0.0"
