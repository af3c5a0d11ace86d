"""Land movement (wif move.a-h): the units of a stack go from hex to hex, stop in enemy zones of control, overrun the
enemy on their way, and are turned face-down where they are exhausted or out of supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.games.common.advice import advised, first_legal
from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.preferences import preferred
from witp_pbem.games.common.units import pick
from witp_pbem.games.wif_land.board.state import ENEMY, KINDS, Position, Unit
from witp_pbem.games.wif_land.orders.kinds import EXHAUSTED, MOVEMENT, ORDERS, OVERRUNNING, Leaving, Move
from witp_pbem.games.wif_land.rules import entering, points, segments
from witp_pbem.games.wif_land.rules.march import Plan, march
from witp_pbem.table.demand import Demand, Understood, Verdict
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, ambiguous, illegal
from witp_pbem.table.table import Table

RULE = "wif move.a"
LIMIT = "land_moves"


def play(table: Table) -> None:
    """The phasing side moves its land units, one unit or stack after the other (wif move.a, move.b)."""
    segments.play(table, MOVEMENT, RULE, demand, carry_out)


def demand(position: Position) -> Demand:
    """The next move."""
    return segments.queue(position, position.phasing, "move", MOVEMENT, RULE, ("move",),
                          lambda order: advised(judge(position, order.body), lambda: _nearest(position, order.body)),
                          lambda: choices(position))


def carry_out(table: Table, plan: Plan) -> None:
    """A move, hex by hex; what is in the way of it leaves each hex before the next is entered."""
    for hex, events in plan:
        table.tell(*events)
        if hex:
            entering.enter(table, table.position.phasing, hex, RULE)


def judge(position: Position, body: Move) -> Verdict:
    """Whether units can move as ordered; the answer is the plan of the move."""
    units = stack(position, body)
    if isinstance(units, tuple):
        return units
    if problem := _too_many(position, units):
        return (problem.at(body.units[0].span),)
    leaving = left_behind(units, body)
    if isinstance(leaving, Problem):
        return (leaving,)
    named = body._replace(units=segments.named(units), leaving=leaving)
    plan = march(position, units, named)
    return (plan.at(body.to.span),) if isinstance(plan, Problem) else Understood(plan, ORDERS.value("move", named))


# -- the stack ------------------------------------------------------------------------------------------------------


def movable(position: Position) -> list[Unit]:
    """The units of the phasing side that may still move."""
    return [unit for unit in position.units.values() if unit.side == position.phasing and not barred(position, unit)]


def barred(position: Position, unit: Unit) -> Problem | None:
    """Why a unit may not move: it is no land unit on the map, has moved (wif move.a), has no movement points or lies
    face-down, unless it is agreed that such units move (W-37)."""
    if not unit.is_ground or unit.place not in position.map.hexes:
        return illegal("no-land-unit", RULE, unit=unit.id)
    if unit.moved:
        return illegal("moved-already", RULE, unit=unit.id)
    if not unit.movement:
        return illegal("immobile", "wif move.d", unit=unit.id)
    if not unit.full and position.option("face_down_movement") == "no":
        return illegal("face-down-move", RULE, unit=unit.id)
    return None


def stack(position: Position, body: Move) -> list[Unit] | tuple[Problem, ...]:
    """The units an order names: of one hex, for a stack picks nobody up on its way (wif move.c)."""
    pool = movable(position)
    by_hex = {hex: [unit for unit in pool if unit.place == hex] for hex in dict.fromkeys(unit.place for unit in pool)}
    able = [units for units in (pick(body.units, there, rule=RULE, kinds=KINDS) for there in by_hex.values())
            if isinstance(units, list)]
    if len(able) == 1:
        return able[0]
    if able:
        places = [units[0].place for units in able]
        return (ambiguous("which-origin", body.units[0].span, places=places, certain=False),)
    chosen = segments.choose(position, position.phasing, body.units, pool, RULE, lambda unit: barred(position, unit))
    if isinstance(chosen, tuple):
        return chosen
    places = list(dict.fromkeys(unit.place for unit in chosen))
    return (illegal("no-stack", "wif move.c", body.units[0].span, places=places),)


def _too_many(position: Position, units: Sequence[Unit]) -> Problem | None:
    """That a move needs more land moves than the side has left, one for each unit (wif move.a, W-21)."""
    left = position.left(LIMIT)
    if left is None or len(units) <= left:
        return None
    return illegal("too-few-land-moves", RULE, count=len(units), left=left)


def left_behind(units: Sequence[Unit], body: Move) -> tuple[Leaving, ...] | Problem:
    """What the order leaves behind on its way, each unit by its id (wif move.c)."""
    stack, left = list(units), []
    for leaving in body.leaving:
        chosen = pick(leaving.units, stack, rule="wif move.c", kinds=KINDS, place=leaving.at.id)
        if isinstance(chosen, tuple):
            return chosen[0]
        stack = [unit for unit in stack if unit not in chosen]
        left.append(Leaving(segments.named(chosen), leaving.at))
    return tuple(left) if stack else illegal("leaves-all", "wif move.c", body.leaving[-1].at.span,
                                             place=body.leaving[-1].at.id)


def _nearest(position: Position, body: Move) -> Understood | None:
    """The legal move of the units named, as far as they are in one hex, that ends nearest to where they are sent."""
    units = preferred(body.units, movable(position))
    if not units or body.to.id not in position.map.hexes:
        return None
    together = [unit for unit in units if unit.place == units[0].place]
    reached = points.in_reach(position, together, min(unit.movement for unit in together))
    hexes = sorted(reached, key=lambda hex: (position.map.board.distance(hex, body.to.id), hex))
    moves = [Move(segments.named(together), At(hex, NOWHERE)) for hex in hexes]
    if position.ground(body.to.id, ENEMY[position.phasing]):
        moves.insert(0, Move(segments.named(together), body.to, overrunning=OVERRUNNING))
    return first_legal(moves, lambda move: judge(position, move))


# -- choices --------------------------------------------------------------------------------------------------------


def choices(position: Position) -> Iterator[OrderValue]:
    """Legal moves: of each unit without exhausting it, overruns of units and whole stacks, then of each unit to where
    it is exhausted, and overruns that exhaust."""
    if position.left(LIMIT) == 0:
        return
    units = movable(position)
    stacks = [[unit for unit in units if unit.place == hex] for hex in dict.fromkeys(unit.place for unit in units)]
    groups = [*([unit] for unit in units), *(stack for stack in stacks if len(stack) > 1)]
    for unit in units:
        yield from _legal(position, [unit], points.in_reach(position, [unit], unit.movement))
    for group in groups:
        yield from _legal(position, group, enemies_near(position, group), overrunning=OVERRUNNING)
    for unit in units:
        yield from _legal(position, [unit], _beyond(position, unit), exhausted=EXHAUSTED)
    for group in groups:
        for value in _legal(position, group, enemies_near(position, group), EXHAUSTED, OVERRUNNING):
            if _is_refused(position, {**value, "exhausted": ""}):
                yield value


def _is_refused(position: Position, value: OrderValue) -> bool:
    """Whether a move is not legal."""
    return not isinstance(judge(position, ORDERS.body(value)), Understood)


def _legal(position: Position, units: Sequence[Unit], hexes: Iterable[str], exhausted: str = "",
           overrunning: str = "") -> Iterator[OrderValue]:
    """The orders for some units to go to one of some hexes, as far as they are legal."""
    for hex in hexes:
        verdict = judge(position, Move(segments.named(units), At(hex, NOWHERE), exhausted=exhausted,
                                       overrunning=overrunning))
        if isinstance(verdict, Understood):
            yield verdict.order


def enemies_near(position: Position, units: Sequence[Unit]) -> list[str]:
    """The hexes with enemy ground units that some units may reach."""
    side = units[0].side
    reach = min(unit.movement for unit in units)
    starts = {units[0].place, *points.in_reach(position, units, reach)}
    near = {hex for start in starts for hex in position.map.neighbours(start)}
    return sorted(hex for hex in near if position.ground(hex, ENEMY[side]))


def _beyond(position: Position, unit: Unit) -> list[str]:
    """The hexes a unit can enter with its last points and more."""
    reached = {unit.place, *points.in_reach(position, [unit], unit.movement)}
    edge = {hex for start in reached for hex in position.map.neighbours(start)} - reached
    return sorted(hex for hex in edge if not position.ground(hex, ENEMY[unit.side]))
