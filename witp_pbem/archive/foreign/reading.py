"""Reading documents that anybody may have made: what kind they are, by what stands in them, and their words."""

from __future__ import annotations

import re
from pathlib import PurePath

from witp_pbem.archive import pack
from witp_pbem.archive.foreign import acts, letters, pages, vassal
from witp_pbem.archive.foreign.unfit import UnfitDocument
from witp_pbem.campaign.mails import charsets
from witp_pbem.table.columns import plain
from witp_pbem.table.language import say
from witp_pbem.table.text import WORD_PROCESSORS
from witp_pbem.table.tuples import NamedTuple

VASSAL, ACTS, TEXT = "vassal", "acts", "text"
LARGEST = 16 * 1024 * 1024  # bytes of a document
MOST = 4_000_000  # letters of its text, as long as five long novels
LONGEST = 100  # letters of its name
NAMELESS = "document"
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_LINE = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
STRAY = 1000  # letters of a text among which there may be one that is none


class Document(NamedTuple):
    """A document to be attached to a campaign.

    Attributes:
        name: of its file.
        kind: vassal, acts or text.
        content: its bytes.
        text: what can be searched of it.
    """

    name: str
    kind: str
    content: bytes
    text: str


def read(name: str, content: bytes) -> Document:
    """A document, by what stands in it; its name says nothing about that.

    Raises:
        UnfitDocument: it is empty, too large, damaged, or nothing that could be read.
    """
    if len(content) > LARGEST:
        raise UnfitDocument(say("it is larger than {count} MB; no document of that size is kept",
                                count=LARGEST // 2**20))
    if not content.strip():
        raise UnfitDocument(say("it is empty"))
    kind, text = _words(content)
    text = _CONTROL.sub("", _LINE.sub("\n", text)).strip()
    if len(text) > MOST:
        raise UnfitDocument(say("there are more than {count} letters in it", count=MOST))
    if not text and kind != VASSAL:
        raise UnfitDocument(say("there is nothing in it to read"))
    return Document(named(name), kind, content, text)


def named(name: str) -> str:
    """The name of a document: that of its file, on one line, without the folders."""
    return plain(PurePath(name.replace("\\", "/")).name).strip()[:LONGEST] or NAMELESS


def _words(content: bytes) -> tuple[str, str]:
    """The kind of a document, and its words.

    Raises:
        UnfitDocument: see `read`.
    """
    if pack.is_pack(content):
        return VASSAL, vassal.words_of(content)
    if content.startswith(tuple(WORD_PROCESSORS)):
        raise UnfitDocument(say("it is a file of a word processor; save it as plain text"))
    if pages.is_page(content):
        source = pages.source_of(content)
        return _kind(source), pages.text_of(source)
    if (mail := letters.text_of(content)) is not None:
        return _kind(mail), mail
    text = charsets.known(content, "")
    if "\0" in text or len(_CONTROL.findall(text)) * STRAY > len(text):
        raise UnfitDocument(say("it is neither a text nor a log of VASSAL"))
    return _kind(text), text


def _kind(source: str) -> str:
    return ACTS if acts.is_journal(source) else TEXT
