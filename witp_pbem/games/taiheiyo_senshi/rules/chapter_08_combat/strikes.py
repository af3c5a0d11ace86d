"""One-sided air strikes, by which cards let aircraft strike a point at distance 1 (senshi 8.0.1-a; C-17): the cards
of the start of a battle and of an air strike may be played, but nobody strikes back, fights on the surface or
retreats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from witp_pbem.games.taiheiyo_senshi.board.data import CardEvent
from witp_pbem.games.taiheiyo_senshi.board.events import BattleBegan, BattleEnded
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, ENEMY, JAPAN, SIDES, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.orders.kinds import Play
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import battles, damage
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.attacks import AIR_STRIKE
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.battles import Fight
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.table import Table

AGAINST_STRIKES = "torpedoes_against_strikes"  # the option of C-17


def one_sided(table: Table, side: Side, event: CardEvent, strikers: Sequence[Unit], target: str) -> None:
    """Aircraft of a side strike a point: land-based air (senshi CARD-J01, CARD-J14, CARD-A01, CARD-A08), or carriers
    with half their strength (senshi CARD-J13)."""
    position = table.position
    units = {side: tuple(unit.id for unit in strikers),
             ENEMY[side]: tuple(unit.id for unit in position.of(ENEMY[side], target))}
    table.tell(BattleBegan("senshi 8.0.1-a", target, side, {name: units[name] for name in SIDES}, 1))
    battle = battles.cards_at_the_start(table, Fight(target, side, 1, event), partial(_card_problem, position, side))
    if battle.winner:
        table.tell(BattleEnded(battle.rule, target, battle.winner))
        return
    battle = battle.next_round()
    divisor = battles.divisor(battle, side)
    if event.id == "J13":
        divisor *= event.numbers["divisor"]
    cards = battles.shifts(battle, side, AIR_STRIKE)
    if "shift" in event.numbers:
        cards = (*cards, (f"card:{event.id}", event.numbers["shift"]))
    hits = battles.air_strike(table, target, side, strikers, table.position.of(ENEMY[side], target), cards, divisor,
                              dict(battle.about), shifted=event.id != "J14",
                              allocator=ALLIES if event.id == "J14" else "")
    damage.suffer(table, target, hits)
    table.tell(BattleEnded(f"senshi CARD-{event.id}", target, ""))


def _card_problem(position: Position, side: Side, order: Play) -> Problem | None:
    """Why a card of the start of a battle cannot be played in a strike of a side: Japan withdraws only where it is
    struck (senshi CARD-J11), and torpedoes need ships that meet (senshi CARD-A14) unless an option is on (C-17)."""
    events = position.data.cards[order.card].values()
    if "J11" in events and side == JAPAN:
        return illegal("not-in-a-strike", "senshi CARD-J11", card=order.card)
    if "A14" in events and not position.options.get(AGAINST_STRIKES, False):
        return illegal("not-in-a-strike", "senshi CARD-A14", card=order.card)
    return None
