"""Orders and conditions as they are typed, for the tests of what is read in any game."""

from __future__ import annotations

from typing import Any

from witp_pbem.table import text
from witp_pbem.table.demand import Condition, Order
from witp_pbem.table.game import Game
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import full_lexicon, read_order, read_statement


class OrderReading:
    """What a game makes of orders as typed."""

    def __init__(self, game: Game) -> None:
        self.game: Any = game
        self.lexicon = full_lexicon(game)

    def value(self, words: str) -> dict[str, Any]:
        """The value of an order as typed."""
        order = read_order(self.game, words)
        assert isinstance(order, Order), (words, order)
        return self.game.orders.value(order.keyword, order.body)  # type: ignore[no-any-return]

    def problems(self, words: str) -> list[Problem]:
        """Everything that is wrong with an order as typed."""
        order = read_order(self.game, words)
        assert not isinstance(order, Order), words
        return [problem for problem in order if isinstance(problem, Problem)] if isinstance(order, tuple) else []

    def conditions(self, words: str) -> list[Any]:
        """What an order in a block waits for, and what ends it."""
        read = text.read(words, self.lexicon)
        assert not read.problems, (words, read.problems)
        (statement,) = read.statements
        order = read_statement(self.game, statement)
        assert isinstance(order, Order), (words, order)
        return [*(condition.phrase for condition in order.conditions),
                order.until.phrase if isinstance(order.until, Condition) else order.until]
