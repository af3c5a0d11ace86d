"""Section 9.3: in the supply phase all land-based air may rebase, and all ships return, each side in one go."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.taiheiyo_senshi.board.events import Passed
from witp_pbem.games.taiheiyo_senshi.board.state import SIDES, Position, Side
from witp_pbem.games.taiheiyo_senshi.orders.kinds import TRANSFER, in_segment
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import transfers
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations.transfers import TransferPlan, Transferring
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, illegal
from witp_pbem.table.table import Table

RULE = "senshi 9.3(2)-d"
NO_MORE = Understood(None, ordered("pass", segment=TRANSFER), closes=True)


def play(table: Table) -> None:
    """Japan, then the Allies; each sees what the other has done (senshi 9.0-a; C-36)."""
    for side in SIDES:
        done = Transferring(table.position)
        while (plan := table.ask(demand(table.position, side, done))[0]) is not None:
            transfers.carry_out(table, side, plan)
            done = done._replace(gone=done.gone.union(plan.units))
        table.tell(Passed(RULE, side, TRANSFER))
        occupation.settle(table)


def crowded(position: Position, side: Side) -> list[str]:
    """The bases with more land-based air of a side than they have room for, while it goes on rebasing."""
    return [point for point in position.data.map.points if not transfers.has_room(position, side, point, 0)]


def homeward(position: Position, side: Side, done: Transferring) -> TransferPlan | None:
    """The next ships that `return any` sends to where they are supplied free; None if there are none."""
    return next((plan for point in position.data.map.points
                 for plan in transfers.homeward(position, side, point) if not done.gone.intersection(plan.units)), None)


def demand(position: Position, side: Side, done: Transferring) -> Demand:
    """The next units to go somewhere, or no more, once there is room for all: nobody has to go (senshi 9.3.2-a)."""
    def judge(order: Order) -> Verdict:
        if order.keyword != "pass" and not getattr(order.body, "rest", False):
            return transfers.judge_at(position, side, order, done)
        if order.keyword != "pass" and (plan := homeward(position, side, done)):
            return Understood(plan, transfers.value(transfers.RETURN, plan.units, plan.origin, plan.point), stays=True)
        if order.keyword != "pass":
            return (illegal("nobody-to-return", RULE, order.statement.span),)
        full = crowded(position, side)
        return (illegal("base-full", "senshi 2.1.1-b", order.statement.span, place=full[0]),) if full else NO_MORE

    def is_meant(order: Order) -> bool:
        """A pass for this; and a transfer, that of any ships while there are such ships."""
        return in_segment(TRANSFER)(order) and not (
            getattr(order.body, "rest", False) and homeward(position, side, done) is None)

    def choices() -> Iterator[OrderValue]:
        yield from transfers.transfers(position, side, done)
        if not crowded(position, side):
            yield NO_MORE.order

    return Demand(side, "transfer", RULE, frozenset({transfers.RETURN, transfers.REBASE, "pass"}), judge, choices,
                  {}, is_meant, sole=NO_MORE if next(choices()) == NO_MORE.order else None)
