"""The referee's rulings that every game knows: somebody gives up, or an order is given for them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from witp_pbem.table.cursor import Cursor
from witp_pbem.table.problem import Problem, Span, invalid
from witp_pbem.table.text import Statement
from witp_pbem.table.text import read as read_text
from witp_pbem.table.tokens import Lexicon
from witp_pbem.table.tuples import NamedTuple


class PlayerRuling(NamedTuple):
    """A ruling about a player.

    Attributes:
        player: who gives up, or for whom an order is given.
        decides: that order, None where the player gives up.
        reason: why.
    """

    player: str
    decides: str | None
    reason: str


def is_about_player(statement: Statement) -> bool:
    """Whether a ruling is one that every game knows."""
    return any(token.value in ("resign", "decide") for token in statement.tokens if token.kind != "quoted")


def read(statement: Statement, lexicon: Lexicon, players: Collection[str]) -> PlayerRuling | tuple[Problem, ...]:
    """`ruling for SIDE: resign because "…"` or `ruling for SIDE: decide "…"`."""
    cursor = Cursor(statement)
    cursor.skip("for")
    token = cursor.token
    player = lexicon.side(token.text) if token else ""
    if player not in players:
        cursor.unexpected("a side")
        return tuple(cursor.problems)
    cursor.index += 1
    cursor.skip(":")
    decides = None if cursor.accept("resign") else _quoted(cursor, "decide", "resign")
    reason = _quoted(cursor, "because") if cursor else ""
    cursor.finish()
    return tuple(cursor.problems) or PlayerRuling(player, decides, reason)


def _quoted(cursor: Cursor, *words: str) -> str:
    """A text in quotation marks behind a word."""
    if not cursor.accept(words[0]) or cursor.token is None or cursor.token.kind != "quoted":
        cursor.unexpected(" or ".join(words))
        return ""
    cursor.index += 1
    return cursor.tokens[cursor.index - 1].value


def faults_of_decision(text: str, lexicon: Lexicon, read_order: Callable[[Statement], Any],
                       span: Span) -> tuple[Problem, ...]:
    """What is wrong with a text that is to be one order and cannot be read so.

    Args:
        read_order: what an order says, or its problems.
        span: where the ruling stands, and so each of its problems.
    """
    parsed = read_text(text, lexicon)
    problems = list(parsed.problems)
    for body in map(read_order, parsed.statements):
        if isinstance(body, tuple) and all(isinstance(problem, Problem) for problem in body):
            problems += body
    if not problems:
        problems = [invalid("one-order-a-ruling", found=len(parsed.statements))]
    return tuple(problem._replace(span=span) for problem in problems)
