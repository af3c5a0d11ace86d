"""Groups of parts in written orders: repeated, in any order, or one of several ways to go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.order_parts import Later, OrderPart, Tongue, Values, known_words, read_parts, write_parts
from witp_pbem.games.common.order_values import blank
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.problem import Span


class Several(OrderPart):
    """A group of parts, once or several times, each a body of its own; the first part begins it with a word."""

    def __init__(self, name: str, kind: Any, *parts: OrderPart, must: bool = False) -> None:
        super().__init__(name, *parts[0].after, wanted=parts[0].wanted, must=must, needs_word=True, says="")
        self.kind, self.parts = kind, parts

    def starts(self, cursor: Cursor, tongue: Tongue) -> bool:
        return self.parts[0].starts(cursor, tongue)

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return self.parts[0].stands(cursor, tongue)

    def read(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        while self.starts(cursor, tongue):
            self._one(cursor, tongue, values, later, self.parts[0].read)

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        self._one(cursor, tongue, values, later, self.parts[0].take)
        self.read(cursor, tongue, values, later)

    def _one(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later,
             begin: Callable[[Cursor, Tongue, Values, Later], None]) -> None:
        """One group, whose first part is read as told."""
        start, own = cursor.index, dict(blank(self.kind))
        again = Later((self,), later)
        begin(cursor, tongue, own, Later(self.parts[1:], again))
        cursor.skip(*self.parts[0].ends)
        read_parts(self.parts[1:], cursor, tongue, own, again)
        if "span" in own:
            spans = [token.span for token in cursor.tokens[start:cursor.index]]
            own["span"] = Span(*min(spans)[:2], *max(span[2:] for span in spans))
        values[self.name] = (*values.get(self.name, ()), self.kind(**own))

    def write(self, body: Any, tongue: Tongue) -> str:
        return " ".join(write_parts(self.parts, group, tongue) for group in getattr(body, self.name))

    def form(self, tongue: Tongue) -> str:
        return " ".join(filter(None, (part.form(tongue) for part in self.parts)))

    @property
    def known(self) -> frozenset[str]:
        return known_words(self.parts)


class AnyOf(OrderPart):
    """Parts in any order and number, each with a word before it; a comma may stand before any of them.

    Attributes:
        shows: how many of them a form shows.
    """

    def __init__(self, *parts: OrderPart, shows: int) -> None:
        needed = next((part for part in parts if part.must), None)
        super().__init__(needs_word=True, must=needed is not None, wanted=needed.wanted if needed else "")
        self.parts, self.shows = parts, shows

    def starts(self, cursor: Cursor, tongue: Tongue) -> bool:
        return cursor.sees(",") or any(part.starts(cursor, tongue) for part in self.parts)

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return False

    def read(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        follows = Later(self.parts, later)
        part: OrderPart | None = self.parts[0]
        begun: set[str] = set()  # what stands there, understood or not
        while part:
            cursor.skip(",")
            part = next((part for part in self.parts if part.starts(cursor, tongue)), None)
            if part:
                begun.add(part.name)
                part.read(cursor, tongue, values, follows)
        missing = [part for part in self.parts if part.must and part.name not in begun]
        read_parts(missing, cursor, tongue, values, later)

    def write(self, body: Any, tongue: Tongue) -> str:
        return write_parts(self.parts, body, tongue)

    def form(self, tongue: Tongue) -> str:
        return " ".join(filter(None, (part.form(tongue) for part in self.parts[:self.shows])))

    @property
    def known(self) -> frozenset[str]:
        return known_words(self.parts)


class OneOf(OrderPart):
    """One of several ways to go on, each with its word or words.

    Attributes:
        ways: value of the field -> the words it begins with, and its parts. Of those that begin alike the first is
            read.
    """

    def __init__(self, name: str, ways: Mapping[str, tuple[str, Sequence[OrderPart]]], **how: Any) -> None:
        super().__init__(name, must=True, **how)
        self.ways = ways
        self._by_word = {words.split()[0]: (value, words.split()[1:], parts)
                         for value, (words, parts) in reversed([*ways.items()])}

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return cursor.sees(*self._by_word)

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        if self.expect(cursor, tongue, later) and (word := cursor.accept(*self._by_word)):
            values[self.name], more, parts = self._by_word[word.value]
            cursor.skip(*more)
            read_parts(parts, cursor, tongue, values, later)

    def write(self, body: Any, tongue: Tongue) -> str:
        words, parts = self.ways[getattr(body, self.name)]
        text = " ".join(map(tongue.words.spoken, words.split()))
        return " ".join(filter(None, (text, write_parts(parts, body, tongue))))

    @property
    def known(self) -> frozenset[str]:
        return frozenset().union(*({*words.split(), *known_words(parts)} for words, parts in self.ways.values()))


class Turns(OrderPart):
    """Words that give a field another value: "as an impulse"."""

    def __init__(self, name: str, value: str, *lead: str, says: str) -> None:
        super().__init__(name, *lead, value, says=says, needs_word=True, in_form=False)
        self.value, self.lead = value, lead

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return False

    def read(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        cursor.wanted = ""
        cursor.skip(*self.lead)
        if not cursor.accept(self.value):
            cursor.fault(self.value)
        values[self.name] = self.value

    def write(self, body: Any, tongue: Tongue) -> str:
        return self.says if getattr(body, self.name) == self.value else ""
