"""Operation cards: events that are an operation of their own (senshi 7.3(1)-a)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.units import pick
from witp_pbem.games.taiheiyo_senshi.board.data import CardEvent
from witp_pbem.games.taiheiyo_senshi.board.events import PointsGained, UnitsPlaced
from witp_pbem.games.taiheiyo_senshi.board.state import (
    AIR,
    CARRIER,
    DIE,
    ENEMY,
    JAPAN,
    KINDS,
    REMOVED,
    TRACK,
    Position,
    Side,
    Unit,
)
from witp_pbem.games.taiheiyo_senshi.orders.kinds import DISCARD, POINT, Play
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import hands, points, windows
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.absent import lost_or_foreign
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.strength import aircraft, carriers
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import movement, transfers
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations.movement import MovePlan
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import damage, strikes
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

STRIKES = ("J01", "J13", "J14", "A01", "A08")  # one-sided air strikes (C-17)
MOVES = ("J03", "J05")
CHOICES = ("J04", "A02")  # a point, or a card of the enemy's
ROLLS = ("J12", "A16")


class EventPlan(NamedTuple):
    """An operation card with what its order settles.

    Attributes:
        event: its id. units: those it names. origin, target: the points of a strike; of J09 the point of the air unit.
        move: of a group. effect: POINT or DISCARD.
    """

    event: str
    units: tuple[str, ...] = ()
    origin: str = ""
    target: str = ""
    move: MovePlan | None = None
    effect: str = ""


# -- which are legal -------------------------------------------------------------------------------------------------


def judge(table: Table, side: Side, order: Order) -> Verdict:
    """Whether a side may play an operation card as ordered, for its own event (senshi 2.3-b, 2.3-d)."""
    body: Play = order.body
    position = table.position
    event = position.data.events[position.data.cards[body.card][side]]
    problem = hands.event_problem(table, side, event) or _time_problem(position, event)
    if problem:
        return (problem.at(body.span),)
    plan = _planned(position, side, event, body)
    if not isinstance(plan, EventPlan):
        return tuple(problem.at(order.statement.span) for problem in plan)
    return Understood(plan, value(position, plan))


def _time_problem(position: Position, event: CardEvent) -> Problem | None:
    """Why an event cannot be played as an operation now: it is none (senshi 7.3(1)-a, 7.3(1)-b), or no event has effect
    yet (senshi 7.3(1)-d)."""
    if event.window != windows.OPERATION:
        return illegal("no-operation-card", "senshi 7.3(1)-b", card=event.card)
    if not windows.events_allowed(position):
        return illegal("resources-only", "senshi 7.3(1)-d", card=event.card)
    return None


def _planned(position: Position, side: Side, event: CardEvent, body: Play) -> EventPlan | tuple[Problem, ...]:
    if missing := _missing(event, body):
        return (illegal("event-needs", f"senshi CARD-{event.id}", card=event.card, needs=missing),)
    if event.id in STRIKES:
        assert body.origin is not None and body.place is not None
        problem = strike_problem(position, side, event, body.origin.id, body.place.id)
        return (problem,) if problem else EventPlan(event.id, origin=body.origin.id, target=body.place.id)
    if event.id in MOVES:
        plan = movement.judge_group(position, side, body)
        if not isinstance(plan, MovePlan):
            return plan
        if event.id == "J05" and any(position.units[unit].kind == CARRIER for unit in plan.units):
            return (illegal("no-carriers", "senshi CARD-J05", card=event.card),)
        return EventPlan(event.id, plan.units, plan.origin, plan.route[-1], plan)
    if event.id == "J09":
        return _ashore(position, side, event, body)
    return EventPlan(event.id, effect=body.effect if event.id in CHOICES else "")


def _missing(event: CardEvent, body: Play) -> str:
    """What an order for an event has to say and does not, as a word of the vocabulary "event-needs"."""
    if event.id in (*STRIKES, *MOVES) and (body.origin is None or body.place is None):
        return "from-and-to"
    if event.id in MOVES and not body.units:
        return "ships"
    if event.id == "J09" and (not body.units or body.place is None):
        return "carriers-and-air"
    if event.id in CHOICES and body.effect not in (POINT, DISCARD):
        return "point-or-discard"
    return ""


def strikers(position: Position, side: Side, event: CardEvent, origin: str) -> list[Unit]:
    """The units that make a one-sided strike: all carriers of a point, either side up (senshi CARD-J13), or all its
    land-based air (senshi CARD-J01, CARD-J14, CARD-A01, CARD-A08)."""
    units = position.of(side, origin)
    return carriers(units) if event.id == "J13" else aircraft(units)


def strike_problem(position: Position, side: Side, event: CardEvent, origin: str, target: str) -> Problem | None:
    """Why a strike cannot be made: nobody to make it, not at distance 1, nobody there (C-19)."""
    rule = f"senshi CARD-{event.id}"
    if not strikers(position, side, event, origin):
        return illegal("no-strikers", rule, place=origin, card=event.card)
    if target not in points.adjacent(position, origin):
        return illegal("not-adjacent", rule, place=target, start=origin)
    if not position.of(ENEMY[side], target):
        return illegal("no-target", rule, place=target)
    return None


def _ashore(position: Position, side: Side, event: CardEvent, body: Play) -> EventPlan | tuple[Problem, ...]:
    """Two face-up carriers, and a land-based air unit that is on the turn track or removed, for a point its side
    occupies and that has room (senshi CARD-J09; C-30)."""
    assert body.place is not None
    rule, point = "senshi CARD-J09", body.place.id
    units = pick(body.units, [*_ready_carriers(position, side), *_air_away(position, side)], rule=rule, kinds=KINDS,
                 missing=lambda spec: lost_or_foreign(position, side, spec) or illegal(
                     "event-needs", rule, spec.span, card=event.card, needs="carriers-and-air"))
    if isinstance(units, tuple):
        return units
    chosen = [unit.kind for unit in units]
    if (chosen.count(CARRIER), chosen.count(AIR)) != (event.numbers["carriers"], event.numbers["air"]):
        return (illegal("event-needs", rule, card=event.card, needs="carriers-and-air"),)
    if not has_place(position, side, point):
        return (illegal("no-own-point", rule, body.place.span, place=point),)
    return EventPlan(event.id, tuple(unit.id for unit in units), target=point)


def has_place(position: Position, side: Side, point: str) -> bool:
    """Whether a side occupies a point and has room there for a land-based air unit."""
    return position.held.get(point) == side and not position.data.map[point].may_enter and (
        transfers.has_room(position, side, point, 1))


def value(position: Position, plan: EventPlan) -> OrderValue:
    """An operation card as an order."""
    event = position.data.events[plan.event]
    fields: dict[str, Any] = {"units": list(plan.units), "origin": plan.origin, "place": plan.target,
                              "effect": plan.effect}
    if plan.move:
        fields["via"] = list(plan.move.route[:-1])
    return ordered("play", card=event.card, **fields)


def choices(table: Table, side: Side) -> Iterator[OrderValue]:
    """The operation cards a side can play now, each as often as it can be; for the eyes of their owner only."""
    position = table.position
    for card in hands.payments(table, side):
        event = position.data.events[position.data.cards[card][side]]
        if hands.event_problem(table, side, event) is None and _time_problem(position, event) is None:
            for plan in plans(position, side, event):
                yield value(position, plan)


def plans(position: Position, side: Side, event: CardEvent) -> Iterator[EventPlan]:
    """What an operation card can be used for, plainest first."""
    if event.id in STRIKES:
        for origin in position.data.map.points:
            for target in points.adjacent(position, origin):
                if strike_problem(position, side, event, origin, target) is None:
                    yield EventPlan(event.id, origin=origin, target=target)
    elif event.id in MOVES:
        for origin in position.data.map.points:
            group = [ship for ship in position.ships(side, origin)
                     if ship.up and not (event.id == "J05" and ship.kind == CARRIER)]
            for plan in movement.plans(position, group, origin, movement.movement(position, group)) if group else ():
                yield EventPlan(event.id, plan.units, origin, plan.route[-1], plan)
    elif event.id == "J09":
        yield from _ashore_plans(position, side, event)
    elif event.id in CHOICES:
        yield from (EventPlan(event.id, effect=effect) for effect in (POINT, DISCARD))
    else:
        yield EventPlan(event.id)


def _ready_carriers(position: Position, side: Side) -> list[Unit]:
    """The face-up carriers of a side on the map."""
    return [unit for unit in carriers(position.units.values()) if unit.side == side and unit.point and unit.up]


def _air_away(position: Position, side: Side) -> list[Unit]:
    """The land-based air of a side on the turn track or removed."""
    return [unit for unit in aircraft(position.units.values())
            if unit.side == side and unit.status in (TRACK, REMOVED)]


def _ashore_plans(position: Position, side: Side, event: CardEvent) -> Iterator[EventPlan]:
    ready, away = _ready_carriers(position, side)[:event.numbers["carriers"]], _air_away(position, side)[:1]
    if len(ready) == event.numbers["carriers"] and away:
        for point in position.data.map.points:
            if has_place(position, side, point):
                yield EventPlan(event.id, tuple(unit.id for unit in (*ready, *away)), target=point)


# -- what they do ----------------------------------------------------------------------------------------------------


def carry_out(table: Table, side: Side, plan: EventPlan) -> None:
    """Plays the card and does what it says; some ask for a die (senshi CARD-J12, CARD-A16), some offer a point or a
    card of the enemy's (senshi CARD-J04, CARD-A02), and one takes such a card (senshi CARD-A10)."""
    event = table.position.data.events[plan.event]
    hands.play(table, side, event)
    if event.id in STRIKES:
        strikes.one_sided(table, side, event, strikers(table.position, side, event, plan.origin), plan.target)
    elif plan.move:
        movement.carry_out(table, side, plan.move, event)
    elif event.id == "J09":
        _send_ashore(table, side, event, plan)
    elif event.id in ROLLS:
        die = table.roll(phrase("card", card=event.card, side=side), 1, DIE)[0]
        gain(table, side, event, event.points[die - 1])
    elif plan.effect == POINT:
        gain(table, side, event, event.numbers["points"])
    else:
        hands.discard_one(table, ENEMY[side], event)


def gain(table: Table, side: Side, event: CardEvent, amount: int) -> None:
    """Moves the score marker for a card."""
    score = table.position.score + (amount if side == JAPAN else -amount)
    table.tell(PointsGained(f"senshi CARD-{event.id}", side, amount, score, event.card))


def _send_ashore(table: Table, side: Side, event: CardEvent, plan: EventPlan) -> None:
    """The carriers come back next turn, after the last never (C-30); the air unit is placed."""
    *ships, air = plan.units
    rule = f"senshi CARD-{event.id}"
    for ship in ships:
        damage.to_track(table, [ship], table.position.units[ship].point, 1, "card", rule)
    table.tell(UnitsPlaced(rule, side, (air,), plan.target, "card"))
