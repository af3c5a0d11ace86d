"""Sections 9.1 and 9.2: one roll on the order chart, and how it is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.nimitz.board.data import MovementOrder
from witp_pbem.games.nimitz.board.events import BattalionsCalled, JapaneseMoved, OrderRolled, UnitsHeld
from witp_pbem.games.nimitz.board.state import DIE, EAST_ASIA, HOME, JAPAN, US, Position, Unit
from witp_pbem.games.nimitz.orders.kinds import INFANTRY, LBA, SHIPS
from witp_pbem.games.nimitz.rules.chapter_09_japan import chart, stacks
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table

EXEMPT = (HOME, EAST_ASIA)  # where the last unit moves, too (nimitz 9.0.b, 9.1.d)
Counts = Mapping[str, int]  # type of stack -> how many units


# -- who can move ---------------------------------------------------------------------------------------------------


def to_roll(position: Position) -> list[str]:
    """The points with units that can move, but for those whose units get no orders (nimitz 9.0.f, 12.4.a)."""
    return [point for point in position.data.map.points
            if point not in position.campaign.no_orders and movable(position, point)]


def movable(position: Position, point: str) -> list[Unit]:
    """The Japanese units of a point that have not moved (nimitz 9.1.h) and can: no ground units beside Americans
    (nimitz 9.0.e), and not the last ground unit or LBA (nimitz 9.1.d)."""
    is_shared, is_last = bool(position.of(US, point)), not _spare(position, point)
    return [unit for unit in position.of(JAPAN, point) if not unit.moved
            and (unit.is_ship or not (is_last or (is_shared and unit.is_ground)))]


def garrison(position: Position, point: str) -> list[Unit]:
    """The Japanese ground units and LBA of a point, those on transports included."""
    return [unit for unit in position.of(JAPAN, point) if unit.is_ground or unit.is_lba]


def _spare(position: Position, point: str) -> int:
    """How many ground units and LBA may leave a point: all but one, which stays whatever the order, but for Japan and
    East Asia (nimitz 9.1.d)."""
    return max(len(garrison(position, point)) - (point not in EXEMPT), 0)


def _stack(position: Position, point: str, kind: str) -> list[Unit]:
    return [unit for unit in movable(position, point) if unit.kind in stacks.KINDS[kind]]


# -- one roll -------------------------------------------------------------------------------------------------------


def roll(table: Table, point: str, number: int, *, scouted: bool = False) -> None:
    """One roll for the units of a point that have not moved (nimitz 9.1.a, 9.1.b). An order that cannot be carried out
    or moves nobody is a HOLD (nimitz 9.1.i, 9.1.j; G-31)."""
    label: dict[str, Any] = {"place": point, "number": number, **({"scouted": True} if scouted else {})}
    die = table.roll(phrase("order", turn=table.position.turn, **label), 1, DIE)[0]
    order = table.position.data.orders_by_die[die]
    candidates = chart.destinations(table.position, order.name, point)
    to = chart.choose(table, candidates, **label) if candidates else ""
    reason = _why_hold(table.position, order, point, to)
    table.tell(OrderRolled("nimitz 9.1.a", point, number, die, order.name, chart.HOLD if reason else order.name, reason,
                           candidates, "" if reason else to, scouted))
    if reason or order.name == chart.HOLD:
        _hold(table, point, label)
    else:
        _move(table, order, point, to, label)


def _why_hold(position: Position, order: MovementOrder, point: str, to: str) -> str:
    """Why an order is carried out as HOLD (nimitz 9.1.i, 9.1.j, 9.2.2.b, 9.2.3.c), "" if it is not, or is one."""
    if order.name == chart.HOLD:
        return ""
    if not to:
        return chart.IN_JAPAN if order.name == chart.REFIT else chart.NO_POINT
    if to == point:
        return chart.OWN_POINT
    return "" if any(_going(position, order, point, to).values()) else chart.NOBODY


def _going(position: Position, order: MovementOrder, point: str, to: str) -> Counts:
    """How many units of each type an order sends, ships first, then ground units, then LBA, as far as they can go
    (nimitz 9.1.e, 9.1.d)."""
    spare = _spare(position, point)
    ground = min(chart.infantry(position, order), len(_stack(position, point, INFANTRY)), spare)
    return {SHIPS: min(order.ships, len(_stack(position, point, SHIPS))), INFANTRY: ground,
            LBA: min(chart.aircraft(position, order, to), len(_stack(position, point, LBA)), spare - ground)}


def _drawn(table: Table, point: str, counts: Counts, label: Mapping[str, Any]) -> tuple[str, ...]:
    """Units from the tops of the stacks of a point (nimitz 9.1.c)."""
    position: Position = table.position
    more = {name: value for name, value in label.items() if name != "place"}
    return position.in_order(
        unit for kind in stacks.TYPES
        for unit in stacks.draw(table, _stack(position, point, kind), counts[kind], point, kind, **more))


def _hold(table: Table, point: str, label: Mapping[str, Any]) -> None:
    """Six ships, two infantry and three LBA, as far as there are so many, stay where they are (nimitz 9.2.1.a), and a
    resupply marker goes to its box (nimitz 9.2.1.b, 2.9.2.a)."""
    hold = table.position.data.movement_order(chart.HOLD)
    counts = {kind: min(most, len(_stack(table.position, point, kind)))
              for kind, most in zip(stacks.TYPES, (hold.ships, hold.infantry, hold.lba), strict=True)}
    table.tell(UnitsHeld("nimitz 9.2.1.a", _drawn(table, point, counts, label), point))


def _move(table: Table, order: MovementOrder, point: str, to: str, label: Mapping[str, Any]) -> None:
    """The units go, ground units on transports where they meet Americans (nimitz 9.1.f, 9.1.g; G-30). There a battalion
    from the box comes along for each infantry that cannot (nimitz 9.1.k, 9.1.l, 9.1.n), as somebody does move
    (nimitz 9.1.m; G-02)."""
    position = table.position
    counts = _going(position, order, point, to)
    lands = bool(position.of(US, to))
    units = _drawn(table, point, counts, label)
    landing = tuple(unit for unit in units if lands and position.units[unit].is_ground)
    table.tell(JapaneseMoved(RULES[order.name], units, point, to, landing))
    missing = chart.infantry(position, order) - counts[INFANTRY]
    if lands and (battalions := stacks.battalions(position, missing)):
        table.tell(BattalionsCalled("nimitz 9.1.k", battalions, to, landing=True, moved=True))


RULES = {chart.REFIT: "nimitz 9.2.2.a", chart.SOUTH: "nimitz 9.2.3.a", chart.EAST: "nimitz 9.2.4.a",
         chart.BATTLE: "nimitz 9.2.5.a", chart.ENGAGE: "nimitz 9.2.6.a", chart.REINFORCE: "nimitz 9.2.7.a",
         chart.SORTIE: "nimitz 9.2.8.a"}
