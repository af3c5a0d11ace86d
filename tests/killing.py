"""A process that is gone at a moment of the test's choosing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from witp_pbem.campaign.record import disk


class Killed(BaseException):
    """The process is gone."""


def killed_at(moment: int, work: Callable[[], object]) -> bool:
    """Does some work, and is killed at a moment of it: moment 0 is before the first time that something is written to
    the disk, 1 after it, 2 before the second time, and so on. False where the work was done before."""
    moments = count()

    def mortal(write: Callable[..., None]) -> Callable[..., None]:
        def written(*arguments: object, **options: object) -> None:
            if next(moments) == moment:
                raise Killed
            write(*arguments, **options)
            if next(moments) == moment:
                raise Killed
        return written

    with pytest.MonkeyPatch.context() as patch:
        for name in ("write", "append"):
            patch.setattr(disk, name, mortal(getattr(disk, name)))
        return _is_killed(work)


def killed_in_append(number: int, share: float, work: Callable[[], object]) -> bool:
    """Does some work, and is killed while it appends to a file for the n-th time, counted from 0, after a share of the
    bytes. False where the work was done before."""
    numbers, append = count(), disk.append

    def mortal(path: Path, data: bytes, mode: int = 0o644, *, sync: bool = True) -> None:
        if next(numbers) == number:
            append(path, data[:int(len(data) * share)], mode)
            raise Killed
        append(path, data, mode, sync=sync)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "append", mortal)
        return _is_killed(work)


def _is_killed(work: Callable[[], object]) -> bool:
    """Whether the work was ended by its death."""
    try:
        work()
    except Killed:
        return True
    return False
