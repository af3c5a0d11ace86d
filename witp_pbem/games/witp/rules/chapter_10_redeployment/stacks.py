"""Section 10.1: what redeployment of fleets, base air and land units has in common, one stack a go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from witp_pbem.games.common.advice import advised, first_legal
from witp_pbem.games.common.order_values import EVERY, At, UnitSpec, ordered
from witp_pbem.games.common.position import remembered, remembered_everywhere
from witp_pbem.games.witp.board.events import Passed
from witp_pbem.games.witp.board.state import AIR, CARRIER, LAND, NAVAL, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Homeward, Redeploy, order_value
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.games.witp.rules.chapter_10_redeployment import stacking
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal, invalid
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

KIND_OF = {"CV": CARRIER, "N": NAVAL, "L": LAND, "A": AIR}  # the letters in a unit's id
GoalProblem = Callable[[Position, Side, str], Problem | None]
Choices = Callable[[Position, Side], Iterator[OrderValue]]


class RedeployingStack(NamedTuple):
    """Who redeploys, from where to where; `path` is a land stack's route, both ends included."""

    units: tuple[str, ...]
    origin: str
    to: str
    path: tuple[str, ...] = ()


def stacks_left(position: Position, side: Side) -> int:
    """Stacks the side may still redeploy: half its basic resource points (witp 10.1.c, 10.1.g, 12.1.g; R-74), cards,
    less those gone. Resource points buy none (witp 10.1.d)."""
    allowance = delayed_entry.allowance(position, side)
    return max(allowance + effects.extra_stacks(position, side) - position.stacks[side], 0)


def ask(table: Table, demand: Demand, rule: str, segment: str) -> RedeployingStack | None:
    """The stack a side redeploys in its go; None if it passes for the rest of the segment (witp 10.2.e, 10.3.k)."""
    stack: RedeployingStack | None = table.ask(demand)[0]
    if stack is None:
        table.tell(Passed(rule, demand.side, segment, demand.sole is not None))
    return stack


@remembered("memo")
def redeployed(position: Position) -> frozenset[str]:
    """The units that have redeployed this turn: each does so once (witp 10.1.a)."""
    return frozenset(position.redeployed)


@remembered("memo")
def open_goals(position: Position, side: Side, goal_problem: GoalProblem) -> tuple[str, ...]:
    """The hexes a segment lets a side redeploy to, ascending."""
    return tuple(sorted(_is_open(position, side, goal_problem)))


def _perhaps_open(position: Position) -> set[str]:
    """The hexes that hold a base, a source or a continuing battle."""
    return {*position.data.map.homes, *position.continuing}


@remembered_everywhere("everywhere", _perhaps_open)
def _is_open(position: Position, side: Side, goal_problem: GoalProblem, number: str) -> bool:
    """Whether a segment lets a side redeploy to a hex."""
    return goal_problem(position, side, number) is None


# -- what both segments ask of an order ----------------------------------------------------------------------


def kinds_named(specs: Sequence[UnitSpec]) -> set[str]:
    """The kinds of units that names can mean; empty where they say nothing about kinds."""
    return {kind for spec in specs for kind in kinds(spec)}


def kinds(spec: UnitSpec) -> tuple[str, ...]:
    """The kinds of units one name can mean."""
    return (_kind_of(spec.id),) if spec.id else spec.kinds


def _kind_of(identity: str) -> str:
    """The kind of the unit with an id."""
    return KIND_OF[identity.split("-")[1]]


def place_problems(position: Position, body: Redeploy) -> list[Problem]:
    """What is wrong with the hexes an order names, whoever goes."""
    problems = [illegal("no-such-hex", "witp 2.3.b", place.span, hex=place.id, certain=True)
                for place in (body.origin, body.to, *body.via) if place.id not in position.data.map]
    if body.origin.id == body.to.id:
        problems.append(invalid("same-hex", body.to.span, place=body.to.id))
    return problems


def number_problems(position: Position, side: Side) -> list[Problem]:
    """That a side has redeployed all the stacks it may (witp 10.1.c)."""
    if stacks_left(position, side):
        return []
    return [illegal("no-stacks-left", "witp 10.1.c", limit=position.stacks[side])]


def repeated(position: Position, side: Side, specs: Sequence[UnitSpec]) -> tuple[Problem, ...]:
    """Units named by id that have redeployed already (witp 10.1.a)."""
    return tuple(illegal("already-redeployed", "witp 10.1.a", spec.span, unit=spec.id)
                 for spec in specs if spec.id in position.redeployed and position.units[spec.id].side == side)


def value(units: Sequence[Unit], body: Redeploy, via: Sequence[At] = ()) -> dict[str, Any]:
    """An order to redeploy with the units it means."""
    return ordered("redeploy", units=[unit.id for unit in units], origin=body.origin.id, to=body.to.id,
                   via=[place.id for place in via])


