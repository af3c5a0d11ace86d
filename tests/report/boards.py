"""A small invented game's signs, and maps of its hexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from witp_pbem.games.common.hexmap import Columns, numbered
from witp_pbem.table.chart import (
    CounterKind,
    Course,
    Edge,
    EdgeKind,
    Ground,
    Mark,
    Nation,
    Overlay,
    Sheet,
    Spot,
    Stack,
)

SEA, LAND = Ground("sea", "sea", " .", "water"), Ground("land", "land", "##")
SHORE = Ground("shore", "coast and islands", "~~", "shore")
ROCK = Ground("rock", "mountains", "^^", "land", "brown", "peaks")
WOOD = Ground("wood", "jungle", "##", "shore", "green", "leaves")
PORT, FIELD = Mark("port", "port", "anchor", beside=True), Mark("field", "airfield", "plane", beside=True)
OIL, DUMP = Mark("oil", "resource hex", "drop"), Mark("dump", "base", "base", "=")
JOINED, WALL = EdgeKind("land", joins=True), EdgeKind("closed", "closed to fleets", "wall")
COURSES = (Course("move", "movement"), Course("redeploy", "redeployment", "dashed"),
           Course("retreat", "retreat", "dotted"), Course("displace", "displacement", "mixed"),
           Course("arrive", "arrival", "arrival"))
MOVE, *_, ARRIVE = COURSES
ZONES, SUPPLY = Overlay("azoc", "Air zones of control"), Overlay("supply", "Supply", "dots")
KEY = (SEA, SHORE, LAND, ROCK, WOOD, PORT, FIELD, OIL, DUMP, WALL, *COURSES, ZONES, SUPPLY)


def hexes(spots: Iterable[Spot], edges: Sequence[Edge] = (), lower: Columns = "even", remark: str = "") -> Sheet:
    """A map of hexes numbered with four digits."""
    there = tuple(spots)
    return Sheet(numbered((spot.place for spot in there), lower), there, tuple(edges), KEY, remark=remark)


def stack(place: str, side: str, *units: str, kind: str = "ship", remark: str = "") -> Stack:
    """Counters of a side's only nation, "[X-1]" a reduced one."""
    return Stack(place, side, Nation(f"{side}land", f"{side.title()}land", side[:2].upper()),
                 CounterKind(kind, kind, kind[0].upper()), units, sum(unit.startswith("[") for unit in units), remark)
