"""The search for ways: what is cheapest, ties, gates, limits, and that it goes no farther than it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

import pytest

from witp_pbem.games.common.paths import Reach, Way, near, ways

#   a --1-- b --1-- d --1-- e      a --3-- e      a --1-- c --1-- d
ROADS: Mapping[str, Mapping[str, int]] = {
    "a": {"e": 3, "c": 1, "b": 1}, "b": {"a": 1, "d": 1}, "c": {"a": 1, "d": 1}, "d": {"b": 1, "c": 1, "e": 1},
    "e": {"a": 3, "d": 1}}


def ways_from_a(gate: str = "", limit: int | None = None, barred: str = "") -> list[tuple[str, int, str]]:
    """End, cost and path of every way from "a"; nobody goes on from `gate`, nobody enters `barred`."""
    return [(way.end, way.cost, "".join(way.path)) for way in ways(
        "a", ROADS.__getitem__, lambda here, there: None if there == barred else ROADS[here][there],
        lambda node: node != gate, limit)]


def test_the_cheapest_come_first_then_the_fewer_steps_then_the_lower_places() -> None:
    assert ways_from_a() == [("b", 1, "b"), ("c", 1, "c"), ("d", 2, "bd"), ("e", 3, "e")]


@pytest.mark.parametrize(("wish", "expected"), [
    ({"gate": "b"}, ["b", "c", "cd", "e"]), ({"gate": "d"}, ["b", "c", "bd", "e"]), ({"limit": 2}, ["b", "c", "bd"]),
    ({"barred": "b"}, ["c", "cd", "e"]), ({"limit": 0}, [])])
def test_gates_bars_and_limits(wish: Mapping[str, object], expected: list[str]) -> None:
    assert [path for _, _, path in ways_from_a(**wish)] == expected  # type: ignore[arg-type]


def test_every_step_costs_one_where_nothing_is_said() -> None:
    assert {way.end: way.cost for way in ways("a", ROADS.__getitem__)} == {"b": 1, "c": 1, "e": 1, "d": 2}


@pytest.mark.parametrize(("steps", "gate"), [(0, ""), (1, ""), (2, ""), (9, ""), (2, "b"), (2, "d"), (9, "c")])
def test_what_is_near_is_where_ways_lead(steps: int, gate: str) -> None:
    for start in ROADS:
        lead = {way.end for way in ways(start, ROADS.__getitem__, limit=steps, goes_on=lambda node: node != gate)}
        assert near([start], ROADS.__getitem__, steps, {gate}) == {start, *lead}


def test_near_several_nodes_is_near_one_of_them() -> None:
    for starts in permutations(ROADS, 2):
        one_by_one = [near([start], ROADS.__getitem__, 2, {"b", "d"}) for start in starts]
        assert near(starts, ROADS.__getitem__, 2, {"b", "d"}) == frozenset().union(*one_by_one)


def test_a_node_can_be_more_than_a_place() -> None:
    """Two steps at most without a rest in "d"; the same place counts once for each state it is entered in."""
    def beside(node: tuple[str, int]) -> Iterator[tuple[str, int]]:
        place, tired = node
        return ((there, 0 if there == "d" else tired + 1) for there in ROADS[place] if tired < 2)

    assert ("e", 1) in [way.end for way in ways(("b", 0), beside)]
    assert ("e", 2) in [way.end for way in ways(("b", 0), beside)]


def test_reach_seeks_only_as_far_as_it_is_asked() -> None:
    ends: list[str] = []

    def noted() -> Iterator[Way[str]]:
        for way in ways("a", ROADS.__getitem__, lambda here, there: ROADS[here][there]):
            ends.append(way.end)
            yield way

    reach: Reach[str, str] = Reach(noted(), lambda place: place)
    assert reach.to("c") == Way(1, ("c",)) and ends == ["b", "c"]
    assert reach.to("b") == Way(1, ("b",)) and ends == ["b", "c"]
    assert reach.to("a") is None and ends == ["b", "c", "d", "e"]
    assert list(reach.all()) == ["b", "c", "d", "e"]


def test_reach_keeps_the_first_way_to_a_place() -> None:
    reach: Reach[str, tuple[str, int]] = Reach(iter([Way(1, (("b", 1),)), Way(2, (("b", 2),))]), lambda node: node[0])
    assert reach.all() == {"b": Way(1, (("b", 1),))}


def test_what_is_within_a_limit_is_sought_as_it_is_asked_for_by_several() -> None:
    reach: Reach[str, str] = Reach(ways("a", ROADS.__getitem__, lambda here, there: ROADS[here][there]),
                                   lambda place: place)
    first, second = reach.within(2), reach.within(9)
    assert next(first) == ("b", Way(1, ("b",)))
    assert [place for place, _ in second] == ["b", "c", "d", "e"]
    assert [place for place, _ in first] == ["c", "d"]
    assert list(reach.within(0)) == []
