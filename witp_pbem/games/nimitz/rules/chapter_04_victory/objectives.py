"""Section 4.1: which points the Americans hold, and, as holding depends on it, which are in supply (nimitz 11.4.a)."""

from __future__ import annotations

from witp_pbem.games.common.position import remembered
from witp_pbem.games.nimitz.board.events import ObjectivesCounted
from witp_pbem.games.nimitz.board.state import JAPAN, US, WEST_COAST, Position
from witp_pbem.table.table import Table


def is_ours(position: Position, point: str) -> bool:
    """Whether American ground units or LBA are at a point, and no Japanese ones: ships do not count (nimitz 4.1.a,
    3.4.c; G-46). No point is held without them (G-45)."""
    return bool(ashore(position, US, point)) and not ashore(position, JAPAN, point)


def ashore(position: Position, side: str, point: str) -> list[str]:
    """A side's ground units and LBA at a point, whether they have landed or not."""
    return [unit.id for unit in position.of(side, point) if unit.is_ground or unit.is_lba]


@remembered("memo")
def supplied(position: Position) -> frozenset[str]:
    """The points in supply: those to which routes lead from the West Coast through held points alone, whoever holds
    the point itself (nimitz 11.4.a). Holding and supply need each other, so they grow together from the West Coast,
    which is always a source (G-44)."""
    reached, open_points = {WEST_COAST}, [WEST_COAST]
    while open_points:
        for point in position.data.map.neighbours(open_points.pop()):
            if point not in reached:
                reached.add(point)
                if is_ours(position, point):
                    open_points.append(point)
    return frozenset(reached)


def held(position: Position) -> tuple[str, ...]:
    """The objectives the Americans hold: theirs, without Japanese ground units or LBA, and in supply (nimitz 4.1.a)."""
    return tuple(point for point in position.campaign.objectives
                 if is_ours(position, point) and point in supplied(position))


def count(table: Table, rule: str) -> None:
    """Turns the objective markers to the side of who holds them (nimitz 2.9.13.a, 3.4.c)."""
    table.tell(ObjectivesCounted(rule, held(table.position)))
