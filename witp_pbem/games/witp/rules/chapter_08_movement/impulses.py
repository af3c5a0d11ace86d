"""Which movement impulses there are: all plain ones, some by chance, and the one nearest to an order that is refused.

Nothing here decides what is legal: each function tries orders with the judge it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import chain, groupby, islice
from operator import attrgetter
from typing import TYPE_CHECKING

from witp_pbem.games.common import paths
from witp_pbem.games.common.order_values import EVERY, At, UnitSpec
from witp_pbem.games.common.random_order import in_random_order
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.state import ENEMY, LAND, NAVAL, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import StackOrder, Target
from witp_pbem.games.witp.rules.chapter_02_components import control
from witp_pbem.games.witp.rules.chapter_08_movement import house_rule, routes
from witp_pbem.games.witp.rules.chapter_08_movement.routes import Node, Traveller
from witp_pbem.table.demand import Understood, Verdict
from witp_pbem.table.problem import NOWHERE, OrderValue
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from random import Random

INTERESTS = 3  # enemies, named places, open sea
LOOKED_AT = 2  # stacks looked at for an order by chance while none leads to the enemy
TRIED = 12  # other targets looked at for an order that is refused

Judge = Callable[[Target], Verdict]


class Candidate(NamedTuple):
    """An impulse of one stack worth judging.

    Attributes:
        cost: points for its way, activation aside.
        target: the hex it goes to.
        stack: who goes, from where.
    """

    cost: int
    target: str
    stack: StackOrder

    @property
    def order(self) -> Target:
        return Target(At(self.target, NOWHERE), (self.stack,))


# -- lists and samples ---------------------------------------------------------------------------------------


def choices(position: Position, side: Side, judge: Judge) -> Iterator[OrderValue]:
    """Legal orders of one stack each, with their ways: against the enemy first, then to named places, then to the
    open sea, and the cheapest first."""
    yield from (verdict.order for verdict in _legal((impulse.order for impulse in ranked(position, side)), judge))


def ranked(position: Position, side: Side) -> Iterator[Candidate]:
    """The candidates, against the enemy first, then to named places, then to the open sea, the cheapest first. Those
    against the enemy come while the dearer ways are still to be sought."""
    others: list[Candidate] = []
    cheapest_first = merge(*_by_stacks(position, side), key=attrgetter("cost"))
    for _, alike in groupby(cheapest_first, attrgetter("cost")):
        for impulse in sorted(alike, key=attrgetter("target")):
            if is_hostile(position, side, impulse.target):
                yield impulse
            else:
                others.append(impulse)
    yield from sorted(others, key=lambda impulse: _interest(position, side, impulse.target))


def is_hostile(position: Position, side: Side, number: str) -> bool:
    """Whether there are enemy units or an enemy base in a hex."""
    return bool(position.of(ENEMY[side], number)) or control.is_enemy_base(position, side, number)


def sample(position: Position, side: Side, judge: Judge, chance: Random) -> Iterator[OrderValue]:
    """All that `choices` lists, in an order of chance in which what is interesting mostly comes early. For each order
    the ways of one stack more are sought, or of a few while none leads to the enemy, so that the first comes at once.
    """
    origins = in_random_order(_origins(position), chance)
    stacks = (stack for origin in origins for stack in in_random_order(_from_hex(position, side, origin), chance))
    pools: list[list[Candidate]] = [[] for _ in range(INTERESTS)]
    while (more := list(islice(stacks, 1 if pools[0] else LOOKED_AT))) or any(pools):
        for impulse in chain.from_iterable(more):
            pools[_interest(position, side, impulse.target)].append(impulse)
        if filled := [pool for pool in pools if pool]:
            pool = next((pool for pool in filled if chance.randrange(4)), filled[-1])
            verdict = judge(pool.pop(chance.randrange(len(pool))).order)
            if isinstance(verdict, Understood):
                yield verdict.order


def _interest(position: Position, side: Side, number: str) -> int:
    """How likely a player wants to go to a hex: 0 enemy units or an enemy base, 1 a named place, 2 open sea."""
    if is_hostile(position, side, number):
        return 0
    return 1 if position.data.map[number].name else 2


def candidates(position: Position, side: Side) -> Iterator[Candidate]:
    """Orders of one stack that can be paid for, not yet judged: all fleets, one fleet, fleets with land units
    aboard, all land units, one land unit, from every hex to every target in reach."""
    return chain.from_iterable(_by_stacks(position, side))


def _by_stacks(position: Position, side: Side) -> Iterator[Iterator[Candidate]]:
    """The candidates, stack by stack, those of a stack the cheapest first."""
    return chain.from_iterable(_from_hex(position, side, origin) for origin in _origins(position))


def _origins(position: Position) -> Iterable[str]:
    """The hexes that hold any unit."""
    return dict.fromkeys(unit.hex for unit in position.units.values() if unit.hex)


def _from_hex(position: Position, side: Side, origin: str) -> Iterator[Iterator[Candidate]]:
    """The candidates of a hex, stack by stack."""
    for units, cargo in _groups(position, side, origin):
        mover = Traveller(side, (*units, *cargo), units[0].is_fleet)
        reach = routes.reach(position, mover, (origin, units[0].water)).within(position.rp[side])
        yield _ways_of(_stack(origin, units, cargo), reach)


def _ways_of(stack: StackOrder, reach: Iterable[tuple[str, paths.Way[Node]]]) -> Iterator[Candidate]:
    """The candidates of a stack, from its ways."""
    return (Candidate(way.cost, target, stack) for target, way in reach)


def _ready(position: Position, side: Side, origin: str) -> list[Unit]:
    """The units of a hex that may still move."""
    return [unit for unit in position.of(side, origin) if routes.may_start(position, unit)]


def _groups(position: Position, side: Side, origin: str) -> Iterator[tuple[Sequence[Unit], Sequence[Unit]]]:
    """The plain ways to send units from one hex: (units, cargo). Fleets that lie in one sea go together (witp 8.7.h),
    as many as may."""
    ready = _ready(position, side, origin)
    land = [unit for unit in ready if unit.kind == LAND]
    for water in dict.fromkeys(unit.water for unit in ready if unit.is_fleet):
        fleets = [unit for unit in ready if unit.is_fleet and unit.water == water]
        yield from _by_sea(fleets[:house_rule.most_fleets(position, origin)], land)
    if land:
        yield land, []
        if len(land) > 1:
            yield land[:1], []


def _by_sea(fleets: Sequence[Unit], land: Sequence[Unit]) -> Iterator[tuple[Sequence[Unit], Sequence[Unit]]]:
    """The plain ways to send fleets, with land units aboard or without: (units, cargo)."""
    yield fleets, []
    ships = [unit for unit in fleets if unit.kind == NAVAL]
    lift = land[:len(ships)]
    if lift:
        yield fleets, lift
        if len(fleets) > 1:
            yield ships[:1], lift[:1]
    if len(fleets) > 1:
        yield fleets[:1], []


def _stack(origin: str, units: Sequence[Unit], cargo: Sequence[Unit]) -> StackOrder:
    return StackOrder(At(origin, NOWHERE), _named(units), _named(cargo), (), (), NOWHERE)


def _named(units: Sequence[Unit]) -> tuple[UnitSpec, ...]:
    return tuple(UnitSpec(1, (), "", None, unit.id, unit.id, NOWHERE) for unit in units)


# -- the nearest legal order ---------------------------------------------------------------------------------


def nearest(position: Position, side: Side, order: Target, judge: Judge) -> Understood | None:
    """The legal order most like one that is refused; None if there is none like it.

    In this order: the same stacks by the cheapest ways; of each stack as much as can go; another stack to the same
    target; the first stack to the target in reach that lies nearest.
    """
    if order.place.id not in position.data.map:
        return None
    return next(_alike(position, side, order, judge), None)


def _alike(position: Position, side: Side, order: Target, judge: Judge) -> Iterator[Understood]:
    """Legal orders like one that is refused, the most like first."""
    goal = order.place
    ways_open = tuple(stack._replace(via=()) for stack in order.stacks)
    attempts = [Target(goal, ways_open), Target(goal, tuple(stack._replace(left=()) for stack in ways_open))]
    yield from _legal(attempts, judge)
    part = _as_much_as_can_go(position, side, order, judge)
    if part:
        yield part
    elsewhere = [impulse for impulse in candidates(position, side) if impulse.target == goal.id]
    elsewhere.sort(key=lambda impulse: (*_unlike(position, side, order, impulse.order.stacks[0]), impulse.cost))
    yield from _legal((impulse.order for impulse in elsewhere), judge)
    for stack in order.stacks:
        for units, cargo in islice(_parts(position, side, stack), 1):
            same = _stack(stack.origin.id, units, cargo)
            reached = _within_reach(position, side, units, cargo, goal.id)[:TRIED]
            yield from _legal((Target(At(there, NOWHERE), (same,)) for there in reached), judge)


def _legal(orders: Iterable[Target], judge: Judge) -> Iterator[Understood]:
    return (verdict for order in orders if isinstance(verdict := judge(order), Understood))


def _as_much_as_can_go(position: Position, side: Side, order: Target, judge: Judge) -> Understood | None:
    """The stacks of an order one by one, each as written if it can go so, else what can go of it."""
    taken: tuple[StackOrder, ...] = ()
    best: Understood | None = None
    for stack in order.stacks:
        open_way = stack._replace(via=())
        parts = [_stack(stack.origin.id, units, cargo) for units, cargo in _parts(position, side, stack)]
        for attempt in (open_way, stack, open_way._replace(left=()), *parts):
            verdict = judge(Target(order.place, (*taken, attempt)))
            if isinstance(verdict, Understood):
                taken, best = (*taken, attempt), verdict
                break
    return best


def _unlike(position: Position, side: Side, order: Target, other: StackOrder) -> tuple[bool, int]:
    """How far a stack is from what an order says: whether it starts elsewhere, how many of the units meant it lacks."""
    named = {spec.id for spec in (*other.units, *other.cargo)}
    meant = {unit.id for stack in order.stacks for unit in _meant(position, side, stack)}
    return other.origin.id not in {stack.origin.id for stack in order.stacks}, len(meant - named)


def _parts(position: Position, side: Side, stack: StackOrder) -> Iterator[tuple[Sequence[Unit], Sequence[Unit]]]:
    """What may move of the units a stack order means, the most first: (units, cargo)."""
    meant = _meant(position, side, stack)
    fleets = [unit for unit in meant if unit.is_fleet]
    land = [unit for unit in meant if not unit.is_fleet]
    for count in range(len(fleets), 0, -1):
        for some in (fleets[:count], fleets[-count:]):
            lift = land[:sum(unit.kind == NAVAL for unit in some)]
            if lift:
                yield some, lift
            yield some, []
    for count in range(len(land), 0, -1):
        yield land[:count], []


def _meant(position: Position, side: Side, stack: StackOrder) -> list[Unit]:
    """The units a stack order means that may move, as many as there are."""
    meant: list[Unit] = []
    ready = _ready(position, side, stack.origin.id)
    for spec in (*stack.units, *stack.cargo):
        fitting = [unit for unit in ready if fits(spec, unit) and unit not in meant]
        meant += fitting if spec.number == EVERY else fitting[:max(spec.number, 1)]
    return meant


def _within_reach(position: Position, side: Side, units: Sequence[Unit], cargo: Sequence[Unit],
                  wanted: str) -> list[str]:
    """The targets a stack can reach and pay for, those nearest to the one wanted first, the cheapest first of these."""
    mover = Traveller(side, (*units, *cargo), units[0].is_fleet)
    ways = routes.reach(position, mover, (units[0].hex, units[0].water)).all()
    return sorted((there for there, (cost, _) in ways.items() if cost <= position.rp[side]),
                  key=lambda there: (position.data.map.distance(there, wanted), ways[there][0], there))
