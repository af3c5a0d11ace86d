"""Sections 2.2.1 and 2.2.2: what units attack with."""

from __future__ import annotations

from collections.abc import Iterable

from witp_pbem.games.taiheiyo_senshi.board.state import AIR, CARRIER, Position, Unit


def air_strength(position: Position, units: Iterable[Unit]) -> int:
    """The attack strength in air strikes, of carriers and land-based air (senshi 2.2.1-a)."""
    return sum(position.data.units[unit.id].air for unit in units)


def gunnery(position: Position, units: Iterable[Unit]) -> int:
    """The attack strength in surface combat, of every ship but carriers (senshi 2.2.2-a)."""
    return sum(position.data.units[unit.id].gunnery for unit in units)


def carriers(units: Iterable[Unit]) -> list[Unit]:
    """The carriers among some units."""
    return [unit for unit in units if unit.kind == CARRIER]


def gunners(units: Iterable[Unit]) -> list[Unit]:
    """The ships with guns among some units: all but carriers (senshi 2.2.2-a)."""
    return [unit for unit in units if unit.is_ship and unit.kind != CARRIER]


def aircraft(units: Iterable[Unit]) -> list[Unit]:
    """The land-based air among some units."""
    return [unit for unit in units if unit.kind == AIR]
