"""The chances of what may happen: a play repeated over all dice, or over many where there are too many.

There is no second set of rules: whoever asks gives a function that plays from a fixed position with the dice it is
given and says what came of it. A small tree of dice is gone through from end to end; of throws that the rules say come
to the same, one is played. Of a larger tree plays are sampled in groups: in each group every pair of successive dice
shows all its combinations as evenly as the group's size allows. Each group alone is a fair estimate, so their
differences tell how far the estimate may be wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod, sqrt
from random import Random
from typing import Generic, NamedTuple, TypeVar

from witp_pbem.table.dice import Die

MOST_PLAYS = 1300  # in a tree of dice that is gone through from end to end
GROUP = 36  # plays in a group
GROUPS = 4
STUDENT = 3.182  # 95 % of Student's distribution with GROUPS - 1 degrees of freedom
NORMAL = 1.96  # 95 % of the normal distribution: even dice are never worse than dice that fall freely
UNSEEN = 3.84  # what a chance of 0 or 1 may be off by in 95 % of samples, times their number (Wilson)
FINE = 1 << 20  # steps between two cells of a group

Numbers = tuple[int, ...]  # what dice show that are rolled together
Outcome = TypeVar("Outcome", bound=Hashable)
T = TypeVar("T", bound=Hashable)


class Roll(NamedTuple):
    """Dice of one kind to be rolled together."""

    die: Die
    number: int


class Throw(NamedTuple):
    """Rolls, one after the other, that decide something together.

    Attributes:
        rolls: of what dice.
        dice: what they show, roll by roll.
        comes_to: what it comes to, from what the rolls show: throws that come to the same differ in nothing that
            follows. None where every die matters.
    """

    rolls: tuple[Roll, ...]
    dice: tuple[Numbers, ...]
    comes_to: Callable[..., Hashable] | None

    @property
    def combinations(self) -> int:
        """How many throws there are of these dice."""
        return prod(int(die.faces ** count) for die, count in self.rolls)

    def branches(self) -> Iterator[tuple[tuple[Numbers, ...], int]]:
        """A throw of each kind that makes a difference, and how many there are of the kind."""
        first: dict[Hashable, tuple[Numbers, ...]] = {}
        kinds: Counter[Hashable] = Counter()
        for dice in product(*(product(range(die.first, die.last + 1), repeat=count) for die, count in self.rolls)):
            kind = self.comes_to(*dice) if self.comes_to else dice
            first.setdefault(kind, dice)
            kinds[kind] += 1
        return ((dice, kinds[kind]) for kind, dice in first.items())


class Dice:
    """The dice of one play.

    Args:
        decided: the first throws, in order.
        luck: says what a die of a later throw shows; without it they show their first numbers.
    Attributes:
        throws: those of the play so far.
    """

    def __init__(self, decided: tuple[tuple[Numbers, ...], ...] = (), luck: Luck | None = None) -> None:
        self.decided, self.luck = decided, luck
        self.throws: list[Throw] = []

    def roll(self, count: int, die: Die, again: int | None = None) -> Numbers:
        """Dice of one kind: a throw of one roll, of which every die matters (see `throw`)."""
        return self.throw((Roll(die, count),), again=again)[0]

    def throw(self, rolls: Sequence[Roll], comes_to: Callable[..., Hashable] | None = None,
              again: int | None = None) -> tuple[Numbers, ...]:
        """Rolls that decide something together (see `Throw`).

        Args:
            again: the number of the throw, from 0, to which this one leads back: everything stands as it stood then.
        Raises:
            LedBack: in a play of a tree.
        """
        if len(self.throws) < len(self.decided):
            dice = self.decided[len(self.throws)]
        elif self.luck:
            dice = tuple(tuple(self.luck.number(die, again is not None) for _ in range(count)) for die, count in rolls)
        elif again is not None:
            raise LedBack(again)
        else:
            dice = tuple((die.first,) * count for die, count in rolls)
        self.throws.append(Throw(tuple(rolls), dice, comes_to))
        return dice


class LedBack(Exception):  # noqa: N818 - where a play stands, no error
    """Everything stands as it stood before an earlier throw."""

    def __init__(self, throw: int) -> None:
        super().__init__(f"as before throw {throw}")
        self.throw = throw


class TooMany(Exception):  # noqa: N818 - what a tree is like, no error
    """There are more plays than may be gone through."""


class Estimate(NamedTuple):
    """A number reckoned from plays; a chance is one from 0 to 1.

    Attributes:
        value: the number.
        error: what it may be off by, either way, in 19 of 20 such samples; 0 where it is exact.
    """

    value: float
    error: float


class Odds(NamedTuple, Generic[Outcome]):
    """How likely each outcome is.

    Attributes:
        chances: by outcome; they sum up to 1. The likeliest first.
        plays: how many plays they were counted in, those that differ in nothing but the numbers thrown among them.
        groups: the chances in each group of samples, empty where they are exact.
    """

    chances: Mapping[Outcome, Fraction]
    plays: int
    groups: tuple[Mapping[Outcome, Fraction], ...] = ()

    @property
    def is_exact(self) -> bool:
        return not self.groups

    def mean(self, count: Callable[[Outcome], int | bool]) -> Estimate:
        """What a number is on the average; of a condition, how likely it is."""
        values = {outcome: count(outcome) for outcome in self.chances}
        mean = float(_mean(self.chances, values))
        if self.is_exact:
            return Estimate(mean, 0.0)
        if len(only := set(values.values())) == 1 and only <= {0, 1}:  # what never came may be rare
            return Estimate(mean, UNSEEN / (self.plays + UNSEEN))
        means = [float(_mean(group, values)) for group in self.groups]
        between = sqrt(sum((one - mean) ** 2 for one in means) / (len(means) - 1) / len(means))
        error = min(STUDENT * between, NORMAL * self.deviation(count) / sqrt(self.plays))
        one_play = (max(values.values()) - min(values.values())) / self.plays  # groups may agree by chance
        return Estimate(mean, max(error, one_play))

    def deviation(self, count: Callable[[Outcome], int]) -> float:
        """The standard deviation of a number: in two of three plays it differs from its mean by no more, as a rule."""
        mean = sum(chance * count(outcome) for outcome, chance in self.chances.items())
        return sqrt(sum(chance * (count(outcome) - mean) ** 2 for outcome, chance in self.chances.items()))


def _mean(chances: Mapping[Outcome, Fraction], values: Mapping[Outcome, int | bool]) -> Fraction:
    return sum((chance * values[outcome] for outcome, chance in chances.items()), Fraction(0))


def odds(play: Callable[[Dice], Outcome], seed: str, most: int = MOST_PLAYS) -> Odds[Outcome]:
    """The odds of the outcomes of a play.

    Args:
        play: plays from the same position each time; it asks nothing but its dice for luck.
        seed: what samples grow from; the same one gives the same odds.
        most: plays in a tree that is gone through from end to end; a larger one is sampled.
    """
    tree = _Tree(play, most)
    try:
        outcomes = tree.spread((), 1).outcomes
    except TooMany:
        groups = tuple(_sampled(play, Random(f"{seed} {number}")) for number in range(GROUPS))  # noqa: S311
        outcomes = _sum((outcome, chance / GROUPS) for group in groups for outcome, chance in group.items())
        return Odds(_sorted(outcomes), GROUP * GROUPS, groups)
    return Odds(_sorted(outcomes), tree.plays)


# -- a whole tree -----------------------------------------------------------------------------------------------------


class _Tree(Generic[Outcome]):
    """All plays there are.

    Attributes:
        plays: how many there were so far.
    """

    def __init__(self, play: Callable[[Dice], Outcome], most: int) -> None:
        self.play, self.most, self.plays = play, most, 0

    def spread(self, decided: tuple[tuple[Numbers, ...], ...], alike: int,
               path: _Path[Outcome] | None = None) -> _End[Outcome]:
        """The chances of the outcomes once some throws are decided, and those of being led back to each of these.

        Who is led back to a throw stands where they stood: the outcomes behind it share these chances, too.

        Args:
            alike: how many plays differ in nothing from one with these throws.
            path: a play with these throws, if there was one.
        """
        path = path or self._played(decided)
        if len(path.throws) == len(decided):
            self.plays += alike
            return path.end
        open_throw = path.throws[len(decided)]
        here = [(self.spread((*decided, dice), alike * count, path if dice == open_throw.dice else None),
                 Fraction(count, open_throw.combinations)) for dice, count in open_throw.branches()]
        outcomes = _sum((outcome, chance * share) for end, share in here for outcome, chance in end.outcomes.items())
        back = _sum((throw, chance * share) for end, share in here for throw, chance in end.back.items())
        onward = 1 - back.pop(len(decided), Fraction(0))
        if onward == 1:
            return _End(outcomes, back)
        return _End({outcome: chance / onward for outcome, chance in outcomes.items()},
                    {throw: chance / onward for throw, chance in back.items()})

    def _played(self, decided: tuple[tuple[Numbers, ...], ...]) -> _Path[Outcome]:
        """A play that goes on with the first numbers everywhere."""
        dice, end = Dice(decided), _End[Outcome]({}, {})
        try:
            end.outcomes[self.play(dice)] = Fraction(1)
        except LedBack as led:
            end.back[led.throw] = Fraction(1)
        if prod(throw.combinations for throw in dice.throws) > self.most or self.plays >= self.most:
            raise TooMany
        return _Path(dice.throws, end)


class _End(NamedTuple, Generic[Outcome]):
    """How plays end.

    Attributes:
        outcomes: the chance of each outcome.
        back: the chance of being led back to each throw, by its number.
    """

    outcomes: dict[Outcome, Fraction]
    back: dict[int, Fraction]


class _Path(NamedTuple, Generic[Outcome]):
    """The throws of a play, and how it ended."""

    throws: list[Throw]
    end: _End[Outcome]


# -- samples ----------------------------------------------------------------------------------------------------------


class _Cells:
    """What the dice show in the plays of a group: the combinations of each pair of successive dice, dealt out evenly.

    Attributes:
        cells: for each pair of dice in the order of a play, the cell of each play.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.cells: list[list[int]] = []

    def cell(self, pair: int, play: int) -> int:
        """A point of a pair's combinations laid out in a row, in parts of GROUP * FINE."""
        if pair == len(self.cells):
            self.cells.append(self.chance.sample(range(GROUP), GROUP))
        return self.cells[pair][play] * FINE + self.chance.randrange(FINE)


