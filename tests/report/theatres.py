"""Two real maps with counters on them: 1,138 hexes in fifty-one columns, and 22 points (sources: see the data)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.report.boards import LAND, MOVE, PORT, ROCK, SEA, SHORE, ZONES
from witp_pbem.games.common.hexmap import numbered
from witp_pbem.games.common.pointmap import PointMap, Route
from witp_pbem.table.chart import (
    Area,
    Arrow,
    Chart,
    Clash,
    CounterKind,
    Edge,
    EdgeKind,
    Ground,
    Mark,
    Marker,
    Nation,
    Network,
    Overlay,
    Sheet,
    Spot,
    Stack,
    Theatre,
)
from witp_pbem.table.language import language

DATA = Path(__file__).parent / "data"
JUNGLE = Ground("jungle", "jungle", "%%", "land", "green", "leaves")
MIXED = Ground("mixed", "mixed terrain", "%#", "land", "sand", "dots")
ATOLL = Ground("atoll", "atolls", "oo", "shore", "white")
COVERS = {"jungle": JUNGLE, "mixed": MIXED, "mountain": ROCK, "atoll": ATOLL}
FIELD, CITY = Mark("airfield", "airfield", "plane"), Mark("city", "city", "city", "c")
OIL = Mark("resource", "resource", "drop", "$")
MARKS = {"port": PORT, "airfield": FIELD, "city": CITY, "city_intrinsic": CITY, "city_japan": CITY, "resource": OIL}
JOINED, BLOCKED = EdgeKind("both", joins=True), EdgeKind("blocked", "blocked", "wall")
PARTS = (("Asia", 10, 29), ("Japan and the South Pacific", 30, 45), ("Central and East Pacific", 46, 60))

FLEET, TROOPS = CounterKind("naval", "naval units", "N"), CounterKind("ground", "ground units", "G")
JAPAN, US, DUTCH = Nation("jp", "Japan", "JP"), Nation("us", "United States", "US"), Nation("nl", "Netherlands", "NL")
DETACHMENT = Mark("detachment", "detachment", "D2", "d")
LANE, CLOSED = EdgeKind("lane", "sea lane", "route"), EdgeKind("closed", "closed until Japan strikes south", "dotted")
HARBOUR, ISLAND = Ground("harbour", "harbour"), Ground("island", "island base", outline="box", colour="sand")
CUT = Overlay("cut-off", "Cut off", "dots")
SIDES = (("japan", "Japan"), ("allies", "Allies"), ("dutch", "Netherlands"))


@cache
def read(name: str) -> dict[str, Any]:
    return dict(json.loads((DATA / name).read_text("utf-8")))


@cache
def hexes() -> Sheet:
    """The map of hexes, every mark and hexside on it."""
    data = read("empire-of-the-sun.json")
    numbers = [f"{column}{row:02d}" for column, stretches in data["columns"].items()
               for first, last in stretches for row in range(first, last + 1)]
    board = numbered(numbers, "odd")
    edges = []
    for both, kind in data["sides"].items():
        first, second = both.split("-")
        if kind in ("land", "both"):
            edges.append(Edge(first, second, JOINED))
        elif kind == "blocked":
            edges.append(Edge(first, second, BLOCKED))
    watery = {number for both, kind in data["sides"].items() if kind != "land" for number in both.split("-")}
    listed = {frozenset(both.split("-")) for both in data["sides"]}
    spots = []
    for number in numbers:
        name, terrain, features = data["hexes"].get(number, ("", "ocean", ()))
        inland = number not in watery and len(board.neighbours(number)) == 6 and all(
            frozenset((number, other)) in listed for other in board.neighbours(number))
        ground = SEA if terrain == "ocean" else LAND if inland else SHORE
        marks = tuple(dict.fromkeys(MARKS[feature] for feature in features if feature in MARKS))
        control = "japan" if name in ("Tokyo", "Truk", "Rabaul") else "allies" if PORT in marks else ""
        spots.append(Spot(number, name, ground, COVERS.get(terrain), marks, control=control))
    parts = tuple(Theatre(name, tuple(number for number in numbers if first <= int(number[:2]) <= last))
                  for name, first, last in PARTS)
    key = (SEA, SHORE, LAND, *COVERS.values(), *MARKS.values(), JOINED, BLOCKED, MOVE, ZONES)
    return Sheet(board, tuple(spots), tuple(edges), key, parts, "Hexes of a digest, not the printed map.")


def at(sheet: Sheet, name: str) -> str:
    """The id of a place by its name."""
    return next(spot.place for spot in sheet.spots if spot.name == name)


@cache
def hex_chart() -> Chart:
    """The map of hexes with counters in a few of them."""
    sheet = hexes()
    truk, rabaul, madras = (at(sheet, name) for name in ("Truk", "Rabaul", "Madras"))
    way = (truk, *sorted(sheet.board.neighbours(truk))[:1])
    return Chart(
        "Turn 3, spring 1942", sheet, SIDES[:2],
        (Stack(truk, "japan", JAPAN, FLEET, ("JP-N-1", "[JP-N-2]"), 1),
         Stack(rabaul, "japan", JAPAN, TROOPS, ("JP-G-1",)),
         Stack(madras, "allies", US, FLEET, ("US-N-1",))), arrows=(Arrow("japan", MOVE, way, 1, "1 naval unit"),),
        clashes=(Clash(rabaul, "battle", "Japan won", "japan"),),
        areas=(Area(ZONES, "japan", "zone of Japan", (truk, *sheet.board.neighbours(truk))),))


def points() -> Sheet:
    """The map of points with their routes, in the language spoken."""
    data = read("taiheiyo-senshi.json")
    kinds = {"open": LANE, "closed": CLOSED}
    board = PointMap({point: tuple(entry["xy"]) for point, entry in data["points"].items()},
                     [Route(*route) for route in data["routes"]])
    spots = tuple(Spot(point, entry["ja" if language() == "ja" else "en"],
                       HARBOUR if entry["kind"] == "port" else ISLAND, marks=(PORT,) if entry["kind"] == "port" else (),
                       owner=entry["held"], control=entry["held"]) for point, entry in data["points"].items())
    edges = tuple(Edge(route.first, route.second, kinds[route.kind], route.length) for route in board.routes)
    return Sheet(board, spots, edges, (HARBOUR, ISLAND, PORT, DETACHMENT, LANE, CLOSED, MOVE, CUT))


def point_chart() -> Chart:
    """The map of points with three sides' counters, two of them in one place, and what happened."""
    return Chart(
        "Turn 2, 1942", points(), SIDES,
        (Stack("japan", "japan", JAPAN, FLEET, ("赤城", "[加賀]", "Prince Eugen"), 1),
         Stack("japan", "japan", JAPAN, TROOPS, ("14th Army",)), Stack("truk", "japan", JAPAN, FLEET, ("Yamato",)),
         Stack("truk", "allies", US, FLEET, ("Prince of Wales", "Enterprise")),
         Stack("borneo", "dutch", DUTCH, FLEET, ("De Ruyter", "[Java]"), 1)),
        (Marker("rabaul", "japan", DETACHMENT, "Detachment of Japan"),
         Marker("midway", "", DETACHMENT, "Detachment of nobody"),
         Marker("solomons", "dutch", DETACHMENT, "Detachment of the Netherlands")),
        (Arrow("allies", MOVE, ("hawaii", "johnston", "kwajalein", "truk"), 4, "2 naval units"),
         Arrow("dutch", MOVE, ("singapore", "borneo"), 1, "2 naval units")),
        (Clash("truk", "battle", "Japan won", "japan"),),
        (Area(CUT, "allies", "Cut off: Allies", ("philippines", "singapore")),),
        (Network(CUT, "dutch", "Way home", (("borneo", "singapore", "ceylon"),)),), ("borneo",))
