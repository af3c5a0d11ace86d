"""Sections 10.11 to 10.13: air combat, AA fire and bombing (steps a to c)."""

from __future__ import annotations

from witp_pbem.games.nimitz.board.events import AircraftRemoved
from witp_pbem.games.nimitz.board.state import CARRIERS, ENEMY, ESCORTS, ISLAND, JAPAN, SIDES, US, Position, Side, Unit
from witp_pbem.games.nimitz.rules.chapter_10_battle import attacks, hits, markers, sheet, strength, use
from witp_pbem.games.nimitz.rules.chapter_10_battle.attacks import AA, AIR, BOMBING, Step, Volley, volley
from witp_pbem.games.nimitz.rules.chapter_10_battle.hits import Fire
from witp_pbem.games.nimitz.rules.chapter_10_battle.use import Moment
from witp_pbem.table.table import Table

ROWS = {"escorts": ESCORTS, "carriers": CARRIERS}  # in the order in which they fire (nimitz 10.12.1.a)


def air_combat(table: Table, area: str) -> None:
    """Aircraft of both sides fight each other at the same time, and nobody else (nimitz 10.11.a, 10.11.b, 10.11.c,
    10.11.d); a marker adds a hit (nimitz 10.5.us12)."""
    planes = {side: sheet.flying(table.position, side, area) for side in SIDES}
    step = Step(AIR, "nimitz 10.11.a", area)
    scored = attacks.fire(table, step, *(volley(table, side, planes[side], "air", planes[ENEMY[side]])
                                         for side in SIDES))
    if US in scored:
        scored[US] = attacks.more(table, step, "furball", scored[US], sheet.hits_left(table.position, planes[JAPAN]))
    hits.inflict(table, area, "nimitz 10.11.d", scored, planes, is_in_air=True)


# -- AA fire (10.12) -----------------------------------------------------------------------------------------------


def anti_aircraft(table: Table, area: str, marker: str = "") -> None:
    """Ships fire at aircraft, escorts before carriers; hits of one row count before the next fires (nimitz 10.12.a,
    10.12.1.a; G-17). Ground units and airfields have no AA (nimitz 10.12.2.a).

    Args:
        marker: of the first strike that the fire is at.
    """
    step = Step(AA, "nimitz 10.12.a", area, marker)
    has_hit = False
    for row in ROWS:
        scored = attacks.fire(table, step, *(_row(table.position, side, area, row) for side in SIDES))
        has_hit |= scored.get(US, 0) > 0
        _shoot_down(table, area, scored)
    has_hit |= _air_defence(table, step)
    if has_hit:
        _vt_fuse(table, step)


def _row(position: Position, side: Side, area: str, row: str) -> Volley:
    """One shot a ship, and no more than there are enemy aircraft; the highest values fire (nimitz 10.12.1.b,
    10.12.1.c; G-22)."""
    ships = [unit for unit in sheet.ships(position, side, area) if unit.kind in ROWS[row]]
    targets = sheet.flying(position, ENEMY[side], area)
    return Volley(side, strength.best(position, ships, "aa")[:len(targets)], sheet.hits_left(position, targets), row)


def _shoot_down(table: Table, area: str, scored: dict[Side, int]) -> None:
    """Aircraft take hits by the ordinary rule of cost (G-22)."""
    planes = {side: sheet.flying(table.position, side, area) for side in SIDES}
    hits.inflict(table, area, "nimitz 10.12.a", scored, planes, is_in_air=True)


def _air_defence(table: Table, step: Step) -> bool:
    """One extra attack with the AA value of any American ship (nimitz 10.5.us2); whether it hits."""
    position = table.position
    targets = sheet.flying(position, JAPAN, step.area)
    ships = dict(strength.best(position, sheet.ships(position, US, step.area), "aa"))
    used = use.ask(table, Moment("aa", step.area), {"air-defence": [*ships]} if targets and ships else {})
    if not used:
        return False
    ship = position.units[used.unit]
    scored = attacks.fire(table, step._replace(marker=used.marker),
                          Volley(US, [(ship, ships[ship])], sheet.hits_left(position, targets)))
    _shoot_down(table, step.area, scored)
    return scored[US] > 0


def _vt_fuse(table: Table, step: Step) -> None:
    """AA fire that has hit costs any Japanese aircraft in the area one more hit, by default one that is damaged (nimitz
    10.5.us1; G-57)."""
    planes = sorted(sheet.flying(table.position, JAPAN, step.area), key=lambda unit: unit.full)
    used = use.ask(table, Moment("aa-hit", step.area), {"vt-fuse": planes} if planes else {})
    if used:
        rule = use.RULES[used.marker]
        attacks.extra(table, step, US, used.marker, rule)
        hits.suffer(table, Fire(JAPAN, step.area, rule, [table.position.units[used.unit]], 1, is_in_air=True))


# -- bombing (10.13) -----------------------------------------------------------------------------------------------


def bombing(table: Table, area: str, marker: str = "") -> None:
    """Bombers attack ships at sea and in Coastal, ground units and the airfield on the Island (nimitz 2.7.4.d,
    10.13.a). A marker adds an American hit (nimitz 10.5.us8); in kamikaze attacks everybody hits once more (nimitz
    10.7.jp10).

    Args:
        marker: of the first strike that is flown.
    """
    position = table.position
    step = Step(BOMBING, "nimitz 10.13.a", area, marker)
    targets = {side: _targets(position, side, area) for side in SIDES}
    what = "ground" if area == ISLAND else "ship"
    volleys = {side: volley(table, side, sheet.flying(position, side, area), what, targets[ENEMY[side]])
               for side in SIDES}
    scored = attacks.fire(table, step, *volleys.values())
    if US in scored:
        scored[US] = attacks.more(table, step, "dive-bombing", scored[US], volleys[US].room)
    divers = [unit for unit, _ in volleys[JAPAN].attackers] if JAPAN in scored and area != ISLAND and (
        markers.is_kamikaze(position)) else []
    if divers:
        attacks.extra(table, step, JAPAN, markers.KAMIKAZE, "nimitz 10.7.jp10", len(divers))
        scored[JAPAN] += len(divers)
    hits.inflict(table, area, "nimitz 10.13.a", scored, targets)
    if divers:
        table.tell(AircraftRemoved("nimitz 10.7.jp10.c", JAPAN, tuple(unit.id for unit in divers), "kamikaze"))


def _targets(position: Position, side: Side, area: str) -> list[Unit]:
    """What bombs can hit of a side in an area; aircraft cannot attack submarines (nimitz 2.7.4.c, 10.18.1.a)."""
    return sheet.from_above(position, side) if area == ISLAND else sheet.surface(position, side, area)
