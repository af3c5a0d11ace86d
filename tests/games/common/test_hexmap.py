"""Maps of hexes: neighbours and distances, for maps with the even or the odd columns lower."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witp_pbem.games.common.hexmap import Columns, HexMap, is_number, numbered

ALL = [f"{column:02d}{row:02d}" for column in range(100) for row in range(100)]
BOARDS: dict[Columns, HexMap] = {lower: numbered(ALL, lower) for lower in get_args(Columns)}
numbers = st.sampled_from(ALL)
inner = st.builds(lambda column, row: f"{column:02d}{row:02d}", st.integers(1, 98), st.integers(1, 98))
boards = st.sampled_from(list(BOARDS.values()))
EVEN, ODD = BOARDS["even"], BOARDS["odd"]


def test_neighbours_where_even_columns_are_lower() -> None:
    assert EVEN.neighbours("1008") == ("0908", "0909", "1007", "1009", "1108", "1109")
    assert EVEN.neighbours("0909") == ("0808", "0809", "0908", "0910", "1008", "1009")


def test_neighbours_where_odd_columns_are_lower() -> None:
    assert ODD.neighbours("1008") == ("0907", "0908", "1007", "1009", "1107", "1108")


def test_the_corner_has_fewer_neighbours() -> None:
    assert EVEN.neighbours("0000") == ("0001", "0100", "0101")
    assert ODD.neighbours("0000") == ("0001", "0100")


def test_only_hexes_of_the_map_are_neighbours() -> None:
    board = numbered(["0606", "0607", "0808"])
    assert board.neighbours("0606") == ("0607",)
    assert board.neighbours("0808") == ()
    assert "0606" in board and "0605" not in board and None not in board


def test_a_hex_may_be_called_anything() -> None:
    board = HexMap({"W-1": (0, 0), "Truk lagoon": (1, 0), "日本": (120, 300)})
    assert board.places == ("W-1", "Truk lagoon", "日本")
    assert board.neighbours("W-1") == ("Truk lagoon",)
    assert board.distance("W-1", "日本") == 360


@pytest.mark.parametrize("number", ["606", "06a6", "Truk"])
def test_a_map_of_numbers_holds_nothing_else(number: str) -> None:
    with pytest.raises(ValueError, match=number):
        numbered(["0606", number])


@pytest.mark.parametrize(("first", "second", "hexes"), [
    ("0804", "0606", 3), ("0801", "0606", 6), ("0904", "1406", 5), ("0804", "1406", 6), ("0907", "0707", 2),
    ("1110", "1207", 3), ("0606", "0606", 0),
])
def test_distances_of_the_rulebook(first: str, second: str, hexes: int) -> None:
    assert EVEN.distance(first, second) == hexes


@pytest.mark.parametrize(("text", "answer"), [
    ("0606", True), ("606", False), ("06066", False), ("06a6", False), ("٠٦٠٦", False), ("", False),
])
def test_what_has_the_form_of_a_number(text: str, answer: bool) -> None:
    assert is_number(text) is answer


@given(numbers, boards)
def test_neighbours_are_mutual(number: str, board: HexMap) -> None:
    assert all(number in board.neighbours(other) for other in board.neighbours(number))


@given(inner, boards)
def test_an_inner_hex_has_six_neighbours_in_order(number: str, board: HexMap) -> None:
    around = board.neighbours(number)
    assert len(set(around)) == 6
    assert list(around) == sorted(around)


@given(inner, boards)
def test_neighbours_lie_as_the_contract_of_boards_says(number: str, board: HexMap) -> None:
    x, y = board.xy(number)
    assert {(board.xy(other)[0] - x, board.xy(other)[1] - y) for other in board.neighbours(number)} == {
        (0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)}


@given(numbers, numbers, boards)
def test_distance_is_the_same_both_ways(first: str, second: str, board: HexMap) -> None:
    assert board.distance(first, second) == board.distance(second, first)
    assert (board.distance(first, second) == 0) == (first == second)


@given(numbers, numbers, numbers, boards)
def test_a_detour_is_never_shorter(first: str, second: str, third: str, board: HexMap) -> None:
    assert board.distance(first, third) <= board.distance(first, second) + board.distance(second, third)


@given(numbers, numbers, boards)
def test_just_the_neighbours_are_one_hex_away(first: str, second: str, board: HexMap) -> None:
    assert (board.distance(first, second) == 1) == (second in board.neighbours(first))


@given(inner, inner, boards)
def test_a_step_nearer_exists(first: str, second: str, board: HexMap) -> None:
    if first != second:
        far = board.distance(first, second)
        assert min(board.distance(other, second) for other in board.neighbours(first)) == far - 1


def test_hexes_by_their_distance_from_one() -> None:
    board = numbered(["0505", "0506", "0605", "0707", "0909"])
    assert board.nearest("0505") == ("0505", "0506", "0605", "0707", "0909")
    assert board.within("0505", 1) == ["0505", "0506", "0605"]
    assert board.within("0505", 0) == ["0505"] and "0808" not in board
