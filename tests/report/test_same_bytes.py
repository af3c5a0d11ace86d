"""The same campaign gives the same bytes in every form, whatever order a process keeps its sets in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.each_game import KINDS, Maker
from tests.report.forms import FORMS

ROOT = Path(__file__).parents[2]
DIGESTS = """
import sys
from hashlib import sha256
from pathlib import Path
import pytest
from tests import each_game
from tests.report.forms import FORMS
from witp_pbem.campaign.folder.opening import open_campaign

each_game.install(pytest.MonkeyPatch())
campaign = open_campaign(Path(sys.argv[1]))
for form, told in FORMS.items():
    print(form, sha256(told(campaign, sys.argv[2]).encode()).hexdigest())
"""


@pytest.mark.parametrize("name", ["witp", "senshi", "nimitz", "alliance", "atoll"])
def test_every_process_tells_the_same(name: str, campaign_of: Maker) -> None:
    typed = [str(campaign_of(name)), next(iter(KINDS[name].players))]
    started = [subprocess.Popen([sys.executable, "-c", DIGESTS, *typed], cwd=ROOT, encoding="utf-8",
                                stdout=subprocess.PIPE, env={**os.environ, "PYTHONHASHSEED": seed})
               for seed in ("1", "2")]
    first, second = ([line.split(" ") for line in process.communicate(timeout=120)[0].splitlines()]
                     for process in started)
    assert len(first) == len(FORMS) and all(process.returncode == 0 for process in started)
    assert first == second
