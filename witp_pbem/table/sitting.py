"""One sitting: play from a step's opening position until somebody owes a decision or the game ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from witp_pbem.table import conditional, manual_dice
from witp_pbem.table import text as orders_text
from witp_pbem.table.acts import Act
from witp_pbem.table.demand import Due, Order, SittingEnds, Understood
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game, holders
from witp_pbem.table.manual_dice import ManualCard, ManualDice
from witp_pbem.table.names import names
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.table import Fate, Table
from witp_pbem.table.text import RULING, OrdersText, Statement
from witp_pbem.table.tokens import ANYWAY, ANYWAY_IN_JAPANESE, Lexicon
from witp_pbem.table.tuples import NamedTuple


class SittingResult(NamedTuple):
    """What a sitting came to.

    Attributes:
        position: the position at its end.
        acts: everything that happened since the opening position, replayed part included.
        opened: slots of cards turned face up in the new part.
        dues: what is owed now; empty when the game is over.
    """

    position: Any
    acts: list[Act]
    opened: list[str]
    dues: tuple[Due, ...]


class CannotRule(ValueError):  # noqa: N818 - told to the user as a fact about a ruling
    """A ruling, by its source, that cannot be carried out on the position, and why."""

    def __init__(self, source: tuple[int, int], problems: tuple[Problem, ...]) -> None:
        super().__init__(f"ruling {source} cannot be carried out: {problems}")
        self.source, self.problems = source, problems


class GameRules:
    """The rules as the table sees them: a game, the rulings it may be given, and how recorded orders are read."""

    def __init__(self, game: Game, rulings: dict[tuple[int, int], Order] | None = None) -> None:
        self.game = game
        self.rulings = rulings or {}

    def apply(self, position: Any, event: Event) -> Any:
        return self.game.apply(position, event)

    def answer(self, position: Any, question: str, card: str) -> bool | str:
        return self.game.answer(position, question, card)

    def edit(self, table: Table, source: tuple[int, int]) -> None:
        """Carries out a ruling that changes the position."""
        verdict = self.game.judge_ruling(table.position, self.rulings[source])
        if not isinstance(verdict, Understood):
            raise CannotRule(source, verdict)
        table.tell(*verdict.answer)

    def reread(self, value: Any) -> Order | tuple[Problem, ...]:
        """The order a recorded value stands for."""
        try:
            return self.game.read_value(value)
        except (AttributeError, KeyError, TypeError, ValueError):
            return (invalid("unknown-order", word=str(value)),)


@lru_cache(maxsize=64)
def read_file(game: Game, text: str) -> OrdersText:
    """Reads a file of orders. What was read just now is not read again: a file is checked, recorded, proved."""
    return orders_text.read(text, full_lexicon(game))


class _OrderText:
    """The text of one order, and the statement it was read as in its file, if it was: the same text is the same order,
    wherever it stood."""

    def __init__(self, text: str, statement: Statement | None) -> None:
        self.text, self.statement = text, statement

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _OrderText) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def read_order(game: Game, text: str, statement: Statement | None = None) -> Order | tuple[Problem, ...]:
    """Reads one order, in the words of a file or of the logbook. What was read once is not read again: a campaign's
    orders are looked at in every sitting.

    Args:
        statement: what the text was read as in its file.
    """
    return _read_text(game, _OrderText(text, statement))


@lru_cache(maxsize=2048)
def _read_text(game: Game, order: _OrderText) -> Order | tuple[Problem, ...]:
    if order.statement:
        return read_statement(game, order.statement)
    written = orders_text.read(order.text, full_lexicon(game))
    if written.problems or len(written.statements) != 1:
        return written.problems
    return read_statement(game, written.statements[0])


@lru_cache(maxsize=8)
def full_lexicon(game: Game) -> Lexicon:
    """The words of orders files: those of the game, `cancel`, "anyway", the referee's rulings, dice and cards, and each
    card by its id."""
    own = game.lexicon
    cards = own.cards if own.cards.ids else names(dict.fromkeys(game.cards, ()))
    return replace(own, keywords=own.keywords | manual_dice.KEYWORDS | conditional.KEYWORDS | {RULING}, cards=cards,
                   synonyms={**own.synonyms, ANYWAY_IN_JAPANESE: ANYWAY})


def read_manual(game: Game, statement: Statement) -> ManualDice | ManualCard | tuple[Problem, ...]:
    """The dice or the card that the referee types; who drew it is told by any of the side's names."""
    drawers = holders(game)
    names_of = {word: side for word, side in game.lexicon.sides.items() if side in drawers}
    return manual_dice.read(statement, names_of | {side: side for side in drawers}, game.cards, game.dice)


def read_statement(game: Game, statement: Statement) -> Order | tuple[Problem, ...]:
    """The order a statement stands for, with its alternatives and what it waits for."""
    return _read_in_block(game, statement, conditional.terms(game, statement))


def _read_in_block(game: Game, statement: Statement,
                   terms: conditional.OrderTerms | tuple[Problem, ...]) -> Order | tuple[Problem, ...]:
    """The order of a statement, in a block that its alternatives stand in, too."""
    plain = orders_text.without_anyway(statement)
    body = conditional.read_cancel(statement) if statement.keyword == orders_text.CANCEL else game.read(plain)
    alternatives = [_read_in_block(game, written, terms) for written in statement.alternatives]
    problems: list[Problem] = [problem.at(statement.span) for problem in problems_of(body)]
    if not isinstance(terms, conditional.OrderTerms):
        problems += terms
    for alternative in alternatives:
        if not isinstance(alternative, Order):
            problems += [problem for problem in alternative if problem not in problems]
    if problems or not isinstance(terms, conditional.OrderTerms):
        return tuple(problems)
    return Order(statement, body, None, "", tuple(option for option in alternatives if isinstance(option, Order)),
                 terms.conditions, terms.until, anyway=plain is not statement)


def unreadable(game: Game, orders: OrdersText) -> list[Problem]:
    """What of a file could not be read, the other faults of orders among it whose first word is misspelt."""
    read = [read_statement(game, statement) for statement in orders.misspelt]
    return [*orders.problems, *(problem for faults in read if not isinstance(faults, Order) for problem in faults)]


def problems_of(body: object) -> tuple[Problem, ...]:
    """The problems a game came back with instead of its record of an order."""
    return body if isinstance(body, tuple) and body and isinstance(body[0], Problem) else ()


def sit(game: Game, opening: Any, record: Sequence[Act], pending: PendingOrders, fate: Fate, *,
        rulings: dict[tuple[int, int], Order] | None = None, edits: Sequence[tuple[int, int]] = (),
        make: Callable[..., Table] = Table, stop: Callable[[Table], bool] | None = None) -> SittingResult:
    """Plays from the opening position of a step.

    Args:
        record: what already happened since that position.
        pending: orders not used yet.
        fate: where dice and cards come from.
        rulings: every ruling that may be applied.
        edits: those not yet applied, by (entry, index).
        make: the kind of table.
        stop: ends the sitting between two steps when it says so.
    Raises:
        Diverged: the rules no longer play what the record says.
    """
    table = make(GameRules(game, rulings), opening, record, pending, fate, edits)
    dues: tuple[Due, ...] = ()
    try:
        table.rule()
        while (step := game.step(table.position)) is not None:
            table.begin(game.phase(table.position))
            step(table)
            if stop is not None and stop(table):
                break
    except SittingEnds as owed:
        dues = () if owed.dues and table.is_ended_by_ruling() else owed.dues
    return SittingResult(table.position, table.acts, table.opened, dues)
