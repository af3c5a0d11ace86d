"""Problems: mistakes of users, as values.

A problem names its place in the file, a code, the rule, the values its sentence needs and, where there is
one, the nearest legal thing. The wording lives in catalogues (`wording` of the table and of each game).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from witp_pbem.table.tuples import NamedTuple

Kind = Literal["invalid", "illegal", "ambiguous"]


OrderValue: TypeAlias = Mapping[str, Any]  # an order as the record keeps it: its keyword as "order", and what it says
Instead: TypeAlias = OrderValue | Callable[[], OrderValue | None] | None  # an order, or what seeks one


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


class NearestOrder(NamedTuple):
    """The legal order most like one that is refused.

    Attributes:
        order: None where there is none.
        note: a remark on it, such as its cost.
    """

    order: OrderValue | None
    note: str = ""


class Advice:
    """What would be legal instead of an order. It is sought when somebody reads it, and once: whether an order is legal
    and which other one is are two questions, and who proves a record asks only the first.

    Args:
        seek: finds the nearest legal order.
    """

    def __init__(self, seek: Callable[[], NearestOrder]) -> None:
        self._seek = seek

    @cached_property
    def nearest(self) -> NearestOrder:
        return self._seek()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Advice) and self.nearest == other.nearest

    def __repr__(self) -> str:
        return "Advice()"  # showing it would seek it


def _advice(instead: Instead) -> Advice | None:
    """The advice to give an order instead, None for none."""
    return None if instead is None else Advice(lambda: NearestOrder(instead() if callable(instead) else instead))


class Problem(NamedTuple):
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
        advice: what would be legal instead, None where nobody can say.
    """

    code: str
    kind: Kind
    rule: str = ""
    values: Mapping[str, Any] = MappingProxyType({})
    span: Span = NOWHERE
    suggestion: str = ""
    certain: bool = False
    file: str = ""
    advice: Advice | None = None

    @property
    def instead(self) -> OrderValue | None:
        """The nearest legal order, None where there is none."""
        return self.advice.nearest.order if self.advice else None

    @property
    def note(self) -> str:
        """A remark on the nearest legal order."""
        return self.advice.nearest.note if self.advice else ""

    def advising(self, instead: Instead) -> Problem:
        """The same problem, with the nearest legal order."""
        return self._replace(advice=_advice(instead))

    def at(self, span: Span) -> Problem:
        """The same problem at a place, unless it has one already."""
        return self if self.span != NOWHERE else self._replace(span=span)


def illegal(code: str, rule: str, span: Span = NOWHERE, *, suggestion: str = "", instead: Instead = None,
            certain: bool = False, **values: Any) -> Problem:
    """An order that is understood but against a rule.

    Args:
        instead: the nearest legal order; one that has to be sought is given as the function that seeks it.
    """
    return Problem(code, "illegal", rule, values, span, suggestion, certain, advice=_advice(instead))


def invalid(code: str, span: Span = NOWHERE, *, suggestion: str = "", instead: Instead = None,
            **values: Any) -> Problem:
    """Words that are not understood."""
    return Problem(code, "invalid", "", values, span, suggestion, certain=True, advice=_advice(instead))


def ambiguous(code: str, span: Span = NOWHERE, *, suggestion: str = "", instead: Instead = None,
              certain: bool = True, **values: Any) -> Problem:
    """Words that can be understood in two ways."""
    return Problem(code, "ambiguous", "", values, span, suggestion, certain, advice=_advice(instead))
