"""Random order, one thing after the other: who wants the first few does not pay for shuffling all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


def in_random_order(things: Iterable[Thing], chance: Random) -> Iterator[Thing]:
    """Things in random order, each order as likely as the next."""
    left = list(things)
    while left:
        number = chance.randrange(len(left))
        left[number], left[-1] = left[-1], left[number]
        yield left.pop()
