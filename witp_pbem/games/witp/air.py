"""Base air: zones of control (witp 2.2.3) and support range (witp 9.2)."""

from __future__ import annotations

from witp_pbem.games.witp.state import AIR, Position, Side, Unit


def full_air(position: Position, side: Side, number: str) -> list[Unit]:
    """The side's full base air units in a hex; only they project and nullify (witp 2.2.3.a-c, f)."""
    return [unit for unit in position.of(side, number, AIR) if unit.full]


def in_zone(position: Position, side: Side, number: str) -> bool:
    """Whether a hex lies in the air zone of control of the enemy of `side`, un-nullified.

    A full enemy air unit stands in a neighbouring hex (witp 2.2.3.a, d; R-07) and no full air unit of the side
    in this one (witp 2.2.3.e).
    """
    return number in zone(position, side)


def zone(position: Position, side: Side) -> frozenset[str]:
    """All hexes in the un-nullified air zone of control of the enemy of `side`."""
    key = ("zone", side)
    if key not in position.memo:
        full = [unit for unit in position.on_map() if unit.kind == AIR and unit.full]
        own = {unit.hex for unit in full if unit.side == side}
        position.memo[key] = frozenset(
            number for unit in full if unit.side != side for number in position.data.map.beside[unit.hex]) - own
    found: frozenset[str] = position.memo[key]
    return found


def supporters(position: Position, side: Side, number: str) -> list[Unit]:
    """Full air units of the side in the hex or beside it (witp 9.2.b; R-56, R-105), nearest first, then by hex."""
    hexes = (number, *position.data.map.beside[number])
    return [unit for place in hexes for unit in full_air(position, side, place)]
