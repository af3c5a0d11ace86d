"""Who is in supply. The rulebook's summary asks for it at three moments and does not say how it is traced (W-10): the
users say it of each unit, or give sources and a reach, and then lines of supply are traced."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.games.common.paths import Way, ways
from witp_pbem.games.common.position import remembered
from witp_pbem.games.wif_land.board.state import ENEMY, Position, Side, Unit
from witp_pbem.games.wif_land.rules import zones


def in_supply(position: Position, unit: Unit, moment: str) -> bool:
    """Whether a unit is in supply at one of the three moments (W-10). Units that have invaded count as in supply for
    the turn (wif inv.e)."""
    if unit.invaded:
        return True
    if unit.side in position.supply_sources and unit.place in position.map.hexes:
        return line(position, unit.side, unit.place) is not None
    return moment not in unit.unsupplied


@remembered("memo")
def line(position: Position, side: Side, hex: str) -> tuple[str, ...] | None:
    """The shortest line of supply from a hex to a source that is not in enemy hands, the hex itself left out; () in a
    source, None where there is none."""
    sources = [source for source in position.supply_sources[side]
               if position.control.get(source) != ENEMY[side] and _is_open(position, side, source)]
    if hex in sources:
        return ()
    return next((way.path for way in _lines(position, side, hex) if way.end in sources), None)


def _lines(position: Position, side: Side, hex: str) -> Iterator[Way[str]]:
    """All lines from a hex: over open hexes, as many as `supply_reach` beside railways."""
    def cost(here: str, there: str) -> int | None:
        if not _is_open(position, side, there):
            return None
        if position.supply_rail and there in position.map.rails(here):
            return 0
        barred = any(not position.data.hexsides[kind].movement for kind in position.map.between(here, there))
        return None if barred else 1

    return ways(hex, position.map.neighbours, cost, limit=position.supply_reach)


@remembered("memo")
def _is_open(position: Position, side: Side, hex: str) -> bool:
    """Whether a line may enter a hex: land without enemy ground units and, unless a friendly ground unit is there, out
    of enemy zones of control."""
    if position.terrain(hex).movement is None or position.ground(hex, ENEMY[side]):
        return False
    return bool(position.ground(hex, side)) or not zones.in_zone(position, side, hex)
