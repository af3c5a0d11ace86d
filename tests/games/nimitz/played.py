"""Played turns of Fleet Commander: Nimitz: the first one of 1942, the set-up of 1944, the example of the Solomons."""

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

EXAMPLE = Path(__file__).parents[3] / "examples" / "solomons-1942"
HEADER = "Campaign: {name}\nTurn: 1\nPhase: turn\nSide: us\n\n"
WHOLE_TURN = """buy Hornet, 1st Marine
pass supply
scout Gilbert Islands
pass scouting
move Enterprise, Chester/Louisville from Hawaiian Islands to Gilbert Islands
move 1st Marine to Gilbert Islands
raid any
pass movement
roll Japan, then any
fight Gilbert Islands, then any
prepare Furball, Charge
station any in Coastal
fly F4F to US Ocean
fly any to Japanese Ocean
pass aircraft
pass strikes
hit any
lose any
use any
stay any
"""


@cache
def _campaign(name: str, scenario: str, orders: str) -> Path:
    """A campaign that has been played as far as some orders go; its folder is there as long as the process."""
    folder = Path(tempfile.mkdtemp()) / name
    atexit.register(shutil.rmtree, folder.parent)
    create(folder, Wishes("nimitz", scenario=scenario, seed=name, players={"us": "Ann"}))
    adjudicate(folder)
    if orders:
        recorded = submit(folder, [("us.txt", (HEADER.format(name=name) + orders).encode())])
        assert recorded.stands, recorded.checked
        adjudicate(folder)
    return folder


def first_turn_campaign() -> Path:
    return _campaign("pacific-1942", "1942", WHOLE_TURN)


def first_turn() -> Story:
    """The first turn of 1942, from one file of orders."""
    return tell(open_campaign(first_turn_campaign()), turn=1)


def set_up() -> Story:
    """The set-up of 1944, whose values are in part reconstructed."""
    return tell(open_campaign(_campaign("pacific-1944", "1944", "")), turn=1)


def create_solomons(place: Path, *, position: bytes = b"", **wishes: str) -> Path:
    """A campaign that begins with the battle of the example, or with another position; its folder."""
    position = position or (EXAMPLE / "position.json").read_bytes()
    create(place / EXAMPLE.name, Wishes("nimitz", position=position, players={"us": "Ann"}, **wishes))
    return place / EXAMPLE.name


@cache
def solomons_campaign() -> Path:
    """The example, played from its orders files."""
    place = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, place)
    folder = create_solomons(place, dice="manual")
    assert submit(folder, [(name, (EXAMPLE / name).read_bytes()) for name in ("us-1.txt", "referee-1.txt")]).stands
    adjudicate(folder)
    return folder
