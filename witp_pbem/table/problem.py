"""Problems: mistakes of users, as values.

A problem names its place in the file, a code, the rule, the values its sentence needs and, where there is
one, the nearest legal thing. The wording lives in catalogues (`wording` of the table and of each game).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias

Kind = Literal["invalid", "illegal", "ambiguous"]


OrderValue: TypeAlias = Mapping[str, Any]  # an order as the record keeps it: its keyword as "order", and what it says


class Span(NamedTuple):
    """A stretch of one file: lines and columns count from 1, `end_column` is the column after the last."""

    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The stretch from the start of this one to the end of the other."""
        return Span(self.line, self.column, other.end_line, other.end_column)


NOWHERE = Span(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake.

    Attributes:
        code: short stable name, also the key of the sentence in the catalogue.
        kind: `invalid` (not understood), `illegal` (understood, against a rule), `ambiguous` (understood two ways).
        rule: id of the rule it breaks ("witp 8.5.i"), or "" where the form of the file is at fault.
        values: placeholder of the sentence -> what it names.
        span: the words at fault, `NOWHERE` where the file as a whole is.
        suggestion: what was most likely meant, as its writer would put it; "" where nobody can say.
        certain: it is wrong whatever others do and the dice show; a conditional order is refused for such only.
        file: name of the file, as the user gave it.
        instead: the nearest legal order, None where there is none.
        note: a remark on that order, such as its cost.
    """

    code: str
    kind: Kind
    rule: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    span: Span = NOWHERE
    suggestion: str = ""
    certain: bool = False
    file: str = ""
    instead: OrderValue | None = None
    note: str = ""

    def at(self, span: Span) -> Problem:
        """The same problem at a place, unless it has one already."""
        return self if self.span != NOWHERE else replace(self, span=span)


def illegal(code: str, rule: str, span: Span = NOWHERE, *, suggestion: str = "", instead: OrderValue | None = None,
            certain: bool = False, **values: Any) -> Problem:
    """An order that is understood but against a rule."""
    return Problem(code, "illegal", rule, values, span, suggestion, certain, instead=instead)


def invalid(code: str, span: Span = NOWHERE, *, suggestion: str = "", instead: OrderValue | None = None,
            **values: Any) -> Problem:
    """Words that are not understood."""
    return Problem(code, "invalid", "", values, span, suggestion, certain=True, instead=instead)


def ambiguous(code: str, span: Span = NOWHERE, *, suggestion: str = "", instead: OrderValue | None = None,
              certain: bool = True, **values: Any) -> Problem:
    """Words that can be understood in two ways."""
    return Problem(code, "ambiguous", "", values, span, suggestion, certain, instead=instead)
