"""Section 3: the set-up of a campaign (`board/setup` puts the units where the sheet of the year has them)."""

from __future__ import annotations

from witp_pbem.games.nimitz.board.events import CampaignBegan
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives
from witp_pbem.table.table import Table

RULE = "nimitz 3.0.a"


def play(table: Table) -> None:
    """The campaign chosen is set up (nimitz 1.2.b, 2.3.a)."""
    begin(table, table.position.year)


def begin(table: Table, year: int) -> None:
    """The units of a year take their places, at full strength (nimitz 2.5.2.a, 3.0.b), the turn marker stands on the
    start (nimitz 3.1.a), and the objective markers show who holds what (nimitz 3.4.a, 3.4.b). Stacks have no order
    before one draws from them (nimitz 3.3.a; `chapter_09_japan/stacks`), and every battle begins with all Japanese
    bonus markers in the cup (nimitz 3.2.a)."""
    table.tell(CampaignBegan(RULE, year))
    objectives.count(table, "nimitz 3.4.a")
