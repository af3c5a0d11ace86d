"""The same campaign gives the same bytes in every form, whatever order a process keeps its sets in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.campaigns import play
from tests.report.forms import FORMS

ROOT = Path(__file__).parents[2]
DIGESTS = """
import sys
from hashlib import sha256
from pathlib import Path
from tests.report.forms import FORMS
from witp_pbem.campaign.folder.campaign import open_campaign

campaign = open_campaign(Path(sys.argv[1]))
for form, told in FORMS.items():
    print(form, sha256(told(campaign, "japan").encode()).hexdigest())
"""


def test_every_process_tells_the_same(tmp_path: Path) -> None:
    play(tmp_path / "isles", 31, last_turn=1)
    started = [subprocess.Popen([sys.executable, "-c", DIGESTS, str(tmp_path / "isles")], cwd=ROOT, encoding="utf-8",
                                stdout=subprocess.PIPE, env={**os.environ, "PYTHONHASHSEED": seed})
               for seed in ("1", "2")]
    first, second = ([line.split(" ") for line in process.communicate(timeout=120)[0].splitlines()]
                     for process in started)
    assert len(first) == len(FORMS) and all(process.returncode == 0 for process in started)
    assert first == second
