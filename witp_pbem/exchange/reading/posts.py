"""Orders pasted from a forum: out of BBCode, HTML or Markdown, or as they stand on the page.

What stands in a quotation of somebody else's post counts as quoted. A spoiler or code is a fence around the orders:
what begins inside ends with it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from witp_pbem.campaign.mails import charsets
from witp_pbem.campaign.mails.limits import MOST_BLOCKS, MOST_TEXT
from witp_pbem.exchange.reading import blocks, closings, html_text, lines, vocabulary
from witp_pbem.exchange.reading.blocks import TextBlock
from witp_pbem.exchange.reading.lines import Line
from witp_pbem.exchange.reading.quotations import attributed
from witp_pbem.table.game import Game
from witp_pbem.table.quoting import HEADER
from witp_pbem.table.tuples import NamedTuple

_HTML = re.compile(r"<(?:br|p|div|blockquote|pre|span|td|li|article)\b[^<>]{0,2000}/?>", re.IGNORECASE)
_TAG = re.compile(r"\[(/?)(quote|q|spoiler|code|o|hide|hidden|expand|details|pre)\b([^\[\]]{0,300})\]", re.IGNORECASE)
_PLAIN_TAG = re.compile(r"\[/?(?:b|i|u|s|c|-|url|img|size|color|colour|font|list|\*|center|right|left|indent|thing|"
                        r"user|geekurl|roll|tt|floatleft|floatright|email|table|tr|td|sup|sub|attachment|hr|imageid)"
                        r"(?:[= ][^\[\]]{0,300})?\]", re.IGNORECASE)
_QUOTES = frozenset({"quote", "q"})
_SPOILER = re.compile(r"\|\||(?<!\S)>!|!<(?!\S)")
_MARKDOWN = re.compile(r"(?<![\w_])(__|~~|`{1,2})(?=\S)([^_~`]{1,200}?)\1(?![\w_])")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(?=\S)")
_SENSELESS = re.compile(r"&#(?:[0-9]{8}|[xX][0-9a-fA-F]{7})[0-9a-fA-F]*;?")  # numbers no letter has
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>~])")


class _Fenced(NamedTuple):
    """A piece of a post between two tags: its text, how deeply it is quoted, within how many fences it stands."""

    text: str
    depth: int
    room: int


def read_post(data: bytes | str, game: Game) -> tuple[TextBlock, ...]:
    """The blocks in what was pasted from a forum page, the writer's own before what is quoted; what may be orders is
    told by the words of the game. It never raises."""
    with vocabulary.of([game]):
        return _read(data)


def _read(data: bytes | str) -> tuple[TextBlock, ...]:
    text = data if isinstance(data, str) else charsets.known(data[:MOST_TEXT], "")
    text = text[:MOST_TEXT]
    if _HTML.search(text):
        post = [part for line in html_text.read(text).lines for part in _of_code(line)]
    else:
        post = [line for piece in _pieces(text) for line in _lines(piece)]
    shown = attributed(list(_without_frame(post)))
    read = blocks.find(shown, blocks.TEXT)
    once: dict[bytes, TextBlock] = {}
    for block in sorted(read, key=lambda block: block.is_quoted):
        once.setdefault(b" ".join(block.data.split()), block)
    return tuple(once.values())[:MOST_BLOCKS]


def _of_code(line: Line) -> Iterator[Line]:
    """A line of a page in which somebody also typed the forum's own marks."""
    if "[" not in line.text and "||" not in line.text:
        yield line
        return
    for piece in _pieces(line.raw):
        for part in _lines(piece):
            yield part._replace(depth=part.depth + line.depth, room=part.room + line.room, columns=0)


def _pieces(text: str) -> Iterator[_Fenced]:
    """A text cut at the tags of quotations and fences."""
    depth = room = place = 0
    for tag in _TAG.finditer(text):
        yield _Fenced(text[place:tag.start()], min(depth, lines.DEEPEST), room)
        place = tag.end()
        by = -1 if tag[1] else 1
        if tag[2].casefold() in _QUOTES:
            depth = max(0, depth + by)
        else:
            room = max(0, room + by)
    yield _Fenced(text[place:], min(depth, lines.DEEPEST), room)


def _lines(piece: _Fenced) -> Iterator[Line]:
    """The lines of a piece without marks for looks."""
    text = _SPOILER.sub("", _PLAIN_TAG.sub("", piece.text))
    if "&" in text:
        text = html.unescape(_SENSELESS.sub("", text))
    for line in lines.of_text(text, piece.depth):
        bare = _MARKDOWN.sub(r"\2", _ESCAPED.sub(r"\1", line.text))
        if _HEADING.match(bare) and HEADER.match(_HEADING.sub("", bare)):
            bare = _HEADING.sub("", bare)
        yield line._replace(text=bare, room=line.room + piece.room, columns=0)


def _without_frame(post: Sequence[Line]) -> Iterator[Line]:
    """The lines without what the forum itself puts above a post, and with its footers as ends.

    Behind "Ken wrote:" all is quoted up to the next empty line, where no tag says how far it goes.
    """
    quoting = False
    for place, line in enumerate(post):
        text = line.text[:closings.LONGEST].strip()
        if closings.SAID.match(text) and not HEADER.match(text) and not text.startswith("#"):
            behind = next((line for line in post[place + 1:place + 3] if line.text.strip()), None)
            quoting = not line.depth and behind is not None and not behind.depth
            continue
        quoting = quoting and bool(text) and not line.depth
        if closings.POSTED.fullmatch(text):
            yield line._replace(stops=True)
        elif not closings.ABOVE.fullmatch(text):
            yield line._replace(depth=line.depth + quoting)
