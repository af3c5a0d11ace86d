"""The written orders of a game, each kind declared once: what it says, and how that is written, part by part.

From the declarations follow the reader, the writer in the language spoken, the form in templates, the values in the
record, and the words that have a meaning in orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from witp_pbem.games.common.order_parts import (
    Later,
    OrderPart,
    Tongue,
    Values,
    known_words,
    read_parts,
    write_parts,
)
from witp_pbem.games.common.order_values import At, UnitSpec, blank, body_value, fields, named, ordered, read_body
from witp_pbem.games.common.units import UnitWords
from witp_pbem.games.common.vocabulary import Vocabulary
from witp_pbem.table.cursor import THE_END, Cursor
from witp_pbem.table.demand import Order
from witp_pbem.table.language import ENGLISH, bracketed, speaking
from witp_pbem.table.misspelt import mended
from witp_pbem.table.names import Kind
from witp_pbem.table.problem import NOWHERE, Problem, invalid
from witp_pbem.table.text import Statement
from witp_pbem.table.tokens import Lexicon

PASS = "pass"


class OrderKind:
    """One kind of order.

    Attributes:
        keyword: the word it begins with.
        body: the named tuple of what it says.
        parts: what is written behind the keyword.
        make: makes the body of what was read, by field, where that is not simply a `body`.
        check: notes what is wrong with the whole of it.
        usual: phase -> bodies that are usual in it whatever the position: wishes and passes, which forms offer.
        remark: what follows its form in templates, in the language spoken.
        is_english: it is the referee's: written in English whatever language is spoken, and shown in no template.
    """

    def __init__(self, keyword: str, body: Any, *parts: OrderPart, make: Callable[[Values], Any] | None = None,
                 check: Callable[[Values, Cursor], None] | None = None, remark: Callable[[], str] = str,
                 is_english: bool = False, usual: Mapping[str, Sequence[Any]] | None = None) -> None:
        self.keyword, self.body, self.parts, self.usual = keyword, body, parts, usual or {}
        self.make, self.check, self.remark, self.is_english = make, check, remark, is_english


class _FaultFound(Exception):  # noqa: N818 - it ends a first look, and is no error
    """An order has a fault."""


class _FirstLook(Cursor):
    """A cursor that goes no further than the first fault."""

    def note(self, problem: Problem) -> NoReturn:
        self.problems.append(problem)
        raise _FaultFound


class Orders:
    """All kinds of orders of a game. Give them as `orders` of the game.

    Attributes:
        keywords: the words orders begin with.
        known: every other word that has a meaning in an order.
    """

    def __init__(self, words: Vocabulary, kinds: Sequence[OrderKind], *, units: UnitWords | None = None,
                 is_place: Callable[[str], bool] = bool, is_unit: Callable[[str], bool] = bool) -> None:
        """Takes the kinds; of those with the same keyword the first is read.

        Args:
            units: how units are described, where they are not only named.
            is_place, is_unit: whether a text in a record has the form of an id.
        """
        self.words, self.is_place, self.is_unit = words, is_place, is_unit
        self.units = units or UnitWords(words, {}, {}, "")
        self._kinds: dict[str, list[OrderKind]] = {}
        for kind in kinds:
            self._kinds.setdefault(kind.keyword, []).append(kind)
        self.keywords = frozenset(self._kinds)
        self.known = (units.known if units else frozenset()).union(*(known_words(kind.parts) for kind in kinds))
        self._reading = Tongue(words, self.units, lambda kind, identity: identity)

    def lexicon(self, words: Iterable[str] = (), **more: Any) -> Lexicon:
        """The words of the game.

        Args:
            words: those with a meaning elsewhere than in an order, as in a condition.
            more: the rest of a lexicon: words for sides and phases, the names of places, units and cards.
        """
        return Lexicon(self.keywords, self.words.synonyms, self.words.postpositions, words=self.known.union(words),
                       **more)

    # -- reading

    def read(self, statement: Statement, lexicon: Lexicon) -> Any:
        """The body of an order, or everything that is wrong with it, by place."""
        if statement.keyword not in self._kinds:
            return (invalid("unknown-order", statement.span, word=statement.keyword),)
        kind = self._kinds[statement.keyword][0]
        first = _FirstLook(statement)
        try:
            return self._body(kind, first)
        except _FaultFound:
            pass
        cursor = Cursor(statement, mended(statement.tokens, lexicon))
        cursor.is_mended = True
        self._body(kind, cursor)
        return tuple(sorted(cursor.problems or first.problems, key=lambda problem: problem.span))

    def _body(self, kind: OrderKind, cursor: Cursor) -> Any:
        values: Values = {}
        cursor.skip(":")
        read_parts(kind.parts, cursor, self._reading, values, Later())
        if cursor:
            cursor.fault(THE_END)
        if not cursor.problems and cursor.tokens and cursor.tokens[-1].value == ",":
            cursor.note(invalid("order-breaks-off", cursor.tokens[-1].span, wanted="what the comma announces",
                                keyword=kind.keyword))
        if kind.check and not cursor.problems:
            kind.check(values, cursor)
        if cursor.problems:
            return None
        if kind.make:
            return kind.make(values)
        return kind.body(*(values.get(name, nothing) for name, nothing in blank(kind.body).items()))

    # -- writing

    def write(self, value: Mapping[str, Any], name: Callable[[Kind, str], str]) -> str:
        """An order in full words, so that it is read again, in the language spoken.

        Args:
            name: what the place, unit or card with an id is called.
        Raises:
            KeyError, TypeError, ValueError: the value stands for no order.
        """
        kind = self._kind(value)
        tongue = Tongue(self.words, self.units, name)
        body = self.body(value)
        if kind.is_english:
            with speaking(ENGLISH):
                return f"{kind.keyword} {write_parts(kind.parts, body, tongue)}"
        return " ".join(filter(None, (self.words.spoken(kind.keyword), write_parts(kind.parts, body, tongue))))

    @property
    def forms(self) -> Mapping[str, str]:
        """How each kind of order is written, by keyword, in the language spoken."""
        return Forms(self, [keyword for keyword, kinds in self._kinds.items() if not kinds[0].is_english])

    def form(self, keyword: str) -> str:
        """How a kind of order is written, in the language spoken."""
        kind = self._kinds[keyword][0]
        parts = (part.form(self._reading) for part in kind.parts)
        form = " ".join(filter(None, (self.words.spoken(keyword), *parts)))
        return bracketed(form, remark) if (remark := kind.remark()) else form

    def usual(self, phase: str) -> Iterator[dict[str, Any]]:
        """The values of the wishes and passes that are usual in a phase; the passes come last."""
        kinds = [kind for kinds in self._kinds.values() for kind in kinds]
        for kind in sorted(kinds, key=lambda kind: kind.keyword == PASS):
            for body in kind.usual.get(phase, ()):
                yield self.value(kind.keyword, body)

    # -- values

    def value(self, keyword: str, body: Any) -> dict[str, Any]:
        """The value of an order as it was written: units are not looked up."""
        return ordered(keyword, **body_value(body))

    def order_value(self, order: Order) -> dict[str, Any]:
        """The value of an order as it was written."""
        return self.value(order.keyword, order.body)

    def names(self, value: Mapping[str, Any], name: Callable[[Kind, str], str]) -> list[str]:
        """The places and units a value names by their ids, in words."""
        return [name("place" if isinstance(thing, At) else "unit", thing.id) for thing in named(self.body(value))
                if thing.id]

    def body(self, value: Mapping[str, Any]) -> Any:
        """The body a value stands for.

        Raises:
            KeyError, TypeError, ValueError: it stands for none.
        """
        body = read_body(self._kind(value).body, value)
        for thing in named(body):
            if isinstance(thing, At) and not self.is_place(thing.id):
                raise ValueError(f"no place: {thing.id}")
            if isinstance(thing, UnitSpec) and thing.id and not self.is_unit(thing.id):
                raise ValueError(f"no unit: {thing.id}")
        return body

    def read_value(self, value: Mapping[str, Any]) -> Order:
        """The order a value stands for.

        Raises:
            KeyError, TypeError, ValueError: it stands for none.
        """
        return Order(Statement(value["order"], (), NOWHERE), self.body(value))

    def _kind(self, value: Mapping[str, Any]) -> OrderKind:
        """The kind of order a value stands for: of those with its keyword the first that can say all it says."""
        kinds = self._kinds[value["order"]]
        names = value.keys() - {"order"}
        return next((kind for kind in kinds if names <= fields(kind.body).keys()), kinds[0])


class Forms(Mapping[str, str]):
    """How orders are written, by keyword, put into the language spoken when it is looked up."""

    def __init__(self, orders: Orders, keywords: Sequence[str]) -> None:
        self.orders, self.keywords = orders, keywords

    def __getitem__(self, keyword: str) -> str:
        if keyword not in self.keywords:
            raise KeyError(keyword)
        return self.orders.form(keyword)

    def __iter__(self) -> Iterator[str]:
        return iter(self.keywords)

    def __len__(self) -> int:
        return len(self.keywords)
