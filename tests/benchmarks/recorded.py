"""Recorded campaigns for the benchmarks: sixteen turns of War in the Pacific between two random players, of either
kind, a game of 太平洋戦史, and the last campaign of Fleet Commander: Nimitz.

    python -m tests.benchmarks.recorded

`single`: one decision a file, about a thousand entries. `ahead`: a turn ordered ahead in a file, fewer than a hundred.
`senshi`, `nimitz`: one decision a file.
Recording the first takes minutes, so they are kept in the temporary folder, and recorded anew when they no longer
verify.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import zlib
from itertools import takewhile
from pathlib import Path

import witp_pbem
from tests import random_players
from tests.random_campaigns import plan, play
from witp_pbem.campaign.proof.verify import verify

FORMAT = Path(witp_pbem.__file__).parent / "docs" / "logbook-format.md"
KEPT = Path(tempfile.gettempdir()) / f"witp-pbem-recorded-{zlib.crc32(FORMAT.read_bytes()):x}"  # per form of the log
SINGLE, AHEAD, SENSHI, NIMITZ = "single", "ahead", "senshi", "nimitz"
KINDS = SINGLE, AHEAD, SENSHI, NIMITZ
OTHERS = {SENSHI: (random_players.SENSHI, "standard"), NIMITZ: (random_players.NIMITZ, "1945")}  # with their scenarios
SEED = 1  # campaigns of both kinds that go on to the last turn
TURNS = 16


def campaign(kind: str = SINGLE) -> Path:
    """The folder of the recorded campaign of a kind, with its private part."""
    folder = KEPT / f"{kind}-{SEED}"
    if not (folder / "logbook.jsonl").exists() or not verify(folder).holds:
        shutil.rmtree(folder, ignore_errors=True)
        print(f"recording a campaign in {folder} ...", flush=True)
        players, scenario = OTHERS.get(kind, (random_players.WITP, "standard"))
        figures = play(folder, plan(SEED, scenario, single=kind != AHEAD, agreed=False, game=players.game),
                       faults=False, reports=False)
        if kind not in OTHERS and figures["turns"] < TURNS:
            raise SystemExit(f"The campaign of seed {SEED} ends in turn {figures['turns']}: take another seed.")
    return folder


def public_copy(folder: Path, to: Path) -> Path:
    """A campaign as everybody has it: logbook and data."""
    shutil.copytree(folder / "data", to / "data")
    shutil.copy(folder / "logbook.jsonl", to)
    return to


def cut_short(folder: Path, to: Path, turn: int, demand: str = "base") -> tuple[Path, str]:
    """The campaign as it stood when a decision of a turn was first owed, and the side that owed it."""
    shutil.copytree(folder, to)
    entries = (folder / "logbook.jsonl").read_bytes().splitlines(keepends=True)
    for number, entry in enumerate(map(json.loads, entries)):
        for due in entry.get("owed", ()):
            if due["demand"] == demand and due["about"]["turn"] == turn:
                (to / "logbook.jsonl").write_bytes(b"".join(entries[:number + 1]))
                return to, str(due["side"])
    raise SystemExit(f"The campaign never owed {demand} in turn {turn}.")


def first_turns(folder: Path, to: Path, turns: int) -> Path:
    """The public copy of a campaign up to the last sitting before anybody ordered for a later turn."""
    public_copy(folder, to)
    lines = (folder / "logbook.jsonl").read_bytes().splitlines(keepends=True)
    kept = list(takewhile(lambda line: json.loads(line).get("turn", 0) <= turns, lines))
    last = max(number for number, line in enumerate(kept) if json.loads(line)["type"] == "sitting")
    (to / "logbook.jsonl").write_bytes(b"".join(lines[:last + 1]))
    return to


def name(folder: Path) -> str:
    """The short name of a campaign, as orders files are headed."""
    with (folder / "logbook.jsonl").open("rb") as lines:
        return str(json.loads(lines.readline())["campaign"])


def acts(folder: Path) -> int:
    """How many acts the logbook holds: decisions, dice, events."""
    entries = map(json.loads, (folder / "logbook.jsonl").read_bytes().splitlines())
    return sum(len(entry.get("acts", ())) for entry in entries)


def decisions(folder: Path) -> int:
    """How many decisions the logbook holds that a side took by an order: forced ones and silence do not count."""
    entries = map(json.loads, (folder / "logbook.jsonl").read_bytes().splitlines())
    return sum("answer" in act and "source" in act for entry in entries for act in entry.get("acts", ()))


if __name__ == "__main__":
    for recorded in KINDS:
        print(f"{campaign(recorded)}: {decisions(campaign(recorded))} decisions, {acts(campaign(recorded))} acts")
