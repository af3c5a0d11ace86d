"""Who acts first: the side with more total resource points (witp 5.2.c)."""

from __future__ import annotations

from witp_pbem.games.witp.board.state import ALLIES, ENEMY, JAPAN, Position, Side


def first_player(position: Position, tie: Side) -> Side:
    """Who acts first: the side with more total resource points at the start of the turn (witp 5.2.c, 5.2.d, 6.0.c,
    10.0.c; R-14, R-72)."""
    japan, allies = position.trp_start[JAPAN], position.trp_start[ALLIES]
    return tie if japan == allies else JAPAN if japan > allies else ALLIES


def in_order(position: Position, tie: Side) -> tuple[Side, Side]:
    """Both sides in the order in which they act."""
    first = first_player(position, tie)
    return first, ENEMY[first]
