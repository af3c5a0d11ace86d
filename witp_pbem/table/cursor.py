"""A cursor over the tokens of one statement, for the games' readers of orders."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.table.names import KINDS, Kind
from witp_pbem.table.problem import Problem, Span, ambiguous, invalid
from witp_pbem.table.text import Statement
from witp_pbem.table.tokens import Token, naming
from witp_pbem.table.tuples import NamedTuple

MOST = 999_999_999
WANTED = {"place": "a place", "unit": "a unit", "card": "a card"}
THE_END = "the end of the order"  # what is wanted where nothing more may follow


class Named(NamedTuple):
    """Something named in an order: what kind of thing, its id, where, and whether it stands in square brackets, as
    wargamers write a reduced unit."""

    kind: Kind
    id: str
    span: Span
    reduced: bool = False


class Cursor:
    """Walks along a statement and collects what it does not understand.

    A misspelt word among `misspelt.mended` is a problem as soon as it is taken for what it was meant for.

    Attributes:
        wanted: what is expected where a misspelt word is taken, "" for the very word, or kind of thing, it was meant
            for.
        is_mended: the statement is known to have faults, and its words are `mended`.
    """

    is_mended = False

    def __init__(self, statement: Statement, tokens: Sequence[Token] | None = None) -> None:
        self.statement = statement
        self.tokens = tuple(statement.tokens if tokens is None else tokens)
        self.index = 0
        self.problems: list[Problem] = []
        self.wanted = ""

    def __bool__(self) -> bool:
        return self.index < len(self.tokens)

    @property
    def token(self) -> Token | None:
        """The token under the cursor, None at the end."""
        return self.tokens[self.index] if self.index < len(self.tokens) else None

    @property
    def span(self) -> Span:
        """The place of the token under the cursor, or of the whole statement at its end."""
        token = self.token
        return token.span if token else self.statement.span

    def accept(self, *words: str) -> Token | None:
        """Steps over the next token if it is one of the words or marks given."""
        if self.index == len(self.tokens):
            return None
        token = self.tokens[self.index]
        if token.near is None:
            if token.value not in words or token.kind not in ("word", "mark", "name"):
                return None
            self.index += 1
            return token
        meant = token.fits(words)
        if meant:
            self.index += 1
            self._misspelt(token, meant, f'"{meant.text}"')
        return meant

    def sees(self, *words: str) -> bool:
        """Whether the next token is one of the words or marks given, or may have been meant for one."""
        return self.index < len(self.tokens) and self.tokens[self.index].fits(words) is not None

    def _misspelt(self, token: Token, meant: Token, wanted: str) -> None:
        """Notes, once, that a word was most likely meant for another."""
        if all(problem.span != token.span for problem in self.problems):
            self.note(invalid("unknown-word", token.span, word=token.text, keyword=self.statement.keyword,
                              wanted=self.wanted or wanted, suggestion=meant.text))

    def skip(self, *words: str) -> None:
        """Steps over any number of words that carry no meaning here."""
        while self.accept(*words):
            pass

    def number(self) -> int | None:
        """Steps over a number. What has more than nine digits counts as the largest number of nine."""
        token = self.token
        if token and token.kind == "number":
            self.index += 1
            return int(token.value) if len(token.value) < 10 else MOST
        return None

    def place(self) -> tuple[str, Span] | None:
        """Steps over a place, by name, by id or by both ("Hawaii (HI)"), and tells its id.

        A name with two meanings that the id does not settle is a problem, and so is an id that contradicts the name.
        """
        place = self.named("place")
        return (place.id, place.span) if place else None

    def unit(self) -> Named | None:
        """As `place`, for a unit; it may stand in square brackets."""
        bracket = self.accept("[")
        unit = self.named("unit")
        if not bracket or not unit:
            self.index -= 1 if bracket else 0
            return unit
        closing = self.accept("]")
        if closing is None:
            self.unexpected("a closing bracket ]")
            return None
        return Named("unit", unit.id, bracket.span.to(closing.span), reduced=True)

    def card(self) -> tuple[str, Span] | None:
        """As `place`, for a card."""
        card = self.named("card")
        return (card.id, card.span) if card else None

    def named(self, *kinds: Kind) -> Named | None:
        """Steps over something of one of some kinds; a name of two of them is a problem."""
        if not self:
            return None
        possible = [(kind, name) for kind in kinds or KINDS if (name := naming(self.tokens, self.index, kind))]
        if not possible:
            return None
        kind, name = max(possible, key=lambda kind_and_name: kind_and_name[1].length)
        first, last = self.tokens[self.index], self.tokens[self.index + name.length - 1]
        span = first.span.to(last.span)
        also = [other for other, another in possible if another.length == name.length]
        meant = None if first.own_ids(kind) else next((near for near in first.near or () if near.ids(kind)), None)
        if meant:
            self._misspelt(first, meant, WANTED[kind])
        elif len(also) > 1:
            self.note(ambiguous("two-kinds", span, name=first.text, wanted=[WANTED[other] for other in also]))
        elif name.differs:
            self.note(invalid("name-and-id-differ", span, name=first.text, id=name.ids[0],
                              suggestion=first.ids(kind)[0]))
        elif len(name.ids) > 1:
            meant_by = f"{first.text} ({name.ids[0]})"
            self.note(ambiguous("two-places", span, name=first.text, places=list(name.ids), suggestion=meant_by)
                      if kind == "place" else ambiguous("two-units", span, name=first.text, units=list(name.ids))
                      if kind == "unit" else
                      ambiguous("two-meanings", span, name=first.text, ids=list(name.ids), suggestion=meant_by))
        self.index += name.length
        return Named(kind, name.ids[0], span)

    def expect_place(self) -> tuple[str, Span] | None:
        """As `place`, but a problem if none stands here."""
        place = self.place()
        if place is None:
            self.unexpected(WANTED["place"])
        return place

    def expect_unit(self) -> Named | None:
        """As `unit`, but a problem if none stands here."""
        known = len(self.problems)
        unit = self.unit()
        if unit is None and len(self.problems) == known:
            self.unexpected(WANTED["unit"])
        return unit

    def expect_card(self) -> tuple[str, Span] | None:
        """As `card`, but a problem if none stands here."""
        card = self.card()
        if card is None:
            self.unexpected(WANTED["card"])
        return card

    @property
    def is_unknown(self) -> bool:
        """Whether a word that is not understood stands here (`Token.near`)."""
        return self.index < len(self.tokens) and self.tokens[self.index].near is not None

    def skip_unknown(self) -> None:
        """Steps over a word, and over others behind it that are like none that are known."""
        self.index += 1
        while self.index < len(self.tokens) and self.tokens[self.index].near == ():
            self.index += 1

    def note(self, problem: Problem) -> None:
        """Notes a problem."""
        self.problems.append(problem)

    def fault(self, wanted: str) -> None:
        """Notes that something else stands here than was wanted, or that a line begins with no order where one was at
        an end. That an order breaks off is noted once."""
        token, keyword = self.token, self.statement.keyword
        if token and wanted == THE_END and token.first_on_line and self.is_unknown:
            self.note(invalid("unknown-order", token.span, word=token.text, keyword=keyword))
        elif token:
            code = "unknown-word" if token.kind in ("word", "quoted") else "unexpected-word"
            self.note(invalid(code, token.span, word=token.text, wanted=wanted, keyword=keyword))
        elif not any(problem.code == "order-breaks-off" for problem in self.problems):
            self.note(invalid("order-breaks-off", self.statement.span, wanted=wanted, keyword=keyword))

    def unexpected(self, wanted: str) -> None:
        """As `fault`, and gives up on the rest."""
        self.fault(wanted)
        self.index = len(self.tokens)

    def finish(self) -> None:
        """Notes what is left over."""
        if self:
            self.unexpected(THE_END)
