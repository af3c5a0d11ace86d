"""Chapter 8, sections 8.0 to 8.5: movement impulses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from witp_pbem.games.common.advice import advised
from witp_pbem.games.common.order_values import At, ordered, without_empty
from witp_pbem.games.common.position import remembered
from witp_pbem.games.common.rulings import RulingOrder
from witp_pbem.games.common.sequence import in_turn
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.events import ImpulseMade, Passed, StackMoved, apply
from witp_pbem.games.witp.board.state import (
    AIR,
    ALLIES,
    ENEMY,
    JAPAN,
    LAND,
    Position,
    Side,
    Unit,
)
from witp_pbem.games.witp.orders.kinds import Pass, StackOrder, Target, pick
from witp_pbem.games.witp.rules.chapter_02_components import control
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import in_order
from witp_pbem.games.witp.rules.chapter_05_resources.resources import too_dear
from witp_pbem.games.witp.rules.chapter_08_movement import house_rule, impulses, routes, transport
from witp_pbem.games.witp.rules.chapter_08_movement.routes import PricedRoute, Traveller
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.games.witp.rules.consequences import settle, without_displaced
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, Span, illegal, invalid
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from random import Random

ACTIVATION = 1  # points a marker (witp 8.2.b, 8.4.d)
CHEAPEST_IMPULSE = 2  # one activation and one hex
POINTS_ONLY_FALL = ("bases", "supply", "movement")  # steps after which a turn gives no more points


class MovingStack(NamedTuple):
    """One stack of an impulse, ready to move: who, from where, who is aboard whom, the way, whom it drops."""

    origin: str
    units: tuple[Unit, ...]
    aboard: tuple[tuple[str, str], ...]
    route: PricedRoute
    left: tuple[tuple[tuple[Unit, ...], str], ...]


class Impulse(NamedTuple):
    """A whole impulse: target, stacks in order, markers paid for, card effects that paid for others, total cost."""

    target: str
    stacks: tuple[MovingStack, ...]
    activation: int
    free: tuple[str, ...]
    cost: int
    ruled: str = ""


class WhoMoves(NamedTuple):
    """The units a stack order means."""

    fleet: tuple[Unit, ...]
    land: tuple[Unit, ...]


PASS = Understood(None, ordered("pass"))


def play(table: Table) -> None:
    """The movement segment: the sides alternate impulses, the one with more points first, until both have passed; then
    it is over (witp 8.0.a, 8.1.a, 8.1.c, 8.2.d)."""
    in_turn(in_order(table.position, tie=JAPAN), partial(_one_impulse, table))


def _one_impulse(table: Table, side: Side) -> bool:
    """One go of a side: an impulse, or a pass for the rest of the segment (witp 8.1.b). False if it passed."""
    position = table.position
    forced = not may_act(position, side)
    demand = Demand(
        side, "impulse", "witp 8.1.a", frozenset({"target", "pass", "ruling"}),
        lambda order: judge(position, side, order),
        lambda: choices(position, side),
        {"turn": position.turn, "rp": position.rp[side]},
        matches=lambda order: _is_for_movement(order, side), sole=PASS if forced else None,
        shuffled=lambda chance: sample(position, side, chance))
    impulse: Impulse | None = table.ask(demand)[0]
    if impulse is None:
        table.tell(Passed("witp 8.1.d" if position.turn == 1 and side == ALLIES else "witp 8.1.b",
                          side, "movement", forced))
        return False
    carry_out(table, side, impulse)
    return True


def may_act(position: Position, side: Side) -> bool:
    """Whether a side could make any impulse at all: points left, and fleets or land units that may move (witp 8.0.b,
    8.5.a); the Allies have none on turn 1 (witp 8.1.d, 12.1.c)."""
    if position.turn == 1 and side == ALLIES:
        return False
    free = effects.remaining(position, side, "free_activation") > 0
    if position.rp[side] < CHEAPEST_IMPULSE - (ACTIVATION if free else 0):
        return False
    return any(unit.kind != AIR and unit.nation != "china" and not unit.moved and unit.side == side
               and not delayed_entry.may_not_move(position, unit) for unit in position.on_map())


def _is_for_movement(order: Order, side: Side) -> bool:
    body = order.body.body
    if isinstance(body, Pass):
        return body.segment in ("", "movement")
    return not isinstance(body, RulingOrder) or (body.kind == "impulse" and body.side == side)


# -- legality ------------------------------------------------------------------------------------------------


def judge(position: Position, side: Side, order: Order) -> Verdict:
    """Whether an impulse can be made as ordered, with its cost; a pass always can.

    Stacks are taken in the order written, each on the position those before it leave (R-107), so that fleets of an
    earlier one may contain enemies for a later one.
    """
    body = order.body.body
    if isinstance(body, Pass):
        return PASS
    if isinstance(body, RulingOrder):
        return _ruled(position, side, body, order.statement.span)
    assert isinstance(body, Target)
    return advised(_judge_target(position, side, body, order.statement.span), lambda: _nearest(position, side, body))


def _nearest(position: Position, side: Side, body: Target) -> Understood | None:
    """The legal impulse most like one that is refused, with its cost."""
    legal = impulses.nearest(position, side, body, partial(_judge_target, position, side))
    return legal and legal._replace(note=say("{cost}, cheapest legal route", cost=legal.note))


def judge_ahead(position: Position, side: Side, order: Order) -> Verdict:
    """An impulse judged before its moment: the nearest legal one is looked for only where it is refused for certain."""
    body = order.body.body
    if isinstance(body, Target):
        verdict = _judge_target(position, side, body, order.statement.span)
        if isinstance(verdict, Understood) or not any(problem.certain for problem in verdict):
            return verdict
    return judge(position, side, order)


def _judge_target(position: Position, side: Side, body: Target, span: Span = NOWHERE) -> Verdict:
    """Whether an impulse can be made as ordered, with its cost; `span` are the words of the whole order."""
    problems = target_problems(position, side, body)
    if any(problem.code == "no-such-hex" for problem in problems):
        return tuple(problems)
    stacks: list[MovingStack] = []
    gone: set[str] = set()
    then = position
    for stack_order in body.stacks:
        judged = judge_stack(then, side, body.place, stack_order, gone)
        if isinstance(judged, MovingStack):
            stacks.append(judged)
            gone |= {unit.id for unit in judged.units}
            then = then if stack_order is body.stacks[-1] else _after(then, side, judged)
        else:
            problems += judged
    if problems:
        return tuple(problems)
    impulse = price(position, side, body.place.id, stacks)
    if impulse.cost > position.rp[side]:
        certain = position.step in POINTS_ONLY_FALL and least_cost(position, body, impulse) > position.rp[side]
        return (too_dear(position, side, impulse.cost, span, cost_parts(impulse), certain),)
    return Understood(impulse, value(impulse), say("{number} RP", number=impulse.cost))


def _ruled(position: Position, side: Side, ruling: RulingOrder, span: Span) -> Verdict:
    """The referee lets points spent stand for an impulse."""
    if ruling.amount > position.rp[side]:
        return (too_dear(position, side, ruling.amount, span),)
    value = ordered("ruling", kind="impulse", side=side, amount=ruling.amount, reason=ruling.reason)
    return Understood(Impulse("", (), 0, (), ruling.amount, ruling.reason), value,
                      say("{number} RP", number=ruling.amount))


def target_problems(position: Position, side: Side, body: Target) -> list[Problem]:
    """What is wrong with the target hex itself (witp 8.2.a, 8.5.b)."""
    number, span = body.place
    if number not in position.data.map:
        return [illegal("no-such-hex", "witp 2.3.b", span, hex=number, certain=True)]
    if number in position.targets[side]:
        return [illegal("target-twice", "witp 8.5.b", span, place=number, certain=True)]
    return []


def judge_stack(position: Position, side: Side, goal: At, order: StackOrder,
                gone: set[str]) -> MovingStack | list[Problem]:
    """One stack of an impulse, all fleets or all land units but for cargo (witp 8.4.b): its units, who is aboard whom,
    who holds them where they are, its way. How many units are where it goes does not matter (witp 8.3.b).

    `gone` are the units earlier stacks take along.
    """
    if problem := _ends_problem(position, order.origin, goal):
        return [problem]
    units = _who(position, side, order, frozenset(gone))
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
    if sum(len(units) for units in mover.left.values()) == len(mover.units):
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
    stack = MovingStack(order.origin.id, mover.units, aboard, route,
                        tuple((units, number) for number, units in mover.left.items()))
    idle = {number for _, number in stack.left
            if not routes.enemy_fleets(position, mover.side, number, _way_to(position, stack, number)[1])}
    for _, place in order.left:
        if place.id in idle:
            return [illegal("nothing-to-hold", "witp 8.5.h", place.span, place=place.id)]
    return stack


def _way_to(position: Position, stack: MovingStack, number: str) -> tuple[tuple[str, ...], str]:
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
                 order: StackOrder) -> dict[str, tuple[Unit, ...]] | list[Problem]:
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
    return problems or left


# -- cost ----------------------------------------------------------------------------------------------------


def price(position: Position, side: Side, target: str, stacks: Sequence[MovingStack]) -> Impulse:
    """The impulse with its cost: one point a hex activated (witp 8.4.d), each stack's way (witp 8.4.e)."""
    leaving = [units for _, units in activated(position, stacks)]
    free = effects.free_activations(position, side, leaving)
    activation = ACTIVATION * (len(leaving) - len(free))
    cost = activation + sum(stack.route.cost for stack in stacks)
    return Impulse(target, tuple(stacks), activation, tuple(free), cost)


