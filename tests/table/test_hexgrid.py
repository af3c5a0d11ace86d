"""The grid: neighbours and distances, for maps with the even or the odd columns lower."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witp_pbem.table.hexgrid import Columns, distance, is_number, neighbours

numbers = st.builds(lambda column, row: f"{column:02d}{row:02d}", st.integers(0, 99), st.integers(0, 99))
inner = st.builds(lambda column, row: f"{column:02d}{row:02d}", st.integers(1, 98), st.integers(1, 98))
columns = st.sampled_from(get_args(Columns))


def test_neighbours_where_even_columns_are_lower() -> None:
    assert neighbours("1008") == ("0908", "0909", "1007", "1009", "1108", "1109")
    assert neighbours("0909") == ("0808", "0809", "0908", "0910", "1008", "1009")


def test_neighbours_where_odd_columns_are_lower() -> None:
    assert neighbours("1008", "odd") == ("0907", "0908", "1007", "1009", "1107", "1108")


def test_the_corner_has_fewer_neighbours() -> None:
    assert neighbours("0000") == ("0001", "0100", "0101")
    assert neighbours("0000", "odd") == ("0001", "0100")


@pytest.mark.parametrize(("first", "second", "hexes"), [
    ("0804", "0606", 3), ("0801", "0606", 6), ("0904", "1406", 5), ("0804", "1406", 6), ("0907", "0707", 2),
    ("1110", "1207", 3), ("0606", "0606", 0),
])
def test_distances_of_the_rulebook(first: str, second: str, hexes: int) -> None:
    assert distance(first, second) == hexes


@pytest.mark.parametrize(("text", "answer"), [
    ("0606", True), ("606", False), ("06066", False), ("06a6", False), ("٠٦٠٦", False), ("", False),
])
def test_what_has_the_form_of_a_number(text: str, answer: bool) -> None:
    assert is_number(text) is answer


@given(numbers, columns)
def test_neighbours_are_mutual(number: str, lower: Columns) -> None:
    assert all(number in neighbours(other, lower) for other in neighbours(number, lower))


@given(inner, columns)
def test_an_inner_hex_has_six_neighbours_in_order(number: str, lower: Columns) -> None:
    found = neighbours(number, lower)
    assert len(set(found)) == 6
    assert list(found) == sorted(found)


@given(numbers, numbers, columns)
def test_distance_is_the_same_both_ways(first: str, second: str, lower: Columns) -> None:
    assert distance(first, second, lower) == distance(second, first, lower)
    assert (distance(first, second, lower) == 0) == (first == second)


@given(numbers, numbers, numbers, columns)
def test_a_detour_is_never_shorter(first: str, second: str, third: str, lower: Columns) -> None:
    assert distance(first, third, lower) <= distance(first, second, lower) + distance(second, third, lower)


@given(numbers, numbers, columns)
def test_just_the_neighbours_are_one_hex_away(first: str, second: str, lower: Columns) -> None:
    assert (distance(first, second, lower) == 1) == (second in neighbours(first, lower))


@given(inner, inner, columns)
def test_a_step_nearer_exists(first: str, second: str, lower: Columns) -> None:
    if first != second:
        far = distance(first, second, lower)
        assert min(distance(other, second, lower) for other in neighbours(first, lower)) == far - 1
