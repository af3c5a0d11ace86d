"""What stands in for the world, for another release of the program, and for a program that cheats.

Tests come to the program by its files, its commands and its public functions. What they have to replace in it, because
no file and no command can bring it about, is replaced here, under the name of what it stands for; what is replaced
elsewhere is listed, with the reason, in tests/test_stand_ins.py.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.killing import Killed
from witp_pbem.campaign.folder import creation, games, lock
from witp_pbem.campaign.record import upgrades
from witp_pbem.report import mail
from witp_pbem.table.language import Messages

POINT = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
                      "0000000d49444154789c63000100000500010d0a2db40000000049454e44ae426082")


# -- games and releases ---------------------------------------------------------------------------------------------


def findable(patch: pytest.MonkeyPatch, others: bool = True, **makers: Callable[..., Any]) -> None:
    """Makes games findable by name, as the entry points of installed packages would.

    Args:
        others: whether those that were findable before stay so.
    """
    points: dict[str, Any] = dict(games.installed()) if others else {}
    points |= {name: SimpleNamespace(name=name, load=lambda maker=maker: maker) for name, maker in makers.items()}
    patch.setattr(games, "installed", lambda: points)


def release(patch: pytest.MonkeyPatch, room: Any = None, *, program: str = "", **parts: Any) -> None:
    """Another release of the program, or of a game, is installed from now on.

    Args:
        room: the class of the game, or another room of the program.
        program: the number of the release; "" for the same.
        parts: what is different in the room.
    """
    if program:
        for module in (creation, upgrades):
            patch.setattr(module, "__version__", program)
    for name, part in parts.items():
        patch.setattr(room, name, part, raising=False)


# -- what takes its time --------------------------------------------------------------------------------------------


def quick_disk(patch: pytest.MonkeyPatch) -> None:
    """Nobody waits until something is on the disk: the test pulls no plug."""
    patch.setattr(os, "fsync", lambda handle: None)


def quick_pictures(patch: pytest.MonkeyPatch, picture: bytes = POINT) -> None:
    """A picture of one point in the place of the map of a mail."""
    patch.setattr(mail, "png", lambda svg, width: picture)


def quick_reports(patch: pytest.MonkeyPatch) -> None:
    """A word in the place of the full report that is attached to a mail."""
    patch.setattr(mail.html, "render", lambda story, templates, page: "<!DOCTYPE html><title>report</title>")


def no_waiting(patch: pytest.MonkeyPatch, seconds: float = 0) -> None:
    """Nobody waits until another command has finished writing."""
    patch.setattr(lock, "LOCK_WAIT", seconds)


def small(patch: pytest.MonkeyPatch, room: Any, **limits: float) -> None:
    """Small limits in the place of large ones, which would take megabytes or minutes to reach."""
    for name, limit in limits.items():
        patch.setattr(room, name, limit)


# -- whose computer it is -------------------------------------------------------------------------------------------


def settings_in(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Settings of the person who runs the tests are looked for below a folder, on any system."""
    for name in ("XDG_CONFIG_HOME", "APPDATA", "HOME"):
        patch.setenv(name, str(folder))


def translations(patch: pytest.MonkeyPatch, catalogue: gettext.NullTranslations) -> None:
    """Every message is translated by this catalogue, so that what escapes the catalogues shows."""
    patch.setattr(Messages, "_catalogue", lambda say: catalogue)


# -- what goes wrong ------------------------------------------------------------------------------------------------


@contextmanager
def instead(room: Any, **calls: Callable[..., Any]) -> Iterator[None]:
    """What the operating system, a server or another process does, is something else for a while: it fails."""
    with pytest.MonkeyPatch.context() as patch:
        for name, call in calls.items():
            patch.setattr(room, name, call)
        yield


@contextmanager
def crooked(room: Any, **calls: Callable[..., Any]) -> Iterator[None]:
    """A keeper with a program of their own, in which some functions do what suits them."""
    with instead(room, **calls):
        yield


@contextmanager
def killed_at_call(room: Any, name: str) -> Iterator[None]:
    """The process is killed when it comes to call a function."""
    def die(*arguments: object, **options: object) -> None:
        raise Killed

    with instead(room, **{name: die}), pytest.raises(Killed):
        yield


def full_disk(room: int = 0) -> Mapping[str, Callable[..., int]]:
    """What `os.write` does on a full disk that still takes some bytes of one write; for `instead(os, ...)`."""
    real = os.write

    def write(handle: int, data: bytes) -> int:
        if room and bytes(data[:room]):
            real(handle, data[:room])
        raise OSError(28, "No space left on device")

    return {"write": write}
