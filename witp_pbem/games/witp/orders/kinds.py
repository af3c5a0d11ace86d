"""The orders of War in the Pacific, kind by kind: what each says, and how it is written.

Reading knows words, names and numbers, not the position. Which units "2 naval" means is decided by `pick` when
the order is judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from witp_pbem.games.common import units
from witp_pbem.games.common.hexmap import is_number
from witp_pbem.games.common.order_groups import AnyOf, Several, Turns
from witp_pbem.games.common.order_lists import Places, Units
from witp_pbem.games.common.order_parts import Card, Choice, Later, Number, Place, QuotedText, Skip, Tongue, Values
from witp_pbem.games.common.order_values import EVERY, At, UnitSpec
from witp_pbem.games.common.orders import OrderKind, Orders
from witp_pbem.games.common.rulings import EDITS, RulingOrder, edits, ruling_kind
from witp_pbem.games.witp.board.state import FLEET, KINDS, Position, Side, Unit
from witp_pbem.games.witp.orders.words import UNITS, VOCABULARY, is_unit_id
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.cursor import THE_END, Cursor
from witp_pbem.table.demand import Order
from witp_pbem.table.misspelt import mended
from witp_pbem.table.problem import NOWHERE, Problem, Span, illegal, invalid
from witp_pbem.table.text import Block, Statement
from witp_pbem.table.tokens import Lexicon
from witp_pbem.table.tuples import NamedTuple

DRAWN, HELD = "drawn", "held"  # instead of a card's number
ANY = "any"  # `invoke any`, `keep any`: whichever card it is
IN_BATTLE = frozenset({"lose", "retreat", "withhold", "invoke", "keep", "use", "choose", "displace"})

# -- what orders say --------------------------------------------------------------------------------------------


class Left(NamedTuple):
    """Units that a stack leaves behind somewhere."""

    units: tuple[UnitSpec, ...]
    place: At


class StackOrder(NamedTuple):
    """The part of a `target` order for one stack: where it starts, who goes, who is carried, the way, and who is
    left behind where (containment, witp 8.5.h)."""

    origin: At
    units: tuple[UnitSpec, ...]
    cargo: tuple[UnitSpec, ...]
    via: tuple[At, ...]
    left: tuple[Left, ...]
    span: Span


class Target(NamedTuple):
    place: At
    stacks: tuple[StackOrder, ...]


class Pass(NamedTuple):
    segment: str


class BaseOrder(NamedTuple):
    """`build` and `remove`: hexes of logistics bases; `resolve`: hexes of combats. `rest` if any other may follow."""

    places: tuple[At, ...]
    rest: bool = False


class CardOrder(NamedTuple):
    """`use`, `invoke`, `keep`: a card and, where given, whom or where it is to strike. DRAWN and HELD are the card just
    drawn and the one from the turn before."""

    card: str
    span: Span
    units: tuple[UnitSpec, ...] = ()
    place: At | None = None


class UnitsOrder(NamedTuple):
    """`rebuild`, `place`, `disband`, `choose`, `withhold`: units at a place; `rest` if any other may follow."""

    units: tuple[UnitSpec, ...]
    place: At | None
    rest: bool = False


class Redeploy(NamedTuple):
    """`otherwise` are the destinations to take where `to` is closed; `rest` if any other will do then."""

    units: tuple[UnitSpec, ...]
    origin: At
    to: At
    via: tuple[At, ...] = ()
    otherwise: tuple[At, ...] = ()
    rest: bool = False


class Homeward(NamedTuple):
    """`redeploy all fleets to Kure, else Truk`: fleets that lie in no port, wherever they are, one stack a go; `rest`
    if any other port will do."""

    kinds: tuple[str, ...]
    to: tuple[At, ...]
    rest: bool = False


class Rescue(NamedTuple):
    """`redeploy endangered`: whatever would be lost and can be kept, one stack a go, to where it is kept."""

    who: str = "endangered"


class Declare(NamedTuple):
    """`declare war`, on America (witp 13.4.a, reconstructed)."""


class Lose(NamedTuple):
    """Who takes hits, in order of preference; `rest` if any other unit may follow."""

    units: tuple[UnitSpec, ...]
    rest: bool
    place: At | None


class Retreat(NamedTuple):
    """`retreat` and `displace`: destinations in order of preference, from a place if one is named; `rest` if any other
    will do."""

    to: tuple[At, ...]
    origin: At | None
    rest: bool = False


class Bid(NamedTuple):
    """How many ports and airfields Japan will control at the end of a shortened game (witp 13.2.b)."""

    amount: int
    span: Span


class Battle(NamedTuple):
    """The condition of a `when battle at` block."""

    place: At


Body = (Target | Pass | Declare | BaseOrder | CardOrder | UnitsOrder | Redeploy | Homeward | Rescue | Lose
        | Retreat | RulingOrder | Bid)


class Written(NamedTuple):
    """An order as read: what it says and the battle it is limited to."""

    body: Body
    battle: Battle | None = None


# -- rules for whole orders, and parts of one kind only ------------------------------------------------------------


def _needs_units(values: Values, cursor: Cursor) -> None:
    """Only `choose` can do with a place alone."""
    is_choice = cursor.statement.keyword == "choose" and "place" in values
    if not (values.get("units") or values.get("rest") or is_choice):
        cursor.note(invalid("order-breaks-off", cursor.statement.span, wanted="units, such as 2 naval",
                            keyword=cursor.statement.keyword))


def _are_endangered(values: Values) -> bool:
    """Whether an order says no more than that whoever would be lost is to go."""
    return "who" in values


def _are_all_fleets(values: Values) -> bool:
    """Only all fleets can be sent home from wherever they are."""
    return all(spec.number == EVERY and not (spec.nation or spec.id) and spec.full is None and spec.kinds
               and set(spec.kinds) <= set(FLEET) for spec in values.get("units", ()))


def _redeployment(values: Values) -> Redeploy | Homeward | Rescue:
    if "who" in values:
        return Rescue()
    if "origin" in values:
        return Redeploy(**values)
    kinds = tuple(kind for spec in values["units"] for kind in spec.kinds)
    return Homeward(kinds, (values["to"], *values["otherwise"]), values.get("rest", False))


class Fleets(Units):
    """All fleets of some types."""

    def write(self, body: Homeward, tongue: Tongue) -> str:
        return tongue.units.write_all([UnitSpec(EVERY, (kind,), "", None, "", "", NOWHERE) for kind in body.kinds])


class Endangered(Choice):
    """Whoever would be lost, which is all the order says."""

    def __init__(self, *, is_written: bool = True) -> None:
        super().__init__("who", choices={"endangered": "endangered"}, more=("units", "unit"), is_written=is_written)

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        super().take(cursor, tongue, values, later)
        if cursor:
            cursor.fault(THE_END)
            cursor.index = len(cursor.tokens)


class Where(Place):
    """The place of some units, or of whatever units stand there, and then without a word before it."""

    def write(self, body: UnitsOrder, tongue: Tongue) -> str:
        return super().write(body, tongue) if body.units or body.rest else self.written(body.place, tongue)


# -- how orders are written ------------------------------------------------------------------------------------------

units_ = partial(Units, wanted="units, such as 2 naval")
card = partial(Card, "card", wanted="a card, such as 1942-05")
at = partial(Where, "place", "at", "in", "on", "to")
struck = (Skip("on", "against"), units_("units", says="on", in_form=False),
          Place("place", "at", "in", "on", skips=("battle", "at", "in"), in_form=False))
held = (units_("units", rest="rest"), at())
origin = partial(Place, "origin", "from", needs_word=True, ends=(":", ","))
to = partial(Places, "to", "to", joints=(",", "else"))
ANY_UNITS = UnitsOrder((), None, True)
points = Skip("rp", "resource", "points", "point", says="RP")
amount = Number("amount", wanted="a number of resource points", must=True)
at_a_place = Place("place", "at", "in", must=True)

ORDERS = Orders(VOCABULARY, [
    OrderKind("target", Target,
        Skip("to"), Place("place", must=True),
        Several("stacks", StackOrder,
                origin(must=True, mark=":", wanted='"from" and the place where units start'),
                units_("units", must=True),
                AnyOf(units_("cargo", "carrying", needs_word=True),
                      Places("via", "via", joints=(",", "-", "and"), needs_word=True, shows=","),
                      Several("left", Left, units_("units", "leaving", needs_word=True), at_a_place),
                      shows=2), must=True),
        remark=lambda: say("and more stacks: from …")),
    OrderKind("pass", Pass,
        Skip("the"),
        Choice("segment", in_form=False,
               choices={"fleets": "fleet", "fleet": "fleet", "land": "land", "air": "air", "bases": "bases",
                        "movement": "movement", "operations": "movement", "rebuilding": "rebuilding",
                        "redeployment": "redeployment", "china": "china", "chinese": "china", "war": "war"},
               more=("fleet", "land", "air", "and", ",", "redeployment"),
               spoken={"fleet": "fleets", "air": "air and land"}),
        usual={"start": [Pass("china")], "bases": [Pass("war"), Pass("bases")], "operations": [Pass("movement")],
               "redeployment": [Pass("fleet"), Pass("air"), Pass("rebuilding")], "end": [Pass("china")]}),
    OrderKind("declare", Declare, Skip("war", "on", "against", "the", "to", "america", "american", in_english="war")),
    *(OrderKind(keyword, BaseOrder,
          Skip("enemy", "base", "bases", "at", "in"),
          Places("places", joints=(",", "and", "then"), rest="rest", shows=shows, must=True), usual=usual)
      for keyword, shows, usual in (("build", "", {}), ("remove", ",", {"bases": [BaseOrder((), True)]}),
                                    ("resolve", "then", {"operations": [BaseOrder((), True)]}))),
    OrderKind("use", CardOrder, Skip("the"), card(DRAWN, HELD), Skip("card"), *struck,
        remark=lambda: say("on UNITS or PLACE, if it strikes any")),
    OrderKind("invoke", CardOrder, card(ANY), *struck),
    OrderKind("keep", CardOrder, card(ANY), *struck, usual={"operations": [CardOrder(ANY, NOWHERE)]}),
    OrderKind("choose", UnitsOrder, *held, check=_needs_units,
        usual=dict.fromkeys(("events", "operations", "end"), [ANY_UNITS])),
    OrderKind("rebuild", UnitsOrder, *held, check=_needs_units),
    OrderKind("place", UnitsOrder, *held, check=_needs_units, usual={"reinforcement": [ANY_UNITS]}),
    OrderKind("disband", UnitsOrder, *held, check=_needs_units, usual={"redeployment": [ANY_UNITS]}),
    OrderKind("withhold", UnitsOrder, units_("units"), at(), check=_needs_units),
    OrderKind("redeploy", Redeploy,
        Endangered(is_written=False),
        units_("units", must=True, unless=_are_endangered),
        origin(wanted='"from" and a place', must=True,
               unless=lambda values: _are_endangered(values) or _are_all_fleets(values)),
        to(wanted='"to" and a place', others="otherwise", rest="rest", needs_word=True, must=True,
           unless=_are_endangered),
        Places("via", "via", joints=(",", "-", "and"), needs_word=True, in_form=False),
        make=_redeployment),
    OrderKind("redeploy", Homeward, Fleets("kinds"), to(rest="rest")),
    OrderKind("redeploy", Rescue, Endangered()),
    OrderKind("lose", Lose,
        Place("place", "at", "in", needs_word=True, ends=(":", ","), is_written=False),
        units_("units", counted=False, rest="rest", shows=True, must=True),
        Place("place", "at", "in", in_form=False),
        usual=dict.fromkeys(("operations", "redeployment"), [Lose((), True, None)])),
    OrderKind("retreat", Retreat, Skip("air"), origin(in_form=False), to(rest="rest", shows="else", must=True),
        usual={"operations": [Retreat((), None, True)]}),
    OrderKind("displace", Retreat, Skip("air", says="air"), origin(), to(rest="rest", shows="else", must=True),
        usual=dict.fromkeys(("events", "bases", "operations", "redeployment", "end"), [Retreat((), None, True)])),
    OrderKind("bid", Bid, Number("amount", wanted="a number of ports and airfields, such as 27", must=True),
        Skip("base", "bases")),
    ruling_kind(
        {"japan": "japan", "japanese": "japan", "allies": "allies", "allied": "allies"},
        {"spend": ("spend", (amount, points, Turns("kind", "impulse", "as", "an", "a", "movement", says="as impulse"))),
         "gain": ("gain", (amount, points)),
         "impulse": ("spend", (amount, points, Turns("kind", "impulse", says="as impulse"))),
         "decide": ("decide", (QuotedText("decides", wanted="the order in quotation marks", may_be_empty=True,
                                          must=True),)),
         "resign": ("resign", ()), "base": ("base", (at_a_place,)), "nobase": ("no base", (at_a_place,)),
         **edits(*EDITS, wanted="units, such as 2 naval")},
        wanted_side="Japan or Allies",
        wanted="spend, gain, decide, resign, base, no base, put, strike, reduce or restore", unit="JP-N-1"),
], units=UNITS, is_place=is_number, is_unit=is_unit_id)


def read(statement: Statement, lexicon: Lexicon) -> Written | tuple[Problem, ...]:
    """Reads one statement; everything not understood comes back as problems."""
    body = ORDERS.read(statement, lexicon)
    problems: list[Problem] = [] if isinstance(body, Body) else [*body]
    battle = None
    for block in filter(is_battle, statement.scope):
        if statement.keyword not in IN_BATTLE:
            problems.append(invalid("not-for-a-battle", statement.span, keyword=statement.keyword))
        else:
            condition = Cursor(statement, mended(block.tokens, lexicon))
            battle = _battle(condition)
            problems += condition.problems
    return tuple(problems) or Written(body, battle)


def is_battle(block: Block) -> bool:
    """Whether a block limits its orders to one battle: `when battle at`, also "マニラで戦闘"."""
    return block.word in ("when", "if") and any(token.value == "battle" for token in block.tokens) and not any(
        token.value == "continues" for token in block.tokens)


def _battle(cursor: Cursor) -> Battle | None:
    first = cursor.accept("battle")
    cursor.skip("at", "in")
    place = cursor.expect_place()
    if place and not first and not cursor.accept("battle"):  # "マニラで戦闘"
        cursor.unexpected('"battle at" and a place')
        return None
    cursor.finish()
    return Battle(At(*place)) if place else None


def order_value(order: Order) -> dict[str, Any]:
    """The value of an order as it was written: units are not looked up, and the battle it is for is left out."""
    return ORDERS.value(order.keyword, order.body.body)


def read_value(value: Mapping[str, Any]) -> Order:
    """The order a value stands for.

    Raises:
        KeyError, TypeError, ValueError: it stands for none.
    """
    return Order(Statement(value["order"], (), NOWHERE), Written(ORDERS.body(value)))


write, names, keywords, words = ORDERS.write, ORDERS.names, ORDERS.keywords, VOCABULARY


# -- which units are meant ------------------------------------------------------------------------------------------


def pick(position: Position, side: Side, place: At | None, specs: Sequence[UnitSpec],
         candidates: Iterable[Unit] | None = None, rule: str = "witp 8.2.b") -> list[Unit] | tuple[Problem, ...]:
    """The units a list of names means among the candidates, by default all of the side at the place (`units.pick`)."""
    pool = list(position.of(side, place.id) if candidates is None and place else candidates or ())
    where = place.id if place else ""

    def missing(spec: UnitSpec) -> Problem:
        unit = position.units.get(spec.id)
        if unit is None:
            return invalid("unknown-unit", spec.span, unit=spec.id)
        if unit.side != side:
            return illegal("not-your-unit", "witp 2.2.1.a", spec.span, unit=spec.id, certain=True)
        return illegal("unit-elsewhere", rule, spec.span, unit=spec.id, place=where, there=unit.hex or unit.status)

    return units.pick(specs, pool, rule=rule, kinds=KINDS, missing=missing, place=where)
