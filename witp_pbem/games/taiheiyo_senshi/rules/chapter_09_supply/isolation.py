"""Section 9.1: units cut off from their ports."""

from __future__ import annotations

from witp_pbem.games.taiheiyo_senshi.board.state import SIDES, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import damage, retreat
from witp_pbem.table.table import Table


def play(table: Table) -> None:
    """Japan's units are checked and put where they go before the Allies' (senshi 9.1-a, 9.1-g, FAQ-5)."""
    for side in SIDES:
        isolated = [unit for unit in table.position.units.values()
                    if unit.side == side and unit.point and is_isolated(table.position, unit)]
        for unit in isolated:
            if unit.is_ship:
                retreat.relocate(table, unit)
            else:
                damage.to_track(table, [unit.id], unit.point, 1, "isolation", "senshi 9.1-f")
        occupation.settle(table)


def is_isolated(position: Position, unit: Unit) -> bool:
    """Whether a unit outside its ports cannot trace to any of them (senshi 9.1-b, 9.1-c)."""
    return not points.is_own_port(position, unit.side, unit.point) and not traces(position, unit.side, unit.point)


def traces(position: Position, side: Side, point: str) -> bool:
    """Whether routes of any length lead from a point to a port of a side, past no enemy units and through nothing the
    enemy occupies."""
    return any(points.is_own_port(position, side, there) for there in points.way_home(position, side, point).all())