def activated(position: Position, stacks: Sequence[MovingStack]) -> list[tuple[str, list[Unit]]]:
    """The hexes activated, with all units that leave each (witp 8.2.b, 8.4.d). By house rule A each stack that leaves
    one of its hexes has an activation of its own."""
    marked: dict[tuple[str, int], list[Unit]] = {}
    for number, stack in enumerate(stacks, 1):
        key = (stack.origin, number if house_rule.applies(position, stack.origin) else 0)
        marked.setdefault(key, []).extend(stack.units)
    return [(origin, units) for (origin, _), units in marked.items()]


def least_cost(position: Position, body: Target, impulse: Impulse) -> int:
    """What an impulse costs at the least, whatever becomes of enemy air and of the ways between the places named."""
    hexes = 0
    for stack in body.stacks:
        points = [stack.origin.id, *(place.id for place in stack.via), body.place.id]
        hexes += sum(position.data.map.distance(first, second) for first, second in pairwise(points))
    return impulse.activation + routes.HEX_COST * hexes


def cost_parts(impulse: Impulse) -> list[dict[str, Any]]:
    """The cost spelled out, a phrase a stack: "Kure (0804): 3 for hexes, 1 for air zones"."""
    parts = [phrase("activation", points=impulse.activation)]
    for stack in impulse.stacks:
        route = stack.route
        costs = [phrase(code, points=points) for code, points in (
            ("hexes", route.hexes), ("zones", route.azoc), ("jungle", route.jungle)) if points or code == "hexes"]
        parts.append(phrase("way", place=stack.origin, costs=costs))
    return [part.json for part in parts]


