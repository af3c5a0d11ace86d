"""The map: what the rulebook forces about the graph of points (M01 to M30), and what the map answers.

The printed map was not available. Whoever replaces routes by those of a printed copy has to pass these tests, too.
"""

from __future__ import annotations

import copy
from collections.abc import Collection

import pytest

from witp_pbem.games.taiheiyo_senshi.board.data import packaged, read
from witp_pbem.games.taiheiyo_senshi.board.map import Map, Point

MAP = packaged().map
HOMES = ("japan", "indochina", "truk")  # where the Japanese land-based air starts
ALLIED_AIR = ("australia", "samoa", "port_moresby", "ceylon")  # where the Allied one can start
CLOSED, OPEN = False, True


def length(first: str, second: str) -> int:
    """The length of the shortest way with the dotted routes closed."""
    return next(way.cost for way in MAP.ways(first, CLOSED) if way.end == second)


def reached(start: str, closed: Collection[str] = ()) -> set[str]:
    """The points that ways lead to which do not go over some points, nor end in them."""
    return {way.end for way in MAP.ways(start, CLOSED, lambda place: place not in closed)} - set(closed)


# -- what the rulebook forces -----------------------------------------------------------------------------------------


def test_points_of_the_game() -> None:
    """M01: rulebook 4.0 example, and the summary of the English edition."""
    assert (len(MAP.ports), len(MAP.bases)) == (11, 11)
    assert sum(MAP[place].score > 0 for place in MAP.ports) == 9


def test_japan_to_midway_costs_two() -> None:
    """M02: rulebook 7.5 example, 8 example (1)."""
    assert length("japan", "midway") == 2


@pytest.mark.parametrize(("first", "second"), [
    pytest.param("midway", "johnston", id="M03, rulebook 7.5 example"),
    pytest.param("hawaii", "midway", id="M04, rulebook 4.2(2), 8 example (1)"),
    pytest.param("truk", "kwajalein", id="M05, rulebook 3.3 example"),
    pytest.param("truk", "rabaul", id="M06, rulebook 3.3 example"),
    pytest.param("port_moresby", "rabaul", id="M07, rulebook 3.3 example"),
    pytest.param("singapore", "borneo", id="M08, rulebook 4.2 example (6)"),
    pytest.param("indochina", "singapore", id="M09, rulebook 8 example (2) with the values of the ships"),
    pytest.param("okinawa", "philippines", id="M10, rulebook 8 example (2)")])
def test_routes_of_length_one(first: str, second: str) -> None:
    assert MAP.length(first, second) == 1 and second in MAP.adjacent(first, CLOSED)


def test_okinawa_to_borneo_by_the_philippines_costs_two() -> None:
    """M11: rulebook 8 example (2)."""
    assert MAP.route_length(("okinawa", "philippines", "borneo"), CLOSED) == 2


@pytest.mark.parametrize(("bases", "homes"), [
    pytest.param(("okinawa", "marianas", "kwajalein"), HOMES, id="M12, rulebook 3.3.1"),
    pytest.param(("johnston",), ("samoa",), id="M17, rulebook 3.3.1, where Johnston is missing"),
    pytest.param(("solomons",), ("australia", "samoa", "port_moresby"), id="M18, rulebook 3.3.1, likewise")])
def test_bases_that_zones_reach(bases: Collection[str], homes: Collection[str]) -> None:
    for base in bases:
        assert set(MAP.adjacent(base, CLOSED)) & set(homes)


@pytest.mark.parametrize(("bases", "homes"), [
    pytest.param(("borneo", "midway", "attu", "dutch_harbor"), HOMES, id="M13, rulebook 3.3.1"),
    pytest.param(("rabaul",), ("australia", "samoa"), id="M14, rulebook 3.3 example"),
    pytest.param(("okinawa", "marianas", "kwajalein"), ALLIED_AIR, id="M15, rulebook 3.3.1"),
    pytest.param(("attu", "dutch_harbor"), ALLIED_AIR, id="M16, rulebook 3.3.1"),
    pytest.param(("johnston",), HOMES, id="M17, rulebook 3.3.1")])
def test_bases_that_no_zones_reach(bases: Collection[str], homes: Collection[str]) -> None:
    for base in bases:
        assert not set(MAP.adjacent(base, CLOSED)) & set(homes)


def test_samoa_is_far_from_truk_and_near_the_west_coast() -> None:
    """M19, M20: rulebook 7.6 example (2)."""
    assert length("truk", "samoa") >= 3 and length("west_coast", "samoa") <= 2


@pytest.mark.parametrize(("start", "among", "nearest"), [
    pytest.param("samoa", HOMES, "truk", id="M21, rulebook 7.6 example (2)"),
    pytest.param("australia", HOMES, "truk", id="M22, rulebook 9.1 example (1)"),
    pytest.param("solomons", HOMES, "truk", id="M23, rulebook 9.1 example (2)"),
    pytest.param("philippines", ("ceylon", "australia", "samoa", "hawaii", "west_coast", "madagascar"), "ceylon",
                 id="M24, rulebook 8 example (2)")])
