"""A cursor over the tokens of one statement, for the games' readers of orders."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.table.problem import Problem, Span, ambiguous, invalid
from witp_pbem.table.text import Statement, Token

MOST = 999_999_999


class Cursor:
    """Walks along a statement and collects what it does not understand."""

    def __init__(self, statement: Statement, tokens: Sequence[Token] | None = None) -> None:
        self.statement = statement
        self.tokens = tuple(statement.tokens if tokens is None else tokens)
        self.index = 0
        self.problems: list[Problem] = []

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
        token = self.tokens[self.index] if self.index < len(self.tokens) else None
        if token and token.value in words and token.kind in ("word", "mark"):
            self.index += 1
            return token
        return None

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
        """Steps over a place, by name, by hex number or by both ("Manila (0606)"), and tells its hex number.

        A name with two meanings that the number does not settle is a problem, and so is a number that
        contradicts the name.
        """
        token = self.token
        if token is None or token.kind not in ("place", "hex"):
            return None
        self.index += 1
        numbers, span = (token.numbers or (token.value,)), token.span
        given = self._number_after() if token.kind == "place" else None
        if given:
            span = span.to(given.span)
            if given.value not in numbers:
                self.problems.append(invalid("name-and-number-differ", span, name=token.text, number=given.value,
                                             suggestion=numbers[0]))
            return given.value, span
        if len(numbers) > 1:
            self.problems.append(ambiguous("two-places", span, name=token.text, numbers=list(numbers),
                                           suggestion=f"{token.text} ({numbers[0]})"))
        return numbers[0], span

    def _number_after(self) -> Token | None:
        """A hex number that explains the name before it, with or without brackets round it."""
        ahead = self.tokens[self.index:self.index + 3]
        if len(ahead) == 3 and (ahead[0].value, ahead[2].value) == ("(", ")") and ahead[1].kind == "hex":
            self.index += 3
            return ahead[1]
        if ahead and ahead[0].kind == "hex":
            self.index += 1
            return ahead[0]
        return None

    def expect_place(self) -> tuple[str, Span] | None:
        """As `place`, but a problem if none stands here."""
        found = self.place()
        if found is None:
            self.unexpected("a place")
        return found

    def unexpected(self, wanted: str) -> None:
        """Notes that something else stands here than was wanted, and gives up on the rest."""
        token = self.token
        if token is None:
            self.problems.append(invalid("order-breaks-off", self.statement.span, wanted=wanted,
                                         keyword=self.statement.keyword))
        else:
            rest = token.span
            code = "unknown-word" if token.kind in ("word", "quoted") else "unexpected-word"
            self.problems.append(invalid(code, rest, word=token.text, wanted=wanted,
                                         keyword=self.statement.keyword))
        self.index = len(self.tokens)

    def finish(self) -> None:
        """Notes what is left over."""
        if self:
            self.unexpected("the end of the order")
