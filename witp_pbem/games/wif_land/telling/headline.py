"""What a newspaper would print of the land turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.telling import parts_of
from witp_pbem.games.wif_land.board import events as e
from witp_pbem.games.wif_land.telling.combat_tellers import attack_title
from witp_pbem.games.wif_land.telling.nouns import The_side, ending, listed, number, owner, place, side_name, when
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.event import Event
from witp_pbem.table.language import labelled, listing, parts
from witp_pbem.table.story import Happening


def highlights(happenings: Sequence[Happening]) -> list[str]:
    """How it ended, attacks with what came of them, overruns, hexes taken; where nothing of this happened, the impulse
    that goes on."""
    events = [happening for happening in happenings if isinstance(happening.act, Event)]
    if not events:
        return []
    end = events[-1].position_after
    weighty = [*_ends(events), *_attacks(events), *_overruns(events), *_taken(events)]
    return weighty or [say("{turn} goes on", turn=when(end)) if events[0].position_before.turn == end.turn else
                       say("{turn} begins", turn=when(end))]


def _ends(events: Sequence[Happening]) -> Iterator[str]:
    for happening in events:
        if isinstance(act := happening.act, e.GameEnded):
            yield ending({"winner": act.winner, "reason": act.reason}).rstrip(".。")


def _attacks(events: Sequence[Happening]) -> Iterator[str]:
    """Each attack with its odds, its result and what was lost."""
    for part in parts_of(events, lambda happening: isinstance(happening.act, e.AttackFought)):
        fought, position = part[0].act, part[0].position_before
        if isinstance(fought, e.AttackFought):
            clauses = [say("{odds}, result {result}", odds=fought.odds, result=fought.result)]
            clauses += [say("{side} lost {units}", side=side_name(side), units=listed(position, units))
                        for side, units in _lost(part, fought.hex).items()]
            yield labelled(attack_title(position, fought.hex), parts(clauses))


def _lost(part: Sequence[Happening], target: str) -> dict[str, list[str]]:
    """The units each side lost in an attack, shattered ones among them."""
    lost: dict[str, list[str]] = {}
    for happening in part:
        act = happening.act
        if isinstance(act, e.UnitsDestroyed | e.UnitsShattered) and act.hex == target:
            lost.setdefault(owner(happening.position_before, act.units), []).extend(act.units)
    return lost


def _overruns(events: Sequence[Happening]) -> Iterator[str]:
    for happening in events:
        if isinstance(act := happening.act, e.UnitsOverrun):
            position = happening.position_before
            yield say("{units} overran {losses} at {place} ({strength} against {defence})",
                      units=listed(position, act.units), losses=listed(position, act.losses),
                      place=place(position, act.hex), strength=number(act.strength), defence=number(act.defence))


def _taken(events: Sequence[Happening]) -> Iterator[str]:
    """The cities and ports each side took."""
    by_side: dict[str, list[str]] = {}
    for happening in events:
        if isinstance(act := happening.act, e.ControlChanged):
            position = happening.position_before
            by_side.setdefault(act.side, []).extend(
                place(position, hex) for hex in act.hexes if position.hex(hex).city or position.hex(hex).port)
    for side, taken in by_side.items():
        if taken:
            yield say("{side} took {places}", side=The_side(side), places=listing(dict.fromkeys(taken)))
