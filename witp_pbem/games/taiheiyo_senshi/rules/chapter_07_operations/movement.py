"""Sections 7.4(1) and 7.5: ships move along routes, into battle if they meet the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.advice import advised, first_legal
from witp_pbem.games.common.order_values import EVERY, At, UnitSpec, ordered, unit_named
from witp_pbem.games.common.paths import Way
from witp_pbem.games.common.units import fits, pick
from witp_pbem.games.taiheiyo_senshi.board.data import CardEvent
from witp_pbem.games.taiheiyo_senshi.board.events import ShipsMoved
from witp_pbem.games.taiheiyo_senshi.board.state import ENEMY, KINDS, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.orders.kinds import Move, Play
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.absent import missing
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import ambush, reaction
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import battles
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, Span, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

RULE = "senshi 7.5(2)-a"
MOVE, STAY = "move", "stay"


class MovePlan(NamedTuple):
    """A group and its way: the points entered, and the movement printed that is left at the end, which counts where it
    meets the enemy (senshi 7.5(3)-a)."""

    units: tuple[str, ...]
    origin: str
    route: tuple[str, ...]
    left: int


# -- which moves are legal -------------------------------------------------------------------------------------------


def judge(table: Table, side: Side, order: Order) -> Verdict:
    """Whether a side may move ships as ordered."""
    body, position = order.body, table.position
    verdict = judge_group(position, side, body)
    if not isinstance(verdict, MovePlan):
        verdict = tuple(problem.at(order.statement.span) for problem in verdict)
    return advised(_verdict(position, verdict), lambda: _nearest(position, side, body))


def judge_group(position: Position, side: Side, body: Move | Play) -> MovePlan | tuple[Problem, ...]:
    """The group and the way an order means; or problems."""
    to = body.to if isinstance(body, Move) else body.place
    assert body.origin is not None and to is not None
    origin = body.origin.id
    rule = "senshi 7.4(1)-a"
    units = pick(body.units, position.ships(side, origin), rule=rule, kinds=KINDS, place=origin,
                 missing=missing(position, side, rule, origin))
    if isinstance(units, tuple):
        return units
    if down := [unit.id for unit in units if not unit.up]:
        return (illegal("face-down", rule, _of(body, down), units=down, place=origin),)
    if barred := [unit.id for unit in units if not points.may_enter(position, unit, to.id)]:
        return (illegal("nation-barred", "senshi 6.1(1)-a", to.span, place=to.id, units=barred, certain=True),)
    if to.id == origin:
        return (illegal("no-move", "senshi 7.5(1)-a", to.span, place=origin),)
    via = [place.id for place in body.via]
    plan = planned(position, units, origin, to.id, via, movement(position, units))
    return plan if isinstance(plan, MovePlan) else (plan.at(to.span),)


def _of(body: Move | Play, units: Sequence[str]) -> Span:
    """Where an order names the first of some units, or where it says where they are from."""
    assert body.origin is not None
    return next((spec.span for spec in body.units if spec.id in units), body.origin.span)


def movement(position: Position, units: Sequence[Unit]) -> int:
    """The movement of a group: the smallest printed in it (senshi 7.5(1)-b)."""
    return min(position.data.units[unit.id].movement for unit in units)


def planned(position: Position, units: Sequence[Unit], origin: str, to: str, via: Sequence[str],
            left: int) -> MovePlan | Problem:
    """The way of a group to a point, over others in their order if any are named, the shortest; or what is against it:
    a closed route, where it is named or the dotted ones would make it legal (senshi 7.5(5)-a). A group that meets no
    enemy has at least three movement (senshi 7.5(4)-a, 2.2.4-a).

    Args:
        left: the printed movement it has left.
    """
    plan = _planned(position, units, origin, to, via, left)
    if isinstance(plan, MovePlan) or position.opened:
        return plan
    opened = position.but(opened=True)
    with_all = _planned(opened, units, origin, to, via, left)
    path = (origin, *(with_all.route if isinstance(with_all, MovePlan) else (*via, to)))
    closed = [(here, there) for here, there in zip(path, path[1:], strict=False)
              if there in points.joined(opened, here) and there not in points.joined(position, here)]
    return illegal("route-closed", "senshi 7.5(5)-a", place=closed[0][1], start=closed[0][0]) if closed else plan


def _planned(position: Position, units: Sequence[Unit], origin: str, to: str, via: Sequence[str],
             left: int) -> MovePlan | Problem:
    """The same over the routes that are open."""
    enemy, here = ENEMY[units[0].side], origin
    route: list[str] = []
    for goal in (*via, to):
        if goal != to and position.of(enemy, goal):
            return illegal("enemy-on-the-way", "senshi 7.5(3)-a", place=goal, start=origin)
        way = _way(position, units, here, goal)
        if way is None:
            return _no_way(position, units, here, goal)
        route += way.path
        here = goal
    length = sum(position.data.map.length(one, other) for one, other in zip([origin, *route], route, strict=False))
    meets = bool(position.of(enemy, to))
    allowed = left if meets else max(left, position.data.free_movement)
    if length > allowed:
        return illegal("too-far", "senshi 7.5(2)-a" if meets else "senshi 7.5(4)-a", place=to, start=origin,
                       length=length, movement=allowed)
    return MovePlan(tuple(unit.id for unit in units), origin, tuple(route), left - length)


def _way(position: Position, units: Sequence[Unit], start: str, goal: str) -> Way[str] | None:
    """The shortest way to a point past no enemy units (senshi 7.5(3)-a, 7.5(3)-c) and through no point closed to a
    nation of the group (C-10)."""
    enemy = ENEMY[units[0].side]
    ways = position.data.map.ways(start, position.opened, lambda point: not position.of(enemy, point) and
                                  points.all_may_enter(position, units, point))
    return next((way for way in ways if way.end == goal), None)


def _no_way(position: Position, units: Sequence[Unit], start: str, goal: str) -> Problem:
    enemy = ENEMY[units[0].side]
    past = next((way for way in position.data.map.ways(start, position.opened) if way.end == goal), None)
    blocking = [point for point in past.path[:-1] if position.of(enemy, point)] if past else []
    if blocking:
        return illegal("enemy-on-the-way", "senshi 7.5(3)-a", place=blocking[0], start=start)
    return illegal("no-route", "senshi 7.5(5)-a", place=goal, start=start)


def _nearest(position: Position, side: Side, body: Move) -> Understood | None:
    """The legal move most like one that is refused: of the ships named, from where they are, as many as can go there;
    else as far as they can go."""
    def attempts() -> Iterator[Move]:
        named = [position.units[spec.id] for spec in body.units if spec.id]
        origins = [body.origin.id, *(unit.point for unit in named if unit.side == side and unit.point)]
        for origin in dict.fromkeys(origins):
            ready = _ready(position, side, origin, body.units)
            fast = [ship for ship in ready if movement(position, [ship]) == max(
                movement(position, [ship]) for ship in ready)]
            way = _way(position.but(opened=True), ready, origin, body.to.id) if ready else None
            for group in filter(None, (ready, fast)):
                yield _move(group, origin, body.to.id)
            for point in reversed(way.path[:-1] if way else ()):
                yield _move(ready, origin, point)

    return first_legal(attempts(), lambda move: _verdict(position, judge_group(position, side, move)))


def _ready(position: Position, side: Side, origin: str, specs: Sequence[UnitSpec]) -> list[Unit]:
    """The face-up ships at a point that some names can mean, as many as they want."""
    ready: list[Unit] = []
    for spec in specs:
        fitting = [ship for ship in position.ships(side, origin)
                   if ship.up and ship not in ready and fits(spec._replace(full=None), ship)]
        ready += fitting[:len(fitting) if spec.number == EVERY else spec.number]
    return ready


def _move(ships: Sequence[Unit], origin: str, to: str) -> Move:
    return Move(tuple(unit_named(ship.id) for ship in ships), At(origin, NOWHERE), At(to, NOWHERE))


def _verdict(position: Position, plan: MovePlan | tuple[Problem, ...]) -> Verdict:
    """A move as a verdict, with a remark where its way leads over a route that may not be the printed game's."""
    if not isinstance(plan, MovePlan):
        return plan
    ours = position.data.reconstructed
    path = (plan.origin, *plan.route)
    is_ours = any(frozenset(pair) in ours.routes | ours.lengths for pair in zip(path, path[1:], strict=False))
    return Understood(plan, value(plan), say("over a reconstructed route") if is_ours else "")


