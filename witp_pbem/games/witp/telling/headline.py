"""What a newspaper would print of the war."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.telling import Loss
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.map import OWNER_SIDE
from witp_pbem.games.witp.board.names import place_alone
from witp_pbem.games.witp.board.state import SIDES, Position
from witp_pbem.games.witp.telling.battle_card import verdict
from witp_pbem.games.witp.telling.board_changes import changed_hands
from witp_pbem.games.witp.telling.entries import telling
from witp_pbem.games.witp.telling.nouns import The_side, side_name, when
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.event import Event
from witp_pbem.table.language import labelled, listing, parts
from witp_pbem.table.story import Happening

NAMED = 3  # places named in one clause


def highlights(happenings: Sequence[Happening]) -> list[str]:
    """Places that changed hands, battles, losses, new bases; where nothing of this happened, the turn that began."""
    events = [happening for happening in happenings if isinstance(happening.act, Event)]
    if not events:
        return []
    start, end = events[0].position_before, events[-1].position_after
    weighty = [*conquests(start, end), *_battles(events), *_losses(events), *_bases(events)]
    return weighty or [say("{turn} goes on", turn=when(end)) if start.turn == end.turn else
                       say("{turn} begins", turn=when(end))]


def _names(position: Position, numbers: Sequence[str]) -> str:
    """Some hexes by their names, the first few where they are many."""
    names = [place_alone(position.data.map[number]) or number for number in numbers]
    if len(names) <= NAMED:
        return listing(names)
    return say("{places} and {number} more", places=listing(names[:NAMED]), number=len(names) - NAMED)


def conquests(start: Position, end: Position) -> Iterator[str]:
    """Who took what; what was a side's own on the map is taken again."""
    taken: dict[tuple[str, bool], list[str]] = {}
    for number, (_, now) in changed_hands(start, end).items():
        hexagon = end.data.map[number]
        own = OWNER_SIDE.get(hexagon.owner or hexagon.source, "") == now
        taken.setdefault((now, own), []).append(number)
    for side in SIDES:
        if places := taken.get((side, True)):
            yield say("{side} retook {places}", side=The_side(side), places=_names(end, places))
        if places := taken.get((side, False)):
            yield say("{side} took {places}", side=The_side(side), places=_names(end, places))


def _battles(events: Sequence[Happening]) -> list[str]:
    """Each battle by its last round, those decided most clearly first."""
    last: dict[tuple[str, str], tuple[int, str]] = {}
    for happening in events:
        battle = happening.act
        if isinstance(battle, e.BattleFought):
            title = say("{battle} at {place}", battle=word("battle", battle.kind),
                        place=_names(happening.position_before, [battle.hex]))
            text = labelled(title, verdict(battle).text.rstrip(".。"))
            last[battle.kind, battle.hex] = battle.difference, text
    return [text for _, text in sorted(last.values(), key=lambda row: -row[0])]


def _losses(events: Sequence[Happening]) -> Iterator[str]:
    """How many units each side lost for good."""
    gone: dict[str, set[str]] = {}
    for happening in events:
        for entry in telling.entries(happening):
            if isinstance(entry, Loss) and entry.eliminated:
                gone.setdefault(entry.side, set()).add(entry.unit)
    if gone:
        yield say("Units eliminated: {losses}", losses=parts(
            say("{side} {count}", side=side_name(side), count=len(gone[side])) for side in SIDES if side in gone))


def _bases(events: Sequence[Happening]) -> Iterator[str]:
    """Where each side built logistics bases."""
    for side in SIDES:
        built = [happening.act.hex for happening in events
                 if isinstance(happening.act, e.BaseBuilt) and happening.act.side == side]
        if built:
            yield say("{side} built bases at {places}", side=The_side(side),
                      places=_names(events[-1].position_after, built))
