"""Opening a campaign's folder, to be read or to be written to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from witp_pbem.campaign.folder import data_files, games, newer
from witp_pbem.campaign.folder.campaign import DATA, Campaign
from witp_pbem.campaign.folder.lock import locked
from witp_pbem.campaign.record import branches, copied, json_lines, logbook, private, written_heads
from witp_pbem.campaign.record.entries import Entry, Founding
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.game import Game
from witp_pbem.table.language import in_a_row, say
from witp_pbem.table.spelling import likely


class NoCampaign(Refusal):
    """There is no campaign where the user said."""

    exit_code = USAGE


def open_campaign(folder: Path) -> Campaign:
    """Reads a campaign's folder.

    Raises:
        NoCampaign: the folder holds none.
        Damaged: a file of it is not what the program wrote.
        newer.Newer: a newer release wrote it.
        games.NoSuchGame: its game is not installed.
    """
    path = logbook_of(folder)
    json_lines.refuse_links(folder / logbook.FILE, folder / DATA, folder / private.FOLDER)
    try:
        book = logbook.read(path)
        own = private.read(folder / private.FOLDER)
        before = written_heads.interrupted(own.head, book.records) if own else None
        if before is not None:
            book = json_lines.without_last(path, book, before)
        entries = entries_of(path, book.records, written_heads.own(own.head, book.records) if own else 0)
        game, changed = game_of(logbook.founding(entries), folder / DATA)
        return Campaign(folder, game, entries, own, book, changed)
    except OSError as error:
        raise NoCampaign(say('"{name}" cannot be read: {error}.', name=error.filename or folder,
                             error=error.strerror)) from error


def entries_of(path: Path, records: Sequence[dict[str, Any]], own: int = 0) -> list[Entry]:
    """The entries of a logbook that this release can follow.

    Args:
        own: how many of them this computer wrote itself (`logbook.typed`).
    Raises:
        Damaged: the records are no entries.
        newer.Newer: a newer release wrote them.
    """
    newer.refuse_others(path, records)
    entries = logbook.typed(path, records, own)
    branches.require_points(path, entries)
    return entries


def _no_such_folder(folder: Path) -> Iterator[str]:
    """That there is no such folder, and the campaign beside it that was most likely meant."""
    yield say('"{folder}" does not exist.', folder=folder)
    beside = sorted(path.parent.name for path in folder.parent.glob(f"*/{logbook.FILE}"))
    if near := likely(folder.name, beside):
        yield say("Did you mean {words}?", words=folder.with_name(near))


def logbook_of(folder: Path) -> Path:
    """The logbook of a campaign's folder.

    Raises:
        NoCampaign: there is none.
    """
    if not folder.is_dir():
        raise NoCampaign(say('"{folder}" is a file, not a campaign\'s folder.', folder=folder) if folder.exists()
                         else in_a_row(_no_such_folder(folder)))
    path = folder / logbook.FILE
    if not path.is_file():
        raise NoCampaign(say('"{folder}" is not a campaign: it has no {file}.', folder=folder, file=logbook.FILE))
    return path


def game_of(founding: Founding, folder: Path) -> tuple[Game, tuple[str, ...]]:
    """The founding's game with the data in its folder, and the names of those whose line ends were changed.

    Raises:
        Damaged: a data file is missing or not the one the campaign was created with.
        games.NoSuchGame: the game is not installed.
    """
    files, changed = data_files.read(folder, founding["data"])
    try:
        return games.made_of(founding["game"], files), changed
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(folder, None, say("these data do not make a game ({error})", error=error)) from error


@contextmanager
def writing(folder: Path, *, lossy: bool = False) -> Iterator[Campaign]:
    """A campaign to be appended to: locked, read, and mended where a crash tore a line or line ends were changed.

    Args:
        lossy: also where the logbook is older than what this computer has written.
    Raises:
        NoCampaign: the folder holds none, or a copy without private/.
        Busy, ReadOnly: see `locked`.
        Damaged: see `open_campaign`.
        LostOrders: see `Campaign.require_sealed`.
        GoneBack: see `Campaign.require_all`.
    """
    logbook_of(folder)
    own = folder / private.FOLDER
    if not own.is_dir():
        raise NoCampaign(say("\"{folder}\" is a copy without {private}/: only the keeper's copy records anything. "
                             "Send the keeper your orders file, or a letter (`witp-pbem letter`), instead.",
                             folder=folder, private=private.FOLDER))
    with locked(folder):
        campaign = open_campaign(folder)
        if not lossy:
            campaign.require_all()
        campaign.require_sealed()
        campaign.notes = [*copied.second_copies(folder, campaign.entries), *campaign.mend()]
        yield campaign
