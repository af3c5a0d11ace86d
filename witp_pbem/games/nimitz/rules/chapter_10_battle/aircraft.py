"""Sections 10.8 and 10.9: where aircraft fly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.games.nimitz.board.events import AircraftFlew, AircraftHeld
from witp_pbem.games.nimitz.board.state import (
    AIRFIELDS,
    AREAS,
    DIE,
    ISLAND,
    JAPAN,
    JAPANESE_OCEAN,
    SIDES,
    US,
    US_OCEAN,
    Position,
    Unit,
)
from witp_pbem.games.nimitz.orders.kinds import AIRCRAFT
from witp_pbem.games.nimitz.rules.chapter_10_battle import hits, markers, sending, sheet
from witp_pbem.games.nimitz.rules.chapter_10_battle.sending import Sent, Task
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

BOMBERS, FIGHTERS = "bombers", "fighters"
GUARDING = 3  # one aircraft of so many that can fight others stays with the carriers


def is_bomber(position: Position, unit: Unit) -> bool:
    """Whether an aircraft has a value against ships or ground units (nimitz 2.7.2.a)."""
    return not {"ship", "ground"}.isdisjoint(position.printed(unit).values)


def ready(position: Position, side: str) -> list[Unit]:
    """A side's aircraft that can still be sent this round: not those in the air, nor those that have made a first
    strike (G-36)."""
    battle = sheet.battle(position)
    return [unit for unit in sheet.aircraft(position, side)
            if unit.id not in battle.flying and unit.id not in battle.struck]


# -- American aircraft (10.8) --------------------------------------------------------------------------------------


def open_to_americans(position: Position) -> list[str]:
    """The areas American aircraft may fly to: any, but not the Japanese Ocean without contact (nimitz 10.8.a,
    10.7.jp11)."""
    is_lost = markers.LOST_CONTACT in sheet.battle(position).drawn
    return [area for area in AREAS if not (is_lost and area == JAPANESE_OCEAN)]


def no_contact(area: str) -> Problem:
    """Why American aircraft cannot fly to an area."""
    return illegal("contact-lost", "nimitz 10.7.jp11", place=area)


def fly_americans(table: Table) -> None:
    """The player sends each aircraft to an area, or leaves it at its base (nimitz 10.8.a; G-23)."""
    while left := ready(table.position, US):
        sent: Sent | None = table.ask(sending.demand(table.position, _task(table.position, left)))[0]
        if sent is None:
            return
        table.tell(AircraftFlew("nimitz 10.8.a", US, sent.units, sent.area))


def _task(position: Position, left: Sequence[Unit]) -> Task:
    return Task("aircraft", "nimitz 10.8.a", sending.FLY, left, open_to_americans(position), no_contact,
                _usual(position, left), AIRCRAFT)


def _usual(position: Position, left: Sequence[Unit]) -> Mapping[str, Sequence[Unit]]:
    """Some aircraft that fight others stay with the carriers, bombers attack, the rest stay over their bases."""
    everybody = [unit for unit in sheet.aircraft(position, US) if unit.id not in sheet.battle(position).struck]
    fighting = sorted((unit for unit in everybody if "air" in position.printed(unit).values),
                      key=lambda unit: is_bomber(position, unit))
    guards = fighting[:-(-len(fighting) // GUARDING)] if sheet.carriers(position, US) else []
    target = _target(position)
    areas: dict[str, list[Unit]] = {}
    for unit in left:
        base = US_OCEAN if unit.is_cba else ISLAND
        attacks = target and unit not in guards and is_bomber(position, unit)
        areas.setdefault(target if attacks else US_OCEAN if unit in guards else base, []).append(unit)
    return areas


def _target(position: Position) -> str:
    """Where the cheapest Japanese ships are that can be reached, else the Island if there is something to bomb."""
    costs = {area: min(hits.cost(position, unit) for unit in targets) for area in open_to_americans(position)
             if (targets := sheet.surface(position, JAPAN, area))}
    if costs:
        return min(costs, key=lambda area: costs[area])
    return ISLAND if sheet.on_island(position, JAPAN) else ""


# -- Japanese aircraft (10.9) --------------------------------------------------------------------------------------


class Group(NamedTuple):
    """Japanese aircraft that fly together.

    Attributes:
        base: the id of their carrier, or of the airfield.
        kind: BOMBERS or FIGHTERS.
        units: who.
    """

    base: str
    kind: str
    units: tuple[str, ...]


def fly_japanese(table: Table, kind: str) -> None:
    """Japanese bombers move, or after them the fighters, group by group (nimitz 10.6.a, 10.9.2.b)."""
    for group in _groups(table.position):
        if group.kind == kind:
            _fly(table, group)


def _groups(position: Position) -> Iterator[Group]:
    """The bombers and the fighters of each carrier, and of the airfield (nimitz 10.9.a; G-04)."""
    bases: dict[tuple[str, str], list[Unit]] = {}
    is_single = position.options.get("lba_groups") == "single"
    planes = ready(position, JAPAN)
    bombs = is_single and any(unit.is_lba and is_bomber(position, unit) for unit in planes)
    for unit in sorted(planes, key=lambda unit: unit.is_lba):
        kind = BOMBERS if is_bomber(position, unit) or (bombs and unit.is_lba) else FIGHTERS
        bases.setdefault((unit.carrier or AIRFIELDS[JAPAN], kind), []).append(unit)
    return (Group(base, kind, tuple(unit.id for unit in units)) for (base, kind), units in bases.items())


def _fly(table: Table, group: Group) -> None:
    """A group goes to the area of its die, or where there is a target; without any it stays (nimitz 10.9.1.a,
    10.9.1.d). Nothing is rolled for bombers that a marker sends to the US Ocean (nimitz 10.7.jp4, 10.7.jp10; G-07)."""
    position = table.position
    qualified = targets(position, group.kind)
    if not qualified:
        table.tell(AircraftHeld("nimitz 10.9.1.d", group.units, group.base))
        return
    is_sent = group.kind == BOMBERS and (markers.CARRIER_ATTACK in sheet.battle(position).drawn
                                         or markers.is_kamikaze(position))
    die = None if is_sent else table.roll(
        phrase("area", **sheet.moment(position), unit=group.base, group=group.kind), 1, DIE)[0]
    rolled = US_OCEAN if die is None else position.data.areas[die]
    table.tell(AircraftFlew("nimitz 10.9.1.a", JAPAN, group.units, search(rolled, qualified), group.base, die, rolled))


def targets(position: Position, kind: str) -> list[str]:
    """The areas with a target for bombers (nimitz 10.9.2.a) or fighters: any aircraft (nimitz 10.9.3.a; G-24)."""
    if kind == FIGHTERS:
        return [area for area in AREAS if any(sheet.flying(position, side, area) for side in SIDES)]
    return [area for area in AREAS if (_is_bombed(position) if area == ISLAND else sheet.surface(position, US, area))]


def _is_bombed(position: Position) -> bool:
    """Whether Japanese bombers go to the Island: at American LBA, or at ground units where Japan is ashore, too (nimitz
    10.9.2.a; G-25)."""
    is_ashore = sheet.ashore(position, JAPAN) or sheet.based(position, JAPAN)
    return bool(sheet.based(position, US) or (sheet.ashore(position, US) and is_ashore))


def search(rolled: str, qualified: Sequence[str]) -> str:
    """The area rolled or the next higher one of those that qualify, else the next lower one (nimitz 10.9.1.b,
    10.9.1.c)."""
    number = AREAS.index(rolled)
    return next(area for area in (*AREAS[number:], *reversed(AREAS[:number])) if area in qualified)
