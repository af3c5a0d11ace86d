"""What reports are given to tell."""

from __future__ import annotations

import pytest

from tests.campaign.both import both_games
from tests.campaign.desk import Desk, play_turn
from tests.campaign.toy import Changed
from witp_pbem.campaign.explaining.story import NothingToTell, first_unread, position_at, tell
from witp_pbem.campaign.sitting.status import sender, status
from witp_pbem.table.acts import Answered, Rolled


def test_a_turns_story(played: Desk) -> None:
    story = tell(played.open(), turn=2)
    assert story.turn == 2 and not story.now and story.outcome is None
    assert {item.position_after.turn for item in story.entries} == {2}
    assert any(isinstance(item.act, Rolled) for item in story.entries)
    for item in story.entries:
        changed = item.position_before != item.position_after
        assert not changed or not isinstance(item.act, Answered | Rolled)
    assert story.position == position_at(played.open(), 2) == story.entries[-1].position_after


def test_a_sittings_story(desk: Desk) -> None:
    play_turn(desk)
    story = tell(desk.open(), sitting=2)
    assert story.sittings == (2,) and story.now
    assert story.head == desk.entries()[-1]["hash"]
    assert isinstance(story.entries[0].act, Answered)
    assert any(isinstance(item.act, Changed) for item in story.entries)
    assert [due["side"] for due in story.dues] == ["red", "blue"]
    assert story.dues[0]["sentence"] == "bid 0 to 5 points"


def test_what_a_reader_has_not_read(desk: Desk) -> None:
    play_turn(desk)
    now = desk.open()
    assert tell(now, unread=True).sittings == (2,), "the last sitting that played"
    assert tell(now, unread=True, side="red").sittings == (2,), "since Red's last orders"
    assert tell(now, unread=True, turn=1).turn == 1 and tell(now, unread=True, sitting=1).sittings == (1,)
    desk.submit("red", "bid 2")
    assert tell(desk.open(), unread=True, side="red").sittings == (2,), "never an empty report"
    before = now.entries[-1]["n"] - 1
    assert tell(desk.open(), unread=True, as_of=before).sittings == (1,)


def test_a_reader_who_was_away_is_told_of_all_sittings_since(desk: Desk) -> None:
    play_turn(desk)
    sent = next(entry["n"] for entry in desk.entries() if entry["type"] == "submission" and entry["side"] == "red")
    sittings = [entry["n"] for entry in desk.entries() if entry["type"] == "sitting"]
    assert first_unread(desk.open(), "red") == next(number for number in sittings if number > sent)
    assert first_unread(desk.open()) == sittings[-1]


def test_the_end_of_the_story(played: Desk) -> None:
    story = tell(played.open())
    assert story.now and story.dues == ()
    assert story.outcome == {"winner": story.position.outcome.winner, "rule": "toy 9", "reason": "points"}


def test_a_sides_own_hand(desk: Desk) -> None:
    story = tell(desk.open(), side="red")
    assert [held.slot for held in story.hand] == ["flags/0"]
    assert story.hand[0].card == desk.open().look("flags/0")
    assert tell(desk.open()).hand == ()


@both_games
def test_a_fresh_campaign(tmp_path: object, desk: Desk) -> None:
    fresh = Desk(desk.folder.parent / "fresh")
    story = tell(fresh.open())
    assert story.entries == () and story.now and story.sittings == ()
    assert status(fresh.open()).owed == ()
    by_hand = Desk(desk.folder.parent / "manual", dice="manual")
    assert [due["sentence"] for due in tell(by_hand.open()).dues] == ["draw a card from the deck flags for red"]


@both_games
@pytest.mark.parametrize("what", [{"turn": 9}, {"turn": 0}, {"sitting": 9}])
def test_what_has_not_been(played: Desk, what: dict[str, int]) -> None:
    with pytest.raises(NothingToTell):
        tell(played.open(), **what)


def test_status_names_who_has_sent_orders(desk: Desk) -> None:
    assert [due["side"] for due in status(desk.open()).owed] == ["red", "blue"]
    desk.order("red", "bid 1")
    desk.order("referee", "ruling red gains 1")
    current = status(desk.open())
    assert [entry["type"] for entry in current.received] == ["submission", "ruling"]
    assert [sender(entry) for entry in current.received] == ["red", "referee"]
    assert current.last == desk.entries()[2]["hash"]
