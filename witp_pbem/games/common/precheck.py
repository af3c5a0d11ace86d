"""What is wrong with an order for certain, before the moment at which it will be judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.common.units import Counter, fits
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.problem import Problem, illegal


def certain(order: Order, judge: Callable[[Order], Verdict] | None) -> Sequence[Problem]:
    """The problems of an order that stand whatever others do and the dice show, placed.

    Args:
        judge: the judge of the decision the order is meant for, who calls these problems certain; None where nothing
            can be said before the moment.
    """
    verdict = judge(order) if judge else ()
    return [] if isinstance(verdict, Understood) else [
        problem.at(order.statement.span) for problem in verdict if problem.certain]


def never_enough(specs: Sequence[UnitSpec], obtainable: Iterable[Counter], rule: str, place: str = "") -> list[Problem]:
    """What is wrong for certain with names of units of which there can never be as many, at full strength or not.

    Args:
        specs: the units an order takes from one place.
        obtainable: all counters that can be there at its moment, whatever others do and the dice show.
        rule: why units have to be there.
        place: where, for sentences.
    """
    pool = list(obtainable)
    wanted: dict[tuple[Sequence[str], str, str], int] = {}
    problems: list[Problem] = []
    for spec in specs:
        alike = spec.kinds, spec.nation, spec.id
        before = wanted.get(alike, 0)
        wanted[alike] = before + max(spec.number, 1)
        count = sum(fits(spec._replace(full=None), unit) for unit in pool)
        if count < wanted[alike]:
            problems.append(illegal("too-few-units", rule, spec.span, wanted=spec.text, place=place,
                                    found=max(0, count - before), certain=True))
    return problems
