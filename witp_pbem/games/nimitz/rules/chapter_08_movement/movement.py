"""Section 8: the American movement phase; bombers and the invasion of Japan are of chapter 12."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from witp_pbem.games.common.advice import advised, first_legal
from witp_pbem.games.common.order_values import EVERY, ordered, unit_named
from witp_pbem.games.common.preferences import preferred
from witp_pbem.games.common.units import fits, pick
from witp_pbem.games.nimitz.board.events import UnitsMoved, UnitsToBox
from witp_pbem.games.nimitz.board.state import (
    AUSTRALIA,
    BOMBING,
    HAWAII,
    INVASION,
    JAPAN,
    KINDS,
    MARIANAS,
    RAIDING,
    REINFORCEMENTS,
    SUBMARINE,
    US,
    Position,
    Unit,
)
from witp_pbem.games.nimitz.orders.kinds import MOVEMENT, Move
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives
from witp_pbem.games.nimitz.rules.chapter_05_sequence import segments
from witp_pbem.games.nimitz.rules.chapter_05_sequence.segments import Price
from witp_pbem.games.nimitz.rules.chapter_12_special import invasion, strategic_bombing
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.problem import OrderValue, Problem, ambiguous, illegal
from witp_pbem.table.table import Table

RULE = "nimitz 8.1.b"
MOVE, RAID, BOMB, INVADE = "move", "raid", "bomb", "invade"
BOXES = {RAID: RAIDING, BOMB: BOMBING, INVADE: INVASION}
RULES = {RAID: "nimitz 8.4.a", BOMB: strategic_bombing.RULE, INVADE: invasion.RULE}
AFTER_RAIDS = 5  # supply points that the usual raids leave
LATE = 2  # the last turns, in which ships usually go to the invasion


def play(table: Table) -> None:
    """The player moves as many units as he likes (nimitz 8.1.a)."""
    bases = bases_of(table.position)
    segments.play(table, MOVEMENT, "nimitz 8.1.a", lambda position: demand(position, bases))


def bases_of(position: Position) -> frozenset[str]:
    """The points to which LBA can move: those with American ground units or LBA when the phase begins, whether Japanese
    units are there or not (nimitz 8.2.1.a)."""
    return frozenset(point for point in position.data.map.points if objectives.ashore(position, US, point))


def demand(position: Position, bases: frozenset[str]) -> Demand:
    """The next move, raid, bombing or invasion.

    Args:
        bases: the points to which LBA can move.
    """
    return segments.demand(
        MOVEMENT, RULE, (MOVE, *BOXES), lambda order: judge(position, bases, order), lambda: _usual(position),
        lambda: _others(position, bases), {"supply": position.supply})


def judge(position: Position, bases: frozenset[str], order: Order) -> Verdict:
    """Whether units can go where they are sent."""
    if order.keyword != MOVE:
        return _judge_box(position, order)
    body: Move = order.body
    return advised(_judge_move(position, bases, body), lambda: _nearest(position, bases, body))


# -- moves (8.1 to 8.3) ---------------------------------------------------------------------------------------------


def _judge_move(position: Position, bases: frozenset[str], body: Move) -> Verdict:
    """Units go to a point, as far as they like, past whom they like (nimitz 8.1.c), ground units on transports, which
    cost nothing (nimitz 8.3.a, 8.3.b)."""
    to = body.to.id
    if to not in position.data.map.points or not position.data.map[to].us:
        return (illegal("us-barred", "nimitz 8.2.a", body.to.span, place=to, certain=True),)
    units = _moving(position, body)
    if isinstance(units, tuple):
        return units
    if problem := next(filter(None, (problem_with(position, bases, unit, to) for unit in units)), None):
        return (problem.at(body.to.span),)
    cost = len(units) * position.data.prices.move
    if problem := _no_room(position, units, to) or _no_points(position, cost):
        return (problem.at(body.to.span),)
    ids = [unit.id for unit in units]
    return Understood((UnitsMoved(RULE, position.in_order(ids), to, cost),), ordered(
        MOVE, units=ids, origin=body.origin.id if body.origin else "", to=to))


def _nearest(position: Position, bases: frozenset[str], body: Move) -> Understood | None:
    """The legal move most like one that is refused: as many of the units named as can go there, else the first of them
    to another point."""
    named = preferred(body.units, movable(position))
    able = [value["units"][0] for value in _moves(position, bases, named) if value["to"] == body.to.id]
    attempts = (Move(tuple(map(unit_named, able[:count])), body.to) for count in range(len(able), 0, -1))
    legal = first_legal(attempts, lambda move: _judge_move(position, bases, move))
    other = next(_moves(position, bases, named), None)
    return legal or (Understood((), other) if other else None)


def _moving(position: Position, body: Move) -> list[Unit] | tuple[Problem, ...]:
    """The units a move means: those that have not moved, at the point named; without one wherever they are, or where
    the units are that the order calls by their names ("Enterprise, 2 cruisers")."""
    origin = body.origin.id if body.origin else ""
    pool = [unit for unit in movable(position) if unit.place == origin or not (origin or unit.place == body.to.id)]
    named = {unit.place for unit in pool if any(unit.id == spec.id for spec in body.units)}
    for spec in body.units:
        places = dict.fromkeys(unit.place for unit in pool if fits(spec, unit))
        if not (spec.id or spec.number == EVERY) and len(places) > 1:
            if len(named) == 1 and named <= places.keys():
                pool = [unit for unit in pool if unit.place in named or not fits(spec, unit)]
                continue
            return (ambiguous("which-origin", spec.span, places=list(places), certain=False),)
    return pick(body.units, pool, rule=RULE, kinds=KINDS, place=origin,
                missing=segments.missing(position, RULE, _absent(position, origin, body.to.id)))


def movable(position: Position) -> list[Unit]:
    """The American units on the map that have not moved: each moves once (nimitz 8.1.c)."""
    return [unit for point in position.data.map.points for unit in position.of(US, point) if not unit.moved]


def _absent(position: Position, origin: str = "", to: str = "") -> Callable[[Unit], Problem | None]:
    """Why a unit is not among those that can be sent: it has moved (nimitz 8.1.c), has not been bought, is in a box,
    is there already, or elsewhere."""
    def problem(unit: Unit) -> Problem | None:
        if unit.moved:
            return illegal("moved-already", "nimitz 8.1.c", unit=unit.id)
        if unit.place == REINFORCEMENTS:
            return illegal("not-bought", "nimitz 6.2.a", unit=unit.id)
        if unit.place not in position.data.map.points:
            return illegal("in-a-box", "nimitz 11.3.c", unit=unit.id, place=unit.place)
        if unit.place == to:
            return illegal("no-move", RULE, unit=unit.id, place=to)
        return illegal("elsewhere", RULE, unit=unit.id, place=origin, where=unit.place) if origin else None

    return problem


def problem_with(position: Position, bases: frozenset[str], unit: Unit, to: str) -> Problem | None:
    """Why a unit cannot go to a point that is open to the Americans: Australians go only where their flag is
    (nimitz 8.2.b), LBA only to a base (nimitz 8.2.1.a)."""
    if unit.place == to:
        return illegal("no-move", RULE, unit=unit.id, place=to)
    if unit.nation == AUSTRALIA and not position.data.map[to].flag:
        return illegal("no-flag", "nimitz 8.2.b", unit=unit.id, place=to, certain=True)
    if unit.is_lba and to not in bases:
        return illegal("no-base", "nimitz 8.2.1.a", unit=unit.id, place=to)
    return _pinned(position, unit)


def _pinned(position: Position, unit: Unit) -> Problem | None:
    """That a ground unit cannot leave a point with Japanese units; ships and LBA can (nimitz 8.2.2.a)."""
    if unit.is_ground and position.of(JAPAN, unit.place):
        return illegal("pinned", "nimitz 8.2.2.a", unit=unit.id, place=unit.place)
    return None


def _no_room(position: Position, units: Sequence[Unit], to: str) -> Problem | None:
    """That a point cannot hold so many American LBA (nimitz 8.2.1.b, 8.2.1.c). A move that is too early for it waits
    until others have left (G-53); BW that bomb Japan come back to the Marianas (G-67)."""
    capacity = position.data.map[to].capacity
    coming = sum(unit.is_lba for unit in units)
    there = [*position.of(US, to), *(position.of(US, BOMBING) if to == MARIANAS else ())]
    count = coming + sum(unit.is_lba for unit in there)
    if capacity is None or not coming or count <= capacity:
        return None
    return illegal("no-room", "nimitz 8.2.1.b", place=to, count=count, capacity=capacity)


def _no_points(position: Position, cost: int) -> Problem | None:
    """That there are too few supply points (nimitz 8.1.b)."""
    return illegal("too-few-points", RULE, cost=cost, points=position.supply) if cost > position.supply else None


# -- boxes (8.4, 12.2, 12.3) ----------------------------------------------------------------------------------------


def _judge_box(position: Position, order: Order) -> Verdict:
    """Submarines go raiding (nimitz 8.4.a), BW bomb Japan (nimitz 12.2.b), units invade it (nimitz 12.3.a)."""
    kind = order.keyword
    rule, price, absent = RULES[kind], _box_price(position, kind), _absent(position)

    def fault(unit: Unit) -> Problem | None:
        return absent(unit) or _barred(position, kind, unit)

    def tell(units: Sequence[Unit], cost: int) -> tuple[Event, ...]:
        return (UnitsToBox(rule, position.in_order(unit.id for unit in units), BOXES[kind], cost),)

    return segments.judge_list(position, order, going(position, kind), fault,
                               Price(rule, lambda unit: price, position.supply, _room(position, kind)), tell)


def going(position: Position, kind: str) -> list[Unit]:
    """The units that can go to a box, for the invasion the dearest first."""
    units = [unit for unit in movable(position) if _barred(position, kind, unit) is None]
    return sorted(units, key=lambda unit: -position.printed(unit).price) if kind == INVADE else units


def _barred(position: Position, kind: str, unit: Unit) -> Problem | None:
    """Why a unit on the map cannot go to a box."""
    if kind == RAID:
        return None if unit.kind == SUBMARINE else illegal("not-a-submarine", RULES[RAID], unit=unit.id, certain=True)
    if kind == BOMB:
        return strategic_bombing.problem_with(position, unit)
    return invasion.problem_with(position, unit) or _pinned(position, unit)


def _box_price(position: Position, kind: str) -> int:
    prices = position.data.prices
    return {RAID: prices.raid, BOMB: prices.bomb, INVADE: prices.invade}[kind]


def _room(position: Position, kind: str) -> int | None:
    return invasion.room(position) if kind == INVADE else None


# -- choices --------------------------------------------------------------------------------------------------------


def _usual(position: Position) -> Iterator[OrderValue]:
    """BW bomb Japan, submarines in Hawaii go raiding while points are left for something else, undamaged ships invade
    Japan in the last two turns of the war."""
    if position.supply >= position.data.prices.bomb:
        yield from (ordered(BOMB, units=[unit.id]) for unit in going(position, BOMB))
    if position.supply - position.data.prices.raid >= AFTER_RAIDS:
        yield from (ordered(RAID, units=[unit.id]) for unit in going(position, RAID) if unit.place == HAWAII)
    is_late = position.campaign.turns - position.turn < LATE
    if is_late and invasion.room(position) and position.supply >= position.data.prices.invade:
        yield from (ordered(INVADE, units=[unit.id]) for unit in going(position, INVADE) if unit.is_ship and unit.full)


def _others(position: Position, bases: frozenset[str]) -> Iterator[OrderValue]:
    usual = list(_usual(position))
    for kind in BOXES:
        if position.supply >= _box_price(position, kind) and _room(position, kind) != 0:
            values = (ordered(kind, units=[unit.id]) for unit in going(position, kind))
            yield from (value for value in values if value not in usual)
    yield from _moves(position, bases, movable(position))


def _moves(position: Position, bases: frozenset[str], units: Sequence[Unit]) -> Iterator[OrderValue]:
    """The legal moves of some units, one by one."""
    for unit in units if position.supply >= position.data.prices.move else ():
        yield from (ordered(MOVE, units=[unit.id], to=to) for to, point in position.data.map.points.items()
                    if point.us and problem_with(position, bases, unit, to) is None
                    and _no_room(position, [unit], to) is None)
