"""The map at one moment, as the report room draws it: ports and bases, the routes between them, ships face-up and
face-down, who occupies what, moves and battles, and the zones of land-based air. All of it lies open on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from witp_pbem.games.common.chart import stacks
from witp_pbem.games.common.data import RECONSTRUCTED, sources
from witp_pbem.games.common.pointmap import Route, land
from witp_pbem.games.taiheiyo_senshi.board import names
from witp_pbem.games.taiheiyo_senshi.board.map import DOTTED, Map, Point
from witp_pbem.games.taiheiyo_senshi.board.state import MAP, SIDES, Position, Unit
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.telling.entries import telling
from witp_pbem.games.taiheiyo_senshi.telling.nouns import side_name, the_side, turned, values, when
from witp_pbem.games.taiheiyo_senshi.telling.signs import signs
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.games.taiheiyo_senshi.words.wording import word
from witp_pbem.table.chart import Area, Chart, Edge, EdgeKind, Marker, Sheet, Spot
from witp_pbem.table.language import language, listing
from witp_pbem.table.story import Happening

SHEETS = 64  # kept at hand: a campaign changes little of who occupies what from step to step


def chart(position: Position, happenings: Sequence[Happening] = (), side: str = "", *,
          overlaid: bool = True) -> Chart:
    """The map at a position, with the moves and battles of some happenings.

    Args:
        side: the reader's; it changes nothing, as everything on the map lies open.
        overlaid: with the zones of land-based air.
    """
    return Chart(
        title=when(position), sheet=sheet(position), sides=tuple((side, side_name(side)) for side in SIDES),
        stacks=tuple(stacks((unit for unit in position.units.values() if unit.status == MAP), lambda unit: unit.point,
                            SIDES, signs().nations, signs().kinds,
                            lambda alike: "", name=lambda unit: turned(position, unit),
                            printed=lambda unit: _printed(position, unit))),
        markers=tuple(_markers(position)),
        arrows=tuple(arrow for happening in happenings for arrow in telling.arrows(happening)),
        clashes=telling.clashes(happenings), areas=tuple(_areas(position)) if overlaid else ())


# -- the map itself ---------------------------------------------------------------------------------------------


def sheet(position: Position) -> Sheet:
    """The map with who occupies its points, and with dotted routes as long as they are closed."""
    board = position.data.map
    return _sheet(board, language(), tuple(position.held.get(point, "") for point in board.points), position.opened)


@lru_cache(maxsize=SHEETS)
def _sheet(board: Map, spoken: str, held: tuple[str, ...], opened: bool) -> Sheet:
    """The map in a language."""
    edges = tuple(Edge(route.first, route.second, _kind(board, route, opened), route.length) for route in board.routes)
    spots = tuple(_spot(point, side) for point, side in zip(board.points.values(), held, strict=True))
    ours = sum(edge.kind == signs().assumed for edge in edges)
    remark = say("This map is a reconstruction, not the printed one: {ours} of its {routes} routes are ours.",
                 ours=ours, routes=len(edges))
    return Sheet(board, spots, edges, signs().key, remark=remark if ours else "",
                 land=land(board.record), reduced=say("face-down"))


def _kind(board: Map, route: Route, opened: bool) -> EdgeKind:
    """How a route is drawn: closed, ours altogether, of a length of ours, or the printed game's. An owner may have put
    the printed game's routes in the place of ours."""
    if route.kind == DOTTED and not opened:
        return signs().closed
    invented = _invented(board)[frozenset((route.first, route.second))]
    return signs().assumed if "pair" in invented else signs().measured if "length" in invented else signs().route


@lru_cache(maxsize=4)
def _invented(board: Map) -> Mapping[frozenset[str], frozenset[str]]:
    """What of each route is our own invention: "pair", "length"."""
    return {frozenset(entry["pair"]): frozenset(source.field for source in sources(entry)
                                                if source.text.startswith(RECONSTRUCTED))
            for entry in board.record["routes"]}


def _spot(point: Point, held: str) -> Spot:
    drawn = signs()
    marks = (drawn.scores[point.score],) if point.score in drawn.scores else ()
    return Spot(point.id, names.name(point), drawn.port if point.is_port else drawn.base, marks=marks,
                owner=point.owner, control=held, facts=tuple(_facts(point)), shows_id=False)


def _facts(point: Point) -> Iterator[str]:
    """What is printed at a point."""
    if point.is_port:
        yield say.plural(point.score, "A port worth {n} point.", "A port worth {n} points.")
    else:
        yield say("A base: one land-based air unit; ships but capital ships can be supplied.")
    if point.free_supply:
        yield say("Free supply: {nations}.", nations=listing(word("country", nation) for nation in point.free_supply))
    if point.may_enter:
        yield say("Open to these alone: {nations}.", nations=listing(word("country", nation)
                                                                     for nation in point.may_enter))


def _printed(position: Position, unit: Unit) -> str:
    """What stands behind a counter's name: "4-2-3", of land-based air "(3)"."""
    printed = values(position.data.units[unit.id])
    return printed if unit.is_ship else f"({printed})"


# -- what stands on it ------------------------------------------------------------------------------------------


def _markers(position: Position) -> Iterator[Marker]:
    if position.train:
        yield Marker(position.train, "allies", signs().train, say("Fleet Train: an Allied port without score"))
    if position.guarded:
        yield Marker(position.guarded, "japan", signs().guarded, say("Fortified this turn"))
    for point, holder in position.held.items():
        if position.data.map[point].is_port and not points.is_own_port(position, holder, point):
            yield Marker(point, holder, signs().as_base,
                         say("{side}: holds this port as a base", side=side_name(holder)))


def _areas(position: Position) -> Iterator[Area]:
    """Where each side's land-based air casts its zone: bases, and no enemy ports (senshi 4.2(2)-b, 4.2(2)-c)."""
    for side in SIDES:
        yield Area(signs().zones, side, say("Zones of the land-based air of {side}", side=the_side(side)),
                   tuple(point for point in position.data.map.bases if occupation.zone(position, side, point)))
