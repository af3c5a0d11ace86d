"""A land turn on maps of users' own, by mail: the example written by hand, and a map nobody has drawn whose players do
nothing but write mails, with a desk that is killed now and then."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.fixtures.example_pages import FOLDER
from tests.games.wif_land import worlds
from tests.mailed_campaigns import play
from tests.random_campaigns import plan
from tests.random_players import WIF
from tests.report.forms import FORMS
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.adjudicate import adjudicate

EXAMPLE = FOLDER / "smolensk-1941"
SEED = 3  # of a map nobody has drawn


def proven(folder: Path, place: Path) -> bool:
    """Whether a copy of a campaign without what is private holds."""
    return verify(Path(shutil.copytree(folder, place, ignore=shutil.ignore_patterns("private")))).holds


def test_two_mails_a_side_are_a_land_turn_on_a_map_written_by_hand(tmp_path: Path) -> None:
    folder = tmp_path / "smolensk-1941"
    data = [(name, (EXAMPLE / name).read_bytes()) for name in ("road.map.yaml", "july.yaml")]
    create(folder, Wishes(game="wif_land", seed="berezina", data=data, players={"axis": "Axis", "allies": "Allies"}))
    adjudicate(folder)
    for number in (1, 2):
        files = [(name, (EXAMPLE / name).read_bytes()) for name in (f"axis-{number}.txt", f"allies-{number}.txt")]
        assert submit(folder, files).stands
        done = adjudicate(folder)
    assert done.over and proven(folder, tmp_path / "copy")
    campaign = open_campaign(folder)
    assert campaign.position.control["0301"] == "axis" and campaign.position.factories["0704"] == 2
    assert all(FORMS[form](campaign, "") for form in ("text", "html", "map", "replay"))


def test_a_land_turn_on_a_map_nobody_has_drawn_is_played_by_mail_alone(tmp_path: Path) -> None:
    assert plan(SEED, game=WIF.game).scenario == worlds.NAME
    seen = play(tmp_path, SEED, WIF.game)
    assert seen["copies"] == 2 and seen["turns"] and seen["verdict: recorded"] and seen["packets synced"]
