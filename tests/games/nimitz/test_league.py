"""A league over the campaign of 1942: what is decided otherwise at one point leaves the luck of the others as it is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.games.nimitz import mailed_league
from witp_pbem.campaign.folder import leagues
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.act_records import throws
from witp_pbem.campaign.sitting.adjudicate import adjudicate

PLAN = """name = "pacific"
game = "nimitz"
scenario = "1942"
seed = "pacific"

[members]
ann = "Ann"
ben = "Ben"
"""
TURN = """pass supply
pass scouting
pass movement
roll any
fight any
station any in Coastal
prepare Leathernecks, Furball, Charge
pass markers
strike any
fly fighters to US Ocean if we have carriers
fly bombers to Island
pass aircraft
hit any
lose any
use any
stay any
"""
TO_THE_GILBERTS = "move all carriers, all escorts from Hawaiian Islands to Gilbert Islands\n"


def thrown(folder: Path) -> dict[str, list[tuple[int, ...]]]:
    """All dice of a campaign, by what they were thrown for."""
    dice: dict[str, list[tuple[int, ...]]] = {}
    for entry in open_campaign(folder).entries:
        for throw in throws(entry["acts"]) if entry["type"] == "sitting" else ():
            dice.setdefault(json.dumps(throw.label, sort_keys=True), []).append(throw.dice)
    return dice


def test_two_commanders_meet_the_same_luck_where_they_decide_the_same(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN, "utf-8")
    league = leagues.create_league(tmp_path / "pacific", tmp_path / "plan.toml")
    for name, more in (("ann", ""), ("ben", TO_THE_GILBERTS)):
        adjudicate(league.campaign(name))
        orders = f"Campaign: pacific-{name}\nTurn: 1\nPhase: turn\nSide: us\n\n{more}{TURN}"
        recorded = submit(league.campaign(name), [("us.txt", orders.encode())])
        assert recorded.stands, recorded.checked
    for name in ("ann", "ben"):
        adjudicate(league.campaign(name))
    ann, ben = (thrown(league.campaign(name)) for name in ("ann", "ben"))
    shared = ann.keys() & ben.keys()
    assert len(shared) > 20 and all(ann[label] == ben[label] for label in shared)
    assert ben.keys() - ann.keys()
    copy = shutil.copytree(league.campaign("ben"), tmp_path / "copy", ignore=shutil.ignore_patterns("private"))
    assert verify(Path(copy)).holds


def test_a_turn_of_four_members_by_mail(tmp_path: Path) -> None:
    """`python -m tests.games.nimitz.mailed_league` plays all six turns."""
    played = mailed_league.play(tmp_path, turns=1)
    assert all(turn > 1 for turn in played.turns.values()), played.turns
    assert played.alike > 100  # of the two who order the same alone
