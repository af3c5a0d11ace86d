"""Maps of points: who is next to whom, and how far it is by the shortest way."""

from __future__ import annotations

import pytest

from witp_pbem.games.common.pointmap import PointMap, Route, of

BOARD = PointMap(
    {"HI": (800, 360), "Truk lagoon": (500, 470), "Midway": (650, 260), "日本": (330, 210), "Moon": (0, 0)},
    [Route("HI", "Truk lagoon", 3), Route("HI", "Midway"), Route("Truk lagoon", "Midway"),
     Route("日本", "Truk lagoon", 2, "dotted")])


def test_neighbours_are_those_a_route_leads_to() -> None:
    assert BOARD.neighbours("Truk lagoon") == ("HI", "Midway", "日本")
    assert BOARD.neighbours("Moon") == ()
    assert "HI" in BOARD and "Hawaii" not in BOARD


def test_the_shortest_way_need_not_be_the_straight_one() -> None:
    assert BOARD.length("HI", "Truk lagoon") == BOARD.length("Truk lagoon", "HI") == 3
    assert BOARD.distance("HI", "Truk lagoon") == 2
    assert BOARD.distance("HI", "日本") == BOARD.distance("日本", "HI") == 4
    assert BOARD.distance("HI", "HI") == 0


def test_where_no_way_leads_there_is_no_distance() -> None:
    assert BOARD.distance("HI", "Moon") is None
    assert BOARD.distance("Moon", "Moon") == 0


def test_places_keep_their_order_and_lie_where_they_were_put() -> None:
    assert BOARD.places == ("HI", "Truk lagoon", "Midway", "日本", "Moon")
    assert BOARD.xy("日本") == (330, 210)


@pytest.mark.parametrize("ask", [
    lambda: BOARD.neighbours("Mars"), lambda: BOARD.distance("Mars", "HI"), lambda: BOARD.distance("HI", "Mars"),
    lambda: BOARD.xy("Mars"), lambda: BOARD.length("HI", "Moon")])
def test_what_is_not_there_is_an_error(ask: object) -> None:
    with pytest.raises(KeyError):
        ask()  # type: ignore[operator]


@pytest.mark.parametrize("routes", [
    [Route("HI", "Mars")], [Route("HI", "HI")], [Route("HI", "Midway", 0)],
    [Route("HI", "Midway"), Route("Midway", "HI")]])
def test_routes_that_cannot_be(routes: list[Route]) -> None:
    with pytest.raises(ValueError, match="no route"):
        PointMap({"HI": (0, 0), "Midway": (1, 1)}, routes)


def test_a_map_is_made_of_its_record() -> None:
    board = of({"points": [{"id": "A", "xy": [1, 2]}, {"id": "B", "xy": [3, 4]}, {"id": "C", "xy": [5, 6]}],
                "routes": [{"pair": ["A", "B"], "length": 2}, {"pair": ["B", "C"], "kind": "rail"}]})
    assert board.places == ("A", "B", "C") and board.xy("B") == (3, 4)
    assert board.routes == (Route("A", "B", 2), Route("B", "C", 1, "rail"))
