"""The sources named to `archive add`: folders, packs, packets, mails, other archives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from witp_pbem.archive import another, pack
from witp_pbem.archive.received import Received, Unreadable, folders, of_bytes, of_file, of_folder, unreadable
from witp_pbem.cli import named_files
from witp_pbem.exchange.copies import packet_sources
from witp_pbem.table.tuples import NamedTuple


class Source(NamedTuple):
    """What a source holds: whole campaigns, to be taken one after the other, or packets, which belong together."""

    name: str
    is_whole: bool
    parts: Iterator[Received | Unreadable]


def named(source: str) -> Source:
    """What kind of source a name is.

    Raises:
        Unreadable: there is no such file or folder.
    """
    path = Path(source)
    if "://" not in source and not path.exists():
        raise named_files.Unreadable(named_files.no_such_file(path))
    try:
        if another.is_archive(source):
            return Source(source, True, another.of_archive(source))
        if path.is_dir() and (inside := list(folders(path))):
            return Source(source, True, map(of_folder, inside))
        if path.is_file() and _is_pack(path):
            return Source(source, True, map(of_file, [path]))
        return Source(source, False, _packets(path))
    except OSError as error:
        return Source(source, True, iter([unreadable(source, error)]))


def _packets(path: Path) -> Iterator[Received | Unreadable]:
    for possible in packet_sources.possible_packets(path):
        yield Unreadable(possible.origin, possible.content, possible.fault) if possible.fault else \
            of_bytes(possible.origin, possible.content)


def in_turn(sources: Iterable[Source], empty: list[str]) -> Iterator[list[Received | Unreadable]]:
    """Whole campaigns one at a time, so that any number of them can be added; then all packets together.

    Args:
        empty: takes the names of sources in which there is nothing of a campaign.
    """
    packets: list[Received | Unreadable] = []
    for source in sources:
        is_empty = True
        try:
            for part in source.parts:
                is_empty = False
                if source.is_whole:
                    yield [part]
                else:
                    packets.append(part)
        except OSError as error:
            is_empty = False
            yield [unreadable(source.name, error)]
        if is_empty:
            empty.append(source.name)
    if packets:
        yield packets


def _is_pack(path: Path) -> bool:
    with path.open("rb") as file:
        return pack.is_pack(file.read(len(pack.BEGINNING)))
