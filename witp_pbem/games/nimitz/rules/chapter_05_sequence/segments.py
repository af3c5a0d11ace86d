"""The phases in which the player orders one act after the other until a pass: supply, scouting and movement.

What an act does is known when it is judged: the answer is the events that tell it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from witp_pbem.games.common.advice import advised
from witp_pbem.games.common.order_values import UnitSpec, ordered, spec_value
from witp_pbem.games.common.preferences import preferred
from witp_pbem.games.common.random_order import in_random_order
from witp_pbem.games.common.units import pick
from witp_pbem.games.nimitz.board.events import Passed
from witp_pbem.games.nimitz.board.state import JAPAN, KINDS, OUT, US, Position, Unit
from witp_pbem.games.nimitz.orders.kinds import Pass, Scout, UnitList, in_segment
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

Choices = Callable[[], Iterable[OrderValue]]


def play(table: Table, segment: str, rule: str, demand: Callable[[Position], Demand]) -> None:
    """A phase: acts, until the player passes."""
    while events := table.ask(demand(table.position))[0]:
        table.tell(*events)
    table.tell(Passed(rule, segment))


def demand(segment: str, rule: str, keywords: Iterable[str], judge: Callable[[Order], Verdict], usual: Choices,
           others: Choices, about: Mapping[str, Any]) -> Demand:
    """The next act of a phase, or the pass that ends it.

    Args:
        judge: says of an act which events tell it.
        usual: acts that suit nearly everybody. others: all other legal acts of one unit or point.
    """
    passes = Understood((), ordered("pass", segment=segment), closes=True)
    of_all = Understood((), ordered("pass"), stays=True, closes=True)

    def judged(order: Order) -> Verdict:
        if isinstance(order.body, Pass):
            return passes if order.body.segment else of_all
        return advised(judge(order), lambda: _nearest(usual, others, order.keyword))

    def choices() -> Iterator[OrderValue]:
        yield from usual()
        yield passes.order
        yield from others()

    def is_meant(order: Order) -> bool:
        """An order for any units waits until there are some; it is not wrong where there are none."""
        is_open = getattr(order.body, "rest", False)
        return in_segment(segment)(order) and not (is_open and not isinstance(judge(order), Understood))

    is_idle = next(chain(usual(), others()), None) is None
    return Demand(US, segment, rule, frozenset({*keywords, "pass"}), judged, choices, about, is_meant,
                  sole=passes if is_idle else None, queued=True, items=_items, wishes=_wishes,
                  shuffled=lambda chance: in_random_order(choices(), chance))


def _nearest(usual: Choices, others: Choices, keyword: str) -> Understood | None:
    """A legal order of the same kind, None if there is none."""
    value = next((value for value in chain(usual(), others()) if value["order"] == keyword), None)
    return Understood((), value) if value else None


def _wishes(order: Order) -> Iterator[OrderValue]:
    """What a list that goes as far as points last names; any other order that answers does all it says."""
    return _items(order) if getattr(order.body, "rest", False) else iter(())


def _items(order: Order) -> Iterator[OrderValue]:
    """What an order names, each as an order of its own."""
    body = order.body
    if isinstance(body, Scout):
        yield ordered("scout", place=body.place.id, markers=body.markers)
        return
    places = {name: place.id for name in ("origin", "to") if (place := getattr(body, name, None))}
    for spec in getattr(body, "units", ()):
        yield ordered(order.keyword, units=[spec_value(spec)], **places)


# -- lists of units -------------------------------------------------------------------------------------------------


class Price(NamedTuple):
    """What the units of a list cost.

    Attributes:
        rule: the rule that has it paid.
        of: what one unit costs.
        purse: the points there are.
        most: how many units there is room for; None for any number.
        reserved: how many of the points are spent only on units that are named.
    """

    rule: str
    of: Callable[[Unit], int]
    purse: int
    most: int | None = None
    reserved: int = 0


def judge_list(position: Position, order: Order, pool: Sequence[Unit], fault: Callable[[Unit], Problem | None],
               price: Price, tell: Callable[[list[Unit], int], tuple[Event, ...]]) -> Verdict:
    """Whether the units of a list can be bought, repaired or sent to a box: all of them together, or with `rest` as
    many as there are points for, those first that are named.

    Args:
        pool: the units with which it can be done, plainest first.
        fault: why it cannot be done with another one.
        tell: the events for some units and what they cost.
    """
    def understood(chosen: list[Unit]) -> Understood:
        ids = [unit.id for unit in chosen]
        return Understood(tell(chosen, sum(map(price.of, chosen))), ordered(order.keyword, units=ids))

    body: UnitList = order.body
    named = preferred(body.units, pool)
    units = (list(dict.fromkeys([*named, *pool])) if body.rest else
             pick(body.units, pool, rule=price.rule, kinds=KINDS, missing=missing(position, price.rule, fault)))
    if isinstance(units, list):
        affordable = _affordable(units, price, named if body.rest else units)
        if affordable and (body.rest or affordable == units):
            return understood(affordable)
        units = (_too_dear(units, price).at(order.statement.span),)
    possible = _affordable(named, price, named)
    return advised(units, lambda: understood(possible) if possible else None)


def _affordable(units: Sequence[Unit], price: Price, named: Sequence[Unit]) -> list[Unit]:
    """Units in their order, as far as points and room last; who is too dear is passed over."""
    chosen: list[Unit] = []
    left = price.purse
    for unit in units:
        if price.of(unit) <= left - (0 if unit in named else price.reserved) and len(chosen) != price.most:
            left -= price.of(unit)
            chosen.append(unit)
    return chosen


def _too_dear(units: Sequence[Unit], price: Price) -> Problem:
    """That there are too few points for all units, or no room, or no units."""
    if not units:
        return illegal("nobody-left", price.rule)
    if price.most is not None and len(units) > price.most:
        return illegal("too-many-units", price.rule, count=len(units), most=price.most)
    return illegal("too-few-points", price.rule, cost=sum(map(price.of, units)), points=price.purse)


def missing(position: Position, rule: str, fault: Callable[[Unit], Problem | None]) -> Callable[[UnitSpec], Problem]:
    """What is wrong with the name of a unit that is not among those wanted: Japanese (nimitz 1.0.a), of another year
    (nimitz 2.5.1.b), lost, or what a rule has against it."""
    def problem(spec: UnitSpec) -> Problem:
        unit = position.units.get(spec.id)
        if unit is None:
            return illegal("not-in-campaign", "nimitz 2.5.1.b", spec.span, unit=spec.id, year=position.year)
        if unit.side == JAPAN:
            return illegal("not-your-unit", "nimitz 1.0.a", spec.span, unit=unit.id, certain=True)
        if unit.place == OUT:
            return illegal("out-of-game", "nimitz 2.5.2.b", spec.span, unit=unit.id)
        return (fault(unit) or illegal("not-there", rule, unit=unit.id, place=unit.place)).at(spec.span)

    return problem
