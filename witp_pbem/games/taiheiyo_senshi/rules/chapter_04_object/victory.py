"""Section 4.1: the ends of the game."""

from __future__ import annotations

from witp_pbem.games.common.sequence import GameOver
from witp_pbem.games.taiheiyo_senshi.board.events import GameEnded
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, JAPAN, SIDES
from witp_pbem.table.table import Table


def japan_captured(table: Table) -> None:
    """The Allies have captured Japan, and the game ends at once (senshi 4.1(1)-a).

    Raises:
        GameOver: always.
    """
    _end(table, ALLIES, "senshi 4.1(1)-a", "japan-captured")


def judge(table: Table) -> None:
    """The lead decides at the end of turn 4, if it is clear enough (senshi 4.1(2)-a), and of turn 5 (senshi 4.1(3)-a,
    C-39).

    Raises:
        GameOver: somebody has won.
    """
    position = table.position
    leads = {JAPAN: position.score, ALLIES: -position.score}
    wanted = position.data.turns[position.turn].victory
    is_last = position.turn == position.data.last_turn
    for side in SIDES:
        if side in wanted and leads[side] >= wanted[side]:
            _end(table, side, "senshi 4.1(3)-a" if is_last else "senshi 4.1(2)-a", "points")


def _end(table: Table, winner: str, rule: str, reason: str) -> None:
    table.tell(GameEnded(rule, winner, reason))
    raise GameOver
