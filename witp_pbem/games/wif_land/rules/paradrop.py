"""Paradrops (wif para.a-d); those on the enemy are fought with the other attacks (wif para.e-g)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.order_values import At
from witp_pbem.games.wif_land.board.events import MissionsFlown, UnitsDrop, UnitsLanded
from witp_pbem.games.wif_land.board.state import (
    AIR_TRANSPORT,
    AIRBORNE,
    FIGHTER,
    OUT,
    PARADROP,
    SIDES,
    START,
    Position,
    Unit,
)
from witp_pbem.games.wif_land.orders.kinds import ORDERS, PARADROPS, AtHex
from witp_pbem.games.wif_land.rules import air_missions, entering, invasion, segments, supply, zones
from witp_pbem.table.demand import Demand, Understood, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, illegal
from witp_pbem.table.table import Table

RULE, SEQUENCE = "wif para.a", "wif para.c"
TRANSPORT, ESCORT = "transport", "escort"
LIMITS = ("air_missions", "land_moves")  # a drop is one of each (wif para.d)


def play(table: Table) -> None:
    """The eight lines of a paradrop, for all drops of an impulse together (wif para.c)."""
    position: Position = table.position
    if next(choices(position), None):
        air_missions.patrol(table, SEQUENCE, (hex for hex in position.map.hexes if not no_target(position, hex)))
    segments.play(table, PARADROPS, RULE, demand, lambda table, events: table.tell(*events))
    hexes = list(dict.fromkeys(unit.target for unit in dropping(table.position)))
    air_missions.intercept(table, SEQUENCE, hexes)
    for hex in hexes:
        settle(table, hex)
        land(table, hex)
    flown = {unit.target: None for unit in table.position.units.values() if unit.is_aircraft and unit.target}
    air_missions.return_to_base(table, SEQUENCE, flown)


def dropping(position: Position) -> list[Unit]:
    """The units on their way to a drop."""
    return [unit for unit in position.units.values() if unit.landing == PARADROP]


# -- drops ----------------------------------------------------------------------------------------------------------


def demand(position: Position) -> Demand:
    """The next paradrop."""
    return segments.queue(position, position.phasing, "paradrop", PARADROPS, RULE, ("drop",),
                          lambda order: judge(position, order.body), lambda: choices(position))


def judge(position: Position, body: AtHex) -> Verdict:
    """Whether airborne units may drop on a hex, with the transports and escorts named."""
    if problem := no_target(position, body.hex.id):
        return (problem.at(body.hex.span),)
    units = segments.choose(position, position.phasing, body.units, _pool(position), RULE,
                            lambda unit: barred(position, unit))
    if isinstance(units, tuple):
        return units
    paratroops, named, escorts = ([unit for unit in units if unit.kind == kind]
                                  for kind in (AIRBORNE, AIR_TRANSPORT, FIGHTER))
    carriers = carried_by(position, paratroops, named)
    problem = carriers if isinstance(carriers, Problem) else _too_much(position, body.hex.id, paratroops)
    if problem or isinstance(carriers, Problem):
        return (problem.at(body.units[0].span),) if problem else ()
    value = ORDERS.value("drop", AtHex(body.hex, segments.named([*paratroops, *carriers, *escorts])))
    return Understood(_events(position, body.hex.id, paratroops, carriers, escorts), value)


def _events(position: Position, hex: str, paratroops: Sequence[Unit], carriers: Sequence[Unit],
            escorts: Sequence[Unit]) -> tuple[Event, ...]:
    """What a drop comes to, line 2 (wif para.c): transports and escorts fly, with the airborne units."""
    flown = {TRANSPORT: carriers, ESCORT: escorts}
    missions = [MissionsFlown(SEQUENCE, position.phasing, tuple(unit.id for unit in units), hex, mission)
                for mission, units in flown.items() if units]
    waiting = list(carriers)
    return (*missions, *(UnitsDrop("wif para.d", (unit.id,), hex, () if unit.aboard else (waiting.pop(0).id,))
                         for unit in paratroops))


def no_target(position: Position, hex: str) -> Problem | None:
    """Why nobody can drop on a hex: it is not on the map or at sea, or it is a lake (wif para.b)."""
    if hex not in position.map.hexes:
        return illegal("off-the-map", "wif para.b", place=hex)
    terrain = position.terrain(hex)
    if not terrain.paradrop or terrain.movement is None:
        return illegal("no-drop-there", "wif para.b", place=hex, terrain=terrain.id)
    return None


def _pool(position: Position) -> list[Unit]:
    """The airborne units, transports and fighters that may take part in a drop."""
    return [unit for unit in position.units.values() if unit.side == position.phasing and not barred(position, unit)]


def barred(position: Position, unit: Unit) -> Problem | None:
    """Why a unit may not take part in a drop: it is no airborne unit, transport or fighter, has moved, lies face-down
    (W-37), was out of supply at the start of the move, or has no air transport (wif para.a)."""
    if unit.kind in (AIR_TRANSPORT, FIGHTER):
        return air_missions.barred(position, unit, (AIR_TRANSPORT, FIGHTER), RULE)
    if unit.kind != AIRBORNE:
        return illegal("not-airborne", RULE, unit=unit.id)
    if unit.moved:
        return illegal("moved-already", RULE, unit=unit.id)
    if not unit.full:
        return illegal("face-down-drop", RULE, unit=unit.id)
    if not supply.in_supply(position, unit, START):
        return illegal("unsupplied-drop", RULE, unit=unit.id)
    if unit.aboard != AIR_TRANSPORT and not transports(position, unit):
        return illegal("no-transport", RULE, unit=unit.id)
    return None


def transports(position: Position, unit: Unit) -> list[Unit]:
    """The air transports stacked with a unit that may carry it (wif para.a)."""
    return [other for other in (position.at(unit.place, unit.side) if unit.place != OUT else ())
            if other.kind == AIR_TRANSPORT and not air_missions.barred(position, other, (AIR_TRANSPORT,), RULE)]


def carried_by(position: Position, paratroops: Sequence[Unit], named: Sequence[Unit]) -> list[Unit] | Problem:
    """The transport of each airborne unit, those that an order names first (wif para.a); a unit that is aboard one
    without a counter needs none."""
    if not paratroops:
        return illegal("nobody-drops", RULE)
    carriers: list[Unit] = []
    for unit in (unit for unit in paratroops if unit.aboard != AIR_TRANSPORT):
        beside = [*(other for other in named if other in transports(position, unit)), *transports(position, unit)]
        carrier = next((other for other in beside if other not in carriers), None)
        if carrier is None:
            return illegal("no-transport", RULE, unit=unit.id)
        carriers.append(carrier)
    if idle := next((unit for unit in named if unit not in carriers), None):
        return illegal("carries-nobody", RULE, unit=idle.id)
    return carriers


def _too_much(position: Position, hex: str, paratroops: Sequence[Unit]) -> Problem | None:
    """That a drop is more than the limits allow, each airborne unit one air mission and one land move (wif para.d), or
    than the hex can hold (W-09)."""
    for limit in LIMITS:
        left = position.left(limit)
        if left is not None and len(paratroops) > left:
            return illegal("too-many-drops", "wif para.d", count=len(paratroops), left=left, limit=limit)
    if zones.is_overstacked(position, position.phasing, hex, [*paratroops, *invasion.landing(position, hex)]):
        return illegal("overstacked", "wif retreat.b", place=hex)
    return None


# -- over the hex ---------------------------------------------------------------------------------------------------


def settle(table: Table, hex: str) -> None:
    """Air combat and anti-aircraft fire, lines 5 and 6 (wif para.c): each side in danger says who came through
    (W-20). Who is carried is lost with its transport; one whose transport has no counter is named itself."""
    position: Position = table.position
    riders = [unit for unit in dropping(position) if unit.target == hex]
    loads = _loads(table, hex)
    flown = {side: [*air_missions.flying(position, side, hex),
                    *(unit for unit in riders if unit.side == side and unit.id not in loads.values())]
             for side in SIDES}
    demands = [air_missions.survivors(position, side, SEQUENCE, hex, units) for side, units in flown.items()
               if units and _is_endangered(position, side, hex, flown)]
    for asked, safe in zip(demands, table.ask(*demands) if demands else (), strict=True):
        table.tell(air_missions.settled(table.position, asked.side, SEQUENCE, hex, flown[asked.side], safe,
                                        lambda name: [loads[name]] if name in loads else []))


def _is_endangered(position: Position, side: str, hex: str, flown: dict[str, list[Unit]]) -> bool:
    """Whether a side may lose somebody over a hex."""
    return air_missions.is_endangered(position, side, hex) or all(flown.values())


def _loads(table: Table, hex: str) -> dict[str, str]:
    """Who is carried by which transport to a hex, as the drops of this step say."""
    return {event.aircraft[0]: event.units[0] for event in table.happened
            if isinstance(event, UnitsDrop) and event.hex == hex and event.aircraft}


def land(table: Table, hex: str) -> None:
    """Who came through lands directly in the hex, line 7 (wif para.b); in an enemy's hex they have to fight first
    (wif para.e)."""
    position: Position = table.position
    units = tuple(unit.id for unit in dropping(position) if unit.target == hex)
    if units and not invasion.is_enemy(position, position.phasing, hex):
        table.tell(UnitsLanded("wif para.b", units, hex))
        entering.enter(table, position.phasing, hex, "wif para.b")


# -- choices --------------------------------------------------------------------------------------------------------


def choices(position: Position) -> Iterator[OrderValue]:
    """The legal drops, unit by unit."""
    for unit in _pool(position):
        for hex in position.map.hexes if unit.kind == AIRBORNE else ():
            verdict = judge(position, AtHex(At(hex, NOWHERE), segments.named([unit])))
            if isinstance(verdict, Understood):
                yield verdict.order
