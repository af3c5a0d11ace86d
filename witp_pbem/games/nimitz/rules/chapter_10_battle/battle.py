"""Sections 10.0, 10.6 and 10.22: a battle, round by round."""

from __future__ import annotations

from collections.abc import Callable

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.common.sequence import GameOver
from witp_pbem.games.nimitz.board.events import BattleBegan, BattleEnded, GameEnded, MarkerUsed, RoundBegan, RoundEnded
from witp_pbem.games.nimitz.board.setup import LINKED
from witp_pbem.games.nimitz.board.state import AREAS, HAWAII, JAPAN, SIDES, US, Position
from witp_pbem.games.nimitz.board.turn import to_be_fought
from witp_pbem.games.nimitz.orders.kinds import LENGTHEN, SHORTEN
from witp_pbem.games.nimitz.rules.chapter_10_battle import (
    air,
    aircraft,
    first_strike,
    ground,
    landing_aircraft,
    markers,
    placing,
    sea,
    sheet,
    use,
)
from witp_pbem.games.nimitz.rules.chapter_10_battle.use import Moment
from witp_pbem.table.demand import Demand, Order
from witp_pbem.table.problem import illegal
from witp_pbem.table.table import Table

DURATION = "jp-duration"


def play(table: Table) -> None:
    """One battle, at a point the player chooses (nimitz 10.0.a, 10.0.b)."""
    points = to_be_fought(table.position)
    if not points:
        return
    place: str = table.ask(_demand(table.position, points))[0]
    units = {side: tuple(unit.id for unit in table.position.of(side, place)) for side in SIDES}
    table.tell(BattleBegan("nimitz 10.1.1.a", place, units))
    placing.place(table)
    if not _is_one_sided(table.position):
        markers.roll_rounds(table)
        markers.buy(table)
    while sheet.battle(table.position).rounds > 0 and not _is_one_sided(table.position):
        _round(table)
        if place == HAWAII and sheet.battle(table.position).number == 1:
            _defend_hawaii(table)
    _end(table)


def _demand(position: Position, points: list[str]) -> Demand:
    """Which battle is fought next; Hawaii first if nobody has another wish."""
    first = sorted(points, key=lambda point: point != HAWAII)

    def wishes(order: Order) -> list[str]:
        return [*(place.id for place in order.body.places), *(first if order.body.rest else ())]

    return choose_one(US, "battle-order", "nimitz 10.0.b", first, lambda point: ordered("fight", places=[point]),
                      wishes=wishes, refusal=lambda order: illegal(
                          "no-battle-there", "nimitz 10.0.a", order.statement.span, points=points),
                      about={"turn": position.turn, "points": points}, idle=lambda order: ())


def _is_one_sided(position: Position) -> bool:
    """Whether only one side has units on the sheet, carrier aircraft included (nimitz 10.22.b; G-42)."""
    return not all(sheet.on_sheet(position, side) for side in SIDES)


def _round(table: Table) -> None:
    """A round: Japanese markers, American aircraft, Japanese bombers, then fighters, combat, ground units, return of
    aircraft, round marker (nimitz 10.6.a)."""
    battle = sheet.battle(table.position)
    table.tell(RoundBegan("nimitz 10.6.a", battle.place, battle.number + 1))
    markers.draw(table)
    first_strike.play(table)
    aircraft.fly_americans(table)
    aircraft.fly_japanese(table, aircraft.BOMBERS)
    aircraft.fly_japanese(table, aircraft.FIGHTERS)
    _combat(table)
    ground.advance(table)
    landing_aircraft.land(table)
    _end_round(table)


def _combat(table: Table) -> None:
    """The steps of combat, each in all areas before the next (nimitz 10.6.b, 10.10.1.a)."""
    def everywhere(step: Callable[[Table, str], None]) -> None:
        for area in AREAS:
            step(table, area)

    everywhere(air.air_combat)
    everywhere(air.anti_aircraft)
    everywhere(air.bombing)
    for step in sea.order(table):
        everywhere(step)
    sea.gunfire(table)
    ground.combat(table)


# -- the end (10.22) -----------------------------------------------------------------------------------------------


def _end_round(table: Table) -> None:
    """The round marker moves down (nimitz 10.22.a) once markers have made the battle longer or shorter; it stays on its
    track (G-41)."""
    change = _engaged(table) + _duration(table)
    battle = sheet.battle(table.position)
    left = min(table.position.data.track, battle.rounds + change) - 1
    table.tell(RoundEnded("nimitz 10.22.a", battle.place, max(0, left), change))


def _strengths(position: Position) -> dict[str, int]:
    """How many units each side has on the sheet, with carrier aircraft and those on transports (G-59)."""
    return {side: len(sheet.on_sheet(position, side)) for side in SIDES}


def _engaged(table: Table) -> int:
    """The player may lengthen or shorten the battle by a round (nimitz 10.5.us9); lengthening is wanted by who has more
    units."""
    count = _strengths(table.position)
    if not all(count.values()):
        return 0
    effects = (LENGTHEN, SHORTEN) if count[US] > count[JAPAN] else (SHORTEN, LENGTHEN)
    used = use.ask(table, Moment("end-of-round", effects=effects), {"engaged": ()})
    return 0 if used is None else 1 if used.effect == LENGTHEN else -1


def _duration(table: Table) -> int:
    """Japan's marker lengthens the battle if it has more units, and shortens it if it has fewer (nimitz 10.7.jp6)."""
    count = _strengths(table.position)
    if DURATION not in sheet.battle(table.position).drawn:
        return 0
    change = (count[JAPAN] > count[US]) - (count[JAPAN] < count[US])
    if change:
        table.tell(MarkerUsed("nimitz 10.7.jp6", JAPAN, DURATION, effect=LENGTHEN if change > 0 else SHORTEN))
    return change


def _defend_hawaii(table: Table) -> None:
    """The campaign, and with it linked ones, is lost if any Japanese unit survives the first round in the Hawaiian
    Islands (nimitz 11.5.2.a, 12.6.b)."""
    if sheet.on_sheet(table.position, JAPAN):
        rule = "nimitz 12.6.b" if table.position.scenario == LINKED else "nimitz 11.5.2.a"
        _end(table)
        table.tell(GameEnded(rule, JAPAN, "hawaii"))
        raise GameOver


def _end(table: Table) -> None:
    """Survivors go back to the point (nimitz 10.22.c), carrier aircraft off the map (nimitz 2.7.1.b, 10.22.1.b); what
    else is removed went when it was hit (nimitz 10.22.1.a, 10.22.1.c)."""
    position = table.position
    battle = sheet.battle(position)
    left = [side for side in SIDES if any(unit.is_ship or unit.is_ground or unit.is_lba
                                          for unit in position.of(side, battle.place))]
    table.tell(BattleEnded("nimitz 10.22.b", battle.place, left[0] if len(left) == 1 else "", battle.number))
