"""The kinds of orders: what each says, and how it is written (see `games.common.orders`)."""

from __future__ import annotations

from functools import partial

from witp_pbem.games.common.order_groups import AnyOf
from witp_pbem.games.common.order_lists import Cards, Places, Units
from witp_pbem.games.common.order_parts import Card, Choice, Number, Place, Skip
from witp_pbem.games.common.order_values import At, UnitSpec
from witp_pbem.games.common.orders import OrderKind, Orders
from witp_pbem.games.common.rulings import edits, ruling_kind
from witp_pbem.games.nimitz.orders.words import UNITS, VOCABULARY
from witp_pbem.table.problem import Span
from witp_pbem.table.tuples import NamedTuple

SUPPLY, SCOUTING, MOVEMENT, MARKERS, AIRCRAFT, STRIKE = (
    "supply", "scouting", "movement", "markers", "aircraft", "strike")  # what a `pass` can be of
LENGTHEN, SHORTEN = "lengthen", "shorten"
SHIPS, INFANTRY, LBA = "ships", "infantry", "lba"  # the types of Japanese stacks (nimitz 3.3.a)


class UnitList(NamedTuple):
    """`buy`, `repair`, `raid`, `bomb`, `invade`: units; `rest` of any that may, as far as there are points for it."""

    units: tuple[UnitSpec, ...]
    rest: bool = False


class Scout(NamedTuple):
    """`scout`: a point, with so many markers."""

    place: At
    markers: int = 1


class Move(NamedTuple):
    """`move`: units to a point, from wherever they are, or from `origin`."""

    units: tuple[UnitSpec, ...]
    to: At
    origin: At | None = None


class PointList(NamedTuple):
    """`roll`, `fight`: points in the order wanted; `rest` if the others may follow in any order."""

    places: tuple[At, ...]
    rest: bool = False


class TargetTypes(NamedTuple):
    """`target`: of which type strategic bombing takes units, in order of preference."""

    first: str
    second: str = ""
    third: str = ""


class Station(NamedTuple):
    """`station`: units on the battle sheet in an area; `rest` of all that are not placed yet."""

    units: tuple[UnitSpec, ...]
    area: At
    rest: bool = False


class Fly(NamedTuple):
    """`fly`: aircraft to an area; `rest` of all that are left."""

    units: tuple[UnitSpec, ...]
    area: At
    rest: bool = False


class Strike(NamedTuple):
    """`strike`: a carrier whose aircraft make a first strike, and the area."""

    units: tuple[UnitSpec, ...]
    area: At


class Prepare(NamedTuple):
    """`prepare`: bonus markers to be bought for a battle."""

    markers: tuple[str, ...]


class Hits(NamedTuple):
    """`hit`, `lose`, `stay`: units in order of preference; `rest` if any other may follow."""

    units: tuple[UnitSpec, ...]
    rest: bool = False


class Use(NamedTuple):
    """`use`: a bonus marker, or any (ANY), for some units, and to what end."""

    marker: str
    span: Span
    units: tuple[UnitSpec, ...] = ()
    effect: str = ""


class Keep(NamedTuple):
    """`keep`: a bonus marker, or any (ANY), that is not used now."""

    marker: str
    span: Span


class Pass(NamedTuple):
    """`pass`: in which segment, "" in all."""

    segment: str


ANY = "any"
units = partial(Units, "units", wanted="units, such as Enterprise or 2 cruisers")
area = partial(Place, "area", "to", "in", "over", "at", must=True, wanted="an area, such as Coastal or US Ocean")
marker = partial(Card, "marker", ANY, wanted="a bonus marker, such as Furball, or any")

ORDERS = Orders(VOCABULARY, [
    *(OrderKind(keyword, UnitList, units(rest="rest", must=True))
      for keyword in ("buy", "repair", "raid", "bomb", "invade")),
    OrderKind("scout", Scout, Place("place", "at", must=True), Number("markers", wanted="a number of markers")),
    OrderKind("move", Move, units(must=True), AnyOf(
        Place("origin", "from", needs_word=True, in_form=False),
        Place("to", "to", needs_word=True, must=True, wanted='"to" and a point'), shows=1)),
    *(OrderKind(keyword, PointList, Places("places", joints=(",", "then", "and"), rest="rest", must=True, shows=","))
      for keyword in ("roll", "fight")),
    OrderKind("station", Station, units(rest="rest", must=True), area()),
    OrderKind("fly", Fly, units(rest="rest", must=True), area()),
    OrderKind("strike", Strike, units(must=True), area()),
    OrderKind("prepare", Prepare, Cards("markers", must=True, wanted="bonus markers, such as Furball, Seabees")),
    *(OrderKind(keyword, Hits, units(counted=False, rest="rest", shows=True, must=True))
      for keyword in ("hit", "lose", "stay")),
    OrderKind("use", Use, marker(), AnyOf(
        Units("units", "on", needs_word=True, in_form=False),
        Choice("effect", "to", choices={LENGTHEN: LENGTHEN, SHORTEN: SHORTEN}, in_form=False), shows=0)),
    OrderKind("keep", Keep, marker()),
    OrderKind("pass", Pass, Choice("segment", in_form=False, choices={
        SUPPLY: SUPPLY, SCOUTING: SCOUTING, MOVEMENT: MOVEMENT, MARKERS: MARKERS, AIRCRAFT: AIRCRAFT,
        STRIKE: STRIKE})),
], units=UNITS)
