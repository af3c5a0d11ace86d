"""A campaign of the archive as the rest of the program knows campaigns: in a folder of its own, for a while."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, select

from witp_pbem.archive.store.packing import DamagedRow, restored, restored_file
from witp_pbem.archive.store.tables import data_files, record_data, records
from witp_pbem.campaign.folder.campaign import DATA
from witp_pbem.campaign.folder.data_files import NAME
from witp_pbem.campaign.record import logbook
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple


class Kept(NamedTuple):
    """A record as the archive keeps it.

    Attributes:
        content: its logbook, compressed.
        files: its data files by name ("map.json"), compressed.
    """

    content: bytes
    files: dict[str, bytes]


def kept(connection: Connection, record: int) -> Kept | None:
    """A record, compressed; None where it is not there, as somebody may have removed it."""
    content = connection.execute(select(records.c.content).where(records.c.id == record)).scalar()
    if content is None:
        return None
    files = connection.execute(select(record_data.c.name, data_files.c.content).outerjoin(
        data_files, data_files.c.hash == record_data.c.hash).where(record_data.c.record == record))
    return Kept(content, {row.name: row.content or b"" for row in files})  # one that is lost is a damaged one


def unpacked(record: Kept) -> tuple[bytes, dict[str, bytes]]:
    """The logbook of a record, and its data files by name.

    Raises:
        DamagedRow: they are not as they were written.
    """
    if strange := [name for name in record.files if not NAME.fullmatch(name)]:  # in an archive anybody may have made
        raise DamagedRow(say('"{name}" is no name of a data file.', name=strange[0]))
    return restored(record.content), {name: restored_file(data) for name, data in record.files.items()}


def laid_out(folder: Path, content: bytes, files: Mapping[str, bytes]) -> Path:
    """Writes the public part of a campaign into a folder, which it returns."""
    (folder / DATA).mkdir(parents=True)
    (folder / logbook.FILE).write_bytes(content)
    for name, data in files.items():
        (folder / DATA / name).write_bytes(data)
    return folder


@contextmanager
def opened(content: bytes, files: Mapping[str, bytes]) -> Iterator[Path]:
    """A folder with the public part of a campaign, for as long as it is looked at."""
    with TemporaryDirectory(prefix="witp-pbem-archive-") as folder:
        yield laid_out(Path(folder) / "campaign", content, files)
