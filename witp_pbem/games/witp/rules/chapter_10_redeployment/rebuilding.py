"""Section 10.6: rebuilding, segment 6d. What is left of the resource points after it is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from witp_pbem.games.common.order_values import EVERY, ordered, spec_value
from witp_pbem.games.common.sequence import forced, in_turn
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.events import Passed, ResourcesChanged, UnitRebuilt
from witp_pbem.games.witp.board.map import OWNER_SIDE
from witp_pbem.games.witp.board.state import ALLIES, CARRIER, MAP, POINTS, SIDES, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Pass, UnitsOrder, Written, pick
from witp_pbem.games.witp.rules.chapter_02_components.control import controller
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import in_order
from witp_pbem.games.witp.rules.chapter_12_special_rules import china
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table

CARRIER_COST, COST = 2, 1  # resource points (witp 10.6.b)
NO_MORE = Understood((), ordered("pass", segment="rebuilding"))


def play(table: Table) -> None:
    """The segment: the sides rebuild in turn until both have passed (witp 10.0.b, 10.0.c, 10.6.a; R-80, R-72). What is
    left of their points then is lost (witp 10.6.c)."""
    in_turn(in_order(table.position, tie=ALLIES), partial(_one_go, table))
    for owner in SIDES:
        unspent = table.position.rp[owner]
        if unspent > 0:
            table.tell(ResourcesChanged("witp 10.6.c", owner, -unspent, 0, "unspent"))


def _one_go(table: Table, side: Side) -> bool:
    """One go: units of one order are rebuilt, or the side passes for good. False if it passed."""
    position = table.position
    demand = Demand(
        side, "rebuild", "witp 10.6.a", frozenset({"rebuild", "pass"}),
        lambda order: judge(position, side, order),
        lambda: choices(position, side),
        {"turn": position.turn, "rp": position.rp[side]},
        matches=lambda order: _speaks_of(position, side, order),
        sole=forced(choices(position, side), NO_MORE),
        wishes=_wishes)
    units = table.ask(demand)[0]
    for key in units:
        unit = table.position.units[key]
        table.tell(UnitRebuilt("witp 10.6.a", unit.id, unit.hex, cost(unit), "rebuilt"))
    if not units:
        table.tell(Passed("witp 10.0.b", side, "rebuilding", demand.sole is not None))
    return bool(units)


def _speaks_of(position: Position, side: Side, order: Order) -> bool:
    """Whether an order belongs here: no pass of another segment, no wish that leaves nothing to rebuild."""
    body = order.body.body
    if isinstance(body, Pass):
        return body.segment in ("", "rebuilding")
    return not _is_wish(body) or isinstance(_judge_wish(position, side, order), Understood)


def _is_wish(body: UnitsOrder) -> bool:
    """Whether an order says whom to rebuild first rather than whom exactly: "rebuild carriers, then any"."""
    return body.rest or (body.place is None and not all(spec.id for spec in body.units))


def _wishes(order: Order) -> list[OrderValue]:
    """Whom a wish names, one by one, where not everybody has to be rebuilt."""
    body = order.body.body
    if isinstance(body, Pass) or not _is_wish(body):
        return []
    place = body.place.id if body.place else ""
    return [ordered("rebuild", units=[spec_value(spec)], place=place) for spec in body.units]


def cost(unit: Unit) -> int:
    """Resource points to make a reduced unit full (witp 10.6.b)."""
    return CARRIER_COST if unit.kind == CARRIER else COST


def judge(position: Position, side: Side, order: Order) -> Verdict:
    """Whether the named units may be rebuilt together and paid for (witp 10.6.a, 10.6.b); the answer is their ids, none
    for a pass."""
    written: Written = order.body
    if isinstance(written.body, Pass):
        return NO_MORE
    body = written.body
    assert isinstance(body, UnitsOrder)
    if _is_wish(body):
        return _judge_wish(position, side, order)
    problems: list[Problem] = []
    for spec in body.units:
        unit = position.units.get(spec.id)
        if unit and unit.side == side and (body.place is None or unit.hex == body.place.id):
            problem = rebuild_problem(position, unit)
            if problem:
                problems.append(problem.at(spec.span))
    if problems:
        return tuple(problems)
    reason = _nobody_there(position, side, body)
    if reason:
        return (reason,)
    pool = [unit for unit in _rebuildable(position, side) if body.place is None or unit.hex == body.place.id]
    units = pick(position, side, body.place, body.units, pool, rule="witp 10.6.a")
    if isinstance(units, tuple):
        return units
    total = sum(cost(unit) for unit in units)
    if total > position.rp[side]:
        return (illegal("rebuilding-too-dear", "witp 10.6.b", body.units[0].span, cost=total,
                        rp=position.rp[side], missing=POINTS.missing(position.rp[side], total)),)
    return _rebuilt(units)


def _judge_wish(position: Position, side: Side, order: Order) -> Verdict:
    """As many of those named as can be rebuilt and paid for, wherever they stand, in the order named."""
    body: UnitsOrder = order.body.body
    pool = [unit for unit in _rebuildable(position, side) if body.place is None or unit.hex == body.place.id]
    ranked: list[Unit] = []
    for spec in body.units:
        fitting = [unit for unit in pool if fits(spec, unit)]
        ranked += fitting[:None if spec.number == EVERY else spec.number]
    left = position.rp[side]
    chosen: list[Unit] = []
    for unit in dict.fromkeys([*ranked, *(pool if body.rest else ())]):
        if cost(unit) <= left:
            chosen.append(unit)
            left -= cost(unit)
    if not chosen:
        return (illegal("nothing-to-rebuild", "witp 10.6.a", order.statement.span, rp=position.rp[side]),)
    return _rebuilt(chosen)


def _rebuilt(units: Sequence[Unit]) -> Understood:
    ids = tuple(unit.id for unit in units)
    hexes = sorted({unit.hex for unit in units})
    return Understood(ids, ordered("rebuild", units=ids, place=hexes[0] if len(hexes) == 1 else ""))


def _nobody_there(position: Position, side: Side, body: UnitsOrder) -> Problem | None:
    """Where units are named by type alone: why none of those reduced at the place can be rebuilt, None if one can
    or none is reduced."""
    if body.place is None or any(spec.id for spec in body.units):
        return None
    reduced = [unit for unit in position.of(side, body.place.id)
               if not unit.full and any(fits(spec, unit) for spec in body.units)]
    reasons = [rebuild_problem(position, unit) for unit in reduced]
    if not reasons or None in reasons or reasons[0] is None:
        return None
    return reasons[0].at(body.place.span)


def rebuild_problem(position: Position, unit: Unit) -> Problem | None:
    """Why a unit cannot be rebuilt where it stands, None if it can (R-80).

    It needs a port, airfield or supply source of its own nation (witp 10.6.a), not of an ally (witp 10.6.d) nor of the
    enemy (witp 10.6.e), that its side controls now: one its side has had from the start (witp DN.d).
    """
    if unit.status != MAP:
        return illegal("not-on-the-map", "witp 10.6.a", unit=unit.id)
    if china.is_chinese(position, unit):
        return illegal("recovers-by-itself", "witp 12.2.k", unit=unit.id, certain=True)
    if unit.full:
        return illegal("not-reduced", "witp 10.6.a", unit=unit.id)
    hexagon = position.data.map[unit.hex]
    nations = {hexagon.owner, hexagon.source} - {""}
    if not nations:
        return illegal("no-base-to-rebuild", "witp 10.6.a", unit=unit.id, place=unit.hex)
    if unit.nation not in nations:
        shared = OWNER_SIDE.get(hexagon.owner or hexagon.source) == unit.side
        return illegal("base-of-another-nation", "witp 10.6.d" if shared else "witp 10.6.e", unit=unit.id,
                       place=unit.hex, owner=hexagon.owner or hexagon.source)
    if controller(position, unit.hex) != unit.side:
        return illegal("base-not-controlled-now", "witp 10.6.a", unit=unit.id, place=unit.hex)
    return None


def choices(position: Position, side: Side) -> Iterator[OrderValue]:
    """Each unit that can be rebuilt and paid for, then a pass."""
    for unit in _rebuildable(position, side):
        if cost(unit) <= position.rp[side]:
            yield ordered("rebuild", units=[unit.id], place=unit.hex)
    yield NO_MORE.order


def _rebuildable(position: Position, side: Side) -> list[Unit]:
    return [unit for unit in position.on_map()
            if unit.side == side and not unit.full and rebuild_problem(position, unit) is None]
