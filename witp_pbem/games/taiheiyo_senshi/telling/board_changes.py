"""Which counters and markers to move, turn, put down and take away on a map of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from witp_pbem.games.common.board_changes import (
    ChangeRow,
    Move,
    control_table,
    differing,
    track_table,
    unit_table,
)
from witp_pbem.games.taiheiyo_senshi.board.state import COMING, MAP, SIDES, TRACK, Position, Unit
from witp_pbem.games.taiheiyo_senshi.telling.nouns import by_kind, lead, place, side_name, unit_name, when
from witp_pbem.games.taiheiyo_senshi.telling.summary import occupied
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.table.story import Block, Section

OFF = "–"


def board_changes(start: Position, end: Position) -> list[Section]:
    """What changes on a map that shows `start`, so that it shows `end`: a section a side, then markers."""
    def who(units: Iterable[Unit]) -> str:
        return by_kind(units, lambda unit: unit_name(end, unit.id))

    sections = []
    for side in SIDES:
        moves = [_move(end, start.units[key], unit) for key, unit in end.units.items()
                 if unit.side == side and _lies(start.units[key]) != _lies(unit)]
        blocks = tuple(unit_table(moves, who))
        if blocks:
            sections.append(Section(side_name(side), blocks, side=side))
    shared = tuple(_markers(start, end))
    return [*sections, Section(say("Markers"), shared)] if shared else sections


def _lies(unit: Unit) -> tuple[Any, ...]:
    """Where a counter lies, and how."""
    if unit.status == MAP:
        return MAP, unit.point, unit.up
    return (unit.status, unit.turn) if unit.turn else (unit.status,)


def _move(position: Position, before: Unit, after: Unit) -> Move:
    """The row of a counter: first those that move, then turns, arrivals, losses."""
    stays = before.point == after.point
    order = 3 if after.status != MAP else 2 if before.status != MAP else 1 if stays else 0
    return Move((order, before.point, before.up, after.point, after.up, after.turn), _where(position, before),
                _goal(position, before, after, stays), after)


def _goal(position: Position, before: Unit, after: Unit, stays: bool) -> str:
    """Where a counter goes, and how it is turned; off the map it lies face-up."""
    if after.status != MAP or after.up == (before.status != MAP or before.up):
        return _where(position, after)
    turn = say("turn face-up") if after.up else say("turn face-down")
    return turn if stays else say("{place}, {turn}", place=_where(position, after), turn=turn)


def _where(position: Position, unit: Unit) -> str:
    if unit.status == MAP:
        return place(position, unit.point)
    if unit.status in (TRACK, COMING) and unit.turn:
        return say("turn track, turn {turn}", turn=unit.turn)
    return say("beside the map") if unit.status == COMING else say("out of the game")


def _markers(start: Position, end: Position) -> Iterator[Block]:
    """Turn, score, Fleet Train, routes, events that happened once; and who occupies what."""
    yield from track_table(row for row in _tracks(start, end) if row[1] != row[2])
    before, after = ({point: occupied(position, point) for point in end.data.map.points} for position in (start, end))
    yield from control_table((place(end, point), was, now)
                             for point, (was, now) in differing(before, after).items())


def _tracks(start: Position, end: Position) -> Iterator[ChangeRow]:
    yield say("Turn marker"), when(start), when(end)
    yield say("Score marker"), lead(start.score), lead(end.score)
    yield say("Fleet Train"), _train(start), _train(end)
    yield say("Dotted routes"), _routes(start), _routes(end)
    yield from ((say("Event {event} has happened", event=event), OFF, say("marker")) for event in end.spent
                if event not in start.spent)


def _train(position: Position) -> str:
    return place(position, position.train) if position.train else OFF


def _routes(position: Position) -> str:
    return say("open") if position.opened else say("closed")
