"""The program's dice and decks look like chance, and the measures that say so can tell when they do not."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from tests.statistics import measures, rolling

SLICE = 60_000
CARDS = tuple("abcd")


@pytest.fixture(scope="module")
def dice() -> list[int]:
    return rolling.dice(SLICE)


def failing(dice: list[int]) -> list[str]:
    return [each.name for each in measures.of_dice(dice) if not each.holds]


def test_the_dice_look_like_chance(dice: list[int]) -> None:
    assert len(dice) == SLICE
    assert failing(dice) == []


@pytest.mark.parametrize("cards", [CARDS, tuple(f"1942-{number:02}" for number in range(1, 11))])
def test_the_decks_look_like_chance(cards: tuple[str, ...]) -> None:
    results = list(measures.of_orders(rolling.orders(3000, cards), cards))
    assert [each for each in results if not each.holds] == []


def biased_by_modulo(count: int) -> list[int]:
    """Bytes taken modulo 6 without rejection: 1 to 4 come 43 times in 256, 5 and 6 only 42 times."""
    blocks = (hashlib.sha256(number.to_bytes(8, "big")).digest() for number in range(count // 32 + 1))
    return [1 + byte % 6 for block in blocks for byte in block][:count]


def test_modulo_bias_is_found() -> None:
    assert not measures.faces(biased_by_modulo(400_000)).holds


def test_a_repeated_link_is_found(dice: list[int]) -> None:
    """Every sitting's dice come twice: each is like the one six before, though every face comes equally often."""
    repeated = [die for start in range(0, SLICE, 6) for die in dice[start:start + 6] * 2]
    assert failing(repeated) and "faces" not in failing(repeated)


@pytest.mark.parametrize(("name", "spoil"), [
    ("pairs", lambda dice: [die for one in dice for die in (one, one % 6 + 1)]),
    ("runs", lambda dice: [die if place % 2 else min(die, 7 - die) for place, die in enumerate(dice)]),
    ("correlation, lag 7", lambda dice: [dice[place - 7] if place % 20 == 0 else die
                                         for place, die in enumerate(dice)]),
    ("faces", lambda dice: [6 if place % 40 == 0 else die for place, die in enumerate(dice)]),
])
def test_a_measure_finds_what_it_is_for(name: str, spoil: Callable[[list[int]], list[int]], dice: list[int]) -> None:
    assert name in failing(spoil(dice))


def test_a_shuffle_that_swaps_with_any_place_is_found() -> None:
    """The usual mistake: 256 ways into 24 orders."""
    orders = []
    for number in range(20_000):
        block, order = hashlib.sha256(number.to_bytes(8, "big")).digest(), list(CARDS)
        for place in range(4):
            other = block[place] % 4
            order[place], order[other] = order[other], order[place]
        orders.append(order)
    assert not all(each.holds for each in measures.of_orders(orders, CARDS))


@pytest.mark.parametrize(("freedom", "statistic", "p"), [
    (1, 3.841459, 0.05), (5, 11.0705, 0.05), (5, 20.515, 0.001), (35, 49.802, 0.05), (5, 25.745, 0.0001),
    (23, 11.689, 0.975)])
def test_p_values_are_those_of_the_tables(freedom: int, statistic: float, p: float) -> None:
    assert measures.upper_gamma(freedom / 2, statistic / 2) == pytest.approx(p, rel=1e-3)


def test_a_normal_p_value_has_both_tails() -> None:
    assert measures.normal("", 1.959964).p == measures.normal("", -1.959964).p == pytest.approx(0.05, rel=1e-5)
