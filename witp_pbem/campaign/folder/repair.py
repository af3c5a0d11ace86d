"""Repairing a campaign's folder: whatever can be put right without losing anything."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from witp_pbem.campaign.folder import creation, data_files, games, settings
from witp_pbem.campaign.folder.campaign import DATA
from witp_pbem.campaign.folder.lock import locked
from witp_pbem.campaign.folder.opening import entries_of, logbook_of, open_campaign, writing
from witp_pbem.campaign.record import copied, disk, json_lines, logbook, private, written_heads
from witp_pbem.campaign.record.entries import Founding
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.tuples import NamedTuple


class NothingLost(Refusal):
    """The logbook is as new as this computer knows."""


def repair(folder: Path) -> tuple[str, ...]:
    """Mends what crashes, mails and folder services do to the files of a campaign; returns what was done, in sentences.

    Raises:
        NoCampaign, Damaged, GoneBack, LostOrders: what cannot be repaired here.
        Busy, ReadOnly: see `locked`.
        NotWritten: the disk did not take it.
    """
    book, own = logbook_of(folder), folder / private.FOLDER
    with locked(folder) if own.is_dir() else nullcontext():
        first = logbook.founding(entries_of(book, logbook.read(book).records))
        done = [*_texts(folder), *_data(folder / DATA, first)]
        campaign = open_campaign(folder)
        campaign.require_all()
        campaign.require_sealed()
        done += campaign.mend() if campaign.private else json_lines.mend(book, campaign.lines)
        return tuple(done)


def _texts(folder: Path) -> Iterator[str]:
    """Puts back what git is told about the files, and writes the private texts again whose line ends were changed."""
    for name, content in creation.FOR_GIT.items():
        if not (folder / name).is_file():
            disk.write(folder / name, content)
            yield say("{file} was missing; it has been restored.", file=name)
    for path in (folder / private.FOLDER / private.SECRETS, folder / settings.FILE):
        if path.is_file() and copied.restored(content := path.read_bytes()) != content:
            yield json_lines.rewrite(path)


def _data(folder: Path, first: Founding) -> Iterator[str]:
    """Makes the data files what they were founded as, where their line ends were changed or the program has them."""
    packaged = data_files.packaged(games.packaged(first["game"]))
    for name, hash in first["data"].items():
        path = folder / name
        content = path.read_bytes() if path.is_file() else b""
        if hashlib.sha256(content).hexdigest() == hash:
            continue
        if hashlib.sha256(copied.restored(content)).hexdigest() == hash:
            yield json_lines.rewrite(path)
        elif name in packaged and packaged[name].hash == hash:
            folder.mkdir(exist_ok=True)
            disk.write(path, packaged[name].content)
            yield say("{file} was missing or damaged; it is the program's own and has been restored.",
                      file=f"{DATA}/{name}")


class Lost(NamedTuple):
    """What is lost.

    Attributes:
        entry: the number of the last entry this computer had written.
        links: how many links of the dice chain it had published beyond those of the logbook.
        note: the number of the entry that says so.
    """

    entry: int
    links: int
    note: int


def go_on_without(folder: Path) -> Lost:
    """Goes on with a logbook that is older than what this computer has written, because the newer one is lost. The
    logbook says so, for all to read.

    Raises:
        NothingLost: it is not older. Otherwise see `writing`.
    """
    with writing(folder, lossy=True) as campaign:
        if campaign.is_all_there:
            raise NothingLost(say("Nothing is missing: the logbook holds all that this computer has written."))
        assert campaign.private is not None and campaign.private.head is not None
        head = campaign.private.head
        # A process that was killed here may have left the entry by which this release takes over, without the note.
        last = next(entry for entry in reversed(campaign.entries) if entry["type"] != logbook.UPGRADE)
        known = max(0, head.links - written_heads.links(campaign.entries))
        text = say("The keeper's copy has lost what came after this entry, up to entry {entry} with the hash {hash}. "
                   "The campaign goes on from here.", entry=head.entry, hash=head.hash)
        if known:
            text += " " + say.plural(known, "The next link of the dice chain has been published in what is lost.",
                                     "The next {n} links of the dice chain have been published in what is lost.")
        (note,) = campaign.add((logbook.NOTE, {"side": REFEREE, "about": last["n"], "letter": "", "signature": "",
                                               "text": text}))
        return Lost(head.entry, known, note["n"])
