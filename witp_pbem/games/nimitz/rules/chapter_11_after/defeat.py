"""Section 11.5: the check for defeat, and the end of a turn."""

from __future__ import annotations

from witp_pbem.games.nimitz.board.setup import LINKED
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives, victory
from witp_pbem.games.nimitz.rules.chapter_12_special import linked
from witp_pbem.table.table import Table


def play(table: Table) -> None:
    """At the level "relieved" the campaign is lost at once, in the last turn, too (nimitz 11.5.1.a, 12.6.b; G-61);
    what counts is on the map (G-62). After the last turn the campaign is over (nimitz 5.0.a, 12.5.a), else the next
    turn begins (nimitz 11.5.a). What happens when Japan comes to Hawaii, battles know (nimitz 11.5.2.a)."""
    objectives.count(table, "nimitz 11.5.1.a")
    position = table.position
    is_linked, held = position.scenario == LINKED, len(position.objectives)
    if position.campaign.level(held) == victory.RELIEVED:
        victory.end(table, "nimitz 12.6.b" if is_linked else "nimitz 11.5.1.a", victory.RELIEVED, held)
    if position.turn == position.campaign.turns:
        (linked.go_on if is_linked else victory.judge)(table)
