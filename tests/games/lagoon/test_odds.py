"""The odds of the Lagoon's raids, a ten-sided die and two of six sides, against a table made by hand."""

from __future__ import annotations

import shutil
from fractions import Fraction
from itertools import product
from pathlib import Path

from tests.games.lagoon import game as lagoon
from tests.games.lagoon.desk import LagoonDesk
from witp_pbem.campaign.disputes.odds import BattleOdds, numbered, of_campaign, of_case
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import check_all
from witp_pbem.table import cases

RAID = ("Truk lagoon", "raid", 0)
LEVEL = 2  # of the battery


def silenced(ships: int) -> Fraction:
    """A ten-sided die from 0 and the ships against 6 and the level."""
    return Fraction(sum(die + ships >= 6 + LEVEL for die in range(10)), 10)


SUNK = Fraction(sum(sum(dice) >= 9 for dice in product(range(1, 7), repeat=2)), 36)  # where the battery stood


def reckoned(*ships: str) -> BattleOdds:
    there = ", ".join(f'"{ship}": "Truk lagoon"' for ship in ships)
    text = ('case: odds\ngame: lagoon\ngiven\n    step raid\n    ships {' + there + '}\n'
            '    hands {"raiders": [], "garrison": []}\norders raiders\n    pass\nexpect\n    nothing owed\n')
    failures: list[str] = []
    opening = cases.read_opening(next(iter(cases.read(text))), lagoon.game(), failures)
    assert not failures and not opening.orders.problems
    return of_case(opening, lagoon.game())


def test_a_raid() -> None:
    for ships in (["Akagi Maru"], ["Akagi Maru", "From Here"]):
        odds = reckoned(*ships)
        stood = 1 - silenced(len(ships))
        assert odds.odds.is_exact and odds.battles == (RAID,)
        assert {(outcome.battles[0].winner, sum(outcome.losses)): share
                for outcome, share in odds.odds.chances.items()} == {
            ("raiders", 0): silenced(len(ships)), ("garrison", 0): stood * (1 - SUNK), ("garrison", 1): stood * SUNK}


def test_orders_are_tried_on_a_players_copy(tmp_path: Path) -> None:
    """One ship sails to the battery; what the garrison holds nobody here may know."""
    desk = LagoonDesk(tmp_path / "lagoon", seed="a copy")
    desk.sit()
    copy = shutil.copytree(desk.folder, tmp_path / "copy", ignore=shutil.ignore_patterns("private"))
    campaign = open_campaign(copy)
    text = desk.text("raiders", "Phase: sail\nsail Akagi Maru to Truk lagoon\npass\nPhase: raid\npass all")
    odds = of_campaign(campaign, check_all(campaign, [("raiders.txt", text.encode())]), "raiders")
    held = {card for slot in desk.open().position.hands["garrison"] if (card := desk.open().look(slot))}
    assert held and not any(card in str(odds.assumed) + str(odds.stopped) for card in held)
    for outcome in odds.odds.chances:
        assert set(numbered(outcome)) <= {RAID}
