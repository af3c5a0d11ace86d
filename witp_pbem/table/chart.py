"""The map as values: between a game, which knows what stands where, and the report room, which draws it.

A game describes its board once as a `Sheet` of spots and edges and, for one moment, everything on it as a `Chart`.
What kinds of things there are is declared by the game: a value each, with what it is called in the reader's language
and a hint how to draw it, which spots, edges and counters then refer to:

    sea = Ground("sea", say("open sea"), " .", "water")
    harbour = Mark("harbour", say("harbour"), "anchor", beside=True)
    cruiser, navy = CounterKind("cruiser", say("cruisers"), "CA", "ship"), Nation("reds", say("Red"), "R")
    sail = Course("sail", say("voyage"))

    board = PointMap({"HI": (800, 360), "Coral Bay": (500, 470)}, [Route("HI", "Coral Bay", 2)])
    lane = EdgeKind("lane", say("sea lane"), "route")
    sheet = Sheet(board, (Spot("HI", say("Hawaii"), sea, marks=(harbour,), control="blue"), Spot("Coral Bay", "", sea)),
                  (Edge("HI", "Coral Bay", lane, 2),), key=(sea, harbour, lane, cruiser, sail))
    chart = Chart(say("Turn 1"), sheet, (("red", say("Red")), ("blue", say("Blue"))),
                  stacks=(Stack("Coral Bay", "red", navy, cruiser, ("Takao", "[Atago]"), 1),),
                  arrows=(Arrow("red", sail, ("HI", "Coral Bay"), 2, say("Takao sailed")),))

The legend explains those that are on the map, in the order of the sheet's `key`. Every text is plain and in the
reader's language, to be escaped by whoever writes it out. Sides are the game's sides, any number, "" is nobody.
"""

from __future__ import annotations

from typing import Literal

from witp_pbem.table.board import Board
from witp_pbem.table.tuples import NamedTuple

Surface = Literal["water", "shore", "land"]
Colour = Literal["", "green", "brown", "sand", "grey", "white", "blue", "violet"]
Pattern = Literal["", "leaves", "peaks", "waves", "dots", "lines"]
Outline = Literal["circle", "box"]
Glyph = Literal["anchor", "plane", "factory", "drop", "crown", "city", "fort", "star", "diamond", "triangle", "ring",
                "cross", "base"]
Silhouette = Literal["", "carrier", "ship", "submarine", "plane", "infantry", "tank"]
LineLooks = Literal["none", "wall", "rampart", "river", "road", "rail", "route", "dashed", "dotted"]
Stroke = Literal["solid", "dashed", "dotted", "mixed", "arrival"]
Shading = Literal["stripes", "dots"]
LOOKS = 6  # sides that looks can tell apart


# -- what a game declares ---------------------------------------------------------------------------------------


class Ground(NamedTuple):
    """What lies in a spot.

    Attributes:
        code: the game's own.
        name: in words, as the legend has it ("mountains").
        letters: two ASCII letters for it in the text map; an empty hex shows them twice, one below the other.
        surface: of a hex: water, land, or a shore that holds both. The coast is grown from it.
        colour, pattern: what it is painted with; land and water without any need no words in the picture's legend.
        outline: of a point: a circle, or a smaller box.
    """

    code: str
    name: str
    letters: str = "##"
    surface: Surface = "land"
    colour: Colour = ""
    pattern: Pattern = ""
    outline: Outline = "circle"


PLAIN = Ground("", "", " .", "water")


class Mark(NamedTuple):
    """A sign that is printed in a spot or lies there as a marker.

    Attributes:
        name: in words ("port").
        glyph: the picture: a `Glyph`, or one to three letters. A marker of a side is framed in its looks.
        letter: one ASCII letter for it in the text map, "" where it does not show there.
        beside: whether it may stand beside the place's id instead of among the counters; one mark a spot does.
    """

    code: str
    name: str
    glyph: str
    letter: str = ""
    beside: bool = False


class EdgeKind(NamedTuple):
    """What may lie between two neighbours.

    Attributes:
        name: in words, "" where the legend says nothing of it.
        looks: a wall, a rampart or a river runs along the side two hexes share; all others from middle to middle.
        joins: whether the land of the two hexes is one.
        letter: one ASCII letter for it beside the length of a route in the text map, "" where it does not show there.
        hollow: whether the dots that count further steps of a route are hollow: its length is not certain.
    """

    code: str
    name: str = ""
    looks: LineLooks = "none"
    joins: bool = False
    letter: str = ""
    hollow: bool = False


class Nation(NamedTuple):
    """Whose counters they are, within a side.

    Attributes:
        letters: one to three letters for it on a counter ("JP").
        colour: what those letters stand on, "" where nations have no colours.
    """

    code: str
    name: str
    letters: str
    colour: Colour = ""


class CounterKind(NamedTuple):
    """A type of counter.

    Attributes:
        name: in words ("carriers").
        sign: one or two letters for it on a counter, in any language ("CV").
        silhouette: what is drawn on a counter above its letters, "" for nothing.
    """

    code: str
    name: str
    sign: str
    silhouette: Silhouette = ""


class Course(NamedTuple):
    """A way to go from place to place.

    Attributes:
        name: in words ("movement").
        stroke: how its arrow is drawn; "arrival", whose arrow begins in a dot, is for those who arrive.
    """

    code: str
    name: str
    stroke: Stroke = "solid"


class Overlay(NamedTuple):
    """Something laid over the map when the reader asks for it by its code; `shading` is how its areas are drawn."""

    code: str
    name: str
    shading: Shading = "stripes"


Sign = Ground | Mark | EdgeKind | Nation | CounterKind | Course | Overlay


