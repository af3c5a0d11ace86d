"""What would be legal instead: the nearest legal order, named with a problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from witp_pbem.table.demand import Understood, Verdict
from witp_pbem.table.problem import Advice, NearestOrder

Attempt = TypeVar("Attempt")


def advised(verdict: Verdict, nearest: Callable[[], Understood | None]) -> Verdict:
    """A verdict; if it refuses, its first problem names the nearest legal order, unless it names one already.

    Args:
        nearest: seeks that order, where somebody wants to read it; its note becomes the remark on it.
    """
    if isinstance(verdict, Understood):
        return verdict
    first, *others = verdict

    def seek() -> NearestOrder:
        legal = None if first.instead else nearest()
        return NearestOrder(legal.order, legal.note) if legal else NearestOrder(first.instead, first.note)

    return (first._replace(advice=Advice(seek)), *others)


def first_legal(attempts: Iterable[Attempt], judge: Callable[[Attempt], Verdict]) -> Understood | None:
    """The verdict on the first of some orders that is legal; None if none is."""
    return next((verdict for attempt in attempts if isinstance(verdict := judge(attempt), Understood)), None)
