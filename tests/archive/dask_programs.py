"""A cluster as people start one: a scheduler and workers, each a process of its own that can be killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

PATIENCE = 60  # seconds until a program must have begun


class Cluster(NamedTuple):
    """The processes at work, and the scheduler's address."""

    scheduler: subprocess.Popen[bytes]
    workers: tuple[subprocess.Popen[bytes], ...]
    address: str


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """A scheduler with so many workers of one thread each, on this computer alone."""
    file = folder / "scheduler.json"
    programs = [_dask(folder, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                      "--scheduler-file", str(file))]
    try:
        address = json.loads(_awaited(file))["address"]
        programs += [_dask(folder, "worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                           "--local-directory", str(folder)) for _ in range(workers)]
        yield Cluster(programs[0], tuple(programs[1:]), address)
    finally:
        for program in programs:
            program.kill()
            program.wait()


def _dask(folder: Path, *command: str) -> subprocess.Popen[bytes]:
    with (folder / f"{command[0]}.log").open("ab") as log:
        return subprocess.Popen([sys.executable, "-m", "dask", *command], stdout=log, stderr=log, cwd=folder)


def _awaited(file: Path) -> str:
    """The content of a file, as soon as it is there and whole."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if file.exists() and (content := file.read_text(encoding="utf-8")).rstrip().endswith("}"):
            return content
        time.sleep(0.05)
    raise TimeoutError(file)
