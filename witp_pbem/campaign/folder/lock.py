"""The right to write to a campaign: one command at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from witp_pbem.campaign.record import private
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say

LOCK_WAIT = 5  # seconds for another command to finish


class Busy(Refusal):
    """Another command is writing to the campaign."""


class ReadOnly(Refusal):
    """Nothing can be written to the folder."""


@contextmanager
def locked(folder: Path, name: str = f"{private.FOLDER}/{private.LOCK}") -> Iterator[None]:
    """Keeps every other command from writing to a campaign, on this computer and, where the folder is shared by a
    server that knows locks, on others.

    Args:
        name: the file in the folder that stands for the right to write; copies, which have no private/, have another.
    Raises:
        Busy: another command is writing.
        ReadOnly: the lock cannot be taken.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder / name, timeout=LOCK_WAIT)
    try:
        lock.acquire()
    except Timeout as error:
        raise Busy(say('Another command is writing to "{folder}". Try again when it has finished. (If none is running, '
                       "here or on another computer, remove the file {lock}.)", folder=folder,
                       lock=folder / name)) from error
    except OSError as error:
        raise ReadOnly(say('Nothing can be written to "{folder}": {error}. Nothing was recorded.', folder=folder,
                           error=error.strerror)) from error
    try:
        yield
    finally:
        with suppress(OSError):  # the system lets go of it when the command ends
            lock.release()
