"""A report as one HTML file: nothing fetched from elsewhere, light and dark, on phones and on paper.

Everything can be read without scripts; with them, rules and places open in place, orders are copied and dice checked.
The one script is allowed by its hash.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from html import unescape
from itertools import groupby
from pathlib import Path

from markupsafe import Markup, escape

from witp_pbem.campaign.explaining.story import SittingProof, Story
from witp_pbem.report.battlefields import Battlefield, battlefields
from witp_pbem.report.cards import cards
from witp_pbem.report.layout import plain
from witp_pbem.report.map import MOVES, draw, keys, signs, width
from witp_pbem.report.map.looks import anchor
from witp_pbem.report.page import Page, RuleText, lay_out
from witp_pbem.report.templates import render as fill
from witp_pbem.table.chart import Chart
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.story import Block
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import phrase_words

TEMPLATE = "turn.html.j2"
_READABLE = 1.6  # pixels a point of a map is shown at least, so that its smallest letters are 12 pixels high
WIDE_SIGNS = 640.0  # points; shown half as large again, as the map is
SHOWN = (MOVES,)  # the overlays of the map that are seen at first
# names with a number, also in brackets: "CV-2"; what else stands in brackets, which may be a place; sums, "20 − 9 = 11"
_NAMED = re.compile(r"\[?\w+(?:-\w+)*-\d+\]?")
_NUMBERED = re.compile(rf"(?<=[(（])(?P<place>[^()（）]+)(?=[)）])|{_NAMED.pattern}")
_SUM = re.compile(r"\d+(?: [−+×=] \d+)+")


class Debtor(NamedTuple):
    """Somebody who owes something: the side, its name, what it owes, and its orders file ready to fill in ("")."""

    side: str
    name: str
    texts: tuple[str, ...]
    draft: str


class CitedRule(NamedTuple):
    """A rule in the list of those cited: where to find it on the page, its number, and its headings and texts."""

    anchor: str
    number: str
    texts: tuple[tuple[str, str], ...]


class Laid(NamedTuple):
    """An overlay of the map: its code and name, whether it is seen at first, and its signs as SVG, or ""."""

    code: str
    name: str
    shown: bool
    signs: Markup


def render(story: Story, templates: Path | None = None, *, page: Page | None = None) -> str:
    """The report of a story.

    Args:
        templates: a folder of the user's own templates.
        page: the story's page, where it is made already.
    """
    page = page or lay_out(story)
    fields = battlefields(story, page)
    return fill(TEMPLATE, story.folder, templates, {
        **for_report(story, page, fields),
        **for_map(page.chart, "".join(field.drawn for field in fields.values()))})


def for_report(story: Story, page: Page, fields: Mapping[int, Battlefield]) -> dict[str, object]:
    """What the templates of a report see beside its map, by name.

    Args:
        fields: the small maps of the page's battles.
    """
    rules = cited_rules(page.rules)
    return {"thrown_for": lambda label: phrase_words(label, story.game.catalogue),
            "page": page, "debtors": _debtors(page), "lines": lines, "evidence": evidence,
            **for_pages(story.game, page.chart, rules), "rules": in_order(rules),
            "battlefield": lambda block: fields.get(id(block))}


def for_map(chart: Chart, beside: str = "") -> dict[str, object]:
    """What the template of a map sees, by name.

    Args:
        beside: smaller maps of the same page, which are drawn with its signs.
    """
    drawn = draw(chart, links=True, theme="auto", overlays=SHOWN, switched=True, explained=False, beside=beside)
    return {**round_map(chart), "map": Markup(drawn), "signs": {
                "narrow": Markup(signs(chart)), "wide": Markup(signs(chart, WIDE_SIGNS))},
            "least": least(chart), "cards": cards(chart)}


def round_map(chart: Chart) -> dict[str, object]:
    """The same without what is drawn of it, and what is in its places."""
    return {"overlays": _overlays(chart), "start": _start(chart), "chart": chart}


def for_pages(game: Game, chart: Chart, rules: Mapping[str, CitedRule]) -> dict[str, object]:
    """What the templates of all pages see, by name.

    Args:
        rules: those cited, by id.
    """
    places = frozenset(spot.place for spot in chart.sheet.spots)
    return {"kind": kind, "number": game.narration.rule_number,
            "anchor": lambda identifier: rules[identifier].anchor if identifier in rules else "",
            "side_class": lambda side: f"side-{chart.number_of(side)}",
            "whole": whole, "linked": lambda text: whole(text, places), "fingerprint": fingerprint,
            "battlefield": lambda block: None}


def kind(block: Block) -> str:
    """What a block is: "Paragraph", "Columns", "BattleCard" or "Section"."""
    return type(block).__name__


def _start(chart: Chart) -> str:
    """The anchor of the place a reader looks for first: of the first battle, else of the first movement, else none."""
    return anchor(next((clash.place for clash in chart.clashes), next((arrow.route[-1] for arrow in chart.arrows), "")))


def least(chart: Chart) -> str:
    """How wide a map is shown at least, so that it can be read; it is scrolled where the window is narrower."""
    return f"{width(chart) * _READABLE:.0f}px"


def _overlays(chart: Chart) -> list[Laid]:
    """What the reader may lay over the map, or take off it."""
    names = {MOVES: say("Movements")} | {overlay.code: overlay.name for overlay in chart.sheet.overlays}
    return [Laid(anchor(code), names[code], code in SHOWN, Markup(signs)) for code, signs in keys(chart).items()]


def _debtors(page: Page) -> list[Debtor]:
    """Who owes something, with everything they owe, in the order in which they are first named."""
    drafts = {draft.side: draft.text for draft in page.drafts}
    owing = {owed.side: owed.name for owed in page.owed}
    return [Debtor(side, name, tuple(owed.text for owed in page.owed if owed.side == side), drafts.get(side, ""))
            for side, name in owing.items()]


def cited_rules(rules: Iterable[RuleText]) -> dict[str, CitedRule]:
    """The rules cited by id; texts that share an id share an entry."""
    cited: dict[str, CitedRule] = {}
    for identifier, texts in groupby(rules, lambda rule: rule.id):
        entries = list(texts)
        anchor = "rule-" + re.sub(r"\W+", "-", entries[0].number).strip("-").lower()
        while any(anchor == other.anchor for other in cited.values()):
            anchor += "-also"
        cited[identifier] = CitedRule(anchor, entries[0].number, tuple(
            (rule.heading.removeprefix(rule.id).strip(), rule.text) for rule in entries))
    return cited


def in_order(rules: Mapping[str, CitedRule]) -> list[CitedRule]:
    """Rules by their numbers."""
    return sorted(rules.values(), key=lambda rule: natural(rule.number))


def natural(name: str) -> list[tuple[int, int, str]]:
    """A key that sorts names by their numbers: 9.6.1 before 10.2, "CV-2" before "CV-10"."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.findall(r"\d+|\D+", name)]


