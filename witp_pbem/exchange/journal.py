"""The desk's journal: what was done and when, one JSON line each, never changed.

    {"at": "2026-11-22T08:15:23Z", "what": "sent", "key": "report:…", …}

Each module that does something names its kinds of line (`what`) and reads them back; what is in force is what follows
from the lines. A line that a crash tore is cut off before the next one is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from witp_pbem.campaign.record import disk, lines, private
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.times import read as read_time
from witp_pbem.exchange.times import written
from witp_pbem.table.canonical import canonical
from witp_pbem.table.language import say

FILE = "journal.jsonl"


class Record(NamedTuple):
    """One line: when (UTC), what, and its other values."""

    at: datetime
    what: str
    values: dict[str, Any]


def read(office: Path, *what: str) -> Iterator[Record]:
    """The lines of a journal, oldest first; of some kinds only, where these are named.

    Raises:
        Damaged: a line before the last is none.
    """
    path = office / FILE
    if not path.is_file() or not path.stat().st_size:
        return
    found = lines.read(path, lambda record: {"at", "what"} <= record.keys())
    for number, record in enumerate(found.records):
        values = dict(record)
        try:
            line = Record(read_time(str(values.pop("at"))), str(values.pop("what")), values)
        except (LookupError, ValueError) as error:
            raise lines.Damaged(path, number, say("this is no line of a journal")) from error
        if not what or line.what in what:
            yield line


def write(office: Path, now: datetime, what: str, **values: Any) -> None:
    """Writes a line, and waits until it is on the disk. The caller is alone in the office (`office.at_work`).

    Raises:
        NotWritten: the disk did not take it. Damaged: see `read`.
    """
    offices.furnish(office)
    path = office / FILE
    if not _is_whole(path):
        lines.mend(path, lines.read(path, lambda record: {"at", "what"} <= record.keys()))
    disk.append(path, canonical({"at": written(now), "what": what, **values}) + b"\n", private.FILE_RIGHTS)


def _is_whole(path: Path) -> bool:
    """Whether a journal ends with a line's end, or is not there: a torn line has none. (That the lines before are
    sound shows when they are read; to read them all at every line written would take longer with each.)"""
    if not path.is_file() or not path.stat().st_size:
        return True
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read(1) == b"\n"