def value(impulse: Impulse) -> dict[str, Any]:
    """The impulse as an order."""
    stacks = []
    for stack in impulse.stacks:
        cargo = [land for land, _ in stack.aboard]
        ships = [ship for _, ship in stack.aboard]
        others = [unit.id for unit in stack.units if unit.id not in cargo and unit.id not in ships]
        left = [without_empty(units=[unit.id for unit in units], place=number) for units, number in stack.left]
        stacks.append(without_empty(origin=stack.origin, units=[*ships, *others], cargo=cargo,
                                    via=stack.route.path[:-1], left=left))
    return ordered("target", place=impulse.target, stacks=stacks)


# -- carrying it out (8.2.c) ----------------------------------------------------------------------------------


def carry_out(table: Table, side: Side, impulse: Impulse) -> None:
    """Pays for the impulse (witp 8.4.c) and moves its stacks in order, which ends it (witp 8.2.c, 8.2.d)."""
    origins = tuple(origin for origin, _ in activated(table.position, impulse.stacks))
    rule = "witp 8.2.c" if impulse.target else "witp 8.2.d"
    table.tell(ImpulseMade(rule, side, impulse.target, origins, impulse.activation, impulse.cost,
                           table.position.rp[side] - impulse.cost, impulse.ruled))
    for effect in impulse.free:
        effects.spend(table, effect)
    for stack in impulse.stacks:
        if any(unit.is_fleet for unit in stack.units):
            _sail(table, side, stack)
        else:
            _march(table, side, stack)


