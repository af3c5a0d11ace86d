"""Events J06 and A11: submarines lie in wait for ships that set out."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.taiheiyo_senshi.board.state import ENEMY, MAP, Side
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import windows
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import allocation, attacks, damage
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.allocation import Share
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.attacks import Attack
from witp_pbem.table.table import Table


def survivors(table: Table, side: Side, units: Sequence[str]) -> tuple[str, ...]:
    """The ships of a group that go on. Before they set out the enemy may attack them with a fixed strength, without
    shifts; he allocates the hits (senshi CARD-J06, CARD-A11; C-15)."""
    point, enemy = table.position.units[units[0]].point, ENEMY[side]
    rule = "senshi CARD-J06" if enemy == "japan" else "senshi CARD-A11"
    played = windows.ask(table, enemy, (windows.MOVEMENT,), rule, {"place": point, "units": list(units)})
    if played is None:
        return tuple(units)
    hits = attacks.roll(table, Attack(played.event.id, enemy, point, (), played.event.numbers["strength"]))
    targets = [table.position.units[unit] for unit in units]
    damage.suffer(table, point, allocation.allocate(table, point, targets, Share(enemy, hits, fires=True)))
    return tuple(unit for unit in units if table.position.units[unit].status == MAP)
