"""Ground support (wif gs.a-d): aircraft fly missions to attacked hexes and, by option AsA 3, artillery supports combats
beside it. What it is worth stands in `strength`."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.games.common.order_values import At
from witp_pbem.games.wif_land.board.events import AircraftSupport, UnitsTurned
from witp_pbem.games.wif_land.board.state import ARTILLERY, BOMBER, FIGHTER, SIDES, Attack, Position, Side, Unit
from witp_pbem.games.wif_land.board.turn import unresolved
from witp_pbem.games.wif_land.orders.kinds import MISSIONS, ORDERS, AtHex
from witp_pbem.games.wif_land.rules import air_missions, segments
from witp_pbem.games.wif_land.rules.air_missions import Mission
from witp_pbem.games.wif_land.rules.land_combat.headquarters import names
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, illegal
from witp_pbem.table.table import Table

RULE, BY_ARTILLERY = "wif gs.b", "wif gs.c"
ASA_3 = "asa_3"
AFTER_MISSION = "mission"  # why units are turned


def play(table: Table) -> None:
    """The missions, in the order of the rulebook (wif gs.b): patrol, bombers and escorts, interception, what the
    players settle in the air, support; then all return to base. The defender's bombers fly after the attacker's
    (L-18)."""
    position: Position = table.position
    hexes = unresolved(position)
    sides = (position.phasing, position.other)
    if any(air_missions.able(position, _mission(position, side, (BOMBER,))) for side in sides):
        air_missions.patrol(table, RULE, hexes)
    for side in sides:
        _fly(table, side)
    flown = [hex for hex in hexes if any(air_missions.flying(table.position, side, hex) for side in SIDES)]
    air_missions.intercept(table, RULE, flown)
    for hex in flown:
        air_missions.settle(table, RULE, hex)
        _support(table, hex)
    air_missions.return_to_base(table, RULE, flown)
    _turn_artillery(table)


def _fly(table: Table, side: Side) -> None:
    """Aircraft of a side fly, and its artillery supports, until it passes."""
    segments.play(table, MISSIONS, RULE, lambda position: demand(position, side), _carry_out, refuses=False)


def _mission(position: Position, side: Side, kinds: tuple[str, ...] = (BOMBER, FIGHTER)) -> Mission:
    """A mission with bombers and their escorts to attacked hexes."""
    return Mission("missions", side, RULE, kinds, tuple(unresolved(position)))


def _carry_out(table: Table, event: Event) -> None:
    table.tell(event)


def demand(position: Position, side: Side) -> Demand:
    """The next aircraft that fly, or artillery that supports."""
    return segments.queue(position, side, "missions", MISSIONS, RULE, ("fly", "support"),
                          lambda order: judge(position, side, order), lambda: choices(position, side),
                          is_meant=lambda order: order.keyword == "fly" or names(position, order, (ARTILLERY,)),
                          is_listed=lambda order: names(position, order, (BOMBER, ARTILLERY)))


def judge(position: Position, side: Side, order: Order) -> Verdict:
    """Whether aircraft may fly, or artillery support, at a hex."""
    if order.keyword == "fly":
        return air_missions.judge(position, _mission(position, side), order.body)
    body: AtHex = order.body
    attack = position.attack_on(body.hex.id)
    if attack is None or attack.is_resolved:
        return (illegal("no-attack-there", BY_ARTILLERY, body.hex.span, place=body.hex.id),)
    units = segments.choose(position, side, body.units, _artillery(position, side, attack), BY_ARTILLERY,
                            lambda unit: barred(position, unit, attack))
    return units if isinstance(units, tuple) else _understood(position, side, attack, units)


def _understood(position: Position, side: Side, attack: Attack, units: list[Unit]) -> Understood:
    """Artillery that supports."""
    event = _supporting(position, side, attack, units, BY_ARTILLERY)
    return Understood(event, ORDERS.value("support", AtHex(At(attack.target, NOWHERE), segments.named(units))))


def _supporting(position: Position, side: Side, attack: Attack, units: list[Unit], rule: str) -> AircraftSupport:
    """Who supports a side in an attack, some that come to those who do already."""
    before = attack.aircraft if side == position.phasing else attack.defensive_aircraft
    return AircraftSupport(rule=rule, side=side, hex=attack.target,
                           units=position.in_order([*before, *(unit.id for unit in units)]))


def _artillery(position: Position, side: Side, attack: Attack) -> list[Unit]:
    """The artillery of a side that may support at a hex."""
    return [unit for unit in position.units.values() if unit.side == side and not barred(position, unit, attack)]


def barred(position: Position, unit: Unit, attack: Attack) -> Problem | None:
    """Why a unit may not give ground support: the option is not in force, it is no face-up artillery beside the hex, or
    it attacks or supports already (wif gs.c)."""
    if position.option(ASA_3) != "yes":
        return illegal("no-such-support", BY_ARTILLERY, unit=unit.id)
    if unit.kind != ARTILLERY:
        return illegal("no-artillery", BY_ARTILLERY, unit=unit.id)
    if unit.place not in position.map.hexes or attack.target not in position.map.neighbours(unit.place):
        return illegal("not-beside", BY_ARTILLERY, unit=unit.id, place=attack.target)
    if not unit.full:
        return illegal("face-down-artillery", BY_ARTILLERY, unit=unit.id)
    for other in position.attacks:
        if unit.id in (*other.everybody, *other.aircraft, *other.defensive_aircraft):
            return illegal("in-attack-already", BY_ARTILLERY, unit=unit.id, place=other.target)
    return None


def choices(position: Position, side: Side) -> Iterator[OrderValue]:
    """Each aircraft, and each artillery unit, at each attacked hex where it can be."""
    hexes = unresolved(position)
    if air_missions.able(position, _mission(position, side, (BOMBER,))) or any(
            unit.kind == BOMBER for hex in hexes for unit in air_missions.flying(position, side, hex)):
        yield from air_missions.choices(position, _mission(position, side))
    for attack in position.attacks:
        if not attack.is_resolved:
            for unit in _artillery(position, side, attack):
                yield _understood(position, side, attack, [unit]).order


# -- taking effect --------------------------------------------------------------------------------------------------


def _support(table: Table, hex: str) -> None:
    """The bombers that came through support their side (wif gs.b, line 7)."""
    for side in SIDES:
        position: Position = table.position
        bombers = [unit for unit in air_missions.flying(position, side, hex) if unit.kind == BOMBER]
        attack = position.attack_on(hex)
        if bombers and attack:
            table.tell(_supporting(position, side, attack, bombers, RULE))


def _turn_artillery(table: Table) -> None:
    """Artillery that has given ground support is turned face-down as aircraft are (W-38)."""
    position: Position = table.position
    guns = {unit.id for attack in position.attacks
            for unit in position.named((*attack.aircraft, *attack.defensive_aircraft)) if unit.is_ground}
    if guns:
        table.tell(UnitsTurned(BY_ARTILLERY, position.in_order(guns), AFTER_MISSION))
