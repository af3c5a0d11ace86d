"""Another archive as a source of campaigns, with the documents attached to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import select

from witp_pbem.archive import aliases, documents
from witp_pbem.archive.opened import kept, unpacked
from witp_pbem.archive.received import Received, Unreadable, of_bytes
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.packing import DamagedRow
from witp_pbem.archive.store.tables import APART, records
from witp_pbem.table.language import say

BEGINNING = b"SQLite format 3\0"


def is_archive(name: str) -> bool:
    """Whether a source is a database: named by an URL, or a file that begins as one of SQLite."""
    if "://" in name:
        return True
    path = Path(name)
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(BEGINNING)) == BEGINNING


def of_archive(name: str) -> Iterator[Received | Unreadable]:
    """All records of another archive, one after the other; forks and those apart, too. It is only read, also where an
    older release made it.

    Raises:
        NoArchive, OtherRelease: see `engine.connect`. Gone: it fails in the middle.
    """
    database = engine.connect(name, as_it_is=True)
    with engine.reading(database) as connection:
        there = connection.execute(select(records.c.id, records.c.name, records.c.state, records.c.reason).order_by(
            records.c.id)).all()
    for row in there:
        origin = say("{archive}, number {record}", archive=database.url.render_as_string(), record=row.id)
        try:
            with engine.reading(database) as connection:
                if (record := kept(connection, row.id)) is None:  # it was removed meanwhile
                    continue
                attached = tuple(documents.whole(connection, row.id))
            content, files = unpacked(record)
        except DamagedRow as damaged:
            yield Unreadable(origin, b"", str(damaged).rstrip("."))
            continue
        read = of_bytes(origin, content, files)
        if isinstance(read, Received):
            read = read._replace(documents=attached)
        if row.state == APART and isinstance(read, Unreadable):
            read = read._replace(reason=row.reason)
        yield read


def aliases_of(name: str) -> dict[str, str]:
    """The names as reports have them, each with the one that another archive shows instead.

    Raises:
        NoArchive, OtherRelease: see `engine.connect`.
    """
    with engine.reading(engine.connect(name, as_it_is=True)) as connection:
        return aliases.listed(connection)