def _sail(table: Table, side: Side, stack: MovingStack) -> None:
    """A fleet stack moves with its cargo (witp 8.6.1.b), drops what it leaves for containment (witp 8.5.h), and its
    cargo goes ashore if it may."""
    table.tell(*_voyage(table.position, side, stack))
    if stack.aboard:
        settle(table)  # those who embarked have left the hex they held
    landed = transport.landing(table.position, side, stack.route.path[-1], [land for land, _ in stack.aboard])
    if landed:
        table.tell(landed)
        settle(table)


def _voyage(position: Position, side: Side, stack: MovingStack) -> Iterator[StackMoved]:
    """How a fleet stack moves: what it leaves on its way, then the others."""
    dropped: set[str] = set()
    for units, number in stack.left:
        path, water = _way_to(position, stack, number)
        ids = tuple(unit.id for unit in units)
        dropped |= set(ids)
        yield StackMoved("witp 8.5.h", side, ids, stack.origin, path, water=water)
    ids = tuple(unit.id for unit in stack.units if unit.id not in dropped)
    yield _moved(side, ids, stack, stack.origin, stack.route.path)


def _march(table: Table, side: Side, stack: MovingStack) -> None:
    """A land stack moves. Where it enters a hex with a lone enemy air unit, a logistics base or a port or airfield of
    the enemy it overruns or takes them at once, even if it goes on (witp 8.7.e, 8.8.b, R-101); as soon as it leaves a
    base it held for an air unit, that one flies (witp 8.7.f)."""
    ids = tuple(unit.id for unit in stack.units)
    origin, leg = stack.origin, []
    for number in stack.route.path[:-1]:
        position = table.position
        leg.append(number)
        if (position.of(ENEMY[side], number) or number in position.bases[ENEMY[side]]
                or control.is_enemy_base(position, side, number)
                or routes.left_alone(position, [position.units[name] for name in ids], origin)):
            table.tell(StackMoved("witp 8.2.c", side, ids, origin, tuple(leg)))
            settle(table)
            origin, leg = number, []
    table.tell(_moved(side, ids, stack, origin, (*leg, stack.route.path[-1])))
    settle(table)


def _after(position: Position, side: Side, stack: MovingStack) -> Position:
    """What a further stack of the impulse meets (R-107): this one is where it went, and air units that had to fly are
    gone; reduced they change nothing wherever they are."""
    if any(unit.is_fleet for unit in stack.units):
        steps: list[Event] = list(_voyage(position, side, stack))
    else:
        steps = [_moved(side, tuple(unit.id for unit in stack.units), stack, stack.origin, (number,))
                 for number in stack.route.path]
    for step in steps:
        position = without_displaced(apply(position, step))
    landed = transport.landing(position, side, stack.route.path[-1], [land for land, _ in stack.aboard])
    return without_displaced(apply(position, landed)) if landed else position


def _moved(side: Side, ids: tuple[str, ...], stack: MovingStack, origin: str, path: tuple[str, ...]) -> StackMoved:
    """The event of a stack's (last) leg; it carries the cost of the whole way and names every unit: no stack is hidden
    behind a marker (witp 8.9.b)."""
    route = stack.route
    return StackMoved("witp 8.2.c", side, ids, origin, path, stack.aboard, route.water,
                      route.hexes, route.azoc, route.jungle)


# -- choices -------------------------------------------------------------------------------------------------


def choices(position: Position, side: Side) -> Iterator[OrderValue]:
    """The pass, then legal orders of one stack each (see `impulses.choices`)."""
    yield PASS.order
    yield from impulses.choices(position, side, partial(_judge_target, position, side))


def sample(position: Position, side: Side, chance: Random) -> Iterator[OrderValue]:
    """Legal orders of one stack each in an order of chance, then the pass (see `impulses.sample`)."""
    yield from impulses.sample(position, side, partial(_judge_target, position, side), chance)
    yield PASS.order
