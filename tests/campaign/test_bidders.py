"""Players who have no side yet: they sit down, the game settles who plays which side, and then the sides order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.campaign.desk import Desk, codes, play_turn
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.creation import CannotCreate, Wishes, create
from witp_pbem.campaign.orders.template import template
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.status import status
from witp_pbem.table.wording import problem_sentence

PLAYERS = {"one": "Ann <ann@example.org>", "two": "Bob"}


@pytest.fixture
def auction(tmp_path: Path) -> Desk:
    """A campaign whose players have no side yet."""
    return Desk(tmp_path / "isles", scenario="auction", players=PLAYERS)


def settle(desk: Desk, one: int, two: int) -> None:
    """Both claim the red side, and a sitting settles it."""
    desk.order("one", f"claim {one}")
    desk.order("two", f"claim {two}")
    desk.sit()


# -- before -------------------------------------------------------------------------------------------------------


def test_players_begin_under_the_names_of_bidders(auction: Desk) -> None:
    assert auction.founding["players"] == PLAYERS
    campaign = auction.open()
    assert campaign.senders == ("one", "two") and campaign.players == PLAYERS
    assert dict(tell(campaign).players) == PLAYERS


@pytest.mark.parametrize(("scenario", "players", "sentence"), [
    ("auction", {"red": "Ann"}, "with --red: who plays which side is settled in the game"),
    ("auction", {"one": "Ann", "red": "Bob", "blue": "Cy"}, "with --red or --blue"),
    ("standard", {"two": "Ann"}, "with --two: it has no player of that name")])
def test_nobody_is_named_for_what_nobody_plays(tmp_path: Path, scenario: str, players: dict[str, str],
                                               sentence: str) -> None:
    with pytest.raises(CannotCreate, match=sentence):
        create(tmp_path / "isles", Wishes(game="toy", scenario=scenario, players=players))
    assert not (tmp_path / "isles").exists()


def test_a_position_brought_along_says_who_plays_what(tmp_path: Path) -> None:
    position = json.dumps({"turn": 2, "step": "bids", "players": {"red": "two", "blue": "one"}}).encode()
    with pytest.raises(CannotCreate, match="with --red: the position says two plays red and one plays blue"):
        create(tmp_path / "isles", Wishes(game="toy", players={"red": "Ann"}, position=position))
    entry = create(tmp_path / "isles", Wishes(game="toy", players=PLAYERS, position=position))
    assert entry["players"] == PLAYERS


def test_bidders_owe_and_sides_do_not_exist_yet(auction: Desk) -> None:
    state = status(auction.open())
    assert [due["side"] for due in state.owed] == ["one", "two"] and state.waits_for == ("one", "two")
    checked = auction.check("red", "claim 3")
    assert codes(checked.problems) == ["side-open"] and checked.side == ""
    assert problem_sentence(checked.problems[0]).endswith("sent as one, two, referee.")
    assert codes(auction.check("green", "claim 3").problems) == ["unknown-side"]


def test_a_template_for_a_bidder_gives_the_games_advice(auction: Desk) -> None:
    text = template(auction.open(), "one")
    assert "Side: one\n# Sent by Ann <ann@example.org>\n" in text
    assert "# Nobody has claimed more than 5 yet.\n" in text and "later decisions" not in text


def test_a_claim_stays_sealed_until_both_are_in(auction: Desk) -> None:
    auction.order("one", "claim 4")
    assert auction.sit().number is None, "the other claim is missing"
    assert status(auction.open()).waits_for == ("two",)
    assert '"claim 4"' not in auction.book.read_text()
    checked = auction.check("two", "claim 3")
    assert not checked.problems and [line.full for line in checked.lines] == ["claim 3"]
    assert [due.demand.side for due in checked.dues] == ["one"]
    assert "4" not in "".join(f"{line.full}{line.note}" for line in checked.lines)
    auction.order("one", "claim 2")  # replaces the first
    auction.order("two", "claim 3")
    auction.sit()
    assert auction.open().position.players == {"red": "two", "blue": "one"}


# -- afterwards ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "two", "red"), [(4, 3, "one"), (3, 4, "two")])
def test_the_sides_have_their_players(auction: Desk, one: int, two: int, red: str) -> None:
    settle(auction, one, two)
    campaign = auction.open()
    blue = "two" if red == "one" else "one"
    assert campaign.senders == ("red", "blue")
    assert campaign.players == status(campaign).players == {"red": PLAYERS[red], "blue": PLAYERS[blue]}
    assert dict(tell(campaign).players) == campaign.players
    assert [due["side"] for due in status(campaign).owed] == ["red", "blue"]
    assert f"Side: red\n# Sent by {PLAYERS[red]}\n" in template(campaign, "red")


def test_a_bidder_is_told_its_side(auction: Desk) -> None:
    settle(auction, 1, 2)
    (problem,) = auction.check("one", "bid 3").problems
    assert problem.code == "side-settled" and problem.suggestion == "Side: blue"
    assert problem_sentence(problem) == 'It is settled who plays which side: "one" (Ann) plays blue now.'
    assert not auction.submit("two", "bid 3").stands
    auction.order("red", "bid 3")


def test_a_die_between_equal_claims_comes_from_the_chain_and_all_is_proved(auction: Desk) -> None:
    settle(auction, 3, 3)
    last = auction.entries()[-1]
    assert any("roll" in act for act in last["acts"]) and last["link"]
    assert verify(auction.folder).holds, verify(auction.folder).findings


def test_a_submission_of_a_side_before_it_is_settled_does_not_hold(auction: Desk) -> None:
    settle(auction, 1, 2)
    assert verify(auction.folder).holds, verify(auction.folder).findings

    def cheat(entries: list[dict[str, object]]) -> None:
        next(entry for entry in entries if entry["type"] == "submission")["side"] = "red"

    auction.rewrite(cheat)
    assert "unknown-side" in codes(verify(auction.folder).findings)


def test_a_game_begun_from_bids_can_be_played_to_its_end(auction: Desk) -> None:
    settle(auction, 2, 1)
    for _ in range(3):
        play_turn(auction)
    assert auction.open().position.outcome
    assert verify(auction.folder).holds, verify(auction.folder).findings
