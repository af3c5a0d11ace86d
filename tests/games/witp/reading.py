"""One order read from words, and a recorded one put into words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from witp_pbem.games.witp.board.data import Data, packaged
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.orders import kinds
from witp_pbem.games.witp.orders.lexicon import lexicon
from witp_pbem.table import text
from witp_pbem.table.demand import Order
from witp_pbem.table.problem import OrderValue, Problem
from witp_pbem.table.wording import nearest_legal

GAME = game()


def order(data: Data, words: str) -> Order:
    """The order a text stands for.

    Raises:
        ValueError: the text is no order.
    """
    orders_text = text.read(words, lexicon(data))
    if orders_text.problems or len(orders_text.statements) != 1:
        raise ValueError(f"not one order: {words!r}: {orders_text.problems}")
    written = kinds.read(orders_text.statements[0], lexicon(data))
    if not isinstance(written, kinds.Written):
        raise ValueError(f"not an order: {words!r}: {written}")
    return Order(orders_text.statements[0], written)


def ordered(words: str) -> dict[str, Any]:
    """What is recorded of an order that names units by id."""
    return kinds.order_value(order(packaged(), words))


def words(value: OrderValue | None) -> str:
    """A recorded order in words, "" for silence."""
    return "" if value is None else GAME.write(value)


def offered(choices: Iterable[OrderValue]) -> list[str]:
    """The choices of a demand in words."""
    return [words(choice) for choice in choices]


def advice(problem: Problem) -> str:
    """What a problem suggests, in words."""
    return nearest_legal(problem, GAME)
