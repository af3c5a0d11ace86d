"""Played turns of 太平洋戦史: the example of Midway, and the opening of a campaign with the usual set-up."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate

EXAMPLE = Path(__file__).parents[3] / "examples" / "midway-1942"
NAMES = {"japan": "Ken", "allies": "Ann"}


@cache
def _folder(name: str) -> Path:
    """A folder for a campaign, which is there as long as the process."""
    folder = Path(tempfile.mkdtemp()) / name
    atexit.register(shutil.rmtree, folder.parent)
    return folder


@cache
def midway_campaign() -> Path:
    """The example, played from its orders files."""
    folder = _folder("midway-1942")
    create(folder, Wishes("taiheiyo_senshi", position=(EXAMPLE / "position.json").read_bytes(), dice="manual",
                          players=NAMES))
    files = [(name, (EXAMPLE / name).read_bytes()) for name in ("japan-1.txt", "allies-1.txt", "referee-1.txt")]
    assert submit(folder, files).stands
    adjudicate(folder)
    return folder


def midway() -> Story:
    """Turn 2 of the example: a battle with cards, a counter-sortie, ships sunk and damaged, and the points."""
    return tell(open_campaign(midway_campaign()), turn=2)


@cache
def december_campaign() -> Path:
    """A campaign whose sides set up as usual; the surprises of turn 0 have been, and turn 1 has begun."""
    folder = _folder("december-1941")
    create(folder, Wishes("taiheiyo_senshi", seed="december", players=NAMES))
    adjudicate(folder)
    for side in ("allies", "japan"):
        text = f"Campaign: december-1941\nTurn: 0\nPhase: setup\nSide: {side}\n\nplace any\nhit any\n"
        recorded = submit(folder, [(f"{side}.txt", text.encode())])
        assert recorded.stands, recorded.checked
        adjudicate(folder)
    return folder


def december() -> Story:
    """Turn 0: the set-up and the two strikes."""
    return tell(open_campaign(december_campaign()), turn=0)
