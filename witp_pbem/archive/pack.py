"""Packs: a campaign as one file to hand around, a ZIP archive that any computer opens.

In it lie `logbook.jsonl`, the folder `data/` and a README that says what they are; in a pack of everything also the
keeper's `private/` and settings. The same campaign always makes the same bytes.
"""

from __future__ import annotations

import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from witp_pbem.campaign.folder import data_files
from witp_pbem.campaign.folder.campaign import DATA, Campaign
from witp_pbem.campaign.folder.creation import FOR_GIT
from witp_pbem.campaign.record import logbook, private
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

BEGINNING = b"PK\x03\x04"
README, SUFFIX = "README.txt", ".zip"
MOST_FILES = 20_000  # a keeper's mails are a file each
LARGEST = 64 * 1024 * 1024  # bytes of all files together, unpacked
# What the reader of a damaged ZIP archive, or one that is locked or packed in another way, comes upon.
_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, IndexError, NotImplementedError,
            OSError, RuntimeError, ValueError)
_SEEN = r"/(?!\.)[^/\x00-\x1f\x7f]+"  # a file or folder that is not hidden
# A file of the keeper's private part: no hidden one, but for what git is told of drafts.
_PRIVATE = re.compile(rf"{private.FOLDER}(?:{_SEEN})*(?:{_SEEN}|/\.gitignore)")
_DAY = (1980, 1, 1, 0, 0, 0)  # the first a ZIP archive can say: a pack has no clock


class UnfitPack(Refusal):
    """This is no pack or other ZIP archive, or it was damaged."""


def is_pack(content: bytes) -> bool:
    """Whether bytes begin as a pack does."""
    return content.startswith(BEGINNING)


def may_hold_campaign(path: Path) -> bool:
    """Whether there is a logbook in a ZIP archive, or it is damaged, so that this cannot be said."""
    try:
        with zipfile.ZipFile(path) as archive:
            return any(PurePosixPath(name).name == logbook.FILE for name in archive.namelist())
    except _DAMAGED:
        return True


