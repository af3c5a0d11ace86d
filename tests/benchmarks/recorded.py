"""A recorded campaign for the benchmarks: sixteen turns between two random players, one decision a file.

Recording takes minutes, so it is kept in the temporary folder, and recorded anew when it no longer verifies.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from tests.campaigns import play
from witp_pbem.campaign.proof.verify import verify

KEPT = Path(tempfile.gettempdir()) / "witp-pbem-benchmarks"
SEED = 3  # a campaign that goes on to the last turn


def campaign() -> Path:
    """The folder of the recorded campaign, with its private part."""
    folder = KEPT / f"campaign-{SEED}"
    if not (folder / "logbook.jsonl").exists() or not verify(folder).holds:
        shutil.rmtree(folder, ignore_errors=True)
        print(f"recording a campaign in {folder} ...", flush=True)
        play(folder, SEED)
    return folder


def public_copy(folder: Path, to: Path) -> Path:
    """A campaign as everybody has it: logbook and data."""
    shutil.copytree(folder / "data", to / "data")
    shutil.copy(folder / "logbook.jsonl", to)
    return to


def cut_short(folder: Path, to: Path, turn: int) -> tuple[Path, str]:
    """The campaign as it stood when the first base of a turn was owed, and the side that owed it."""
    shutil.copytree(folder, to)
    entries = (folder / "logbook.jsonl").read_bytes().splitlines(keepends=True)
    for number, entry in enumerate(map(json.loads, entries)):
        for due in entry.get("owed", ()):
            if due["demand"] == "base" and due["about"]["turn"] == turn:
                (to / "logbook.jsonl").write_bytes(b"".join(entries[:number + 1]))
                return to, str(due["side"])
    raise SystemExit(f"The campaign never came to turn {turn}.")


def name(folder: Path) -> str:
    """The short name of a campaign, as orders files are headed."""
    with (folder / "logbook.jsonl").open("rb") as lines:
        return str(json.loads(lines.readline())["campaign"])


def decisions(folder: Path) -> int:
    """How many decisions the logbook holds that a side took by an order: forced ones and silence do not count."""
    entries = map(json.loads, (folder / "logbook.jsonl").read_bytes().splitlines())
    return sum("answer" in act and "source" in act for entry in entries for act in entry.get("acts", ()))
