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
from witp_pbem.games.wif_land.board.state import SIDES, Position, Unit
from witp_pbem.games.wif_land.telling.nouns import NOTHING, at, listed, place, side_name, when
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.story import Block, Section


def board_changes(start: Position, end: Position) -> list[Section]:
    """What changes on a map that shows `start`, so that it shows `end`: a section a side, then control."""
    def who(units: Iterable[Unit]) -> str:
        return listed(end, [unit.id for unit in units])

    sections = []
    for side in SIDES:
        moves = [_move(start, end, start.units[unit.id], unit) for unit in end.units.values()
                 if unit.side == side and unit.id in start.units and _lies(start.units[unit.id]) != _lies(unit)]
        if blocks := tuple(unit_table(moves, who)):
            sections.append(Section(side_name(side), blocks, side=side))
    shared = tuple(_markers(start, end))
    return [*sections, Section(say("Markers"), shared)] if shared else sections


def _lies(unit: Unit) -> tuple[str, int, bool]:
    return unit.place, unit.section, unit.full


def _move(start: Position, end: Position, before: Unit, after: Unit) -> Move:
    """The row of a counter: first those that move, then turns, losses."""
    stays = (before.place, before.section) == (after.place, after.section)
    order = 2 if not after.place else 1 if stays else 0
    goal = at(end, after)
    if before.full != after.full and after.place:
        turn = say("turn face-up") if after.full else say("turn face-down")
        goal = turn if stays else say("{place}, {turn}", place=goal, turn=turn)
    return Move((order, before.place, before.full, after.place, after.full), at(start, before), goal, after)


def _markers(start: Position, end: Position) -> Iterator[Block]:
    """The impulse, factories, and who controls what."""
    yield from track_table(row for row in _tracks(start, end) if row[1] != row[2])
    before, after = ({hex: position.control.get(hex, "") for hex in end.map.hexes} for position in (start, end))
    yield from control_table((place(end, hex), _side(was), _side(now))
                             for hex, (was, now) in differing(before, after).items())


def _side(side: str) -> str:
    return side_name(side) if side else NOTHING


def _tracks(start: Position, end: Position) -> Iterator[ChangeRow]:
    yield say("Impulse"), when(start), when(end)
    for hex in dict.fromkeys((*start.factories, *end.factories)):
        yield (say("Blue factories at {place}", place=place(end, hex)), str(start.factories.get(hex, 0)),
               str(end.factories.get(hex, 0)))
    for hex in end.ruined:
        yield (say("Destroyed factories at {place}", place=place(end, hex)), str(start.ruined.get(hex, 0)),
               str(end.ruined[hex]))
