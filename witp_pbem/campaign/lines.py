"""Files of JSON lines that only ever grow: reading, and mending a last line that a crash tore."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from witp_pbem.campaign import disk
from witp_pbem.campaign.refusal import Refusal
from witp_pbem.table.canonical import parse
from witp_pbem.table.language import say


class Damaged(Refusal):
    """A file of the campaign is not what the program wrote. `entry` is the line at fault, from 0, if it is one."""

    def __init__(self, path: Path, entry: int | None, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if entry is None else
                         say("{path}, entry {entry}: {reason}", path=path, entry=entry, reason=reason))
        self.path, self.entry, self.reason = path, entry, reason


def line_ends(name: str) -> str:
    """What is wrong with a file whose line ends were changed, and how to repair it."""
    return say("its lines end with CR LF, so a mail program or an editor has changed it; nothing was lost. "
               "Repair it with: sed -i 's/\\r$//' {name}", name=name)


class Lines(NamedTuple):
    """The records of a file.

    Attributes:
        records: one a line. sound: length of their lines in bytes.
        torn: what follows them: the beginning of a line that was never finished.
        unended: the last record is whole, but its line end is missing.
    """

    records: list[dict[str, Any]]
    sound: int
    torn: bytes
    unended: bool


def read(path: Path, whole: Callable[[dict[str, Any]], bool]) -> Lines:
    """Reads a file; a last line without end counts if `whole` says its record is complete.

    Raises:
        Damaged: a line before the last is no JSON object, or the line ends were changed.
        OSError: the file cannot be read.
    """
    data = path.read_bytes()
    if b"\r\n" in data:
        raise Damaged(path, None, line_ends(path.name))
    pieces = data.split(b"\n")
    tail = pieces.pop()
    records: list[dict[str, Any]] = []
    sound = 0
    for number, piece in enumerate(pieces):
        record = _parse(piece)
        if record is None:
            if number == len(pieces) - 1 and not tail:
                return Lines(records, sound, data[sound:], False)
            raise Damaged(path, number, say("this line is not a JSON object"))
        records.append(record)
        sound += len(piece) + 1
    last = _parse(tail) if tail else None
    if last is not None and whole(last):
        return Lines([*records, last], len(data), b"", True)
    return Lines(records, sound, tail, False)


def mend(path: Path, lines: Lines) -> str:
    """Makes the file ready to be appended to; returns what was done, in a sentence, or ""."""
    if lines.torn:
        aside = path.with_suffix(".torn")
        disk.cut(path, lines.sound, aside)
        return say("The last line of {file} was never finished (a crash?); its {count} bytes were cut off and "
                   "kept in {aside}.", file=path.name, count=len(lines.torn), aside=aside.name)
    if lines.unended:
        disk.append(path, b"\n")
        return say("The last line of {file} had no end; it was added.", file=path.name)
    return ""


def _parse(piece: bytes) -> dict[str, Any] | None:
    try:
        record = parse(piece)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None
