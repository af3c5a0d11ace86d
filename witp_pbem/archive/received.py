"""What an archive is given: campaigns from folders, packs, packets and logbooks; anybody may have made them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from witp_pbem.archive import pack
from witp_pbem.archive.foreign.reading import Document
from witp_pbem.archive.store.packing import LARGEST
from witp_pbem.campaign.folder import data_files
from witp_pbem.campaign.folder.campaign import DATA
from witp_pbem.campaign.packets import unpacking
from witp_pbem.campaign.packets.unpacking import ReceivedEntry, UnfitPacket
from witp_pbem.campaign.record import logbook
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple


class Received(NamedTuple):
    """Entries of one campaign, in any number and order, with the data files that came along.

    Attributes:
        origin: where they come from, in words.
        founding, name: of the campaign.
        entries: its entries.
        files: data files by name ("map.json").
        documents: what was attached to it in another archive.
    """

    origin: str
    founding: str
    name: str
    entries: tuple[ReceivedEntry, ...]
    files: Mapping[str, bytes]
    documents: tuple[Document, ...] = ()


class Unreadable(NamedTuple):
    """What cannot be read, and why, a clause without a full stop; the bytes are kept apart."""

    origin: str
    content: bytes
    reason: str


def of_folder(folder: Path) -> Received | Unreadable:
    """The public part of a campaign's folder."""
    book = folder / logbook.FILE
    try:
        if book.is_symlink() or (folder / DATA).is_symlink():  # it may lead to what is nobody else's business
            return Unreadable(str(folder), b"", say("its logbook or its data are links to another place"))
        if book.stat().st_size > LARGEST:
            return too_large(str(folder))
        files = {path.name: path.read_bytes() for path in sorted((folder / DATA).glob("*.json"))
                 if data_files.NAME.fullmatch(path.name) and path.is_file() and not path.is_symlink()
                 and path.stat().st_size <= LARGEST}
        return of_bytes(str(folder), book.read_bytes(), files)
    except OSError as error:
        return unreadable(str(folder), error)


def of_file(path: Path) -> Received | Unreadable:
    """A pack."""
    try:
        return of_bytes(path.name, path.read_bytes()) if path.stat().st_size <= LARGEST else too_large(path.name)
    except OSError as error:
        return unreadable(path.name, error)


def unreadable(origin: str, error: OSError) -> Unreadable:
    """What the operating system does not let anybody read."""
    return Unreadable(origin, b"", say("it cannot be read: {error}", error=error.strerror or error))


def too_large(origin: str) -> Unreadable:
    """What is larger than anything that is kept."""
    return Unreadable(origin, b"", say("it is larger than {count} MB; nothing of that size is read",
                                       count=LARGEST // 2**20))


def of_bytes(origin: str, content: bytes, files: Mapping[str, bytes] | None = None) -> Received | Unreadable:
    """A pack, a packet or a logbook.

    Args:
        files: data files that lie beside it, by name.
    """
    try:
        book, packed = pack.public_part(content) if pack.is_pack(content) else (content, {})
        read = unpacking.read(origin, book)
    except (UnfitPacket, pack.UnfitPack) as error:
        return Unreadable(origin, content, str(error))
    if not read.founding:
        return Unreadable(origin, content, say("it does not say which campaign it is of"))
    return Received(origin, read.founding, read.campaign, read.received, {**packed, **(files or {}), **read.files})


def together(received: Iterable[Received]) -> Iterator[Received]:
    """What is of the same campaign in one piece, campaigns in the order in which they first come."""
    by_founding: dict[str, list[Received]] = {}
    for part in received:
        by_founding.setdefault(part.founding, []).append(part)
    for founding, parts in by_founding.items():
        yield Received(parts[0].origin, founding, next((part.name for part in parts if part.name), ""),
                       tuple(entry for part in parts for entry in part.entries),
                       {name: content for part in parts for name, content in part.files.items()},
                       tuple(document for part in parts for document in part.documents))


def is_campaign(folder: Path) -> bool:
    """Whether a folder is that of a campaign; of one that cannot be looked into that is not known."""
    try:
        return (folder / logbook.FILE).is_file()
    except OSError:
        return False


def folders(path: Path) -> Iterator[Path]:
    """The campaigns' folders at or below a path, by name."""
    return filter(is_campaign, subfolders(path))


def subfolders(path: Path) -> Iterator[Path]:
    """A folder and those below it, by name; none that is a link or hidden, none inside a campaign's, and none inside
    one that cannot be looked into."""
    yield path
    if not is_campaign(path):
        with suppress(OSError):
            for below in sorted(path.iterdir()):
                if below.is_dir() and not below.is_symlink() and not below.name.startswith("."):
                    yield from subfolders(below)
