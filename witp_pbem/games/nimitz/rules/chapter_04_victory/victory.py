"""Section 4: the end of a campaign, and its level of victory."""

from __future__ import annotations

from witp_pbem.games.common.sequence import GameOver
from witp_pbem.games.nimitz.board.events import GameEnded
from witp_pbem.games.nimitz.board.state import JAPAN, US, Position, Side
from witp_pbem.games.nimitz.rules.chapter_12_special import invasion
from witp_pbem.table.table import Table

RULE = "nimitz 4.0.a"
RELIEVED = "relieved"
VICTORIES = ("great", "good", "historical")


def counted(position: Position) -> tuple[int, int]:
    """The objectives held at the end of a campaign, and how many of them the invasion of Japan adds
    (nimitz 12.3.b)."""
    extra = invasion.objectives(position)
    return len(position.objectives) + extra, extra


def judge(table: Table) -> None:
    """The number of objectives held at the end of a campaign decides (nimitz 4.0.a).

    Raises:
        GameOver: always.
    """
    count, extra = counted(table.position)
    end(table, RULE, table.position.campaign.level(count), count, extra)


def winner(level: str) -> Side:
    """Who has won: with less than history gave them, which the rules call disappointing, the Americans have not
    (G-65)."""
    return US if level in VICTORIES else JAPAN


def end(table: Table, rule: str, level: str, count: int, extra: int = 0) -> None:
    """The game ends at a level.

    Raises:
        GameOver: always.
    """
    table.tell(GameEnded(rule, winner(level), level, count, extra))
    raise GameOver
