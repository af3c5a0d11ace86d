"""Offices, where the exchange keeps what it has done: one for each campaign, and one for a folder of campaigns.

    journal.jsonl   what was done and when (`journal`)
    outbox/         letters to be sent, one file each (`outbox`)
    mails/          mails as they arrived, named by their SHA-256
    secret          what tokens are made with (`token`)
"""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from witp_pbem.campaign.record import disk, json_lines, logbook, private

CAMPAIGN, ROOT = "exchange", ".witp-pbem"
MAILS, LOCK = "mails", "lock"
FOLDERS = (MAILS, "outbox", "looked")
HELD = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.ENOSYS)  # errors of a lock that somebody may hold
DEEPEST = 3  # folders below a root in which campaigns are looked for


def of_campaign(folder: Path) -> Path:
    """The office of a campaign kept here."""
    return folder / private.FOLDER / CAMPAIGN


def of_root(root: Path) -> Path:
    """The office of a folder: a campaign's own, or that of a folder of campaigns."""
    return of_campaign(root) if (root / logbook.FILE).is_file() else root / ROOT


def campaigns(root: Path) -> list[Path]:
    """The campaigns kept at or below a folder, by name: those with a private/ folder. Links are not followed."""
    return list(_campaigns(root, DEEPEST))


def _campaigns(folder: Path, deep: int) -> Iterator[Path]:
    if (folder / logbook.FILE).is_file():
        if (folder / private.FOLDER).is_dir():
            yield folder
        return
    with suppress(OSError):
        for below in sorted(folder.iterdir()) if deep else ():
            if below.is_dir() and not below.is_symlink() and not below.name.startswith("."):
                yield from _campaigns(below, deep - 1)


def furnish(office: Path) -> None:
    """Makes the office's folders where they are not there yet."""
    for folder in (office, office / MAILS):
        folder.mkdir(private.FOLDER_RIGHTS, parents=True, exist_ok=True)


@contextmanager
def at_work(office: Path) -> Iterator[bool]:
    """Whether nobody else works in the office: then nobody else begins before this one has finished.

    Raises:
        OSError: the folder takes nothing, or the system gives no locks there.
        Damaged: something in it is a link: a campaign may come from anybody.
    """
    from filelock import FileLock, Timeout

    json_lines.refuse_links(office, *(office / name for name in FOLDERS))
    furnish(office)
    lock = FileLock(office / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        _require_locks(office / LOCK)
        yield False
        return
    try:
        yield True
    finally:
        with suppress(OSError):
            lock.release()


def _require_locks(path: Path) -> None:
    """Older releases of the library report every error as a lock that is held.

    Raises:
        OSError: nobody is; the system gives no lock.
    """
    try:
        import fcntl
    except ImportError:  # Windows, where the file cannot be opened while somebody holds it
        return
    with path.open("rb+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in HELD:
                raise


def kept(office: Path, sha: str) -> Path:
    """Where a mail that was kept lies, by its SHA-256."""
    return office / MAILS / f"{sha}.eml"


def keep(office: Path, raw: bytes) -> str:
    """Keeps a mail as it arrived; returns its SHA-256, by which it is found again.

    Raises:
        NotWritten: the disk did not take it.
    """
    name = hashlib.sha256(raw).hexdigest()
    path = kept(office, name)
    if not path.is_file():
        furnish(office)
        disk.write(path, raw, private.FILE_RIGHTS)
    return name
