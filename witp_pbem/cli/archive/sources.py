"""The sources named to `archive add`: folders, packs, packets, mails, other archives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from witp_pbem.archive import another, pack
from witp_pbem.archive.received import (
    Received,
    Unreadable,
    is_campaign,
    of_bytes,
    of_file,
    of_folder,
    subfolders,
    unreadable,
)
from witp_pbem.cli import named_files
from witp_pbem.exchange.copies import packet_sources
from witp_pbem.table.tuples import NamedTuple


class Source(NamedTuple):
    """What a source holds.

    Attributes:
        name: as it was typed.
        whole: whole campaigns, to be taken one after the other.
        packets: packets, which belong together.
        aliases: of another archive, the names of people, each with the one shown instead.
    """

    name: str
    whole: Iterator[Received | Unreadable]
    packets: Iterator[Received | Unreadable]
    aliases: Mapping[str, str] = {}  # noqa: RUF012 - nobody changes it


def named(source: str) -> Source:
    """What a name stands for.

    Raises:
        Unreadable: there is no such file or folder.
    """
    path = Path(source)
    if "://" not in source and not path.exists():
        raise named_files.Unreadable(named_files.no_such_file(path))
    try:
        if another.is_archive(source):
            return Source(source, another.of_archive(source), iter(()), another.aliases_of(source))
        if path.is_dir():
            inside = list(subfolders(path))
            others = [folder for folder in inside if not is_campaign(folder)]
            packs = [file for folder in others for file in sorted(folder.glob("*.zip")) if _is_pack(file)]
            return Source(source, chain(map(of_folder, filter(is_campaign, inside)), map(of_file, packs)),
                          chain.from_iterable(map(_packets, others)))
        if path.is_file() and _is_zip(path):
            return Source(source, map(of_file, [path] if _is_pack(path) else []), iter(()))
        return Source(source, iter(()), _packets(path))
    except OSError as error:
        return Source(source, iter([unreadable(source, error)]), iter(()))


def _packets(path: Path) -> Iterator[Received | Unreadable]:
    try:
        for possible in packet_sources.possible_packets(path):
            yield Unreadable(possible.origin, possible.content, possible.fault) if possible.fault else \
                of_bytes(possible.origin, possible.content)
    except OSError as error:
        yield unreadable(str(path), error)


def in_turn(sources: Iterable[Source], empty: list[str]) -> Iterator[list[Received | Unreadable]]:
    """Whole campaigns one at a time, so that any number of them can be added; then all packets together.

    Args:
        empty: takes the names of sources in which there is nothing of a campaign.
    """
    packets: list[Received | Unreadable] = []
    for source in sources:
        is_empty = True
        try:
            for part in source.whole:
                is_empty = False
                yield [part]
            before = len(packets)
            packets += source.packets
        except OSError as error:
            is_empty = False
            yield [unreadable(source.name, error)]
        if is_empty and len(packets) == before:
            empty.append(source.name)
    if packets:
        yield packets


def _is_zip(path: Path) -> bool:
    with path.open("rb") as file:
        return pack.is_pack(file.read(len(pack.BEGINNING)))


def _is_pack(path: Path) -> bool:
    """Whether a file is a ZIP archive with a campaign in it, or a damaged one, of which that cannot be said."""
    return path.is_file() and _is_zip(path) and pack.may_hold_campaign(path)
