"""Section 11.1: Japanese reinforcements."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.nimitz.board.events import BattalionsCalled, ReinforcementRolled, UnitsArrived
from witp_pbem.games.nimitz.board.state import DIE, HOME, RAIDING, REINFORCEMENTS, US, Position, Unit
from witp_pbem.games.nimitz.orders.kinds import INFANTRY, LBA, SHIPS
from witp_pbem.games.nimitz.rules.chapter_09_japan import stacks
from witp_pbem.games.nimitz.rules.chapter_11_after import repair
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table

RULE = "nimitz 11.1.a"


def play(table: Table) -> None:
    """A die with its modifiers (nimitz 11.1.a) says how many ships, infantry and LBA come to Japan from the tops of
    their reinforcement stacks (nimitz 11.1.e); for each one lacking come two battalions (nimitz 11.1.f)."""
    lacking = 0
    for kind, count in roll(table).items():
        waiting = stacks.all_of(table.position, REINFORCEMENTS, kind)
        lacking += max(count - len(waiting), 0)
        if arrived := _drawn(table, waiting, min(count, len(waiting)), kind):
            table.tell(UnitsArrived("nimitz 11.1.e", arrived))
    number = lacking * table.position.data.modifiers.battalions
    if battalions := stacks.battalions(table.position, number):
        table.tell(BattalionsCalled("nimitz 11.1.f", battalions, HOME))


def roll(table: Table) -> Mapping[str, int]:
    """How many units of each type the table gives, and in 1944 two further infantry (nimitz 12.1.a)."""
    position = table.position
    die = table.roll(phrase("reinforcement", turn=position.turn), 1, DIE)[0]
    added = modifiers(position)
    result = die + sum(added.values())
    row, extra = position.data.reinforcement(result), position.campaign.extra_infantry
    infantry = row.infantry + extra
    table.tell(ReinforcementRolled(RULE, die, added, result, row.ships, infantry, row.lba, extra))
    return {SHIPS: row.ships, INFANTRY: infantry, LBA: row.lba}


def modifiers(position: Position) -> Mapping[str, int]:
    """What is added for resupply markers (nimitz 11.1.b) and taken away for damaged units (nimitz 11.1.c) and raiding
    submarines (nimitz 11.1.d, 8.4.a)."""
    worth = position.data.modifiers
    added = {"resupply": worth.resupply * position.resupply, "damaged": worth.damaged * len(damaged(position)),
             "raiding": worth.raiding * len(position.of(US, RAIDING))}
    return {name: number for name, number in added.items() if number}


def damaged(position: Position) -> list[Unit]:
    """The damaged Japanese units on the map; of ground units those that share no point with Americans
    (nimitz 11.1.c; G-47)."""
    return [unit for point in position.data.map.points for unit in repair.due(position, point)]


def _drawn(table: Table, waiting: list[Unit], count: int, kind: str) -> tuple[str, ...]:
    """The units from the top of a reinforcement stack: what was put to the bottom comes last (nimitz 11.2.a)."""
    position: Position = table.position
    drawn: list[str] = []
    for layer in sorted({unit.layer for unit in waiting}):
        units = [unit for unit in waiting if unit.layer == layer]
        drawn += stacks.draw(table, units, min(count - len(drawn), len(units)), "", kind, code="arrivals",
                             layer=layer)
    return position.in_order(drawn)
