"""The map: points, the routes between them, and who may enter what (senshi 2.1). Values only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.paths import Way, everywhere, one, ways
from witp_pbem.games.common.pointmap import PointMap, Route
from witp_pbem.table.tuples import NamedTuple

PORT, BASE = "port", "base"
PLAIN, DOTTED = "plain", "dotted"


class Point(NamedTuple):
    """A port or a base.

    Attributes:
        id: "port_moresby". name, name_ja: "Port Moresby".
        kind: port or base (senshi 2.1-a).
        score: of a port (senshi 2.1.1-a), 0 of a base.
        owner: the side whose port marker lies there at the start (senshi 3.3-b), "" of a base.
        free_supply: nations whose ships are supplied there for nothing (senshi 9.4(1)-a).
        may_enter: nations whose units may be there, () for all (senshi 6.1(1)-a). "allies" is the nation of the Allied
            land-based air units.
    """

    id: str
    name: str
    name_ja: str
    kind: str
    score: int = 0
    owner: str = ""
    free_supply: tuple[str, ...] = ()
    may_enter: tuple[str, ...] = ()

    @property
    def is_port(self) -> bool:
        return self.kind == PORT


class Map(PointMap):
    """The points in the order of lists, and the routes between them: all of them, or those that are open, to which the
    dotted ones belong only once the Allies have changed their strategy (senshi 7.3(4)-a)."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.points: dict[str, Point] = {entry["id"]: _point(entry) for entry in record["points"]}
        super().__init__({entry["id"]: (entry["xy"][0], entry["xy"][1]) for entry in record["points"]},
                         [Route(first, second, entry["length"], entry["kind"])
                          for entry in record["routes"] for first, second in [entry["pair"]]])
        self.ports = tuple(point.id for point in self.points.values() if point.is_port)
        self.bases = tuple(point.id for point in self.points.values() if not point.is_port)
        self.dotted = tuple(route for route in self.routes if route.kind == DOTTED)
        closed = {frozenset((route.first, route.second)) for route in self.dotted}
        every = {place: self.neighbours(place) for place in self.points}
        plain = {place: tuple(there for there in beside if frozenset((place, there)) not in closed)
                 for place, beside in every.items()}
        self._open: tuple[Mapping[str, Sequence[str]], ...] = plain, every
        self._adjacent = tuple({place: tuple(there for there in beside if self.length(place, there) == 1)
                                for place, beside in routes.items()} for routes in self._open)

    def __getitem__(self, place: str) -> Point:
        return self.points[place]

    def joined(self, place: str, opened: bool) -> Sequence[str]:
        """The points that open routes join with one, ascending by id.

        Args:
            opened: the dotted routes are open (senshi 7.5(5)-a).
        """
        return self._open[opened][place]

    def adjacent(self, place: str, opened: bool) -> Sequence[str]:
        """The points that open routes of length 1 join with one, ascending by id: those that a zone reaches
        (senshi 4.2(2)-b), and one-sided air strikes."""
        return self._adjacent[opened][place]

    def route_length(self, path: Sequence[str], opened: bool) -> int | None:
        """The length of a route over some points, its start among them; None where open routes do not join them."""
        if any(there not in self._open[opened][here] for here, there in zip(path, path[1:], strict=False)):
            return None
        return sum(self.length(here, there) for here, there in zip(path, path[1:], strict=False))

    def ways(self, start: str, opened: bool, goes_on: Callable[[str], bool] = everywhere,
             limit: int | None = None) -> Iterator[Way[str]]:
        """The shortest way over open routes to each point, the shortest first (see `paths.ways`).

        Args:
            goes_on: the gate: whether a way may go on from a point it has entered.
            limit: no way is longer.
        """
        return ways(start, self._open[opened].__getitem__, self.length, goes_on, limit)

    def nearest(self, start: str, among: Collection[str], opened: bool, by_routes: bool = False) -> tuple[str, ...]:
        """The points of some that lie nearest to one, whoever is on the way (senshi 9.1-d, C-22), as they are listed.

        Args:
            by_routes: the number of routes counts, not their length.
        """
        lengths = {way.end: way.cost for way in ways(start, self._open[opened].__getitem__,
                                                     one if by_routes else self.length)} | {start: 0}
        least = min((lengths[place] for place in among if place in lengths), default=None)
        return tuple(place for place in self.points if place in among and lengths.get(place) == least is not None)

    def may_enter(self, place: str, nation: str) -> bool:
        """Whether units of a nation may be at a point (senshi 6.1(1)-a), the Dutch where the British may
        (senshi 2.2-d)."""
        nations = self.points[place].may_enter
        return not nations or nation in nations


def _point(entry: Mapping[str, Any]) -> Point:
    return Point(entry["id"], entry["name"], entry["name_ja"], entry["kind"], entry.get("score", 0),
                 entry.get("owner", ""), tuple(entry.get("free_supply", ())), tuple(entry.get("may_enter", ())))
