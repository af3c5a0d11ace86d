"""A report as one HTML file: no script, nothing fetched from elsewhere, light and dark, on phones and on paper."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from witp_pbem.campaign.story import Story
from witp_pbem.report import wording
from witp_pbem.report.layout import plain
from witp_pbem.report.page import page
from witp_pbem.table.story import BattleCard, Columns, Paragraph

TEMPLATE = "turn.html.j2"
_NUMBERED = re.compile(r"(\[?\w+(?:-\w+)*-\d+\]?)")


def render(story: Story) -> str:
    """The report of a story."""
    sides = story.game.sides
    return _environment().get_template(TEMPLATE).render(
        page=page(story), words=wording, whole=whole, number=story.game.narration.rule_number,
        side_class=lambda side: f"side-{sides.index(side) + 1 if side in sides else 0}")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_template), autoescape=True, trim_blocks=True, lstrip_blocks=True,
        undefined=StrictUndefined, finalize=_visible)
    environment.tests.update(
        paragraph=lambda block: isinstance(block, Paragraph), columns=lambda block: isinstance(block, Columns),
        battle=lambda block: isinstance(block, BattleCard))
    return environment


def _visible(value: Any) -> Any:
    """Text without letters that cannot be seen; markup and everything else as it is."""
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def whole(text: str) -> Markup:
    """Text whose names with a number ("JP-N-2", also in brackets) no line end may cut."""
    return Markup("").join(
        Markup('<span class="whole">{}</span>').format(piece) if place % 2 else escape(piece)
        for place, piece in enumerate(_NUMBERED.split(plain(text))))


def _template(name: str) -> str | None:
    """A template of the package, or of the checkout the package lies in."""
    package = files("witp_pbem")
    for folder in (package / "templates", Path(__file__).parents[2] / "templates"):
        template = folder / name
        if template.is_file():
            return template.read_text("utf-8")
    return None
