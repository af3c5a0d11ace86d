"""A million dice and fifty thousand shuffles: `python -m tests.statistics [DICE]`. Exit code 1 if a measure fails."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from tests.statistics import measures, rolling
from tests.statistics.measures import LEAST, Measure

DICE = 1_000_000
SHUFFLES = 50_000
SMALL, DECK = tuple("abcd"), tuple(f"1942-{number:02}" for number in range(1, 11))


def show(results: Iterable[Measure]) -> bool:
    """Prints measures; whether all hold."""
    holds = True
    for each in results:
        freedom = "" if each.freedom is None else each.freedom
        print(f"{each.name:22} {each.statistic:12.4f} {freedom:>5} {each.p:10.6f}{'' if each.holds else '  FAILS'}")
        holds = holds and each.holds
    return holds


def main(count: int) -> int:
    print(f"{count} dice, {SHUFFLES} shuffles of each deck; a p-value below {LEAST} fails")
    print(f"{'measure':22} {'statistic':>12} {'df':>5} {'p':>10}")
    shuffles = max(SHUFFLES * count // DICE, 2000)
    holds = [show(measures.of_dice(rolling.dice(count)))]
    holds += [show(measures.of_orders(rolling.orders(shuffles, cards), cards)) for cards in (SMALL, DECK)]
    return 0 if all(holds) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else DICE))
