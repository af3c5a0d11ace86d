"""Sections 10.14 to 10.16: torpedoes, ASW and naval gunfire (steps d to f)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from witp_pbem.games.nimitz.board.state import (
    AREAS,
    COASTAL,
    ENEMY,
    JAPAN,
    JAPANESE_OCEAN,
    SIDES,
    US,
    Position,
    Side,
    Unit,
)
from witp_pbem.games.nimitz.rules.chapter_10_battle import attacks, hits, markers, sheet, strength, use
from witp_pbem.games.nimitz.rules.chapter_10_battle.attacks import ASW, GUNFIRE, TORPEDOES, Step, Volley, volley
from witp_pbem.games.nimitz.rules.chapter_10_battle.use import Moment
from witp_pbem.table.table import Table

Fight = Callable[[Table, str], None]


def order(table: Table) -> tuple[Fight, Fight]:
    """Torpedoes before ASW, unless an American marker turns that round for both sides everywhere (nimitz 10.6.b,
    10.5.us3; G-58). It is wanted if Japanese submarines are about to attack."""
    position = table.position
    attackers = [side for side in SIDES for area in AREAS if _torpedoes(position, side, area).attackers
                 and sheet.surface(position, ENEMY[side], area)]
    moment = Moment("torpedoes", is_wanted=JAPAN in attackers)
    turned = use.ask(table, moment, {"asw": ()}) if attackers else None
    return (anti_submarine, torpedoes) if turned else (torpedoes, anti_submarine)


def _submarines(position: Position, side: Side, area: str) -> list[Unit]:
    """A side's submarines that can attack in an area: no American ones in the Japanese Ocean without contact (nimitz
    10.7.jp11)."""
    is_lost = side == US and area == JAPANESE_OCEAN and markers.LOST_CONTACT in sheet.battle(position).drawn
    return [] if is_lost else sheet.submarines(position, side, area)


def _torpedoes(position: Position, side: Side, area: str) -> Volley:
    targets = sheet.surface(position, ENEMY[side], area)
    return Volley(side, strength.able(position, _submarines(position, side, area), "torpedo"),
                  sheet.hits_left(position, targets))


def torpedoes(table: Table, area: str) -> None:
    """Submarines attack surface ships (nimitz 2.6.4.d, 10.14.a)."""
    position = table.position
    scored = attacks.fire(table, Step(TORPEDOES, "nimitz 10.14.a", area),
                          *(_torpedoes(position, side, area) for side in SIDES))
    hits.inflict(table, area, "nimitz 10.14.a", scored,
                 {side: sheet.surface(position, side, area) for side in SIDES})


def anti_submarine(table: Table, area: str) -> None:
    """Ships and submarines attack submarines, each of which by one enemy only, with the highest values (nimitz 2.6.4.e,
    10.15.a, 10.15.b)."""
    position = table.position
    targets = {side: sheet.submarines(position, side, area) for side in SIDES}

    def attackers(side: Side) -> Sequence[Unit]:
        return [*sheet.ships(position, side, area), *_submarines(position, side, area)]

    scored = attacks.fire(table, Step(ASW, "nimitz 10.15.a", area), *(
        Volley(side, strength.best(position, attackers(side), "asw")[:len(targets[ENEMY[side]])],
               sheet.hits_left(position, targets[ENEMY[side]])) for side in SIDES))
    hits.inflict(table, area, "nimitz 10.15.a", scored, targets)


def gunfire(table: Table) -> None:
    """Ships in Coastal fire at enemy ships there, at ground units and the airfield on the Island (nimitz 2.6.4.c,
    10.16.a, 10.16.b, 10.18.1.a); a marker adds an American hit (nimitz 10.5.us14)."""
    position = table.position
    step = Step(GUNFIRE, "nimitz 10.16.a", COASTAL)
    targets = {side: [*sheet.surface(position, side, COASTAL), *sheet.from_above(position, side)] for side in SIDES}
    volleys = {side: volley(table, side, sheet.ships(position, side, COASTAL), "gunnery", targets[ENEMY[side]])
               for side in SIDES}
    scored = attacks.fire(table, step, *volleys.values())
    if US in scored:
        scored[US] = attacks.more(table, step, "radar-fire", scored[US], volleys[US].room)
    hits.inflict(table, COASTAL, "nimitz 10.16.b", scored, targets)
