"""Writing that survives a killed process: whole lines or nothing, whole files or nothing."""

from __future__ import annotations

import os
from pathlib import Path


def append(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Appends in one write and waits until it is on the disk; a new file is made with the given rights."""
    is_new = not path.exists()
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, mode)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest):]
        os.fsync(handle)
    finally:
        os.close(handle)
    if is_new:
        sync_folder(path.parent)


def write(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Makes or replaces a file: temporary file beside it, fsync, rename."""
    import tempfile  # only writers need it, and it costs time to import

    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def cut(path: Path, length: int, aside: Path) -> None:
    """Cuts what follows the first `length` bytes off a file, after adding it to the file `aside`."""
    append(aside, path.read_bytes()[length:], path.stat().st_mode & 0o777)
    with path.open("r+b") as file:
        file.truncate(length)
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Waits until the folder's list of files is on the disk (where the system can do that)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
