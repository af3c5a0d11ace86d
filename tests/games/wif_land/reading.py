"""Orders and conditions as they are typed, for the tests of what is read."""

from __future__ import annotations

from typing import Any

from witp_pbem.games.wif_land.game import game
from witp_pbem.table import text
from witp_pbem.table.demand import Condition, Order
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import full_lexicon, read_order, read_statement

GAME: Any = game()
LEXICON = full_lexicon(GAME)


def value(words: str) -> dict[str, Any]:
    """The value of an order as typed."""
    order = read_order(GAME, words)
    assert isinstance(order, Order), (words, order)
    return GAME.orders.value(order.keyword, order.body)  # type: ignore[no-any-return]


def problems(words: str) -> list[Problem]:
    """Everything that is wrong with an order as typed."""
    order = read_order(GAME, words)
    assert not isinstance(order, Order), words
    return [problem for problem in order if isinstance(problem, Problem)] if isinstance(order, tuple) else []


def conditions(words: str) -> list[Any]:
    """What an order in a block waits for, and what ends it."""
    read = text.read(words, LEXICON)
    assert not read.problems, (words, read.problems)
    (statement,) = read.statements
    order = read_statement(GAME, statement)
    assert isinstance(order, Order), (words, order)
    return [*(condition.phrase for condition in order.conditions),
            order.until.phrase if isinstance(order.until, Condition) else order.until]
