"""The position as `show` prints it."""

from __future__ import annotations

from typing import Any

from witp_pbem.report import strategic_map
from witp_pbem.report.layout import wrap
from witp_pbem.report.plain_text import sections
from witp_pbem.table.game import Game


def render(position: Any, game: Game) -> str:
    """Everything on the table: the map, points, cards in force, forces place by place, who is to come, who is gone."""
    narration = game.narration
    lines = [*wrap(f"{game.title} – {narration.when(position)}"),
             *(line for remark in game.setting(position).remarks for line in wrap(remark, first="! ", rest="  ")),
             "", *strategic_map.lines(narration.chart(position, overlaid=False)),
             *sections(narration.board(position), narration.rule_number)]
    return "\n".join(lines) + "\n"
