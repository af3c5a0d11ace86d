"""What dice gave each side against what was to be expected.

A game declares which rolls belong together (`Dice`, `Attacks`) and which throws decided something by themselves
(`DecidingThrow`); `LuckReport` puts what it counts into tables and sentences.

A deviation is given in standard deviations: two out of three players are within 1 of what was to be expected, nineteen
of twenty within 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Protocol

from witp_pbem.games.common.language import say
from witp_pbem.games.common.nouns import signed
from witp_pbem.table.acts import Act, Rolled
from witp_pbem.table.dice import Die
from witp_pbem.table.story import Block, Columns, Happening, Luck, Paragraph, Section
from witp_pbem.table.tuples import NamedTuple

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

    @property
    def in_words(self) -> str:
        """That deviation with its sign; a dash for few throws."""
        return NOTHING if self.deviation is None else _one_place(self.deviation)


class Counted(Protocol):
    """Throws that belong together."""

    def tally(self, happenings: Iterable[Happening], side: str) -> Tally:
        """What they gave a side."""
        ...


class Dice(NamedTuple):
    """Dice that add up.

    Attributes:
        code: that of the labels of their rolls, which name the side that throws (`side`).
        die: what is thrown.
        signs: what each die of a roll counts for, such as 1 and -1 where one is taken from the other: what adds up are
            rolls. Without it all dice count by themselves, however many are rolled at once.
    """

    code: str
    die: Die
    signs: tuple[int, ...] = ()

    def tally(self, happenings: Iterable[Happening], side: str) -> Tally:
        """See `Counted`."""
        rolls = [act.dice for happening in happenings if isinstance(act := happening.act, Rolled)
                 and act.label.code == self.code and act.label.values["side"] == side]
        throws = rolls if self.signs else [(die,) for dice in rolls for die in dice]
        signs = self.signs or (1,)
        mean = self.die.first + Fraction(self.die.faces - 1, 2)
        variance = Fraction(self.die.faces * self.die.faces - 1, 12)
        return Tally(len(throws), sum(sign * die for dice in throws for sign, die in zip(signs, dice, strict=True)),
                     len(throws) * sum(signs) * mean, len(throws) * sum(sign * sign for sign in signs) * variance)


class Attack(NamedTuple):
    """An attack.

    Attributes:
        side: whose luck it is counted as.
        chance: how likely it was to hit.
        hit: whether it did.
    """

    side: str
    chance: Fraction
    hit: bool


class Attacks(NamedTuple):
    """Attacks of one kind; what adds up is the hits. `attack` is the one an act was, None for other acts."""

    attack: Callable[[Act], Attack | None]

    def tally(self, happenings: Iterable[Happening], side: str) -> Tally:
        """See `Counted`."""
        attacks = [attack for happening in happenings if (attack := self.attack(happening.act)) and attack.side == side]
        return Tally(len(attacks), sum(attack.hit for attack in attacks),
                     sum((attack.chance for attack in attacks), Fraction(0)),
                     sum((attack.chance * (1 - attack.chance) for attack in attacks), Fraction(0)))


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


def lucks(counted: Mapping[str, Counted], happenings: Sequence[Happening], sides: Iterable[str]) -> list[Luck]:
    """What throws that add up gave each side that made any, by the codes of what they were for."""
    tallies = ((code, side, throws.tally(happenings, side)) for code, throws in counted.items() for side in sides)
    return [Luck(code, side, tally.throws, tally.sum, float(tally.expected), float(tally.variance))
            for code, side, tally in tallies if tally.throws]


# -- in words ---------------------------------------------------------------------------------------------------


class LuckReport:
    """The luck of the sides in some happenings, in words. Of what was never thrown nothing is said.

    Args:
        happenings: what happened.
        sides: in the order always named.
        name: a side as it stands alone.
        the_side: a side within a sentence.
    """

    def __init__(self, happenings: Sequence[Happening], sides: Sequence[str], name: Callable[[str], str],
                 the_side: Callable[[str], str]) -> None:
        self.happenings, self.sides, self.name, self.the_side = happenings, tuple(sides), name, the_side

    def _tallies(self, counted: Counted) -> dict[str, Tally]:
        """By side; nothing where nobody threw."""
        tallies = {side: counted.tally(self.happenings, side) for side in self.sides}
        return tallies if any(tally.throws for tally in tallies.values()) else {}

    def _table(self, caption: str, head: tuple[str, ...], tallies: Mapping[str, Tally],
               cells: Callable[[Tally], tuple[str, ...]], rule: str = "") -> Columns:
        """A table of what was counted: a row a side, with the deviation in the last column."""
        rows = ((self.name(side), str(tally.throws), *cells(tally), tally.in_words) for side, tally in tallies.items())
        return Columns(caption, (say.term("column", "Side"), *head, say.term("column", "Standard deviations")),
                       tuple(rows), tuple(range(1, len(head) + 2)), self.sides, rule=rule)

    def battle_dice(self, dice: Dice) -> Iterator[Block]:
        """The dice each side threw in battles: a table, a sentence a side, and what a deviation means."""
        if not (tallies := self._tallies(dice)):
            return
        yield self._table(
            say("Dice thrown in battles"), say.heads("Dice", "Sum", "Expected", "Average"), tallies,
            lambda tally: (str(tally.sum), decimal(tally.expected, 1),
                           decimal(Fraction(tally.sum, tally.throws), 2) if tally.throws else NOTHING))
        for side, tally in tallies.items():
            yield Paragraph(_verdict(self.name(side), self.the_side(side), tally), side=side)
        if any(tally.deviation is not None for tally in tallies.values()):
            yield Paragraph(say("Two sides in three stay within 1 standard deviation, nineteen in twenty within 2."),
                            tone="quiet")

    def differences(self, dice: Dice, caption: str, gained: str, rule: str = "") -> Iterator[Block]:
        """What rolls gave each side of which nothing was to be expected, because some dice are taken from others.

        Args:
            caption: of the table. gained: heads what was gained or lost.
        """
        if tallies := self._tallies(dice):
            yield self._table(caption, (say.term("column", "Throws"), gained), tallies,
                              lambda tally: (signed(tally.sum),), rule)

    def attacks(self, attacks: Attacks, caption: str, rule: str = "") -> Iterator[Block]:
        """The attacks counted for each side and their hits."""
        if tallies := self._tallies(attacks):
            yield self._table(caption, say.heads("Attacks", "Hits", "Expected"), tallies,
                              lambda tally: (str(tally.sum), decimal(tally.expected, 2)), rule)

    def single_throws(self, deciding: Callable[[Happening], DecidingThrow | None]) -> Iterator[Block]:
        """Throws that decided something, each with its chance, in order."""
        if throws := [throw for happening in self.happenings if (throw := deciding(happening))]:
            yield Columns(
                say("Throws that decided something"), say.heads("For", "Dice", "Needed", "Chance", "Came"),
                tuple((throw.what, " + ".join(map(str, throw.dice)), say("at most {number}", number=throw.limit),
                       f"{decimal(100 * throw.chance, 0)} %", say("yes") if throw.came else say("no"))
                      for throw in throws), (3,))


def luck_sections(*parts: tuple[str, Iterable[Block]]) -> list[Section]:
    """The sections of some titles with what is said under each, without those under which nothing is said."""
    return [Section(title, blocks) for title, part in parts if (blocks := tuple(part))]


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


def decimal(number: Fraction, places: int) -> str:
    """A number that is not negative with so many decimal places, halves rounded up."""
    scaled = int(number * 10 ** places + Fraction(1, 2))
    whole, rest = divmod(scaled, 10 ** places)
    return f"{whole}.{rest:0{places}d}" if places else str(whole)


def _one_place(number: float) -> str:
    """One decimal place, and a true minus."""
    return f"{number:+.1f}".replace("-", "−") if abs(number) >= 0.05 else "0.0"
