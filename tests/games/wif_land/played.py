"""Played impulses of World in Flames: the road to Moscow, and the landing on Luzon."""

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

HEADER = "Campaign: {name}\nTurn: 1\nSide: {side}\n\n"
ORDERS = {
    "smolensk-july-1941": {
        "axis": """move g02d to 0302
pass railways
pass movement
attack 0303 with g47, g08, g41
attack 0301 with g74, g45
pass attacks
fly 0303 with gju
pass missions
fight 0303, 0301
use blitz
lose any
apply shatter
advance g47, g08 to 0303
advance g74 to 0301
pass
""",
        "allies": "pass\nuse assault\nlose any\nretreat any\n"},
    "luzon-december-1941": {
        "axis": """pass railways
pass movement
invade 0203 with jsnlf, j18
pass invasions
drop 0303 with j1abn
pass paradrops
attack 0302 with j02
pass attacks
bombard 0203 with jscs
pass bombardment
fight 0303, 0203, 0302
use assault
lose any
apply shatter
advance jsnlf to 0203
pass
""",
        "allies": "pass notional\nuse assault\nlose any\nretreat any\npass\n"},
}


@cache
def campaign(scenario: str) -> Path:
    """A campaign whose first impulse has been played; its folder is there as long as the process."""
    folder = Path(tempfile.mkdtemp()) / scenario
    atexit.register(shutil.rmtree, folder.parent)
    create(folder, Wishes("wif_land", scenario=scenario, seed=scenario, players={"axis": "Ann", "allies": "Bob"}))
    adjudicate(folder)
    for side, orders in ORDERS[scenario].items():
        recorded = submit(folder, [(f"{side}.txt", (HEADER.format(name=scenario, side=side) + orders).encode())])
        assert recorded.stands, recorded.checked
        adjudicate(folder)
    return folder


def impulse(scenario: str) -> Story:
    """The first impulse of a scenario."""
    return tell(open_campaign(campaign(scenario)), turn=1)
