"""What a newspaper would print of the war, and who is winning it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.taiheiyo_senshi.board import events as e
from witp_pbem.games.taiheiyo_senshi.board.state import SIDES, Position
from witp_pbem.games.taiheiyo_senshi.telling.battle_tellers import (
    SURPRISES,
    battle_title,
    strike_title,
    sunk_and_damaged,
)
from witp_pbem.games.taiheiyo_senshi.telling.nouns import (
    The_side,
    ending,
    lead,
    listed,
    places,
    side_name,
    the_side,
    when,
)
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.games.taiheiyo_senshi.words.wording import word
from witp_pbem.table.event import Event
from witp_pbem.table.language import labelled, parts
from witp_pbem.table.story import Happening

NAMED = 4  # ships named in one clause


def highlights(happenings: Sequence[Happening]) -> list[str]:
    """Who won, ports that were captured, battles with what was sunk, the points of the turn; where nothing of this
    happened, the turn that goes on."""
    events = [happening for happening in happenings if isinstance(happening.act, Event)]
    if not events:
        return []
    end = events[-1].position_after
    weighty = [*_ends(events), *_captures(events), *_battles(events), *_scores(events)]
    return weighty or [say("{turn} goes on", turn=when(end)) if events[0].position_before.turn == end.turn else
                       say("{turn} begins", turn=when(end))]


def _ends(events: Sequence[Happening]) -> Iterator[str]:
    for happening in events:
        if isinstance(happening.act, e.GameEnded):
            yield ending({"winner": happening.act.winner, "reason": happening.act.reason}).rstrip(".。")


def _captures(events: Sequence[Happening]) -> Iterator[str]:
    for side in SIDES:
        taken = [happening.act.point for happening in events
                 if isinstance(happening.act, e.PortCaptured) and happening.act.side == side]
        if taken:
            yield say("{side} captured {places}", side=The_side(side), places=places(events[-1].position_after, taken))


def _battles(events: Sequence[Happening]) -> Iterator[str]:
    """Each battle, or strike of turn 0, with what it sank, the bloodiest first."""
    ranked: list[tuple[int, str]] = []
    part: list[Happening] = []
    point, fought = "", False  # where, and whether it is a battle with a beginning and an end
    for happening in [*events, None]:
        act = happening.act if happening else None
        if act is None or isinstance(act, e.BattleBegan) or (not fought and isinstance(act, e.AttackMade)):
            ranked += _battle(part, point)
            part, point = [], act.point if isinstance(act, e.BattleBegan | e.AttackMade) else ""
            fought = isinstance(act, e.BattleBegan)
        if happening:
            part.append(happening)
            if isinstance(act, e.BattleEnded):
                ranked += _battle(part, point)
                part, point, fought = [], "", False
    yield from (text for _, text in sorted(ranked, key=lambda entry: -entry[0]))


def _battle(part: Sequence[Happening], point: str) -> list[tuple[int, str]]:
    if not point or not part:
        return []
    position, fates = part[0].position_before, sunk_and_damaged(part)
    clauses = [say("{fate} ({side}): {ships}", side=side_name(side), fate=word("fate", fate),
                   ships=_some(position, fates[side][fate]))
               for side in SIDES for fate in ("sunk", "too-late", "damaged") if fates.get(side, {}).get(fate)]
    lost = sum(len(ships) for by_fate in fates.values() for ships in by_fate.values())
    ended = part[-1].act
    if isinstance(ended, e.BattleEnded) and ended.winner:
        clauses.insert(0, say("won by {side}", side=the_side(ended.winner)))
    began = part[0].act
    if isinstance(began, e.AttackMade) and began.kind in SURPRISES:
        title = strike_title(position, began.kind)
    else:
        title = battle_title(position, point)
    return [(lost, labelled(title, parts(clauses)) if clauses else title)]


def _some(position: Position, units: Sequence[str]) -> str:
    """Some ships by name, the first few where they are many."""
    if len(units) <= NAMED:
        return listed(position, units)
    return say("{units} and {number} more", units=listed(position, units[:NAMED]), number=len(units) - NAMED)


def _scores(events: Sequence[Happening]) -> Iterator[str]:
    for happening in events:
        if isinstance(happening.act, e.Scored):
            yield say("Points after turn {turn}: {score}", turn=happening.position_after.turn,
                      score=lead(happening.act.score))
