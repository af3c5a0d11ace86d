"""What rules ask of the sides, and what answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import OrderValue, Problem
from witp_pbem.table.text import Statement

SAMPLED = 300  # choices a sample is taken of


class Condition(NamedTuple):
    """What an order waits for: what it says, and whether it holds at a moment, seen by the side whose order it is.

    `holds` takes the position, what has happened since the step began, and the side.
    """

    phrase: Phrase
    holds: Callable[[Any, Sequence[Any], str], bool]


class Order(NamedTuple):
    """An order that could be read: `body` is the game's own record of it.

    `source` says where it came from: (number of the logbook entry, index in it); None for text not yet recorded.
    `alternatives` stand in for it, first come first served, where it is illegal. It waits for its `conditions`, all
    of them. An order with `until` is a standing one: it lasts over the turns until that holds.
    """

    statement: Statement
    body: Any
    source: tuple[int, int] | None = None
    file: str = ""
    alternatives: tuple[Order, ...] = ()
    conditions: tuple[Condition, ...] = ()
    until: Condition | None = None

    @property
    def keyword(self) -> str:
        return self.statement.keyword

    @property
    def phase(self) -> str:
        return self.statement.phase

    @property
    def options(self) -> tuple[Order, ...]:
        """The order and what stands in for it."""
        return (self, *self.alternatives)


class Understood(NamedTuple):
    """A legal answer: the game's value, the order with everything it means decided as the record keeps it (the JSON
    value of `Game.read_value`, None for silence), and a remark such as its cost.

    `stays` says that the order has more to give: it answers again until it has nothing left to say.
    """

    answer: Any
    order: Any
    note: str = ""
    stays: bool = False


Verdict = Understood | tuple[Problem, ...]


def _no_choices() -> Iterator[OrderValue]:
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
        judge: an order of such a keyword, judged on the position of this moment: understood, or problems. It is the one
            source of legality.
        choices: the legal orders as values (`Game.write` words them), cheapest or plainest first; where they are too
            many to list, the simple ones.
        about: values for the wording (place, number of hits ...).
        matches: whether an order of the right keyword speaks of this decision at all.
        sole: the answer, where the rules leave only one; taken without asking, and recorded as forced.
        standing: an order that answers is a preference and stays in force for its phase.
        optional: silence is an answer (None).
        hidden: what makes an order illegal may hang on cards only the side knows; the logbook does not say why.
        hint: values for the advice a template gives on it (vocabulary "hint"), None where there is none.
        window: may somebody play a card now? It is asked whether or not the side holds such a card, so that neither
            asking nor an answer betrays a hand: it is never forced, its choices are those everybody may know, and an
            order that will not do counts for nothing and leaves no trace in the record. It is hidden.
        shuffled: the legal orders in an order of chance, where `choices` takes long to list.
    """

    side: str
    code: str
    rule: str
    keywords: frozenset[str]
    judge: Callable[[Order], Verdict]
    choices: Callable[[], Iterable[OrderValue]] = _no_choices
    about: Mapping[str, Any] = field(default_factory=dict)
    matches: Callable[[Order], bool] = _always
    sole: Understood | None = None
    standing: bool = False
    optional: bool = False
    hidden: bool = False
    hint: Mapping[str, Any] | None = None
    window: bool = False
    shuffled: Callable[[Random], Iterator[OrderValue]] | None = None

    def __post_init__(self) -> None:
        if self.window and self.sole is not None:
            raise ValueError("a window is never forced")
        if self.window:
            object.__setattr__(self, "hidden", True)

    def sample(self, chance: Random) -> Iterator[OrderValue]:
        """Legal orders, in an order of chance: those of `choices`, where these are very many the first."""
        if self.shuffled is not None:
            return self.shuffled(chance)
        choices = list(islice(self.choices(), SAMPLED))
        chance.shuffle(choices)
        return iter(choices)


class Due(NamedTuple):
    """A demand nobody has answered, with the problems of the orders that tried to."""

    demand: Demand
    problems: tuple[Problem, ...] = ()


class SittingEnds(Exception):  # noqa: N818 - not an error: the sitting ends here
    """Ends a sitting: these decisions, dice or cards are owed; nothing where a ruling has ended the game."""

    def __init__(self, *dues: Due) -> None:
        super().__init__(", ".join(f"{due.demand.side}: {due.demand.code}" for due in dues))
        self.dues = dues
