"""Telling what happened in a game that gives no more than a sentence for each kind of event.

Whatever the game tells better itself it gives in an object of its own; the rest is told here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from witp_pbem.table.acts import Answered, Drawn, Forced, Rolled
from witp_pbem.table.event import Event, texts
from witp_pbem.table.game import Game
from witp_pbem.table.language import labelled, listing, say
from witp_pbem.table.story import Block, Columns, Episode, Happening, Paragraph, Query, Section
from witp_pbem.table.tokens import tokens
from witp_pbem.table.wording import fill, order_words, phrase_words, side_name


class PlainNarration:
    """The narration of a game (see `story.Narration`)."""

    def __init__(self, game: Game, own: Any = None) -> None:
        self.game = game
        self.own = own

    def __getattribute__(self, name: str) -> Any:
        """What the game tells itself comes first."""
        own = None if name in ("game", "own") or name.startswith("_") else object.__getattribute__(self, "own")
        return getattr(own, name) if own is not None and hasattr(own, name) else object.__getattribute__(self, name)

    def when(self, position: Any) -> str:
        return say("Turn {turn}", turn=position.turn)

    def side_name(self, side: str) -> str:
        return side_name(side, self.game.catalogue)

    def rule_number(self, rule: str) -> str:
        return rule.removeprefix(f"{self.game.id} ")

    def phase_name(self, phase: str) -> str:
        return str(self.game.catalogue.words.get("phase", {}).get(phase, phase.capitalize()))

    def ending(self, outcome: Mapping[str, Any]) -> str:
        return say("{side} won: {reason}.", side=self.side_name(outcome["winner"]),
                   reason=self.game.catalogue.words.get("reason", {}).get(outcome["reason"], outcome["reason"]))

    # -- the story

    def sentence(self, event: Event) -> str:
        """What an event means, in the words of the game's catalogue (`happenings`), "" for one that needs none."""
        sentences: Mapping[str, str] = getattr(self.game.catalogue, "happenings", {})
        template = sentences.get(event.code(), event.code().replace("-", " "))
        return fill(template, {name: getattr(event, name) for name in event.names}, self.game.catalogue.words)

    def story(self, happenings: Sequence[Happening]) -> list[Section]:
        sections: list[Section] = []
        for step, run in self._steps(happenings):
            blocks = tuple(Paragraph(text, happening.act.rule, str(getattr(happening.act, "side", "")))
                           for happening in run if isinstance(happening.act, Event)
                           and (text := self.sentence(happening.act)))
            if blocks:
                sections.append(Section(self.phase_name(step), blocks))
        return sections

    def _steps(self, happenings: Sequence[Happening]) -> list[tuple[str, list[Happening]]]:
        """The happenings of each step, with the step they were in."""
        runs: list[tuple[str, list[Happening]]] = []
        for happening in happenings:
            step = str(happening.position_before.step)
            if not runs or runs[-1][0] != step:
                runs.append((step, []))
            runs[-1][1].append(happening)
        return runs

    def reckoning(self, happenings: Sequence[Happening], position: Any) -> list[Section]:
        return []

    def record(self, happenings: Sequence[Happening]) -> list[Section]:
        """Orders as they were taken, dice as they fell, cards as they were drawn."""
        blocks = tuple(Paragraph(text) for happening in happenings if (text := self._evidence(happening.act)))
        return [Section(say("Orders and dice"), blocks)] if blocks else []

    def _evidence(self, act: Any) -> str:
        if isinstance(act, Answered | Forced):
            return labelled(self.side_name(act.side), order_words(act.order, self.game.write) or say("nothing"))
        if isinstance(act, Rolled):
            return labelled(phrase_words(act.label, self.game.catalogue), " ".join(map(str, act.dice)))
        if isinstance(act, Drawn):
            return say("{side} draws {slot}", side=self.side_name(act.side), slot=act.slot)
        return ""

    def board(self, position: Any) -> list[Section]:
        """What stands where."""
        rows = tuple((place, side, listing(map(self._unit_name, units)))
                     for place, side, units in self._standing(position))
        head = say("Place"), say("Side"), say("Units")
        return [Section(say("The board"), (Columns("", head, rows),))] if rows else []

    def counters(self, start: Any, end: Any) -> list[Section]:
        """The counters that stand elsewhere now."""
        before, now = self._places(start), self._places(end)
        away = say("off the map")
        lines = [Paragraph(say("{unit}: from {first} to {second}", unit=self._unit_name(unit),
                               first=before.get(unit, away), second=now.get(unit, away)))
                 for unit in {**before, **now} if before.get(unit) != now.get(unit)]
        return [Section(say("Counters to move"), tuple(lines))] if lines else []

    def _unit_name(self, unit: str) -> str:
        return str(self.game.catalogue.words.get("unit", {}).get(unit, unit))

    def _standing(self, position: Any) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        chart = self.game.chart(position)  # type: ignore[attr-defined]
        spots = {spot.place: spot.called for spot in chart.sheet.spots}
        for stack in chart.stacks:
            yield spots[stack.place], self.side_name(stack.side), stack.units

    def _places(self, position: Any) -> dict[str, str]:
        return {unit: place for place, _, units in self._standing(position) for unit in units}

    def chart(self, position: Any, happenings: Sequence[Happening] = (), side: str = "", *,
              overlaid: bool = True) -> Any:
        """The game's map, with every counter by its name."""
        chart = self.game.chart(position, happenings)  # type: ignore[attr-defined]
        return replace(chart, stacks=tuple(
            stack._replace(units=tuple(map(self._unit_name, stack.units))) for stack in chart.stacks))

    def luck(self, happenings: Sequence[Happening]) -> list[Section]:
        """How often each number fell, by kind of die."""
        thrown: dict[Any, list[int]] = {}
        for happening in happenings:
            if isinstance(happening.act, Rolled):
                thrown.setdefault(happening.act.die, []).extend(happening.act.dice)
        tables = tuple(Columns(say.plural(len(dice), "{n} die of {faces} faces", "{n} dice of {faces} faces",
                                          faces=die.faces),
                               (say("Number"), say("Thrown")),
                               tuple((str(number), str(count)) for number, count in sorted(Counter(dice).items())),
                               (1,)) for die, dice in thrown.items())
        return [Section(say("Luck"), tables)] if tables else []

    # -- disputes

    def episodes(self, happenings: Sequence[Happening]) -> list[Episode]:
        """An episode for each event that has a sentence, with what led to it."""
        runs: list[list[Happening]] = []
        is_told = True
        for happening in happenings:
            if is_told:
                runs.append([])
            runs[-1].append(happening)
            is_told = isinstance(happening.act, Event) and bool(self.sentence(happening.act))
        if len(runs) > 1 and not is_told:
            runs[-2:] = [runs[-2] + runs[-1]]
        return [self._episode(run) for run in runs]

    def _episode(self, run: Sequence[Happening]) -> Episode:
        events = [happening.act for happening in run if isinstance(happening.act, Event)]
        named = {text for event in events for text in texts(event)}
        before, after = run[0].position_before, run[-1].position_after
        sentences = [text for event in events if (text := self.sentence(event))]
        title = (sentences or [self.phase_name(before.step)])[-1]
        return Episode(before.turn, self.game.phase(before), self.phase_name(before.step), title, tuple(run),
                      tuple(place for place in self._all_places(after) if place in named),
                      tuple(unit for unit in self._places(after) if unit in named))

    def _all_places(self, position: Any) -> tuple[str, ...]:
        return tuple(spot.place for spot in self.game.chart(position).sheet.spots)  # type: ignore[attr-defined]

    def query(self, words: str, position: Any) -> Query:
        """Places, units, cards and sides by their names, and kinds of events by their codes."""
        matched = tokens(words, self.game.lexicon)
        sides = {side for token in matched if (side := self.game.lexicon.side(token.text)) in self.game.sides}
        return Query(frozenset(place for token in matched for place in token.places),
                      tuple(unit for token in matched for unit in token.units),
                      frozenset(card for token in matched for card in token.cards), frozenset(sides),
                      frozenset(code for code in self.game.events if code in words.casefold()))

    def about(self, happening: Happening) -> frozenset[str]:
        act = happening.act
        return frozenset({act.code(), *texts(act)}) if isinstance(act, Event) else frozenset()

    def evidence(self, happenings: Sequence[Happening]) -> list[Block]:
        return []

    def fate(self, unit: str, happening: Happening) -> str:
        act = happening.act
        return self.sentence(act) if isinstance(act, Event) and unit in texts(act) else ""

    def standing(self, unit: str, position: Any) -> str:
        return say("{unit}: {place}", unit=unit, place=self._places(position).get(unit) or say("off the map"))

    def rulings_on(self, rule: str) -> tuple[str, ...]:
        return ()

    def finished(self, order: str) -> str:
        return ""
