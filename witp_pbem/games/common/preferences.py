"""Decisions for some of several things, named in order of preference: where to retreat, who is struck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from witp_pbem.games.common.order_values import EVERY, UnitSpec
from witp_pbem.games.common.units import Counter, fits
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem

Thing = TypeVar("Thing")


def choose_one(side: str, code: str, rule: str, things: Sequence[Thing], ordering: Callable[[Thing], OrderValue], *,
               wishes: Callable[[Order], Iterable[Thing] | Problem], refusal: Callable[[Order], Problem],
               about: Mapping[str, Any], matches: Callable[[Order], bool] = lambda order: True,
               alike: bool = False, idle: Callable[[Order], Iterable[OrderValue]] | None = None) -> Demand:
    """The decision for one of several things, which is the answer: the first that an order names and that is open.
    Nobody is asked where one alone is open.

    Args:
        things: those that are open, plainest first.
        ordering: the order that chooses one.
        wishes: those an order names, best first, whether open or not; or what is wrong with its naming them.
        refusal: what is wrong with an order that names none of those open; it is told how to name the plainest.
        alike: whether it is all the same which one is chosen.
        idle: of what an order names, that for which nothing is open, each as an order of its own; by default the wishes
            that are not open.
    """
    def chosen(thing: Thing) -> Understood:
        return Understood(thing, ordering(thing))

    def judge(order: Order) -> Verdict:
        wished = wishes(order)
        if isinstance(wished, Problem):
            return (wished,)
        thing = next((thing for thing in wished if thing in things), None)
        return (refusal(order).advising(ordering(things[0])),) if thing is None else chosen(thing)

    def closed(order: Order) -> list[OrderValue]:
        wished = wishes(order)
        return [] if isinstance(wished, Problem) else [ordering(thing) for thing in wished if thing not in things]

    return Demand(side, code, rule, frozenset({ordering(things[0])["order"]}), judge,
                  lambda: [ordering(thing) for thing in things], about, matches,
                  sole=chosen(things[0]) if alike or len(things) == 1 else None, standing=True, wishes=idle or closed)


Unit = TypeVar("Unit", bound=Counter)


def strangers(specs: Iterable[UnitSpec], units: Sequence[Unit]) -> list[UnitSpec]:
    """The names in a list that mean none of some units."""
    return [spec for spec in specs if not any(fits(spec, unit) for unit in units)]


def preferred(specs: Iterable[UnitSpec], units: Sequence[Unit]) -> list[Unit]:
    """The units that a list of names means, in its order, each once; who is not among them is passed over."""
    chosen: list[Unit] = []
    for spec in specs:
        fitting = [unit for unit in units if fits(spec, unit) and unit not in chosen]
        chosen += fitting if spec.number == EVERY else fitting[:spec.number]
    return chosen
