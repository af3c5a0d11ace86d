"""Base air: zones of control (witp 2.2.3) and support range (witp 9.2)."""

from __future__ import annotations

from witp_pbem.games.common.position import remembered
from witp_pbem.games.witp.board.state import AIR, Position, Side, Unit
from witp_pbem.games.witp.rules.chapter_02_components.neutral import is_neutral


def full_air(position: Position, side: Side, number: str) -> list[Unit]:
    """The side's full base air units in a hex; a reduced unit has no strength (witp 2.2.2.b, 2.2.3.b)."""
    return [unit for unit in position.of(side, number, AIR) if unit.full and not is_neutral(position, unit)]


@remembered("zones")
def zone(position: Position, side: Side, without: str = "", fled: tuple[str, ...] = ()) -> frozenset[str]:
    """All hexes in the un-nullified air zone of control of the enemy of `side`; its units of the nation `without` have
    none, nor have the units `fled`, of either side, which are reduced as soon as they have to fly (witp 8.7.b).

    That bars supply lines and the way of redeploying land units, and makes entering dearer (witp 2.2.3.g).

    The neighbours of each full enemy air unit, not its own hex (witp 2.2.3.a-d, R-07), less the hexes in which a full
    air unit of the side stands; nothing else nullifies (witp 2.2.3.e-f, R-08). On which terrain it stands does not
    matter (witp 2.3.2.b).
    """
    full = [unit for unit in position.air if unit.full and unit.id not in fled and not is_neutral(position, unit)]
    own = {unit.hex for unit in full if unit.side == side}
    return frozenset(number for unit in full if unit.side != side and unit.nation != without
                     for number in position.data.map.neighbours(unit.hex)) - own


@remembered("memo")
def supporters(position: Position, side: Side, number: str) -> list[Unit]:
    """Full air units of the side in the hex or beside it (witp 9.2.b; R-56, R-105), nearest first, then by hex."""
    hexes = (number, *position.data.map.neighbours(number))
    return [unit for place in hexes for unit in full_air(position, side, place)]
