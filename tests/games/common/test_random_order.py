"""Random order, one thing after the other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

from witp_pbem.games.common.random_order import in_random_order


def test_every_order_is_as_likely_as_the_next() -> None:
    chance = Random(1)
    orders = Counter(tuple(in_random_order("abc", chance)) for _ in range(6000))
    assert orders.keys() == set(permutations("abc"))
    assert all(900 < count < 1100 for count in orders.values())


def test_nothing_is_drawn_before_it_is_asked_for() -> None:
    chance, untouched = Random(1), Random(1)
    order = in_random_order([1, 2, 3], chance)
    assert chance.getstate() == untouched.getstate()
    first = next(order)
    assert sorted([first, *order]) == [1, 2, 3]
    assert list(in_random_order([], chance)) == []
