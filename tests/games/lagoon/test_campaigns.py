"""Whole campaigns of the Lagoon at random: they end, hold, and come to the same on a copy that may not look."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.campaign.desk import codes
from tests.games.lagoon.desk import LagoonDesk
from witp_pbem.campaign.folder import points
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.rewind import rewind


def acts(desk: LagoonDesk, key: str) -> list[dict[str, Any]]:
    return [act for entry in desk.entries() for act in entry.get("acts", ()) if key in act]


@pytest.mark.parametrize("seed", range(6))
def test_a_campaign_ends_and_holds_everywhere(seed: int, scenario: str, tmp_path: Path) -> None:
    desk = LagoonDesk(tmp_path / "lagoon", scenario, seed=f"lagoon {seed}")
    desk.play(seed)
    copy = shutil.copytree(desk.folder, tmp_path / "copy", ignore=shutil.ignore_patterns("private"))
    for folder in (desk.folder, copy):
        proof = verify(folder)
        assert codes(proof.findings) == [] and proof.differences == ()
        assert [note for note in proof.unchecked if "There is one player" not in note] == []
    assert open_campaign(copy).position == desk.open().position


def test_half_played_campaigns_hold_on_a_copy_that_may_not_look(scenario: str, tmp_path: Path) -> None:
    desk = LagoonDesk(tmp_path / "lagoon", scenario, seed="halves")
    desk.sit()
    chance = Random(3)
    for _ in range(12):
        desk.answer(chance)
        desk.sit()
        assert codes(verify(desk.book).findings) == []


def test_random_campaigns_show_all_that_is_nasty_here(tmp_path: Path) -> None:
    """Decks made anew, cards of both sides, ships that sink, and dice of both kinds, with a 0 among them."""
    seen: set[object] = set()
    wanted = {"fates-2", "garrison", "raiders", "ship-sunk", (10, 0), (6, 1), "a zero"}
    for seed in range(40):
        desk = LagoonDesk(tmp_path / f"{seed}", "solo" if seed % 2 else "alliance", seed=f"nasty {seed}")
        desk.play(seed)
        seen |= {act["shuffle"] for act in acts(desk, "shuffle")} | {act["event"] for act in acts(desk, "event")}
        seen |= {act["holder"] for act in acts(desk, "event") if act["event"] == "card-played"}
        seen |= {(act["faces"], act["first"]) for act in acts(desk, "roll")}
        thrown = {die for act in acts(desk, "roll") for die in act["dice"] if act["faces"] == 10}
        assert thrown <= set(range(10))
        seen |= {"a zero"} if 0 in thrown else set()
        if wanted <= seen:
            return
    raise AssertionError(wanted - seen)


def test_a_step_in_which_nobody_orders_anything_is_called_by_its_own_name(tmp_path: Path) -> None:
    desk = LagoonDesk(tmp_path / "lagoon", seed="back")
    chance = Random(1)
    desk.sit()
    while desk.open().turn == 1:
        desk.answer(chance)
        desk.sit()
    entry = rewind(desk.folder, "turn 2", "a file was overlooked", keep=False)
    assert points.words(desk.open(), entry["to"]).startswith("the start of turn 2, Cards, in sitting ")
