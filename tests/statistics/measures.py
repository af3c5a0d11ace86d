"""Tests of randomness, with p-values reckoned from `math` alone (the incomplete gamma function as usual)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

LEAST = 0.0001  # a p-value below is a failure: one honest run of twenty measures in five hundred
LAGS = range(1, 11)


class Measure(NamedTuple):
    """One test: its statistic, degrees of freedom (None for a normal variable) and the chance of one as extreme."""

    name: str
    statistic: float
    freedom: int | None
    p: float

    @property
    def holds(self) -> bool:
        return self.p >= LEAST


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), to about 1e-12."""
    if x < 0 or a <= 0:
        raise ValueError("Q(a, x) wants a > 0 and x >= 0")
    if x == 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:  # the series of the lower function
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - total * scale
    tiny = 1e-300  # the continued fraction, after Lentz
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for i in range(1, 100_000):
        factor = -i * (i - a)
        b += 2
        d = 1 / (factor * d + b or tiny)
        c = b + factor / c or tiny
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value * scale


def chi_square(name: str, counts: Counter[Hashable], kinds: int) -> Measure:
    """Whether `kinds` outcomes come equally often."""
    expected = counts.total() / kinds
    missing = kinds - len(counts)
    statistic = sum((count - expected) ** 2 for count in counts.values()) / expected + missing * expected
    return Measure(name, statistic, kinds - 1, upper_gamma((kinds - 1) / 2, statistic / 2))


def normal(name: str, statistic: float) -> Measure:
    """A variable that is normal with mean 0 and deviation 1, both tails."""
    return Measure(name, statistic, None, math.erfc(abs(statistic) / math.sqrt(2)))


def faces(dice: Sequence[int]) -> Measure:
    return chi_square("faces", Counter(dice), 6)


def pairs(dice: Sequence[int]) -> Measure:
    """Pairs that do not overlap: first with second, third with fourth and so on."""
    return chi_square("pairs", Counter(zip(dice[::2], dice[1::2], strict=False)), 36)


def runs(dice: Sequence[int]) -> Measure:
    """The test of Wald and Wolfowitz: how often the dice change between low (1 to 3) and high (4 to 6)."""
    high = [die > 3 for die in dice]
    many, n = sum(high), len(high)
    few = n - many
    count = 1 + sum(one != other for one, other in zip(high, high[1:], strict=False))
    mean = 1 + 2 * many * few / n
    variance = (mean - 1) * (mean - 2) / (n - 1)
    return normal("runs", (count - mean) / math.sqrt(variance) if variance else math.inf)


def correlation(dice: Sequence[int], lag: int) -> Measure:
    """Serial correlation between each die and the one `lag` later, times the root of how many there are."""
    mean = sum(dice) / len(dice)
    off = [die - mean for die in dice]
    variance = sum(each * each for each in off)
    covariance = sum(one * other for one, other in zip(off, off[lag:], strict=False))
    return normal(f"correlation, lag {lag}", covariance / variance * math.sqrt(len(dice)) if variance else math.inf)


def of_dice(dice: Sequence[int]) -> Iterator[Measure]:
    """Every measure of six-sided dice."""
    yield faces(dice)
    yield pairs(dice)
    yield runs(dice)
    yield from (correlation(dice, lag) for lag in LAGS)


def of_orders(orders: Iterable[Sequence[str]], cards: Sequence[str]) -> Iterator[Measure]:
    """Every measure of shuffled decks: whole orders (of small decks), and each card's place."""
    known = list(orders)
    if len(cards) <= 5:
        yield chi_square("orders of a deck", Counter(map(tuple, known)), math.factorial(len(cards)))
    for card in cards:
        yield chi_square(f"places of {card}", Counter(order.index(card) for order in known), len(cards))
