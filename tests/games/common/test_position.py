"""Positions as values: what goes on with the next one, counters by place, and the JSON form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

import pytest

from witp_pbem.games.common.position import (
    PositionForm,
    Remembering,
    by_place,
    by_place_after,
    elsewhere,
    overviews,
    remembered,
    remembered_everywhere,
    remembered_there,
)


class Ship(NamedTuple):
    id: str
    area: str = ""
    hits: int = 0


class Outcome(NamedTuple):
    winner: str


@dataclass(frozen=True)
class Position(Remembering):
    LASTING = {"fleets": ("units",)}

    data: str = field(default="", compare=False)
    turn: int = 1
    units: Mapping[str, Ship] = field(default_factory=dict)
    hands: tuple[str, ...] = ()
    markers: Mapping[str, Any] = field(default_factory=dict)
    outcome: Outcome | None = None

    @cached_property
    def fleets(self) -> dict[Any, Any]:
        return {}

    @cached_property
    def memo(self) -> dict[Any, Any]:
        return {}


FORM = PositionForm(Position, {"format": 1}, Outcome, Ship, always=("hits",), optional=("markers",))
SHIPS = {ship.id: ship for ship in (Ship("Akagi", "Japan"), Ship("Hiei", "Truk", 1), Ship("Kaga", "Japan"), Ship("Z"))}
FULL = Position("map", 3, SHIPS, ("a",), {"Truk": 2}, Outcome("red"))


def test_what_was_worked_out_goes_on_as_far_as_it_holds() -> None:
    calls: list[str] = []

    @remembered("fleets")
    def strength(position: Position, area: str) -> int:
        calls.append(area)
        return sum(ship.area == area for ship in position.units.values())

    assert [strength(FULL, area) for area in ("Japan", "Truk", "Japan")] == [2, 1, 2] and calls == ["Japan", "Truk"]
    assert FULL.memo == {} and "memo" not in FULL.but(turn=4).__dict__
    assert strength(FULL.but(turn=4), "Japan") == 2 and len(calls) == 2
    assert strength(FULL.but(units={}), "Japan") == 0 and len(calls) == 3


def test_what_was_worked_out_of_a_place_goes_on_elsewhere() -> None:
    calls: list[str] = []

    @remembered_there("fleets")
    def strength(position: Position, most: int, area: str) -> int:
        calls.append(area)
        return min(sum(ship.area == area for ship in position.units.values()), most)

    assert [strength(FULL, 9, area) for area in ("Japan", "Truk", "Japan")] == [2, 1, 2] and calls == ["Japan", "Truk"]
    assert strength(FULL, 1, "Japan") == 1 and len(calls) == 3
    sailed = FULL.but(units={})
    sailed.__dict__["fleets"] = elsewhere(FULL.fleets, ["Japan", "Guam"])
    assert strength(sailed, 9, "Truk") == 1 and len(calls) == 3
    assert strength(sailed, 9, "Japan") == 0 and strength(FULL, 9, "Japan") == 2 and len(calls) == 4


def test_what_was_worked_out_of_all_places_is_looked_at_again_where_something_changed() -> None:
    calls: list[str] = []

    @remembered_everywhere("fleets", attrgetter("markers"))
    def strength(position: Position, most: int, area: str) -> int:
        calls.append(area)
        return min(sum(ship.area == area for ship in position.units.values()), most)

    full = FULL.but(units=SHIPS, markers={"Japan": 1, "Truk": 2, "Guam": 3})
    assert strength(full, 9) == strength(full, 9) == {"Japan": 2, "Truk": 1} and calls == ["Japan", "Truk", "Guam"]
    assert strength(full, 1) == {"Japan": 1, "Truk": 1} and len(calls) == 6
    sailed = full.but(units={"Z": Ship("Z", "Guam")})
    sailed.__dict__["fleets"] = overviews(overviews(full.fleets, frozenset({"Japan"})), frozenset({"Guam"}))
    assert strength(sailed, 9) == {"Truk": 1, "Guam": 1} and strength(full, 9) == {"Japan": 2, "Truk": 1}
    assert sorted(calls[6:]) == ["Guam", "Japan"]


def test_a_position_made_of_another_is_as_if_made_anew() -> None:
    assert FULL.but(turn=5) == Position("map", 5, SHIPS, ("a",), {"Truk": 2}, Outcome("red"))
    assert FULL.turn == 3 and FULL.but(turn=5).data == "map"


def test_counters_by_place_follow_those_that_change() -> None:
    def area(ship: Ship) -> str:
        return ship.area

    here = by_place(SHIPS.values(), area)
    assert {place: [ship.id for ship in ships] for place, ships in here.items()} == {
        "Japan": ["Akagi", "Kaga"], "Truk": ["Hiei"]}
    changed = {"Hiei": (SHIPS["Hiei"], Ship("Hiei", "Japan")), "Z": (SHIPS["Z"], Ship("Z", "Guam"))}
    after = by_place_after(here, changed, area, lambda ship: list(SHIPS).index(ship.id))
    assert {place: [ship.id for ship in ships] for place, ships in after.items()} == {
        "Japan": ["Akagi", "Hiei", "Kaga"], "Guam": ["Z"]}
    assert len(here["Japan"]) == 2


def test_the_json_form_leaves_out_what_is_usual_and_comes_back() -> None:
    record = FORM.to_json(FULL)
    assert record == {"format": 1, "turn": 3, "hands": ["a"], "markers": {"Truk": 2}, "outcome": {"winner": "red"},
                      "units": [{"id": "Akagi", "area": "Japan", "hits": 0}, {"id": "Hiei", "area": "Truk", "hits": 1},
                                {"id": "Kaga", "area": "Japan", "hits": 0}, {"id": "Z", "hits": 0}]}
    assert FORM.from_json(json.loads(json.dumps({**record, "about": "x"})), data="map") == FULL
    assert FORM.to_json(Position()) == {"format": 1, "turn": 1, "hands": [], "units": [], "outcome": None}
    assert FORM.from_json({}) == Position()


@pytest.mark.parametrize(("record", "words"), [
    ({"colour": 1}, "unknown fields: colour"), ({"units": [{"area": "Truk"}]}, r"unit \?"),
    ({"units": [{"id": "Hiei", "speed": 9}]}, "unit Hiei"), ({"units": [5]}, "unit 5")])
def test_what_is_no_position(record: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, TypeError), match=words):
        FORM.from_json(record)
