"""A stack on its way from hex to hex (wif move.c-h), tried out on positions of its own before anything is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise

from witp_pbem.games.common.order_values import At
from witp_pbem.games.wif_land.board.changes import apply
from witp_pbem.games.wif_land.board.events import MoveEnded, UnitsMoved, UnitsTurned
from witp_pbem.games.wif_land.board.state import ENEMY, START, Position, Unit
from witp_pbem.games.wif_land.orders.kinds import EXHAUSTED, Move
from witp_pbem.games.wif_land.rules import overrun, points, supply, zones
from witp_pbem.table.event import Event
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.tuples import NamedTuple

NO_PATH: tuple[str, ...] = ()
Plan = tuple[tuple[str, tuple[Event, ...]], ...]  # of a move: what happens at each hex entered, and at its end ("")


class March(NamedTuple):
    """A stack on its way.

    Attributes:
        before: the position when the move began. now: that of this moment, as far as the move changes it.
        units: those still in the stack. left: the points each of them has left.
        body: the order.
        plan: what has happened.
        spent: the points used, in each hex those of the unit that needed most.
        exhausted: units that have gone farther than their points reach.
        is_stopped: they are in an enemy zone of control they have entered.
    """

    before: Position
    now: Position
    units: tuple[str, ...]
    left: Mapping[str, int]
    body: Move
    plan: Plan = ()
    spent: int = 0
    exhausted: tuple[str, ...] = ()
    is_stopped: bool = False

    @property
    def hex(self) -> str:
        """Where the stack is."""
        return self.now.units[self.units[0]].place

    @property
    def stack(self) -> list[Unit]:
        """The units still in the stack."""
        return self.now.named(self.units)

    def telling(self, hex: str, *events: Event) -> March:
        """The march after something has happened."""
        now = self.now
        for event in events:
            now = apply(now, event)
        return self._replace(now=now, plan=(*self.plan, (hex, events)))


def march(position: Position, units: Sequence[Unit], body: Move) -> Plan | Problem:
    """The plan of a move over the hexes an order names, or what is wrong with it.

    Args:
        body: the order, with every unit by its id.
    """
    going = March(position, position, tuple(unit.id for unit in units), {unit.id: unit.movement for unit in units},
                  body)
    for at in (*body.by, body.to):
        after = _leg(going, at)
        if isinstance(after, Problem):
            return after.at(at.span)
        going = after
    if not going.plan or going.hex == units[0].place:
        return illegal("no-move", "wif move.a", body.to.span, place=units[0].place)
    passed = [hex for hex, _ in going.plan[:-1]]
    if astray := next((leaving for leaving in body.leaving if leaving.at.id not in passed), None):
        return illegal("not-on-the-way", "wif move.c", astray.at.span, place=astray.at.id)
    halted = halt(going, going.units)
    return halted if isinstance(halted, Problem) else halted.plan


def _leg(going: March, at: At) -> March | Problem:
    """The march as far as one of the hexes an order names."""
    if at.id not in going.now.map.hexes:
        return illegal("off-the-map", "wif move.a", place=at.id)
    for hex in path(going, at.id) if at.id != going.hex else NO_PATH:
        after = enter(going, hex)
        if isinstance(after, March):
            after = leave_behind(after)
        if isinstance(after, Problem):
            return after
        going = after
    return going


# -- entering a hex -------------------------------------------------------------------------------------------------


def enter(going: March, hex: str) -> March | Problem:
    """The stack enters the next hex and overruns who is there; a unit that has not the points enough may do so and is
    turned face-down, if the order wants it (wif move.e)."""
    prices = {unit.id: points.cost(going.now, points.mover(unit), going.hex, hex) for unit in going.stack}
    spent = {name: price.points for name, price in prices.items() if price}
    overruns = cannot_go_on(going, hex, is_barred=not spent) or _overrun(going, hex)
    if isinstance(overruns, Problem):
        return overruns
    weary = tuple(name for name in going.units if spent[name] > going.left[name])
    if weary and not going.body.exhausted:
        unit = weary[0]
        return illegal("too-few-points", "wif move.e", unit=unit, place=hex, cost=spent[unit], left=going.left[unit])
    moved = _moved(going, hex, overruns)
    turned = (UnitsTurned("wif move.e", weary, EXHAUSTED),) if weary else ()
    left = {name: going.left[name] - spent[name] for name in going.units}
    return going.telling(hex, *overruns, moved, *turned)._replace(
        left=left, spent=moved.spent, exhausted=weary, is_stopped=moved.stops)


def cannot_go_on(going: March, hex: str, *, is_barred: bool) -> Problem | None:
    """Why a stack may not enter the next hex: it must stop where it is (wif move.g), units in it are exhausted
    (wif move.e), or no land unit can go there (wif move.d)."""
    if going.is_stopped:
        return illegal("must-stop", "wif move.g", place=going.hex, hex=hex)
    if going.exhausted:
        return illegal("exhausted", "wif move.e", place=going.hex, units=list(going.exhausted))
    if is_barred or hex not in going.now.map.neighbours(going.hex):
        return illegal("no-entry", "wif move.d", start=going.hex, place=hex)
    return None


def _overrun(going: March, hex: str) -> tuple[Event, ...] | Problem:
    """The overrun of the enemy in a hex, if there is any; the order has to want it (wif overrun.a)."""
    if not going.now.ground(hex, ENEMY[going.stack[0].side]):
        return ()
    if not going.body.overrunning:
        return illegal("enemy-there", "wif overrun.a", place=hex)
    fought = overrun.judge(going.before, going.now, going.units, hex)
    return fought if isinstance(fought, Problem) else (fought,)


def _moved(going: March, hex: str, overruns: Sequence[Event]) -> UnitsMoved:
    """That a hex is entered: in an enemy zone of control the stack must stop (wif move.g), also where it comes from
    another one (wif move.h)."""
    side = going.stack[0].side
    price = points.dearest(going.now, map(points.mover, going.stack), going.hex, hex)
    assert price
    after = reduce(apply, overruns, going.now)
    stops = zones.in_zone(after, side, hex)
    rule = "wif move.d" if not stops else "wif move.h" if zones.in_zone(after, side, going.hex) else "wif move.g"
    return UnitsMoved(rule, going.units, going.hex, hex, price.points, going.spent + price.points, price.terms, stops)


# -- the end of a move ----------------------------------------------------------------------------------------------


def leave_behind(going: March) -> March | Problem:
    """The stack leaves units behind in the hex it has entered, if its order says so (wif move.c)."""
    leaving = next((leaving for leaving in going.body.leaving if leaving.at.id == going.hex), None)
    if leaving is None or going.hex == going.body.to.id:
        return going
    names = [spec.id for spec in leaving.units]
    halted = halt(going, names)
    if isinstance(halted, Problem):
        return halted.at(leaving.at.span)
    return halted._replace(units=tuple(name for name in going.units if name not in names),
                           exhausted=tuple(name for name in going.exhausted if name not in names))


def halt(going: March, names: Sequence[str]) -> March | Problem:
    """Units end their move in a hex that can hold them (W-09); those out of supply are turned face-down
    (wif move.f)."""
    hex, side = going.hex, going.stack[0].side
    others = [name for name in going.units if name not in names]  # they are only passing through
    if zones.is_overstacked(going.now, side, hex, without=others):
        return illegal("overstacked", "wif retreat.b", place=hex)
    unsupplied = tuple(name for name in names if going.now.units[name].full
                       and not supply.in_supply(going.before, going.before.units[name], START))
    turned = [UnitsTurned("wif move.f", unsupplied, "unsupplied")] if unsupplied else []
    return going.telling("", *turned, MoveEnded("wif move.a", tuple(names), len(names)))


# -- the way --------------------------------------------------------------------------------------------------------


def path(going: March, to: str) -> tuple[str, ...]:
    """The hexes over which a stack goes to one: a way on which nobody is exhausted or, if the order lets them be, one
    on which they are in the last hex; if there is none, the cheapest regardless of points and zones of control, so
    that it can be said what is wrong with it."""
    chosen = fresh(going, to) or (weary(going, to) if going.body.exhausted else NO_PATH)
    return chosen or points.way(going.now, going.stack, None, to, is_stopped=False) or (to,)


def fresh(going: March, to: str) -> tuple[str, ...]:
    """The cheapest way on which nobody runs out of points; NO_PATH if there is none."""
    for units in _columns(going.stack):
        way = points.way(going.now, units, min(going.left[unit.id] for unit in units), to)
        if way and all(_lasts(going, unit, way) for unit in going.stack):
            return way
    return NO_PATH


def _columns(units: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
    """A stack as a whole, then its motorised units and the others, each of which may have another cheapest way."""
    yield units
    by_column = [[unit for unit in units if unit.motorised == motorised] for motorised in (True, False)]
    if all(by_column):
        yield from by_column


def _lasts(going: March, unit: Unit, hexes: Sequence[str]) -> bool:
    """Whether a unit has the points for a way."""
    costs = [points.cost(going.now, points.mover(unit), *step) for step in pairwise((going.hex, *hexes))]
    return sum(cost.points for cost in costs if cost) <= going.left[unit.id]


def weary(going: March, to: str) -> tuple[str, ...]:
    """The shortest way of which only the last hex takes more points than there are; NO_PATH if there is none."""
    side, neighbours = going.stack[0].side, going.now.map.neighbours(to)
    starts = [hex for hex in neighbours if not (zones.in_zone(going.now, side, hex)
                                                or going.now.ground(hex, ENEMY[side]))]
    ends = [(*way, to) for hex in starts if (way := fresh(going, hex))]
    return min([*([(to,)] if going.hex in neighbours else ()), *ends], key=lambda way: (len(way), way), default=NO_PATH)
