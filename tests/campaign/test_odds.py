"""The odds of battles: that nothing of the campaign is touched or given away, and what they are played with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign import toy
from tests.campaign.desk import ORDERS, Desk
from tests.campaign.trials import copied, touches_nothing, with_files
from tests.games.lagoon.desk import LagoonDesk
from witp_pbem.campaign.disputes.odds import BattleOdds, of_campaign
from witp_pbem.campaign.disputes.preview import NothingToTry


def reckoned(desk: Desk, side: str = "", folder: Path | None = None, **orders: str) -> BattleOdds:
    return of_campaign(*with_files(desk, folder, orders), side)


def test_nothing_is_touched(any_desk: Desk) -> None:
    touches_nothing(any_desk, reckoned)


def test_the_dice_that_fall_are_the_same_afterwards(tmp_path: Path) -> None:
    """Of two campaigns from one seed one asks for the odds."""
    fell = []
    for name in ("one", "other"):
        desk = LagoonDesk(tmp_path / name / "lagoon", seed="twins")
        desk.sit()
        for side, orders in desk.turn_orders().items():
            desk.order(side, orders)
        if name == "other":
            assert reckoned(desk).battles
        desk.sit()
        fell.append([act for act in desk.entries()[-1]["acts"] if "roll" in act])
    assert fell[0] and fell[0] == fell[1]


def test_the_raids_of_the_orders_on_file(tmp_path: Path) -> None:
    """All ships sail to one battery; nobody plays a card."""
    desk = LagoonDesk(tmp_path / "lagoon")
    desk.sit()
    without = reckoned(desk)
    assert without.battles == () and ("raiders", "sail") in {(one.side, one.demand) for one in without.assumed}
    for side, orders in desk.turn_orders().items():
        desk.order(side, orders)
    odds = reckoned(desk)
    ships = len(desk.open().position.ships)
    assert odds.battles == (("Truk lagoon", "raid", 0),) and odds.odds.is_exact
    won = odds.odds.mean(lambda outcome: outcome.battles[0].winner == "raiders")
    assert won == (sum(die + ships >= 8 for die in range(10)) / 10, 0)


def test_for_a_side_the_orders_of_the_other_do_not_count(desk: Desk) -> None:
    for side, orders in ORDERS.items():
        desk.order(side, orders)
    assert not reckoned(desk).assumed
    assert {one.side for one in reckoned(desk, "red").assumed} == {"blue"}


def test_on_a_players_copy_only_their_files_count(desk: Desk) -> None:
    for side, orders in ORDERS.items():
        desk.order(side, orders)
    copy = copied(desk)
    assert {one.side for one in reckoned(desk, "red", copy).assumed} == {"red", "blue"}
    assert {one.side for one in reckoned(desk, "red", copy, red=ORDERS["red"]).assumed} == {"blue"}
    assert not (copy / "private").exists()


def test_cards_of_the_other_side_stay_unknown(desk: Desk) -> None:
    campaign = desk.open()
    held = {side: campaign.look(campaign.position.hands[side][0]) for side in toy.SIDES}
    desk.order("red", "bid 0\npass\npass")
    desk.order("blue", f"bid 0\npass\nplay {held['blue']}")
    battle_odds = reckoned(desk, "red")
    assert not any(str(card) in str((battle_odds.assumed, battle_odds.odds.chances,
                                     [due.demand.about for due in battle_odds.stopped]))
                   for card in held.values())


def test_a_finished_game_has_no_battles_ahead(played: Desk) -> None:
    with pytest.raises(NothingToTry):
        reckoned(played)
