"""Whole campaigns of the Atoll at random: they end, hold on a copy that may not look, and show all that can happen."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.campaign.desk import Desk, codes
from tests.games.atoll.board import EVENTS
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.status import debts_now

MOST_SITTINGS = 100


def played(folder: Path, seed: int, **wishes: Any) -> Desk:
    """A campaign played to its end, one order for each decision that is owed."""
    desk, chance = Desk(folder, game="atoll", seed=f"atoll {seed}", **wishes), Random(seed)
    for _ in range(MOST_SITTINGS):
        if desk.sit().over:
            return desk
        campaign = desk.open()
        for due in debts_now(campaign):
            orders = [campaign.game.write(choice) for choice in due.demand.sample(chance)]
            if due.demand.window:
                held = [campaign.look(slot) for slot in campaign.position.hands[due.demand.side]]
                orders[:0] = [f"play {card}" for card in held if card and chance.random() < 0.8]
            desk.order(due.demand.side, orders[0], Phase=campaign.game.phase(campaign.position))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seed", range(4))
def test_a_campaign_ends_and_holds_everywhere(seed: int, tmp_path: Path) -> None:
    desk = played(tmp_path / "atoll", seed)
    copy = shutil.copytree(desk.folder, tmp_path / "copy", ignore=shutil.ignore_patterns("private"))
    for folder in (desk.folder, copy):
        proof = verify(folder)
        assert codes(proof.findings) == [] and proof.differences == ()
    assert open_campaign(copy).position == desk.open().position


def test_random_campaigns_show_every_kind_of_event_but_rulings(tmp_path: Path) -> None:
    seen: set[str] = set()
    for seed in range(20):
        desk = played(tmp_path / f"{seed}", seed, options={"turns": "2" if seed % 2 else "4"})
        seen |= {act["event"] for entry in desk.entries() for act in entry.get("acts", ()) if "event" in act}
        if seen == set(EVENTS) - {"ruled"}:
            return
    raise AssertionError(set(EVENTS) - seen)
