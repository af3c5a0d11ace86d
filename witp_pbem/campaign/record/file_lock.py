"""The lock of a file, which the system keeps for one process: whatever ends that process lets go of it.

A library would do it, too; but it loads ten times what this is, and every command that records anything would wait.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PAUSE = 0.05  # seconds between two attempts
RIGHTS = 0o644


class Held(Exception):  # noqa: N818 - what there is to know, not an error
    """Another process holds the lock."""


@contextmanager
def held(path: Path, seconds: float) -> Iterator[None]:
    """Holds the lock of a file, which is made if it is missing, and stays.

    Args:
        seconds: to wait for another process that holds it.
    Raises:
        Held: that one still does.
        OSError: the file cannot be opened to be written to, or the system gives no locks there.
    """
    until = time.monotonic() + seconds
    file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), RIGHTS)
    try:
        while not _is_taken(file):
            if time.monotonic() >= until:
                raise Held
            time.sleep(PAUSE)
        yield
    finally:
        with suppress(OSError):
            os.close(file)  # which lets go of the lock


def _is_taken(file: int) -> bool:
    """Takes the lock of an open file, if no other process holds it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK):
            return False
        raise
    return True