def offer(units: Sequence[Unit], together: Sequence[Unit], goal: str, kinds: Sequence[str]) -> OrderValue:
    """The order by which units of one hex redeploy: by their kinds where that means everybody, else one by one."""
    named = [unit.id for unit in units] if len(units) < len(together) else [{"number": EVERY, "kinds": kinds}]
    return ordered("redeploy", units=named, origin=units[0].hex, to=goal)


# -- destinations in order of preference, and the nearest legal order -----------------------------------------


def first_open(position: Position, side: Side, body: Redeploy, judge: Callable[[Redeploy], Verdict]) -> Verdict:
    """The verdict on the first of the destinations named that will do and has room; else on the first that costs
    nothing (others may still make room); else on the first that will do, or on the first of all."""
    if not (body.otherwise or body.rest):
        return judge(body)
    verdicts: list[Verdict] = []
    for to in goals(position, (body.to, *body.otherwise), body.rest, body.origin.id):
        verdicts.append(verdict := judge(body._replace(to=to, otherwise=(), rest=False)))
        if isinstance(verdict, Understood) and not verdict.sacrifice and has_room(position, side, verdict.answer):
            return verdict
    legal = [verdict for verdict in verdicts if isinstance(verdict, Understood)]
    if not legal:
        return verdicts[0]
    best = min(legal, key=lambda verdict: (not has_room(position, side, verdict.answer), verdict.sacrifice is not None))
    if best.sacrifice:
        return best._replace(sacrifice=best.sacrifice._replace(named=False))
    return best


def goals(position: Position, named: Sequence[At], rest: bool, origin: str) -> Iterator[At]:
    """The destinations named and, if any other will do, every other base and supply source, those nearest the first one
    named before the others."""
    yield from named
    board = position.data.map
    if rest and named[0].id in board:
        known = {origin, *(place.id for place in named)}
        yield from (At(number, named[-1].span) for number in board.nearest(named[0].id)
                    if number not in known and (board[number].site or board[number].source))


def destinations(order: Order) -> Iterator[OrderValue]:
    """The destinations a list names, one by one."""
    body = order.body.body
    if isinstance(body, Homeward):
        yield from (ordered("redeploy", kinds=body.kinds, to=[place.id]) for place in body.to)
    elif isinstance(body, Redeploy) and body.otherwise:
        one = {name: value for name, value in order_value(order).items() if name not in ("otherwise", "rest")}
        yield from ({**one, "to": place.id} for place in (body.to, *body.otherwise))


def has_room(position: Position, side: Side, stack: RedeployingStack) -> bool:
    """Whether a stack finds room where it goes, what fleets carry left aside."""
    units = [unit for key in stack.units if not (unit := position.units[key]).aboard]
    return stacking.room(position, side, stack.to, {unit.kind for unit in units}) >= len(units)


@remembered_everywhere("everywhere", _perhaps_open)
def rooms(position: Position, side: Side, goal_problem: GoalProblem, kind: str, number: str) -> int:
    """How many units of a kind find room in a hex a segment lets a side redeploy to."""
    return 0 if goal_problem(position, side, number) else stacking.room(position, side, number, (kind,))


def judged(position: Position, side: Side, body: Redeploy, choices: Choices,
           judge: Callable[[Redeploy], Verdict]) -> Verdict:
    """The verdict on an order, with the nearest legal one where it is refused."""
    return advised(first_open(position, side, body, judge), lambda: _nearest(position, side, body, choices, judge))


def _nearest(position: Position, side: Side, body: Redeploy, choices: Choices,
             judge: Callable[[Redeploy], Verdict]) -> Understood | None:
    """The legal order most like one that is refused: by another way, to the nearest place open to the same units, of
    the same hex what can go."""
    board = position.data.map
    if body.origin.id not in board or body.to.id not in board:
        return None
    near = sorted((number for number in board.hexes if board[number].site or board[number].source),
                  key=lambda number: (board.distance(number, body.to.id), number))
    plain = body._replace(via=(), otherwise=(), rest=False)
    legal = first_legal((plain._replace(to=At(number, body.to.span)) for number in dict.fromkeys((body.to.id, *near))
                         if number != body.origin.id), judge)
    return legal or _most_like(body, _listed(position, side, choices))


def _most_like(body: Redeploy, choices: Sequence[OrderValue]) -> Understood | None:
    """Of the choices that share a hex with an order the one most like it."""
    wanted = kinds_named(body.units)
    alike = (choice for choice in choices if choice["order"] == "redeploy"
             and (choice["origin"] == body.origin.id or choice["to"] == body.to.id))
    best = min(alike, key=lambda choice: (choice["origin"] != body.origin.id, not wanted & _kinds_offered(choice),
                                          choice["to"] != body.to.id), default=None)
    return Understood(None, best) if best else None


def _kinds_offered(choice: OrderValue) -> set[str]:
    """The types of units that a choice names, by type or one by one."""
    return {kind for unit in choice["units"]
            for kind in ((_kind_of(unit),) if isinstance(unit, str) else unit["kinds"])}


@remembered("memo")
def _listed(position: Position, side: Side, choices: Choices) -> tuple[OrderValue, ...]:
    """All choices of a side, listed once for all orders refused at a moment."""
    return tuple(choices(position, side))
