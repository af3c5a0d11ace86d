"""The part of a report that stands in a mail itself, as HTML for mail programs: tables and inline styles, no script, no
SVG.

Gmail cuts off messages with more than about 102 kB of HTML. What makes a mail longer than `LIMIT` is left out, and the
mail says so in its place: battles are shortened first, then the longest parts go, those without a battle before the
others.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

from jinja2.runtime import Macro
from markupsafe import Markup

from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report.html import kind, lines, whole
from witp_pbem.report.layout import width
from witp_pbem.report.page import Page
from witp_pbem.report.plain_text import arithmetic
from witp_pbem.report.templates import render as fill
from witp_pbem.table.language import say
from witp_pbem.table.story import BattleCard, Block, Columns, Paragraph, Section

TEMPLATE = "mail.html.j2"
LIMIT = 90_000  # bytes
SHOWN = 608  # points: how wide the map is shown
ROOM = 50  # letters that fit into a row of a table on a phone

Place = tuple[int, ...]  # part of the mail, section, and the block in it where sections hold sections or battles


def digest(story: Story, page: Page, templates: Path | None, *, subject: str, picture: bytes, picture_id: str,
           report: str = "", orders: Sequence[str] = (), packet: str = "", about: str = "", form: str = "",
           call: str = "") -> str:
    """The HTML of a mail.

    Args:
        picture: the map as PNG, empty for none.
        picture_id: the Content-ID it has in the mail.
        report: the name of the attached file with the full report, "" where none is attached.
        orders: the names of the attached orders files.
        packet, about: the name of the file with the campaign's new entries, "" where none is attached, and a sentence
            on it.
        form: the orders to fill in between their marked lines, where a reply to the mail can send them.
        call: what the reader has to do above all, "" for nothing.
    """
    parts = (page.story, page.reckoning, page.counters)
    values = {
        "page": page, "subject": subject, "number": story.game.narration.rule_number,
        "kind": kind, "whole": lambda text: whole(text, look='style="white-space:nowrap"'), "arithmetic": arithmetic,
        "is_wide": _is_wide, "once": _once(),
        "report": report, "orders": orders, "call": call, "packet": packet, "about": about, "form": lines(form),
        "map": {"id": picture_id, "width": SHOWN, "height": _height(picture)} if picture else None,
        "place": page.chart.number_of}
    expendable = sorted(_places(parts), key=lambda place: _weight(_block(parts, place)))

    def written(step: int) -> str:
        """The mail as it is after some steps of shortening: 1 shortens the battles, each of the others a part."""
        gone = set(expendable[:max(0, step - 1)])
        shown = [_without(sections, number, gone) for number, sections in enumerate(parts)]
        return fill(TEMPLATE, story.folder, templates, {**values, "brief": step > 0, "parts": shown})

    whole_mail = written(0)
    if size(whole_mail) <= LIMIT:
        return whole_mail
    steps = range(1, len(expendable) + 1)
    return written(1 + bisect_left(steps, True, key=lambda step: size(written(step)) <= LIMIT))


def _once() -> Callable[..., Markup]:
    """What calls the macros of the template. What one made of the same block it makes no second time: of a mail that is
    made shorter and shorter most stays as it was."""
    kept: dict[tuple[object, ...], Markup] = {}

    def once(macro: Macro, *arguments: object) -> Markup:
        call = (macro.name, *arguments)
        if call not in kept:
            kept[call] = Markup(macro(*arguments))  # noqa: S704 - what a template escaped
        return kept[call]

    return once


def size(document: str) -> int:
    """Bytes a page takes in a mail, where two of them end a line."""
    return len(document.encode()) + document.count("\n")


def _is_wide(table: Columns) -> bool:
    """Whether a table is too wide for a phone, so that its rows had better stand one below the other."""
    rows = [row for row in (table.head, *table.rows, table.foot) if row]
    return len(table.head) > 3 and sum(max(map(width, cells)) for cells in zip(*rows, strict=False)) > ROOM


def _height(picture: bytes) -> int:
    """How high a PNG is when shown `SHOWN` points wide; its header holds width and height (RFC 2083, 4.1.1)."""
    wide, high = (int.from_bytes(picture[at:at + 4], "big") for at in (16, 20))
    return round(SHOWN * high / wide)


# -- shortening -----------------------------------------------------------------------------------------------


def _places(parts: Iterable[Sequence[Section]]) -> Iterator[Place]:
    """What can be left out: blocks that are sections or battles, and sections without such."""
    for part, sections in enumerate(parts):
        for number, section in enumerate(sections):
            inner = [place for place, block in enumerate(section.blocks) if isinstance(block, Section | BattleCard)]
            yield from ((part, number, place) for place in inner)
            if not inner:
                yield part, number


def _block(parts: Sequence[Sequence[Section]], place: Place) -> Block:
    section = parts[place[0]][place[1]]
    return section.blocks[place[2]] if len(place) > 2 else section


def _weight(block: Block) -> tuple[bool, int]:
    """The order in which blocks go."""
    return _has_battle(block), -len(repr(block))


def _has_battle(block: Block) -> bool:
    return isinstance(block, BattleCard) or isinstance(block, Section) and any(map(_has_battle, block.blocks))


def _without(sections: Sequence[Section], part: int, gone: AbstractSet[Place]) -> list[Section]:
    """Sections of a part of the mail without some places."""
    return [_left_out(section) if (part, number) in gone else section._replace(blocks=tuple(
        _left_out(block) if (part, number, place) in gone else block for place, block in enumerate(section.blocks)))
        for number, section in enumerate(sections)]


def _left_out(block: Block) -> Section:
    assert isinstance(block, Section | BattleCard)
    remark = Paragraph(say("Left out here to keep this mail short; the attached report has it."), tone="quiet")
    return Section(block.title, (remark,), block.rule)
