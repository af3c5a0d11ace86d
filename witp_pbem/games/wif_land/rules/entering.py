"""Entering hexes: control, and what becomes of the enemy's aircraft and ships there (wif enter.a-c)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from witp_pbem.games.common.order_values import At, unit_named
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.common.units import fits
from witp_pbem.games.wif_land.board.events import AircraftRebased, ControlChanged, ShipsFate, UnitsDestroyed
from witp_pbem.games.wif_land.board.state import DIE, ENEMY, SCUTTLED, Position, Side, Unit
from witp_pbem.games.wif_land.orders.kinds import ORDERS, UnitTo
from witp_pbem.table.demand import Demand, Order
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import NOWHERE, OrderValue, illegal
from witp_pbem.table.table import Table

ESCAPED = "escape"
ESCAPE_SECTION = 0  # of the sea box, in which ships that are intercepted on their way fight (wif enter.c)
REBASE, ESCAPE = "rebase", "escape"


def enter(table: Table, side: Side, hex: str, rule: str) -> None:
    """Ground units of a side have entered a hex by some rule: they take control of it (W-37), then the enemy's aircraft
    and ships leave it or are lost (wif enter.a, enter.b)."""
    position: Position = table.position
    if position.control.get(hex) == ENEMY[side]:
        table.tell(ControlChanged(rule, side, (hex,)))
    _aircraft(table, ENEMY[side], hex)
    for ship in [unit for unit in position.at(hex, ENEMY[side]) if unit.is_naval]:
        _ship(table, ship)


# -- aircraft -------------------------------------------------------------------------------------------------------


def _aircraft(table: Table, owner: Side, hex: str) -> None:
    """Face-down aircraft are destroyed; face-up ones rebase, and are turned face-down (wif enter.a). One without a
    base to go to is destroyed, too (W-37)."""
    there = [unit for unit in table.position.at(hex, owner) if unit.is_aircraft]
    if down := tuple(unit.id for unit in there if not unit.full):
        table.tell(UnitsDestroyed("wif enter.a", down, hex, "entered"))
    for unit in there:
        if unit.full:
            _rebase(table, unit)


def _rebase(table: Table, unit: Unit) -> None:
    """A face-up aircraft rebases to a hex its side chooses (wif enter.a)."""
    if not (open_to := bases(table.position, unit.side, unit.place)):
        table.tell(UnitsDestroyed("wif enter.a", (unit.id,), unit.place, "no-base"))
        return
    to = table.ask(_where(table.position, unit, REBASE, "wif enter.a", open_to, "no-base"))[0]
    table.tell(AircraftRebased("wif enter.a", unit.id, unit.place, to))


def bases(position: Position, side: Side, start: str) -> list[str]:
    """The hexes an aircraft may rebase to, the nearest first: all land hexes its side controls without enemy ground
    units in them (W-37: the rulebook's summary says neither what a base is nor how far it may be)."""
    return [hex for hex in position.map.board.nearest(start)
            if hex != start and position.control.get(hex) == side and position.terrain(hex).movement is not None
            and not position.ground(hex, ENEMY[side])]


# -- ships ----------------------------------------------------------------------------------------------------------


def _ship(table: Table, ship: Unit) -> None:
    """One roll for each ship (W-14): it is captured, scuttled, or escapes to the nearest friendly port and is turned
    face-down (wif enter.b). Without such a port it is scuttled (W-37); a ship that is intercepted on its way fights as
    if in section 0 (wif enter.c)."""
    position: Position = table.position
    die = table.roll(phrase("ships", turn=position.turn, hex=ship.place, unit=ship.id), 1, DIE)[0]
    fates: dict[str, Any] = position.data.numbers["ships_entered"]
    fate = next(fate for fate, faces in fates.items() if die in faces)
    nearest = ports(position, ship.side, ship.place) if fate == ESCAPED else []
    if not nearest:
        table.tell(ShipsFate("wif enter.b", ship.id, ship.place, die, SCUTTLED if fate == ESCAPED else fate))
        return
    port = table.ask(_where(position, ship, ESCAPE, "wif enter.b", nearest, "no-port"))[0]
    table.tell(ShipsFate("wif enter.b", ship.id, ship.place, die, ESCAPED, port, ESCAPE_SECTION))


def ports(position: Position, side: Side, start: str) -> list[str]:
    """The nearest of a side's ports, several where they are equally near (wif enter.b)."""
    own = [hex for hex, printed in position.map.hexes.items()
           if printed.port and hex != start and position.control.get(hex) == side
           and not position.ground(hex, ENEMY[side])]
    distance = {hex: position.map.board.distance(start, hex) for hex in own}
    return sorted(hex for hex in own if distance[hex] == min(distance.values()))


def _where(position: Position, unit: Unit, keyword: str, rule: str, open_to: Sequence[str], refused: str) -> Demand:
    """The decision where an aircraft or a ship goes."""
    def ordering(to: str) -> OrderValue:
        return ORDERS.value(keyword, UnitTo((unit_named(unit.id),), At(to, NOWHERE)))

    def wishes(order: Order) -> Iterator[str]:
        yield order.body.to.id

    return choose_one(
        unit.side, keyword, rule, open_to, ordering, wishes=wishes,
        refusal=lambda order: illegal(refused, rule, order.body.to.span, unit=unit.id, place=order.body.to.id),
        about={"turn": position.turn, "hex": unit.place, "unit": unit.id},
        matches=lambda order: any(fits(spec, unit) for spec in order.body.units))
