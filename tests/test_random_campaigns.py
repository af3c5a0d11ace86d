"""Sixteen turns between two random players, through orders text, and the proof of them."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.campaigns import kind, play
from tests.games.witp import players
from witp_pbem.games.witp.game import game
from witp_pbem.table.event import Event, to_json

# What random campaigns must have contained to be worth their name.
WANTED = ("battle-fought fleet", "battle-fought ground", "battle-fought assault", "landed unopposed", "landed assault",
          "retreated", "card-used", "base-built", "unit-rebuilt", "stack-redeployed", "submarines-attacked",
          "continuing-battle-marked", "air-displaced", "unit-removed stacking", "unit-removed no-port")
SEED = 2


def verify(folder: Path) -> subprocess.CompletedProcess[str]:
    """`witp-pbem verify`, as a process."""
    return subprocess.run([sys.executable, "-m", "witp_pbem", "verify", str(folder)], capture_output=True, text=True,
                          check=False)


def test_a_campaign_of_sixteen_turns_ends_by_rule_and_verifies(tmp_path: Path) -> None:
    figures = play(tmp_path / "campaign", SEED)
    assert figures["game-ended"] == 1
    done = verify(tmp_path / "campaign")
    assert done.returncode == 0, done.stdout + done.stderr
    changed_bytes_show(tmp_path / "campaign")


def test_nothing_of_the_game_is_missing_from_random_campaigns() -> None:
    figures: Counter[str] = Counter()
    for seed in range(6):
        position, acts = players.play(game(), seed)
        assert position.outcome
        figures.update(kind(to_json(act)) for act in acts if isinstance(act, Event))
    assert not [what for what in WANTED if not figures[what]], figures


def changed_bytes_show(folder: Path) -> None:
    """A flipped bit in the first, a middle and the last entry makes `verify` fail and name that entry."""
    path = folder / "logbook.jsonl"
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for entry in (0, len(lines) // 2, len(lines) - 1):
        start = sum(len(line) for line in lines[:entry])
        place = start + len(lines[entry]) // 2
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:])
        done = verify(folder)
        assert done.returncode == 1, (entry, done.stdout)
        assert f"entry {entry}" in done.stdout.casefold(), done.stdout
    path.write_bytes(whole)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_campaigns(seed: int, tmp_path: Path) -> None:
    figures: Counter[str] = play(tmp_path / "campaign", seed)
    assert figures["game-ended"] == 1
    assert verify(tmp_path / "campaign").returncode == 0
