"""How much cold commands cost beside importing their libraries, as ratios within one run.

    python -m tests.benchmarks.cold [RUNS]

Cuts the recorded campaigns of War in the Pacific short at several turns, in a temporary folder: where orders are first
owed, and where they have come in. Then starts in turn a bare interpreter, one that imports click, pydantic and jinja2,
and the program's `status`, `check`, `submit` and `adjudicate`, and prints the median wall time and the least processor
time of each, and ratios; then what an entry more, and a kilobyte more, costs `status`.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks import recorded
from witp_pbem.campaign.record import logbook

BESIDE = Path(sys.executable).parent  # where the program is installed
PROGRAM = [sys.executable, str(BESIDE / "witp-pbem")]
IMPORT = "import click, pydantic, jinja2"
TURNS = (1, 2, 4, 8, 16)
KINDS = recorded.SINGLE, recorded.AHEAD  # the campaigns that have as many turns


class Taken(NamedTuple):
    """Seconds one process took by the clock and of the processor."""

    wall: float
    processor: float


class Case(NamedTuple):
    """A command to be started cold.

    Attributes:
        command: its arguments.
        prepare: what is to be done before each start.
        lines, size: of the logbook it reads, in entries and bytes.
    """

    command: list[str]
    prepare: Callable[[], object] = lambda: None
    lines: int = 0
    size: int = 0


def seconds(case: Case, compiled: str) -> Taken:
    """What one process took; compiled modules, which an installation has, are kept in a folder."""
    case.prepare()
    surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": "",
                    "PATH": os.pathsep.join([str(BESIDE), os.environ.get("PATH", os.defpath)])}
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(case.command, capture_output=True, check=False, env=surroundings)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{' '.join(case.command)}\n{done.stdout.decode()}{done.stderr.decode()}")
    return Taken(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def cut(folder: Path, to: Path, count: int) -> Path:
    """A campaign as it stood after some of its entries, private part included."""
    shutil.copytree(folder, to)
    entries = (folder / "logbook.jsonl").read_bytes().splitlines(keepends=True)[:count]
    (to / "logbook.jsonl").write_bytes(b"".join(entries))
    last = logbook.read(to / "logbook.jsonl").records[-1]
    sealed = [line for line in (folder / "private" / "sealed.jsonl").read_bytes().splitlines(keepends=True)
              if json.loads(line)["entry"] < count]
    (to / "private" / "sealed.jsonl").write_bytes(b"".join(sealed))
    head = {"entry": count - 1, "hash": last["hash"]}
    (to / "private" / "heads.jsonl").write_text(json.dumps(head) + "\n", encoding="utf-8")
    return to


def afresh(folder: Path) -> tuple[Path, Callable[[], object]]:
    """A copy of a campaign for a command that writes, and what makes it anew."""
    copy = folder.with_name(f"{folder.name}-played")

    def make() -> None:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy)

    return copy, make


def sent(folder: Path, entry: dict[str, Any]) -> str:
    """The orders file behind a submission."""
    lines = map(json.loads, (folder / "private" / "sealed.jsonl").read_bytes().splitlines())
    return str(next(line["raw"]["content"]["text"] for line in lines if line["receipt"] == entry["hash"]))


def cases(kind: str, folder: Path, turn: int) -> dict[str, Case]:
    """The four commands at the first decision of a turn of a recorded campaign.

    Args:
        folder: for what they read and write.
    """
    campaign = recorded.campaign(kind)
    entries = logbook.read(campaign / "logbook.jsonl").records
    first = next(entry for entry in entries if entry["type"] == "submission" and entry["turn"] == turn)
    owed = cut(campaign, folder / f"{kind}-{turn}-owed", first["n"])
    held = next(entry["n"] for entry in entries[first["n"]:] if entry["type"] in ("closed", "sitting"))
    come = cut(campaign, folder / f"{kind}-{turn}-come", held)
    orders = folder / f"{kind}-{turn}.txt"
    orders.write_text(sent(campaign, first), encoding="utf-8")
    (submitting, renew_owed), (played, renew_come) = afresh(owed), afresh(come)
    size = (owed / "logbook.jsonl").stat().st_size
    commands = {
        "status": Case([*PROGRAM, "status", str(owed)], lines=first["n"], size=size),
        "check": Case([*PROGRAM, "check", str(owed), str(orders)]),
        "submit": Case([*PROGRAM, "submit", str(submitting), str(orders)], renew_owed),
        "adjudicate": Case([*PROGRAM, "adjudicate", str(played)], renew_come),
    }
    return {f"{command}, {kind}, turn {turn}": case for command, case in commands.items()}


def compared(measured: Mapping[str, Case], runs: int, folder: Path) -> dict[str, float]:
    """Prints the times of commands, measured in turn, beside those of the import; returns the least processor times.

    Args:
        folder: where the modules they import are kept compiled.
    """
    times: dict[str, list[Taken]] = {name: [] for name in measured}
    for run in range(runs + 1):
        for name, case in measured.items():
            taken = seconds(case, str(folder / "compiled"))
            if run:  # the first run compiles the modules and warms the file cache
                times[name].append(taken)
    wall = {name: statistics.median(taken.wall for taken in values) for name, values in times.items()}
    processor = {name: min(taken.processor for taken in values) for name, values in times.items()}
    print(f"{'':30} median wall   least processor time, ms (beside the import)")
    for name in measured:
        print(f"{name:30} {wall[name] * 1000:8.1f} ({wall[name] / wall[IMPORT]:.2f}) "
              f"{processor[name] * 1000:10.1f} ({processor[name] / processor[IMPORT]:.2f})")
    return processor


def main(runs: int) -> None:
    """Prints one line a command with its ratios, and the slope of each kind."""
    with tempfile.TemporaryDirectory() as folder:
        measured = {"python": Case([sys.executable, "-c", "pass"]), IMPORT: Case([sys.executable, "-c", IMPORT])}
        for kind in KINDS:
            for turn in TURNS:
                measured |= cases(kind, Path(folder), turn)
        processor = compared(measured, runs, Path(folder))
    for kind in KINDS:
        early, late = (f"status, {kind}, turn {turn}" for turn in (TURNS[0], TURNS[-1]))
        more = (processor[late] - processor[early]) * 1e6
        entries, size = (getattr(measured[late], what) - getattr(measured[early], what) for what in ("lines", "size"))
        print(f"status, {kind}: {more / entries:.0f} us an entry, {more * 1024 / size:.0f} us a kilobyte read again")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