def choices(table: Table, side: Side) -> Iterator[OrderValue]:
    """The legal moves of all face-up ships of a point, or of one."""
    return moves(table.position, side)


def moves(position: Position, side: Side, start: str = "") -> Iterator[OrderValue]:
    """The same of a position, from one point or from all."""
    for origin in [start] if start else position.data.map.points:
        ships = [ship for ship in position.ships(side, origin) if ship.up]
        for group in ([ships] if len(ships) > 1 else []) + [[ship] for ship in ships]:
            yield from map(value, plans(position, group, origin, movement(position, group)))


def plans(position: Position, group: Sequence[Unit], origin: str, left: int) -> Iterator[MovePlan]:
    """Where a group can move, the nearest first."""
    for way in position.data.map.ways(origin, position.opened, limit=max(left, position.data.free_movement)):
        if points.all_may_enter(position, group, way.end):
            plan = planned(position, group, origin, way.end, (), left)
            if isinstance(plan, MovePlan):
                yield plan


def value(plan: MovePlan) -> OrderValue:
    """A move as an order, with its whole way."""
    *via, to = plan.route
    return ordered(MOVE, units=list(plan.units), origin=plan.origin, to=to, via=via)


# -- what they do ----------------------------------------------------------------------------------------------------


def carry_out(table: Table, side: Side, plan: MovePlan, event: CardEvent | None = None) -> None:
    """Moves a group: the enemy may lie in wait for it (senshi CARD-J06, CARD-A11); it turns face-down (senshi 7.5(1)-c)
    and, where it meets the enemy, fights (senshi 7.5(3)-a), unless he evacuates and it goes on (senshi 7.6(1)-b).

    Args:
        event: the event by which it moves.
    """
    units = ambush.survivors(table, side, plan.units)
    while units:
        left, to = max(_left(table.position, units, plan), 0), plan.route[-1]
        table.tell(ShipsMoved(RULE, side, units, plan.origin, plan.route, left))
        occupation.revert(table)
        if not table.position.of(ENEMY[side], to):
            return
        if event is None or event.id != "J05":
            reaction.react(table, ENEMY[side], to)
        if table.position.of(ENEMY[side], to):
            if table.position.ships(side, to):
                battles.fight(table, to, side, left, event)
            return
        onward = table.ask(_onward(table.position, units, to, left))[0]
        if onward is None:
            return
        plan, units = onward, onward.units


