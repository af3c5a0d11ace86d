"""A toy to be mutated: two rules and a constant."""

from __future__ import annotations

LIMIT = 3  # counters to a hex (witp 1.1.a)


def may_stack(count: int) -> bool:
    """Whether so many counters may stand in a hex (witp 1.1.a)."""
    return count <= LIMIT


def may_fly(full: bool, hexes: int) -> bool:
    """Full air units fly two hexes (witp 1.1.b)."""
    return full and hexes <= 2


def waves(count: int) -> int:
    """How often two go ashore until none is left (witp 1.2)."""
    times = 0
    while count > 0:
        count -= 2
        times += 1
    return times


class Depot:
    """Where counters are kept (witp 1.2)."""

    def __init__(self) -> None:
        self.counters: list[str] = []

    @property
    def is_full(self) -> bool:
        """Whether no more counters go in."""
        return len(self.counters) == 9

    def clear(self) -> None:
        """Takes all out."""
        self.counters.clear()
