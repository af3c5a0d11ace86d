"""The kinds of orders: what each says, and how it is written (see `games.common.orders`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from witp_pbem.games.common.order_groups import AnyOf
from witp_pbem.games.common.order_lists import Cards, Places, Units
from witp_pbem.games.common.order_parts import (
    Card,
    Choice,
    Later,
    Number,
    OrderPart,
    Place,
    Skip,
    Tongue,
    Values,
)
from witp_pbem.games.common.order_values import At, UnitSpec
from witp_pbem.games.common.orders import OrderKind, Orders
from witp_pbem.games.common.rulings import edits, ruling_kind
from witp_pbem.games.taiheiyo_senshi.orders.words import UNITS, VOCABULARY
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Order
from witp_pbem.table.problem import Span, invalid
from witp_pbem.table.tuples import NamedTuple

INITIATIVE, OPERATION, CARDS, REACTION, CAPTURES, TRANSFER, SUPPLY = (
    "initiative", "operation", "cards", "reaction", "captures", "transfer", "supply")
POINT, DISCARD = "point", "discard"
ANY, PLANNED = "any", "planned"
MOMENTS = {"in": -2, "after": -1, "before": -3}  # of a round, in parts of rounds from its end
SCORE = "score"  # the ruling that puts the score marker somewhere


class PlaceUnits(NamedTuple):
    """`place`: units at a point; `rest` if all that are left may go there, or without a point to where they usually
    go."""

    units: tuple[UnitSpec, ...]
    place: At | None = None
    rest: bool = False


class Hits(NamedTuple):
    """`hit` and `lose`: who takes hits, in order of preference; `rest` if any other may follow."""

    units: tuple[UnitSpec, ...]
    rest: bool = False


class Pay(NamedTuple):
    """Cards for the initiative, one each time, in this order; `rest` if any other may follow; `planned` if only while
    an operation is ordered."""

    cards: tuple[str, ...]
    rest: bool = False
    planned: str = ""


class Move(NamedTuple):
    """`move`: a group of ships along routes."""

    units: tuple[UnitSpec, ...]
    origin: At
    to: At
    via: tuple[At, ...] = ()


class Rebase(NamedTuple):
    """`rebase`: land-based air to another point, at any distance."""

    units: tuple[UnitSpec, ...]
    origin: At
    to: At


class Return(NamedTuple):
    """`return`: ships to a port, at any distance; `rest` of all that are supplied free elsewhere (`return any`)."""

    units: tuple[UnitSpec, ...]
    origin: At | None = None
    to: At | None = None
    rest: bool = False


class SpendAt(NamedTuple):
    """`train`: a point, and the card it costs, or any (ANY)."""

    place: At
    card: str
    span: Span


class Resupply(NamedTuple):
    """`resupply`: a point, or any (`rest`), and the card it costs, or any (ANY)."""

    place: At | None
    card: str
    span: Span
    rest: bool = False


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
    """`evacuate`: ports in order of preference; `rest` if any other will do."""

    to: tuple[At, ...] = ()
    rest: bool = False


class Relocate(NamedTuple):
    """`relocate`: ports as in `Withdraw`, for some ships or, where none are named, for all."""

    units: tuple[UnitSpec, ...] = ()
    to: tuple[At, ...] = ()
    rest: bool = False


class Retreat(NamedTuple):
    """`retreat`: ports as in `Withdraw`; from which `moment` of which `round` on, None for at once."""

    to: tuple[At, ...] = ()
    rest: bool = False
    moment: str = ""
    round: int | None = None

    @property
    def stage(self) -> int:
        """The moment, reckoned in parts of rounds: after the air strikes, after the round, before the next."""
        return 3 * (self.round or 0) + MOMENTS.get(self.moment, 0)


class Sortie(NamedTuple):
    units: tuple[UnitSpec, ...]
    origin: At


class Wish(NamedTuple):
    """`stay`, `engage`, `avoid`, `extend`: the keyword says it all."""


class Operate(NamedTuple):
    """`operate`, whatever the operation; `planned` if only while one is ordered."""

    planned: str = ""


class Capture(NamedTuple):
    """An enemy port, or any (`rest`), with the cards to add, or as many as it takes (`spare`)."""

    place: At | None
    cards: tuple[str, ...] = ()
    rest: bool = False
    spare: bool = False


class Moment(OrderPart):
    """The moment of a battle from which on an order counts: in a round (after its air strikes), after it, or before it
    (when it is to be fought). In Japanese the round stands first."""

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return cursor.sees("round", *MOMENTS)

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        word = cursor.accept(*MOMENTS)
        cursor.skip("the", "round")
        number = cursor.number()
        word = word or cursor.accept(*MOMENTS)
        if number is None or word is None:
            cursor.fault('"in", "after" or "before" and a round, as in "after round 1"')
        else:
            values |= {"moment": word.value, "round": number}

    def write(self, body: Any, tongue: Tongue) -> str:
        if not body.moment:
            return ""
        words = tongue.words
        blank = " " if words.spoken("round") == "round" else ""
        return words.behind(body.moment, f"{words.spoken('round')}{blank}{body.round}")

    @property
    def known(self) -> frozenset[str]:
        return super().known | {"round", "the", *MOMENTS}


def goes_without_saying(values: Values) -> bool:
    """Whether an order is for any units, of which the rules know where from and where to."""
    return bool(values.get("rest"))


def _is_all_or_some(values: Values, cursor: Cursor) -> None:
    """Nobody names units, or where from and where to, for any units."""
    if values.get("rest") and (values.get("units") or values.get("origin") or values.get("to")):
        cursor.note(invalid("unexpected-word", cursor.statement.span, word="any", wanted="units, such as 2 cruisers",
                            keyword=cursor.statement.keyword))


units = partial(Units, "units", wanted="units, such as Akagi or 2 cruisers")
origin = partial(Place, "origin", "from", needs_word=True, must=True, wanted='"from" and a point')
to = partial(Place, "to", "to", needs_word=True, must=True, wanted='"to" and a point')
card = partial(Card, "card", wanted="a card, such as J04 or A13")
CARD_OR_ANY = "a card, such as J04 or A13, or any"
paid = partial(Card, "card", ANY, wanted=CARD_OR_ANY, after="with")
planned = partial(Choice, "planned", "as", choices={PLANNED: PLANNED}, ends=("as",))
ports = partial(Places, "to", "to", joints=(",", "else"), rest="rest", shows="else")

ORDERS = Orders(VOCABULARY, [
    OrderKind("place", PlaceUnits, units(rest="rest"),
              Place("place", "at", "in", "to", must=True, unless=goes_without_saying)),
    *(OrderKind(keyword, Hits, units(counted=False, rest="rest", shows=True, must=True))
      for keyword in ("hit", "lose")),
    OrderKind("pay", Pay, Cards("cards", must=True, rest="rest", wanted=CARD_OR_ANY), planned()),
    OrderKind("move", Move, units(must=True), origin(),
        AnyOf(Places("via", "via", joints=(",", "-", "and"), needs_word=True, shows=","), to(), shows=2)),
    OrderKind("return", Return, units(must=True, rest="rest", shows=False), origin(unless=goes_without_saying),
              to(unless=goes_without_saying), check=_is_all_or_some),
    OrderKind("rebase", Rebase, units(must=True), origin(), to()),
    OrderKind("resupply", Resupply, Place("place", "at", "in", must=True, rest="rest"), paid()),
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
            "captures": CAPTURES, "transfer": TRANSFER, "supply": SUPPLY})),
    OrderKind("evacuate", Withdraw, ports()),
    OrderKind("sortie", Sortie, units(must=True), origin()),
    OrderKind("retreat", Retreat, ports(), Moment(in_form=False)),
    OrderKind("relocate", Relocate, units(), ports()),
    OrderKind("operate", Operate, planned()),
    *(OrderKind(keyword, Wish) for keyword in ("stay", "engage", "avoid", "extend")),
    OrderKind("capture", Capture, Place("place", "at", says="", must=True, rest="rest"),
              Cards("cards", "with", needs_word=True, rest="spare")),
    ruling_kind({"japan": "japan", "japanese": "japan", "allies": "allies", "allied": "allies"},
                {SCORE: (SCORE, (Number("amount", wanted="the points this side leads by", must=True),)),
                 **edits("put", "strike", wanted="units")}, wanted_side="Japan or Allies",
                wanted="put, strike, score, resign or decide", unit="jp_akagi"),
], units=UNITS)
