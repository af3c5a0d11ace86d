"""Bringing a copy of a campaign up to date from the packets received.

A copy is the folder without `private/`. Entries that continue it are appended at once; entries that arrive too early
wait in `later.jsonl`; entries of another history are kept as evidence in `fork-HASH.jsonl`, and then nothing
is appended. The keeper's own folder is only compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from witp_pbem.campaign.folder import creation, data_files, games, newer
from witp_pbem.campaign.folder.campaign import DATA, opening_of
from witp_pbem.campaign.folder.creation import CannotCreate
from witp_pbem.campaign.folder.lock import locked
from witp_pbem.campaign.folder.opening import NoCampaign, open_campaign
from witp_pbem.campaign.packets import merge, unpacking
from witp_pbem.campaign.packets.merge import Fork
from witp_pbem.campaign.packets.packet import of_entries
from witp_pbem.campaign.packets.unpacking import ReadPacket, ReceivedEntry, UnfitPacket
from witp_pbem.campaign.proof import chain
from witp_pbem.campaign.record import disk, json_lines, logbook, private
from witp_pbem.campaign.record.entries import Entry, Founding
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.record.logbook import FOUNDING
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.record.written_form import lean
from witp_pbem.exchange.copies.packet_sources import PossiblePacket
from witp_pbem.table.canonical import parse
from witp_pbem.table.language import listing, say
from witp_pbem.table.tuples import NamedTuple

LATER, LOCK = "later.jsonl", ".sync.lock"
MOST = 64 * 1024 * 1024  # bytes of entries and data that are taken at once
MOST_FORKS = 5  # other histories that are reported and kept at once
MOST_LATER = 16 * 1024 * 1024  # bytes of entries that wait
EVIDENCE_DIGITS = 16  # of the first foreign entry's hash, which names the file that keeps it


class TooMuch(Refusal):
    """More entries than can be taken at once."""


class Unsound(Refusal):
    """Entries whose hashes follow the copy, but which are not valid entries."""


class RefusedPacket(NamedTuple):
    """A packet that was not used: where it came from, and why."""

    origin: str
    reason: str


@dataclass(frozen=True)
class Synced:
    """The result.

    Attributes:
        campaign: its name.
        entries: how many the copy holds now.
        head: the hash of the last one.
        appended: the new entries.
        founded: whether the copy is new.
        is_keepers: whether the folder is the keeper's own: then nothing was appended, and `appended` are the entries
            that its logbook lacks.
        waiting: numbers of entries that wait.
        missing: the gaps before them: their first and last numbers.
        forks: entries of another history, the first ones where there are many.
        evidence: the files that keep them.
        refused: packets that were not used.
        others: names of other campaigns, whose packets were ignored.
        notes: what was mended.
    """

    campaign: str
    entries: int
    head: str
    appended: tuple[Entry, ...] = ()
    founded: bool = False
    is_keepers: bool = False
    waiting: tuple[int, ...] = ()
    missing: tuple[tuple[int, int], ...] = ()
    forks: tuple[Fork, ...] = ()
    evidence: tuple[str, ...] = ()
    refused: tuple[RefusedPacket, ...] = ()
    others: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def sync(folder: Path, parcels: Iterable[PossiblePacket]) -> Synced:
    """Adds packets, in any order and any number of times, to a copy, which is created where there is none.

    Raises:
        NoCampaign, CannotCreate: the folder is something else, or nothing to make a copy of came. Unsound, TooMuch:
        see there. Damaged: the copy itself is. newer.Newer, games.NoSuchGame: this program cannot follow.
        Busy, ReadOnly: see `locked`. NotWritten: the disk did not take it.
    """
    if folder.exists() and not folder.is_dir():
        raise NoCampaign(say('"{folder}" is a file, not a campaign\'s folder.', folder=folder))
    packets, refused = _read(parcels)
    if (folder / logbook.FILE).exists():
        json_lines.refuse_links(*(folder / name for name in (logbook.FILE, DATA, private.FOLDER, LATER, LOCK)))
        is_keepers = (folder / private.FOLDER).is_dir()
        with locked(folder) if is_keepers else locked(folder, LOCK):
            synced = _taken(folder, packets, is_keepers)
    else:
        synced = _founded(folder, packets)
    return replace(synced, refused=(*refused, *synced.refused))


def _read(parcels: Iterable[PossiblePacket]) -> tuple[list[ReadPacket], list[RefusedPacket]]:
    """The packets that can be read, and those refused; what came twice is kept in memory once."""
    packets: list[ReadPacket] = []
    refused: list[RefusedPacket] = []
    received: dict[str, ReceivedEntry] = {}
    files: dict[bytes, bytes] = {}
    size = 0
    for origin, content, fault in parcels:
        if fault:
            refused.append(RefusedPacket(origin, fault))
            continue
        try:
            packet = unpacking.read(origin, content)
        except UnfitPacket as unfit:
            refused.append(RefusedPacket(origin, str(unfit)))
            continue
        size += sum(len(entry.line) for entry in packet.received if entry.hash not in received)
        size += sum(len(text) for text in packet.files.values() if text not in files)
        if size > MOST:
            raise TooMuch(say("These are more than {count} MB of entries. Give fewer mails at once.",
                              count=MOST // 2**20))
        packets.append(packet._replace(
            received=tuple(received.setdefault(entry.hash, entry) for entry in packet.received),
            files={name: files.setdefault(text, text) for name, text in packet.files.items()}))
    return packets, refused


class _Sorted(NamedTuple):
    """The entries and data files that belong to a campaign, and the packets that do not."""

    received: list[ReceivedEntry]
    files: dict[str, bytes]
    refused: list[RefusedPacket]
    others: list[str]


def _sorted(packets: Iterable[ReadPacket], first: Founding, own: Sequence[str]) -> _Sorted:
    """Sorts packets by whether they belong to a campaign: `first` is its founding entry, `own` the copy's hashes."""
    known = {*own, first["hash"]}
    sorted_out = _Sorted([], {}, [], [])
    for packet in packets:
        if packet.founding not in ("", first["hash"]):
            sorted_out.others.append(packet.campaign)
        elif not packet.founding and not any({entry.hash, entry.previous} & known for entry in packet.received):
            sorted_out.refused.append(RefusedPacket(packet.origin, say(
                "it does not say which campaign it is of, and follows no entry of this one")))
        elif wrong := [name for name, text in packet.files.items()
                       if hashlib.sha256(text).hexdigest() != first["data"].get(name)]:
            sorted_out.refused.append(RefusedPacket(packet.origin, say(
                "these are not the data the campaign was created with: {names}", names=listing(wrong))))
        else:
            sorted_out.received.extend(entry for entry in packet.received if entry.n or entry.hash == first["hash"])
            sorted_out.files.update(packet.files)
    return sorted_out


