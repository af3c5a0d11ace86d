"""`check` shows orders as mended where each problem has one plain mending; `--mend` records them so."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests import each_game
from tests.cli.program import contents, here
from tests.each_game import Maker, text
from witp_pbem.campaign.folder.opening import open_campaign

SLIPS = {"witp": ("japan", "buidl Hainann\npass", "build Hainan"),
         "senshi": ("allies", "plaice any at Australlia", "place any at Australia"),
         "nimitz": ("us", "biy Hornet\npass supply", "buy Hornet"),
         "solo": ("raiders", "sail From Here to Reeff\npass", "sail From Here to Reef"),
         "alliance": ("north", "sail Prince of Wales to Fort Royal\npass", "sail Prince of Wales to The Reef"),
         "atoll": ("blue", "pass\nPhase: movement\nmove 1 sihp from Haven to Cay\npass",
                   "move 1 ship from Haven to Cay")}


@pytest.fixture(params=SLIPS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(game: str, begun_of: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    each_game.install(monkeypatch)
    return shutil.copytree(begun_of(game), tmp_path / "isles")


def recorded(folder: Path) -> list[str]:
    campaign = open_campaign(folder)
    assert campaign.private is not None
    return [str(campaign.private.raws[entry["hash"]].content["text"]) for entry in campaign.submissions()]


def test_check_shows_the_mended_orders_and_submit_records_them_only_when_asked_to(game: str, folder: Path) -> None:
    side, orders, mended = SLIPS[game]
    wrong = text(folder, side, f"\n{orders}", Turn="9", Side=side)
    before = contents(folder)
    checked = here("check", folder, "-", given=wrong)
    assert checked.code == 1 and mended in checked.out and "--mend" in checked.out
    assert f"Turn: {open_campaign(folder).turn}\n" in checked.out
    assert contents(folder) == before
    assert mended in json.loads(here("check", folder, "-", "--json", given=wrong).out)["files"][0]["mended"]
    assert here("submit", folder, "-", given=wrong).code == 1 and recorded(folder) == []
    done = here("submit", folder, "-", "--mend", given=wrong)
    assert done.code == 0, done.out
    assert mended in recorded(folder)[0] and "# As written, line 2: Turn: 9" in recorded(folder)[0]


def test_what_has_no_plain_mending_is_refused_all_the_same(game: str, folder: Path) -> None:
    side, orders, mended = SLIPS[game]
    wrong = text(folder, side, f"\n{orders}\nxyzzy\n")
    checked = here("check", folder, "-", given=wrong)
    assert checked.code == 1 and "--mend" not in checked.out
    assert here("submit", folder, "-", "--mend", given=wrong).code == 1 and recorded(folder) == []


def test_orders_posted_in_a_forum_are_mended_when_asked_to(game: str, folder: Path) -> None:
    side, orders, mended = SLIPS[game]
    posted = f"[code]{text(folder, side, chr(10) + orders)}[/code]"
    assert here("post", "read", folder, "-", given=posted).code == 1
    assert here("post", "read", folder, "-", "--mend", given=posted).code == 0 and mended in recorded(folder)[0]
