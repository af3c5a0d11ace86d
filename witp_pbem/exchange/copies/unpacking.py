"""Reading a packet, which may come from anybody: every line is an entry as a logbook has it, with its own right hash,
or the packet is refused as a whole. Whether its entries fit anything is `merge`'s affair."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from witp_pbem.campaign.folder import data_files
from witp_pbem.campaign.folder.campaign import DATA
from witp_pbem.campaign.record import copied, logbook
from witp_pbem.campaign.record.logbook import HASH
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.canonical import canonical, parse
from witp_pbem.table.language import say

LARGEST = 32 * 1024 * 1024  # bytes of a packet, unpacked; whole campaigns have a hundredth of that
LONGEST = 2 * 1024 * 1024  # bytes of a line
MOST = 100_000  # entries of a packet
PEEK = 1024  # bytes by which a packet is told from other things
GZIP = b"\x1f\x8b"


class ReceivedEntry(NamedTuple):
    """An entry as it came: its number, the hash of the one before, its own, its kind, whose it is ("" for nobody's),
    its line without line end, and what it was found in."""

    n: int
    previous: str
    hash: str
    kind: str
    side: str
    line: bytes
    origin: str


class ReadPacket(NamedTuple):
    """A packet, read: what it was found in, the hash and name of the campaign it is of ("" where it does not say),
    data files by name, and the entries in the order they came."""

    origin: str
    founding: str
    campaign: str
    files: Mapping[str, bytes]
    pieces: tuple[ReceivedEntry, ...]


class UnfitPacket(Refusal):
    """This is no packet, or one that was changed on its way."""


def beginning(content: bytes) -> bytes:
    """The first bytes of a packet's text, packed or not; b"" where these bytes are certainly no packet or logbook."""
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
        origin: the file or mail it was found in, as a person is told.
    Raises:
        Unfit: see there. Nothing of it is to be used.
    """
    plain = copied.restored(_unpacked(content))
    if len(plain) > LARGEST or plain.count(b"\n") > MOST:
        raise UnfitPacket(say("it is larger than any packet of this program"))
    founding = campaign = ""
    files: dict[str, bytes] = {}
    pieces: list[ReceivedEntry] = []
    for number, line in enumerate(plain.removesuffix(b"\n").split(b"\n"), 1):
        record = _record(line, number)
        if number == 1 and record.keys() == {"packet"}:
            founding, campaign = _heading(record["packet"], number)
        elif record.keys() == {"file", "text"} and not pieces:
            name, text = _file(record, number)
            files[name] = text
        else:
            pieces.append(_piece(record, line, number, origin))
    first = pieces[0] if pieces else None
    if first is not None and first.n == 0:
        named = str(parse(first.line).get("campaign", ""))
        if founding and (founding, campaign) != (first.hash, named):
            raise UnfitPacket(say("its heading names a different campaign than its first entry"))
        founding, campaign = first.hash, named
    return ReadPacket(origin, founding, campaign, files, tuple(pieces))


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
    """The JSON object of a line, written the one way it can be."""
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


def _piece(record: dict[str, Any], line: bytes, number: int, origin: str) -> ReceivedEntry:
    match record:
        case {"n": int(n), "type": str(kind), "previous": str(previous), "hash": str(own)} if (
                type(n) is int and 0 <= n < MOST and HASH.fullmatch(previous)
                and (n > 0) == (previous != logbook.BEGINNING)):
            if logbook.line_hash(line, record) != own:
                raise UnfitPacket(say("line {line}, entry {entry}, was changed on its way: its hash does not fit",
                                      line=number, entry=n))
            side = record.get("side", "")
            return ReceivedEntry(n, previous, own, kind, side if isinstance(side, str) else "", line, origin)
    raise UnfitPacket(say("line {line} does not belong in a packet or a logbook", line=number))
