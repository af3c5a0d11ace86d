"""The cheapest ways over a map: one search for hexes and points, by land and by sea, for routes and supply lines.

A way leads over nodes. A node is the id of a place or, where rules ask more of a way than where it is, a tuple that
begins with it: (place, water), (place, hexes since the last base).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from heapq import heappop, heappush
from typing import Any, Generic, NamedTuple, TypeVar

Node = TypeVar("Node", bound=Hashable)
Place = TypeVar("Place", bound=Hashable)


class Way(NamedTuple, Generic[Node]):
    """A way from a start.

    Attributes:
        cost: what its steps cost together.
        path: the nodes entered, in order; the start is not among them.
    """

    cost: int
    path: tuple[Node, ...]

    @property
    def end(self) -> Node:
        return self.path[-1]


def one(here: Any, there: Any) -> int:
    """The cost of a step where all cost the same."""
    return 1


def everywhere(node: Any) -> bool:
    """The gate that bars nothing."""
    return True


def ways(start: Node, beside: Callable[[Node], Iterable[Node]], cost: Callable[[Node, Node], int | None] = one,
         goes_on: Callable[[Node], bool] = everywhere, limit: int | None = None) -> Iterator[Way[Node]]:
    """The cheapest way from a start to each node in reach, the cheapest first; of equal ones that of fewer steps, then
    that over the lower nodes, looked at from the start on.

    Args:
        start: where all ways begin. It needs no gate, and no way leads to it.
        beside: the nodes next to one.
        cost: of a step from a node to one beside it, 0 or more; None where it is barred.
        goes_on: the gate: whether a way may go on from a node it has entered. It may end there in any case.
        limit: no way costs more.
    """
    queue: list[tuple[int, int, tuple[Any, ...]]] = [(0, 0, ())]
    best = {start: queue[0]}
    done: set[Node] = set()
    while queue:
        spent, length, path = heappop(queue)
        here = path[-1] if path else start
        if here in done:
            continue
        done.add(here)
        if path:
            yield Way(spent, path)
            if not goes_on(here):
                continue
        for there in beside(here):
            step = None if there in done else cost(here, there)
            if step is not None and (limit is None or spent + step <= limit):
                way = (spent + step, length + 1, (*path, there))
                if there not in best or way < best[there]:
                    best[there] = way
                    heappush(queue, way)


def near(starts: Iterable[Node], beside: Callable[[Node], Iterable[Node]], steps: int,
         barred: Set[Node] = frozenset()) -> frozenset[Node]:
    """Some nodes and those to which `ways` of so many steps at most lead from any of them, where nobody asks for the
    way.

    Args:
        barred: the nodes from which no way goes on.
    """
    reached = edge = set(starts)
    for _ in range(steps):
        beyond = {there for here in edge for there in beside(here)} - reached
        reached = reached | beyond
        edge = beyond - barred
    return frozenset(reached)


class Reach(Generic[Place, Node]):
    """What is in reach: the first way found to each place, sought only as far as somebody asks.

    Args:
        best_first: the ways, the best first (`ways`).
        place: the place a node lies in.
    """

    def __init__(self, best_first: Iterator[Way[Node]], place: Callable[[Node], Place]) -> None:
        self._best_first = best_first
        self._place = place
        self._ways: dict[Place, Way[Node]] = {}
        self._places: list[Place] = []

    def to(self, place: Place) -> Way[Node] | None:
        """The best way to a place; None if there is none."""
        while place not in self._ways and self._goes_on():
            pass
        return self._ways.get(place)

    def all(self) -> Mapping[Place, Way[Node]]:
        """The best way to every place in reach, the best of all first."""
        while self._goes_on():
            pass
        return self._ways

    def within(self, limit: int) -> Iterator[tuple[Place, Way[Node]]]:
        """The places in reach for so much at most with the best way to each, the best of all first."""
        number = 0
        while number < len(self._places) or self._goes_on():
            place = self._places[number]
            if self._ways[place].cost > limit:
                return
            yield place, self._ways[place]
            number += 1

    def _goes_on(self) -> bool:
        """Seeks one place more; False if there is none."""
        for way in self._best_first:
            there = self._place(way.end)
            if there not in self._ways:
                self._ways[there] = way
                self._places.append(there)
                return True
        return False
