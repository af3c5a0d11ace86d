"""Zones of control and stacking: the rulebook's summary uses both without defining them (W-09), so who has a zone of
control, what it does not cross and how many units a hex holds are data (`data/terrain.json`), reconstructed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from witp_pbem.games.common.position import remembered
from witp_pbem.games.wif_land.board.map import pair
from witp_pbem.games.wif_land.board.state import ENEMY, Position, Side, Unit


@remembered("memo")
def in_zone(position: Position, side: Side, hex: str) -> bool:
    """Whether a hex lies in a zone of control of the enemy of a side, whoever is in it (W-09)."""
    return any(_reaches(position, ENEMY[side], beside, hex) for beside in position.map.neighbours(hex))


def _reaches(position: Position, side: Side, start: str, hex: str) -> bool:
    """Whether the zones of control of a side's units in one hex reach the next."""
    return any(has_zone(position, unit) for unit in position.ground(start, side)) and not any(
        kind in position.data.zoc.not_across for kind in position.map.between(start, hex)) and not (
        position.data.zoc.stopped_by_forts and fort_against(position, side, start, hex))


def has_zone(position: Position, unit: Unit) -> bool:
    """Whether a unit exerts a zone of control (W-09)."""
    return unit.is_ground and unit.kind not in position.data.zoc.without and (
        not unit.division or position.data.zoc.divisions)


def fort_against(position: Position, side: Side, start: str, hex: str) -> bool:
    """Whether a fort of the enemy of a side stands on a hexside."""
    owner = position.map.fort_owner.get(pair(start, hex), "")
    return owner == ENEMY[side] or owner in position.powers.get(ENEMY[side], ())


# -- stacking -------------------------------------------------------------------------------------------------------


def load(position: Position, units: Iterable[Unit]) -> Fraction:
    """How much of the limit of a hex ground units take: a division half as much as a larger unit, some headquarters
    nothing (W-09)."""
    stacking = position.data.stacking
    ground = [unit for unit in units if unit.is_ground]
    free = [unit for unit in ground if unit.is_headquarters][:stacking.extra_headquarters]
    return sum((stacking.division if unit.division else Fraction(1) for unit in ground if unit not in free),
               Fraction(0))


def is_overstacked(position: Position, side: Side, hex: str, coming: Iterable[Unit] = (),
                   without: Collection[str] = ()) -> bool:
    """Whether a hex holds more ground units of a side than it may.

    Args:
        coming: units that come to those that are there. without: some that do not count.
    """
    there = {unit.id: unit for unit in (*position.ground(hex, side), *coming) if unit.id not in without}
    return load(position, there.values()) > position.data.stacking.limit
