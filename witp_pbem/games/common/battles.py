"""The battles of a phase as a report tells them: place by place, each battle on a card with what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from witp_pbem.table.event import Event
from witp_pbem.table.story import BattleCard, Block, Happening, Paragraph, Section
from witp_pbem.table.telling import Entry, Telling, joined

MakeCard = Callable[[Happening, Sequence[Paragraph], Sequence[Paragraph]], BattleCard]


class _Battle:
    """A battle with what has been told of it so far."""

    def __init__(self, fought: Happening, notes: Sequence[Paragraph]) -> None:
        self.fought = fought
        self.notes = list(notes)
        self.consequences: list[Entry] = []

    def add(self, entries: Sequence[Entry], is_note: bool) -> None:
        """What follows a battle is what came of it, but what a card gave for it before."""
        if is_note and not self.consequences:
            self.notes += [entry for entry in entries if isinstance(entry, Paragraph)]
        else:
            self.consequences += entries

    def card(self, make: MakeCard) -> BattleCard:
        paragraphs = [block for block in joined(self.consequences) if isinstance(block, Paragraph)]
        return make(self.fought, self.notes, paragraphs)


class Battles:
    """How a game tells its battles.

    Args:
        telling: what the tellers of the game say.
        fought: the kind of event a battle is.
        opens: the place of an event with which the combat there can begin, "" for others.
        is_note: whether an event, told before anything came of a battle, explains the battle itself.
        card: the card of a battle, from its event, the notes and what came of it.
        section: the section of a place, from its id, the blocks and the position at the end.
    """

    def __init__(self, telling: Telling, fought: type[Event], *, opens: Callable[[Happening], str],
                 is_note: Callable[[Happening], bool], card: MakeCard,
                 section: Callable[[str, list[Block], Any], Section]) -> None:
        self.telling, self.fought, self.opens, self.is_note = telling, fought, opens, is_note
        self.card, self.section = card, section

    def blocks(self, run: Iterable[Happening]) -> list[Block]:
        """The story of a phase: what comes before the first place, then a section a place."""
        first: list[Block] = []
        places: list[tuple[str, list[Happening]]] = []
        for happening in run:
            place = self.opens(happening)
            if place and (not places or place != places[-1][0]):
                places.append((place, []))
            if places:
                places[-1][1].append(happening)
            else:
                first += self.telling.blocks([happening])
        return [*first, *(self._place(place, part) for place, part in places)]

    def _place(self, place: str, run: Sequence[Happening]) -> Section:
        parts: list[_Battle | Entry] = []
        for happening in run:
            last = parts[-1] if parts else None
            if isinstance(happening.act, self.fought):
                parts.append(_Battle(happening, self.telling.odds(happening)))
            elif isinstance(last, _Battle):
                last.add(self.telling.entries(happening), self.is_note(happening))
            else:
                parts += self.telling.entries(happening)
        blocks: list[Block] = []
        for part in parts:
            blocks += [part.card(self.card)] if isinstance(part, _Battle) else joined([part])
        return self.section(place, blocks, run[-1].position_after)
