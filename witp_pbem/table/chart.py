"""The map as values: between a game, which knows what stands where, and the report room, which draws it.

A game describes its map once as a `Sheet` of hexes and, for one moment, everything on it as a `Chart`. Nothing here
says how it is to look; every text is plain and in the reader's language, to be escaped by whoever writes it out.
Sides are the game's sides, "" is nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from witp_pbem.table.hexgrid import Columns

Terrain = Literal["land", "shallows", "sea", "mountain"]
Site = Literal["", "port", "airfield"]
Course = Literal["move", "redeploy", "retreat", "displace", "arrive"]
Overlay = Literal["azoc", "supply"]


class Cell(NamedTuple):
    """One hex of the map.

    Attributes:
        number: four digits, column and row (see `hexgrid`). name: of the place in the reader's language, "".
        terrain: shallows hold land and sea. jungle: whether it is covered with it.
        site: the larger installation printed in it. owner: the side whose it is printed as.
        source: the side whose supply source it is. control: the side that controls it now ("" where none can).
        resource, victory: whether the rules count it as a resource or for victory.
        seas: in a hex with two seas that do not meet, the neighbours each of them touches.
        facts: what is printed in the hex, in short sentences, for whoever points at it.
    """

    number: str
    name: str = ""
    terrain: Terrain = "sea"
    jungle: bool = False
    site: Site = ""
    owner: str = ""
    source: str = ""
    control: str = ""
    resource: bool = False
    victory: bool = False
    seas: tuple[tuple[str, ...], ...] = ()
    facts: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """The place as reports write it: "Manila (0606)", or the number alone."""
        return f"{self.name} ({self.number})" if self.name else self.number

    @property
    def column(self) -> int:
        """The column, from the left."""
        return int(self.number[:2])

    @property
    def row(self) -> int:
        """The row, from the top."""
        return int(self.number[2:])


class Sheet(NamedTuple):
    """The map without what stands on it.

    Attributes:
        lower: which columns sit half a hex lower. cells: the hexes in play, ascending by number.
        land: pairs of neighbours whose land is one. closed: pairs of neighbours no fleet may pass between.
        remark: what must be said wherever the map is shown (that it is a reconstruction), "".
    """

    lower: Columns
    cells: tuple[Cell, ...]
    land: tuple[tuple[str, str], ...]
    closed: tuple[tuple[str, str], ...]
    remark: str = ""


class Stack(NamedTuple):
    """Counters of one side, nation and type in one hex.

    Attributes:
        kind: the game's code of the type ("carrier"). kind_name, nation_name: in words.
        sign: one or two letters that stand for the type on a counter, in any language ("CV").
        units: every counter as wargamers write it, reduced ones in brackets ("JP-N-1", "[JP-N-2]").
        reduced: how many of them are reduced. aboard: how many of them travel on ships.
    """

    hex: str
    side: str
    nation: str
    nation_name: str
    kind: str
    kind_name: str
    sign: str
    units: tuple[str, ...]
    reduced: int = 0
    aboard: int = 0

    @property
    def size(self) -> int:
        """How many counters."""
        return len(self.units)


class Depot(NamedTuple):
    """A side's base in a hex, as a marker."""

    hex: str
    side: str
    name: str


class Arrow(NamedTuple):
    """Counters going from hex to hex.

    Attributes:
        route: the hexes in order, the first one where they came from; one alone for those who arrive.
        cost: what the movement cost, in points, None where it cost nothing that is counted.
        label: who moved and how, in words.
    """

    side: str
    course: Course
    route: tuple[str, ...]
    cost: int | None
    label: str


class Clash(NamedTuple):
    """A battle in a hex: its kind and outcome in words, and the side that won ("" for neither)."""

    hex: str
    kind: str
    label: str
    winner: str


class Area(NamedTuple):
    """Hexes of one side that an overlay shades."""

    overlay: Overlay
    side: str
    label: str
    hexes: tuple[str, ...]


class Network(NamedTuple):
    """Lines of one side that an overlay draws, hex to hex."""

    overlay: Overlay
    side: str
    label: str
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The map at one moment.

    Attributes:
        title: the moment in words. sides: code and name of each side, in the order always named.
        stacks: by hex, side, nation and type, in the order in which they are to be shown.
        arrows, clashes: what happened in the stretch of play the chart tells of, in order.
        areas, networks: for overlays.
        continuing: hexes in which a battle goes on.
    """

    title: str
    sheet: Sheet
    sides: tuple[tuple[str, str], ...]
    stacks: tuple[Stack, ...] = ()
    depots: tuple[Depot, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    clashes: tuple[Clash, ...] = ()
    areas: tuple[Area, ...] = ()
    networks: tuple[Network, ...] = ()
    continuing: tuple[str, ...] = ()

    def number_of(self, side: str) -> int:
        """A side's number by which looks tell the sides apart, 1 or 2; 0 for nobody and for any further side."""
        codes = [code for code, _ in self.sides[:2]]
        return codes.index(side) + 1 if side in codes else 0
