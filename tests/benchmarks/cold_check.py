"""How much a cold `witp-pbem check` costs beside importing its libraries, as a ratio within one run.

    python tests/benchmarks/cold_check.py [RUNS]

Founds the Manila example in a temporary folder, then starts in turn a bare interpreter, one that imports click,
pydantic and jinja2, and the installed program's `check`, and prints the median of each and their ratio.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "manila-1942"
PROGRAM = [sys.executable, "-m", "witp_pbem"]


def seconds(command: list[str]) -> float:
    """Wall time of one process."""
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr.decode())
    return time.perf_counter() - start


def main(runs: int) -> None:
    """Prints one line a command and the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        campaign = str(Path(folder) / "manila-1942")
        subprocess.run([*PROGRAM, "new", campaign, "--position", str(EXAMPLE / "position.json"), "--dice", "given"],
                       check=True, capture_output=True)
        commands = {
            "python": [sys.executable, "-c", "pass"],
            "import click, pydantic, jinja2": [sys.executable, "-c", "import click, pydantic, jinja2"],
            "witp-pbem check": [*PROGRAM, "check", campaign, str(EXAMPLE / "japan-1.txt")],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for run in range(runs + 1):
            for name, command in commands.items():
                taken = seconds(command)
                if run:  # the first run warms the file cache
                    times[name].append(taken)
    median = {name: statistics.median(values) for name, values in times.items()}
    for name, value in median.items():
        print(f"{name:34} {value * 1000:7.1f} ms")
    print(f"check / import: {median['witp-pbem check'] / median['import click, pydantic, jinja2']:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 11)
