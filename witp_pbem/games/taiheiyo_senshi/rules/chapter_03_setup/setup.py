"""Chapter 3: the set-up, first of the Allies, then of Japan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import preferred
from witp_pbem.games.taiheiyo_senshi.board.data import Choice
from witp_pbem.games.taiheiyo_senshi.board.events import UnitsPlaced
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, ALLIES, COMING, JAPAN, SIDES, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.orders.kinds import PlaceUnits
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import hands
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table

RULE = {ALLIES: "senshi 3.1-b", JAPAN: "senshi 3.2-b"}


def play(table: Table) -> None:
    """The Allies place what they have a choice about (senshi 3.1-b), then Japan (senshi 3.2-b, 3.2-c), which sees it;
    then base markers follow (senshi 3.3-c, 3.3.1-a), and Japan draws its hand (senshi 3.2-d). What has a letter lies
    on the map already (senshi 3.1-a)."""
    hands.make_deck(table)
    for side in (ALLIES, JAPAN):
        while waiting := to_place(table.position, side):
            ids, point = table.ask(demand(table.position, side, waiting))[0]
            table.tell(UnitsPlaced(RULE[side], side, tuple(ids), point, "setup"))
    occupation.settle(table)
    for side in SIDES:
        hands.draw(table, side, table.position.data.hands[side].setup)


def to_place(position: Position, side: Side) -> list[Unit]:
    """The units of a side that are still to be set up."""
    return [unit for unit in position.units.values()
            if unit.side == side and unit.status == COMING and not unit.turn and places(position, unit)]


def places(position: Position, unit: Unit) -> Sequence[str]:
    """The points at which a unit may be set up, none for those that have a fixed one or come later: capital ships in
    ports alone (senshi 3.2-b), one Japanese air unit a point (senshi 3.2-c), one at most at Port Moresby
    (senshi 3.1-b)."""
    printed = position.data.units[unit.id]
    if unit.kind == AIR and unit.side == JAPAN:
        return [point for point in position.data.air_places if not position.of(JAPAN, point, AIR)]
    choice = next((choice for choice in position.data.choices if _is_for(choice, unit.side, printed.code)), None)
    return [point for point in choice.places if _may_stand(position, unit, point)] if choice else []


def _is_for(choice: Choice, side: Side, code: str) -> bool:
    return choice.side == side and choice.code == code


def _may_stand(position: Position, unit: Unit, point: str) -> bool:
    is_port = position.data.map[point].is_port
    if unit.kind == AIR:
        return is_port or not position.of(unit.side, point, AIR)
    return is_port or not unit.is_capital


def demand(position: Position, side: Side, waiting: Sequence[Unit]) -> Demand:
    """The next units to be set up, some at one point."""
    def judge(order: Order) -> Verdict:
        body: PlaceUnits = order.body
        if body.place is None:
            units, point = usual(position, waiting)
            return _understood(_together(position, units, point), point)._replace(stays=True)
        able = [unit for unit in waiting if body.place.id in places(position, unit)]
        units = able if body.rest else preferred(body.units, waiting)
        problem = _problem(position, units, body, waiting)
        if problem:
            return (problem,)
        return _understood(_together(position, units, body.place.id), body.place.id)

    def choices() -> Iterator[OrderValue]:
        for point in position.data.map.points:
            units = _together(position, _usual_at(position, waiting, point), point)
            if len(units) > 1:
                yield _understood(units, point).order
        for unit in waiting:
            for point in places(position, unit):
                yield _understood([unit], point).order

    return Demand(side, "setup", RULE[side], frozenset({"place"}), judge, choices,
                  {"units": [unit.id for unit in waiting]})


def usual(position: Position, waiting: Sequence[Unit]) -> tuple[list[Unit], str]:
    """The next units as they are usually set up, all for one point, and that point."""
    for point in position.data.map.points:
        if units := _usual_at(position, waiting, point):
            return units, point
    return [waiting[0]], places(position, waiting[0])[0]


def _usual_at(position: Position, waiting: Sequence[Unit], point: str) -> list[Unit]:
    """The units that are usually set up at a point and may be."""
    return [unit for unit in waiting
            if position.data.default.get(unit.id) == point and point in places(position, unit)]


def _understood(units: Sequence[Unit], point: str) -> Understood:
    ids = [unit.id for unit in units]
    return Understood((ids, point), ordered("place", units=ids, place=point))


def _together(position: Position, units: Sequence[Unit], point: str) -> list[Unit]:
    """Of some units those that fit into a point together: one air unit, where there is room for one."""
    aircraft = [unit for unit in units if unit.kind == AIR]
    one = aircraft and (units[0].side == JAPAN or not position.data.map[point].is_port)
    return [unit for unit in units if unit.kind != AIR or not one or unit == aircraft[0]]


def _problem(position: Position, units: Sequence[Unit], body: PlaceUnits, waiting: Sequence[Unit]) -> Problem | None:
    assert body.place is not None
    rule, point, span = RULE[waiting[0].side], body.place.id, body.place.span
    if not units:
        return illegal("nobody-to-place", rule, span, units=[unit.id for unit in waiting])
    if barred := [unit for unit in units if point not in places(position, unit)]:
        return illegal("no-setup-there", rule, span, units=[unit.id for unit in barred], place=point,
                       places=list(places(position, barred[0])))
    return None
