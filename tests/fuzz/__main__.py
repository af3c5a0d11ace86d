"""Millions of spoilt files against the readers: none may raise, hang, or make the process grow.

    python -m tests.fuzz orders --runs 1000000 --seed 7     files mutated from real ones
    python -m tests.fuzz orders --runs 1000000 --guided     guided by coverage (pip install atheris)

A file that fails is written beside and named. Exit code 0: nothing failed.
"""

from __future__ import annotations

import argparse
import random
import resource
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from tests.fuzz.corpus import LONGEST, changed, seeds
from tests.fuzz.targets import TARGETS

HANG = 10  # seconds of the processor one file may take
GROWTH = 64  # MB the process may grow between the tenth part of a run and its end


class Hanging(Exception):  # noqa: N818 - what happened, not an error of the program
    """One file has taken too long."""


def _ring(number: int, frame: FrameType | None) -> None:
    raise Hanging


def fuzz(target: str, runs: int, seed: int, into: Path = Path()) -> list[str]:
    """Runs a target on mutated files; returns what failed, in sentences."""
    files, chance, read = seeds(target), random.Random(seed), TARGETS[target]
    failed: list[str] = []
    settled = 0
    signal.signal(signal.SIGPROF, _ring)
    for number in range(runs):
        data = files[number] if number < len(files) else changed(chance, target)
        signal.setitimer(signal.ITIMER_PROF, HANG)
        try:
            read(data)
        except Exception as error:
            name = into / f"{target}-{seed}-{number}.bin"
            name.write_bytes(data)
            failed.append(f"{name}: {type(error).__name__} {error}")
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if number == max(runs // 10, len(files)):
            settled = _megabytes()
    grown = _megabytes() - settled if settled else 0
    if grown > GROWTH:
        failed.append(f"the process grew by {grown} MB")
    return failed


def _megabytes() -> int:
    """The memory this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 2**20


def guided(target: str, runs: int, seed: int) -> None:
    """Runs a target on files that reach new code (atheris); ends the process."""
    import atheris

    folder = Path("fuzz-corpus") / target
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds(target)):
        (folder / f"seed-{number}").write_bytes(data)
    atheris.instrument_all()
    atheris.Setup([sys.argv[0], f"-runs={runs}", f"-seed={seed}", f"-timeout={HANG}", f"-max_len={LONGEST}",
                   "-rss_limit_mb=2048", str(folder)], TARGETS[target])
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guided", action="store_true")
    asked = parser.parse_args()
    if asked.guided:
        guided(asked.target, asked.runs, asked.seed)
    begun = time.monotonic()
    failed = fuzz(asked.target, asked.runs, asked.seed)
    for sentence in failed[:20]:
        print(sentence)
    print(f"{asked.target}: {asked.runs} executions, seed {asked.seed}, {len(failed)} failed, "
          f"{time.monotonic() - begun:.0f} s, {_megabytes()} MB", flush=True)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
