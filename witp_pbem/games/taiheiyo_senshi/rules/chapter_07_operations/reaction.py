"""Section 7.6: reaction of the side whose point ships have entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.units import pick
from witp_pbem.games.taiheiyo_senshi.board.events import ShipsMoved
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, ALLIES, CARRIER, ENEMY, KINDS, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.orders.kinds import REACTION, Sortie, in_segment
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.absent import FACE_UP, missing
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import ambush
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import retreat
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

EVACUATE, SORTIE, PASS = "evacuate", "sortie", "pass"
NOTHING = Understood(None, ordered(PASS, segment=REACTION), stays=True)


class Evacuation(NamedTuple):
    """All units of the point leave it; its ships go to a port."""

    port: str


class SortiePlan(NamedTuple):
    """Ships of another point come to meet those that entered, on a way of points entered."""

    units: tuple[str, ...]
    origin: str
    route: tuple[str, ...]


def react(table: Table, side: Side, point: str) -> None:
    """One reaction of the side that does not operate, if any (senshi 7.6-a, 7.5(3)-b; C-13): all its units there leave
    (senshi 7.6(1)-a), or ships come to their help."""
    if not triggers(table.position, side, point):
        return
    plan = table.ask(demand(table.position, side, point))[0]
    if isinstance(plan, Evacuation):
        retreat.leave(table, side, point, plan.port, "evacuation", EVACUATE)
        occupation.revert(table)
    elif isinstance(plan, SortiePlan):
        _sortie(table, side, plan)


def triggers(position: Position, side: Side, point: str) -> bool:
    """Whether a side may react to ships that entered a point: it has a face-up carrier there or, the Allies alone,
    land-based air (senshi 7.6-a, 7.6-b)."""
    return any((unit.kind == CARRIER and unit.up) or (unit.kind == AIR and side == ALLIES)
               for unit in position.of(side, point))


def demand(position: Position, side: Side, point: str) -> Demand:
    """Evacuation, counter-sortie or nothing."""
    escapes = retreat.demand(position, side, point, "retreat", "senshi 7.6-a", keyword=EVACUATE, staying=PASS)

    def judge(order: Order) -> Verdict:
        if order.keyword == PASS:
            return NOTHING
        if order.keyword == SORTIE:
            return _judge_sortie(position, side, point, order)
        verdict = escapes.judge(order)
        return verdict._replace(answer=Evacuation(verdict.answer)) if isinstance(verdict, Understood) else verdict

    def choices() -> Iterator[OrderValue]:
        yield NOTHING.order
        yield from (choice for choice in escapes.choices() if choice["order"] == EVACUATE)
        yield from map(_value, sorties(position, side, point))

    return Demand(side, "reaction", "senshi 7.6-a", frozenset({EVACUATE, SORTIE, PASS}), judge, choices,
                  {"place": point, "side": ENEMY[side]}, in_segment(REACTION), standing=True)


# -- counter-sortie (7.6(2)) -----------------------------------------------------------------------------------------


def _judge_sortie(position: Position, side: Side, point: str, order: Order) -> Verdict:
    """Face-up ships of one other point whose movement, less one, reaches the point (senshi 7.6(2)-a, 7.6(2)-b;
    C-12)."""
    body: Sortie = order.body
    origin = body.origin.id
    units = pick(body.units, [ship for ship in position.ships(side, origin) if ship.up], rule="senshi 7.6(2)-a",
                 kinds=KINDS, place=origin, missing=missing(position, side, "senshi 7.6(2)-a", origin, FACE_UP))
    if isinstance(units, tuple):
        return units
    plan = _plan(position, units, origin, point)
    if plan is None:
        return (illegal("sortie-too-far", "senshi 7.6(2)-b", body.origin.span, start=origin, place=point,
                        instead=NOTHING.order),)
    return Understood(plan, _value(plan))


def _plan(position: Position, units: Sequence[Unit], origin: str, point: str) -> SortiePlan | None:
    """The way of some ships to the point entered, None if they cannot get there: over usable routes, past no enemy
    units, through no point closed to them."""
    movement = min(position.data.units[unit.id].movement for unit in units) - position.data.sortie_cost
    enemy = ENEMY[units[0].side]
    if origin == point or not points.all_may_enter(position, units, point):
        return None
    ways = position.data.map.ways(origin, position.opened, lambda here: not position.of(enemy, here) and
                                  points.all_may_enter(position, units, here), limit=movement)
    way = next((way for way in ways if way.end == point), None)
    return SortiePlan(tuple(unit.id for unit in units), origin, way.path) if way else None


def sorties(position: Position, side: Side, point: str) -> Iterator[SortiePlan]:
    """The sorties of all ships of a point that can come together, and of each."""
    for origin in position.data.map.points:
        ships = [ship for ship in position.ships(side, origin) if ship.up]
        able = [ship for ship in ships if _plan(position, [ship], origin, point)]
        for group in ([able] if len(able) > 1 else []) + [[ship] for ship in able]:
            if plan := _plan(position, group, origin, point):
                yield plan


def _value(plan: SortiePlan) -> OrderValue:
    return ordered(SORTIE, units=list(plan.units), origin=plan.origin)


def _sortie(table: Table, side: Side, plan: SortiePlan) -> None:
    """Moves the ships and turns them face-down; the enemy may lie in wait for them, too (C-15)."""
    if units := ambush.survivors(table, side, plan.units):
        table.tell(ShipsMoved("senshi 7.6(2)-a", side, units, plan.origin, plan.route, 0, sortie=True))
        occupation.revert(table)
