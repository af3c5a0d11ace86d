"""Section 2.2: units that are named where they are not, or cannot do what an order wants of them."""

from __future__ import annotations

from collections.abc import Callable

from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.taiheiyo_senshi.board.state import MAP, REMOVED, Position, Side
from witp_pbem.table.problem import Problem, illegal

SHIPS, AIR_UNITS = "ships", "air units"
FACE_UP = "face-up ships"


def lost_or_foreign(position: Position, side: Side, spec: UnitSpec) -> Problem | None:
    """What is wrong with the name of a unit whatever happens: it is the enemy's, or a ship that has been sunk
    (senshi 8.2(5)-b)."""
    unit = position.units[spec.id]
    if unit.side != side:
        return illegal("not-your-unit", "senshi 1.0-a", spec.span, unit=unit.id, certain=True)
    if unit.status == REMOVED and unit.is_ship:
        return illegal("out-of-game", "senshi 8.2(5)-b", spec.span, unit=unit.id, certain=True)
    return None


def missing(position: Position, side: Side, rule: str, place: str,
            wanted: str = SHIPS) -> Callable[[UnitSpec], Problem]:
    """What is wrong with the name of a unit that is not among those an order may take from a point.

    Args:
        rule: the rule that wants units to be there.
        wanted: SHIPS, FACE_UP of them alone, or AIR_UNITS.
    """
    def problem(spec: UnitSpec) -> Problem:
        unit = position.units[spec.id]
        if certain := lost_or_foreign(position, side, spec):
            return certain
        if unit.is_ship == (wanted == AIR_UNITS):
            return illegal("is-a-ship" if unit.is_ship else "is-air", "senshi 7.4.2-a" if unit.is_ship else
                           "senshi 2.2.4-a", spec.span, unit=unit.id, certain=True)
        if unit.status != MAP:
            return illegal("off-map-until" if unit.turn else "off-map", rule, spec.span, unit=unit.id, turn=unit.turn)
        if unit.point != place:
            return illegal("elsewhere", rule, spec.span, unit=unit.id, place=place, where=unit.point)
        if wanted == FACE_UP and not unit.up:
            return illegal("face-down", rule, spec.span, units=[unit.id], place=place)
        return illegal("not-there", rule, spec.span, unit=unit.id, place=place)

    return problem
