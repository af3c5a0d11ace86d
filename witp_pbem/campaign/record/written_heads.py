"""How far this computer has written the logbook: `private/heads.jsonl`, one line after each batch of entries.

The last line that can be read counts; it need not be the last entry (a crash may come between the two), but it must
stand in the logbook: if it does not, somebody put an older logbook back. Before a batch of several entries a line
announces them all, so that a batch that was interrupted is known, and counts as never begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.entries import Entry, Hash, Natural
from witp_pbem.campaign.record.logbook import SITTING
from witp_pbem.table.canonical import canonical, parse
from witp_pbem.table.shape import fit
from witp_pbem.table.tuples import NamedTuple

FILE = "heads.jsonl"
RIGHTS = 0o600


class _HeadLine(TypedDict):
    entry: Natural
    hash: Hash
    batch: NotRequired[list[Hash]]
    links: NotRequired[Natural]


class WrittenHead(NamedTuple):
    """An entry this computer wrote.

    Attributes:
        entry, hash: its number and hash.
        batch: the hashes of the entries it was about to write after it.
        links: how many links of the dice chain it had published by then.
    """

    entry: int
    hash: str
    batch: tuple[str, ...] = ()
    links: int = 0


def read(folder: Path) -> WrittenHead | None:
    """The last head kept in a private folder, None if there is none that can be read.

    Raises:
        OSError: the file cannot be read.
    """
    path = folder / FILE
    for line in reversed(path.read_bytes().splitlines()) if path.is_file() else ():
        with suppress(ValueError, LookupError, TypeError, RecursionError):
            record = parse(line)
            fit(record, _HeadLine)
            return WrittenHead(record["entry"], record["hash"], tuple(record.get("batch", ())), record.get("links", 0))
    return None


def line(entries: Sequence[Entry], batch: Sequence[Entry] = ()) -> bytes:
    """A line of the file, with a line end before it too, for the one before may be torn."""
    record = {"entry": entries[-1]["n"], "hash": entries[-1]["hash"], "links": links(entries),
              "batch": [entry["hash"] for entry in batch]}
    return b"\n" + canonical({key: value for key, value in record.items() if value or key == "entry"}) + b"\n"


def links(entries: Sequence[Entry]) -> int:
    """How many links of the dice chain some entries publish."""
    return sum(entry["type"] == SITTING and entry["link"] is not None for entry in entries)


def announce(folder: Path, entries: Sequence[Entry], batch: Sequence[Entry]) -> None:
    """Says which entries are about to be written behind those that are there.

    Raises:
        NotWritten: the disk did not take it.
    """
    disk.append(folder / FILE, line(entries, batch), RIGHTS)


def keep(folder: Path, entries: Sequence[Entry]) -> None:
    """Keeps the head of a logbook. It is not waited for: without it the head before counts, which is as true.

    Raises:
        NotWritten: the disk did not take it.
    """
    disk.append(folder / FILE, line(entries), RIGHTS, sync=False)


def is_among(head: WrittenHead | None, entries: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a logbook holds all this computer wrote."""
    return head is None or 0 <= head.entry < len(entries) and entries[head.entry]["hash"] == head.hash


def own(head: WrittenHead | None, entries: Sequence[Mapping[str, Any]]) -> int:
    """How many entries of a logbook, whose hashes were found right, this computer has written itself: all up to the
    head, since its hash fixes those before it."""
    return head.entry + 1 if head and is_among(head, entries) else 0


def interrupted(head: WrittenHead | None, entries: Sequence[Mapping[str, Any]]) -> int | None:
    """How many entries stood in the logbook before a batch of which only the first were written; None if none was."""
    if head is None or not head.batch or not is_among(head, entries):
        return None
    written = [entry["hash"] for entry in entries[head.entry + 1:]]
    is_half = 0 < len(written) < len(head.batch) and tuple(written) == head.batch[:len(written)]
    return head.entry + 1 if is_half else None
