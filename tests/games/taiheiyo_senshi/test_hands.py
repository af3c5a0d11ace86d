"""Cards of 太平洋戦史 in campaigns that do not begin at the beginning."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.games.taiheiyo_senshi import played
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate

ARRIVAL = b"""Campaign: midway-1942
Turn: 3
Phase: reinforcement
Side: Allies

place Allied LBA 1, Allied LBA 7 at West Coast
"""


def test_without_a_deck_what_nobody_holds_or_has_used_makes_one(tmp_path: Path) -> None:
    """The example begins with hands and a used pile, and without a deck."""
    folder = tmp_path / "midway-1942"
    shutil.copytree(played.midway_campaign(), folder)
    before = open_campaign(folder).position
    assert not before.decks and len(before.discards) == 9 and not any(before.hands.values())
    assert submit(folder, [("allies.txt", ARRIVAL)]).stands
    owed = [due.demand.code for due in adjudicate(folder).dues]
    assert [deck["size"] for deck in open_campaign(folder).position.decks.values()] == [7] and owed == ["card"]
