"""A report as one HTML file: no script, nothing fetched from elsewhere, light and dark, on phones and on paper."""

from __future__ import annotations

import re
from pathlib import Path

from markupsafe import Markup, escape

from witp_pbem.campaign.story import Story
from witp_pbem.report.layout import plain
from witp_pbem.report.page import page
from witp_pbem.report.templates import render as fill
from witp_pbem.table.story import Block

TEMPLATE = "turn.html.j2"
_NUMBERED = re.compile(r"(\[?\w+(?:-\w+)*-\d+\]?)")


def render(story: Story, templates: Path | None = None) -> str:
    """The report of a story. `templates` is a folder of the user's own templates."""
    sides = story.game.sides
    return fill(TEMPLATE, story.folder, templates, {
        "page": page(story), "whole": whole, "number": story.game.narration.rule_number, "kind": _kind,
        "side_class": lambda side: f"side-{sides.index(side) + 1 if side in sides else 0}"})


def _kind(block: Block) -> str:
    """What a block is: "Paragraph", "Columns", "BattleCard" or "Section"."""
    return type(block).__name__


def whole(text: str) -> Markup:
    """Text whose names with a number ("JP-N-2", also in brackets) no line end may cut."""
    return Markup("").join(
        Markup('<span class="whole">{}</span>').format(piece) if place % 2 else escape(piece)
        for place, piece in enumerate(_NUMBERED.split(plain(text))))