# -- a copy that is there -----------------------------------------------------------------------------------------


def _taken(folder: Path, packets: list[ReadPacket], is_keepers: bool) -> Synced:
    """Adds the packets to a folder that is a campaign already; the caller holds the lock."""
    book = folder / logbook.FILE
    try:
        notes = () if is_keepers else json_lines.mend(book, logbook.read(book))
    except Damaged as damaged:
        raise Damaged(book, damaged.entry, say("{sentence} Make a new copy: `sync` into a new folder, with the mail "
                                               "you were invited with and all later ones",
                                               sentence=damaged.reason)) from damaged
    entries = open_campaign(folder).entries
    first, own = logbook.founding(entries), [entry["hash"] for entry in entries]
    waited, unread = _read(_waiting(folder))
    sorted_out = _sorted([*packets, *waited], first, own)
    fitted = merge.merge(own, sorted_out.received)
    taken = () if fitted.forks else _sound(entries, fitted.following)
    forks = fitted.forks[:MOST_FORKS]
    synced = Synced(
        campaign=first["campaign"], entries=len(own), head=own[-1], appended=taken,
        is_keepers=is_keepers, waiting=tuple(entry.n for entry in fitted.waiting),
        missing=fitted.missing(len(own) + len(taken)), forks=forks, evidence=_evidence(folder, first, forks),
        refused=(*unread, *sorted_out.refused), others=tuple(dict.fromkeys(sorted_out.others)), notes=tuple(notes))
    if is_keepers:
        return synced
    if taken:
        disk.append(book, b"".join(entry.line + b"\n" for entry in fitted.following))
        synced = replace(synced, entries=len(own) + len(taken), head=taken[-1]["hash"])
    kept = {entry.hash for packet in waited for entry in packet.received}
    _wait(folder, first, fitted.waiting if taken else
          [*(entry for entry in fitted.following if entry.hash in kept), *fitted.waiting])
    return synced


def _sound(entries: Sequence[Entry], received: Sequence[ReceivedEntry]) -> tuple[Entry, ...]:
    """Received entries, checked: their form, and that they can follow those before them.

    Raises:
        Unsound: one does not have the form of an entry, or cannot stand where it does. newer.Newer: see there.
    """
    if not received:
        return ()
    records: list[Mapping[str, Any]] = [*map(lean, entries),
                                        *({**parse(entry.line), "hash": entry.hash} for entry in received)]
    newer.refuse_others(Path(logbook.FILE), [records[0], *records[max(1, len(entries)):]])
    checked, findings = chain.form(records)
    for finding in findings:
        number = finding.entry or 0
        if number >= len(entries):
            raise Unsound(say("Entry {entry} (from {origin}): {sentence} Nothing was added to the copy. Ask the "
                              "keeper.", entry=number, origin=received[number - len(entries)].origin,
                              sentence=finding.sentence))
    return tuple(checked[len(entries):])


def _waiting(folder: Path) -> Iterator[PossiblePacket]:
    """The packet of entries that wait."""
    if (folder / LATER).is_file():
        yield PossiblePacket(LATER, (folder / LATER).read_bytes())


