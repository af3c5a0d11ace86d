"""What most demands have in common: queues of orders, carried out one by one until a pass, and who is not available."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from witp_pbem.games.common.advice import advised
from witp_pbem.games.common.order_values import UnitSpec, body_value, ordered, unit_named
from witp_pbem.games.common.units import pick
from witp_pbem.games.wif_land.board.events import Passed
from witp_pbem.games.wif_land.board.state import KINDS, OUT, Position, Side, Unit
from witp_pbem.games.wif_land.orders.kinds import Pass, in_segment
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table

Choices = Callable[[], Iterable[OrderValue]]
LOOKED_AT = 300  # choices, at most, among which the order most like a refused one is sought


def play(table: Table, segment: str, rule: str, demand: Callable[[Position], Demand],
         carry_out: Callable[[Table, Any], None], *, refuses: bool = True) -> None:
    """A queue of orders of a side, until it passes. Who can do nothing owes nothing, but what they have ordered all the
    same is refused, so that they are told why.

    Args:
        demand: the next order, by the position (`queue`).
        carry_out: what becomes of an answer.
        refuses: False where orders of the same keywords may be meant for a later queue.
    """
    while True:
        asked = demand(table.position)
        is_idle = next(iter(asked.choices()))["order"] == "pass"
        if is_idle and not refuses:
            return
        answer = table.ask(replace(asked, optional=is_idle))[0]
        if answer is None:
            if not is_idle:
                table.tell(Passed(rule, asked.side, segment))
            return
        carry_out(table, answer)


def queue(position: Position, side: Side, code: str, segment: str, rule: str, keywords: Iterable[str],
          judge: Callable[[Order], Verdict], choices: Choices, *, is_meant: Callable[[Order], bool] = bool,
          is_listed: Callable[[Order], bool] = bool, **about: Any) -> Demand:
    """The next order of a queue, or the pass that ends it: of the segment, or of all.

    Args:
        judge: what an order comes to. choices: the legal orders, plainest first; the pass is put behind them.
        is_meant: whether an order of these keywords is for this queue.
        is_listed: whether an order that has not been carried out when the side passes was meant for this queue, so that
            it is told; orders of the same keyword may be meant for another one.
    """
    passes = Understood(None, ordered("pass", segment=segment), closes=True)
    of_all = Understood(None, ordered("pass"), stays=True, closes=True)

    def judged(order: Order) -> Verdict:
        if isinstance(order.body, Pass):
            return passes if order.body.segment else of_all
        return advised(judge(order), lambda: _nearest(looked_at(), order))

    @cache
    def looked_at() -> list[OrderValue]:
        return list(islice(choices(), LOOKED_AT))

    def listed() -> Iterator[OrderValue]:
        yield from choices()
        yield passes.order

    return Demand(side, code, rule, frozenset({*keywords, "pass"}), judged, listed, {"turn": position.turn, **about},
                  lambda order: in_segment(segment)(order) and (isinstance(order.body, Pass) or is_meant(order)),
                  queued=True, items=lambda order: _items(order, is_listed))


def _items(order: Order, is_listed: Callable[[Order], bool]) -> list[OrderValue]:
    """What an order has not done: all it says."""
    if isinstance(order.body, Pass) or not is_listed(order):
        return []
    return [ordered(order.keyword, **body_value(order.body))]


def _nearest(choices: Iterable[OrderValue], order: Order) -> Understood | None:
    """The legal order of the same kind most like one that is refused, None if there is none."""
    wanted = body_value(order.body)
    alike = [value for value in choices if value["order"] == order.keyword]
    best = max(alike, key=lambda value: _likeness(value, wanted), default=None)
    return Understood(None, best) if best else None


def _likeness(value: OrderValue, wanted: Mapping[str, Any]) -> int:
    """How much of an order another one says, too."""
    return sum(sum(item in value.get(name, ()) for item in said) if isinstance(said, list)
               else value.get(name) == said for name, said in wanted.items())


# -- the units meant ------------------------------------------------------------------------------------------------


def choose(position: Position, side: Side, specs: Sequence[UnitSpec], pool: Sequence[Unit], rule: str,
           fault: Callable[[Unit], Problem | None], place: str = "") -> list[Unit] | tuple[Problem, ...]:
    """The units of a pool that an order names, or what is wrong with those that are not in it.

    Args:
        fault: why a unit of the side cannot do what is ordered.
    """
    return pick(specs, pool, rule=rule, kinds=KINDS, place=place,
                missing=lambda spec: unavailable(position, side, spec, rule, fault))


def unavailable(position: Position, side: Side, spec: UnitSpec, rule: str,
                fault: Callable[[Unit], Problem | None]) -> Problem:
    """What is wrong with the name of a unit that is not among those wanted: it is the enemy's or off the map, or a rule
    has something against it."""
    unit = position.units.get(spec.id)
    if unit is None:
        return illegal("not-in-play", rule, spec.span, unit=spec.id)
    if unit.side != side:
        return illegal("not-your-unit", rule, spec.span, unit=unit.id, certain=True)
    if unit.place == OUT and not unit.aboard:
        return illegal("off-map", rule, spec.span, unit=unit.id)
    return (fault(unit) or illegal("not-there", rule, unit=unit.id, place=unit.place)).at(spec.span)


def named(units: Iterable[Unit]) -> tuple[UnitSpec, ...]:
    """Units as an order names them, each by its id."""
    return tuple(unit_named(unit.id) for unit in units)
