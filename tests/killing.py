"""A process that is gone at a moment of the test's choosing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

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
        try:
            work()
        except Killed:
            return True
    return False
