"""Hits and losses of units, whatever strikes them: a battle, submarines, want of supply (witp 9.6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.witp.board.events import CargoShifted, UnitReduced, UnitRemoved
from witp_pbem.games.witp.board.state import NAVAL, Unit
from witp_pbem.table.table import Table


def ship_hit(table: Table, ship: Unit, cargo: Sequence[str], reason: str, rule: str) -> None:
    """One hit on a fleet unit, and on the land units it carries (witp 9.6.1.e, 9.6.1.i, R-62)."""
    hit(table, ship, reason, rule)
    for number in cargo:
        hit(table, table.position.units[number], "ship-hit", "witp 9.6.1.i")


def hit(table: Table, unit: Unit, reason: str, rule: str, rule_of_loss: str = "") -> None:
    """One hit: a full unit is reduced, a reduced one eliminated (witp 9.6.1.e). What is gone already takes none."""
    if unit.hex and unit.full:
        table.tell(UnitReduced(rule, unit.id, unit.hex, reason))
    elif unit.hex:
        remove(table, unit, reason, rule_of_loss or rule)


def remove(table: Table, unit: Unit, reason: str, rule: str) -> None:
    """A unit leaves the game."""
    table.tell(UnitRemoved(rule, unit.id, unit.hex, reason))


def shift_cargo(table: Table, ship: Unit, cargo: Sequence[str]) -> None:
    """Finds new ships for the cargo of a lost one, once all hits have fallen (witp 9.6.1.i, R-62).

    A land unit that survives goes aboard another own surface fleet in the same water of the hex that carries nobody, a
    full one before a reduced one; without one it is lost.
    """
    for number in cargo:
        position = table.position
        if position.units[number].hex == "":
            continue
        berths = sorted((unit for unit in position.of(ship.side, ship.hex, NAVAL)
                         if unit.water == ship.water and not position.cargo(unit.id)),
                        key=lambda unit: (not unit.full, unit.id))
        if berths:
            table.tell(CargoShifted("witp 9.6.1.i", number, berths[0].id))
        else:
            table.tell(UnitRemoved("witp 9.6.1.i", number, ship.hex, "ship-lost"))
