"""What follows at once when land units come, go or die, in any phase.

In this order (R-53): control of bases is derived and needs no event; a continuing battle ends (witp 9.7, R-69);
an overrun logistics base is removed (witp 8.8.b, R-36); base air is displaced (witp 8.7); the game may be won
(witp 3.2).
"""

from __future__ import annotations

from witp_pbem.games.common.advice import first_open
from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.witp.board.events import (
    AirDisplaced,
    BaseRemoved,
    ContinuingBattleEnded,
    UnitReduced,
    UnitRemoved,
)
from witp_pbem.games.witp.board.state import AIR, ENEMY, SIDES, Position, Unit
from witp_pbem.games.witp.orders.kinds import Retreat
from witp_pbem.games.witp.rules import sudden_death
from witp_pbem.games.witp.rules.chapter_02_components.control import controller, is_friendly_base
from witp_pbem.games.witp.rules.chapter_03_sequence import victory
from witp_pbem.games.witp.rules.meaning import leaves
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import illegal
from witp_pbem.table.table import Table

FLIGHT = 2  # hexes a displaced air unit may go (witp 8.7.a)


def settle(table: Table) -> None:
    """Applies every consequence until none is left. Rules call it after each change of land units."""
    while _settle_once(table):
        pass
    sudden_death.check(table)
    victory.check(table)


def _settle_once(table: Table) -> bool:
    position = table.position
    for number in position.continuing:
        if not all(position.ashore(side, number) for side in SIDES):
            table.tell(ContinuingBattleEnded("witp 9.7.a", number))
            return True
    for side in SIDES:
        for number in position.bases[side]:
            if overrun(position, side, number):
                table.tell(BaseRemoved("witp 8.8.b", side, number, "overrun"))
                return True
    for unit in position.on_map():
        if unit.kind == AIR and must_fly(position, unit):
            displace(table, unit)
            return True
    return False


def overrun(position: Position, side: str, number: str) -> bool:
    """Whether an enemy land unit is ashore where no own one is (witp 8.8.b, R-36). Nothing else touches a base: it
    stays when everybody has left it (witp 8.8.a)."""
    return bool(position.ashore(ENEMY[side], number)) and not position.ashore(side, number)


def must_fly(position: Position, unit: Unit) -> bool:
    """Whether an air unit has to leave its hex.

    An enemy land unit is ashore and no own one (witp 8.7.e), or the last own land unit has gone and the port
    or airfield is the enemy's thereby (witp 8.7.f). Enemy fleets do nothing to it (witp 8.7.g).
    """
    if position.ashore(unit.side, unit.hex):
        return False
    return bool(position.ashore(ENEMY[unit.side], unit.hex)) or controller(position, unit.hex) == ENEMY[unit.side]


def havens(position: Position, unit: Unit) -> list[str]:
    """Ports and airfields of its side within two hexes, nearest first (witp 8.7.a, R-53). Terrain is nothing to
    aircraft, neither there nor on the way (witp 2.3.2.b)."""
    board = position.data.map
    bases = [number for number in board.within(unit.hex, FLIGHT)
             if number != unit.hex and is_friendly_base(position, unit.side, number)]
    return sorted(bases, key=lambda number: (board.distance(unit.hex, number), number))


def displace(table: Table, unit: Unit) -> None:
    """Forced redeployment of base air (witp 8.7.a-d). The unit in Chungking is destroyed (R-54)."""
    position = table.position
    places = havens(position, unit)
    if not unit.full or not places or unit.id == position.chungking_air:
        rule = "witp 12.2.a" if unit.id == position.chungking_air else "witp 8.7.d" if unit.full else "witp 8.7.c"
        table.tell(UnitRemoved(rule, unit.id, unit.hex, "displaced"))
        return
    demand = Demand(
        unit.side, "displace", "witp 8.7.a", frozenset({"displace"}),
        lambda order: judge_displacement(position, unit, order),
        lambda: (_flown(unit, number).order for number in places),
        {"unit": unit.id, "place": unit.hex},
        matches=lambda order: leaves(order, unit.hex),
        sole=_flown(unit, places[0]) if len(places) == 1 else None, standing=True)
    there = table.ask(demand)[0]
    table.tell(AirDisplaced("witp 8.7.a", unit.id, unit.hex, there),
               UnitReduced("witp 8.7.b", unit.id, there, "displaced"))


def judge_displacement(position: Position, unit: Unit, order: Order) -> Verdict:
    """The first of the named destinations that is open to the air unit."""
    body: Retreat = order.body.body
    open_to = havens(position, unit)
    if body.to and body.to[0].id not in position.data.map:
        return (illegal("no-such-hex", "witp 2.3.b", body.to[0].span, hex=body.to[0].id, certain=True),)
    if there := first_open((place.id for place in body.to), open_to, rest=body.rest):
        return _flown(unit, there)
    return (illegal("no-flight-there", "witp 8.7.a", body.to[0].span, place=body.to[0].id, unit=unit.id,
                    limit=FLIGHT,
                    instead=_flown(unit, open_to[0]).order if open_to else None),)


def _flown(unit: Unit, there: str) -> Understood:
    return Understood(there, ordered("displace", origin=unit.hex, to=[there]))

