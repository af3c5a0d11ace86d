"""Runs commands of the program in a process that can write nothing below a folder, as on a read-only disk.

    python tests/cli/read_only.py FOLDER '[["status", …], …]'

Prints a list of exit code, output and errors of each. It needs no rights to mount anything: Python itself tells of
every file that is to be opened, made, renamed or removed before it is.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path

from click.testing import CliRunner

from witp_pbem.cli import main

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGING = frozenset({"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate", "os.chmod", "os.link",
                      "os.symlink", "os.utime"})
folder = Path(sys.argv[1]).resolve()


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    """What the system would say."""
    writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING
    if not writes and event not in CHANGING:
        return
    for name in arguments[:2]:
        if isinstance(name, str | os.PathLike) and Path(os.path.abspath(name)).is_relative_to(folder):  # noqa: PTH100
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), os.fspath(name))


sys.addaudithook(refuse)
runs = []
for words in json.loads(sys.argv[2]):
    done = CliRunner().invoke(main, words)
    runs.append([done.exit_code, done.stdout, done.stderr + repr(done.exception or "")])
print(json.dumps(runs))
