"""Orders of the third game are legal if, and only if, a demand lists them (see `tests.legality`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from tests.games.nimitz import players
from tests.games.nimitz.reading import GAME
from tests.legality import Inspector, MakeUp, Plausible
from witp_pbem.games.nimitz.board import names
from witp_pbem.games.nimitz.board.state import JAPAN, US, Position
from witp_pbem.table.demand import Demand

Made = Iterator[str]


def unit_names(position: Position, side: str = US) -> list[str]:
    """The units of a side as orders call them."""
    return [GAME.name_in_orders("unit", unit.id) for unit in position.units.values() if unit.side == side]


def areas() -> list[str]:
    return [english for english, _ in names.AREAS.values()]


def every_unit(*keywords: str) -> MakeUp:
    """Every American unit, bought, repaired, or sent to a box."""
    return lambda demand, position: (f"{keyword} {unit}" for keyword in keywords for unit in unit_names(position))


def every_point(keyword: str) -> MakeUp:
    return lambda demand, position: (f"{keyword} {point.name}" for point in position.data.map.points.values())


def every_move(demand: Demand, position: Position) -> Made:
    yield from every_unit("raid", "bomb", "invade")(demand, position)
    for unit, point in product(unit_names(position), position.data.map.points.values()):
        yield f"move {unit} to {point.name}"


def sent(keyword: str, *more: str) -> MakeUp:
    """Each of the units that a demand is about, and all of them, to every area."""
    def make(demand: Demand, position: Position) -> Made:
        yield from more
        units: Any = demand.about["units"]
        for unit, area in product([*(GAME.name_in_orders("unit", unit) for unit in units), "any"], areas()):
            yield f"{keyword} {unit} to {area}"
    return make


def every_target(demand: Demand, position: Position) -> Made:
    yield from ("target ships", "target infantry", "target LBA", "target LBA, ships")


def every_marker(demand: Demand, position: Position) -> Made:
    yield "pass markers"
    yield from (f"prepare {marker.name}" for marker in position.data.markers.values())


def every_strike(demand: Demand, position: Position) -> Made:
    yield "pass first strike"
    for unit, area in product(unit_names(position), areas()):
        yield f"strike {unit} at {area}"


def one_of_all(keyword: str) -> MakeUp:
    """Every unit there is, of either side."""
    return lambda demand, position: (f"{keyword} {GAME.name_in_orders('unit', unit)}" for unit in position.units)


def every_enemy_strike(demand: Demand, position: Position) -> Made:
    yield from (f"strike {unit} at US Ocean" for unit in unit_names(position, JAPAN))


def every_use(demand: Demand, position: Position) -> Made:
    yield from ("keep any", "use any", "use Engaged to lengthen", "use Engaged to shorten")
    units: Any = demand.about["units"]
    for marker in position.data.markers.values():
        yield from (f"keep {marker.name}", f"use {marker.name}")
        yield from (f"use {marker.name} on {GAME.name_in_orders('unit', unit)}" for unit in units)


MADE_UP: Mapping[str, MakeUp] = {
    "supply": every_unit("buy", "repair"), "scouting": every_point("scout"), "movement": every_move,
    "points": every_point("roll"), "targets": every_target, "battle-order": every_point("fight"),
    "stationing": sent("station"), "submarines": sent("station"), "escorts": sent("station"),
    "enemy-strike": every_enemy_strike, "markers": every_marker,
    "first-strike": every_strike, "hits": one_of_all("hit"), "losses": one_of_all("lose"),
    "excess": one_of_all("lose"), "use": every_use, "last-unit": one_of_all("stay")}
NOT_LISTED = {"aircraft": "all of them and each type, not each by itself"}
LEFT_OPEN = {keyword: f"{keyword} any" for keyword in (
    "roll", "fight", "hit", "lose", "use", "strike", "keep", "stay", "buy", "repair", "raid", "bomb", "invade")}
PLAUSIBLE = Plausible(
    GAME, MADE_UP, NOT_LISTED, {**LEFT_OPEN, "station": "station any in US Ocean", "fly": "fly any to US Ocean"},
    at_times=("buy", "repair", "raid", "bomb", "invade", "station"),
    loose={"keep": ("marker",), "strike": ("area",)})


def test_every_demand_is_accounted_for() -> None:
    assert {*MADE_UP, *NOT_LISTED} == set(GAME.catalogue.demands)


@pytest.mark.parametrize("scenario", ["1942", "1944", "1945"])
def test_what_is_listed_is_what_is_accepted(scenario: str) -> None:
    inspector = Inspector(PLAUSIBLE, 1, each=12)
    players.play(GAME, 1, scenario, 2, watch=inspector)
    common = {"supply", "movement", "battle-order", "markers"}
    assert common <= set(inspector.listed) and common <= set(inspector.accepted), inspector.accepted
