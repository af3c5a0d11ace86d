"""Which counters and markers to move, turn, put down and take away on a map of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from witp_pbem.games.common.board_changes import (
    ChangeRow,
    Move,
    control_table,
    differing,
    track_table,
    unit_table,
)
from witp_pbem.games.nimitz.board.state import OUT, REINFORCEMENTS, SIDES, Position, Unit
from witp_pbem.games.nimitz.telling.nouns import NOTHING, listed, place, side_name, when
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.story import Block, Section


def board_changes(start: Position, end: Position) -> list[Section]:
    """What changes on a map that shows `start`, so that it shows `end`: a section a side, then markers."""
    def who(units: Iterable[Unit]) -> str:
        return listed(end, [unit.id for unit in units])

    if start.year != end.year:
        return [Section(say("Markers"), tuple(_markers(start, end)))]  # everything is set up anew
    sections = []
    for side in SIDES:
        moves = [_move(end, _before(start, unit), unit) for unit in end.units.values()
                 if unit.side == side and not unit.is_cba and unit.kind != "airfield"
                 and _lies(_before(start, unit)) != _lies(unit)]
        if blocks := tuple(unit_table(moves, who)):
            sections.append(Section(side_name(side), blocks, side=side))
    shared = tuple(_markers(start, end))
    return [*sections, Section(say("Markers"), shared)] if shared else sections


def _before(start: Position, unit: Unit) -> Unit:
    """A unit as it was; battalions of the box are counters once they come out of it."""
    return start.units.get(unit.id) or unit._replace(place=OUT, full=True)


def _lies(unit: Unit) -> tuple[str, bool]:
    return unit.place, unit.full


def _move(position: Position, before: Unit, after: Unit) -> Move:
    """The row of a counter: first those that move, then turns, arrivals, losses."""
    stays, away = before.place == after.place, (OUT, REINFORCEMENTS)
    order = 3 if after.place in away else 2 if before.place in away else 1 if stays else 0
    goal = place(position, after.place)
    if before.full != after.full and after.place not in away:
        turn = say("turn to the front") if after.full else say("turn to the back: damaged")
        goal = turn if stays else say("{place}, {turn}", place=goal, turn=turn)
    return Move((order, before.place, before.full, after.place, after.full), place(position, before.place), goal, after)


def _markers(start: Position, end: Position) -> Iterator[Block]:
    """Turn, points, resupply markers; and which objectives are held."""
    yield from track_table(row for row in _tracks(start, end) if row[1] != row[2])
    before, after = ({point: _objective(position, point) for point in end.campaign.objectives}
                     for position in (start, end))
    yield from control_table((place(end, point), was, now)
                             for point, (was, now) in differing(before, after).items())


def _tracks(start: Position, end: Position) -> Iterator[ChangeRow]:
    yield say("Turn marker"), when(start), when(end)
    yield say("Supply points (SP)"), str(start.supply), str(end.supply)
    yield say("Reinforcement points (RP)"), str(start.reinforcement), str(end.reinforcement)
    yield say("Japanese resupply markers"), str(start.resupply), str(end.resupply)


def _objective(position: Position, point: str) -> str:
    """The side of an objective marker that lies up (nimitz 2.9.13.a)."""
    if point not in position.campaign.objectives:
        return NOTHING
    return say("blue: held") if point in position.objectives else say("red: not held")
