"""Sections 10.20 and 10.21: aircraft return, and those that find no room are removed."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.nimitz.board.events import AircraftRemoved, AircraftReturned
from witp_pbem.games.nimitz.board.state import BOMBING, BW, JAPAN, MARIANAS, SIDES, US, Position, Side, Unit
from witp_pbem.games.nimitz.rules.chapter_10_battle import hits, sheet
from witp_pbem.table.table import Table

RULES = {"carrier": {JAPAN: "nimitz 10.20.3.a", US: "nimitz 10.20.4.a"},
         "airfield": {JAPAN: "nimitz 10.21.1.a", US: "nimitz 10.21.2.a"}}


def land(table: Table) -> None:
    """LBA return to their airfield (nimitz 10.20.1.a), carrier aircraft to any carrier (nimitz 10.20.2.a)."""
    battle = sheet.battle(table.position)
    returning = tuple(unit.id for side in SIDES for unit in sheet.aircraft(table.position, side)
                      if unit.id in battle.flying)
    if returning:
        table.tell(AircraftReturned("nimitz 10.20.1.a", returning))
    for side in SIDES:
        fit_carriers(table, side)
        fit_airfield(table, side)


def fit_carriers(table: Table, side: Side) -> None:
    """Carriers at full strength take as many aircraft as all of them carried, whatever their type (nimitz 10.20.2.a,
    10.20.2.b); the others are removed (nimitz 10.20.2.c)."""
    position = table.position
    room = sum(len(position.campaign.complement(position.printed(carrier)))
               for carrier in sheet.carriers(position, side) if carrier.full)
    _remove(table, side, [unit for unit in sheet.aircraft(position, side) if unit.is_cba], room, "carrier")


def fit_airfield(table: Table, side: Side) -> None:
    """LBA are removed until they are no more than the capacity of their airfield (nimitz 10.21.a); in the Marianas
    those that bomb Japan count (nimitz 12.2.e; G-51)."""
    position = table.position
    based = [*sheet.based(position, side), *away(position, side)]
    if based:
        _remove(table, side, based, sheet.battle(position).capacity.get(side, 0), "airfield")


def away(position: Position, side: Side) -> list[Unit]:
    """The BW of a battle in the Marianas that are bombing Japan (nimitz 12.2.e)."""
    return position.of(side, BOMBING, BW) if sheet.battle(position).place == MARIANAS else []


def _remove(table: Table, side: Side, units: Sequence[Unit], room: int, reason: str) -> None:
    """Removes aircraft until the others find room; nobody is asked where there is none at all."""
    gone = [] if room else [*units]
    while len(units) - len(gone) > room:
        left = sorted((unit for unit in units if unit not in gone), key=lambda unit: _value(table.position, unit))
        gone.append(left[0] if side == JAPAN else _chosen(table, left, len(left) - room, reason))
    if gone:
        table.tell(AircraftRemoved(RULES[reason][side], side, tuple(unit.id for unit in gone), reason))


def _value(position: Position, unit: Unit) -> tuple[bool, bool, int]:
    """Damaged aircraft go first, then the cheaper ones (nimitz 10.20.3.a, 10.21.1.a), BW last."""
    return unit.full, unit.kind == BW, position.printed(unit).cost


def _chosen(table: Table, left: Sequence[Unit], count: int, reason: str) -> Unit:
    """The player chooses among Americans (nimitz 10.20.4.a, 10.21.2.a)."""
    unit: Unit = table.ask(hits.choose_unit(table.position, "excess", hits.LOSE, RULES[reason][US], left, {
        **sheet.moment(table.position), "units": [unit.id for unit in left], "count": count, "reason": reason}))[0]
    return unit
