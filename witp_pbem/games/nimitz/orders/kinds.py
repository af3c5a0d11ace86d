"""The kinds of orders: what each says, and how it is written (see `games.common.orders`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from witp_pbem.games.common.order_groups import AnyOf
from witp_pbem.games.common.order_lists import Cards, Places, Units
from witp_pbem.games.common.order_parts import (
    Card,
    Choice,
    Later,
    Number,
    OrderPart,
    Place,
    Tongue,
    Values,
)
from witp_pbem.games.common.order_values import At, UnitSpec, named
from witp_pbem.games.common.orders import OrderKind, Orders
from witp_pbem.games.common.rulings import EDITS, edits, ruling_kind
from witp_pbem.games.common.rulings import STRIKE as STRIKE_OFF
from witp_pbem.games.nimitz.board.state import AREAS, US
from witp_pbem.games.nimitz.orders.words import UNITS, VOCABULARY
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Order
from witp_pbem.table.language import ENGLISH, language, listing
from witp_pbem.table.problem import Span, invalid
from witp_pbem.table.tuples import NamedTuple

SUPPLY, SCOUTING, MOVEMENT, MARKERS, AIRCRAFT, STRIKES = (
    "supply", "scouting", "movement", "markers", "aircraft", "strikes")  # what a `pass` can be of
LENGTHEN, SHORTEN = "lengthen", "shorten"
SHIPS, INFANTRY, LBA = "ships", "infantry", "lba"  # the types of Japanese stacks (nimitz 3.3.a)
ANY = "any"
AN_AREA = "an area, such as Coastal or US Ocean"
REINFORCEMENT = "reinforcement"  # the ruling that sets reinforcement points


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
    """`target`: of which types strategic bombing takes units (SHIPS, INFANTRY, LBA), in order of preference."""

    types: tuple[str, ...]


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
    """`strike`: a carrier whose aircraft make a first strike, and the area; or any that can (`rest`), where most is to
    be hit."""

    units: tuple[UnitSpec, ...]
    area: At | None = None
    rest: bool = False


class Prepare(NamedTuple):
    """`prepare`: bonus markers to be bought for a battle."""

    markers: tuple[str, ...]


class Hits(NamedTuple):
    """`hit`, `lose`, `stay`: units in order of preference; `rest` if any other may follow."""

    units: tuple[UnitSpec, ...]
    rest: bool = False


class Use(NamedTuple):
    """`use`: a bonus marker, or any (ANY), for some units, and to what end (LENGTHEN, SHORTEN)."""

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


def in_segment(segment: str) -> Callable[[Order], bool]:
    """Whether an order is meant for a decision of a segment: any but a pass in another one."""
    return lambda order: not isinstance(order.body, Pass) or order.body.segment in ("", segment)


class Area(Place):
    """An area of the battle sheet."""

    what = "an area"

    def shown(self, tongue: Tongue) -> str:
        return say("AREA")


class Marker(Card):
    """A bonus marker."""

    what = "a bonus marker"

    def shown(self, tongue: Tongue) -> str:
        return say("MARKER")


class Markers(Cards):
    """Bonus markers in a list."""

    what = "a bonus marker"

    def shown(self, tongue: Tongue) -> str:
        return listing([say("MARKER"), say("MARKER")])


class StackTypes(OrderPart):
    """Types of Japanese stacks in a list."""

    what = "ships, infantry or LBA"
    words = {"ship": SHIPS, "infantry": INFANTRY, "ground": INFANTRY, "lba": LBA}

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return cursor.sees(*self.words)

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        types: list[str] = []
        while self.expect(cursor, tongue, later) and (word := cursor.accept(*self.words)):
            types.append(self.words[word.value])
            if not cursor.accept(",", "and", "then"):
                break
            cursor.skip("then", "and")
        values[self.name] = tuple(dict.fromkeys(types))

    def written(self, value: Sequence[str], tongue: Tongue) -> str:
        spoken = {meant: tongue.units.plurals.get(word, word) if language() == ENGLISH else word
                  for word, meant in reversed(self.words.items())}
        return listing(tongue.words.spoken(spoken[kind]) for kind in value)

    def shown(self, tongue: Tongue) -> str:
        return self.written((SHIPS, INFANTRY, LBA), tongue)

    @property
    def known(self) -> frozenset[str]:
        return super().known | {*self.words, "and", "then"}


def goes_without_saying(values: Values) -> bool:
    """Whether an order leaves everything open."""
    return bool(values.get("rest"))


def _names(is_area: bool, wanted: str) -> Callable[[Values, Cursor], None]:
    """Notes places on the map where areas of the battle sheet are wanted, or the other way round."""
    def check(values: Values, cursor: Cursor) -> None:
        for place in named(tuple(values.values())):
            if isinstance(place, At) and (place.id in AREAS) != is_area:
                words = [token.text for token in cursor.tokens if place.span[:2] <= token.span[:2] < place.span[2:]]
                cursor.note(invalid("unexpected-word", place.span, word=" ".join(words), wanted=wanted,
                                    keyword=cursor.statement.keyword))

    return check


on_map = _names(False, "a point, such as Midway or Solomons")
on_sheet = _names(True, AN_AREA)

units = partial(Units, "units", wanted="units, such as Enterprise or 2 cruisers", must=True)
every = partial(units, counted=False, rest="rest")  # a type without number means all units of it
area = partial(Area, "area", must=True, wanted=AN_AREA)
marker = partial(Marker, "marker", ANY, wanted="a bonus marker, such as Furball, or any")
points = Number("amount", wanted="how many points there are then", must=True)
_EDITS = dict(edits(*EDITS, wanted="units, such as Enterprise"))
_EDITS[STRIKE_OFF] = ("remove", _EDITS[STRIKE_OFF][1])  # "strike" begins an order of its own

ORDERS = Orders(VOCABULARY, [
    *(OrderKind(keyword, UnitList, units(rest="rest")) for keyword in ("buy", "repair")),
    OrderKind("scout", Scout, Place("place", "at", says="", must=True),
              Number("markers", "with", says="", ends=("markers",), wanted="a number of markers"), check=on_map),
    OrderKind("move", Move, units(), AnyOf(
        Place("origin", "from", needs_word=True, in_form=False),
        Place("to", "to", needs_word=True, must=True, wanted='"to" and a point'), shows=2), check=on_map),
    *(OrderKind(keyword, UnitList, every()) for keyword in ("raid", "bomb")),
    OrderKind("invade", UnitList, units(rest="rest")),
    *(OrderKind(keyword, PointList, Places("places", joints=(",", "then", "and"), rest="rest", must=True, shows=","),
                check=on_map)
      for keyword in ("roll", "fight")),
    OrderKind("target", TargetTypes, StackTypes("types", must=True)),
    OrderKind("station", Station, every(), area("in", "to", "at"), check=on_sheet),
    OrderKind("prepare", Prepare, Markers("markers", must=True, wanted="bonus markers, such as Furball, Seabees")),
    OrderKind("fly", Fly, every(), area("to", "over", "in", "at"), check=on_sheet),
    OrderKind("strike", Strike, units(rest="rest"), area("at", "to", "over", "in", unless=goes_without_saying),
              check=on_sheet),
    *(OrderKind(keyword, Hits, every(shows=True)) for keyword in ("hit", "lose", "stay")),
    OrderKind("use", Use, marker(), AnyOf(
        Units("units", "on", needs_word=True, counted=False, in_form=False),
        Choice("effect", "to", choices={LENGTHEN: LENGTHEN, SHORTEN: SHORTEN}, ends=("to",),
               in_form=False), shows=0)),
    OrderKind("keep", Keep, marker()),
    OrderKind("pass", Pass, Choice("segment", in_form=False, more=("phase",), choices={
        SUPPLY: SUPPLY, SCOUTING: SCOUTING, MOVEMENT: MOVEMENT, MARKERS: MARKERS, AIRCRAFT: AIRCRAFT,
        STRIKES: STRIKES, "first strike": STRIKES, "first light": STRIKES})),
    ruling_kind({"american": US}, {SUPPLY: (SUPPLY, (points,)), REINFORCEMENT: (REINFORCEMENT, (points,)), **_EDITS},
                wanted_side="US", wanted="supply, reinforcement, put, remove, reduce, restore, resign or decide",
                unit="us_enterprise"),
], units=UNITS)
