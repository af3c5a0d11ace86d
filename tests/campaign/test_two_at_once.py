"""Ten commands at once, in processes of their own: each is recorded whole or says that another was at it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cli.program import ROOT, run
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify


def test_ten_writers_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "isles"
    assert run("new", folder, "--game", "witp", "--scenario", "short", "--option", "last_turn=6", "--first", "Ann",
               "--second", "Bob").code == 0
    commands: list[list[str]] = []
    for number in range(10):
        side = ("first", "second")[number % 2]
        file = tmp_path / f"{number}.txt"
        file.write_text(f"Campaign: isles\nTurn: 1\nSide: {side}\n\nbid {10 + number}\n")
        commands.append(["adjudicate", str(folder)] if number == 5 else ["submit", str(folder), str(file)])
    running = [subprocess.Popen([sys.executable, "-m", "witp_pbem", *words], cwd=ROOT, encoding="utf-8",
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE) for words in commands]
    ended = [(process.communicate(timeout=300), process.returncode) for process in running]
    receipts = {line.split()[1] for (out, _), _ in ended for line in out.splitlines() if line.startswith("Receipt: ")}
    for (out, err), code in ended:
        assert "Traceback" not in err
        assert code == 0 or "Another command is writing" in err or "Nothing was recorded" in out, (out, err)
    campaign = open_campaign(folder)
    campaign.require_sealed()
    assert {entry["hash"] for entry in campaign.entries if entry["type"] == "submission"} == receipts
    assert len(receipts) >= 2 and verify(folder).holds
