"""Whether the cost of `verify` grows with the acts and no faster.

    python -m tests.benchmarks.growth [RUNS]

Verifies public copies of the two recorded campaigns of sixteen turns, cut after 1, 2, 4 and 8 turns and whole, and
tells the processor time, the least of all runs, by the act. A campaign that is over costs more an act than one that is
not: all orders lie open, and so their use is judged too. So the whole one is looked at in quarters, as well: what its
rules cost at the beginning of the record, and at the end.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks import recorded
from tests.benchmarks.replay import least
from witp_pbem.campaign.proof.verify import verify

TURNS = 1, 2, 4, 8
QUARTERS = 4


def main(runs: int) -> None:
    """Prints a table for each kind of campaign."""
    for kind in recorded.KINDS:
        whole = recorded.campaign(kind)
        with tempfile.TemporaryDirectory() as place:
            cut = {turns: recorded.first_turns(whole, Path(place) / str(turns), turns) for turns in TURNS}
            folders = {**cut, recorded.TURNS: recorded.public_copy(whole, Path(place) / "whole")}
            print(f"\n{kind}")
            for turns, folder in folders.items():
                acts, took = recorded.acts(folder), least(runs, lambda folder=folder: verify(folder))
                print(f"{turns:3} turns {acts:6} acts {took * 1e3:8.1f} ms {took / acts * 1e6:7.1f} us an act")
            for quarter, took in enumerate(quarters(folders[recorded.TURNS], runs), 1):
                print(f"  quarter {quarter} of the sittings, played again {took * 1e3:18.1f} ms")


def quarters(folder: Path, runs: int) -> list[float]:
    """The processor time a campaign's rules take in each quarter of its sittings, the least of runs, in seconds."""
    best = [float("inf")] * QUARTERS
    for _ in range(runs):
        marks: dict[int, float] = {}

        def watch(done: int, count: int, marks: dict[int, float] = marks) -> None:
            marks.setdefault(done * QUARTERS // count, time.process_time())

        verify(folder, watch=watch)
        times = [marks[number] for number in sorted(marks)]
        best = [min(known, after - before) for known, before, after in zip(best, times, times[1:], strict=False)]
    return best


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
