"""Sections 10.1 and 10.2: units are put on the battle sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import choose_one, preferred
from witp_pbem.games.nimitz.board.events import AircraftEmbarked, AirfieldLaid, UnitsStationed
from witp_pbem.games.nimitz.board.state import (
    ABOARD,
    AREAS,
    CARRIERS,
    COASTAL,
    ESCORTS,
    FOXHOLES,
    JAPAN,
    JAPANESE_OCEAN,
    SIDES,
    SUBMARINE,
    TRANSPORT,
    US,
    US_OCEAN,
    Position,
    Side,
    Unit,
)
from witp_pbem.games.nimitz.rules.chapter_10_battle import landing_aircraft, sending, sheet
from witp_pbem.games.nimitz.rules.chapter_10_battle.sending import Sent, Task
from witp_pbem.table.demand import Demand, Order
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.table import Table

OURS, THEIRS = "nimitz 10.1.2.c", "nimitz 10.2.1.c"
RULES = {US: "nimitz 10.1.1.a", JAPAN: "nimitz 10.2.b"}
AMERICAN_WATERS = (US_OCEAN, COASTAL)  # where American ships are put (nimitz 10.1.2.c)


def place(table: Table) -> None:
    """Americans first, then the Japanese, submarines of the Americans last (10.1, 10.2; G-10)."""
    _land_forces(table, US)
    _american_ships(table)
    _land_forces(table, JAPAN)
    _japanese_ships(table)
    _american_submarines(table)
    for side in SIDES:
        _embark(table, side)


def _station(table: Table, side: Side, boxes: Mapping[str, str], rule: str = "") -> None:
    if boxes:
        table.tell(UnitsStationed(rule or RULES[side], side, boxes))


def _here(position: Position, side: Side, *kinds: str) -> list[Unit]:
    return position.of(side, sheet.battle(position).place, *kinds)


def _land_forces(table: Table, side: Side) -> None:
    """Ground units go to their foxholes, or to Coastal on transports if they have moved (nimitz 10.1.2.f, 10.1.2.g,
    10.2.b); LBA to the airfield, whose capacity is their number, BW that bomb Japan included (nimitz 10.1.2.e, 10.2.a;
    G-51)."""
    units = _here(table.position, side)
    ground = {unit.id: TRANSPORT if unit.landing else FOXHOLES for unit in units if unit.is_ground}
    based = {unit.id: ABOARD for unit in units if unit.is_lba}
    _station(table, side, ground | based)
    capacity = len(based) + len(landing_aircraft.away(table.position, side))
    if capacity:
        table.tell(AirfieldLaid("nimitz 10.1.2.e" if side == US else "nimitz 10.2.a", side, capacity))


def _embark(table: Table, side: Side) -> None:
    """Every carrier has its full complement (nimitz 10.1.3.a, 10.1.3.b, 10.1.3.c, 10.2.5.a; G-55)."""
    position = table.position
    aircraft: dict[str, str] = {}
    for carrier in sheet.carriers(position, side):
        kinds = position.campaign.complement(position.printed(carrier))
        aircraft |= {f"{carrier.id}_{kind}_{kinds[:number].count(kind)}": kind
                     for number, kind in enumerate(kinds, start=1)}
    if aircraft:
        table.tell(AircraftEmbarked("nimitz 10.1.3.a" if side == US else "nimitz 10.2.5.a", side, aircraft))


# -- Americans (10.1) ----------------------------------------------------------------------------------------------


def _american_ships(table: Table) -> None:
    """Carriers go to the US Ocean (nimitz 10.1.2.b), other ships there or to Coastal as the player likes, and stay
    (nimitz 10.1.2.a, 10.1.2.c)."""
    carriers = _here(table.position, US, *CARRIERS)
    _station(table, US, dict.fromkeys((unit.id for unit in carriers), US_OCEAN), "nimitz 10.1.2.b")
    _send(table, ESCORTS, lambda left: Task("stationing", OURS, sending.STATION, left, AMERICAN_WATERS, _not_ours,
                                            _usual(table.position, left)))


def _send(table: Table, kinds: Sequence[str], task: Callable[[Sequence[Unit]], Task]) -> None:
    """The player puts American ships on the sheet until all have their place."""
    while left := [unit for unit in _here(table.position, US, *kinds)
                   if unit.id not in sheet.battle(table.position).boxes]:
        sent: Sent = table.ask(sending.demand(table.position, task(left)))[0]
        _station(table, US, dict.fromkeys(sent.units, sent.area), task(left).rule)


def _not_ours(area: str) -> Problem:
    return illegal("not-american-waters", OURS, place=area, places=list(AMERICAN_WATERS))


def _usual(position: Position, left: Sequence[Unit]) -> Mapping[str, Sequence[Unit]]:
    """As many escorts as carriers with them, those with the best AA values, the rest in Coastal; without carriers all
    in Coastal if they can protect somebody there or Japanese ships are going to be there."""
    carriers = _here(position, US, *CARRIERS)
    if carriers:
        there = [unit for unit in sheet.on_sheet(position, US, US_OCEAN) if unit not in carriers]
        by_value = sorted(left, key=lambda unit: -(value.normal if (value := position.value(unit, "aa")) else 0))
        with_them = by_value[:max(0, len(carriers) - len(there))]
        areas = {US_OCEAN: with_them, COASTAL: [unit for unit in left if unit not in with_them]}
        return {area: units for area, units in areas.items() if units}
    ground = any(unit.is_ground for unit in _here(position, US))
    coming = any(unit.kind in ESCORTS for unit in _here(position, JAPAN)) and not (
        _here(position, JAPAN, *CARRIERS) and not _is_at_island(position))
    return {COASTAL if ground or coming else US_OCEAN: left}


def _american_submarines(table: Table) -> None:
    """American submarines go where Japanese ships are, submarines included; where none are they take no part (nimitz
    10.1.2.d; G-10)."""
    position = table.position
    ships = {area: len(sheet.ships(position, JAPAN, area)) for area in AREAS
             if sheet.surface(position, JAPAN, area) or sheet.submarines(position, JAPAN, area)}
    areas = sorted(ships, key=lambda area: -ships[area])
    if areas:
        _send(table, [SUBMARINE], lambda left: Task("submarines", "nimitz 10.1.2.d", sending.STATION, left, areas,
                                                    _no_ships, {areas[0]: left}))


def _no_ships(area: str) -> Problem:
    return illegal("no-ships-there", "nimitz 10.1.2.d", place=area)


# -- Japanese (10.2) -----------------------------------------------------------------------------------------------


def _japanese_ships(table: Table) -> None:
    """Without a carrier all ships go to Coastal (nimitz 10.2.3.a); with one to the Japanese Ocean (nimitz 10.2.2.a;
    G-09), unless something is to be done at the Island. Then come the submarines."""
    position = table.position
    ships = _here(position, JAPAN, *CARRIERS, *ESCORTS)
    if not _here(position, JAPAN, *CARRIERS):
        _station(table, JAPAN, dict.fromkeys((unit.id for unit in ships), COASTAL), "nimitz 10.2.3.a")
    elif not _is_at_island(position):
        _station(table, JAPAN, dict.fromkeys((unit.id for unit in ships), JAPANESE_OCEAN), "nimitz 10.2.2.a")
    else:
        _divide(table)
    _japanese_submarines(table)


def _is_at_island(position: Position) -> bool:
    """Whether Japan has ground units at the point, or either side LBA (nimitz 10.2.1.a)."""
    return any(unit.is_ground for unit in _here(position, JAPAN)) or any(
        unit.is_lba for side in SIDES for unit in _here(position, side))


def _divide(table: Table) -> None:
    """Carriers go to the Japanese Ocean (nimitz 10.2.1.b). Of the escorts the one with the lowest gunnery value goes
    there, that with the highest to Coastal, and so on until there are as many as carriers or none is left (nimitz
    10.2.1.c, 10.2.1.d, 10.2.1.e; G-64): half of them at most, rounded up, those with the lowest values."""
    position = table.position
    carriers, escorts = (_here(position, JAPAN, *kinds) for kinds in (CARRIERS, ESCORTS))
    count = min(len(carriers), -(-len(escorts) // 2))
    ranked = sorted(escorts, key=lambda unit: _gunnery(position, unit))
    with_them = [unit for unit in ranked if _gunnery(position, unit) < _gunnery(position, ranked[count - 1])] if (
        count) else []
    while len(with_them) < count:
        tied = [unit for unit in ranked if _gunnery(position, unit) == _gunnery(position, ranked[count - 1])
                and unit not in with_them]
        is_open = len(tied) > count - len(with_them)
        with_them += [table.ask(_tie(position, tied))[0]] if is_open else tied
    areas = {unit.id: JAPANESE_OCEAN for unit in (*carriers, *with_them)}
    _station(table, JAPAN, areas, "nimitz 10.2.1.b")
    _station(table, JAPAN, {unit.id: COASTAL for unit in escorts if unit not in with_them}, "nimitz 10.2.1.e")


def _gunnery(position: Position, unit: Unit) -> int:
    value = position.value(unit, "gunnery")
    return value.normal if value else 0


def _tie(position: Position, tied: Sequence[Unit]) -> Demand:
    """Of escorts with the same gunnery value the player chooses who goes with the carriers (nimitz 1.3.a; G-63).
    They have to be named: any other description is of American ships."""
    def named(order: Order) -> list[Unit]:
        return preferred([spec for spec in order.body.units if spec.id], tied)

    def wishes(order: Order) -> list[Unit]:
        is_ocean = order.body.area.id == JAPANESE_OCEAN
        return [unit for unit in tied if (unit in named(order)) == is_ocean or order.body.rest]

    return choose_one(
        US, "escorts", THEIRS, tied, lambda unit: ordered(sending.STATION, units=[unit.id], area=JAPANESE_OCEAN),
        wishes=wishes, refusal=lambda order: illegal("none-of-these", THEIRS, order.statement.span,
                                                     units=[unit.id for unit in tied]),
        about={**sheet.moment(position), "units": [unit.id for unit in tied]},
        matches=lambda order: order.body.rest or bool(named(order)))


def _japanese_submarines(table: Table) -> None:
    """Japanese submarines go to the US Ocean if the Americans have a carrier (nimitz 10.2.4.a), to Coastal if they have
    ships there (nimitz 10.2.4.b), else to the Japanese Ocean (nimitz 10.2.4.c)."""
    position = table.position
    area, rule = JAPANESE_OCEAN, "nimitz 10.2.4.c"
    if sheet.carriers(position, US):
        area, rule = US_OCEAN, "nimitz 10.2.4.a"
    elif sheet.surface(position, US, COASTAL):
        area, rule = COASTAL, "nimitz 10.2.4.b"
    _station(table, JAPAN, {unit.id: area for unit in _here(position, JAPAN, SUBMARINE)}, rule)
