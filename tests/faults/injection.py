"""Letting system calls of a process fail, or the process die at one, by `strace`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
OPEN, WRITE = "openat", "write"
# System call -> the errors it is made to give. Each is also a moment to be killed at: before it is carried out.
ERRORS = {
    OPEN: ("ENOSPC", "EROFS", "EACCES", "EINTR"),
    WRITE: ("ENOSPC", "EIO", "EINTR"),
    "fsync": ("EIO", "ENOSPC", "EINTR"),
    "rename": ("EACCES", "EROFS", "ENOSPC"),
    "unlink": ("EACCES", "EROFS"),
    "unlinkat": ("EACCES", "EROFS"),
    "ftruncate": ("EIO", "EROFS"),
    "mkdir": ("ENOSPC", "EROFS"),
    "rmdir": ("EACCES", "EROFS"),
    "chmod": ("EROFS", "EACCES"),
    "flock": ("EINTR", "ENOLCK"),
}
VARIANTS = ("pwrite64", "writev", "fdatasync", "renameat", "renameat2", "truncate", "mkdirat", "fchmod",
            "fchmodat", "link", "linkat", "symlink", "symlinkat", "pwritev", "copy_file_range", "sendfile", "fallocate")
TRACED = ",".join((*ERRORS, *VARIANTS))
KILL, FULL = "KILL", "ENOSPC from here on"
_LINE = re.compile(r"(?:\d+ +)?(\w+)\((.*)")


class Call(NamedTuple):
    """A writing system call of a run: its name, its number among those of that name from 1, and its arguments."""

    name: str
    number: int
    arguments: str

    @property
    def is_printing(self) -> bool:
        """Whether it writes to the screen."""
        return self.name == WRITE and self.arguments.startswith(("1,", "2,"))


class Ran(NamedTuple):
    """How a run ended; `code` is negative where a signal ended it."""

    code: int
    out: str
    err: str


def python(*words: str | Path) -> list[str]:
    """A command line of Python, which leaves no files of its own behind."""
    return [sys.executable, "-B", *map(str, words)]


def execute(command: list[str], place: Path) -> Ran:
    """Runs a command in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, encoding="utf-8", check=False,
                          timeout=120)
    return Ran(done.returncode, done.stdout, done.stderr)


def calls(command: list[str], place: Path) -> list[Call]:
    """All writing system calls of an undisturbed run."""
    with tempfile.NamedTemporaryFile("r") as log:
        ran = execute(["strace", "-f", "--seccomp-bpf", "-qq", "-s", "8", "-e", f"trace={TRACED}", "-e", "signal=none",
                       "-o", log.name, *command], place)
        assert ran.code == 0, ran
        traced, counted = [], Counter[str]()
        for line in log.read().splitlines():
            if match := _LINE.match(line):
                counted[match[1]] += 1
                traced.append(Call(match[1], counted[match[1]], match[2]))
    unknown = {call.name for call in traced} - set(ERRORS)
    assert not unknown, f"no faults are known for {unknown}"
    return [call for call in traced if _writes(call)]


def _writes(call: Call) -> bool:
    if call.name == OPEN:
        return "O_CREAT" in call.arguments or "O_WRONLY" in call.arguments or "O_RDWR" in call.arguments
    return not (call.name == WRITE and call.arguments.startswith(('1, "", 0', '2, "", 0')))


def faulty(command: list[str], call: Call, fault: str) -> list[str]:
    """The command line that runs a command with one fault."""
    what = f"{call.name}:error=ENOSPC:when={call.number}+" if fault == FULL else \
        f"{call.name}:signal=KILL:when={call.number}" if fault == KILL else \
        f"{call.name}:error={fault}:when={call.number}"
    return ["strace", "-f", "--seccomp-bpf", "-qq", "-e", f"trace={call.name}", "-e", "signal=none", "-o", os.devnull,
            "-e", f"inject={what}", *command]


def faults(call: Call) -> list[str]:
    """Everything a call is made to do."""
    if call.is_printing:
        return [KILL, "ENOSPC", "EIO"]
    return [KILL, *ERRORS[call.name], *([FULL] if call.name == WRITE else [])]
