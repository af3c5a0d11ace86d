"""How many campaigns `verify` proves a second and core: mixed ones, named together, in one process and in two.

    python -m tests.benchmarks.many [RUNS]

Takes public copies of the two recorded campaigns of sixteen turns, whole and up to their fourth turn, and the recorded
campaigns of the fixtures: long and short, in the middle of a game and after its end. Starts the installed program with
all of them, imports included, and prints campaigns a second of processor time (that is, a core) and by the clock: the
best of all runs, for all of them and for the long ones alone.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks import recorded
from tests.fixtures.record import unpack
from witp_pbem.campaign.record.logbook import FORMAT

FIXTURES = Path(__file__).parents[1] / "fixtures" / f"format-{FORMAT}"
EARLY = 4  # turns of a game that is still young
JOBS = (1, 2)


class Taken(NamedTuple):
    """Seconds of the processor and by the clock."""

    processor: float
    clock: float


def shelf(place: Path) -> dict[str, list[Path]]:
    """The campaigns by kind, in folders below a place."""
    long = [recorded.public_copy(recorded.campaign(kind), place / kind) for kind in recorded.KINDS]
    young = [recorded.first_turns(recorded.campaign(kind), place / f"{kind}-{EARLY}", EARLY) for kind in recorded.KINDS]
    fixtures = []
    for packed in sorted(FIXTURES.glob("*.tar.xz")):
        folder, _ = unpack(packed, place / "packed" / packed.name)
        fixtures.append(recorded.public_copy(folder, place / folder.name))
    return {"long": long, "mixed": [*long, *young, *fixtures]}


def verified(campaigns: Sequence[Path], jobs: int, compiled: Path) -> Taken:
    """What one run of the program takes; compiled modules, which an installation has, are kept in a folder."""
    surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled), "PYTHONDONTWRITEBYTECODE": ""}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "witp_pbem", "verify", *map(str, campaigns), "--jobs", str(jobs)], check=True,
                   capture_output=True, env=surroundings)
    clock, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Taken(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock)


def main(runs: int) -> None:
    """Prints a line for each mix and number of processes."""
    with tempfile.TemporaryDirectory() as place:
        campaigns_of, compiled = shelf(Path(place)), Path(place) / "compiled"
        verified(campaigns_of["mixed"], 1, compiled)
        for name, campaigns in campaigns_of.items():
            for jobs in JOBS:
                taken = [verified(campaigns, jobs, compiled) for _ in range(runs)]
                core = len(campaigns) / min(run.processor for run in taken)
                clock = len(campaigns) / min(run.clock for run in taken)
                print(f"{name:6} {len(campaigns):3} campaigns, --jobs {jobs}: {core:5.2f} a second and core, "
                      f"{clock:5.2f} a second by the clock")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
