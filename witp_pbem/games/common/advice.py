"""What would be legal instead: the nearest legal order, named with a problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from witp_pbem.table.demand import Understood, Verdict

Attempt = TypeVar("Attempt")


def advised(verdict: Verdict, nearest: Callable[[], Understood | None]) -> Verdict:
    """A verdict; if it refuses, its first problem names the nearest legal order, unless it names one already.

    Args:
        nearest: seeks that order, where it is wanted; its note becomes the remark on it.
    """
    if isinstance(verdict, Understood) or verdict[0].instead:
        return verdict
    legal = nearest()
    return (replace(verdict[0], instead=legal.order, note=legal.note), *verdict[1:]) if legal else verdict


def first_legal(attempts: Iterable[Attempt], judge: Callable[[Attempt], Verdict]) -> Understood | None:
    """The verdict on the first of some orders that is legal; None if none is."""
    return next((verdict for attempt in attempts if isinstance(verdict := judge(attempt), Understood)), None)
