"""The head of a mail: its lines decoded, addresses, ids and moments. Nothing in a head can make it fail."""

from __future__ import annotations

import binascii
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime

from witp_pbem.campaign.mails import charsets
from witp_pbem.table.columns import plain

LONGEST = 4000          # characters of a head line that are read
LONGEST_SUBJECT = 300
LONGEST_NAME = 120
MOST_ADDRESSES = 50
MOST_REFERENCES = 60
NAMED = ("To", "Cc")
FIRST_YEAR, LAST_YEAR = 1990, 2100
_ID = re.compile(r"<([^<>\s]{1,250})>")
_BARE_ID = re.compile(r"\s*([^<>\s@]{1,180}@[^<>\s@]{1,180})\s*")
_ADDRESS = re.compile(r"[^\s<>()\[\]\\,;:\"@]{1,64}@[^\s<>()\\,;:\"@]{1,250}")
_QUOTATION = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_UNREADABLE = (MessageError, binascii.Error, ValueError, LookupError, TypeError, AttributeError, RecursionError,
               OverflowError)


def lines(message: Message, name: str) -> list[str]:
    """The lines of a name in a head as they came, unfolded, none longer than is looked at."""
    wanted = name.casefold()
    return [" ".join(str(value)[:LONGEST].splitlines()) for key, value in message.raw_items()
            if key.casefold() == wanted]


def line(message: Message, name: str) -> str:
    """The first line of a name, "" without one."""
    return next(iter(lines(message, name)), "")


def decoded(value: str, longest: int = LONGEST_SUBJECT) -> str:
    """A head line in letters: encoded words read, on one line, without signs that cannot be seen."""
    pieces = []
    try:
        for piece, named in decode_header(value):
            data = piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogateescape")
            pieces.append(charsets.known(data, named or ""))
    except _UNREADABLE:
        pieces = [charsets.known(value.encode("utf-8", "surrogateescape"), "")]
    text = plain(unicodedata.normalize("NFC", "".join(pieces)[:LONGEST]))
    return " ".join(text.split())[:longest].strip()


def people(values: Iterable[str]) -> list[tuple[str, str]]:
    """The names and addresses in head lines; what is no address is left out."""
    people: list[tuple[str, str]] = []
    for value in values:
        try:
            read = getaddresses([value[:LONGEST]])
        except _UNREADABLE:
            read = []
        read = read if any("@" in address for _, address in read) else [
            ("", address) for address in _ADDRESS.findall(value[:LONGEST])]
        for name, address in read:
            address = _address(address)
            if _ADDRESS.fullmatch(address) and address.isprintable():
                people.append((decoded(name, LONGEST_NAME), address))
    return people[:MOST_ADDRESSES]


def _address(text: str) -> str:
    """An address in small letters, and otherwise as it stands: none that only looks like another one, or is written
    as a head's encoded word, may become that one."""
    address = charsets.known(text.encode("utf-8", "surrogateescape"), "")
    return address.lower() if address.isascii() else "".join(
        letter.lower() if letter.isascii() else letter for letter in address)


def is_of_one(values: Sequence[str]) -> bool:
    """Whether lines From leave no doubt who wrote: one line, of which all was looked at, with one address. However
    programs take it apart, they find the same."""
    bare = _QUOTATION.sub("", values[0]) if values else ""
    return len(values) == 1 and len(values[0]) < LONGEST and bare.count("@") == 1


def identity(message: Message) -> str:
    """The id of a mail without its brackets, "" where it has none that can be referred to."""
    for value in lines(message, "Message-ID"):
        id = _ID.search(value) or _BARE_ID.fullmatch(value)
        if id and id[1].isprintable() and id[1].isascii():
            return id[1]
    return ""


def references(message: Message) -> tuple[str, ...]:
    """The ids a mail refers to, the one it answers first, then from the latest to the oldest."""
    answered = [id for value in lines(message, "In-Reply-To") for id in _ID.findall(value)]
    known = [id for value in lines(message, "References") for id in _ID.findall(value)]
    usable = (id for id in (*answered, *reversed(known)) if id.isascii() and id.isprintable())
    return tuple(dict.fromkeys(usable))[:MOST_REFERENCES]


def moment(value: str) -> datetime | None:
    """A date of a head line in UTC; None where it is none, or one no mail of this program can have."""
    try:
        read = parsedate_to_datetime(value.strip()[:200])
        moment = (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)
    except _UNREADABLE:
        return None
    return moment if FIRST_YEAR <= moment.year <= LAST_YEAR else None


def received(message: Message) -> datetime | None:
    """When the last server took the mail."""
    return moment(line(message, "Received").rpartition(";")[2])


def recipients(message: Message) -> Iterator[str]:
    """The addresses a mail went to."""
    yield from _addresses(message, *NAMED, "Delivered-To", "X-Original-To", "Envelope-To")


def named(message: Message) -> Iterator[str]:
    """The addresses a mail names as those it is written to, whatever it was sent through."""
    yield from _addresses(message, *NAMED, "Bcc", "Resent-To", "Resent-Cc", "Resent-Bcc")


def _addresses(message: Message, *names: str) -> Iterator[str]:
    values = [value for name in names for value in lines(message, name)[:MOST_ADDRESSES]]
    yield from dict.fromkeys(address for _, address in people(values))
