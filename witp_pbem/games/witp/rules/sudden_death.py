"""The optional sudden-death rule: Japan may win whenever it takes a port or airfield (witp SD.a-c)."""

from __future__ import annotations

from witp_pbem.games.witp.board.events import BaseRegained, BaseTaken
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.setup import starting_units
from witp_pbem.games.witp.board.state import ALLIES, CARRIER, DIE, JAPAN, Position
from witp_pbem.games.witp.rules.chapter_02_components.control import controller
from witp_pbem.games.witp.rules.chapter_03_sequence import victory
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table

DICE = 2
LEAST = 2  # the lowest sum of two dice


def check(table: Table) -> None:
    """Each time Japan takes a port or airfield the Allies controlled at the start of the game, two dice are thrown;
    regained and taken again, they are thrown again (witp SD.a, R-92). Nothing more once the rule is void (witp SD.c).

    Raises:
        GameOver: the United States agree to peace (witp SD.b).
    """
    position = table.position
    if not agreed(position, "sudden_death") or position.sudden_death_void:
        return
    now = taken(position)
    for number in position.taken:
        if number not in now:
            table.tell(BaseRegained("witp SD.a", number))
    for number in now:
        if number not in position.taken:
            _try(table, number, len(counting(position, now)))


def _try(table: Table, number: str, bases: int) -> None:
    """The dice for one base taken; none where no sum could be low enough (witp SD.b, R-92)."""
    carriers = full_carriers(table.position)
    limit = bases - carriers
    dice = table.roll(phrase("sudden-death", place=number), DICE, DIE) if limit >= LEAST else ()
    table.tell(BaseTaken("witp SD.b", number, bases, carriers, dice))
    if dice and sum(dice) <= limit:
        victory.end(table, JAPAN, "witp SD.b", "sudden-death")


def taken(position: Position) -> tuple[str, ...]:
    """Ports and airfields the Allies controlled at the start of the game and Japan controls now, ascending."""
    start = Position(position.data, units=starting_units(position.data, position.scenario))
    return tuple(number for number in position.data.map.bases
                 if controller(position, number) == JAPAN and controller(start, number) == ALLIES)


def counting(position: Position, now: tuple[str, ...]) -> list[str]:
    """Those of the bases taken that count: ports (witp SD.b, R-92), or airfields too where the players agreed so."""
    if agreed(position, "sudden_death_counts") == "bases":
        return list(now)
    return [number for number in now if position.data.map[number].site == "port"]


def full_carriers(position: Position) -> int:
    """Full Allied carriers on the map (witp SD.b)."""
    return sum(unit.side == ALLIES and unit.kind == CARRIER and unit.full for unit in position.fleets)
