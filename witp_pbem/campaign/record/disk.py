"""Writing that survives a killed process and a full disk: whole lines or nothing, whole files or nothing."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NEW = 0o666  # rights of a file the user has named, less what their umask takes away
_BINARY = getattr(os, "O_BINARY", 0)  # without it Windows would write other line ends


class NotWritten(OSError):  # noqa: N818 - a fact about the disk, not an error of the program
    """The disk did not take it; the file still holds what it held before."""


def append(path: Path, data: bytes, mode: int = 0o644, *, sync: bool = True) -> None:
    """Appends, and waits until it is on the disk; a new file is made with the given rights.

    What was written in part is cut off again. (Where even that fails, as when the process is killed, what is left is a
    last line without its end, or one whose receipt nobody has seen.)

    Raises:
        NotWritten: the disk did not take it.
    """
    with _telling(path):
        is_new = not path.exists()
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _BINARY, mode)
        try:
            before = os.fstat(handle).st_size
            try:
                _write(handle, data)
                if sync:
                    os.fsync(handle)
            except BaseException:
                with suppress(OSError):
                    os.ftruncate(handle, before)
                raise
        finally:
            os.close(handle)
        if is_new and sync:
            sync_folder(path.parent)


def write(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Makes or replaces a file: a new one beside it, which takes its name once it is on the disk. A name that leads to
    something else than a file (a pipe, a screen) is written to as it is.

    Raises:
        NotWritten: the disk did not take it.
    """
    with _telling(path):
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            path.write_bytes(data)
            return
        path = path.resolve()  # a link stays one
        temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
        try:
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
            try:
                _write(handle, data)
                os.fsync(handle)
            finally:
                os.close(handle)
            temporary.replace(path)
        except BaseException:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def _write(handle: int, data: bytes) -> None:
    """Writes all of the data, however little the system takes at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest):]


def rights(path: Path) -> int:
    """The rights of a file that is there."""
    return stat.S_IMODE(path.stat().st_mode)


def cut(path: Path, length: int, aside: Path) -> None:
    """Cuts what follows the first `length` bytes off a file, after adding it to the file `aside`."""
    append(aside, path.read_bytes()[length:], rights(path))
    with _telling(path), path.open("r+b") as file:
        file.truncate(length)
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Waits until the folder's list of files is on the disk, where the system can do that. The files themselves are
    there by then, so that a system that cannot loses nothing but a name, and that only where its power fails."""
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sweep(folder: Path, name: str) -> None:
    """Removes what killed processes left of new files of a name."""
    for file in folder.glob(f".{glob.escape(name)}.{'[0-9a-f]' * 8}"):
        with suppress(OSError):
            file.unlink()


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """Turns an error of the system into `NotWritten`, which names the file as the user knows it."""
    try:
        yield
    except OSError as error:
        raise NotWritten(error.errno, error.strerror, str(path)) from error
