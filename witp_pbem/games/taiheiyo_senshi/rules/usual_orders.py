"""The usual orders of each phase, filled with what stands: what forms offer ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from witp_pbem.games.common.order_values import EVERY, At, UnitSpec, unit_named
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, ALLIES, CARRIER, Position, Side
from witp_pbem.games.taiheiyo_senshi.orders.kinds import ORDERS, Capture, Move, PlaceUnits, SpendAt, Transfer
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_03_setup import setup
from witp_pbem.games.taiheiyo_senshi.rules.chapter_06_reinforcement import reinforcement
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import movement, paid_acts
from witp_pbem.table.problem import NOWHERE, OrderValue

GROUPS = 6  # of ships offered to move, the strongest first
KEPT = 2  # cards a side keeps when it supplies ships with others

Values = Iterator[list[OrderValue]]


def filled(position: Position, side: Side, phase: str, hand: Sequence[str]) -> Values:
    """The usual orders of a side in a phase that hang on the position, each with those that stand in for it.

    Args:
        hand: its cards, as far as they may be named.
    """
    if phase in _PHASES:
        yield from _PHASES[phase](position, side, hand)


def _place(position: Position, units: Sequence[str], point: str, *, rest: bool = False) -> list[OrderValue]:
    return [ORDERS.value("place", PlaceUnits(tuple(map(unit_named, units)), At(point, NOWHERE), rest))]


def _setup(position: Position, side: Side, hand: Sequence[str]) -> Values:
    """The usual set-up of the data, point by point."""
    waiting = [unit.id for unit in setup.to_place(position, side)]
    for point in position.data.map.points:
        if units := [unit for unit in waiting if position.data.default.get(unit) == point]:
            yield _place(position, units, point)


def _reinforcement(position: Position, side: Side, hand: Sequence[str]) -> Values:
    """All land-based air that has the choice arrives where the first of its points is."""
    due = [unit for unit in reinforcement.due(position.but(turn=position.turn + (position.step == "end")), side)
           if unit.kind == AIR]
    if side == ALLIES and due:
        yield _place(position, (), position.data.arrivals[ALLIES].new[0], rest=True)


def _operations(position: Position, side: Side, hand: Sequence[str]) -> Values:
    """Of the strongest groups of face-up ships the first move that meets the enemy."""
    ready = [point for point in position.data.map.points if any(ship.up for ship in position.ships(side, point))]
    groups = sorted(ready, key=lambda point: -_worth(position, side, point))
    for origin in groups[:GROUPS]:
        ships = [ship for ship in position.ships(side, origin) if ship.up]
        plans = movement.plans(position, ships, origin, movement.movement(position, ships))
        hostile = next((plan for plan in plans if any(unit.side != side for unit in position.at(plan.route[-1]))), None)
        if hostile:
            every = UnitSpec(EVERY, (CARRIER, "battleship", "cruiser"), "", True, "", "", NOWHERE)
            yield [ORDERS.value("move", Move((every,), At(origin, NOWHERE), At(hostile.route[-1], NOWHERE)))]


def _worth(position: Position, side: Side, point: str) -> int:
    printed = [position.data.units[ship.id] for ship in position.ships(side, point) if ship.up]
    return sum(unit.air + unit.gunnery for unit in printed)


def _supply(position: Position, side: Side, hand: Sequence[str]) -> Values:
    """Captures of what is open, ships that return to where they are supplied free, and a card for the point with most
    capital ships face-down while enough are left."""
    board = position.data.map
    open_ports = [point for point in board.ports if position.ships(side, point) and not board[point].may_enter
                  and position.ports[point] != side]
    for point in sorted(open_ports, key=lambda point: -board[point].score):
        yield [ORDERS.value("capture", Capture(At(point, NOWHERE)))]
    for origin in board.points:
        for home in _homes(position, side, origin):
            yield [home]
    wanting = [point for point in board.points if points.is_own_port(position, side, point)
               and not board[point].free_supply and paid_acts.supplied(position, side, point)]
    for point, card in zip(wanting, hand[KEPT:], strict=False):
        yield [ORDERS.value("resupply", SpendAt(At(point, NOWHERE), card, NOWHERE))]


def _homes(position: Position, side: Side, origin: str) -> Iterator[OrderValue]:
    """The face-down ships of a point whose nation is supplied free in a port they can return to, unless land-based air
    stays there to protect the point."""
    if position.of(side, origin, AIR):
        return
    down = [ship for ship in position.ships(side, origin) if not ship.up]
    for nation in dict.fromkeys(ship.nation for ship in down):
        ships = [ship for ship in down if ship.nation == nation]
        port = next((port for port in points.homes(position, ships, origin)
                     if nation in position.data.map[port].free_supply), "")
        if port and nation not in position.data.map[origin].free_supply:
            units = tuple(unit_named(ship.id) for ship in ships)
            yield ORDERS.value("return", Transfer(units, At(origin, NOWHERE), At(port, NOWHERE)))


_PHASES: Mapping[str, Callable[[Position, Side, Sequence[str]], Values]] = {
    "setup": _setup, "reinforcement": _reinforcement, "operations": _operations, "supply": _supply}
