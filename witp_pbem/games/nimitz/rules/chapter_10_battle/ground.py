"""Sections 10.17 and 10.19: ground combat (step g), and how ground units advance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from witp_pbem.games.nimitz.board.events import MarkerUsed, UnitsAdvanced
from witp_pbem.games.nimitz.board.state import (
    BEACH,
    ENEMY,
    FOXHOLES,
    ISLAND,
    JAPAN,
    MARINE,
    SIDES,
    TRANSPORT,
    US,
    Position,
    Side,
    Unit,
)
from witp_pbem.games.nimitz.rules.chapter_10_battle import attacks, hits, sheet, strength, use
from witp_pbem.games.nimitz.rules.chapter_10_battle.attacks import GROUND, Step, Volley
from witp_pbem.games.nimitz.rules.chapter_10_battle.use import Moment
from witp_pbem.table.table import Table

CHARGE = "charge"
ARTILLERY = {US: "artillery", JAPAN: "jp-artillery"}


def combat(table: Table) -> None:
    """Ground units in foxholes attack those of the enemy on the Island, and its airfield (nimitz 2.8.3.a, 10.17.a); who
    is on a beach or aboard cannot (nimitz 10.17.b)."""
    position = table.position
    targets = {side: sheet.on_island(position, side) for side in SIDES}
    step = Step(GROUND, "nimitz 10.17.a", ISLAND)
    scored = Counter(attacks.fire(table, step, *(_volley(position, side, sheet.on_sheet(position, side, FOXHOLES))
                                                 for side in SIDES)))
    if targets[JAPAN]:
        scored[US] += _bonuses(table, step)
    if targets[US] and sheet.ashore(position, JAPAN) and ARTILLERY[JAPAN] in sheet.battle(position).drawn:
        table.tell(MarkerUsed("nimitz 10.7.jp2", JAPAN, ARTILLERY[JAPAN]))
        attacks.extra(table, step, JAPAN, ARTILLERY[JAPAN], "nimitz 10.7.jp2")
        scored[JAPAN] += 1
    hits.inflict(table, ISLAND, "nimitz 10.17.a", scored, targets)


def _volley(position: Position, side: Side, units: Sequence[Unit]) -> Volley:
    return Volley(side, strength.best(position, units, "ground"),
                  sheet.hits_left(position, sheet.on_island(position, ENEMY[side])))


def _bonuses(table: Table, step: Step) -> int:
    """The hits of American markers: one with ground units on the Island (nimitz 10.5.us4), and those of an extra attack
    of one in foxholes (nimitz 10.5.us6)."""
    position = table.position
    attackers = [unit for unit, _ in strength.best(position, sheet.on_sheet(position, US, FOXHOLES), "ground")]
    options: dict[str, Sequence[Unit]] = {CHARGE: attackers} if attackers else {}
    if sheet.ashore(position, US):
        options[ARTILLERY[US]] = ()
    scored = 0
    while used := use.ask(table, Moment("ground", ISLAND), options):
        if used.marker == CHARGE:
            charge = _volley(position, US, [position.units[used.unit]])
            scored += attacks.fire(table, step._replace(marker=CHARGE), charge)[US]
        else:
            attacks.extra(table, step, US, used.marker, use.RULES[used.marker])
            scored += 1
    return scored


def advance(table: Table) -> None:
    """Ground units go from the beach to the foxholes, then from transports to the beach, marines straight to the
    foxholes (nimitz 10.19.a, 10.19.b, 10.19.c)."""
    for side in SIDES:
        position = table.position
        boxes = {unit.id: FOXHOLES for unit in sheet.on_sheet(position, side, BEACH)}
        boxes |= {unit.id: FOXHOLES if unit.kind == MARINE else BEACH
                  for unit in sheet.on_sheet(position, side, TRANSPORT)}
        if boxes:
            table.tell(UnitsAdvanced("nimitz 10.19.a", side, boxes))
