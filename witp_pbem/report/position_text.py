"""The position as `show` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from witp_pbem.campaign.explaining.story import HeldCard
from witp_pbem.report import phrases, strategic_map
from witp_pbem.report.layout import wrap
from witp_pbem.report.plain_text import sections
from witp_pbem.table.game import Game
from witp_pbem.table.language import labelled, say


def render(position: Any, game: Game, hand: Sequence[HeldCard] | None = None) -> str:
    """Everything on the table: who is winning, the map, points, cards in force, forces place by place, who is to come,
    who is gone; and the cards of a hand."""
    narration = game.narration
    lines = [*wrap(f"{game.title} – {narration.when(position)}"), *wrap(game.score(position)),
             *(line for remark in game.setting(position).remarks for line in wrap(remark, first="! ", rest="  ")),
             *(() if hand is None else wrap(labelled(say("Cards in hand"), phrases.hand(game, hand)))),
             "", *strategic_map.lines(narration.chart(position, overlaid=False)),
             *sections(narration.board(position), narration.rule_number)]
    return "\n".join(lines) + "\n"
