"""First strikes, before other aircraft move (10.5 table, marker 11; 10.7 table, marker 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import choose_one, preferred
from witp_pbem.games.nimitz.board.events import AircraftFlew, AircraftRemoved, AircraftReturned, MarkerUsed
from witp_pbem.games.nimitz.board.state import AREAS, DIE, ISLAND, JAPAN, US, US_OCEAN, Position, Side, Unit
from witp_pbem.games.nimitz.orders.kinds import STRIKES, Pass, Strike
from witp_pbem.games.nimitz.rules.chapter_10_battle import air, aircraft, landing_aircraft, markers, sheet, use
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

NEEDED = 7  # on the die, or more (nimitz 10.5.us11)
PASS, KEYWORD = "pass", "strike"
JAPANESE_RULE = "nimitz 10.7.jp7"


class Strikers(NamedTuple):
    """A carrier whose aircraft make a first strike, and the area."""

    carrier: str
    area: str


def play(table: Table) -> None:
    """Japan strikes if it has drawn the marker, then the Americans if they want to try (G-35)."""
    battle = sheet.battle(table.position)
    if markers.JAPANESE_FIRST_STRIKE in battle.drawn:
        _japanese(table)
    if markers.FIRST_STRIKE in battle.held:
        _american(table)


def _load(position: Position, carrier: Unit) -> list[Unit]:
    """The aircraft of a carrier."""
    return [unit for unit in sheet.aircraft(position, carrier.side) if unit.carrier == carrier.id]


def _able(position: Position, side: Side) -> list[Unit]:
    """The carriers with aircraft, those with most first."""
    loads = {carrier: len(_load(position, carrier)) for carrier in sheet.carriers(position, side)}
    return sorted((carrier for carrier in loads if loads[carrier]), key=lambda carrier: -loads[carrier])


def _strike(table: Table, side: Side, strikers: Strikers, rule: str, marker: str) -> None:
    """The aircraft of a carrier fly, suffer AA fire but no air combat, bomb and return; they fly no more in the round
    (nimitz 10.5.us11.c, 10.7.jp7.c, 10.11.e; G-36)."""
    load = tuple(unit.id for unit in _load(table.position, table.position.units[strikers.carrier]))
    table.tell(AircraftFlew(rule, side, load, strikers.area, strikers.carrier))
    air.anti_aircraft(table, strikers.area, marker)
    air.bombing(table, strikers.area, marker)
    left = tuple(unit.id for unit in sheet.flying(table.position, side, strikers.area))
    if left:
        table.tell(AircraftReturned(rule, left, struck=True))


# -- Japan (10.7.jp7) ----------------------------------------------------------------------------------------------


def _japanese(table: Table) -> None:
    """The carrier with the most aircraft strikes at the US Ocean, or the next area with a target (nimitz 10.7.jp7;
    G-36)."""
    position = table.position
    carriers = _able(position, JAPAN)
    qualified = aircraft.targets(position, aircraft.BOMBERS)
    if not carriers or not qualified:
        return
    area = aircraft.search(US_OCEAN, qualified)
    most = [unit for unit in carriers if len(_load(position, unit)) == len(_load(position, carriers[0]))]
    carrier: Unit = table.ask(_which(position, most, area))[0]
    table.tell(MarkerUsed(JAPANESE_RULE, JAPAN, markers.JAPANESE_FIRST_STRIKE, carrier.id))
    before = {unit.id: unit.full for unit in sheet.carriers(position, US)}
    _strike(table, JAPAN, Strikers(carrier.id, area), JAPANESE_RULE, markers.JAPANESE_FIRST_STRIKE)
    _caught(table, before)
    landing_aircraft.fit_airfield(table, US)


def _which(position: Position, carriers: Sequence[Unit], area: str) -> Demand:
    """Of carriers with equally many aircraft the player chooses one (nimitz 1.3.a)."""
    return choose_one(
        US, "enemy-strike", JAPANESE_RULE, carriers, lambda unit: ordered(KEYWORD, units=[unit.id], area=area),
        wishes=lambda order: [*preferred(order.body.units, carriers), *(carriers if order.body.rest else ())],
        refusal=lambda order: illegal("none-of-these", JAPANESE_RULE, order.statement.span,
                                      units=[unit.id for unit in carriers]),
        about={**sheet.moment(position), "units": [unit.id for unit in carriers]})


def _caught(table: Table, before: dict[str, bool]) -> None:
    """American carriers that the strike has damaged or sunk lose their aircraft before they can launch (nimitz
    10.7.jp7.b)."""
    position = table.position
    lying = {unit.id: unit.full for unit in sheet.carriers(position, US)}
    hit = [name for name, full in before.items() if lying.get(name) != full]
    lost = tuple(unit.id for unit in sheet.aircraft(position, US) if unit.carrier in hit)
    if lost:
        table.tell(AircraftRemoved("nimitz 10.7.jp7.b", US, lost, "launching"))


# -- the Americans (10.5.us11) -------------------------------------------------------------------------------------


def _american(table: Table) -> None:
    """The player may try in each round until it succeeds (nimitz 10.5.us11, 10.5.us11.b)."""
    position = table.position
    carriers, areas = _able(position, US), _areas(position)
    strikers: Strikers | None = table.ask(_demand(position, carriers, areas))[0] if carriers and areas else None
    if strikers is None:
        return
    die = table.roll(phrase("first-strike", **sheet.moment(position)), 1, DIE)[0]
    is_kept = die < NEEDED
    rule = "nimitz 10.5.us11.b" if is_kept else "nimitz 10.5.us11"
    table.tell(MarkerUsed(rule, US, markers.FIRST_STRIKE, strikers.carrier, stays=is_kept))
    if not is_kept:
        _strike(table, US, strikers, rule, markers.FIRST_STRIKE)


def _areas(position: Position) -> list[str]:
    """The areas with something to bomb, that with most ships first."""
    targets = {area: sheet.from_above(position, JAPAN) if area == ISLAND else sheet.surface(position, JAPAN, area)
               for area in aircraft.open_to_americans(position)}
    return sorted((area for area in targets if targets[area]),
                  key=lambda area: (area == ISLAND, -len(targets[area])))


def _demand(position: Position, carriers: Sequence[Unit], areas: Sequence[str]) -> Demand:
    passed = Understood(None, ordered(PASS, segment=STRIKES))

    def judge(order: Order) -> Verdict:
        if isinstance(order.body, Pass):
            return passed
        body: Strike = order.body
        named = [*preferred(body.units, carriers), *(carriers if body.rest else ())]
        if not named:
            return (illegal("none-of-these", use.RULES[markers.FIRST_STRIKE], order.statement.span,
                            units=[unit.id for unit in carriers], instead=_struck(carriers[0], areas[0]).order),)
        if body.area is None:
            return _struck(named[0], areas[0])
        if body.area.id not in areas:
            return (_closed(position, body.area.id).at(body.area.span).advising(_struck(named[0], areas[0]).order),)
        return _struck(named[0], body.area.id)

    def choices() -> Iterator[OrderValue]:
        yield _struck(carriers[0], areas[0]).order
        yield passed.order
        yield from (_struck(carrier, area).order for carrier in carriers for area in areas
                    if (carrier, area) != (carriers[0], areas[0]))

    return Demand(US, "first-strike", use.RULES[markers.FIRST_STRIKE], frozenset({KEYWORD, PASS}), judge, choices, {
        **sheet.moment(position), "units": [unit.id for unit in carriers], "areas": list(areas)},
        lambda order: not isinstance(order.body, Pass) or order.body.segment == STRIKES, standing=True)


def _closed(position: Position, area: str) -> Problem:
    """Why there can be no strike at an area."""
    if area not in AREAS:
        return illegal("no-battle-area", use.RULES[markers.FIRST_STRIKE], place=area, places=list(AREAS))
    if area not in aircraft.open_to_americans(position):
        return aircraft.no_contact(area)
    return illegal("nothing-to-strike", use.RULES[markers.FIRST_STRIKE], place=area)


def _struck(carrier: Unit, area: str) -> Understood:
    return Understood(Strikers(carrier.id, area), ordered(KEYWORD, units=[carrier.id], area=area))
