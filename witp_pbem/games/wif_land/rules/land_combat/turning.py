"""Turning units after combat (wif flip.a, flip.b)."""

from __future__ import annotations

from collections.abc import Iterable

from witp_pbem.games.wif_land.board.events import UnitsTurned
from witp_pbem.games.wif_land.board.state import OUT, Attack, Position
from witp_pbem.games.wif_land.rules.land_combat import strength
from witp_pbem.table.table import Table

ATTACKED, DEFENDED = "attacked", "defended"  # why units are turned


def attackers(table: Table, attack: Attack) -> None:
    """Every unit that took part in the attack is turned face-down, unless the result has a star (wif flip.a); a
    headquarters whose support failed with the others (wif hq.h)."""
    _turn(table, "wif flip.a", attack.everybody, ATTACKED)


def defenders(table: Table, target: str, retreated: Iterable[str]) -> None:
    """All defenders are turned face-down if they retreated or lost more units than the attacker (wif flip.b)."""
    staying = [unit.id for unit in strength.defenders(table.position, target)]
    _turn(table, "wif flip.b", (*retreated, *staying), DEFENDED)


def _turn(table: Table, rule: str, names: Iterable[str], reason: str) -> None:
    position: Position = table.position
    units = [unit.id for unit in position.named(names) if unit.full and unit.place != OUT]
    if units:
        table.tell(UnitsTurned(rule, position.in_order(units), reason))
