"""Chapter 7: the base air and land supply check phase. Nobody decides anything here."""

from __future__ import annotations

from witp_pbem.games.common.position import remembered
from witp_pbem.games.witp.board.events import SupplyChecked
from witp_pbem.games.witp.board.state import AIR, LAND, Position, Side, Unit
from witp_pbem.games.witp.rules.chapter_02_components.neutral import is_neutral
from witp_pbem.games.witp.rules.chapter_06_bases.bases import hexes_near
from witp_pbem.games.witp.rules.chapter_13_scenarios.delayed_entry import traced_sources
from witp_pbem.games.witp.rules.consequences import settle
from witp_pbem.games.witp.rules.losses import hit
from witp_pbem.table.table import Table

RANGE = 2  # hexes from a unit to its base or source (witp 7.1.b, 7.1.h)
HOME_AREAS = ("usa", "australia", "india", "new_zealand")  # witp 7.3.a


def play(table: Table) -> None:
    """The phase: one snapshot of all base air and land units of both sides, then all effects together (witp 7.0.a,
    7.0.c; R-37). Fleets are not checked (witp 7.0.b). Who is out is reduced, or lost if reduced (witp 7.2.a, 7.2.b)."""
    position = table.position
    checked = [unit for unit in position.on_map() if unit.kind in (AIR, LAND)]
    out = [unit for unit in checked if not in_supply(position, unit)]
    table.tell(SupplyChecked("witp 7.0.a", len(checked), tuple(unit.id for unit in out)))
    for unit in out:
        hit(table, unit, "supply", "witp 7.2.a", "witp 7.2.b")
    settle(table)


def in_supply(position: Position, unit: Unit) -> bool:
    """Whether a unit is in supply; fleets always are (witp 7.3.c)."""
    return unit.is_fleet or is_always_supplied(position, unit) or unit.hex in supplied(position, unit.side)


@remembered("memo")
def supplied(position: Position, side: Side) -> frozenset[str]:
    """The hexes in which the units of a side are in supply.

    Those of its bases and supply sources and beside them (witp 7.1.a), or two hexes away with an open hex between
    (witp 7.1.b), not farther (witp 7.1.h). The base may hang on nothing (witp 7.1.i, 6.5.d).
    """
    return hexes_near(position, side, (*position.bases[side], *traced_sources(position, side)), RANGE)


def is_always_supplied(position: Position, unit: Unit) -> bool:
    """Chinese units, the air unit in Chungking (witp 7.3.b, 12.2.d; R-86), and Allied units in the hatched home areas
    (witp 7.3.a)."""
    if unit.nation == "china" or unit.id == position.chungking_air or is_neutral(position, unit):
        return True
    return unit.side == "allies" and position.data.map[unit.hex].auto_supply in HOME_AREAS
