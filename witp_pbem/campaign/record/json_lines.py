"""Files of JSON lines that only ever grow: reading, and mending a last line that a crash tore."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from witp_pbem.campaign.record import copied, disk
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.canonical import parse
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple


class Damaged(Refusal):
    """A file of the campaign is not what the program wrote.

    Attributes:
        entry: the line at fault, from 0, None for the whole file.
    """

    def __init__(self, path: Path, entry: int | None, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if entry is None else
                         say("{path}, entry {entry}: {reason}", path=path, entry=entry, reason=reason))
        self.path, self.entry, self.reason = path, entry, reason


class JsonLines(NamedTuple):
    """The records of a file.

    Attributes:
        records: the JSON objects, one a line.
        pieces: these lines, without their ends.
        sound: the length of these lines with their ends, in bytes.
        torn: what follows them: the beginning of a line, or of several entries, that was never finished.
        unended: the last record is whole, but its line end is missing.
        changed: the file is not as the program wrote it, but can be read as it was (`copied.restored`).
    """

    records: list[dict[str, Any]]
    pieces: list[bytes]
    sound: int
    torn: bytes
    unended: bool
    changed: bool = False


Whole = Callable[[dict[str, Any], Sequence[dict[str, Any]]], bool]  # a record, and those before it
NONE = JsonLines([], [], 0, b"", False)


def read(path: Path, whole: Whole) -> JsonLines:
    """The lines of a file; a last line without its end counts if `whole` says that its record is complete.

    Raises:
        Damaged: a line before the last is no JSON object, some line ends were changed, or the file is empty.
        OSError: the file cannot be read.
    """
    content = path.read_bytes()
    data = copied.restored(content)
    if fault := copied.mixed() if b"\r\n" in data else copied.hollow(content):
        raise Damaged(path, None, fault)
    return _read(path, data, whole)._replace(changed=data != content)


def _read(path: Path, data: bytes, whole: Whole) -> JsonLines:
    pieces = data.split(b"\n")
    tail = pieces.pop()
    records: list[dict[str, Any]] = []
    sound = 0
    for number, line in enumerate(pieces):
        record = _parse(line)
        if record is None:
            if number == len(pieces) - 1 and not tail:
                return JsonLines(records, pieces[:number], sound, data[sound:], False)
            raise Damaged(path, number, say("this line is not a JSON object"))
        records.append(record)
        sound += len(line) + 1
    last = _parse(tail) if tail else None
    if last is not None and whole(last, records):
        return JsonLines([*records, last], [*pieces, tail], len(data), b"", True)
    return JsonLines(records, pieces, sound, tail, False)


def without_last(path: Path, lines: JsonLines, count: int) -> JsonLines:
    """The lines of a file as though it ended after some of its records: what follows was never finished."""
    data = copied.restored(path.read_bytes())
    sound = sum(len(line) + 1 for line in data.split(b"\n")[:count])
    return lines._replace(records=lines.records[:count], pieces=lines.pieces[:count],
                          sound=sound, torn=data[sound:], unended=False)


def mend(path: Path, lines: JsonLines) -> tuple[str, ...]:
    """Makes the file ready to be appended to; returns what was done, in sentences."""
    rewritten = rewrite(path) if lines.changed else ""
    return tuple(done for done in (rewritten, _mend_end(path, lines)) if done)


def rewrite(path: Path) -> str:
    """Writes a file again as the program wrote it, keeping the changed one aside; says so."""
    content, aside = path.read_bytes(), path.with_suffix(".changed")
    disk.write(aside, content, disk.rights(path))
    disk.write(path, copied.restored(content), disk.rights(path))
    return say("{file} had been changed by a mail program, an editor or git; it has been restored as it was written, "
               "and the changed file is kept in {aside}.", file=path.name, aside=aside.name)


def _mend_end(path: Path, lines: JsonLines) -> str:
    if lines.torn:
        aside = path.with_suffix(".torn")
        disk.cut(path, lines.sound, aside)
        return say("The last line of {file} was never finished (a crash?); its {count} bytes were cut off and "
                   "kept in {aside}.", file=path.name, count=len(lines.torn), aside=aside.name)
    if lines.unended:
        disk.append(path, b"\n")
        return say("The last line of {file} had no end; it was added.", file=path.name)
    return ""


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        record = parse(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def refuse_links(*places: Path) -> None:
    """Refuses links: a campaign may come from anybody, and a link in it would let it read, or write to, other files.

    Args:
        places: its files and folders.
    Raises:
        Damaged: one of them, or something in them, is a link.
    """
    for place in places:
        for path in (place, *(sorted(place.iterdir()) if place.is_dir() else [])):
            if path.is_symlink():
                raise Damaged(path, None, say("this is a link to another place; a campaign's folder holds its own "
                                              "files. Put a copy of the file there"))
