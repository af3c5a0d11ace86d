"""Sections 7.2 to 7.4: one operation, which is the use of a card or one act with units on the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.taiheiyo_senshi.board.events import OperationBegan, OperationVoided, Passed
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, ENEMY, Position, Side
from witp_pbem.games.taiheiyo_senshi.orders.kinds import OPERATION, in_segment
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import windows
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import movement, operation_cards, paid_acts, transfers
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.table import Table

RULE = "senshi 7.2-a"
PASSES = Understood(False, ordered("pass", segment=OPERATION), stays=True)
OPERATES = Understood(True, ordered("operate"), stays=True)
# Keyword -> the module that knows whether such an order is legal, which are, and what they do.
ACTS = {"play": operation_cards, "resupply": paid_acts, "train": paid_acts, "open": paid_acts, "move": movement,
        "return": transfers, "rebase": transfers}


def operate(table: Table, side: Side, *, paid: bool) -> bool:
    """A side with the right to operate operates or passes (senshi 7.2.1-a); False if it passes. What an enemy's card
    prevents is no pass (senshi 7.2.2-a)."""
    if not _announces(table, side):
        return False
    table.tell(OperationBegan(RULE, side, paid))
    if not _is_interrupted(table, side):
        _act(table, side)
    occupation.settle(table)
    return True


def _announces(table: Table, side: Side) -> bool:
    """Whether a side operates at all, which it says before the enemy's cards and before it says how (C-28). A side that
    can do nothing passes (C-41). Who says so operates only while an operation is ordered that can be carried out."""
    def judge(order: Order) -> Verdict:
        if order.keyword == "pass":
            return PASSES
        return OPERATES._replace(needs=planned(table, side)) if order.body.planned else OPERATES

    answer: bool = table.ask(Demand(
        side, "announcement", "senshi 7.2.1-a", frozenset({"operate", "pass"}), judge,
        lambda: [OPERATES.order, PASSES.order], {}, in_segment(OPERATION),
        sole=None if may_act(table.position, side) else PASSES))[0]
    if not answer:
        table.tell(Passed("senshi 7.2.1-a", side, OPERATION))
    return answer


def may_act(position: Position, side: Side) -> bool:
    """Whether there is anything a side might do, as far as everybody can see."""
    return bool(position.hands[side]) or _acts_on_map(position, side)


def _acts_on_map(position: Position, side: Side) -> bool:
    return next(chain(movement.moves(position, side), transfers.transfers(position, side)), None) is not None


def _is_interrupted(table: Table, side: Side) -> bool:
    """Whether the enemy's card takes the operation away, before it is said which (senshi CARD-J15, CARD-A15, CARD-A09,
    FAQ-3; C-28): then nothing happens, or the Allies perform an operation in Japan's place."""
    enemy = ENEMY[side]
    rule = "senshi CARD-J15" if side == ALLIES else "senshi CARD-A15"
    played = windows.ask(table, enemy, (windows.INTERRUPTION,), rule, {"side": side})
    if played is None:
        return False
    table.tell(OperationVoided("senshi 7.2.2-a", side, played.event.id))
    if played.event.id == "A09" and not _is_interrupted(table, enemy):
        _act(table, enemy)
    return True


def _act(table: Table, side: Side) -> None:
    """The operation itself."""
    if may_act(table.position, side) and (act := table.ask(demand(table, side))[0]):
        plan, carry_out = act
        carry_out(table, side, plan)


def demand(table: Table, side: Side) -> Demand:
    """The operation a side performs. If cards alone might do something, it may turn out that they cannot."""
    may_pass = not _acts_on_map(table.position, side)

    def judge(order: Order) -> Verdict:
        if order.keyword == "pass":
            return PASSES
        act = ACTS[order.keyword]
        verdict = act.judge(table, side, order)
        return verdict._replace(answer=(verdict.answer, act.carry_out)) if isinstance(verdict, Understood) else verdict

    return Demand(side, "operation", RULE, frozenset(ACTS) | ({"pass"} if may_pass else set()), judge,
                  lambda: [*choices(table, side), *([PASSES.order] if may_pass else [])], {},
                  windows.is_meant(table.position, side, OPERATION, (windows.OPERATION,)), queued=True, hidden=True)


def planned(table: Table, side: Side) -> Demand:
    """The operation a side must have ordered to operate as planned."""
    return replace(demand(table, side), keywords=frozenset(ACTS))


def choices(table: Table, side: Side) -> Iterator[OrderValue]:
    """The legal operations, plainest first."""
    for act in dict.fromkeys(ACTS.values()):
        yield from act.choices(table, side)
