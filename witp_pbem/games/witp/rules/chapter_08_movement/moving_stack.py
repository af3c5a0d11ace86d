"""Sections 8.2 to 8.6: one stack of an impulse, from the units an order means to the way they take."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.position import remembered
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.state import AIR, LAND, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import StackOrder, pick
from witp_pbem.games.witp.rules.chapter_08_movement import house_rule, routes, transport
from witp_pbem.games.witp.rules.chapter_08_movement.routes import LeftBehind, PricedRoute, Traveller
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.table.problem import Problem, Span, illegal, invalid
from witp_pbem.table.tuples import NamedTuple


class MovingStack(NamedTuple):
    """One stack of an impulse, ready to move.

    Attributes:
        origin: the hex it leaves.
        units: who moves, cargo included.
        aboard: who is aboard whom, as (land unit, ship).
        route: its way.
        left: whom it leaves on the way.
    """

    origin: str
    units: tuple[Unit, ...]
    aboard: tuple[tuple[str, str], ...]
    route: PricedRoute
    left: LeftBehind


class WhoMoves(NamedTuple):
    """The units a stack order means; `land` is cargo where there is a fleet."""

    fleet: tuple[Unit, ...]
    land: tuple[Unit, ...]


def judge_stack(position: Position, side: Side, goal: At, order: StackOrder,
                gone: frozenset[str]) -> MovingStack | list[Problem]:
    """One stack of an impulse, all fleets or all land units but for cargo (witp 8.4.b): its units, who is aboard whom,
    who holds them where they are, its way. How many units are where it goes does not matter (witp 8.3.b).

    `gone` are the units earlier stacks take along.
    """
    if problem := _ends_problem(position, order.origin, goal):
        return [problem]
    units = _who(position, side, order, gone)
    if isinstance(units, list):
        return units
    fleet, land = list(units.fleet), units.land
    if problem := house_rule.stack_problem(position, order.origin.id, fleet):
        return [problem.at(order.span)]
    aboard = _embarked(position, goal, order, fleet, land)
    if isinstance(aboard, Problem):
        return [aboard]
    left = _left_behind(position, side, fleet, aboard, order)
    if isinstance(left, list):
        return left
    mover = Traveller(side, (*fleet, *land), bool(fleet), left)
    if problem := _leaving_problem(position, mover, goal, order, fleet, land):
        return [problem]
    return _on_its_way(position, mover, goal, order, aboard)


def _ends_problem(position: Position, origin: At, goal: At) -> Problem | None:
    """What is wrong with where a stack starts, whoever is there."""
    if origin.id not in position.data.map:
        return illegal("no-such-hex", "witp 2.3.b", origin.span, hex=origin.id, certain=True)
    if origin.id == goal.id:
        return illegal("already-there", "witp 8.2.b", origin.span, place=goal.id, certain=True)
    return None


def _embarked(position: Position, goal: At, order: StackOrder, fleet: list[Unit],
              land: Sequence[Unit]) -> tuple[tuple[str, str], ...] | Problem:
    """Who is aboard whom, as (land unit, ship) (witp 8.6.1); puts loaded ships first, as `value` names them: the
    recorded order must mean the same stack when it is read again."""
    if not fleet and not order.cargo:
        return ()
    aboard = transport.embark(fleet, land)
    if isinstance(aboard, Problem):
        return aboard.at(order.cargo[0].span.to(order.cargo[-1].span) if order.cargo else order.span)
    loaded = [ship for _, ship in aboard]
    fleet.sort(key=lambda unit: loaded.index(unit.id) if unit.id in loaded else len(loaded))
    problem = transport.target_problem(position, goal.id) if land else None
    return problem.at(goal.span) if problem else aboard


def _leaving_problem(position: Position, mover: Traveller, goal: At, order: StackOrder, fleet: Sequence[Unit],
                     land: Sequence[Unit]) -> Problem | None:
    """Why a stack cannot leave its hex as one: enemies hold it (witp 8.5.e, 8.5.g), nobody of it would arrive, or it
    lies in two seas (witp 8.7.h)."""
    if held := routes.held_problem(position, mover, order.origin.id, fleet, land):
        return held.at(order.origin.span)
    if sum(len(units) for units, _ in mover.left) == len(mover.units):
        return illegal("nobody-arrives", "witp 8.2.c", order.span, place=goal.id)
    if len({unit.water for unit in fleet}) > 1:
        return illegal("two-seas", "witp 8.7.h", order.span, place=order.origin.id)
    return None


def _on_its_way(position: Position, mover: Traveller, goal: At, order: StackOrder,
                aboard: tuple[tuple[str, str], ...]) -> MovingStack | list[Problem]:
    """A stack with its way, which leads by every hex where it leaves somebody to hold an enemy (witp 8.5.h)."""
    start = order.origin.id, mover.units[0].water if mover.by_sea else ""
    route = routes.plan(position, mover, start, [place.id for place in order.via], goal.id)
    if not isinstance(route, PricedRoute):
        problem, index = route
        return [problem.at(order.via[index].span if index < len(order.via) else goal.span)]
    for _, place in order.left:
        if place.id not in route.path[:-1]:
            return [illegal("left-off-the-way", "witp 8.5.h", place.span, place=place.id)]
    stack = MovingStack(order.origin.id, mover.units, aboard, route, mover.left)
    idle = {number for _, number in stack.left
            if not routes.enemy_fleets(position, mover.side, number, way_to(position, stack, number)[1])}
    for _, place in order.left:
        if place.id in idle:
            return [illegal("nothing-to-hold", "witp 8.5.h", place.span, place=place.id)]
    return stack


def way_to(position: Position, stack: MovingStack, number: str) -> tuple[tuple[str, ...], str]:
    """The part of a stack's way up to a hex, and the water it is in there."""
    way = stack.route.path[:stack.route.path.index(number) + 1]
    return way, position.data.map.water(number, way[-2] if len(way) > 1 else stack.origin)