@lru_cache(maxsize=4000, typed=True)  # heads of tables, who and where come again and again; no text is taken for markup
def whole(text: str, places: frozenset[str] = frozenset(), look: str = 'class="whole"') -> Markup:
    """Text whose sums and names with a number ("CV-2", also in brackets) no line end may cut.

    Args:
        places: ids of places; where one stands in brackets, "Hawaii (HI)", it leads to the place.
        look: the attribute that keeps such a name together.
    """
    def marked(match: re.Match[str]) -> str:
        place = unescape(match["place"] or "")
        if place in places:
            return f'<a class="at" href="#place-{anchor(place)}">{match[0]}</a>'
        return _NAMED.sub(rf"<span {look}>\g<0></span>", match[0])

    unbroken = _SUM.sub(lambda match: match[0].replace(" ", "\N{NO-BREAK SPACE}"), str(escape(plain(text))))
    return Markup(_NUMBERED.sub(marked, unbroken))


def lines(text: str) -> Markup:
    """Text of several lines with its line ends."""
    return Markup("\n").join(plain(line) for line in text.splitlines())


def evidence(proof: SittingProof) -> str:
    """What a sitting's dice can be checked with, as JSON in ASCII, so that no letter is lost on the way."""
    record = {key: value for key, value in proof._asdict().items()
              if key not in ("links", "anchors") or value}
    return json.dumps(record, separators=(",", ":"), sort_keys=True)


def fingerprint(script: str) -> str:
    """The hash by which a Content-Security-Policy allows a script."""
    return "sha256-" + b64encode(sha256(script.encode()).digest()).decode()
