"""Orders taken back, and games given up."""

from __future__ import annotations

import pytest

from tests.campaign.both import both_games
from tests.campaign.desk import ORDERS, Desk, codes, play, words
from tests.killing import killed_in_append
from tests.leaving import resign, withdraw
from witp_pbem.campaign.orders.letterbox import CannotSay
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.status import status


def test_what_is_taken_back_answers_nothing(desk: Desk) -> None:
    desk.order("red", "bid 4", Luck="gone")
    desk.order("blue", "bid 1")
    entry = withdraw(desk.folder, "red")
    assert desk.entries()[entry["submission"]]["side"] == entry["side"] == "red"
    assert [due.demand.side for due in desk.sit().dues] == ["red"]
    desk.order("red", "bid 2 pass lose boats pass")
    desk.order("blue", "bid 1 pass lose boats pass")
    desk.sit()
    verified = verify(desk.folder)
    assert verified.holds, verified.findings


def test_the_orders_before_count_again(desk: Desk) -> None:
    desk.order("red", "bid 4")
    desk.order("red", "bid 5")
    withdraw(desk.folder, "red")
    desk.order("blue", "bid 1")
    desk.sit()
    answers = [words(act["answer"]) for entry in desk.entries() for act in entry.get("acts", ()) if "answer" in act]
    assert answers[:1] == ["bid 4"]


def test_an_older_submission_can_be_named(desk: Desk) -> None:
    desk.order("red", "bid 4")
    number = desk.entries()[-1]["n"]
    desk.order("red", "Phase: raids\npass")
    assert withdraw(desk.folder, "red", number)["submission"] == number
    with pytest.raises(CannotSay, match="these are"):
        withdraw(desk.folder, "red", number)


def test_standing_orders_end_with_their_submission(desk: Desk) -> None:
    for side in ("red", "blue"):
        desk.order(side, "standing until cancelled: bid 3 pass lose boats end")
    withdraw(desk.folder, "blue")
    assert [due.demand.side for due in desk.sit().dues] == ["blue"]


def test_what_cannot_be_taken_back(desk: Desk) -> None:
    with pytest.raises(CannotSay, match="red has sent nothing"):
        withdraw(desk.folder, "red")
    desk.order("blue", "bid 1")
    with pytest.raises(CannotSay, match="red has sent nothing"):
        withdraw(desk.folder, "red")


def test_a_keeper_who_uses_what_was_taken_back_is_found_out(desk: Desk) -> None:
    for side, orders in ORDERS.items():
        desk.order(side, orders)
    desk.sit()
    number = next(entry["n"] for entry in desk.entries() if entry["type"] == "submission")

    def lie(entries: list[dict[str, object]]) -> None:
        place = next(place for place, entry in enumerate(entries) if entry["type"] == "closed")
        entries.insert(place, {"type": "withdrawal", "side": "red", "turn": 1, "submission": number,
                                "letter": "", "signature": ""})
        for entry in entries[place + 1:]:
            if entry["type"] == "sitting" and entry["closed"]:
                entry["closed"] = int(str(entry["closed"])) + 1

    desk.rewrite(lie)
    assert {"submissions-differ", "source-wrong"} & set(codes(verify(desk.folder).findings))


def test_a_side_that_gives_up_has_lost(desk: Desk) -> None:
    desk.order("red", "bid 4")
    resign(desk.folder, "red", "enough")
    assert desk.sit().over
    assert desk.open().position.outcome.winner == "blue"
    verified = verify(desk.folder)
    assert verified.holds, verified.findings
    with pytest.raises(CannotSay, match="over"):
        resign(desk.folder, "blue", "too late")


def test_giving_up_in_the_middle_of_a_step(desk: Desk) -> None:
    desk.order("red", "bid 4\nraid Blue Island with 2 boats")
    desk.order("blue", "bid 2")
    assert desk.sit().dues
    resign(desk.folder, "blue", "enough")
    result = desk.sit()
    assert result.over and not result.dues
    assert verify(desk.folder).holds


@both_games
def test_after_the_end_nobody_gives_up(desk: Desk) -> None:
    play(desk)
    with pytest.raises(CannotSay):
        resign(desk.folder, "red", "why")
    with pytest.raises(CannotSay):
        withdraw(desk.folder, "red")


def test_the_reason_for_giving_up_is_as_short_as_in_a_letter(desk: Desk) -> None:
    with pytest.raises(CannotSay, match="201 characters"):
        resign(desk.folder, "red", "x" * 201)


def test_other_rulings_wait_when_one_ends_the_game(desk: Desk) -> None:
    """In the middle of a step only the giving up is carried out, once; the rules are not ready for the other."""
    desk.order("red", "bid 4\nraid Blue Island with 2 boats")
    desk.order("blue", "bid 2")
    assert desk.sit().dues
    before = desk.open().position.points
    desk.order("referee", "ruling red gains 5")
    resign(desk.folder, "blue", "enough")
    assert desk.sit().over
    edits = [act for entry in desk.entries() for act in entry.get("acts", ()) if "edit" in act]
    assert len(edits) == 1 and desk.open().position.points == before
    verified = verify(desk.folder)
    assert verified.holds, verified.findings


def closed(desk: Desk) -> None:
    """The sitting is closed, and a crash comes before it is held."""
    desk.order("red", "bid 4\nraid Blue Island with 2 boats\npass\nlose boats\npass")
    desk.order("blue", "bid 2\npass\nlose boats\npass")
    assert killed_in_append(2, 0, desk.sit) and desk.kinds()[-1] == "closed"


def test_after_the_closing_nothing_is_taken_back(desk: Desk) -> None:
    closed(desk)
    with pytest.raises(CannotSay, match="closed already"):
        withdraw(desk.folder, "red")
    desk.sit()
    assert verify(desk.folder).holds


def test_nobody_gives_up_between_closing_and_sitting(desk: Desk) -> None:
    """The sitting would be held without the ruling, and might end its turn."""
    closed(desk)
    with pytest.raises(CannotSay, match="closed already"):
        resign(desk.folder, "red", "enough")
    desk.sit()
    resign(desk.folder, "red", "enough")
    assert desk.sit().over and verify(desk.folder).holds


def test_what_was_taken_back_is_not_waited_on(desk: Desk) -> None:
    desk.order("red", "bid 4")
    assert status(desk.open()).waits_for == ("blue",)
    withdraw(desk.folder, "red")
    assert status(desk.open()).waits_for == ("red", "blue")
    assert not status(desk.open()).received
