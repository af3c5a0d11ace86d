"""The lines of `given` and `expect` in case files: one reader for every game.

A game says by the first word of a line what it makes of the rest: functions that take the position (or the case as it
was played) and a `LineReader`. In a game without lines of its own a line gives a field of the position as JSON
(`turn 2`), or says what one is (`turn is 2`).
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Container, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from witp_pbem.table.cursor import Cursor
from witp_pbem.table.event import freeze
from witp_pbem.table.expectations import PlayedCase
from witp_pbem.table.language import either, say
from witp_pbem.table.problem import NOWHERE
from witp_pbem.table.text import Statement
from witp_pbem.table.tokens import tokens
from witp_pbem.table.wording import problem_sentence


class LineReader(Cursor):
    """Reads a line after its first word. Its methods raise ValueError, with a sentence, for what is not understood, and
    IndexError where the line ends too soon.

    Attributes:
        game: whose words it is written in.
        places: the places of the map, None where the words alone say which there are.
    """

    def __init__(self, line: str, game: Any, places: Container[str] | None = None) -> None:
        super().__init__(Statement("", tuple(tokens(line, game.lexicon)), NOWHERE))
        self.game, self.places_there = game, places

    def word(self) -> str:
        """One word of any kind."""
        token = self.tokens[self.index]
        self.index += 1
        return token.value

    def words(self) -> list[str]:
        """All words up to the end of the line."""
        rest = [token.value for token in self.tokens[self.index:]]
        self.index = len(self.tokens)
        return rest

    def rest(self) -> str:
        """What is left of the line, as it is written."""
        return " ".join(token.text for token in self.tokens[self.index:])

    def count(self) -> int:
        """A number that has to stand here."""
        word = self.word()
        if not word.isdigit():
            raise ValueError(say("a number, not '{word}'", word=word))
        return int(word)

    def side(self) -> str:
        """A side, with the colon after it, if any."""
        word = self.word()
        side = self.game.lexicon.side(word)
        if side not in self.game.sides:
            raise ValueError(say("a side, {sides}, not '{word}'", sides=either(self.game.sides), word=word))
        self.skip(":")
        return str(side)

    def counts(self) -> dict[str, int]:
        """`Red 14, Blue 17`: side -> number, for one side or for several."""
        numbers: dict[str, int] = {}
        while self or not numbers:
            side = self.side()
            numbers[side] = self.count()
            self.skip(",", "and")
        return numbers

    def one_place(self) -> str:
        """A place of the map, with the colon after it, if any."""
        place = self.expect_place()
        self.complain()
        assert place is not None
        if self.places_there is not None and place[0] not in self.places_there:
            raise ValueError(say("no such place: {place}", place=place[0]))
        self.skip(":")
        return place[0]

    def places(self) -> tuple[str, ...]:
        """Places up to the end of the line, each once; none if it has ended or says `none`."""
        self.skip(":")
        if self.accept("none"):
            return ()
        places = []
        while self:
            places.append(self.one_place())
            self.skip(",", "and")
        return tuple(dict.fromkeys(places))

    def one_card(self) -> str:
        """A card of the game."""
        written = self.token.text if self.token else ""
        card = self.card()
        if card is None or card[0] not in self.game.cards:
            raise ValueError(say("no such card: {card}", card=written))
        return card[0]

    def cards(self) -> tuple[str, ...]:
        """Cards up to the end of the line."""
        cards = []
        while self:
            self.skip(":", ",", "and")
            cards.append(self.one_card())
        return tuple(cards)

    def complain(self) -> None:
        """Raises what was not understood."""
        if self.problems:
            raise ValueError(problem_sentence(self.problems[0]))

    def end(self) -> None:
        """Raises what was not understood, and what is left over."""
        self.complain()
        if self:
            raise ValueError(say("not understood: {words}", words=self.rest()))


Giver: TypeAlias = Callable[[Any, LineReader], Any]
Checker: TypeAlias = Callable[[PlayedCase, LineReader], str | None]


def giving(*words: str, **fields: Any) -> Giver:
    """A line that sets fields of the position to values; `words` may stand in it without meaning anything."""
    def give(position: Any, line: LineReader) -> Any:
        line.skip(*words)
        return dataclasses.replace(position, **fields)
    return give


def giving_side(field: str, read: Callable[[LineReader], Any]) -> Giver:
    """A line that sets what one side has in a field of the position."""
    def give(position: Any, line: LineReader) -> Any:
        side = line.side()
        return dataclasses.replace(position, **{field: {**getattr(position, field), side: read(line)}})
    return give


def counting(what: str, of: Callable[[Any], Mapping[str, int]], *words: str) -> Checker:
    """A line that says which numbers the sides have; `words` may stand in it without meaning anything."""
    def check(played: PlayedCase, line: LineReader) -> str | None:
        line.skip(*words)
        wanted, numbers = line.counts(), of(played.position)
        if all(numbers[side] == number for side, number in wanted.items()):
            return None
        return f"{what}: " + ", ".join(f"{side} {numbers[side]}" for side in wanted)
    return check


class CaseLines:
    """What a game makes of the lines (see `expectations.CaseRules`).

    Args:
        game: the game.
        given, expected: its own lines by their first words.
        places: the places of its map, None where its words alone say which there are.
        beginning: makes the position `given` starts from, None for that of the first scenario.
        steps: the names `until` may give, none for those of the phases.
    """

    def __init__(self, game: Any, given: Mapping[str, Giver] = MappingProxyType({}),
                 expected: Mapping[str, Checker] = MappingProxyType({}), places: Container[str] | None = None,
                 beginning: Callable[[], Any] | None = None, steps: Sequence[str] = ()) -> None:
        self.game, self.given, self.expected, self.places, self.beginning = game, given, expected, places, beginning
        self.steps = steps or game.phases

    def blank(self) -> Any:
        return self.beginning() if self.beginning else self.game.open(self.game.scenarios()[0].name, {})

    def value(self, word: str) -> str:
        """Names of places become ids; everything else stays, also what is only the beginning of a name."""
        line = LineReader(word, self.game)
        place = line.place() if line.token and line.token.kind != "word" else None
        return place[0] if place and not line and not line.problems else word

    def give(self, position: Any, line: str) -> Any:
        word = _first(line)
        if word not in self.given:
            return self._give_field(position, line)
        reader = self._reader(line)
        position = self.given[word](position, reader)
        reader.end()
        return position

    def expect(self, played: PlayedCase, line: str) -> str | None:
        word = _first(line)
        if word not in self.expected:
            return self._expect_field(played, line)
        reader = self._reader(line)
        failure = self.expected[word](played, reader)
        if failure is None:
            reader.end()
        return failure

    def _reader(self, line: str) -> LineReader:
        reader = LineReader(line, self.game, self.places)
        reader.index = 1
        return reader

    def _give_field(self, position: Any, line: str) -> Any:
        field, _, value = line.partition(" ")
        fields = self.game.to_json(position)
        if field == "scenario" and not self.given:
            return self.game.open(value, {})
        if field not in fields or self.given:
            known = ", ".join(self.given or fields)
            raise ValueError(say("not understood: {line}; a line of 'given' begins with one of {known}", line=line,
                                 known=f"until, data, {known}"))
        return dataclasses.replace(position, **{field: freeze(_value(value))})

    def _expect_field(self, played: PlayedCase, line: str) -> str | None:
        field, _, value = line.partition(" is ")
        record = self.game.to_json(played.position)
        if field not in record or self.expected:
            known = ", ".join(self.expected or record)
            raise ValueError(say("not understood: {line}; a line of 'expect' begins with one of {known}", line=line,
                                 known=f"event, no event, problem, owes, nothing owed, {known}"))
        return None if record[field] == _value(value) else f"{field} is {json.dumps(record[field], ensure_ascii=False)}"


def _first(line: str) -> str:
    """The first word of a line, which says what kind of line it is."""
    return line.split()[0].rstrip(":").casefold()


def _value(text: str) -> Any:
    """A value as JSON, a plain word without quotation marks."""
    try:
        return json.loads(text)
    except ValueError:
        return text