def _left(position: Position, units: Sequence[str], plan: MovePlan) -> int:
    """The movement left at the end of a way. Of a group that has lost ships it is reckoned anew, and cannot be less
    (C-15)."""
    lost = [position.data.units[unit].movement for unit in plan.units]
    return plan.left + min(position.data.units[unit].movement for unit in units) - min(lost)


def _onward(position: Position, units: Sequence[str], point: str, left: int) -> Demand:
    """After an evacuation the group stops or goes on, with what it has left of its printed movement (C-09)."""
    group = [position.units[unit] for unit in units]
    further = list(_further(position, group, point, left))
    stays = Understood(None, ordered(STAY))

    def judge(order: Order) -> Verdict:
        if order.keyword == STAY:
            return stays
        body: Move = order.body
        plan = next((plan for plan in further if plan.route[-1] == body.to.id), None)
        if plan is None or body.origin.id != point:
            return (illegal("too-far", RULE, body.to.span, place=body.to.id, start=point, length=0,
                            movement=max(left, 0), instead=stays.order),)
        return Understood(plan, value(plan))

    return Demand(group[0].side, "onward", "senshi 7.6(1)-b", frozenset({MOVE, STAY}), judge,
                  lambda: [stays.order, *map(value, further)], {"place": point},
                  sole=None if further else stays)


def _further(position: Position, group: Sequence[Unit], point: str, left: int) -> Iterator[MovePlan]:
    """Where a group can go on to with the printed movement it has left."""
    if left > 0:
        for plan in plans(position, group, point, left):
            if plan.left >= 0:
                yield plan
