"""A mail taken apart: the texts that are its body, its pages, what is attached and what is forwarded in it."""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from email.message import Message

from witp_pbem.campaign.mails import charsets, heads, limits
from witp_pbem.exchange.reading import flowed
from witp_pbem.table.columns import plain
from witp_pbem.table.text import WORD_PROCESSORS
from witp_pbem.table.tuples import NamedTuple

PLAIN, PAGE, ATTACHED, UNREAD, OTHER = "plain", "page", "attached", "unread", "other"
LONGEST_NAME = 100
_UNFIT = re.compile(r'[<>:"|?*\x00-\x1f]')
_TEXTS = frozenset({"application/octet-stream", "application/x-txt", "application/text", "application/x-markdown",
                    "application/force-download", "application/download", "application/unknown"})
_FILES = (".txt", ".md", ".text", ".asc", ".sig", ".orders")
_TYPES = frozenset({  # of word processors, and of what they print
    "application/msword", "application/pdf", "application/rtf", "application/vnd.apple.pages",
    "application/vnd.oasis.opendocument.text", "application/x-iwork-pages-sffpages", "application/x-rtf", "text/rtf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document"})
_ENDINGS = (".doc", ".docm", ".docx", ".dotx", ".fodt", ".hwp", ".hwpx", ".jtd", ".odt", ".ott", ".pages", ".pdf",
            ".rtf", ".wpd", ".wps")
_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, RecursionError, binascii.Error, UnicodeError)


class MailPart(NamedTuple):
    """A part of a mail that is a text: what it is to the mail, the text, its bytes, its name as a file, and how deep in
    forwarded mails it stands. `beside` says that a page tells only what a plain text tells, too."""

    kind: str
    text: str
    data: bytes
    name: str = ""
    depth: int = 0
    beside: bool = False


class MailParts(NamedTuple):
    """What a mail is made of.

    Attributes:
        texts: what is read.
        attached: names of what is attached, "?" for one without a name.
        unread: those of them that are a word processor's, of which nothing is read.
        faults: codes of what was wrong.
    """

    texts: tuple[MailPart, ...]
    attached: tuple[str, ...]
    unread: tuple[str, ...]
    faults: tuple[str, ...]


class _Place(NamedTuple):
    """A part still to be read, and where it stands: levels of parts, levels of forwarded mails, whether behind a plain
    text that tells the same."""

    part: Message
    level: int
    depth: int
    beside: bool


def read(message: Message) -> MailParts:
    """Takes a parsed mail apart, from its beginning to the first limit."""
    texts: list[MailPart] = []
    attached: list[str] = []
    unread: list[str] = []
    faults: list[str] = []
    waiting = [_Place(message, 0, 0, False)]
    count = letters = 0
    while waiting:
        place = waiting.pop()
        count += 1
        if count > limits.MOST_PARTS:
            faults.append("too-many-parts")
            break
        if place.level > limits.DEEPEST:
            faults.append("nested-too-deep")
            continue
        if place.part.is_multipart():
            waiting += reversed(list(_below(place)))
            continue
        part = _text(place, faults)
        if part.name or part.kind in (ATTACHED, UNREAD, OTHER):
            attached.append(part.name or "?")
        if part.kind == UNREAD:
            unread.append(part.name or "?")
        letters += len(part.text)
        if letters > limits.MOST_ALL:
            faults.append("text-too-long")
            break
        if part.kind not in (UNREAD, OTHER):
            texts.append(part)
    return MailParts(tuple(texts), tuple(attached), tuple(unread), tuple(dict.fromkeys(faults)))


def _below(place: _Place) -> Iterator[_Place]:
    """The parts of a part."""
    parts = [part for part in place.part.get_payload() if isinstance(part, Message)]
    kind = _kind(place.part)
    forwarded = kind.startswith("message/")
    plain_before = False
    for part in parts:
        yield _Place(part, place.level + 1, place.depth + forwarded,
                     place.beside or (kind == "multipart/alternative" and plain_before))
        plain_before = plain_before or _kind(part) == "text/plain"


def _text(place: _Place, faults: list[str]) -> MailPart:
    """One part as text, where it is one; what is not read is of the kind UNREAD or OTHER."""
    part, kind, name = place.part, _kind(place.part), _name(place.part)
    is_attached = heads.line(part, "Content-Disposition").strip().casefold().startswith("attachment")
    is_file = is_attached or bool(name)
    if (kind in _TYPES and not place.beside) or name.casefold().endswith(_ENDINGS):
        return MailPart(UNREAD, "", b"", name)
    if not (kind.startswith("text/") or (is_file and (kind in _TEXTS or name.casefold().endswith(_FILES)))):
        return MailPart(OTHER, "", b"", name)
    data = _data(part, faults)
    if is_file and data.startswith(tuple(WORD_PROCESSORS)) and name.casefold().endswith(_FILES):
        return MailPart(UNREAD, "", b"", name)  # under another name
    read, well = charsets.text(data, _parameter(part, "charset"))
    if "\x00" in read[:2000]:
        if not is_file:
            faults.append("undecodable")
        return MailPart(OTHER, "", b"", name)
    if is_file and kind != "text/html":
        kept = data if well and charsets.strict(data, "utf-8") is not None else read.encode("utf-8", "replace")
        return MailPart(ATTACHED, read, kept, name, place.depth)
    if is_file and is_attached:
        return MailPart(OTHER, "", b"", name)
    if not well:
        faults.append("undecodable")
    if kind == "text/html":
        return MailPart(PAGE, read, b"", "", place.depth, place.beside)
    if kind != "text/plain":  # text/calendar, text/rtf …
        return MailPart(OTHER, "", b"", name)
    if _parameter(part, "format").casefold() == "flowed":
        deletes = _parameter(part, "delsp").casefold() == "yes"
        read = flowed.joined(read.replace("\r\n", "\n").replace("\r", "\n"), deletes)
    return MailPart(PLAIN, read, b"", "", place.depth)


def _data(part: Message, faults: list[str]) -> bytes:
    """The bytes of a part, no more than are read as text."""
    try:
        data = part.get_payload(decode=True)
    except _UNREADABLE:
        data = None
    if not isinstance(data, bytes):
        faults.append("undecodable")
        return b""
    if len(data) > limits.MOST_TEXT:
        faults.append("text-too-long")
        data = data[:limits.MOST_TEXT]
        data = data[:data.rfind(b"\n") + 1] or data
    return data


def _kind(part: Message) -> str:
    """What a part says it is, in small letters; text/plain where it says nothing that can be read."""
    try:
        return part.get_content_type()
    except _UNREADABLE:
        return "text/plain"


def _parameter(part: Message, name: str) -> str:
    try:
        value = part.get_param(name)
    except _UNREADABLE:
        return ""
    return str(value[2] if isinstance(value, tuple) else value or "").strip()[:100]


def _name(part: Message) -> str:
    """The name of a part as a file, made harmless: no folders, nothing that cannot be seen, and not too long."""
    try:
        name = part.get_filename() or ""
    except _UNREADABLE:
        name = ""
    name = re.split(r"[/\\]", heads.decoded(name, 1000))[-1]
    name = _UNFIT.sub("", plain(name)).strip(" .")
    stem, dot, suffix = name.rpartition(".")
    return f"{stem[:LONGEST_NAME - 10]}.{suffix[:9]}" if dot and len(name) > LONGEST_NAME else name[:LONGEST_NAME]
