"""The report of a campaign as pages of the site: as many as it takes for each to be small.

What is the same for many campaigns - style, script, the ground of the map and what is printed on it - lies in files
that they share. The first page has the map; what comes after it goes on from page to page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from itertools import groupby
from pathlib import PurePosixPath

from markupsafe import Markup

from witp_pbem.archive.site import filling
from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report import html
from witp_pbem.report.battlefields import battlefields
from witp_pbem.report.cards import PlaceCard, cards
from witp_pbem.report.map import looks, shared, signs
from witp_pbem.report.map.looks import anchor
from witp_pbem.report.map.repeats import once
from witp_pbem.report.map.shared import Pictures
from witp_pbem.report.page import Page, lay_out
from witp_pbem.report.replay import Beside
from witp_pbem.report.templates import render
from witp_pbem.table.chart import LOOKS, Chart, Sheet
from witp_pbem.table.language import language, say
from witp_pbem.table.tuples import NamedTuple

MAPS, STYLE, SCRIPT = "maps", "report.css", "report.js"
REPLAY_STYLE, REPLAY_SCRIPT = "replay.css", "replay.js"
MARKS = {"part": "\x1c", "section": "\x1d", "block": "\x1e", "rule": "\x1f"}  # letters that stand in no text
_LINK = re.compile(r'(<a [^>]*?href=")#([^"]+)"')
_CITED = re.compile(r'href="#(rule-[^"]+)"')
_ID = re.compile(r' id="([^"]+)"')
_OF_EACH = re.compile("rule-.*|rules|main")  # ids of what each page has for itself
_EVIDENCE = re.compile(r'data-proof="([^"]*)"')
_SMALLER = "\\u003c"  # "<" in a script, where it must not end it


class Piece(NamedTuple):
    """A block of a report as HTML, and the beginnings of the part and the section it stands in."""

    part: str
    section: str
    block: str


class Cut(NamedTuple):
    """A report in pieces, as HTML.

    Attributes:
        first: what stands on the first page in any case: what is owed, and the map.
        parts: the rest, by parts.
        rules: those cited, by their anchors.
        symbols: what is drawn more than once, by id.
    """

    first: str
    parts: tuple[tuple[Piece, ...], ...]
    rules: Mapping[str, str]
    symbols: Mapping[str, str]


# -- what campaigns share -------------------------------------------------------------------------------------------


def everywhere() -> Iterator[tuple[str, str]]:
    """What all reports and all replays of the site share, by where it lies: style, that of maps too, and script."""
    style = {"map": Markup(looks.style("auto", LOOKS))}  # noqa: S704 - our own
    yield STYLE, render("archive/report.css", None, None, style)
    yield SCRIPT, render("archive/report.js", None, None, {})
    yield REPLAY_STYLE, render("archive/replay.css", None, None, style)
    yield REPLAY_SCRIPT, render("replay.js", None, None, {})


class Shared(NamedTuple):
    """What the campaigns of a map share in a language: where its pictures and the list of its places lie in the site,
    and all these files by where they lie."""

    pictures: Pictures
    places: str
    files: Mapping[str, str]


def share(now: Chart, start: Chart) -> Shared:
    """What is shared of a map.

    Args:
        now: any chart that is to be drawn over the pictures.
        start: that of the start, with whoever was there.
    """
    drawn, listed = shared.pictures(now.sheet), _places(start.sheet, start.sides, language())
    return Shared(Pictures(*(_address(svg, "svg") for svg in drawn)), _address(listed, "js"),
                  {**{_address(svg, "svg"): svg for svg in drawn}, _address(listed, "js"): listed})


def beside_replays(given: Shared) -> Beside:
    """Where the files lie that the replays of a map share, from a page in a folder of the language spoken."""
    return Beside(filling.above(REPLAY_STYLE), filling.above(REPLAY_SCRIPT),
                  Pictures(*map(filling.above, given.pictures)))


def _address(content: str, kind: str) -> str:
    return f"{MAPS}/{sha256(content.encode()).hexdigest()[:16]}.{kind}"


@lru_cache(maxsize=32)
def _places(sheet: Sheet, sides: tuple[tuple[str, str], ...], spoken: str) -> str:
    """The places of a map at the start as a script, which a page may load from a disk too."""
    rows = [[card.anchor, *(round(value, 1) for value in place.middle), place.title, card.name, card.place,
             " ".join(card.facts)]
            for place, card in zip(shared.at_start(sheet, dict(sides)), cards(Chart("", sheet, sides)), strict=True)]
    value = json.dumps({"hit": shared.outline(sheet), "places": rows}, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.map = {value.replace('<', _SMALLER)};\n"


# -- a report in pieces ---------------------------------------------------------------------------------------------


def _cut(story: Story, page: Page, values: Mapping[str, object], start: Sheet) -> Cut:
    """The report cut up, with its links as they are in one page."""
    chart = page.chart
    parts = (("reckoning", say("Where it leaves us"), page.reckoning),
             ("counters", say("Move these counters"), page.counters), ("luck", say("Luck so far"), page.luck),
             ("board", say("Who stands where"), page.board), ("record", say("For the record"), page.record))
    text = render("archive/parts.html.j2", None, None, {
        **values, **html.round_map(chart), "legend": Markup(signs(chart, html.WIDE_SIGNS)), "signs": {},  # noqa: S704
        "map": Markup(shared.draw(chart, start, html.SHOWN)),  # noqa: S704
        "least": "", "cards": _cards(chart, start), "others": parts,
        "mark": {name: Markup(mark) for name, mark in MARKS.items()}})  # noqa: S704 - letters of our own
    text = _EVIDENCE.sub(lambda match: "data-proof='" + match[1].replace("&#34;", '"') + "'", text)  # half as long
    text, symbols = once(text)
    text, *rules = text.split(MARKS["rule"])
    first, *rest = text.split(MARKS["part"])
    return Cut(first, tuple(tuple(_pieces(part)) for part in rest),
               {name: rule for rule in rules for name in _ID.findall(rule)}, symbols)


def _pieces(part: str) -> Iterator[Piece]:
    head, *sections = part.split(MARKS["section"])
    for section in sections:
        begun, *blocks = section.split(MARKS["block"])
        yield from (Piece(head, begun, block) for block in blocks or [""])


def _cards(chart: Chart, start: Sheet) -> Iterator[PlaceCard]:
    """The cards of places of which there is something to tell that the shared list does not."""
    differing = {anchor(place) for place in shared.changed(chart, start)}
    known = {anchor(spot.place): spot.facts for spot in start.spots}
    for card in cards(chart):
        if card.anchor in differing:
            yield card._replace(facts=()) if card.facts == known.get(card.anchor) else card


# -- pages ----------------------------------------------------------------------------------------------------------


def pages(story: Story, start: Chart, path: str, back: str) -> list[tuple[str, str]]:
    """The pages of a report, and what they share with those of others, by where they lie in the site.

    Args:
        start: the map at the start.
        path: where the first page lies in the tree of the language spoken.
        back: the address of the campaign's page.
    """
    page = lay_out(story)
    values = html.for_report(story, page, battlefields(story, page))
    cut, given = _cut(story, page, values, start.sheet), share(page.chart, start)

    def filled(room: int) -> list[tuple[str, str]]:
        bodies = [(cut.first if not number else "") + _body(pieces)
                  for number, pieces in enumerate(_paged(cut, room))]
        paths = [filling.numbered(path, number) for number in range(1, len(bodies) + 1)]
        addresses = [PurePosixPath(own).name for own in paths]
        written = linked([_page(number, body, cut, page, values, given, addresses, back)
                          for number, body in enumerate(bodies, 1)], addresses)
        return [(filling.tree(language()) + own, text) for own, text in zip(paths, written, strict=True)]

    return [*given.files.items(), *filling.paginated(filled)]


def _paged(cut: Cut, room: int) -> list[list[Piece]]:
    """The pieces of each page. A part that has room on a page is not broken."""
    pages: list[list[Piece]] = [[]]
    used, cited = len(cut.first.encode()), set[str]()
    for part in cut.parts:
        if used + sum(len(piece.block.encode()) for piece in part) > room:
            pages.append([])
            used, cited = 0, set()
        for piece in part:
            needed = len(f"{piece.section}{piece.block}".encode())
            fresh = set(_CITED.findall("".join(piece))) - cited
            needed += sum(len(cut.rules[rule].encode()) for rule in fresh)
            if pages[-1] and used + needed > room:
                pages.append([])
                used, cited = 0, set()
            pages[-1].append(piece)
            used, cited = used + needed, cited | fresh
    return pages


def _body(pieces: Sequence[Piece]) -> str:
    """Some pieces with what they stand in."""
    text = ""
    for part, of_part in groupby(pieces, lambda piece: piece.part):
        text += part
        for section, blocks in groupby(of_part, lambda piece: piece.section):
            text += section + "".join(piece.block for piece in blocks) + ("</section>" if section else "")
        text += "</section>"
    return text


def _page(number: int, body: str, cut: Cut, page: Page, values: Mapping[str, object], given: Shared,
          addresses: Sequence[str], back: str) -> str:
    """A page of a report, with its links as they are in one page."""
    where = Pictures(*map(filling.above, given.pictures))
    cited = dict.fromkeys(_CITED.findall(body))
    scripts = [*([given.places] if number == 1 else []), SCRIPT]
    return render("archive/report.html.j2", None, None, {
        **values, "number": number, "addresses": addresses, "back": back, "style": filling.above(STYLE),
        "scripts": list(map(filling.above, scripts)),
        "measure": Markup(f".chart {{ --least: {html.least(page.chart)} }}" if number == 1 else ""),  # noqa: S704
        "body": Markup(body), "symbols": Markup(shared.definitions(body, page.chart, where, cut.symbols)),  # noqa: S704
        "rules": Markup("".join(rule for name, rule in cut.rules.items() if name in cited))})  # noqa: S704


def linked(written: Sequence[str], addresses: Sequence[str]) -> list[str]:
    """Pages with links to what stands in others of them. A part that goes on over several is on the page on which it
    begins; what stands in none, the first one's script makes."""
    ids = [set(_ID.findall(text)) for text in written]
    where = {name: address for there, address in [*zip(ids, addresses, strict=True)][::-1] for name in there}

    def lead(own: str, there: set[str], match: re.Match[str]) -> str:
        is_own = match[2] in there and _OF_EACH.fullmatch(match[2])
        address = own if is_own else where.get(match[2], addresses[0])
        return f'{match[1]}{"" if address == own else address}#{match[2]}"'

    return [_LINK.sub(partial(lead, own, there), text)
            for own, there, text in zip(addresses, ids, written, strict=True)]
