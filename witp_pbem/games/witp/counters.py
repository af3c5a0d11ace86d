"""Which counters to move, flip, put down and take away, for people who keep the map on a table or in VASSAL."""

from __future__ import annotations

from witp_pbem.games.witp.state import Position
from witp_pbem.table.story import Section


def counters(start: Position, end: Position) -> list[Section]:
    """What changes on a map that shows `start`, so that it shows `end`."""
    return []
