"""Demands: the decisions the rules ask of the sides, and the orders that answer them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import OrderValue, Problem
from witp_pbem.table.text import Statement
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from random import Random

SAMPLED = 300  # choices, at most, that a sample is taken from


class Condition(NamedTuple):
    """What an order waits for.

    Attributes:
        phrase: the condition as the record keeps it.
        holds: whether it holds now, from the position, the acts since the step began and the side that gave the order.
    """

    phrase: Phrase
    holds: Callable[[Any, Sequence[Any], str], bool]


class Order(NamedTuple):
    """An order that could be read.

    Attributes:
        statement: its words, with their places.
        body: the game's own record of it.
        source: where it stands in the logbook (`acts`), None for text not yet recorded.
        file: the name of the file it stands in.
        alternatives: orders that replace it where it is illegal; the first legal one counts.
        conditions: what it waits for, all of them.
        until: what ends it, if it is a standing order, which lasts from turn to turn; else None.
        anyway: its writer accepts whatever it costs (see `Sacrifice`).
    """

    statement: Statement
    body: Any
    source: tuple[int, int] | None = None
    file: str = ""
    alternatives: tuple[Order, ...] = ()
    conditions: tuple[Condition, ...] = ()
    until: Condition | None = None
    anyway: bool = False

    @property
    def keyword(self) -> str:
        return self.statement.keyword

    @property
    def phase(self) -> str:
        return self.statement.phase

    @property
    def options(self) -> tuple[Order, ...]:
        """The order and its alternatives."""
        return (self, *self.alternatives)


class Sacrifice(NamedTuple):
    """What a legal answer costs its owner although another legal answer keeps it.

    Attributes:
        units: the ids of the units it costs.
        rule: id of the rule that takes them.
        instead: an order that keeps them, None where none can be named.
        named: the order itself says which units do what, rather than all or any.
    """

    units: tuple[str, ...]
    rule: str
    instead: OrderValue | None = None
    named: bool = False


class Understood(NamedTuple):
    """A legal answer.

    Attributes:
        answer: the game's value.
        order: the order with everything left open in it decided, as the record keeps it (the JSON value of
            `Game.read_value`), None for silence.
        note: a remark, such as its cost.
        stays: the order has more to give, and answers again until nothing of it is left.
        sacrifice: what it costs needlessly, None for nothing. It is legal all the same, but no order answers with it
            unasked (`pending.judged`).
        closes: nothing more of the kind is asked of the side: what its lists have left undone is told (`Demand.items`).
        needs: a decision that another order of the side must be ready to answer, without which it answers nothing
            ("operate as planned").
    """

    answer: Any
    order: Any
    note: str = ""
    stays: bool = False
    sacrifice: Sacrifice | None = None
    closes: bool = False
    needs: Demand | None = None


Verdict = Understood | tuple[Problem, ...]


def _no_choices() -> Iterator[OrderValue]:
    return iter(())


def _no_items(_: Order) -> Iterator[OrderValue]:
    return iter(())


def _always(_: Order) -> bool:
    return True


@dataclass(frozen=True)
class Demand:
    """One decision a side owes.

    Attributes:
        side: who owes it.
        code: what kind of decision; the key of its wording.
        rule: id of the rule that asks for it.
        keywords: the order keywords that can answer.
        judge: an order of such a keyword, judged on the position of this moment: understood, or problems. It is the one
            source of legality.
        choices: the legal orders as values (`Game.write` words them), cheapest or plainest first; where they are too
            many to list, the simple ones.
        about: values for the wording (place, number of hits ...).
        matches: whether an order of the right keyword is about this decision at all.
        sole: the only legal answer, if there is just one; taken without asking, and recorded as forced.
        standing: an order that answers is a preference and stays in force for its phase.
        queued: an illegal order waits until it is legal, and bars none behind it: orders are carried out in their order
            as far as each can be.
        optional: silence is an answer (None).
        hidden: legality may depend on cards only the side knows; the logbook does not say why an order is illegal.
        hint: values for the advice a template gives on it (vocabulary "hint"), None where there is none that needs any.
        window: may somebody play a card now? It is asked whether or not the side holds such a card, so that neither
            asking nor an answer betrays a hand: it is never forced, its choices are those everybody may know, and an
            illegal order counts for nothing and leaves no trace in the record. It is hidden.
        shuffled: the legal orders in random order, where listing `choices` takes long.
        items: what an order has not done yet, item by item, each as an order of its own; whether the order is meant for
            the decision at all is for this function to say, not for `matches`. Nothing of a list is dropped silently.
        wishes: what an order that answers names in order of preference, each wish as an order of its own; `check` tells
            those that are illegal, for which nothing was open.
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
    queued: bool = False
    optional: bool = False
    hidden: bool = False
    hint: Mapping[str, Any] | None = None
    window: bool = False
    shuffled: Callable[[Random], Iterator[OrderValue]] | None = None
    items: Callable[[Order], Iterable[OrderValue]] = _no_items
    wishes: Callable[[Order], Iterable[OrderValue]] = _no_items

    def __post_init__(self) -> None:
        if self.window and self.sole is not None:
            raise ValueError("a window is never forced")
        if self.window:
            object.__setattr__(self, "hidden", True)

    def sample(self, chance: Random) -> Iterator[OrderValue]:
        """Legal orders in random order: those of `choices`, of very many only the first `SAMPLED`."""
        if self.shuffled is not None:
            return self.shuffled(chance)
        choices = list(islice(self.choices(), SAMPLED))
        chance.shuffle(choices)
        return iter(choices)


class Due(NamedTuple):
    """A demand nobody has answered, with the problems of the orders meant for it."""

    demand: Demand
    problems: tuple[Problem, ...] = ()


class SittingEnds(Exception):  # noqa: N818 - not an error: the sitting ends here
    """Ends a sitting.

    Attributes:
        dues: the decisions, dice or cards owed; none where a ruling has ended the game.
    """

    def __init__(self, *dues: Due) -> None:
        super().__init__(", ".join(f"{due.demand.side}: {due.demand.code}" for due in dues))
        self.dues = dues
