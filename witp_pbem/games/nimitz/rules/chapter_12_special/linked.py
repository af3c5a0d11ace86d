"""Section 12.6: the four campaigns in a row."""

from __future__ import annotations

from witp_pbem.games.nimitz.board.data import YEARS, level
from witp_pbem.games.nimitz.board.events import CampaignEnded
from witp_pbem.games.nimitz.rules.chapter_03_setup import setup
from witp_pbem.games.nimitz.rules.chapter_04_victory import victory
from witp_pbem.table.table import Table


def go_on(table: Table) -> None:
    """A campaign is over: its objectives are recorded (nimitz 12.6.a, log.a), and the next year is set up; after the
    last one their sum decides (nimitz 12.6.c). A campaign that is lost ends the game before (nimitz 12.6.b)."""
    year = table.position.year
    count, extra = victory.counted(table.position)
    table.tell(CampaignEnded("nimitz 12.6.a", year, count, table.position.campaign.level(count)))
    if year < YEARS[-1]:
        setup.begin(table, year + 1)
    else:
        total = sum(table.position.counts.values())
        victory.end(table, "nimitz 12.6.c", level(table.position.data.linked_levels, total), total, extra)
