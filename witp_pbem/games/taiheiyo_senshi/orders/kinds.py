"""The kinds of orders: what each says, and how it is written (see `games.common.orders`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from witp_pbem.games.common.order_groups import AnyOf
from witp_pbem.games.common.order_lists import Cards, Places, Units
from witp_pbem.games.common.order_parts import Card, Choice, Number, Place, Skip
from witp_pbem.games.common.order_values import At, UnitSpec
from witp_pbem.games.common.orders import OrderKind, Orders
from witp_pbem.games.common.rulings import edits, ruling_kind
from witp_pbem.games.taiheiyo_senshi.orders.words import UNITS, VOCABULARY
from witp_pbem.table.demand import Order
from witp_pbem.table.problem import Span
from witp_pbem.table.tuples import NamedTuple

INITIATIVE, OPERATION, CARDS, REACTION, CAPTURES, TRANSFER, SUPPLY = (
    "initiative", "operation", "cards", "reaction", "captures", "transfer", "supply")
POINT, DISCARD = "point", "discard"
SCORE = "score"  # the ruling that puts the score marker somewhere


class PlaceUnits(NamedTuple):
    """`place`: units at a point; `rest` if all that are left may go there."""

    units: tuple[UnitSpec, ...]
    place: At
    rest: bool = False


class Hits(NamedTuple):
    """`hit` and `lose`: who takes hits, in order of preference; `rest` if any other may follow."""

    units: tuple[UnitSpec, ...]
    rest: bool = False


class Pay(NamedTuple):
    """A card for the initiative."""

    card: str
    span: Span


class Move(NamedTuple):
    """`move`: a group of ships along routes."""

    units: tuple[UnitSpec, ...]
    origin: At
    to: At
    via: tuple[At, ...] = ()


class Transfer(NamedTuple):
    """`return` and `rebase`: units to another point, at any distance."""

    units: tuple[UnitSpec, ...]
    origin: At
    to: At


class SpendAt(NamedTuple):
    """`resupply` and `train`: a point and the card it costs."""

    place: At
    card: str
    span: Span


class OpenRoutes(NamedTuple):
    """The card that the strategy change costs."""

    card: str
    span: Span


class Play(NamedTuple):
    """An event: its card and, where it asks for them, units, where from, where to or what at, the way, what for."""

    card: str
    span: Span
    units: tuple[UnitSpec, ...] = ()
    origin: At | None = None
    place: At | None = None
    via: tuple[At, ...] = ()
    effect: str = ""


class Pass(NamedTuple):
    """`pass`: in which segment of a phase, "" in all."""

    segment: str


def in_segment(segment: str) -> Callable[[Order], bool]:
    """Whether an order is meant for a decision of a segment: any but a pass in another one."""
    return lambda order: not isinstance(order.body, Pass) or order.body.segment in ("", segment)


class Withdraw(NamedTuple):
    """`evacuate`, `retreat` and `relocate`: ports in order of preference; `rest` if any other will do."""

    to: tuple[At, ...] = ()
    rest: bool = False


class Sortie(NamedTuple):
    units: tuple[UnitSpec, ...]
    origin: At


class Wish(NamedTuple):
    """`operate`, `stay`, `engage`, `avoid`, `extend`: the keyword says it all."""


class Capture(NamedTuple):
    """Enemy ports in the order in which to try them, or one with the cards to add."""

    place: At
    cards: tuple[str, ...] = ()


units = partial(Units, "units", wanted="units, such as Akagi or 2 cruisers")
origin = partial(Place, "origin", "from", needs_word=True, must=True, wanted='"from" and a point')
to = partial(Place, "to", "to", needs_word=True, must=True, wanted='"to" and a point')
card = partial(Card, "card", wanted="a card, such as J04 or A13")
paid = partial(card, after="with")
ports = Places("to", "to", joints=(",", "else"), rest="rest", shows="else")

ORDERS = Orders(VOCABULARY, [
    OrderKind("place", PlaceUnits, units(rest="rest"), Place("place", "at", "in", "to", must=True)),
    *(OrderKind(keyword, Hits, units(counted=False, rest="rest", shows=True, must=True),
                usual=dict.fromkeys(("setup", "operations"), [Hits((), True)])) for keyword in ("hit", "lose")),
    OrderKind("pay", Pay, card()),
    OrderKind("move", Move, units(must=True), origin(),
        AnyOf(Places("via", "via", joints=(",", "-", "and"), needs_word=True, shows=","), to(), shows=2)),
    OrderKind("return", Transfer, units(must=True), origin(), to()),
    OrderKind("rebase", Transfer, units(must=True), origin(), to()),
    OrderKind("resupply", SpendAt, Place("place", "at", "in", must=True), paid()),
    OrderKind("train", SpendAt, Place("place", "at", "in", must=True), paid()),
    OrderKind("open", OpenRoutes, Skip("the", "dotted"), Skip("routes", says="routes"), paid()),
    OrderKind("play", Play, card(),
        AnyOf(Units("units", "with", needs_word=True, in_form=False),
              Place("origin", "from", needs_word=True, in_form=False),
              Places("via", "via", joints=(",", "-", "and"), needs_word=True, in_form=False),
              Place("place", "on", "at", "to", needs_word=True, in_form=False),
              Choice("effect", "for", choices={"point": POINT, "discard": DISCARD}, ends=("for",), in_form=False),
              shows=0)),
    OrderKind("pass", Pass,
        Choice("segment", in_form=False, choices={
            "initiative": INITIATIVE, "operation": OPERATION, "cards": CARDS, "card": CARDS, "reaction": REACTION,
            "captures": CAPTURES, "transfer": TRANSFER, "supply": SUPPLY}),
        usual={"operations": [Pass(CARDS), Pass(REACTION), Pass(OPERATION), Pass(INITIATIVE)],
               "supply": [Pass(CARDS), Pass(CAPTURES), Pass(TRANSFER), Pass(SUPPLY)]}),
    OrderKind("evacuate", Withdraw, ports),
    OrderKind("sortie", Sortie, units(must=True), origin()),
    OrderKind("retreat", Withdraw, ports),
    OrderKind("relocate", Withdraw, ports),
    OrderKind("operate", Wish, usual={"operations": [Wish()]}),
    *(OrderKind(keyword, Wish) for keyword in ("stay", "engage", "avoid", "extend")),
    OrderKind("capture", Capture, Place("place", "at", must=True), Cards("cards", "with", needs_word=True)),
    ruling_kind({"japan": "japan", "japanese": "japan", "allies": "allies", "allied": "allies"},
                {SCORE: (SCORE, (Number("amount", wanted="the points this side leads by", must=True),)),
                 **edits("put", "strike", wanted="units")}, wanted_side="Japan or Allies",
                wanted="put, strike, score, resign or decide", unit="jp_akagi"),
], units=UNITS)
