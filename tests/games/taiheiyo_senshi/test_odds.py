"""The odds of a battle of 太平洋戦史: what it costs counts from where it began."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

from tests.games.taiheiyo_senshi.played import EXAMPLE
from witp_pbem.campaign.disputes.odds import of_campaign
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import check_all


def test_what_a_battle_costs_is_counted_from_its_beginning(tmp_path: Path) -> None:
    """Nobody comes to help the aircraft on Midway: one die in three of theirs sinks or damages somebody, and
    four carriers leave nothing of them."""
    folder = tmp_path / "midway-1942"
    create(folder, Wishes("taiheiyo_senshi", position=(EXAMPLE / "position.json").read_bytes(), seed="odds"))
    campaign = open_campaign(folder)
    checked = check_all(campaign, [("japan-1.txt", (EXAMPLE / "japan-1.txt").read_bytes())])
    odds = of_campaign(campaign, checked, "japan").odds
    shares: Counter[tuple[str, tuple[int, ...]]] = Counter()
    for outcome, share in odds.chances.items():
        (battle,) = outcome.battles
        shares[battle.winner, battle.losses] += share
    assert odds.is_exact and shares == {("japan", (0, 1)): Fraction(2, 3), ("japan", (1, 1)): Fraction(1, 3)}
