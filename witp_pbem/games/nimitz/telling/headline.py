"""What a newspaper would print of the campaign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.telling import parts_of
from witp_pbem.games.nimitz.board import events as e
from witp_pbem.games.nimitz.board.state import SIDES, Position
from witp_pbem.games.nimitz.telling.battle_tellers import battle_title, lost_and_damaged
from witp_pbem.games.nimitz.telling.nouns import ending, in_map_order, listed, places, side_name, the_side, when
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.games.nimitz.words.wording import word
from witp_pbem.table.event import Event
from witp_pbem.table.language import labelled, parts
from witp_pbem.table.story import Happening

NAMED = 4  # units named in one clause


def highlights(happenings: Sequence[Happening]) -> list[str]:
    """Who won, objectives that changed hands, battles with what was lost, strategic bombing; where nothing of this
    happened, the turn that goes on."""
    events = [happening for happening in happenings if isinstance(happening.act, Event)]
    if not events:
        return []
    end = events[-1].position_after
    weighty = [*_ends(events), *_objectives(events), *_battles(events)]
    return weighty or [say("{turn} goes on", turn=when(end)) if events[0].position_before.turn == end.turn else
                       say("{turn} begins", turn=when(end))]


def _ends(events: Sequence[Happening]) -> Iterator[str]:
    for happening in events:
        act = happening.act
        if isinstance(act, e.GameEnded):
            yield ending({"winner": act.winner, "reason": act.reason}).rstrip(".。")
        if isinstance(act, e.CampaignEnded):
            yield say("{year} ended with {count} objectives: {level}", year=act.year, count=act.count,
                      level=word("level", act.level))


def _objectives(events: Sequence[Happening]) -> Iterator[str]:
    """Objectives won and lost each time they were counted."""
    for happening in events:
        if isinstance(happening.act, e.ObjectivesCounted) and happening.position_before.turn:
            position, before = happening.position_after, set(happening.position_before.objectives)
            now = set(happening.act.objectives)
            if won := in_map_order(position, now - before):
                yield say("{places} won", places=places(position, won))
            if lost := in_map_order(position, before - now):
                yield say("{places} lost", places=places(position, lost))


def _battles(events: Sequence[Happening]) -> Iterator[str]:
    """Each battle with what it cost, the bloodiest first."""
    fought = [_battle(part) for part in parts_of(events, lambda happening: isinstance(happening.act, e.BattleBegan))
              if isinstance(part[0].act, e.BattleBegan)]
    yield from (text for _, text in sorted(fought, key=lambda entry: -entry[0]))


def _battle(part: Sequence[Happening]) -> tuple[int, str]:
    began, position = part[0].act, part[0].position_before
    assert isinstance(began, e.BattleBegan)
    end = next((number for number, happening in enumerate(part) if isinstance(happening.act, e.BattleEnded)), len(part))
    fates = lost_and_damaged(part[:end])
    clauses = [say("{fate} ({side}): {units}", side=side_name(side), units=_some(position, units),
                   fate=say("lost") if fate == "lost" else say("damaged"))
               for side in SIDES for fate, units in fates.get(side, {}).items() if units]
    ended = part[end].act if end < len(part) else None
    if isinstance(ended, e.BattleEnded) and ended.winner:
        clauses.insert(0, say("won by {side}", side=the_side(ended.winner)))
    title = battle_title(position, began.place)
    lost = sum(len(by_fate.get("lost", ())) for by_fate in fates.values())
    return lost, labelled(title, parts(clauses)) if clauses else title


def _some(position: Position, units: Sequence[str]) -> str:
    """Some units by name, the first few where they are many."""
    if len(units) <= NAMED:
        return listed(position, units)
    return say("{units} and {number} more", units=listed(position, units[:NAMED]), number=len(units) - NAMED)
