"""A keeper who cheats with orders given ahead, with withdrawals, or by stopping a sitting is found out.

He rewrites the logbook so that its chain fits. What is still sealed can be proved only after the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.campaign.desk import Desk, codes, overlooking, play_turn
from tests.leaving import withdraw
from tests.stand_ins import crooked
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.table import pending as table_hand

Entries = list[dict[str, Any]]
NO_BOATS = {"code": "illegal", "problem": "no-boats", "rule": "toy 2.a"}
STANDING = "standing until cancelled:\nbid 3\npass\nlose boats\nend"


def sittings(entries: Entries) -> Entries:
    return [entry for entry in entries if entry["type"] == "sitting"]


def acts(desk: Desk, kind: str) -> list[dict[str, Any]]:
    """The acts of one kind in all sittings."""
    return [act for entry in desk.entries() for act in entry.get("acts", ()) if kind in act]


def finish(desk: Desk) -> None:
    """Plays on until the game is over."""
    for _ in range(9):
        if desk.open().position.outcome is None:
            play_turn(desk)
    assert desk.open().position.outcome is not None, desk.sit().dues


def illegal_raid(desk: Desk) -> None:
    """A sitting that ends because red's third raid is illegal at its moment, what stands behind it taken away too;
    red loses boats first, so that no check could know."""
    desk.order("red", "bid 1\nif we lead: raid Blue Island with 7 boats end\nraid Blue Island with 2 boats\npass\n"
                      "lose boats\npass")
    desk.order("blue", "bid 0\npass\nlose boats\npass")
    desk.sit()


def test_an_honest_keeper_is_not_accused(desk: Desk) -> None:
    illegal_raid(desk)
    assert [act["because"] for act in acts(desk, "cancelled")] == [NO_BOATS, *[{"code": "depends"}] * 3]
    assert verify(desk.folder).holds
    desk.order("red", "pass\npass")
    desk.sit()
    finish(desk)
    verified = verify(desk.folder)
    assert verified.holds, verified.findings


@pytest.mark.parametrize(("because", "place"), [
    ({"code": "depends"}, 1), ({"code": "until"}, 1), (NO_BOATS, 1), ({"code": "hidden"}, 0), (NO_BOATS, 0)])
def test_a_legal_order_taken_away_is_found_out(desk: Desk, because: dict[str, str], place: int) -> None:
    """He lets an order fall that he does not like, with every pretext there is."""
    desk.order("red", "bid 4\nraid Blue Island with 2 boats\nraid Blue Island\npass\nlose boats\npass")
    desk.order("blue", "bid 2")
    number = desk.entries()[-2]["n"]
    index = desk.seal(number, place)

    with overlooking(lambda order: order.source == (number, index)):
        desk.sit()
        if place:
            desk.order("blue", "pass\nlose boats\npass")
            desk.order("red", "pass\nlose boats\npass")
            desk.sit()
    finish(desk)

    def lie(entries: Entries) -> None:
        first = next(entry for entry in sittings(entries) if any("answer" in act for act in entry["acts"]))
        place = next(place for place, act in enumerate(first["acts"]) if "answer" in act)
        first["acts"].insert(place, {"cancelled": [number, index], "side": "red", "because": because})

    desk.rewrite(lie)
    assert not verify(desk.folder).holds
    assert {"cancelled-wrongly", "order-passed-over"} & set(codes(verify(desk.folder).findings))


def test_a_notice_for_an_order_nobody_gave_is_found_out_at_once(desk: Desk) -> None:
    desk.order("red", "bid 4")
    desk.order("blue", "bid 2")
    desk.sit()

    def lie(entries: Entries) -> None:
        entry = sittings(entries)[-1]
        place = next(place for place, act in enumerate(entry["acts"]) if "answer" in act)
        entry["acts"].insert(place, {"cancelled": [0, 0], "side": "blue", "because": NO_BOATS})

    desk.rewrite(lie)
    assert "cancelled-wrongly" in codes(verify(desk.folder).findings)


@pytest.mark.parametrize("place", [0, 2, -1])
def test_an_order_said_to_fire_that_does_not_is_found_out(desk: Desk, place: int) -> None:
    desk.order("red", "bid 4")
    desk.order("blue", "bid 2")
    desk.sit()
    number = next(entry["n"] for entry in desk.entries() if entry.get("side") == "red")
    desk.rewrite(lambda entries: sittings(entries)[-1]["acts"].insert(
        place, {"triggered": [number, 1], "side": "red"}))
    assert "triggered-wrongly" in codes(verify(desk.folder).findings)


def test_the_reason_of_an_order_that_fires_cannot_be_left_out(desk: Desk) -> None:
    desk.order("red", "bid 4\nif we lead: raid Blue Island end\npass lose boats pass")
    desk.order("blue", "bid 2 pass lose boats pass")
    desk.sit()
    assert acts(desk, "triggered")

    def lie(entries: Entries) -> None:
        for entry in sittings(entries):
            entry["acts"] = [act for act in entry["acts"] if "triggered" not in act]

    desk.rewrite(lie)
    assert "reason-differs" in codes(verify(desk.folder).findings)


@pytest.mark.parametrize(("room", "name", "call"), [
    (table_hand, "is_ready", lambda *_: True),  # fires an order whose condition does not hold
    (table_hand.PendingOrders, "end", lambda *_: []),  # keeps a standing order beyond its end
    (table_hand.PendingOrders, "cancel_illegal", lambda *_: []),  # keeps an illegal order, and what stands behind it
])
def test_a_keeper_with_a_crooked_program_is_found_out_at_the_end(desk: Desk, room: Any, name: str,
                                                                 call: Callable[..., Any]) -> None:
    with crooked(room, **{name: call}):
        desk.order("red", "bid 1\nif 9 points: raid Blue Island end\nraid Blue Island with 2 boats\n"
                          "raid Blue Island with 8 boats else raid Blue Island with 9 boats\npass\nlose boats\n"
                          "standing until 1 points: pass lose boats bid 2 end")
        desk.order("blue", "bid 0\npass\nlose boats\npass")
        desk.sit()
    desk.order("red", "pass\npass")
    desk.sit()
    finish(desk)
    finding_codes = codes(verify(desk.folder).findings)
    assert {"order-passed-over", "cancelled-wrongly", "source-differs"} & set(finding_codes), finding_codes


def test_standing_orders_do_not_answer_for_an_illegal_one(desk: Desk) -> None:
    """The side had ordered something else: a second sitting must not pass for it, before it has sent more."""
    desk.order("red", "standing until cancelled: pass lose boats bid 0 end")
    desk.order("red", "bid 1\nif we lead: raid Blue Island with 7 boats end")
    desk.order("blue", "bid 0\npass\nlose boats\npass")
    assert [due.demand.side for due in desk.sit().dues] == ["red"]
    again = desk.sit()
    assert again.number is None and [due.demand.side for due in again.dues] == ["red"]
    desk.order("red", "raid Blue Island with 2 boats", Phase="raids")
    desk.sit()
    assert acts(desk, "roll")
    finish(desk)
    verified = verify(desk.folder)
    assert verified.holds, verified.findings


def test_standing_orders_of_an_earlier_turn_are_proved_in_a_later_sitting(desk: Desk) -> None:
    desk.order("red", "standing until cancelled:\nbid 4\npass\nlose boats\nend")
    for _ in range(3):
        desk.order("blue", "bid 1\nraid Red Island\nraid Red Island")
        desk.sit()
        assert verify(desk.folder).holds, verify(desk.folder).findings
        desk.order("blue", "raid Red Island\npass\npass", Phase="")
        desk.sit()
        verified = verify(desk.folder)
        assert verified.holds, verified.findings


# -- withdrawals --------------------------------------------------------------------------------------------------


def test_what_was_taken_back_after_the_closing_is_found_out(desk: Desk) -> None:
    """He closes the sitting, looks at its dice, and lets an order disappear."""
    desk.order("red", "bid 4\nraid Blue Island with 2 boats\npass\nlose boats\npass")
    desk.order("blue", "bid 2\npass\nlose boats\npass")
    desk.sit()
    number = next(entry["n"] for entry in desk.entries() if entry.get("side") == "blue")

    def lie(entries: Entries) -> None:
        place = next(place for place, entry in enumerate(entries) if entry["type"] == "closed" and entry["submissions"])
        entries.insert(place + 1, {"type": "withdrawal", "side": "blue", "turn": 1, "submission": number,
                                    "letter": "", "signature": ""})

    desk.rewrite(lie)
    assert "sitting-closed" in codes(verify(desk.folder).findings)


@pytest.mark.parametrize("change", [{"turn": 2}, {"side": "blue"}, {"submission": 0}, {"submission": 99}])
def test_a_withdrawal_that_takes_back_nothing_is_found_out(desk: Desk, change: dict[str, Any]) -> None:
    desk.order("red", "bid 4")
    withdraw(desk.folder, "red")
    desk.rewrite(lambda entries: entries[-1].update(change))
    assert {"wrong-turn", "not-to-withdraw", "nothing-to-withdraw"} & set(codes(verify(desk.folder).findings))


# -- sittings that stop -------------------------------------------------------------------------------------------


def split(entries: Entries, sitting: dict[str, Any], count: int) -> None:
    """Makes two sittings of one: the second begins with act `count`."""
    place = entries.index(sitting)
    first, second = dict(sitting), dict(sitting)
    first |= {"acts": sitting["acts"][:count], "owed": [], "outcome": None}
    second |= {"acts": sitting["acts"][count:], "number": sitting["number"] + 1, "opened": [], "link": None,
               "closed": None}
    entries[place:place + 1] = [first, second]


def test_a_sitting_that_stops_before_dice_is_found_out(tmp_path: Any) -> None:
    """Who stops before bad dice would get others from the next link."""
    desk = Desk(tmp_path / "isles", dice="manual")
    desk.order("referee", "card red storm\ncard blue fog\ndice 6 5")
    desk.order("red", "bid 1\nraid Blue Island\npass\npass")
    desk.order("blue", "bid 0\npass\nlose boats\npass")
    desk.sit()

    def lie(entries: Entries) -> None:
        sitting = entries[-1]
        split(entries, sitting, next(count for count, act in enumerate(sitting["acts"]) if "roll" in act))

    desk.rewrite(lie)
    finding_codes = codes(verify(desk.folder).findings)
    assert "position-differs" in finding_codes or "sitting-stops" in finding_codes


def test_a_sitting_that_stops_where_nothing_is_owed_is_found_out(desk: Desk) -> None:
    """The same with the chain, the position of the first half put right."""

    desk.order("red", "bid 4\npass\npass")
    desk.order("blue", "bid 2\npass\npass")
    desk.sit()

    def lie(entries: Entries) -> None:
        sitting = entries[-1]
        count = next(count for count, act in enumerate(sitting["acts"]) if act.get("event") == "changed") + 1
        split(entries, sitting, count)
        entries[-2]["opened"] = sitting["opened"]
        entries[-2]["position"] = ""

    desk.rewrite(lie)
    assert "sitting-stops" in codes(verify(desk.folder).findings)


def test_an_order_of_an_earlier_turn_is_found_out(desk: Desk) -> None:
    """Only standing orders last: he takes the bid of turn 1 for that of turn 2, and files it under turn 1."""
    play_turn(desk)
    desk.order("red", "bid 4")
    desk.order("blue", "bid 2")
    desk.sit()

    def lie(entries: Entries) -> None:
        number = max(entry["n"] for entry in entries if entry.get("side") == "red")
        entries[number]["turn"] = 1

    desk.rewrite(lie)
    assert {"wrong-turn", "source-wrong"} <= set(codes(verify(desk.folder).findings))


# -- rulings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", [[0, 0], [2, 0], [99, 0]])
def test_a_ruling_carried_out_that_nobody_gave_is_found_out(desk: Desk, source: list[int]) -> None:
    desk.order("referee", "ruling red gains 2")
    desk.sit()
    assert acts(desk, "edit") and verify(desk.folder).holds
    given = acts(desk, "edit")[0]["edit"]

    def lie(entries: Entries) -> None:
        place = [place for place, act in enumerate(entries[-1]["acts"]) if "edit" in act][0]
        twice = [dict(act) for act in entries[-1]["acts"][place:place + 2]]
        twice[0]["edit"] = given if source == [2, 0] else source
        entries[-1]["acts"] += twice

    desk.rewrite(lie)
    assert not verify(desk.folder).holds
    assert {"ruling-out-of-place", "rules-fail"} & set(codes(verify(desk.folder).findings)) or source == [0, 0]


def test_a_debt_left_out_is_found_out_at_the_end(desk: Desk) -> None:
    desk.order("referee", "ruling red gains 1")
    desk.sit()
    play_turn(desk)
    desk.order("red", "bid 1")
    desk.order("referee", "ruling red gains 1")
    desk.order("blue", "bid 1")
    desk.sit()
    play_turn_left(desk)
    finish(desk)
    assert verify(desk.folder).holds, verify(desk.folder).findings

    def lie(entries: Entries) -> None:
        owing = next(entry for entry in sittings(entries) if len(entry["owed"]) == 1 and entry["number"] > 2)
        owing["owed"] = []

    desk.rewrite(lie)
    assert "owed-differs" in codes(verify(desk.folder).findings)


def play_turn_left(desk: Desk) -> None:
    """The rest of a turn whose bids are made."""
    for side in ("red", "blue"):
        desk.order(side, "pass\nlose boats\npass")
    desk.sit()
