"""A mail's or a forum's HTML as lines: what a reader sees, with quotations as deep as they are indented."""

from __future__ import annotations

import re
from collections.abc import Mapping

from witp_pbem.campaign.mails.limits import MOST_LINES, MOST_PAGE
from witp_pbem.exchange.reading import lines
from witp_pbem.exchange.reading.lines import Line
from witp_pbem.table.tuples import NamedTuple

_BREAKING = frozenset({
    "address", "article", "aside", "blockquote", "br", "center", "dd", "details", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav",
    "ol", "option", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul"})
_UNSEEN = frozenset({"head", "style", "script", "title", "template", "noscript", "object", "select", "textarea", "svg",
                     "math", "iframe", "datalist", "audio", "video", "canvas", "noframes", "rp"})
_EMPTY = frozenset({"br", "hr", "img", "input", "meta", "link", "base", "area", "col", "embed", "source", "track",
                    "wbr"})
_KEPT = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
# A person may have copied into a mail what they could not see.
_NOTHING = r"\s*:\s*(?:[01]?(?:\.\d{0,9})?p[xt]|0(?:\.0{0,9})?[a-z%]{0,4})\s*(?:;|!|$)"
_HIDDEN = re.compile(
    r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|"
    rf"(?:font-size|line-height|max-height|max-width|height|width){_NOTHING}|opacity\s*:\s*0?\.?0*\s*(?:;|!|$)|"
    r"(?:left|right|top|text-indent|margin-left|margin-top)\s*:\s*-\d{3}|clip(?:-path)?\s*:|transform\s*:\s*scale|"
    r"color\s*:\s*(?:transparent|(?:rgba|hsla)\([^()]*,\s*0?\.?0*\)))", re.IGNORECASE)
_WHITE = r"\s*:\s*(?:white|#fff(?:fff)?(?![0-9a-f])|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))"
_PALE = re.compile(rf"(?:^|[;\s])color{_WHITE}", re.IGNORECASE)
_GROUND = re.compile(rf"background(?:-color)?(?!{_WHITE})\s*:", re.IGNORECASE)
_STYLE = re.compile(r"/\*.*?\*/")
_ESCAPED = re.compile(r"\\([0-9a-f]{1,6})\s?|\\", re.IGNORECASE)
# A name of a style that says "quote", as forums have it, but not what a mail program puts around the answers between
# quotations, too (`gmail_quote`, `protonmail_quote`).
_QUOTED = re.compile(
    r"(?:^|[\s\"'])(?:yahoo_quoted|(?:js-post__|bbcode_?|bb_?|bbc_standard_|mycode_|post_?|ips)?"
    r"quote(?:d|box|body|main|[_-](?:container|message|body|content))?)(?:$|[\s\"'])", re.IGNORECASE)
_INDENTED = re.compile(r"(?:^|[;\s])border\s*:\s*(?:none|0)", re.IGNORECASE)  # moved in by hand, quotes nothing
_SECRET = re.compile(r"(?:^|[\s\"'])(?:spoiler|bbcode_spoiler|codebox|spoiler-body)(?:$|[\s\"'])")
_BLANKS = re.compile(r"[ \t\r\n\f]+")


class HtmlText(NamedTuple):
    """A page: its lines, and whether it was read to its end."""

    lines: list[Line]
    is_whole: bool


class _Element(NamedTuple):
    """An open element, and how its content is shown: unseen, as typed, quoted, fenced, on a background that is not
    white."""

    tag: str
    unseen: bool
    typed: bool
    quoted: bool
    fenced: bool
    on_ground: bool


class _HtmlReader:
    """Receives the parser's events; `lines` is the result."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.open: list[_Element] = []
        self.unseen = self.typed = self.depth = self.room = 0
        self.words: list[str] = []
        self.place: tuple[int, int] | None = None  # depth and room where the first words of the line stand

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        tag = str(tag).casefold()
        if tag in _BREAKING:
            self._end()
        elif tag in ("td", "th"):
            self.words.append(" ")
        if tag in _EMPTY:
            return
        style, classes = _style(attributes), str(attributes.get("class", ""))[:200]
        on_ground = bool(_GROUND.search(style)) or bool(self.open and self.open[-1].on_ground)
        self.open.append(_Element(
            tag, tag in _UNSEEN or bool(_HIDDEN.search(style)) or "hidden" in attributes
            or (tag == "dialog" and "open" not in attributes) or (not on_ground and bool(_PALE.search(style))),
            tag in ("pre", "textarea") or bool(_KEPT.search(style)),
            (tag == "blockquote" and not _INDENTED.search(style)) or tag.endswith("-quote")
            or (tag == "td" and "alt2" in classes.split()) or bool(_QUOTED.search(classes)),
            tag in ("pre", "code", "details") or bool(_SECRET.search(classes)), on_ground))
        if self.open[-1].quoted:
            self._end()
        self._count(self.open[-1], 1)

    def end(self, tag: str) -> None:
        tag = str(tag).casefold()
        if tag in _BREAKING and tag not in _EMPTY:
            self._end()
        if tag == "p":
            self._end(empty=True)
        if self.open and (self.open[-1].tag == tag or any(element.tag == tag for element in self.open)):
            while self._close() != tag:
                pass

    def _close(self) -> str:
        """Closes the innermost element."""
        element = self.open.pop()
        if element.quoted:
            self._end()
        self._count(element, -1)
        return element.tag

    def _count(self, element: _Element, by: int) -> None:
        self.unseen += by * element.unseen
        self.typed += by * element.typed
        self.depth += by * element.quoted
        self.room += by * element.fenced

    def data(self, words: str) -> None:
        if self.unseen or len(self.lines) > MOST_LINES:
            return
        if not self.typed:
            self._add(_BLANKS.sub(" ", words))
            return
        first, *rest = words.replace("\r\n", "\n").split("\n")
        self._add(first)
        for line in rest:
            self._end(empty=True)
            self._add(line)

    def _add(self, words: str) -> None:
        """Words of the line; it is quoted and fenced as the first of them are."""
        if self.place is None and words.strip():
            self.place = self.depth, self.room
        self.words.append(words)

    def _end(self, empty: bool = False) -> None:
        """Ends the line; one without words is left out, unless it was typed."""
        text = "".join(self.words).strip(" \t\r\n\f")
        depth, room = self.place or (self.depth, self.room)
        self.words, self.place = [], None
        if text or empty:
            self.lines += [line._replace(columns=0, room=room)
                           for line in lines.of_text(text, min(depth, lines.DEEPEST))]

    def close(self) -> list[Line]:
        self._end()
        return self.lines[:MOST_LINES]


def _style(attributes: Mapping[str, str]) -> str:
    """How an element looks, in the words of a style sheet, as far as that hides something."""
    style = _ESCAPED.sub(lambda code: chr(min(int(code[1] or "0", 16), 0xFFFF)),
                         _STYLE.sub("", str(attributes.get("style", ""))[:500]))
    colour, ground = str(attributes.get("color", ""))[:40], str(attributes.get("bgcolor", ""))[:40]
    return ";".join((style, *([f"color:{colour}"] if colour else ()), *([f"background:{ground}"] if ground else ())))


def read(text: str) -> HtmlText:
    """The lines of a page. It never raises."""
    from lxml import etree

    whole = len(text) <= MOST_PAGE
    reader = _HtmlReader()
    # Without the marks that would have the parser take it for something else than it is by now.
    source = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]", "", text[:MOST_PAGE])
    parser = etree.HTMLParser(target=reader, encoding="utf-8", recover=True)
    try:
        parser.feed(source.encode("utf-8"))
        parser.close()
    except (etree.LxmlError, ValueError, AssertionError):
        whole = whole and not source.strip()
    return HtmlText(reader.close(), whole)
