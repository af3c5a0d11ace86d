"""Sections 7.4(2), 7.4(3) and 9.3: return to port, and rebasing of land-based air."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.advice import advised, first_legal
from witp_pbem.games.common.order_values import At, ordered, unit_named
from witp_pbem.games.common.units import fits, pick
from witp_pbem.games.taiheiyo_senshi.board.events import AirRebased, ShipsReturned
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, ENEMY, KINDS, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.orders.kinds import Rebase, Return
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.absent import AIR_UNITS, SHIPS, missing
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

RETURN, REBASE = "return", "rebase"
RETURN_RULE, REBASE_RULE = "senshi 9.3(2)-a", "senshi 9.3(1)-a"


class TransferPlan(NamedTuple):
    """Units that go from a point to another: ships, or land-based air."""

    units: tuple[str, ...]
    origin: str
    point: str


def judge(table: Table, side: Side, order: Order) -> Verdict:
    """Whether a side may return ships or rebase land-based air as ordered."""
    if getattr(order.body, "rest", False):
        return (illegal("one-return", "senshi 7.4(2)-a", order.statement.span, certain=True),)
    return judge_at(table.position, side, order)


class Transferring(NamedTuple):
    """What a side has done in a step in which all its units may go somewhere, each once, as one set (C-36).

    Attributes:
        start: the position before: where air units may go follows from it; whether there is room shows at the end.
        gone: the units that have gone.
    """

    start: Position
    gone: frozenset[str] = frozenset()


def judge_at(position: Position, side: Side, order: Order, done: Transferring | None = None) -> Verdict:
    """The same of a position, in a step of many transfers with what was done in it."""
    return advised(_judged(position, side, order, done), lambda: _nearest(position, side, order, done))


def _nearest(position: Position, side: Side, order: Order, done: Transferring | None) -> Understood | None:
    """The legal transfer most like one that is refused: of the units named, from where they are, to the point wanted or
    that nearest to it, one air unit where several cannot go."""
    body: Return | Rebase = order.body
    if body.origin is None or body.to is None:
        return None
    wanted = body.origin.id
    goals = (body.to.id, *(way.end for way in position.data.map.ways(body.to.id, True)))

    def attempts() -> Iterator[Order]:
        named = [position.units[spec.id] for spec in body.units if spec.id]
        for origin in dict.fromkeys([wanted, *(unit.point for unit in named if unit.side == side)]):
            units = [unit.id for unit in position.of(side, origin) if (unit.kind == AIR) == (order.keyword == REBASE)
                     and any(fits(spec, unit) for spec in body.units)]
            for goal in goals if units else ():
                for group in (units, units[:1]):
                    yield order._replace(body=type(body)(tuple(map(unit_named, group)), At(origin, NOWHERE),
                                                         At(goal, NOWHERE)))

    return first_legal(attempts(), lambda attempt: _judged(position, side, attempt, done))


def _judged(position: Position, side: Side, order: Order, done: Transferring | None) -> Verdict:
    """Ships of one point, either side up, to one port (senshi 7.4(2)-a), or one air unit (senshi 7.4(3)-a,
    7.4.2-c)."""
    body: Return | Rebase = order.body
    assert body.origin is not None and body.to is not None
    is_rebase = order.keyword == REBASE
    rule = REBASE_RULE if is_rebase else RETURN_RULE
    pool = [unit for unit in position.of(side, body.origin.id)
            if (unit.kind == AIR) == is_rebase and not (done and unit.id in done.gone)]
    units = pick(body.units, pool, rule=rule, kinds=KINDS, place=body.origin.id,
                 missing=missing(position, side, rule, body.origin.id, AIR_UNITS if is_rebase else SHIPS))
    if isinstance(units, tuple):
        return units
    if is_rebase and len(units) > 1 and done is None:
        return (illegal("one-rebase", "senshi 9.3(1)-c", order.statement.span, count=len(units)),)
    problem = (rebase_problem(position, units, body.to.id, done) if is_rebase
               else return_problem(position, units, body.origin.id, body.to.id))
    if problem:
        return (problem.at(body.to.span),)
    ids = tuple(unit.id for unit in units)
    return Understood(TransferPlan(ids, body.origin.id, body.to.id),
                      value(order.keyword, ids, body.origin.id, body.to.id))


def return_problem(position: Position, ships: Sequence[Unit], origin: str, port: str) -> Problem | None:
    """Why ships cannot return from a point to a port, None if they can; where the enemy is in the way they cannot,
    however long (senshi FAQ-6)."""
    side = ships[0].side
    if not points.is_own_port(position, side, port):
        return illegal("no-own-port", "senshi 9.3(2)-a", place=port)
    if barred := [ship.id for ship in ships if not points.may_enter(position, ship, port)]:
        return illegal("nation-barred", "senshi 6.1(1)-a", place=port, units=barred, certain=True)
    if port == origin or points.way_home(position, side, origin).to(port) is None:
        return illegal("no-way-home", "senshi 9.3(2)-b", place=port, start=origin)
    return None


def rebase_problem(position: Position, units: Sequence[Unit], point: str,
                   done: Transferring | None = None) -> Problem | None:
    """Why land-based air of a point cannot rebase to another, None if it can, without any route: own-occupied, or with
    own units, no enemies there, and with room (senshi 9.3(1)-a, 7.4.2-a, 7.4.2-b, 7.4.2-c, 2.1.1-b)."""
    unit = units[0]
    if point == unit.point:
        return illegal("is-there", REBASE_RULE, unit=unit.id, place=point)
    if not points.may_enter(position, unit, point):
        return illegal("nation-barred", "senshi 6.1(1)-a", place=point, units=[unit.id], certain=True)
    before = done.start if done else position
    if before.of(ENEMY[unit.side], point) or not (
            before.held.get(point) == unit.side or before.of(unit.side, point)):
        return illegal("no-own-point", "senshi 7.4.2-b", place=point)
    if not has_room(position, unit.side, point, len(units)) and not (
            done and len(units) == 1 and _may_be_vacated(position, unit.side, point, done)):
        return illegal("base-full", "senshi 2.1.1-b", place=point)
    return None


def has_room(position: Position, side: Side, point: str, more: int) -> bool:
    """Whether a point has room for more land-based air of a side: a port for any number, a base for one, which an enemy
    port held as a base is, too (senshi 2.1.1-b, 9.3(1)-b, 4.2(3)-b). For ships there always is (senshi 2.1.2-a)."""
    return len(position.of(side, point, AIR)) + more <= 1 or points.is_own_port(position, side, point)


def _may_be_vacated(position: Position, side: Side, point: str, done: Transferring) -> bool:
    """Whether the land-based air in a base can still go elsewhere in the step: to a port, where there is always
    room."""
    return bool(points.own_ports(position, side)) and not any(
        unit.id in done.gone for unit in position.of(side, point, AIR))


def homeward(position: Position, side: Side, origin: str) -> Iterator[TransferPlan]:
    """The face-down ships of a point by nation that are supplied free elsewhere, each with the nearest such port they
    can return to, unless land-based air protects the point."""
    if position.of(side, origin, AIR):
        return
    down = [ship for ship in position.ships(side, origin) if not ship.up]
    for nation in dict.fromkeys(ship.nation for ship in down):
        ships = [ship for ship in down if ship.nation == nation]
        port = next((port for port in points.homes(position, ships, origin)
                     if nation in position.data.map[port].free_supply), "")
        if port and nation not in position.data.map[origin].free_supply:
            yield TransferPlan(tuple(ship.id for ship in ships), origin, port)


def choices(table: Table, side: Side) -> Iterator[OrderValue]:
    """The legal returns and rebasings of one unit or all ships of a point."""
    return transfers(table.position, side)


def transfers(position: Position, side: Side, done: Transferring | None = None) -> Iterator[OrderValue]:
    """The same of a position, see `judge_at`; all ships of each point first, single ships last."""
    gone = done.gone if done else ()
    there = {origin: [ship for ship in position.ships(side, origin) if ship.id not in gone]
             for origin in position.data.map.points}
    yield from _returns(position, [ships for ships in there.values() if ships])
    for origin in position.data.map.points:
        for unit in position.of(side, origin, AIR):
            for point in position.data.map.points if unit.id not in gone else ():
                if rebase_problem(position, [unit], point, done) is None:
                    yield value(REBASE, [unit.id], origin, point)
    yield from _returns(position, [[ship] for ships in there.values() for ship in ships if len(ships) > 1])


def _returns(position: Position, groups: Sequence[Sequence[Unit]]) -> Iterator[OrderValue]:
    """The returns of some groups of ships to each port they can go to."""
    for ships in groups:
        for port in points.homes(position, ships, ships[0].point):
            yield value(RETURN, [ship.id for ship in ships], ships[0].point, port)


def value(keyword: str, units: Sequence[str], origin: str, to: str) -> OrderValue:
    """A transfer as an order."""
    return ordered(keyword, units=list(units), origin=origin, to=to)


def carry_out(table: Table, side: Side, plan: TransferPlan) -> None:
    """Moves the units; ships stay as they lie (senshi 7.4(2)-b, 9.3(2)-c)."""
    if table.position.units[plan.units[0]].kind == AIR:
        for unit in plan.units:
            table.tell(AirRebased(REBASE_RULE, side, unit, plan.origin, plan.point))
    else:
        table.tell(ShipsReturned(RETURN_RULE, side, plan.units, plan.origin, plan.point))
