"""The map at one moment, as the report room draws it: points, the routes between them, who stands where and who holds
what, moves and battles. All of it lies open; of a Japanese stack only the order is unknown, to everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from witp_pbem.games.common.chart import stacks
from witp_pbem.games.common.pointmap import land
from witp_pbem.games.nimitz.board import names
from witp_pbem.games.nimitz.board.map import Map, Point
from witp_pbem.games.nimitz.board.state import AIRFIELD, JAPAN, SIDES, US, Position, Unit
from witp_pbem.games.nimitz.telling.entries import telling
from witp_pbem.games.nimitz.telling.nouns import side_name, turned, values, when
from witp_pbem.games.nimitz.telling.signs import signs
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.chart import Chart, Edge, Marker, Sheet, Spot
from witp_pbem.table.language import language
from witp_pbem.table.story import Happening

COLOURED = (JAPAN, US)  # the first side is drawn in red, the second in blue, as their counters are (nimitz 2.5.1.a)
SHEETS = 64  # kept at hand: a campaign changes little of who holds what from step to step


def chart(position: Position, happenings: Sequence[Happening] = (), side: str = "", *,
          overlaid: bool = True) -> Chart:
    """The map at a position, with the moves and battles of some happenings.

    Args:
        side: the reader's; it changes nothing, as everything on the map lies open.
        overlaid: changes nothing, as nothing is laid over this map.
    """
    battle = position.battle
    return Chart(
        title=when(position), sheet=sheet(position), sides=tuple((side, side_name(side)) for side in COLOURED),
        stacks=tuple(stacks(_on_map(position), lambda unit: unit.place, SIDES, signs().nations, signs().kinds,
                            lambda alike: "", name=lambda unit: turned(position, unit),
                            printed=lambda unit: values(position, unit))),
        markers=tuple(_markers(position)),
        arrows=tuple(arrow for happening in happenings for arrow in telling.arrows(happening)),
        clashes=telling.clashes(happenings), continuing=(battle.place,) if battle else ())


def _on_map(position: Position) -> Iterator[Unit]:
    """The counters at points; what lies on the battle sheet for a battle alone stays there."""
    return (unit for unit in position.units.values()
            if unit.place in position.data.map and not unit.is_cba and unit.kind != AIRFIELD)


# -- the map itself ---------------------------------------------------------------------------------------------


def holder(position: Position, point: str) -> str:
    """The side that alone has ground units or LBA at a point, "" for nobody or both (nimitz 3.4.c)."""
    there = [side for side in SIDES if position.garrison(side, point)]
    return there[0] if len(there) == 1 else ""


def sheet(position: Position) -> Sheet:
    """The map with its objectives and who holds its points."""
    board = position.data.map
    return _sheet(board, language(), tuple(holder(position, point) for point in board.points),
                  position.campaign.objectives)


@lru_cache(maxsize=SHEETS)
def _sheet(board: Map, spoken: str, held: tuple[str, ...], objectives: tuple[str, ...]) -> Sheet:
    """The map in a language."""
    edges = tuple(Edge(route.first, route.second, signs().route, route.length) for route in board.routes)
    spots = tuple(_spot(point, side, point.id in objectives)
                  for point, side in zip(board.points.values(), held, strict=True))
    return Sheet(board, spots, edges, signs().key, land=land(board.record), reduced=say("damaged"))


def _spot(point: Point, held: str, is_objective: bool) -> Spot:
    drawn = signs()
    return Spot(point.id, names.name(point), drawn.objective if is_objective else drawn.point,
                marks=(drawn.star,) * is_objective + (drawn.flag,) * point.flag, control=held,
                facts=tuple(_facts(point, is_objective)))


def _facts(point: Point, is_objective: bool) -> Iterator[str]:
    """What is printed at a point."""
    if is_objective:
        yield say("An objective of this campaign.")
    if not point.us:
        yield say("Closed to the Americans.")
    elif point.capacity is None:
        yield say("Room for any number of American LBA.")
    else:
        yield say.plural(point.capacity, "Room for {n} American LBA.", "Room for {n} American LBA.")
    if point.flag:
        yield say("Open to Australian units.")
    if not point.japan:
        yield say("Closed to Japan.")


# -- what stands on it ------------------------------------------------------------------------------------------


def _markers(position: Position) -> Iterator[Marker]:
    for point in position.objectives:
        yield Marker(point, "", signs().held, say("Objective held by the Americans"))
    for point, number in position.scouts.items():
        yield Marker(point, "us", signs().scouted, say("Scouting markers: {number}", number=number))
    if position.battle:
        yield Marker(position.battle.place, "", signs().battle, say("A battle is fought here"))