def test_nearest_ports_of_the_examples(start: str, among: Collection[str], nearest: str) -> None:
    assert MAP.nearest(start, among, CLOSED) == (nearest,)


def test_isolation_of_a_japanese_ship_in_australia() -> None:
    """M25: rulebook 9.1 example (1), with HMAS Australia at Rabaul."""
    assert "truk" not in reached("australia", ("rabaul", "samoa", "hawaii", "west_coast", "ceylon", "madagascar"))


def test_a_way_through_the_solomons_once_they_are_empty() -> None:
    """M26: rulebook 9.1 example (3), with HMAS Australia at Rabaul."""
    homes = {"australia", "samoa"}
    assert homes <= reached("rabaul", ("truk", "port_moresby"))
    assert not homes & reached("rabaul", ("truk", "port_moresby", "solomons"))


def test_from_madagascar_by_ceylon_to_singapore() -> None:
    """M27: rulebook 8 example (2)."""
    assert MAP.route_length(("madagascar", "ceylon", "singapore"), CLOSED) is not None


def test_ways_out_of_samoa() -> None:
    """M28: rulebook 7.6 example (2)."""
    assert "johnston" in MAP.joined("samoa", CLOSED)
    assert set(MAP.joined("samoa", CLOSED)) <= {"solomons", "rabaul", "johnston", "west_coast", "australia", "hawaii",
                                                "port_moresby"}


def test_every_point_can_be_reached_with_the_dotted_routes_closed() -> None:
    """M29: the game could not be played otherwise."""
    assert reached("japan") == set(MAP.points) - {"japan"}


def test_dotted_routes() -> None:
    """M30: rulebook 7.3(4), 7.5(5)."""
    assert {frozenset((route.first, route.second)) for route in MAP.dotted} == {
        frozenset(("australia", "borneo")), frozenset(("rabaul", "philippines"))}


# -- what the map answers ---------------------------------------------------------------------------------------------


def test_a_point_as_it_is_read_from_the_record() -> None:
    assert MAP["madagascar"] == Point("madagascar", "Madagascar", "マダガスカル", "port", 0, "allies",
                                      ("uk", "netherlands"), ("uk", "netherlands", "allies"))
    assert MAP["midway"] == Point("midway", "Midway", "ミッドウェイ島", "base") and not MAP["midway"].is_port


def test_dotted_routes_are_open_only_once_opened() -> None:
    assert "borneo" not in MAP.joined("australia", CLOSED) and "borneo" in MAP.joined("australia", OPEN)
    assert MAP.route_length(("australia", "borneo"), CLOSED) is None
    assert MAP.route_length(("australia", "borneo"), OPEN) == 2
    assert MAP.joined("japan", CLOSED) == MAP.joined("japan", OPEN) == ("attu", "marianas", "midway", "okinawa")


def test_zones_reach_over_routes_of_length_one_alone() -> None:
    assert set(MAP.adjacent("japan", CLOSED)) == {"okinawa", "marianas"}
    assert "borneo" not in MAP.adjacent("australia", OPEN)
    record = copy.deepcopy(read()["map"])
    next(route for route in record["routes"] if route["pair"] == ["australia", "borneo"])["length"] = 1
    shorter = Map(record)
    assert "borneo" in shorter.adjacent("australia", OPEN) and "borneo" not in shorter.adjacent("australia", CLOSED)


def test_a_route_has_no_length_where_nothing_joins_its_points() -> None:
    assert MAP.route_length(("japan", "hawaii"), OPEN) is None
    assert MAP.route_length(("japan", "midway", "johnston"), CLOSED) == 3
    assert MAP.route_length(("japan",), CLOSED) == 0


def test_ways_stop_at_the_gate_and_at_the_limit() -> None:
    gate = {way.end: way.path for way in MAP.ways("japan", CLOSED, lambda place: place != "midway")}
    assert gate["hawaii"] != ("midway", "hawaii")
    assert {way.end for way in MAP.ways("japan", CLOSED, limit=1)} == {"okinawa", "marianas"}


def test_nearest_by_length_and_by_the_number_of_routes() -> None:
    assert MAP.nearest("japan", ("midway", "truk"), CLOSED) == ("truk", "midway")
    assert MAP.nearest("japan", ("midway", "truk"), CLOSED, by_routes=True) == ("midway",)
    assert MAP.nearest("truk", ("truk", "japan"), CLOSED) == ("truk",)
    assert MAP.nearest("truk", (), CLOSED) == ()


@pytest.mark.parametrize(("place", "nations"), [
    ("west_coast", {"us", "allies"}), ("madagascar", {"uk", "netherlands", "allies"}),
    ("ceylon", {"japan", "us", "uk", "netherlands", "australia", "allies"})])
def test_who_may_enter(place: str, nations: set[str]) -> None:
    everybody = ("japan", "us", "uk", "netherlands", "australia", "allies")
    assert {nation for nation in everybody if MAP.may_enter(place, nation)} == nations


def test_each_point_lies_elsewhere_on_the_sheet() -> None:
    spots = [MAP.xy(place) for place in MAP.points]
    assert len(set(spots)) == len(spots) and all(0 <= x <= 1000 and 0 <= y <= 1000 for x, y in spots)
