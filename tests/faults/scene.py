"""A command about to be given, and what it leaves behind undisturbed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

from tests import tamper
from tests.faults.injection import execute, python
from tests.faults.postoffice import serving
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit

NAME = "isles"
BOOK = f"{NAME}/logbook.jsonl"


class Scene(NamedTuple):
    """A command about to be given.

    Attributes:
        base: a folder with the campaign and the files beside it, to be copied. command: the words of the command.
        resume: the words with which somebody goes on if the logbook has grown by so many entries.
        files: what the command writes besides the campaign, in the order it has to: a later one stands only where the
            earlier ones do. fresh: they are not the same twice.
        proof: words of a command that succeeds in the end.
        served: whether a mail server takes letters meanwhile.
        after: every file the undisturbed command leaves behind. findings: what `verify` finds then.
    """

    name: str
    base: Path
    command: tuple[str, ...]
    resume: Callable[[int], tuple[str, ...]]
    files: tuple[str, ...]
    fresh: bool
    proof: tuple[str, ...]
    after: dict[str, bytes]
    findings: frozenset[str]
    served: bool = False

    @property
    def program(self) -> list[str]:
        return python("-m", "witp_pbem", *self.command)


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder but the lock, which says nothing."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "lock"}


def hashes(book: bytes) -> list[str]:
    """The hashes of the whole entries of a logbook."""
    lines = book.replace(b"\r\n", b"\n").split(b"\n")[:-1]
    return [entry["hash"] for entry in tamper.read(b"\n".join(lines))]


def scene(name: str, base: Path, command: tuple[str, ...], resume: Callable[[int], tuple[str, ...]] | None = None, *,
          whatever: bool = False, files: tuple[str, ...] = (), fresh: bool = False, proof: tuple[str, ...] = (),
          findings: frozenset[str] = frozenset(), served: bool = False) -> Scene:
    """A scene with what it leaves behind undisturbed. Where nothing else is said, the command is given again until
    everything it records is recorded; `whatever`, or with files it may overwrite, again in any case."""
    repeat = whatever or "--force" in command
    for file in files if "--force" in command else ():
        for number in ("",) if "." in file else ("-1.txt", "-2.txt"):
            if not (base / f"{file}{number}").exists():
                (base / f"{file}{number}").write_text("an older one\n")
    after = base.with_name(f"{base.name} after {len(list(base.parent.iterdir()))}")
    shutil.copytree(base, after)
    with serving(after) if served else nullcontext():
        ran = execute(python("-m", "witp_pbem", *command), after)
    assert ran.code == 0, (name, ran)
    left, before = contents(after), contents(base)
    grows = len(hashes(left[BOOK])) - len(hashes(before.get(BOOK, b"")))
    if resume is None:
        resume = lambda grown: ("status", NAME) if grown == grows and not repeat else command  # noqa: E731
    return Scene(name, base, command, resume, files, fresh, proof, left, findings, served)


def orders(base: Path, side: str, words: str) -> None:
    """Writes a file of orders for the present turn."""
    turn = open_campaign(base / NAME).turn
    (base / f"{side}.txt").write_text(f"Campaign: {NAME}\nTurn: {turn}\nSide: {side}\n\n{words}\n")


def record(base: Path, name: str) -> None:
    """Records a file, which must stand."""
    done = submit(base / NAME, [(f"{name}.txt", (base / f"{name}.txt").read_bytes())])
    assert done.stands, done.checked
