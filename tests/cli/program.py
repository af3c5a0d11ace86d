"""The installed program as a process, and the same commands in this process, which is quicker by half a second each.

A process is for what only a process has: its start, its streams, other packages, its end. All else is typed `here`.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from contextvars import copy_context
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from tests.stand_ins import instead
from witp_pbem.cli import main

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


class Ran(NamedTuple):
    """How a run of the program ended."""

    code: int
    out: str
    err: str


def run(*arguments: str | Path, cwd: Path | None = None, path: Path | None = None, system: str = "C.UTF-8") -> Ran:
    """Runs `witp-pbem`, as in an activated environment; a traceback is a failure in any case.

    Args:
        path: a folder with further games, as a package installed there. system: the language of the user's system.
    """
    search_path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "LC_ALL": system, "PATH": search_path}
    if path:
        environment["PYTHONPATH"] = os.pathsep.join([str(path), str(ROOT)])
    done = subprocess.run([sys.executable, "-m", "witp_pbem", *map(str, arguments)], capture_output=True,
                          encoding="utf-8", cwd=cwd, env=environment, check=False, timeout=120)
    assert "Traceback" not in done.stderr, done.stderr
    return Ran(done.returncode, done.stdout, done.stderr)


def here(*arguments: str | Path, cwd: Path | None = None, given: str | bytes | None = None,
         system: str = "C.UTF-8") -> Ran:
    """Runs `witp-pbem` in this process. An error nobody has caught is raised, and no language is left behind.

    Args:
        given: what is typed into it, or comes through a pipe. system: the language of the user's system.
    """
    typed = [str(word) for word in arguments]
    with contextlib.chdir(cwd or Path.cwd()), instead(sys, argv=["witp-pbem", *typed]):
        done = copy_context().run(CliRunner(env={"LC_ALL": system}).invoke, main, typed, input=given,
                                  catch_exceptions=False, prog_name="witp-pbem")
    return Ran(done.exit_code, done.stdout, done.stderr)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, to see whether something changed; the lock says nothing."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "lock"}
