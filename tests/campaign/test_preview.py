"""A sitting tried: what it tells, and that nothing of the campaign is touched or given away."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign import toy
from tests.campaign.desk import ORDERS, Desk, words
from tests.campaign.trials import copied, touches_nothing, with_files
from witp_pbem.campaign.disputes.preview import NothingToTry, Preview, ThrowAway, preview
from witp_pbem.table.acts import Answered, Rolled


def trying(desk: Desk, side: str = "", folder: Path | None = None, seed: str = "", **orders: str) -> Preview:
    return preview(*with_files(desk, folder, orders), side, seed)


def answers(tried: Preview) -> list[tuple[str, str]]:
    return [(act.side, words(act.order)) for act in tried.new if isinstance(act, Answered)]


def dice(acts: object) -> list[tuple[int, ...]]:
    return [act.dice for act in acts if isinstance(act, Rolled)]  # type: ignore[attr-defined]


def test_nothing_is_touched(any_desk: Desk) -> None:
    def second(desk: Desk, side: str, **orders: str) -> None:
        assert trying(desk, side, **orders).entry["number"] == 2

    touches_nothing(any_desk, second)


def test_the_dice_are_others_than_those_that_fall(any_desk: Desk) -> None:
    desk = any_desk
    for side, orders in desk.turn_orders().items():
        desk.order(side, orders)
    thrown = [dice(trying(desk).new) for _ in range(20)]
    seeded = [dice(trying(desk, seed=seed).new) for seed in ("desk", *map(str, range(19)))]
    assert dice(trying(desk, seed="desk").new) == seeded[0]
    desk.sit()
    fell = [tuple(act["dice"]) for act in desk.entries()[-1]["acts"] if "roll" in act]
    assert fell
    for previewed in (thrown, seeded):  # one die of six sides falls the same in 3 of 20, in 15 of them once in 10^8
        assert previewed.count(fell) < 15 and len({str(throw) for throw in previewed}) > 1


def test_for_the_referee_all_orders_on_file_count(any_desk: Desk) -> None:
    desk = any_desk
    for side, orders in desk.turn_orders().items():
        desk.order(side, orders)
    tried = trying(desk)
    assert {side for side, _ in answers(tried)} == {*desk.turn_orders()}
    assert tried.silent == () and tried.sitting.position.turn == 2


def test_for_a_side_the_other_is_silent(desk: Desk) -> None:
    for side, orders in ORDERS.items():
        desk.order(side, orders)
    tried = trying(desk, "red")
    assert answers(tried) == [] and tried.silent == ("blue",)


def test_orders_supposed_for_the_other_side_bring_none_of_its_own_on_file(desk: Desk) -> None:
    """Its bid is supposed; the raid it has sealed stays unknown."""
    desk.order("red", ORDERS["red"])
    desk.order("blue", "Phase: bids\nbid 2\n\nPhase: raids\nraid Red Island with 1 boats")
    raid = ("blue", "raid Red Island with 1 boats")
    for seed in "abcdefgh":
        supposed = answers(trying(desk, "red", blue="Phase: bids\nbid 1", seed=seed))
        assert ("blue", "bid 1") in supposed and ("red", "bid 4") in supposed and raid not in supposed
    assert any(raid in answers(trying(desk, seed=seed)) for seed in "abcdefgh")


def test_on_a_players_copy_only_his_files_count(desk: Desk) -> None:
    desk.order("red", "bid 5")
    desk.order("blue", "bid 2")
    desk.sit()
    desk.order("red", "pass")
    desk.order("blue", "raid Red Island\npass\nlose boats")
    copy = copied(desk)
    tried = trying(desk, "red", copy, red="raid Blue Island\nlose boats\npass", seed="high")
    assert answers(tried)[0] == ("red", "raid Blue Island with 1 boats")
    assert tried.silent == ("blue",) and not (copy / "private").exists()
    assert {due.demand.side for due in tried.sitting.dues} == {"blue"}


def test_a_deck_made_in_a_preview_is_not_the_real_one(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles")
    first = [act for act in trying(desk).campaign.entries[-1]["acts"] if "shuffle" in act]
    desk.sit()
    real = [act for act in desk.entries()[-1]["acts"] if "shuffle" in act]
    assert first and real and not set(first[0]["seals"]) & set(real[0]["seals"])


def test_cards_of_the_other_side_and_of_the_real_deck_stay_unknown(desk: Desk) -> None:
    campaign = desk.open()
    held = {side: campaign.look(campaign.position.hands[side][0]) for side in toy.SIDES}
    desk.order("red", "bid 0\npass\npass")
    desk.order("blue", f"bid 0\npass\nplay {held['blue']}")
    text = str(trying(desk, "red"))
    assert all(card not in text for card in toy.CARDS)
    tried = trying(desk, "red", blue="bid 0\npass\nplay storm", red="bid 0\npass\npass")
    assert ("blue", "play storm") not in answers(tried)
    assert [due.demand.code for due in tried.sitting.dues] == ["card"]
    fate = ThrowAway("11" * 32, lambda slot: None, toy.CARDS, (), sealed=True)
    drawn = {fate.draw("flags", number, "red"): number for number in (2, 3)}
    assert not set(drawn) & {f"flags/{number}" for number in range(4)}


def test_a_draw_from_the_real_deck_is_thrown_away(desk: Desk) -> None:
    """Whatever the deck holds, over many previews every card that may lie in it comes up."""
    seen = {fate.look(fate.draw("flags", 2, "red")) for fate in (
        ThrowAway(f"{number:064x}", lambda slot: None, toy.CARDS, {"storm"}, sealed=True) for number in range(60))}
    assert seen == {"calm", "fog", "gold"}


def test_rulings_are_tried(desk: Desk) -> None:
    tried = trying(desk, "", referee="ruling blue gains 4", red="bid 1\npass", blue="bid 0")
    assert tried.sitting.position.points["blue"] == 4 and desk.open().position.points["blue"] == 0


def test_a_finished_game_has_no_next_sitting(played: Desk) -> None:
    with pytest.raises(NothingToTry):
        trying(played)
