"""One-sided air strikes, by which cards let aircraft strike a point at distance 1 (senshi 8.0.1-a; R C-17): the cards of
the start of a battle and of an air strike may be played, but nobody strikes back, fights on the surface or retreats."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.taiheiyo_senshi.board.data import CardEvent
from witp_pbem.games.taiheiyo_senshi.board.events import BattleBegan, BattleEnded
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, ENEMY, SIDES, Side, Unit
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import battles, damage
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.battles import Fight
from witp_pbem.table.table import Table


def one_sided(table: Table, side: Side, event: CardEvent, strikers: Sequence[Unit], target: str) -> None:
    """Aircraft of a side strike a point."""
    battle = Fight(target, side, 1, event)
    position = table.position
    units = {side: tuple(unit.id for unit in strikers),
             ENEMY[side]: tuple(unit.id for unit in position.of(ENEMY[side], target))}
    table.tell(BattleBegan("senshi 8.0.1-a", target, side, {name: units[name] for name in SIDES}, 1))
    if battles.cards_at_the_start(table, battle) or not table.position.of(ENEMY[side], target):
        table.tell(BattleEnded("senshi CARD-J11", target, ALLIES))
        return
    battle.number = 1
    divisor = battles.divisor(battle, side)
    if event.id == "J13":
        divisor *= event.numbers["divisor"]
    cards = battles.shifts(battle, side, battles.AIR_STRIKE)
    if "shift" in event.numbers:
        cards = (*cards, (f"card:{event.id}", event.numbers["shift"]))
    hits = battles.air_strike(table, target, side, strikers, table.position.of(ENEMY[side], target), cards, divisor,
                              dict(battle.about), shifted=event.id != "J14",
                              allocator=ALLIES if event.id == "J14" else "")
    damage.suffer(table, target, hits)
    table.tell(BattleEnded(f"senshi CARD-{event.id}", target, ""))
