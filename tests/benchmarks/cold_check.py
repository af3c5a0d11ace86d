"""How much a cold `witp-pbem check` costs beside importing its libraries, as a ratio within one run.

    python -m tests.benchmarks.cold_check [RUNS]

Founds the Manila example (turn 1) and cuts a recorded campaign of sixteen turns short in its last one, both in a
temporary folder. Then starts in turn a bare interpreter, one that imports click, pydantic and jinja2, and the program's
`check` of orders for both campaigns, and prints the median wall time and the least processor time of each, and ratios.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks import recorded

EXAMPLE = Path(__file__).parents[2] / "examples" / "manila-1942"
PROGRAM = [sys.executable, "-m", "witp_pbem"]
IMPORT = "import click, pydantic, jinja2"


class Taken(NamedTuple):
    """Seconds one process took by the clock and of the processor."""

    wall: float
    processor: float


def seconds(command: list[str], compiled: str) -> Taken:
    """What one process took; compiled modules, which an installation has, are kept in a folder."""
    surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, check=False, env=surroundings)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr.decode())
    return Taken(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main(runs: int) -> None:
    """Prints one line a command and the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        campaign = str(Path(folder) / "manila-1942")
        subprocess.run([*PROGRAM, "new", campaign, "--position", str(EXAMPLE / "position.json"), "--dice", "manual"],
                       check=True, capture_output=True)
        late, side = recorded.cut_short(recorded.campaign(), Path(folder) / "late", turn=16)
        orders = Path(folder) / "late.txt"
        orders.write_text(f"Campaign: {recorded.name(late)}\nTurn: 16\nSide: {side}\nPhase: bases\n\npass\n")
        commands = {
            "python": [sys.executable, "-c", "pass"],
            IMPORT: [sys.executable, "-c", IMPORT],
            "check, turn 1": [*PROGRAM, "check", campaign, str(EXAMPLE / "japan-1.txt")],
            "check, turn 16": [*PROGRAM, "check", str(late), str(orders)],
        }
        times: dict[str, list[Taken]] = {name: [] for name in commands}
        for run in range(runs + 1):
            for name, command in commands.items():
                taken = seconds(command, str(Path(folder) / "compiled"))
                if run:  # the first run compiles the modules and warms the file cache
                    times[name].append(taken)
    wall = {name: statistics.median(taken.wall for taken in values) for name, values in times.items()}
    processor = {name: min(taken.processor for taken in values) for name, values in times.items()}
    print(f"{'':34} median wall   least processor time, ms (beside the import)")
    for name in commands:
        print(f"{name:34} {wall[name] * 1000:8.1f} ({wall[name] / wall[IMPORT]:.2f}) "
              f"{processor[name] * 1000:10.1f} ({processor[name] / processor[IMPORT]:.2f})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 11)
