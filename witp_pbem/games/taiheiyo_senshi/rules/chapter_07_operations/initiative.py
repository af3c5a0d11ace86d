"""Section 7.1: who operates next."""

from __future__ import annotations

from functools import partial

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.taiheiyo_senshi.board.events import InitiativeRolled, OperationsEnded, Passed
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, DIE, ENEMY, JAPAN, SIDES, Side
from witp_pbem.games.taiheiyo_senshi.orders.kinds import INITIATIVE, Pay, in_segment
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import hands, windows
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import operation
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.table import Table

RULE = "senshi 7.1-a"
DECLINES = Understood(None, ordered("pass", segment=INITIATIVE), stays=True)


def play(table: Table) -> None:
    """One round of the procedure, from paragraph (1) back to it: Japan pays or not, the Allies pay or not, and where
    neither does dice decide; they also end the phase (senshi 7.1-a, 7.1(1)-a, 7.1(2)-a, 7.1(3)-a, 7.1(4)-a). What a
    card takes from one changes nothing about who is next (senshi CARD-0-b)."""
    if _pays(table, JAPAN, "senshi 7.1(1)-a"):
        operation.operate(table, JAPAN, paid=True)
        if _pays(table, ALLIES, "senshi 7.1(2)-a"):
            operation.operate(table, ALLIES, paid=True)
    elif _pays(table, ALLIES, "senshi 7.1(3)-a"):
        operation.operate(table, ALLIES, paid=True)
    else:
        _roll(table)


def _pays(table: Table, side: Side, rule: str) -> bool:
    """Whether a side spends a resource for the initiative (senshi 2.3.2-a); declining is no pass (senshi 7.2.1-c)."""
    card: str | None = windows.decide(table, partial(demand, table, side, rule))
    if card is None:
        table.tell(Passed(rule, side, INITIATIVE))
        return False
    hands.spend(table, side, card, INITIATIVE, rule)
    return True


def demand(table: Table, side: Side, rule: str) -> Demand:
    """The card a side spends for the initiative, if any. Who holds none cannot. Who says so pays only while an
    operation is ordered."""
    def judge(order: Order) -> Verdict:
        if order.keyword == "pass":
            return DECLINES
        body: Pay = order.body
        card = hands.chosen(table, side, body.cards, spare=body.rest)
        if not isinstance(card, str):
            return (card.at(order.statement.span),)
        needs = operation.planned(table, side) if body.planned else None
        return Understood(card, value(card), stays=body.rest or len(body.cards) > 1, needs=needs)

    def is_meant(order: Order) -> bool:
        """A pass for the initiative; and a card, of several until all are used."""
        if isinstance(order.body, Pay):
            cards = order.body.cards
            return order.body.rest or len(cards) == 1 or not {*cards} <= {*table.position.discards}
        return in_segment(INITIATIVE)(order)

    def value(card: str) -> OrderValue:
        return ordered("pay", cards=[card])

    has_cards = bool(table.position.hands[side])
    return Demand(side, "initiative", rule, frozenset({"pay", "pass"}), judge,
                  lambda: [*map(value, hands.payments(table, side)), DECLINES.order],
                  {"cards": len(table.position.hands[side])}, is_meant, hidden=True,
                  sole=None if has_cards else DECLINES)


def _roll(table: Table) -> None:
    """Both roll: the higher operates first, then the other; equal dice end the phase at once, and so do two passes
    (senshi 7.1(4)-a, 7.1(4)-b, 7.1(4)-c, 7.2.1-b)."""
    dice = {side: table.roll(phrase("initiative", side=side), 1, DIE)[0] for side in SIDES}
    table.tell(InitiativeRolled("senshi 7.1(4)-a", dice[JAPAN], dice[ALLIES]))
    if dice[JAPAN] == dice[ALLIES]:
        table.tell(OperationsEnded("senshi 7.1(4)-b", "dice"))
        return
    first = JAPAN if dice[JAPAN] > dice[ALLIES] else ALLIES
    if not [side for side in (first, ENEMY[first]) if operation.operate(table, side, paid=False)]:
        table.tell(OperationsEnded("senshi 7.1(4)-c", "passes"))