class Luck:
    """The luck of one play of a group; dice that are thrown again fall freely."""

    def __init__(self, cells: _Cells, play: int) -> None:
        self.cells, self.play = cells, play
        self.rolled, self.rest = 0, 0

    def number(self, die: Die, again: bool) -> int:
        """What a die shows."""
        if again:
            return self.cells.chance.randint(die.first, die.last)
        if self.rolled % 2 == 0:
            self.rest = self.cells.cell(self.rolled // 2, self.play)
        self.rolled += 1
        number, self.rest = divmod(self.rest * die.faces, GROUP * FINE)
        return die.first + number


def _sampled(play: Callable[[Dice], Outcome], chance: Random) -> dict[Outcome, Fraction]:
    """The chances in a group of samples."""
    cells, share = _Cells(chance), Fraction(1, GROUP)
    return _sum((play(Dice(luck=Luck(cells, number))), share) for number in range(GROUP))


# -- sums -------------------------------------------------------------------------------------------------------------


def _sum(parts: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    total: dict[T, Fraction] = {}
    for key, chance in parts:
        total[key] = total[key] + chance if key in total else chance
    return total


def _sorted(chances: Mapping[Outcome, Fraction]) -> dict[Outcome, Fraction]:
    return dict(sorted(chances.items(), key=lambda entry: -entry[1]))
