"""What is wrong with an order for certain, before the moment at which it will be judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.problem import Problem


def certain(order: Order, judge: Callable[[Order], Verdict] | None) -> Sequence[Problem]:
    """The problems of an order that stand whatever others do and the dice show, placed.

    Args:
        judge: the judge of the decision the order is meant for, who calls these problems certain; None where nothing
            can be said before the moment.
    """
    verdict = judge(order) if judge else ()
    return [] if isinstance(verdict, Understood) else [
        problem.at(order.statement.span) for problem in verdict if problem.certain]
