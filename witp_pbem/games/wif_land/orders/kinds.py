"""The kinds of orders: what each says, and how it is written (see `games.common.orders`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from witp_pbem.games.common.order_groups import AnyOf, Several, Turns
from witp_pbem.games.common.order_lists import Places, Units
from witp_pbem.games.common.order_parts import Choice, Place, UnitName
from witp_pbem.games.common.order_values import At, UnitSpec
from witp_pbem.games.common.orders import OrderKind, Orders
from witp_pbem.games.common.rulings import EDITS, edits, ruling_kind
from witp_pbem.games.wif_land.board.state import ACTIONS, ALLIES, AXIS
from witp_pbem.games.wif_land.orders.words import UNITS, VOCABULARY
from witp_pbem.table.demand import Order
from witp_pbem.table.tuples import NamedTuple

RAIL, MOVEMENT, INVASIONS, PARADROPS, ATTACKS, NOTIONAL, BOMBARDMENT, HEADQUARTERS, MISSIONS, ADVANCES = SEGMENTS = (
    "rail", "movement", "invasions", "paradrops", "attacks", "notional", "bombardment", "headquarters", "missions",
    "advances")  # what a `pass` can be of
EXHAUSTED, OVERRUNNING = "exhausted", "overrunning"
FACTORY = "factory"
BLITZ, ASSAULT = "blitz", "assault"
RETREAT, SHATTER = "retreat", "shatter"
WEATHER = "weather"  # the ruling that changes the weather
WEATHERS = ("fair", "rain", "snow", "storm", "blizzard")


class Action(NamedTuple):
    """`action`: land, combined or air."""

    action: str


class Rail(NamedTuple):
    """`rail`: a unit, or a factory from a hex, to a station, over hexes where the way matters."""

    to: At
    unit: UnitSpec | None = None
    factory: str = ""
    origin: At | None = None
    by: tuple[At, ...] = ()


class Leaving(NamedTuple):
    """Units that a stack leaves behind in a hex."""

    units: tuple[UnitSpec, ...]
    at: At


class Move(NamedTuple):
    """`move`: a stack to a hex, over hexes where the way matters; it may leave units behind. EXHAUSTED where it may
    enter a hex without points enough, OVERRUNNING where it is to overrun the enemy on its way."""

    units: tuple[UnitSpec, ...]
    to: At
    by: tuple[At, ...] = ()
    leaving: tuple[Leaving, ...] = ()
    exhausted: str = ""
    overrunning: str = ""


class UnitTo(NamedTuple):
    """`rebase`, `escape`: a unit to a hex."""

    units: tuple[UnitSpec, ...]
    to: At


class AtHex(NamedTuple):
    """`invade`, `drop`, `attack`, `bombard`, `support`, `fly`: a hex, and the units."""

    hex: At
    units: tuple[UnitSpec, ...]


class Survive(NamedTuple):
    """`survive`: the aircraft that came through at a hex; none where none is named."""

    hex: At
    units: tuple[UnitSpec, ...] = ()


class Hexes(NamedTuple):
    """`ignore`, `fight`: hexes in the order wanted; `rest` for the others in any order."""

    places: tuple[At, ...]
    rest: bool = False


class Use(NamedTuple):
    """`use`: the combat table; for one target, or for all."""

    table: str
    hex: At | None = None


class Losses(NamedTuple):
    """`lose`: units in order of preference; `rest` if any other may follow."""

    units: tuple[UnitSpec, ...]
    rest: bool = False


class Retreat(NamedTuple):
    """`retreat`: hexes in order of preference, for some units, or for all."""

    places: tuple[At, ...]
    rest: bool = False


class Apply(NamedTuple):
    """`apply`: what is made of S or B; for one target, or for all."""

    result: str
    hex: At | None = None


class Advance(NamedTuple):
    """`advance`: units into the hex that is empty now, or on into a second one."""

    units: tuple[UnitSpec, ...]
    to: At


class Pass(NamedTuple):
    """`pass`: in which segment, "" in all."""

    segment: str


def in_segment(segment: str) -> Callable[[Order], bool]:
    """Whether an order is meant for a decision of a segment: any but a pass in another one."""
    return lambda order: not isinstance(order.body, Pass) or order.body.segment in ("", segment)


units = partial(Units, "units", wanted="units, such as g47 or 2 ARM", must=True)
every = partial(units, counted=False, rest="rest")  # a type without number means all units of it
to_hex = partial(Place, "to", "to", needs_word=True, must=True, wanted='"to" and a hex')
at_hex = partial(Place, "hex", "at", says="", must=True, wanted="a hex, such as 0303")
at_one = partial(Place, "hex", "at", needs_word=True, in_form=False)
by_hexes = partial(Places, "by", "by", joints=(",", "then", "and"), needs_word=True, in_form=False)

ORDERS = Orders(VOCABULARY, [
    OrderKind("action", Action, Choice("action", choices={word: word for word in ACTIONS}, must=True)),
    OrderKind("rail", Rail, Choice("factory", choices={FACTORY: FACTORY}, in_form=False),
              UnitName("unit"), AnyOf(Place("origin", "from", needs_word=True, in_form=False), to_hex(), by_hexes(),
                                      shows=2)),
    OrderKind("move", Move, units(), AnyOf(
        to_hex(), by_hexes(),
        Several("leaving", Leaving, Units("units", "leaving", needs_word=True), Place("at", "at", needs_word=True)),
        Turns(EXHAUSTED, EXHAUSTED, says="exhausted"), Turns(OVERRUNNING, OVERRUNNING, says="overrunning"), shows=1)),
    *(OrderKind(keyword, UnitTo, units(), to_hex()) for keyword in ("rebase", "escape")),
    *(OrderKind(keyword, AtHex, at_hex(), Units("units", "with", says="with", must=True))
      for keyword in ("invade", "drop", "attack", "bombard", "support", "fly")),
    OrderKind("survive", Survive, at_hex(), Units("units", "with", says="with")),
    *(OrderKind(keyword, Hexes, Places("places", "at", joints=(",", "then", "and"), rest="rest", must=True, shows=","))
      for keyword in ("ignore", "fight")),
    OrderKind("use", Use, Choice("table", choices={BLITZ: BLITZ, ASSAULT: ASSAULT}, must=True), at_one()),
    OrderKind("lose", Losses, every(shows=True)),
    OrderKind("retreat", Retreat, Places("places", "to", joints=(",", "then", "and"), rest="rest", must=True, shows=",")),
    OrderKind("apply", Apply, Choice("result", choices={RETREAT: RETREAT, SHATTER: SHATTER}, must=True), at_one()),
    OrderKind("advance", Advance, units(), to_hex()),
    OrderKind("pass", Pass, Choice("segment", in_form=False, more=("phase",),
                                   choices={segment: segment for segment in SEGMENTS})),
    ruling_kind({"axis": AXIS, "allies": ALLIES}, {
        WEATHER: (WEATHER, (Choice("decides", choices={word: word for word in WEATHERS}, must=True), at_one())),
        **edits(*EDITS, wanted="units, such as g47")},
        wanted_side="Axis or Allies", wanted="weather, put, strike, reduce, restore, resign or decide", unit="g47"),
], units=UNITS)
