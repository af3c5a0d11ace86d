"""Reading one order in the words the rules themselves write."""

from __future__ import annotations

from witp_pbem.games.witp import orders
from witp_pbem.games.witp.data import Data
from witp_pbem.games.witp.lexicon import lexicon
from witp_pbem.table import text
from witp_pbem.table.demand import Order


def order(data: Data, words: str) -> Order:
    """The order a text of our own stands for.

    Raises:
        ValueError: the text is no order; a fault of ours.
    """
    found = text.read(words, lexicon(data))
    if found.problems or len(found.statements) != 1:
        raise ValueError(f"not one order: {words!r}: {found.problems}")
    written = orders.read(found.statements[0])
    if not isinstance(written, orders.Written):
        raise ValueError(f"not an order: {words!r}: {written}")
    return Order(found.statements[0], written)
