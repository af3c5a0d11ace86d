"""The odds of a battle of 太平洋戦史: what it costs counts from where it began."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

from tests.games.taiheiyo_senshi.played import EXAMPLE
from witp_pbem.campaign.disputes.odds import of_campaign
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import check_all, submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.taiheiyo_senshi.board.events import BattleEnded

USUAL = "pass cards\nhit any\nlose any\nstay\nretreat any\npass initiative\n"


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


def test_no_chances_are_told_of_a_battle_in_which_something_was_decided_between_the_dice(tmp_path: Path) -> None:
    """The dice after the last decision are not the dice of the battle."""
    folder = tmp_path / "midway-1942"
    create(folder, Wishes("taiheiyo_senshi", position=(EXAMPLE / "position.json").read_bytes(), seed="odds"))
    head = "Campaign: midway-1942\nTurn: 2\nPhase: operations\nSide: {}\n\n"
    files = [(side, (head.format(side) + orders).encode()) for side, orders in (
        ("Japan", "pay J16\noperate\nmove Nachi from Japan to Dutch Harbor\nengage\n" + USUAL),
        ("Allies", "pass reaction\n" + USUAL))]
    assert submit(folder, files).stands
    adjudicate(folder)
    story = tell(open_campaign(folder), turn=2)
    fought = [item for item in story.entries if isinstance(item.act, BattleEnded)]
    assert fought and not [place for place in story.chances if place in {(item.entry, item.number) for item in fought}]