def _wait(folder: Path, first: Founding, received: Sequence[ReceivedEntry]) -> None:
    """Keeps the entries that wait, and no others; only the first where there are too many."""
    kept, size = [], 0
    for entry in received:
        size += len(entry.line)
        if size <= MOST_LATER:
            kept.append(entry)
    path, content = folder / LATER, _packet(first, kept)
    if not kept:
        path.unlink(missing_ok=True)
    elif not path.is_file() or path.read_bytes() != content:
        disk.write(path, content)


def _packet(first: Founding, received: Iterable[ReceivedEntry]) -> bytes:
    """Entries as a packet again."""
    return of_entries(first["campaign"], first["hash"], received)


def _evidence(folder: Path, first: Founding, forks: Sequence[Fork]) -> tuple[str, ...]:
    """Keeps the entries of other histories, each in a file of its own; returns the files' names."""
    names = []
    for fork in forks:
        path = folder / f"fork-{fork.branch[0].hash[:EVIDENCE_DIGITS]}.jsonl"
        content = _packet(first, fork.branch)
        json_lines.refuse_links(path)
        if not path.is_file() or path.stat().st_size < len(content):
            disk.write(path, content)
        names.append(path.name)
    return tuple(names)


# -- a new copy ---------------------------------------------------------------------------------------------------


def _founded(folder: Path, packets: list[ReadPacket]) -> Synced:
    """Creates a copy from a packet that begins with the founding, and from the others received."""
    if folder.exists() and any(folder.iterdir()):
        raise CannotCreate(say('"{folder}" already exists and is not empty; name a new folder.', folder=folder))
    root = _root(folder, packets)
    first = logbook.founding(_sound((), [root]))
    sorted_out = _sorted(packets, first, ())
    fitted = merge.merge((), sorted_out.received)
    known = next((entry.n for entry in fitted.following[-1:]), 0) + 1
    synced = Synced(
        campaign=first["campaign"], entries=0, head="", founded=True,
        waiting=tuple(entry.n for entry in fitted.waiting), missing=fitted.missing(known),
        forks=fitted.forks[:MOST_FORKS], refused=tuple(sorted_out.refused),
        others=tuple(dict.fromkeys(sorted_out.others)))
    if fitted.forks:
        return synced
    entries = _sound((), fitted.following)
    files = _files(folder, first, sorted_out.files)
    waiting = {LATER: _packet(first, fitted.waiting)} if fitted.waiting else {}
    book = b"".join(entry.line + b"\n" for entry in fitted.following)
    creation.build(folder, {name: (content, 0o644) for name, content in {
        **{f"{DATA}/{name}": text for name, text in files.items()}, **creation.FOR_GIT, logbook.FILE: book,
        **waiting}.items()})
    return replace(synced, entries=len(entries), head=entries[-1]["hash"], appended=entries)


def _root(folder: Path, packets: Iterable[ReadPacket]) -> ReceivedEntry:
    """The founding to make a copy of: the only one, or that of the campaign with the folder's name."""
    roots = {entry.hash: (entry, packet.campaign) for packet in packets for entry in packet.received
             if entry.n == 0 and entry.kind == FOUNDING}
    named = [entry for entry, name in roots.values() if name == creation.short_name(folder.resolve().name)]
    if len(roots) == 1 or len(named) == 1:
        return named[0] if named else next(iter(roots.values()))[0]
    if not roots:
        raise NoCampaign(say('"{folder}" is not a campaign yet, and nothing given begins with the founding of one. '
                             "Begin with the mail you were invited with; the keeper can send it again (`witp-pbem "
                             "invite`).",
                             folder=folder))
    raise CannotCreate(say("These are several campaigns: {names}. Name the folder after one of them, or give only "
                           "its mails.", names=listing(sorted({name for _, name in roots.values()}))))


def _files(folder: Path, first: Founding, received: Mapping[str, bytes]) -> dict[str, bytes]:
    """The data files of a campaign, as they came or, where they are the same, the program's own.

    Raises:
        CannotCreate: one is missing, or they make no game. games.NoSuchGame: the game is not installed.
    """
    packaged = data_files.packaged(games.packaged(first["game"]))
    files = {name: received.get(name, packaged[name].content if name in packaged else b"") for name in first["data"]}
    missing = [name for name, text in files.items() if hashlib.sha256(text).hexdigest() != first["data"][name]]
    if missing:
        raise CannotCreate(say(
            "The data this campaign is played with are missing: {names}. They come with the mail you were invited "
            "with; the keeper can send it again (`witp-pbem invite`).", names=listing(missing)))
    try:
        game = games.made_of(first["game"], {Path(name).stem: text for name, text in files.items()})
        opening_of(game, first, folder / logbook.FILE, is_foreign=True)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CannotCreate(say("The data received do not make a game ({error}).", error=error)) from error
    return files
