"""A case that was tried as one HTML page: with the map it ends with and the rules it cites, and nothing fetched from
elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from witp_pbem import __version__
from witp_pbem.report import html
from witp_pbem.report.page import rule_texts
from witp_pbem.report.templates import render as fill
from witp_pbem.report.try_case import remarks
from witp_pbem.table.chart import Chart
from witp_pbem.table.language import say
from witp_pbem.table.story import Section, cited
from witp_pbem.table.trying import TriedCase
from witp_pbem.table.tuples import NamedTuple

TEMPLATE = "try.html.j2"


class TriedPage(NamedTuple):
    """What the template sees as `page`.

    Attributes:
        case: its name.
        place: the file it stands in, and the line.
        title, publisher: of the printed game.
        notices: what must not be missed: that data are reconstructed.
        sections: all of it but the map, in order.
        chart: the map at the end.
        footer: which program made it, and the command that plays it again.
    """

    case: str
    place: str
    title: str
    publisher: str
    notices: tuple[str, ...]
    sections: tuple[Section, ...]
    chart: Chart
    footer: tuple[str, ...]


def render(tried: TriedCase, sections: Sequence[Section], again: str, templates: Path | None = None) -> str:
    """The page of a case.

    Args:
        sections: what it tells (`try_case.sections`).
        again: the command that plays it again, "" where nothing was thrown.
        templates: a folder of the user's own templates.
    """
    game, case = tried.game, tried.case
    page = TriedPage(case.name, say("{file}, line {line}", file=case.file, line=case.line), game.title, game.publisher,
                     tuple(remarks(tried)), tuple(sections),
                     game.narration.chart(tried.played.position, tried.items), tuple(_footer(tried, again)))
    rules = html.cited_rules(rule_texts(game, cited(page.sections, terms=True)))
    return fill(TEMPLATE, None, templates, {
        "page": page, **html.for_map(page.chart), **html.for_pages(game, page.chart, rules),
        "rules": html.in_order(rules)})


def _footer(tried: TriedCase, again: str) -> list[str]:
    lines = [say("The same dice again: {command}", command=f"witp-pbem {again}")] if again else []
    lines.append(say("The numbers behind sentences are those of the rules; “witp-pbem rule {game} NUMBER” tells a rule "
                     "in words.", game=tried.game.id))
    lines.append(say("This report contains neither art nor text of the rulebook. To play you need your own copy of "
                     "{title} ({publisher}).", title=tried.game.title, publisher=tried.game.publisher))
    lines.append(say("witp-pbem {program}, rules version {version}.", program=__version__,
                     version=tried.game.rules_version))
    return lines
