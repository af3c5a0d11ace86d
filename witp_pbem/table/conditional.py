"""Orders given ahead: what they wait for (`when`, `if`, `unless`) and how long they last (`standing until`).

What can be waited for is the game's affair. Conditions speak of what everybody can see at the moment of the decision,
so an order given ahead never knows more than its writer would know then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition
from witp_pbem.table.game import Game
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.text import CANCEL, Block, Statement
from witp_pbem.table.tokens import ORDERS, STANDING, UNTIL
from witp_pbem.table.tuples import NamedTuple

UNLESS = "unless"
KEYWORDS = frozenset({CANCEL})


class OrderTerms(NamedTuple):
    """What an order waits for and, if it is a standing order, what ends it."""

    conditions: tuple[Condition, ...] = ()
    until: Condition | None = None


def _never(position: Any, acts: Sequence[Any], side: str) -> bool:
    return False


CANCELLED = Condition(phrase("cancelled"), _never)
_NO_TERMS = OrderTerms()


def terms(game: Game, statement: Statement) -> OrderTerms | tuple[Problem, ...]:
    """Reads the blocks an order stands in."""
    if not statement.scope:
        return _NO_TERMS
    conditions: list[Condition] = []
    until: list[Condition] = []
    problems: list[Problem] = []
    for block in statement.scope:
        condition = _until(game, block) if block.word == STANDING else game.condition(block)
        if isinstance(condition, tuple) and not isinstance(condition, Condition):
            problems += condition
        elif block.word == STANDING and condition:
            until.append(condition)
        elif condition:
            conditions.append(_not(condition) if block.word == UNLESS else condition)
    if len(until) > 1:
        problems.append(invalid("standing-twice", statement.scope[-1].span))
    return tuple(problems) if problems else OrderTerms(tuple(conditions), until[0] if until else None)


def read_cancel(statement: Statement) -> str | tuple[Problem, ...]:
    """What `cancel` ends: the standing orders of the phase it is headed with, or all."""
    cursor = Cursor(statement)
    cursor.skip("all", "the", "my", STANDING, *ORDERS)
    cursor.finish()
    return tuple(cursor.problems) or statement.phase


def _until(game: Game, block: Block) -> Condition | tuple[Problem, ...] | None:
    """The end of a standing order, which has to be named: behind "until" or, as in Japanese, before it."""
    words = block.tokens[1:] if block.tokens and block.tokens[0].value in ORDERS else block.tokens
    if words and words[-1].value == UNTIL:
        words = (words[-1], *words[:-1])
    if len(words) < 2 or words[0].value != UNTIL:
        return (invalid("standing-without-end", block.span),)
    if [word.value for word in words[1:]] in (["cancelled"], [CANCEL]):
        return CANCELLED
    return game.condition(block._replace(tokens=words[1:]))


def _not(condition: Condition) -> Condition:
    """The opposite of a condition."""
    def holds(position: Any, acts: Sequence[Any], side: str) -> bool:
        return not condition.holds(position, acts, side)

    return Condition(phrase(UNLESS, condition=condition.phrase), holds)
