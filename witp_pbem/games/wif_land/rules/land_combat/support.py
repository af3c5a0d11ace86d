"""Step "support" of land combat: lines 2 to 7 of its procedure (wif lc.b)."""

from __future__ import annotations

from witp_pbem.games.wif_land.board.state import Position
from witp_pbem.games.wif_land.rules.land_combat import ground_support, headquarters, shore_bombardment
from witp_pbem.table.table import Table


def play(table: Table) -> None:
    """Shore bombardment of the defender, by option 38 (wif shore.f), and of the attacker; headquarters of the defender
    and of the attacker are assigned; ground support is flown; then the headquarters take effect (wif lc.b)."""
    position: Position = table.position
    if not position.attacks:
        return
    shore_bombardment.play(table, position.other)
    shore_bombardment.play(table, position.phasing)
    headquarters.play(table, position.other)
    headquarters.play(table, position.phasing)
    ground_support.play(table)
    headquarters.resolve(table)
