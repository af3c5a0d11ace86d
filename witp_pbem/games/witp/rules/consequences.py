"""What follows at once when land units come, go or die, in any phase.

In this order (R-53): control of bases is derived and needs no event; a continuing battle ends (witp 9.7, R-69);
an overrun logistics base is removed (witp 8.8.b, R-36); base air is displaced (witp 8.7); the game may be won
(witp 3.2).
"""

from __future__ import annotations

from operator import attrgetter

from witp_pbem.games.common.order_values import At, ordered
from witp_pbem.games.common.position import remembered_everywhere, remembered_there
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.witp.board.events import (
    AirDisplaced,
    BaseRemoved,
    ContinuingBattleEnded,
    UnitReduced,
    UnitRemoved,
)
from witp_pbem.games.witp.board.state import AIR, ENEMY, REMOVED, SIDES, Position, Unit
from witp_pbem.games.witp.rules import sudden_death
from witp_pbem.games.witp.rules.chapter_02_components.control import controller, is_friendly_base
from witp_pbem.games.witp.rules.chapter_03_sequence import victory
from witp_pbem.games.witp.rules.meaning import destinations, leaves
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.table import Table

FLIGHT = 2  # hexes a displaced air unit may go (witp 8.7.a)


def settle(table: Table) -> None:
    """Applies every consequence until none is left. Rules call it after each change of land units. The victory of the
    rulebook is looked at before that of the option (R-28)."""
    while _settle_once(table):
        pass
    victory.check(table)
    sudden_death.check(table)


def _settle_once(table: Table) -> bool:
    position = table.position
    for number in position.continuing:
        if not all(position.ashore(side, number) for side in SIDES):
            table.tell(ContinuingBattleEnded("witp 9.7.a", number))
            return True
    for side in SIDES:
        for number in position.bases[side]:
            if number in overrun(position, side):
                table.tell(BaseRemoved("witp 8.8.b", side, number, "overrun"))
                return True
    leaving = flying(position)
    if leaving:
        displace(table, leaving[0])
    return bool(leaving)


@remembered_everywhere("everywhere", attrgetter("here"))
def overrun(position: Position, side: str, number: str) -> bool:
    """Whether an enemy land unit is ashore where no own one is (witp 8.8.b, R-36). Nothing else touches a base: it
    stays when everybody has left it (witp 8.8.a)."""
    return bool(position.ashore(ENEMY[side], number)) and not position.ashore(side, number)


def must_fly(position: Position, unit: Unit) -> bool:
    """Whether an air unit has to leave its hex."""
    return _must_fly(position, unit.side, unit.hex)


@remembered_there("local")
def _must_fly(position: Position, side: str, number: str) -> bool:
    """Whether the air units of a side have to leave a hex.

    An enemy land unit is ashore and no own one (witp 8.7.e), or the last own land unit has gone and the port
    or airfield is the enemy's thereby (witp 8.7.f). Enemy fleets do nothing to them (witp 8.7.g).
    """
    if position.ashore(side, number):
        return False
    return bool(position.ashore(ENEMY[side], number)) or controller(position, number) == ENEMY[side]


def flying(position: Position) -> list[Unit]:
    """The air units that have to leave their hexes, by id."""
    return position.in_order(*_flying_from(position).values())


@remembered_everywhere("everywhere", attrgetter("here"))
def _flying_from(position: Position, number: str) -> list[Unit]:
    """The air units that have to leave a hex."""
    return [unit for unit in position.at(number) if unit.kind == AIR and must_fly(position, unit)]


def without_displaced(position: Position) -> Position:
    """The position without the air units that have to leave their hexes, wherever they may go."""
    gone = [unit._replace(status=REMOVED, hex="") for unit in flying(position)]
    return position.but_units(*gone) if gone else position


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
    there = table.ask(choose_one(
        unit.side, "displace", "witp 8.7.a", places, lambda number: ordered("displace", origin=unit.hex, to=[number]),
        wishes=lambda order: destinations(position, order, places),
        refusal=lambda order: _no_flight(order.body.body.to[0], unit),
        about={"unit": unit.id, "place": unit.hex},
        matches=lambda order: leaves(order, unit.hex)))[0]
    table.tell(AirDisplaced("witp 8.7.a", unit.id, unit.hex, there),
               UnitReduced("witp 8.7.b", unit.id, there, "displaced"))


def _no_flight(place: At, unit: Unit) -> Problem:
    return illegal("no-flight-there", "witp 8.7.a", place.span, place=place.id, unit=unit.id, limit=FLIGHT)
