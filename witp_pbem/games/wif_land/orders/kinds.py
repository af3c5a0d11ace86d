"""The kinds of orders: what each says, and how it is written (see `games.common.orders`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from witp_pbem.games.common.order_groups import AnyOf, Several
from witp_pbem.games.common.order_lists import Places, Units
from witp_pbem.games.common.order_parts import Choice, Place, Tongue, UnitName, Values
from witp_pbem.games.common.order_values import At, UnitSpec
from witp_pbem.games.common.orders import OrderKind, Orders
from witp_pbem.games.common.rulings import EDITS, edits, ruling_kind
from witp_pbem.games.wif_land.board.state import ACTIONS, ALLIES, AXIS
from witp_pbem.games.wif_land.orders.words import UNITS, VOCABULARY
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Order
from witp_pbem.table.tuples import NamedTuple

RAIL, MOVEMENT, INVASIONS, PARADROPS, ATTACKS, NOTIONAL, BOMBARDMENT, HEADQUARTERS, MISSIONS, ADVANCES = SEGMENTS = (
    "rail", "movement", "invasions", "paradrops", "attacks", "notional", "bombardment", "headquarters", "missions",
    "advances")  # what a `pass` can be of
RAILWAYS = "railways"  # what RAIL is called behind another keyword, for "rail" begins an order
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
    """`retreat`: hexes in order of preference; `rest` if any other will do."""

    places: tuple[At, ...]
    rest: bool = False


class Apply(NamedTuple):
    """`apply`: what is made of the results S and B (RETREAT, SHATTER); for one target, or for all."""

    result: str
    hex: At | None = None


class Advance(NamedTuple):
    """`advance`: units into the hex that is empty now, or on into a second one."""

    units: tuple[UnitSpec, ...]
    to: At


class Pass(NamedTuple):
    """`pass`: in which segment, "" in all."""

    segment: str


def _says_what_goes(values: Values, cursor: Cursor) -> None:
    """Notes that neither a unit nor a factory goes by rail, or a factory from nowhere."""
    if not values.get("factory") and not values.get("unit"):
        cursor.fault("a unit, such as g47, or a factory")
    elif values.get("factory") and not values.get("origin"):
        cursor.fault('"from" and a hex')


def in_segment(segment: str) -> Callable[[Order], bool]:
    """Whether an order is meant for a decision of a segment: any but a pass in another one."""
    return lambda order: not isinstance(order.body, Pass) or order.body.segment in ("", segment)


class MovedUnit(UnitName):
    """The unit that goes by rail, none where a factory does."""

    def written(self, value: UnitSpec | None, tongue: Tongue) -> str:
        return super().written(value, tongue) if value else ""


class OneOfWords(Choice):
    """One of some words, all of which a form shows."""

    def shown(self, tongue: Tongue) -> str:
        return "/".join(dict.fromkeys(self.written(value, tongue) for value in self.choices.values()))


def _same(words: Iterable[str]) -> dict[str, str]:
    """Words that stand for themselves."""
    return {word: word for word in words}


units = partial(Units, "units", wanted="units, such as g47 or 2 ARM", must=True)
every = partial(units, counted=False, rest="rest")  # a type without number means all units of it
to_hex = partial(Place, "to", "to", needs_word=True, must=True, wanted='"to" and a hex')
at_hex = partial(Place, "hex", "at", says="", must=True, wanted="a hex, such as 0303")
at_one = partial(Place, "hex", "at", needs_word=True, in_form=False)
by_hexes = partial(Places, "by", "by", joints=(",", "then", "and"), needs_word=True, in_form=False)
preferred = partial(Places, "places", joints=(",", "then", "and"), rest="rest", must=True, shows=",",
                    wanted="a hex, such as 0303")
one_of = partial(OneOfWords, must=True)

ORDERS = Orders(VOCABULARY, [
    OrderKind("action", Action, one_of("action", choices=_same(ACTIONS))),
    OrderKind("rail", Rail, Choice("factory", choices=_same([FACTORY]), in_form=False),
              MovedUnit("unit", wanted="a unit, such as g47, or a factory"),
              AnyOf(Place("origin", "from", needs_word=True, in_form=False), to_hex(), by_hexes(), shows=2),
              check=_says_what_goes),
    OrderKind("move", Move, units(), AnyOf(
        to_hex(), by_hexes(),
        Several("leaving", Leaving, Units("units", "leaving", needs_word=True, must=True,
                                          wanted="units, such as g47 or 2 ARM"),
                Place("at", "at", needs_word=True, must=True, wanted='"at" and a hex')),
        *(Choice(word, choices=_same([word]), in_form=False) for word in (EXHAUSTED, OVERRUNNING)), shows=1)),
    *(OrderKind(keyword, UnitTo, units(), to_hex()) for keyword in ("rebase", "escape")),
    *(OrderKind(keyword, AtHex, at_hex(), units("with", says="with", ends=("with",)))
      for keyword in ("invade", "drop", "attack", "bombard", "support", "fly")),
    OrderKind("survive", Survive, at_hex(), Units("units", "with", says="with", ends=("with",))),
    *(OrderKind(keyword, Hexes, preferred("at", says="")) for keyword in ("ignore", "fight")),
    OrderKind("use", Use, one_of("table", choices=_same((BLITZ, ASSAULT))), at_one()),
    OrderKind("lose", Losses, every(shows=True)),
    OrderKind("retreat", Retreat, preferred("to")),
    OrderKind("apply", Apply, one_of("result", spoken={RETREAT: "R", SHATTER: "S"}, wanted="R or S", choices={
        "r": RETREAT, "s": SHATTER, "b": SHATTER, "shatter": SHATTER}), at_one()),
    OrderKind("advance", Advance, units(), to_hex()),
    OrderKind("pass", Pass, Choice("segment", in_form=False, more=("phase",), spoken={RAIL: RAILWAYS},
                                   choices={RAILWAYS: RAIL, **_same(SEGMENTS)})),
    ruling_kind({"axis": AXIS, "allies": ALLIES}, {
        WEATHER: (WEATHER, (Choice("decides", choices=_same(WEATHERS), must=True,
                                   wanted="fair, rain, snow, storm or blizzard"),
                            Place("place", "at", needs_word=True))),
        **edits(*EDITS, wanted="units, such as g47")},
        wanted_side="Axis or Allies", wanted="weather, put, strike, reduce, restore, resign or decide", unit="g47",
        needs_no_side=(*EDITS, WEATHER)),
], units=UNITS)
