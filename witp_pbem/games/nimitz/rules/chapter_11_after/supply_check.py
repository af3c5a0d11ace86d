"""Section 11.4: what is cut off takes hits."""

from __future__ import annotations

from witp_pbem.games.nimitz.board.events import SupplyChecked
from witp_pbem.games.nimitz.board.state import US
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives
from witp_pbem.table.table import Table


def play(table: Table) -> None:
    """Every American ground unit and LBA at a point out of supply takes one hit (nimitz 11.4.b), all of them at once,
    when it is known which points those are (nimitz 11.4.a; G-44)."""
    position = table.position
    supplied = objectives.supplied(position)
    points = tuple(point for point in position.data.map.points
                   if point not in supplied and objectives.ashore(position, US, point))
    units = [position.units[name] for point in points for name in objectives.ashore(position, US, point)]
    damaged, lost = (position.in_order(unit.id for unit in units if unit.full is full) for full in (True, False))
    table.tell(SupplyChecked("nimitz 11.4.a", points, damaged, lost))
