"""Maps of points joined by routes of some length."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from witp_pbem.games.common.paths import ways
from witp_pbem.table.tuples import NamedTuple


class Route(NamedTuple):
    """A route between two points, both ways; `kind` is the game's code of a kind of route, where it knows several."""

    first: str
    second: str
    length: int = 1
    kind: str = "route"


def of(record: Mapping[str, Any]) -> PointMap:
    """The map a record describes: "points", each with "id" and "xy", and "routes", each with the "pair" it joins, its
    "length" (1 where none is said) and its "kind".

    Raises:
        ValueError: see `PointMap`.
    """
    routes = [Route(first, second, route.get("length", 1), route.get("kind", "route"))
              for route in record["routes"] for first, second in [route["pair"]]]
    return PointMap({point["id"]: tuple(point["xy"]) for point in record["points"]}, routes)


def land(record: Mapping[str, Any]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The outlines of land a record has for drawing: "land" with its "outlines", lists of points; none without."""
    return tuple(tuple((x, y) for x, y in outline) for outline in record.get("land", {}).get("outlines", ()))


class PointMap:
    """A board (see `table.board`) of points.

    Args:
        points: where each lies, to the right and down, by its id, in the order in which points are listed.
        routes: each pair of points once.

    Raises:
        ValueError: a route to a point that is not there, from a point to itself, shorter than 1, or a second one
            between the same points.
    """

    shape: Literal["points"] = "points"

    def __init__(self, points: Mapping[str, tuple[int, int]], routes: Iterable[Route]) -> None:
        self.places = tuple(points)
        self.routes = tuple(routes)
        self._xy = dict(points)
        self._lengths: dict[str, dict[str, int]] = {place: {} for place in points}
        for route in self.routes:
            if (not {route.first, route.second} <= points.keys() or route.first == route.second or route.length < 1
                    or route.second in self._lengths[route.first]):
                raise ValueError(f'no route can lead from "{route.first}" to "{route.second}"')
            self._lengths[route.first][route.second] = self._lengths[route.second][route.first] = route.length
        self._far: dict[str, dict[str, int]] = {}

    def __contains__(self, place: object) -> bool:
        return place in self._xy

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The points a route joins with one, ascending by id."""
        return tuple(sorted(self._lengths[place]))

    def length(self, first: str, second: str) -> int:
        """How long the route between two neighbours is.

        Raises:
            KeyError: no route joins them.
        """
        return self._lengths[first][second]

    def distance(self, first: str, second: str) -> int | None:
        """The length of the shortest way from one point to another, over routes of every kind; None without one."""
        if second not in self._xy:
            raise KeyError(second)
        if first not in self._far:
            self._far[first] = {way.end: way.cost for way in ways(first, self._lengths.__getitem__, self.length)}
        return 0 if first == second else self._far[first].get(second)

    def xy(self, place: str) -> tuple[int, int]:
        """Where a point lies, to the right and down."""
        return self._xy[place]