# -- the map itself ---------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """One place of the map.

    Attributes:
        place: its id.
        name: in the reader's language, "" for one without.
        ground: what lies there.
        cover: a second ground over it, of which only the looks count (jungle on land).
        marks: what is printed there.
        owner: the side whose it is printed as.
        control: the side that controls it now ("" where none can).
        seas: in a hex with two seas that do not meet, the neighbours each of them touches.
        facts: what is printed there, in short sentences, for whoever points at it.
        shows_id: whether its id is printed there and stands behind its name; else it is for the program alone.
    """

    place: str
    name: str = ""
    ground: Ground = PLAIN
    cover: Ground | None = None
    marks: tuple[Mark, ...] = ()
    owner: str = ""
    control: str = ""
    seas: tuple[tuple[str, ...], ...] = ()
    facts: tuple[str, ...] = ()
    shows_id: bool = True

    @property
    def called(self) -> str:
        """The place as reports write it: "Hawaii (HI)"; its name or id alone where that says both."""
        if self.name and not self.shows_id:
            return self.name
        if self.name.casefold() in ("", self.place.casefold()):
            return self.name or self.place
        return f"{self.name} ({self.place})"


class Edge(NamedTuple):
    """What lies between two neighbours: a hexside or a route, with the route's length."""

    first: str
    second: str
    kind: EdgeKind
    length: int = 1


class Theatre(NamedTuple):
    """A part of the board that the text map shows by itself where the whole is too wide."""

    name: str
    places: tuple[str, ...]


class Sheet(NamedTuple):
    """The map without what stands on it.

    Attributes:
        board: how places lie.
        spots: each place in play once, in the order in which they are listed.
        edges: what is to be seen between places; there may be several between the same two.
        key: every sign the game declares, in the order of the legend; all overlays have to be among them.
        theatres: parts for the text map; none if the map may be cut anywhere.
        remark: what must be said wherever the map is shown (that it is a reconstruction), "".
        land: of a map of points, outlines of land below them, in the measure of `Board.xy`.
        reduced: what reduced counters are called, "" for just that ("face-down").
    """

    board: Board
    spots: tuple[Spot, ...]
    edges: tuple[Edge, ...] = ()
    key: tuple[Sign, ...] = ()
    theatres: tuple[Theatre, ...] = ()
    remark: str = ""
    land: tuple[tuple[tuple[int, int], ...], ...] = ()
    reduced: str = ""

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """The overlays the game declares."""
        return tuple(sign for sign in self.key if isinstance(sign, Overlay))


# -- at one moment ----------------------------------------------------------------------------------------------


class Stack(NamedTuple):
    """Counters of one side, nation and type in one place.

    Attributes:
        units: every counter by its name as wargamers write it, reduced ones in brackets ("Takao", "[Atago]"). By its
            name a counter is known again from chart to chart.
        reduced: how many of them are reduced.
        values: what is printed on each of them ("4-2-3"), in the same order; () where nothing is to be read there.
        remark: what else there is to say, "" ("2 on ships").
    """

    place: str
    side: str
    nation: Nation
    kind: CounterKind
    units: tuple[str, ...]
    reduced: int = 0
    remark: str = ""
    values: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """Every counter by its name and what is printed on it: "Takao 1-2-3", "[Atago 1-2-3]"."""
        if not self.values:
            return self.units
        return tuple(f"{name.removesuffix(']')} {printed}{']' * name.endswith(']')}" if printed else name
                     for name, printed in zip(self.units, self.values, strict=True))

    @property
    def size(self) -> int:
        """How many counters."""
        return len(self.units)


class Marker(NamedTuple):
    """A marker of a side ("" for nobody's) in a place, and what it is in words."""

    place: str
    side: str
    mark: Mark
    label: str


class Arrow(NamedTuple):
    """Counters going from place to place.

    Attributes:
        route: the places in order, the first one where they came from; one alone for those who arrive.
        cost: what the movement cost, in points, None where it cost nothing that is counted.
        label: who moved and how, in words.
    """

    side: str
    course: Course
    route: tuple[str, ...]
    cost: int | None
    label: str


class Clash(NamedTuple):
    """A battle in a place: its kind and its outcome (`label`) in words, and the side that won ("" for none). `began` is
    the code of the event with which it began, "" where one event is all of it."""

    place: str
    kind: str
    label: str
    winner: str
    began: str = ""


class Area(NamedTuple):
    """Places of one side that an overlay shades."""

    overlay: Overlay
    side: str
    label: str
    places: tuple[str, ...]


class Network(NamedTuple):
    """Lines of one side that an overlay draws, place to place."""

    overlay: Overlay
    side: str
    label: str
    lines: tuple[tuple[str, ...], ...]


class Chart(NamedTuple):
    """The map at one moment.

    Attributes:
        title: the moment in words.
        sides: (code, name) of each side, in the order always named.
        stacks: by place, side, nation and type, in the order in which they are to be shown.
        markers: what lies in places besides counters.
        arrows, clashes: what happened in the stretch of play the chart tells of, in order.
        areas, networks: for overlays.
        continuing: places in which a battle goes on.
    """

    title: str
    sheet: Sheet
    sides: tuple[tuple[str, str], ...]
    stacks: tuple[Stack, ...] = ()
    markers: tuple[Marker, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    clashes: tuple[Clash, ...] = ()
    areas: tuple[Area, ...] = ()
    networks: tuple[Network, ...] = ()
    continuing: tuple[str, ...] = ()

    def number_of(self, side: str) -> int:
        """A side's number by which looks tell the sides apart, from 1 to `LOOKS`; 0 for nobody. Further sides begin
        again at 1."""
        codes = [code for code, _ in self.sides]
        return codes.index(side) % LOOKS + 1 if side in codes else 0
