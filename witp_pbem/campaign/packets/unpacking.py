"""Reading a packet, which may come from anybody: every line is an entry as a logbook has it, with its own right hash,
or the packet is refused as a whole. `merge` finds out where its entries fit."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from witp_pbem.campaign.folder import data_files
from witp_pbem.campaign.folder.campaign import DATA
from witp_pbem.campaign.record import copied, logbook
from witp_pbem.campaign.record.entries import DataFiles
from witp_pbem.campaign.record.logbook import HASH
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.canonical import canonical, parse
from witp_pbem.table.language import say
from witp_pbem.table.shape import ShapeError, fit
from witp_pbem.table.tuples import NamedTuple

LARGEST = 32 * 1024 * 1024  # bytes of a packet, unpacked; a whole campaign takes a hundredth of that
LONGEST = 2 * 1024 * 1024  # bytes of a line
MOST = 100_000  # entries of a packet
PEEK = 1024  # bytes by which a packet is recognised
GZIP = b"\x1f\x8b"


class ReceivedEntry(NamedTuple):
    """An entry as received.

    Attributes:
        n: its number.
        previous, hash: the hash of the entry before it, and its own.
        kind: its type.
        side: whose it is, "" for nobody's.
        line: its bytes, without the line end.
        origin: the file or mail it comes from, in words.
    """

    n: int
    previous: str
    hash: str
    kind: str
    side: str
    line: bytes
    origin: str


class ReadPacket(NamedTuple):
    """A packet, read.

    Attributes:
        origin: the file or mail it comes from, in words.
        founding, campaign: the hash and name of its campaign, "" where it does not say.
        files: data files by name.
        received: the entries, in the order of the packet.
    """

    origin: str
    founding: str
    campaign: str
    files: Mapping[str, bytes]
    received: tuple[ReceivedEntry, ...]


class UnfitPacket(Refusal):
    """This is not a packet, or it was changed on its way."""


def beginning(content: bytes) -> bytes:
    """The first bytes of a packet's text, unpacked; b"" where the bytes are certainly neither packet nor logbook."""
    start = content[:PEEK]
    if start.startswith(GZIP):
        try:
            start = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(start, PEEK)
        except zlib.error:
            return b""
    start = start.removeprefix(copied.MARK)
    return start if start.startswith(b'{"') else b""


def read(origin: str, content: bytes) -> ReadPacket:
    """Reads a packet, packed or not, or a logbook.

    Args:
        origin: the file or mail it comes from, in words.
    Raises:
        UnfitPacket: see there. Nothing of it is to be used.
    """
    plain = copied.restored(_unpacked(content))
    if not plain:
        raise UnfitPacket(say("it is empty"))
    if len(plain) > LARGEST or plain.count(b"\n") > MOST:
        raise UnfitPacket(say("it is larger than any packet of this program"))
    founding = campaign = ""
    previous = logbook.BEGINNING
    files: dict[str, bytes] = {}
    received: list[ReceivedEntry] = []
    for number, line in enumerate(plain.removesuffix(b"\n").split(b"\n"), 1):
        record = _record(line, number)
        if number == 1 and record.keys() == {"packet"}:
            founding, campaign = _heading(record["packet"], number)
        elif record.keys() == {"after"}:
            previous = _after(record["after"], number)
        elif record.keys() == {"file", "text"} and not received:
            name, text = _file(record, number)
            files[name] = text
        else:
            received.append(_entry(record, line, number, origin, previous))
            previous = received[-1].hash
    first = received[0] if received else None
    if first is not None and first.n == 0:
        named = str(parse(first.line).get("campaign", ""))
        if founding and (founding, campaign) != (first.hash, named):
            raise UnfitPacket(say("its heading names a different campaign than its first entry"))
        founding, campaign = first.hash, named
    return ReadPacket(origin, founding, campaign, files, tuple(received))


def _unpacked(content: bytes) -> bytes:
    if not content.startswith(GZIP):
        return content
    stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        plain = stream.decompress(content, LARGEST + 1)
    except zlib.error as error:
        raise UnfitPacket(say("it was changed on its way: it cannot be unpacked")) from error
    if len(plain) <= LARGEST and (not stream.eof or stream.unused_data):
        raise UnfitPacket(say("it was cut off on its way, or something was added to it"))
    return plain


def _record(line: bytes, number: int) -> dict[str, Any]:
    """The JSON object of a line in canonical form."""
    try:
        record = parse(line) if len(line) <= LONGEST else None
        if isinstance(record, dict) and canonical(record) == line:
            return record
    except (ValueError, RecursionError):
        pass
    raise UnfitPacket(say("line {line} does not belong in a packet or a logbook", line=number))


def _heading(named: Any, number: int) -> tuple[str, str]:
    match named:
        case {"campaign": str(campaign), "founding": str(founding)} if len(named) == 2 and HASH.fullmatch(founding):
            return founding, campaign
    raise UnfitPacket(say("line {line} does not belong in a packet or a logbook", line=number))


def _file(record: dict[str, Any], number: int) -> tuple[str, bytes]:
    match record:
        case {"file": str(name), "text": str(text)} if data_files.NAME.fullmatch(name.removeprefix(f"{DATA}/")):
            return name.removeprefix(f"{DATA}/"), text.encode()
    raise UnfitPacket(say("line {line} holds a file that belongs to no campaign", line=number))


def _after(named: Any, number: int) -> str:
    if isinstance(named, str) and HASH.fullmatch(named) and named != logbook.BEGINNING:
        return named
    raise UnfitPacket(say("line {line} does not belong in a packet or a logbook", line=number))


def _entry(record: dict[str, Any], line: bytes, number: int, origin: str, previous: str) -> ReceivedEntry:
    match record:
        case {"n": int(n), "type": str(kind), "hash": str(own)} if (
                type(n) is int and 0 <= n < MOST and (n > 0) == (previous != logbook.BEGINNING)):
            whole = logbook.line_hash(line, record, previous)
            if own != whole[:logbook.DIGITS]:
                raise UnfitPacket(say("line {line}, entry {entry}, was changed on its way: its hash does not fit",
                                      line=number, entry=n))
            if n == 0:
                _require_founding(record, number)
            side = record.get("side", "")
            return ReceivedEntry(n, previous, whole, kind, side if isinstance(side, str) else "", line, origin)
    raise UnfitPacket(say("line {line} does not belong in a packet or a logbook", line=number))


def _require_founding(record: dict[str, Any], number: int) -> None:
    """Makes sure that an entry begins a campaign, and that the data files it names lead nowhere else: they are written
    under these names.

    Raises:
        UnfitPacket: it does not.
    """
    try:
        fit(record.get("data"), DataFiles)
    except ShapeError as error:
        raise UnfitPacket(say("line {line} does not belong in a packet or a logbook", line=number)) from error
