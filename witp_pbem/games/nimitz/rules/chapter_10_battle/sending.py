"""Decisions that put units into areas of the battle sheet, a few units with each order until all have their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.order_values import EVERY, ordered
from witp_pbem.games.common.preferences import preferred
from witp_pbem.games.nimitz.board.state import AREAS, US, Position, Unit
from witp_pbem.games.nimitz.orders.kinds import Fly, Pass, Station
from witp_pbem.games.nimitz.rules.chapter_10_battle import sheet
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.tuples import NamedTuple

STATION, FLY, PASS = "station", "fly", "pass"


class Sent(NamedTuple):
    """Units and the area they go to."""

    units: tuple[str, ...]
    area: str


class Task(NamedTuple):
    """Units that need a place.

    Attributes:
        code, rule, keyword: of the demand.
        left: units that have none yet.
        areas: those that are open.
        closed: what is wrong with any other.
        usual: where they go if nobody has another wish, by area.
        segment: what a pass that leaves them where they are is called, "" where all must go.
    """

    code: str
    rule: str
    keyword: str
    left: Sequence[Unit]
    areas: Sequence[str]
    closed: Callable[[str], Problem]
    usual: Mapping[str, Sequence[Unit]]
    segment: str = ""


def demand(position: Position, task: Task) -> Demand:
    """Which units go to which area; None for a pass. An order that says how many counts those that are there already,
    since it stays in force."""
    keywords = {task.keyword, *([PASS] if task.segment else [])}
    about = {**sheet.moment(position), "units": [unit.id for unit in task.left], "areas": list(task.areas)}
    everybody = _sent(task, task.left, task.areas[0])
    return Demand(US, task.code, task.rule, frozenset(keywords), lambda order: _judge(position, task, order),
                  lambda: _choices(task), about, lambda order: _matches(task, order),
                  sole=everybody if len(task.areas) == 1 and not task.segment else None, standing=True)


def _sent(task: Task, units: Sequence[Unit], area: str) -> Understood:
    ids = tuple(unit.id for unit in units)
    return Understood(Sent(ids, area), ordered(task.keyword, units=list(ids), area=area))


def _passed(task: Task) -> Understood:
    return Understood(None, ordered(PASS, segment=task.segment))


def _matches(task: Task, order: Order) -> bool:
    """A pass must name what is passed: one for the whole turn leaves no aircraft on deck."""
    return not isinstance(order.body, Pass) or order.body.segment == task.segment


def _judge(position: Position, task: Task, order: Order) -> Verdict:
    if isinstance(order.body, Pass):
        return _passed(task)
    body: Station | Fly = order.body
    area = body.area.id
    if area not in AREAS:
        return (illegal("no-battle-area", task.rule, body.area.span, place=area, places=list(AREAS),
                        instead=_sent(task, task.left, task.areas[0]).order),)
    if area not in task.areas:
        return (task.closed(area).at(body.area.span).advising(_sent(task, task.left, task.areas[0]).order),)
    units = _meant(position, task, body)
    if not units:
        return (illegal("none-of-these", task.rule, order.statement.span, units=[unit.id for unit in task.left],
                        instead=_sent(task, task.left, area).order),)
    return _sent(task, units, area)


def _meant(position: Position, task: Task, body: Station | Fly) -> list[Unit]:
    """The units without a place that an order means."""
    lies = {**sheet.battle(position).boxes, **sheet.battle(position).flying}
    there = [unit for unit in sheet.on_sheet(position, US) if lies[unit.id] == body.area.id]
    named = preferred(body.units, [*there, *task.left])
    return [unit for unit in task.left if body.rest or unit in named]


def _choices(task: Task) -> Iterator[OrderValue]:
    """The usual orders, the pass, then all units and parts of them to every area."""
    usual = [_sent(task, [unit for unit in task.left if unit in units], area).order
             for area, units in task.usual.items()]
    others = (order for group in _groups(task) for area in task.areas
              if (order := ordered(task.keyword, **group, area=area)) not in usual)
    yield from usual
    if task.segment:
        yield _passed(task).order
    yield from others


def _groups(task: Task) -> Iterator[Mapping[str, Any]]:
    """All units, then each of them; of aircraft, which are many, each type."""
    if task.keyword == FLY:
        yield {"rest": True}
        kinds = dict.fromkeys(unit.kind for unit in task.left)
        yield from ({"units": [{"number": EVERY, "kinds": [kind]}]} for kind in kinds if len(kinds) > 1)
        return
    yield {"units": [unit.id for unit in task.left]}
    yield from ({"units": [unit.id]} for unit in task.left if len(task.left) > 1)
