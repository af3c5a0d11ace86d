"""The map: points, the routes between them, and who may enter what (nimitz 2.1, 8.2, 9.1.1). Values only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from witp_pbem.games.common.pointmap import PointMap, Route
from witp_pbem.table.tuples import NamedTuple

ALASKA, AUSTRALIA, EAST_ASIA, HAWAII, IWO_JIMA, JAPAN, MARIANAS, OKINAWA, WEST_COAST = (
    "AK", "AU", "EA", "HI", "IJ", "JA", "MA", "OK", "WC")


class Point(NamedTuple):
    """A point of the map (nimitz 2.1.a).

    Attributes:
        id: "HI". name, name_ja: "Hawaiian Islands".
        xy: where it is drawn, to the right and down.
        capacity: American land-based air units it can hold (nimitz 8.2.1.b), None for any number (nimitz 8.2.1.c).
        flag: it has the Australian flag (nimitz 8.2.b).
        us, japan: whether the side may enter (nimitz 8.2.a, 9.1.1.a).
        south: the points beside it, open to Japan, that lie nearer to Australia (nimitz 9.2.3.a).
        east: those that lie nearer to the Hawaiian Islands (nimitz 9.2.4.a).
    """

    id: str
    name: str
    name_ja: str
    xy: tuple[int, int]
    capacity: int | None
    flag: bool
    us: bool
    japan: bool
    south: tuple[str, ...] = ()
    east: tuple[str, ...] = ()


class Map(PointMap):
    """The points in the order of lists, and the routes between them, all of length 1."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        super().__init__({entry["id"]: (entry["xy"][0], entry["xy"][1]) for entry in record["points"]},
                         [Route(first, second) for entry in record["routes"] for first, second in [entry["pair"]]])
        japanese = frozenset(entry["id"] for entry in record["points"] if entry["japan"])
        self.points: dict[str, Point] = {entry["id"]: self._point(entry, japanese) for entry in record["points"]}

    def __getitem__(self, place: str) -> Point:
        return self.points[place]

    def nearer(self, place: str, goal: str) -> tuple[str, ...]:
        """The points beside one that lie nearer to a goal, in the order of lists."""
        far = self.distance(place, goal)
        return tuple(there for there in self.places
                     if far is not None and there in self.neighbours(place) and self.distance(there, goal) == far - 1)

    def nearest(self, start: str, among: Collection[str]) -> tuple[str, ...]:
        """The points of some that are the fewest routes away, whoever is on the way (ruling G-26), in the order of
        lists."""
        far = {place: distance for place in self.places if place in among
               and (distance := self.distance(start, place)) is not None}
        return tuple(place for place, distance in far.items() if distance == min(far.values()))

    def _point(self, entry: Mapping[str, Any], japanese: Collection[str]) -> Point:
        south, east = (tuple(there for there in self.nearer(entry["id"], goal) if there in japanese)
                       if entry["japan"] else () for goal in (AUSTRALIA, HAWAII))
        return Point(entry["id"], entry["name"], entry["name_ja"], (entry["xy"][0], entry["xy"][1]),
                     entry["capacity"], entry["flag"], entry["us"], entry["japan"], south, east)
