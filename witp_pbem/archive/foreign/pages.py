"""Saved pages as lines of text, one for each paragraph, entry of a list, or row of a table."""

from __future__ import annotations

import re

from lxml import etree

from witp_pbem.archive.foreign.unfit import UnfitDocument
from witp_pbem.campaign.mails import charsets
from witp_pbem.table.language import say

_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?><!--.{0,2000}?-->\s*)*+"
                   rb"<(?:!doctype\s+html|html|head|body|title|table|div|pre|h[1-6]|p|ul|ol|dl)\b", re.I | re.DOTALL)
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.I)
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")  # the parser would take it for something else
_UNSEEN = ("script", "style", "template", "noscript", "object", "svg", "math", "iframe", "select", "textarea")
_BREAKING = ("address", "article", "blockquote", "br", "center", "dd", "div", "dl", "dt", "fieldset", "footer", "form",
             "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table",
             "title", "tr", "ul")
MOST = 500_000  # marks of a page
_CELLS = ("td", "th")
_TYPED = "pre"


def is_page(content: bytes) -> bool:
    """Whether bytes begin as a page does."""
    return _PAGE.match(content) is not None


def source_of(content: bytes) -> str:
    """A page with its marks, in letters."""
    named = _CHARSET.search(content[:4096])
    return charsets.known(content, named[1].decode("ascii") if named else "")


def text_of(source: str) -> str:
    """What a reader of a page sees; nothing that runs in it, or stands in its head but for the title.

    Raises:
        UnfitDocument: there are more marks in it than in any page.
    """
    if source.count("<") > MOST:
        raise UnfitDocument(say("there are more than {count} marks in it", count=MOST))
    parser = etree.HTMLParser(encoding="utf-8", recover=True, huge_tree=True)
    try:
        page = etree.fromstring(_UNFIT.sub("", source).encode(), parser)
    except (etree.LxmlError, ValueError):
        return ""
    if page is None:
        return ""
    etree.strip_elements(page, *_UNSEEN, etree.Comment, etree.ProcessingInstruction, with_tail=False)
    typed = {part for block in page.iter(_TYPED) for part in block.iter()}
    for element in page.iter():
        _mark(element, element in typed)
    return "\n".join(line.strip() for line in "".join(page.itertext()).splitlines() if line.strip())


def _mark(element: etree._Element, typed: bool) -> None:
    """Puts line ends where the element breaks lines, and nowhere else."""
    inside, behind = element.text or "", element.tail or ""
    if not typed:
        inside = _BLANKS.sub(" ", inside)
    if not typed or element.tag == _TYPED:
        behind = _BLANKS.sub(" ", behind)
    if element.tag in _BREAKING:
        inside, behind = f"\n{inside}", f"\n{behind}"
    elif element.tag in _CELLS:
        behind = f" {behind}"
    element.text, element.tail = inside, behind
