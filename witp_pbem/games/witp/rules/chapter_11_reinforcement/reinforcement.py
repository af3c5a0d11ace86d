"""Chapter 11: the reinforcement phase."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.games.common.order_values import EVERY, ordered, spec_value
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.events import UnitPlaced, UnitWaits
from witp_pbem.games.witp.board.state import ARRIVING, SIDES, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import UnitsOrder, pick
from witp_pbem.games.witp.rules.chapter_02_components.control import controller
from witp_pbem.games.witp.rules.chapter_10_redeployment.stacking import room
from witp_pbem.games.witp.rules.consequences import settle
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal, invalid
from witp_pbem.table.table import Table


def play(table: Table) -> None:
    """The phase: who is due arrives at a supply source of its nation; who finds none waits (witp 11.0.a, R-81).

    A side is asked while any of its units has more than one source to choose from; both sides are asked together.
    The rest have no choice. Until now nobody of them was on the map: they move and fight from the next turn (witp
    11.0.b).
    """
    for unit in due(table.position):
        if not sources(table.position, unit):
            table.tell(UnitWaits("witp 11.0.a", unit.id))
    while sides := [side for side in SIDES if _may_choose(table.position, side)]:
        position = table.position
        for chosen, number in table.ask(*(_demand(position, side) for side in sides)):
            _place(table, chosen, number)
    for unit in due(table.position):
        if open_to := sources(table.position, unit):
            _place(table, (unit.id,), open_to[0])


def due(position: Position) -> list[Unit]:
    """Units whose turn of arrival has come and that are not yet on the map."""
    return [unit for unit in position.units.values()
            if unit.status == ARRIVING and unit.arrival <= position.turn]


def sources(position: Position, unit: Unit) -> list[str]:
    """The supply sources of the unit's nation that its side controls (witp 11.0.a, R-81), full as they may be (witp
    11.0.c)."""
    return [number for number in position.data.map.sources.get(unit.nation, ())
            if controller(position, number) == unit.side]


def _may_choose(position: Position, side: Side) -> bool:
    return any(unit.side == side and len(sources(position, unit)) > 1 for unit in due(position))


def _place(table: Table, units: tuple[str, ...], number: str) -> None:
    for unit in units:
        table.tell(UnitPlaced("witp 11.0.a", unit, number, "reinforcement"))
    settle(table)


def _demand(position: Position, side: Side) -> Demand:
    waiting = [unit.id for unit in due(position) if unit.side == side and sources(position, unit)]
    return Demand(
        side, "reinforcement", "witp 11.0.a", frozenset({"place"}),
        lambda order: judge(position, side, order),
        lambda: choices(position, side),
        {"turn": position.turn, "units": waiting},
        matches=lambda order: _speaks_of(position, order))


def judge(position: Position, side: Side, order: Order) -> Verdict:
    """Whether some of the arriving units may be placed as ordered; the answer is (ids, hex)."""
    body: UnitsOrder = order.body.body
    board = position.data.map
    if body.place is None and body.rest:
        return _judge_any(position, side)
    if body.place is None:
        return (invalid("order-breaks-off", order.statement.span, wanted="a place", keyword=order.keyword),)
    number = body.place.id
    if number not in board.side_sources(side):
        return (illegal("not-a-source", "witp 11.0.a", body.place.span, certain=True, place=number,
                        instead=lambda: _nearest(position, side, body, number)),)
    if controller(position, number) != side:
        return (illegal("source-lost", "witp 11.0.a", body.place.span, place=number,
                        instead=lambda: _nearest(position, side, body, number)),)
    waiting = [unit for unit in due(position) if unit.side == side]
    problems: list[Problem] = []
    for spec in body.units:
        unit = position.units.get(spec.id)
        if unit and unit.side == side and unit not in waiting:
            problems.append(illegal("not-arriving-now", "witp 11.0.a", spec.span, unit=unit.id,
                                    arrival=unit.arrival, turn=position.turn))
            continue
        meant = [unit for unit in waiting if fits(spec, unit)]
        if meant and all(number not in sources(position, unit) for unit in meant):
            problems.append(illegal("source-of-another-nation", "witp 11.0.a", spec.span, certain=True,
                                    unit=spec.text, place=number))
    if problems:
        return tuple(problems)
    pool = [unit for unit in waiting if number in sources(position, unit)]
    chosen = pick(position, side, body.place, body.units, pool, rule="witp 11.0.a")
    if isinstance(chosen, tuple):
        return chosen
    ids = tuple(unit.id for unit in chosen)
    return Understood((ids, number), ordered("place", units=ids, place=number))


def _nearest(position: Position, side: Side, body: UnitsOrder, wanted: str) -> OrderValue | None:
    """The order with the nearest source that will do; before anybody arrives simply with the nearest source."""
    board = position.data.map
    if wanted not in board:
        return None
    near = sorted(board.side_sources(side), key=lambda home: (board.distance(home, wanted), home))
    for unit in due(position):
        if unit.side == side and any(fits(spec, unit) for spec in body.units):
            return next((ordered("place", units=[unit.id], place=home) for home in near
                         if home in sources(position, unit)), None)
    if not body.units or due(position):
        return None
    return ordered("place", units=[spec_value(spec) for spec in body.units], place=near[0])


def _judge_any(position: Position, side: Side) -> Understood:
    """`place any`: everybody to the first source with room for them, one source after the other; where there is none,
    to the first open to them."""
    waiting = [unit for unit in due(position) if unit.side == side and sources(position, unit)]
    first, open_to = waiting[0], sources(position, waiting[0])
    number = next((number for number in open_to if room(position, side, number, {first.kind})), open_to[0])
    chosen = [first]
    for unit in waiting[1:]:
        alike = sum(unit.is_fleet == other.is_fleet and (unit.is_fleet or unit.kind == other.kind) for other in chosen)
        if number in sources(position, unit) and room(position, side, number, {unit.kind}) > alike:
            chosen.append(unit)
    ids = tuple(unit.id for unit in chosen)
    return Understood((ids, number), ordered("place", units=ids, place=number), stays=True)


def choices(position: Position, side: Side) -> Iterator[OrderValue]:
    """Everybody to each source, then one unit to each."""
    board = position.data.map
    waiting = [unit for unit in due(position) if unit.side == side]
    for number in board.side_sources(side):
        pool = [unit for unit in waiting if number in sources(position, unit)]
        if pool:
            yield ordered("place", units=[{"number": EVERY}], place=number)
        if len(pool) > 1:
            for unit in pool:
                yield ordered("place", units=[unit.id], place=number)


def _speaks_of(position: Position, order: Order) -> bool:
    """Every `place` order does, except the one that sends an air unit to Chungking (witp 12.2.m)."""
    body = order.body.body
    return (isinstance(body, UnitsOrder)
            and (body.place is None or body.place.id != position.data.map.chungking))