def packed(campaign: Campaign, *, everything: bool = False) -> bytes:
    """A campaign as a pack.

    Args:
        everything: with the keeper's private part and settings.
    Raises:
        Damaged: a data file is missing or changed. OSError: one cannot be read. UnfitPack: it is too large.
    """
    files = {README: _readme(campaign).encode(), logbook.FILE: b"".join(map(logbook.line, campaign.entries))}
    data, _ = data_files.read(campaign.folder / DATA, campaign.founding["data"])
    files |= {f"{DATA}/{name}.json": content for name, content in data.items()} | FOR_GIT
    if everything:
        files |= dict(_kept_by_keeper(campaign.folder))
    if len(files) > MOST_FILES or sum(map(len, files.values())) > LARGEST:  # nobody could unpack it
        raise UnfitPack(say("A pack holds at most {count} files of {size} MB together, and this would be more.",
                            count=MOST_FILES, size=LARGEST // 2**20))
    return zipped(files)


def _kept_by_keeper(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The private part, and the settings that lie beside the logbook ("deadlines.json")."""
    for path in (*sorted((folder / private.FOLDER).rglob("*")), *sorted(folder.glob("*.json"))):
        if path.is_file() and not path.is_symlink():
            yield str(PurePosixPath(*path.relative_to(folder).parts)), path.read_bytes()


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Files as a ZIP archive, by name."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o600 if name.startswith(f"{private.FOLDER}/") else 0o644) << 16
            archive.writestr(entry, data)
    return content.getvalue()


def unpacked(content: bytes) -> dict[str, bytes]:
    """The files of a pack by name; none whose name leads anywhere else. Where a campaign's folder was packed by other
    means than `packed`, they lie in that folder.

    Raises:
        UnfitPack: see `unzipped`; or it is no campaign's, or of several.
    """
    files = unzipped(content)
    books = [PurePosixPath(name) for name in files if PurePosixPath(name).name == logbook.FILE]
    if not books:
        raise UnfitPack(say("there is no {file} in it", file=logbook.FILE))
    if logbook.FILE in files:
        return files
    if len(books) > 1:
        raise UnfitPack(say("there are several campaigns in it; unpack it, and add the folder"))
    return {str(PurePosixPath(name).relative_to(books[0].parent)): data for name, data in files.items()
            if PurePosixPath(name).is_relative_to(books[0].parent)}


class Folder(NamedTuple):
    """What a campaign's folder is made of.

    Attributes:
        files: its files, by where they lie in it.
        left_out: the names of what else was in the pack, which is no campaign's.
    """

    files: dict[str, bytes]
    left_out: tuple[str, ...]


def folder_of(content: bytes) -> Folder:
    """The campaign's folder that is in a pack, which anybody may have made. What git is told of it is what the program
    tells it.

    Raises:
        UnfitPack: see `unpacked`.
    """
    files = unpacked(content)
    is_whole = f"{private.FOLDER}/{private.SECRETS}" in files
    own = {name: data for name, data in files.items() if _is_public(name) or (
        is_whole and (_PRIVATE.fullmatch(name) or data_files.NAME.fullmatch(name)))}
    return Folder(own | FOR_GIT, tuple(sorted(files.keys() - own.keys() - {README, *FOR_GIT})))


def _is_public(name: str) -> bool:
    """Whether a file in a pack is of the public part of a campaign."""
    folder, _, file = name.rpartition("/")
    return name == logbook.FILE or (folder == DATA and data_files.NAME.fullmatch(file) is not None)


def unzipped(content: bytes, most: int = MOST_FILES, largest: int = LARGEST) -> dict[str, bytes]:
    """The files of a ZIP archive by name, which anybody may have made.

    Args:
        most, largest: how many files it may hold, and how many bytes all together.
    Raises:
        UnfitPack: it is none, was damaged, is too large, or a name in it leads anywhere else.
    """
    files: dict[str, bytes] = {}
    left = largest
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > most:
                raise UnfitPack(say("it holds more than {count} files", count=most))
            for entry in entries:
                name = _checked(entry.filename)
                with archive.open(entry) as file:
                    files[name] = file.read(left + 1)
                left -= len(files[name])
                if left < 0:
                    raise UnfitPack(say("it unpacks to more than {count} MB", count=largest // 2**20))
    except _DAMAGED as error:
        raise UnfitPack(say("it was damaged, or is no ZIP archive: {error}", error=error)) from error
    return files


def _checked(name: str) -> str:
    """A file's name in a pack.

    Raises:
        UnfitPack: it leads out of the campaign's folder.
    """
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or str(path) != name:
        raise UnfitPack(say('the name "{name}" leads out of the folder', name=name))
    return name


def public_part(content: bytes) -> tuple[bytes, dict[str, bytes]]:
    """The logbook of a pack, and its data files by name ("map.json").

    Raises:
        UnfitPack: see `unpacked`.
    """
    files = unpacked(content)
    return files[logbook.FILE], {name.removeprefix(f"{DATA}/"): data for name, data in files.items()
                                 if name != logbook.FILE and _is_public(name)}


def _readme(campaign: Campaign) -> str:
    """What lies beside it, for whoever opens the pack in twenty years."""
    founding = campaign.founding
    return "\n".join((
        f"{campaign.name}: a campaign of {campaign.game.title} ({founding['game']}), played by mail.", "",
        "logbook.jsonl is the campaign: one entry a line, each JSON (RFC 8259, UTF-8), each sealed with the hash of",
        "the one before. What was ordered, thrown and decided stands in it in plain words. data/ holds the data of",
        "the game as they were in force.", "",
        f"Written with witp-pbem {founding['program']}; `witp-pbem unpack FILE` makes a folder of it again, and",
        "`witp-pbem verify` proves it. The format is described in the program's guide `logbook-format`.", ""))