@remembered("memo")
def _who(position: Position, side: Side, order: StackOrder, gone: frozenset[str]) -> WhoMoves | list[Problem]:
    """The fleets and land units a stack order means, all in a hex or some (witp 8.4.a); cargo is there from the start
    (witp 8.6.1.a). Those that may still move are meant first, so that a count names no unit in vain (witp 8.5.a)."""
    twice = [spec for spec in (*order.units, *order.cargo) if spec.id in gone]
    if twice:
        return [invalid("unit-named-twice", spec.span, unit=spec.id) for spec in twice]
    flying = next((spec for spec in (*order.units, *order.cargo) if spec.kinds == (AIR,)), None)
    if flying:
        return [illegal("air-never-moves", "witp 8.0.c", flying.span, unit=flying.text, certain=True)]
    here = [unit for unit in position.of(side, order.origin.id) if unit.id not in gone]
    ready = [unit for unit in here if routes.may_start(position, unit)]
    for pool in (ready, here):
        units = pick(position, side, order.origin, order.units, pool)
        if isinstance(units, list):
            rest = [unit for unit in pool if unit not in units and unit.kind == LAND]
            cargo = pick(position, side, order.origin, order.cargo, rest, "witp 8.6.1.a")
            if isinstance(cargo, list):
                problems = [_cannot_move(position, unit).at(_name_of(unit, order)) for unit in (*units, *cargo)
                            if unit not in ready]
                if problems:
                    return problems
                land = [unit for unit in units if not unit.is_fleet]
                return WhoMoves(tuple(unit for unit in units if unit.is_fleet), (*land, *cargo))
            units = cargo
    assert isinstance(units, tuple)
    return list(units)


def _name_of(unit: Unit, order: StackOrder) -> Span:
    """The words of a stack order that mean a unit."""
    specs = (*order.units, *order.cargo)
    return next((spec.span for spec in specs if spec.id == unit.id),
                next((spec.span for spec in specs if fits(spec, unit)), order.span))


def _cannot_move(position: Position, unit: Unit) -> Problem:
    """Why a unit of the stack may not move at all (witp 8.0.b, 8.0.c, 8.5.a, 12.2.c)."""
    if unit.kind == AIR:
        return illegal("air-never-moves", "witp 8.0.c", unit=unit.id, certain=True)
    if unit.nation == "china":
        return illegal("chinese-never-move", "witp 12.2.c", unit=unit.id, certain=True)
    if delayed_entry.may_not_move(position, unit):
        return delayed_entry.move_problem(position, unit)
    return illegal("moved-already", "witp 8.5.a", unit=unit.id, certain=True)


def _left_behind(position: Position, side: Side, fleet: Sequence[Unit], aboard: tuple[tuple[str, str], ...],
                 order: StackOrder) -> LeftBehind | list[Problem]:
    """Fleets a stack leaves on its way to hold enemy fleets (witp 8.5.h); none with cargo (R-47)."""
    left: dict[str, tuple[Unit, ...]] = {}
    pool = list(fleet)
    loaded = {ship for _, ship in aboard}
    problems: list[Problem] = []
    for specs, place in order.left:
        # Empty ships are meant before loaded ones: those cannot be left.
        pool.sort(key=lambda unit: unit.id in loaded)
        units = pick(position, side, place, specs, pool)
        if isinstance(units, tuple):
            problems += units
            continue
        for unit in units:
            if unit.id in loaded:
                problems.append(illegal("loaded-left-behind", "witp 8.5.h", specs[0].span, unit=unit.id))
        pool = [unit for unit in pool if unit not in units]
        left[place.id] = (*left.get(place.id, ()), *units)
    return problems or tuple((units, number) for number, units in left.items())
