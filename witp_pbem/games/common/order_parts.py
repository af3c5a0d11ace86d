"""The parts of written orders: places, units, cards, numbers, words to choose from, quoted texts, and groups of parts.

Each part is read, written in the language spoken, and shown in the form of its order, from one declaration. A reader
goes on after a fault: what stands where a part was wanted, and begins no later part, is one problem and is taken for
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.language import say
from witp_pbem.games.common.order_values import At, unit_named
from witp_pbem.games.common.units import UnitWords
from witp_pbem.games.common.vocabulary import Vocabulary
from witp_pbem.table.cursor import THE_END, Cursor
from witp_pbem.table.language import ENGLISH, language
from witp_pbem.table.names import KINDS, Kind
from witp_pbem.table.tuples import NamedTuple

Values = dict[str, Any]  # what was read, by the name of the field of a body


class Tongue(NamedTuple):
    """The words orders are read and written with, and what the place, unit or card with an id is called."""

    words: Vocabulary
    units: UnitWords
    name: Callable[[Kind, str], str]


class OrderPart:
    """One part of an order.

    Attributes:
        name: the field of the body it fills.
        after: words that stand before it, of which the first is written; none has to stand there unless `needs_word`.
        says: the word written before it, where it is another.
        skips: words without meaning between these and it.
        ends: marks without meaning behind it. mark: the one written there.
        must: it may not be missing. unless: of what was read before, which excuses it.
        wanted: what is expected where it is to stand. thing: what is expected behind its word.
        is_written: it is written, not only read. in_form: it is shown in a form.
    """

    what = ""

    def __init__(self, name: str = "", *after: str, wanted: str = "", thing: str = "", must: bool = False,
                 needs_word: bool = False, unless: Callable[[Values], bool] = lambda values: False,
                 says: str | None = None, skips: Iterable[str] = (), ends: Sequence[str] = (), mark: str = "",
                 is_written: bool = True, in_form: bool = True) -> None:
        self.name, self.after, self.must, self.needs_word, self.unless = name, after, must, needs_word, unless
        self.wanted = wanted or self.what or THE_END
        self.thing = thing or (self.what if after else "") or self.wanted
        self.says = after[0] if says is None and after else says or ""
        self.skips, self.ends, self.mark = (":", *skips), tuple(ends), mark
        self.is_written, self.in_form = is_written, in_form and is_written

    # -- reading

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        """Whether the thing itself stands at a cursor."""
        raise NotImplementedError

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        """Reads the thing itself, which is expected here."""
        raise NotImplementedError

    def starts(self, cursor: Cursor, tongue: Tongue) -> bool:
        """Whether the part begins at a cursor."""
        return bool(self.after and cursor.sees(*self.after)) or (not self.needs_word and self.stands(cursor, tongue))

    def read(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        """Reads the part, which begins here."""
        if self.after:
            cursor.wanted = self.wanted if self.wanted != self.thing else ""
            if self.needs_word:
                cursor.accept(*self.after)
            else:
                cursor.skip(*self.after)
            cursor.skip(*self.skips)
        cursor.wanted = self.thing
        self.take(cursor, tongue, values, later)
        if self.ends:
            cursor.skip(*self.ends)

    def expect(self, cursor: Cursor, tongue: Tongue, later: Later) -> bool:
        """Whether the thing stands here; if not, steps over what stands in its place."""
        if self.stands(cursor, tongue):
            return True
        cursor.fault(self.thing)
        if cursor and not later.starts(cursor, tongue):
            cursor.skip_unknown()
            while cursor and not self.stands(cursor, tongue) and not later.starts(cursor, tongue):
                cursor.skip_unknown()
        return self.stands(cursor, tongue)

    # -- writing

    def write(self, body: Any, tongue: Tongue) -> str:
        """The part in the language spoken, "" where a body says nothing of it."""
        return self.with_word(self.written(getattr(body, self.name), tongue), tongue) if self.is_written else ""

    def written(self, value: Any, tongue: Tongue) -> str:
        """The thing itself in the language spoken."""
        raise NotImplementedError

    def with_word(self, written: str, tongue: Tongue) -> str:
        """What is written of it, with its word and its mark."""
        if written and self.says:
            written = tongue.words.behind(self.says, written)
        return written and written + self.mark

    def form(self, tongue: Tongue) -> str:
        """How the part is written, for templates."""
        return self.with_word(self.shown(tongue), tongue) if self.in_form else ""

    def shown(self, tongue: Tongue) -> str:
        """The thing itself in a form."""
        return ""

    @property
    def known(self) -> frozenset[str]:
        """Every word that has a meaning in the part."""
        return frozenset({*self.after, *self.skips, *self.says.casefold().split()} - {":"})


class Later:
    """What may follow a part, of the order and of the groups it stands in."""

    def __init__(self, parts: Sequence[OrderPart] = (), more: Later | None = None, marks: Sequence[str] = ()) -> None:
        self.parts, self.more, self.marks = parts, more, marks

    def starts(self, cursor: Cursor, tongue: Tongue) -> bool:
        """Whether anything of it begins at a cursor."""
        return (cursor.sees(":", ",", *self.marks) or any(part.starts(cursor, tongue) for part in self.parts)
                or (self.more is not None and self.more.starts(cursor, tongue)))

    @property
    def is_end(self) -> bool:
        """Whether nothing may follow."""
        return not self.parts and (self.more is None or self.more.is_end)


def known_words(parts: Iterable[OrderPart]) -> frozenset[str]:
    """Every word that has a meaning in some parts."""
    return frozenset(word for part in parts for word in part.known)


# -- going on after a fault --------------------------------------------------------------------------------------


def read_parts(parts: Sequence[OrderPart], cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
    """Reads parts in their order. What stands in a wrong place is looked for only in an order known to have faults."""
    for number, part in enumerate(parts):
        if part.starts(cursor, tongue):
            part.read(cursor, tongue, values, Later(parts[number + 1:], later))
        elif part.must or cursor.is_mended:
            _look_on(part, cursor, tongue, values, Later(parts[number + 1:], later))


def _look_on(part: OrderPart, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
    """Where a part does not begin: the word before it is missing, or it is missing itself, or something else stands
    before it or in its place."""
    must = (part.must and not part.unless(values)) or (later.is_end and not part.needs_word and bool(cursor))
    if must and cursor and part.stands(cursor, tongue):
        cursor.fault(part.wanted)
        part.take(cursor, tongue, values, later)
        return
    if not cursor or later.starts(cursor, tongue) or part.stands(cursor, tongue):
        if must:
            cursor.fault(part.wanted)
        return
    if must and not part.needs_word:
        part.take(cursor, tongue, values, later)
        return
    here = cursor.index
    cursor.skip_unknown()
    while cursor and not (part.starts(cursor, tongue) or part.stands(cursor, tongue)
                          or later.starts(cursor, tongue)):
        cursor.skip_unknown()
    begins = part.starts(cursor, tongue) or part.stands(cursor, tongue)
    behind, cursor.index = cursor.index, here
    if must or begins:
        wanted = (each.wanted for each in (part, *later.parts) if each.wanted != THE_END)  # not words one may leave out
        cursor.fault(next(wanted, THE_END))
        cursor.index = behind
    if begins and part.starts(cursor, tongue):
        part.read(cursor, tongue, values, later)
    elif begins:
        part.take(cursor, tongue, values, later)


# -- single things --------------------------------------------------------------------------------------------------


class Skip(OrderPart):
    """Words without meaning; one of them may be written, or in English only."""

    def __init__(self, *words: str, says: str = "", in_english: str = "") -> None:
        super().__init__("", *words, says=says, needs_word=True)
        self.in_english = in_english

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return False

    def starts(self, cursor: Cursor, tongue: Tongue) -> bool:
        """Whether one of the words stands at a cursor; not where a misspelt one may as well be a name."""
        near = cursor.token.near or () if cursor.token else ()
        return super().starts(cursor, tongue) and not any(meant.ids(kind) for meant in near for kind in KINDS)

    def read(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        cursor.wanted = ""
        cursor.skip(*self.after)

    def write(self, body: Any, tongue: Tongue) -> str:
        return self.form(tongue)

    def form(self, tongue: Tongue) -> str:
        return tongue.words.spoken(self.says) or (self.in_english if language() == ENGLISH else "")


class Place(OrderPart):
    """A place.

    Attributes:
        rest: the field that holds whether any place will do, "" if that cannot be said.
    """

    what = "a place"

    def __init__(self, name: str, *after: str, rest: str = "", **how: Any) -> None:
        super().__init__(name, *after, **how)
        self.rest = rest

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return cursor.token is not None and bool(cursor.token.ids("place") or (self.rest and cursor.sees("any")))

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        if not self.expect(cursor, tongue, later):
            return
        if self.rest and cursor.accept("any"):
            values[self.rest] = True
        elif place := cursor.place():
            values[self.name] = At(*place)

    def write(self, body: Any, tongue: Tongue) -> str:
        if self.rest and getattr(body, self.rest):
            return tongue.words.spoken("any")
        return super().write(body, tongue)

    def written(self, value: Any, tongue: Tongue) -> str:
        return tongue.name("place", value.id) if value else ""

    def shown(self, tongue: Tongue) -> str:
        return say("PLACE")

    @property
    def known(self) -> frozenset[str]:
        return super().known | ({"any"} if self.rest else set())


class UnitName(OrderPart):
    """One unit, by its name."""

    what = "a unit"

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return cursor.token is not None and bool(cursor.token.ids("unit"))

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        if self.expect(cursor, tongue, later) and (unit := cursor.unit()):
            values[self.name] = unit_named(unit.id, unit.span)

    def written(self, value: Any, tongue: Tongue) -> str:
        return tongue.name("unit", value.id)

    def shown(self, tongue: Tongue) -> str:
        return say("UNIT")


class Card(OrderPart):
    """A card, or one of some words instead; `span` of the body is where it stands."""

    what = "a card"

    def __init__(self, name: str, *instead: str, wanted: str = "", after: str = "") -> None:
        super().__init__(name, *filter(None, [after]), wanted=wanted, needs_word=bool(after), must=True)
        self.instead = instead

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return cursor.sees(*self.instead) or bool(cursor.token and cursor.token.ids("card"))

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        if not self.expect(cursor, tongue, later):
            return
        if word := cursor.accept(*self.instead):
            values |= {self.name: word.value, "span": word.span}
        elif card := cursor.card():
            values |= {self.name: card[0], "span": card[1]}

    def written(self, value: Any, tongue: Tongue) -> str:
        return tongue.words.spoken(value) if value in self.instead else tongue.name("card", value)

    def shown(self, tongue: Tongue) -> str:
        return say("CARD")

    @property
    def known(self) -> frozenset[str]:
        return super().known | frozenset(self.instead)


class Number(OrderPart):
    """A number; `span` of the body is where it stands."""

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return cursor.token is not None and cursor.token.kind == "number"

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        if self.expect(cursor, tongue, later) and cursor.token:
            values["span"] = cursor.token.span
            values[self.name] = cursor.number()

    def written(self, value: Any, tongue: Tongue) -> str:
        return str(value)

    def shown(self, tongue: Tongue) -> str:
        return say("NUMBER")


class QuotedText(OrderPart):
    """A text in quotation marks, which may be empty or not."""

    def __init__(self, name: str, *after: str, may_be_empty: bool = False, **how: Any) -> None:
        super().__init__(name, *after, **how)
        self.may_be_empty = may_be_empty

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        token = cursor.token
        return token is not None and token.kind == "quoted" and (self.may_be_empty or bool(token.value.strip()))

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        if self.expect(cursor, tongue, later) and cursor.token:
            values[self.name] = cursor.token.value
            cursor.index += 1

    def written(self, value: Any, tongue: Tongue) -> str:
        return f'"{value}"'


class Choice(OrderPart):
    """One of some words, each with the value it stands for.

    Attributes:
        choices: word -> value.
        more: words that may follow without meaning.
        spoken: value -> how it is written, where not by its word.
    """

    def __init__(self, name: str, *after: str, choices: Mapping[str, str], more: Iterable[str] = (),
                 spoken: Mapping[str, str] | None = None, **how: Any) -> None:
        super().__init__(name, *after, **how)
        self.choices, self.more, self.spoken = choices, tuple(more), spoken or {}

    def stands(self, cursor: Cursor, tongue: Tongue) -> bool:
        return cursor.sees(*self.choices)

    def take(self, cursor: Cursor, tongue: Tongue, values: Values, later: Later) -> None:
        if self.expect(cursor, tongue, later) and (word := cursor.accept(*self.choices)):
            values[self.name] = self.choices[word.value]
            cursor.skip(*self.more)

    def written(self, value: Any, tongue: Tongue) -> str:
        return tongue.words.phrase(self.spoken.get(value, value))

    @property
    def known(self) -> frozenset[str]:
        return super().known | frozenset(self.choices) | frozenset(self.more)


# -- writing ---------------------------------------------------------------------------------------------------------


def write_parts(parts: Iterable[OrderPart], body: Any, tongue: Tongue) -> str:
    """Parts of a body in the language spoken."""
    return " ".join(filter(None, (part.write(body, tongue) for part in parts)))
