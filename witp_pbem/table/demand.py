"""What rules ask of the sides, and what answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from witp_pbem.table.problem import Problem
from witp_pbem.table.text import Statement


class Order(NamedTuple):
    """An order that could be read: `body` is the game's own record of it.

    `source` says where it came from: (number of the logbook entry, index in it); None for text not yet recorded.
    """

    statement: Statement
    body: Any
    source: tuple[int, int] | None = None
    file: str = ""

    @property
    def keyword(self) -> str:
        return self.statement.keyword

    @property
    def phase(self) -> str:
        return self.statement.phase


class Understood(NamedTuple):
    """A legal answer: the game's value, the order in full and plain words, and a remark such as its cost."""

    answer: Any
    text: str
    note: str = ""


Verdict = Understood | tuple[Problem, ...]


def _no_choices() -> Iterator[str]:
    return iter(())


def _always(_: Order) -> bool:
    return True


@dataclass(frozen=True)
class Demand:
    """One decision a side owes.

    Attributes:
        side: who owes it.
        code: what kind of decision; the key of its wording.
        rule: the rule that asks.
        keywords: the order keywords that can answer.
        judge: an order of such a keyword, judged on the position of this moment: understood, or problems.
            It is the one source of legality.
        choices: the legal orders as texts, cheapest or plainest first; where they are too many to list, the
            simple ones.
        about: values for the wording (place, number of hits ...).
        matches: whether an order of the right keyword speaks of this decision at all.
        sole: the answer, where the rules leave only one; taken without asking.
        standing: an order that answers is a preference and stays in force for its phase.
        optional: silence is an answer (None).
    """

    side: str
    code: str
    rule: str
    keywords: frozenset[str]
    judge: Callable[[Order], Verdict]
    choices: Callable[[], Iterable[str]] = _no_choices
    about: Mapping[str, Any] = field(default_factory=dict)
    matches: Callable[[Order], bool] = _always
    sole: Understood | None = None
    standing: bool = False
    optional: bool = False


class Due(NamedTuple):
    """A demand nobody has answered, with the problems of the orders that tried to."""

    demand: Demand
    problems: tuple[Problem, ...] = ()


class Owed(Exception):  # noqa: N818 - not an error: the sitting ends here
    """Ends a sitting: these decisions, dice or cards are owed."""

    def __init__(self, *dues: Due) -> None:
        super().__init__(", ".join(f"{due.demand.side}: {due.demand.code}" for due in dues))
        self.dues = dues
