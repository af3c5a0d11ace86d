"""Chapter 8, sections 8.0 to 8.5: movement impulses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from witp_pbem.games.common.advice import advised
from witp_pbem.games.common.order_values import ordered, without_empty
from witp_pbem.games.common.rulings import RulingOrder
from witp_pbem.games.common.sequence import in_turn
from witp_pbem.games.witp.board.events import ImpulseMade, Passed, StackMoved, apply
from witp_pbem.games.witp.board.state import AIR, ALLIES, ENEMY, JAPAN, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Pass, Target
from witp_pbem.games.witp.rules.chapter_02_components import control
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import in_order
from witp_pbem.games.witp.rules.chapter_05_resources.resources import too_dear
from witp_pbem.games.witp.rules.chapter_08_movement import house_rule, impulses, routes, transport
from witp_pbem.games.witp.rules.chapter_08_movement.moving_stack import MovingStack, judge_stack, way_to
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.games.witp.rules.consequences import settle, without_displaced
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, Span, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from random import Random

ACTIVATION = 1  # points a marker (witp 8.2.b, 8.4.d)
CHEAPEST_IMPULSE = 2  # one activation and one hex
POINTS_ONLY_FALL = ("bases", "supply", "movement")  # steps after which a turn gives no more points


class Impulse(NamedTuple):
    """A whole impulse.

    Attributes:
        target: the hex chosen, "" where points alone are spent by a ruling.
        stacks: in the order they move.
        activation: points for markers.
        free: the card effects that pay for the other markers, by id.
        cost: all points.
        ruled: the reason of the ruling that stands for it, "" without one.
    """

    target: str
    stacks: tuple[MovingStack, ...]
    activation: int
    free: tuple[str, ...]
    cost: int
    ruled: str = ""


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
    gone: frozenset[str] = frozenset()
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
        path, water = way_to(position, stack, number)
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
