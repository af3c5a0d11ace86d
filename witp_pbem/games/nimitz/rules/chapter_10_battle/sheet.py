"""The battle sheet as it lies: who is where, and who can be attacked there (10.1.1, 10.18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from witp_pbem.games.nimitz.board.state import (
    AIRFIELD,
    AIRFIELDS,
    BEACH,
    CARRIERS,
    COASTAL,
    ENEMY,
    FOXHOLES,
    SUBMARINE,
    TRANSPORT,
    Battle,
    Position,
    Side,
    Unit,
)


def battle(position: Position) -> Battle:
    """The battle that is being fought."""
    assert position.battle is not None
    return position.battle


def moment(position: Position) -> dict[str, Any]:
    """What every decision and every die of a round is about."""
    sheet = battle(position)
    return {"turn": position.turn, "place": sheet.place, "round": sheet.number}


def on_sheet(position: Position, side: Side, *boxes: str) -> list[Unit]:
    """A side's units on the sheet, or in some of its boxes; those that are set aside are not on it (G-10)."""
    sheet = battle(position)
    wanted = boxes or {*sheet.boxes.values()}
    return [unit for unit in position.of(side, sheet.place) if sheet.boxes.get(unit.id) in wanted]


def carriers(position: Position, side: Side) -> list[Unit]:
    """A side's carriers in the battle."""
    return [unit for unit in on_sheet(position, side) if unit.kind in CARRIERS]


def ships(position: Position, side: Side, area: str) -> list[Unit]:
    """A side's ships in an area other than submarines."""
    return [unit for unit in on_sheet(position, side, area) if unit.kind != SUBMARINE]


def submarines(position: Position, side: Side, area: str) -> list[Unit]:
    """A side's submarines in an area."""
    return [unit for unit in on_sheet(position, side, area) if unit.kind == SUBMARINE]


def surface(position: Position, side: Side, area: str) -> list[Unit]:
    """What bombs, torpedoes and shells for ships can hit in an area: ships other than submarines (nimitz 2.7.4.c), and
    in Coastal who is aboard transports (nimitz 10.1.2.g, 10.10.2.e)."""
    loaded = on_sheet(position, side, TRANSPORT) if area == COASTAL else []
    return [*ships(position, side, area), *loaded]


def aircraft(position: Position, side: Side) -> list[Unit]:
    """A side's aircraft in the battle."""
    return [unit for unit in on_sheet(position, side) if unit.is_aircraft]


def flying(position: Position, side: Side, area: str) -> list[Unit]:
    """A side's aircraft in the air over an area (G-23)."""
    where = battle(position).flying
    return [unit for unit in aircraft(position, side) if where.get(unit.id) == area]


def based(position: Position, side: Side) -> list[Unit]:
    """A side's LBA on the Island, those in the air included (G-25)."""
    return [unit for unit in aircraft(position, side) if unit.is_lba]


def ashore(position: Position, side: Side) -> list[Unit]:
    """A side's ground units on the Island."""
    return on_sheet(position, side, FOXHOLES, BEACH)


def airfield(position: Position, side: Side) -> list[Unit]:
    """The marker of a side's airfield while it has capacity left (nimitz 10.18.2.a)."""
    return [position.units[AIRFIELDS[side]]] if battle(position).capacity.get(side, 0) else []


def on_island(position: Position, side: Side) -> list[Unit]:
    """A side's ground units and airfield on the Island: what ground units attack there (nimitz 10.17.a)."""
    return [*ashore(position, side), *airfield(position, side)]


def from_above(position: Position, side: Side) -> list[Unit]:
    """What bombs and shells of the enemy can hit of a side on the Island: its airfield, and its ground units if the
    enemy has a ground unit or LBA there, too (nimitz 10.18.1.a, 10.18.1.b; G-05)."""
    enemy = ENEMY[side]
    is_open = bool(ashore(position, enemy) or based(position, enemy))
    return on_island(position, side) if is_open else airfield(position, side)


def hits_left(position: Position, units: Sequence[Unit]) -> int:
    """How many hits some units can take (nimitz 2.5.2.b, 10.18.2.a)."""
    return sum(battle(position).capacity[unit.side] if unit.kind == AIRFIELD else 2 if unit.full else 1
               for unit in units)
