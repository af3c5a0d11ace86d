"""`python -m tests.faults`: every writing system call of every command that writes fails or kills the process once.

Prints how many faults were injected into each command and how many it came through, and names those it did not.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.faults.campaign import Fault, faults
from tests.faults.judge import disturbed
from tests.faults.scenes import scenes


def main() -> int:
    """Runs them all; returns how many were not survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("--only", nargs="*", default=[""], help="only scenes whose names contain one of these")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    began = time.monotonic()
    injected, survived, kinds = Counter[str](), Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / "scenes").mkdir()
        for scene in scenes(place / "scenes"):
            if not any(words in scene.name for words in given.only):
                continue
            for fault, wrong in _run(list(faults(scene, place / "traced")), place, given.jobs):
                injected[scene.name] += 1
                kinds[fault.kind] += 1
                survived[scene.name] += not wrong
                for each in wrong:
                    print(f"NOT SURVIVED  {fault.description}: {each}", flush=True)
            print(f"{scene.name:32} {injected[scene.name]:5} injected {survived[scene.name]:5} survived", flush=True)
    print(f"{'all':32} {injected.total():5} injected {survived.total():5} survived")
    print(", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    print(f"{time.monotonic() - began:.0f} s")
    return injected.total() - survived.total()


def _run(planned: list[Fault], place: Path, jobs: int) -> Iterator[tuple[Fault, list[str]]]:
    """Runs faults in several processes, which know what is planned because they were born of this one."""
    _planned[:] = planned
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from zip(planned, pool.imap(_one, [(number, place / f"run-{number}") for number in range(len(planned))]),
                       strict=True)


_planned: list[Fault] = []


def _one(task: tuple[int, Path]) -> list[str]:
    number, place = task
    try:
        return disturbed(_planned[number].scene, _planned[number].command, place)
    except Exception as error:
        return [repr(error)]


sys.exit(min(main(), 1))
