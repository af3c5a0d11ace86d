"""Attack values with the Japanese bonus markers in force (table 10.7)."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.nimitz.board.printed import VALUES, Value
from witp_pbem.games.nimitz.board.state import CARRIERS, CBA, ESCORTS, GROUND, JAPAN, KINDS, LBA, SHIPS, Position, Unit
from witp_pbem.games.nimitz.rules.chapter_10_battle import sheet
from witp_pbem.table.tuples import NamedTuple

MOST = 10  # no value is higher than the die (G-40)


class Bonus(NamedTuple):
    """What a marker adds to attack values.

    Attributes:
        marker: which.
        values: the attack values it raises.
        kinds: whose.
        normal, superior: by how much; who has no superior value gets one (G-40).
    """

    marker: str
    values: tuple[str, ...]
    kinds: tuple[str, ...]
    normal: int
    superior: int

    @property
    def value(self) -> Value:
        """What it adds, as a value is written."""
        return Value(self.normal, self.superior)


BONUSES = (
    Bonus("jp-air-superiority", ("air", "ship", "ground"), (*LBA, *CBA), 3, 2),  # (nimitz 10.7.jp1)
    Bonus("jp-attack-plan", VALUES, KINDS, 1, 0),  # (nimitz 10.7.jp3; G-39)
    Bonus("jp-infantry-combat", ("ground",), GROUND, 3, 2),  # (nimitz 10.7.jp8)
    Bonus("jp-surface-success", ("gunnery", "aa"), (*CARRIERS, *ESCORTS), 3, 2),  # (nimitz 10.7.jp13)
    Bonus("jp-submarine-warfare", ("torpedo", "asw"), SHIPS, 4, 2),  # (nimitz 10.7.jp14)
)


def strength(position: Position, unit: Unit, what: str) -> Value | None:
    """The attack value of a unit in the battle; None if it cannot attack so, which no marker changes (nimitz
    10.7.jp1)."""
    value = position.value(unit, what)
    if value is None:
        return None
    added = bonuses(position, unit, what)
    return Value(min(MOST, value.normal + sum(bonus.normal for bonus in added)),
                 min(MOST, value.superior + sum(bonus.superior for bonus in added)))


def bonuses(position: Position, unit: Unit, what: str) -> list[Bonus]:
    """What the markers in force add to an attack value of a unit."""
    if unit.side != JAPAN:
        return []
    return [bonus for bonus in BONUSES if bonus.marker in sheet.battle(position).drawn
            and what in bonus.values and unit.kind in bonus.kinds]


def able(position: Position, units: Sequence[Unit], what: str) -> list[tuple[Unit, Value]]:
    """Those of some units that can hit with an attack value, with that value."""
    values = ((unit, strength(position, unit, what)) for unit in units)
    return [(unit, value) for unit, value in values if value is not None and value.normal]


def best(position: Position, units: Sequence[Unit], what: str) -> list[tuple[Unit, Value]]:
    """The same, the highest values first (nimitz 10.12.1.c, 10.15.b)."""
    return sorted(able(position, units, what), key=lambda pair: (-pair[1].normal, -pair[1].superior))
