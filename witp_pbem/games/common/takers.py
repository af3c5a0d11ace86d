"""Who takes an event: for each kind the function that makes the next position of the last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from witp_pbem.table.event import Event

Taker = TypeVar("Taker", bound=Callable[..., Any])


class Takers:
    """A register: `@takes(ShipSailed)` above a function (position, event) -> position, and `takes.apply` as `apply` of
    the game. An event that nobody takes changes nothing."""

    def __init__(self) -> None:
        self._by_kind: dict[type[Event], Callable[..., Any]] = {}

    def __call__(self, *kinds: type[Event]) -> Callable[[Taker], Taker]:
        def register(function: Taker) -> Taker:
            self._by_kind.update(dict.fromkeys(kinds, function))
            return function
        return register

    def apply(self, position: Any, event: Event) -> Any:
        """The position after an event. Contains no rules."""
        taker = self._by_kind.get(type(event))
        return taker(position, event) if taker else position
