"""Retreat (wif retreat.a-d): each surviving defender goes back a hex, and on while he is overstacked."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.wif_land.board.events import UnitsDestroyed, UnitsRetreated
from witp_pbem.games.wif_land.board.state import ENEMY, Position, Unit
from witp_pbem.games.wif_land.orders.kinds import ORDERS, Retreat
from witp_pbem.games.wif_land.rules import zones
from witp_pbem.games.wif_land.rules.land_combat import strength
from witp_pbem.table.demand import Demand, Order
from witp_pbem.table.problem import NOWHERE, illegal
from witp_pbem.table.table import Table

RULE = "wif retreat.b"
NO_RETREAT = "no-retreat"  # why units are destroyed
NOWHERE_TO_GO = 5  # behind the four lines of the order of preference


def play(table: Table, target: str) -> tuple[str, ...]:
    """The surviving defenders of a hex retreat, face-down ones too (wif retreat.a); who did and lives on."""
    units = tuple(unit.id for unit in strength.defenders(table.position, target))
    for name in units:
        _retreat(table, name)
    return tuple(name for name in units if table.position.units[name].place in table.position.map.hexes)


def _retreat(table: Table, name: str) -> None:
    """A unit retreats, hex by hex while it is overstacked (wif retreat.c); without a hex to go to, among those it has
    not come through, it is destroyed (wif retreat.d)."""
    passed = [table.position.units[name].place]
    while len(passed) == 1 or zones.is_overstacked(table.position, table.position.units[name].side, passed[-1]):
        position: Position = table.position
        unit = position.units[name]
        line, hexes = destinations(position, unit, tuple(passed))
        if not hexes:
            table.tell(UnitsDestroyed("wif retreat.d", (name,), unit.place, NO_RETREAT))
            return
        to = table.ask(_demand(position, unit, hexes))[0]
        table.tell(UnitsRetreated("wif retreat.c" if passed[1:] else RULE, (name,), unit.place, to, line,
                                  bool(passed[1:])))
        passed.append(to)


def destinations(position: Position, unit: Unit, passed: tuple[str, ...]) -> tuple[int, list[str]]:
    """The hexes a unit may retreat to, those of the first line of the order of preference that has any (wif retreat.b),
    farthest from the enemy first (L-22); and the line, from 1."""
    lines = {hex: preference(position, unit, hex) for hex in position.map.neighbours(unit.place)
             if hex not in passed and is_open(position, unit, hex)}
    line = min(lines.values(), default=NOWHERE_TO_GO)
    hexes = [hex for hex in lines if lines[hex] == line < NOWHERE_TO_GO]
    return line, sorted(hexes, key=lambda hex: (-_from_enemy(position, unit, hex), hex))


def is_open(position: Position, unit: Unit, hex: str) -> bool:
    """Whether a land unit can go to a hex beside it at all: not where it cannot move, nor where the enemy is."""
    return position.terrain(hex).movement is not None and not position.ground(hex, ENEMY[unit.side]) and all(
        position.data.hexsides[kind].movement for kind in position.map.between(unit.place, hex))


def preference(position: Position, unit: Unit, hex: str) -> int:
    """The line of the order of preference that a hex is on, NOWHERE_TO_GO if on none: out of enemy zones of control
    before others, which must hold friendly units; in both without overstacking before with it (wif retreat.b)."""
    is_over = zones.is_overstacked(position, unit.side, hex, [unit])
    if not zones.in_zone(position, unit.side, hex):
        return 1 + is_over
    return 3 + is_over if position.ground(hex, unit.side) else NOWHERE_TO_GO


def _from_enemy(position: Position, unit: Unit, hex: str) -> int:
    """How far the nearest enemy ground unit is from a hex."""
    return min((position.map.board.distance(hex, place) for place in position.here
                if place in position.map.hexes and position.ground(place, ENEMY[unit.side])), default=0)


def _demand(position: Position, unit: Unit, hexes: list[str]) -> Demand:
    """Where a unit retreats to: the first hex that its owner names and that is open."""
    def wishes(order: Order) -> Iterator[str]:
        yield from (at.id for at in order.body.places)
        yield from hexes if order.body.rest else ()

    return choose_one(
        unit.side, "retreat", RULE, hexes, lambda to: ORDERS.value("retreat", Retreat((At(to, NOWHERE),))),
        wishes=wishes,
        refusal=lambda order: illegal("no-retreat-there", RULE, order.statement.span, unit=unit.id, hexes=hexes),
        about={"turn": position.turn, "hex": unit.place, "unit": unit.id})
