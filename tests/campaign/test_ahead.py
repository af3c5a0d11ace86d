"""Orders given ahead in a whole campaign: what waits, what lasts over the turns, what is cancelled, and its proof."""

from __future__ import annotations

from typing import Any

import pytest

from tests.campaign.desk import Desk, codes, words
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.table.acts import Triggered
from witp_pbem.table.phrase import phrase

STANDING = "standing until cancelled:\nbid 3\npass\nlose boats\nend"


def acts(desk: Desk, kind: str) -> list[dict[str, Any]]:
    """The acts of one kind in all sittings."""
    return [act for entry in desk.entries() for act in entry.get("acts", ()) if kind in act]


def test_standing_orders_play_a_whole_game_alone(desk: Desk) -> None:
    for side in ("red", "blue"):
        desk.order(side, STANDING)
    assert desk.sit().over
    assert [words(act["answer"]) for act in acts(desk, "answer")].count("bid 3") == 6
    verified = verify(desk.folder)
    assert verified.holds, verified.findings


def test_what_is_ordered_for_the_turn_comes_first_and_goes_with_it(desk: Desk) -> None:
    desk.order("red", STANDING)
    desk.order("blue", f"bid 1\n{STANDING}")
    assert desk.sit().over
    blue = [words(act["answer"]) for act in acts(desk, "answer") if (act["side"], act["demand"]) == ("blue", "bid")]
    assert blue == ["bid 1", "bid 3", "bid 3"]
    assert verify(desk.folder).holds


def test_a_standing_order_ends_where_it_says_and_the_logbook_says_so(desk: Desk) -> None:
    desk.order("red", "standing until 1 points: bid 3 pass lose boats end")
    desk.order("blue", STANDING.replace("bid 3", "bid 1"))
    result = desk.sit()
    assert [due.demand.side for due in result.dues] == ["red"]
    assert all(act["because"] == {"code": "until"} for act in acts(desk, "cancelled")) and acts(desk, "cancelled")
    desk.order("red", STANDING)
    assert desk.sit().over
    verified = verify(desk.folder)
    assert verified.holds, verified.findings


def test_cancel_ends_standing_orders(desk: Desk) -> None:
    desk.order("red", STANDING)
    desk.order("blue", STANDING)
    desk.order("red", "cancel")
    result = desk.sit()
    assert [(due.demand.side, due.demand.code) for due in result.dues] == [("red", "bid")]
    desk.order("red", STANDING)
    assert desk.sit().over and verify(desk.folder).holds


def test_cancel_of_one_phase_leaves_the_others(desk: Desk) -> None:
    desk.order("red", "Phase: bids\nstanding until cancelled: bid 3 end\nPhase: raids\n"
                      "standing until cancelled: pass lose boats end")
    desk.order("red", "Phase: raids\ncancel all")
    desk.order("blue", STANDING)
    assert [(due.demand.side, due.demand.code) for due in desk.sit().dues] == [("red", "raid")]


def test_a_new_standing_order_replaces_the_old_one_of_its_phase(desk: Desk) -> None:
    desk.order("red", STANDING)
    desk.order("blue", STANDING)
    desk.order("red", STANDING.replace("bid 3", "bid 4"))
    assert desk.sit().over
    assert {words(act["answer"]) for act in acts(desk, "answer") if (act["side"], act["demand"]) == ("red", "bid")} == {
        "bid 4"}


def test_an_order_waits_for_its_condition_and_the_logbook_says_why_it_answers(desk: Desk) -> None:
    desk.order("red", "bid 4\nif we lead: raid Blue Island with 2 boats end\npass lose boats\npass")
    desk.order("blue", "bid 2\nif we lead: raid Red Island end\npass lose boats pass")
    desk.sit()
    assert [act.keys() for act in acts(desk, "triggered")] == [{"triggered", "side"}]  # the rest stands in its words
    (triggered,) = [item.act for item in tell(desk.open(), turn=1).entries if isinstance(item.act, Triggered)]
    assert triggered == Triggered("red", triggered.source, phrase("answers", conditions=(phrase("we-lead"),)))
    for _ in range(2):
        for side in ("red", "blue"):
            desk.order(side, "bid 1 pass pass")
        desk.sit()
    verified = verify(desk.folder)
    assert verified.holds, verified.findings


def test_what_stands_in_for_an_illegal_order_answers(desk: Desk) -> None:
    desk.order("red", "bid 4\nraid Blue Island with 7 boats\nelse raid Blue Island with 2 boats\npass\npass")
    desk.order("blue", "bid 2 pass lose boats pass")
    desk.sit()
    (triggered,) = acts(desk, "triggered")
    assert triggered["instead"] == {"code": "illegal", "problem": "no-boats", "rule": "toy 2.a"}
    assert verify(desk.folder).holds


def test_an_order_illegal_at_its_moment_counts_no_more_nor_what_stands_behind_it(desk: Desk) -> None:
    """Blue can lose boats before its raid comes, so that only the sitting shows the raid to be illegal."""
    desk.order("red", "bid 4\nraid Blue Island with 2 boats\nraid Blue Island with 2 boats\n"
                      "raid Blue Island with 2 boats\npass\nlose boats\npass", Luck="a")
    desk.order("blue", "bid 2\nraid Red Island with 5 boats\nraid Red Island with 5 boats\n"
                       "raid Red Island with 5 boats\npass\nlose boats")
    result = desk.sit()
    assert [due.demand.side for due in result.dues] == ["blue"]  # the seeded dice cost it a boat
    assert [act["because"].get("problem") for act in acts(desk, "cancelled")][:1] == ["no-boats"]
    assert all(act["because"] in ({"code": "illegal", "problem": "no-boats", "rule": "toy 2.a"}, {"code": "depends"})
               for act in acts(desk, "cancelled"))
    desk.order("blue", "pass lose boats pass")
    desk.sit()
    assert verify(desk.folder).holds


def test_a_false_notice_is_found_out(desk: Desk) -> None:
    desk.order("red", "bid 4\nif we lead: raid Blue Island end\npass lose boats pass")
    desk.order("blue", "bid 2 pass lose boats pass")
    desk.sit()

    def lie(entries: list[dict[str, Any]]) -> None:
        for entry in entries:
            for act in entry.get("acts", ()):
                if "triggered" in act:
                    act["instead"] = {"code": "illegal", "problem": "no-boats", "rule": "toy 2.a"}

    desk.rewrite(lie)
    assert "reason-differs" in codes(verify(desk.folder).findings)


def test_an_order_taken_away_without_reason_is_found_out(desk: Desk) -> None:
    for side in ("red", "blue"):
        desk.order(side, STANDING)
    desk.sit()

    def lie(entries: list[dict[str, Any]]) -> None:
        sitting = next(entry for entry in entries if entry["type"] == "sitting" and len(entry["acts"]) > 9)
        source = next(act["source"] for act in sitting["acts"] if "answer" in act)
        sitting["acts"].insert(len(sitting["acts"]) - 3,
            {"cancelled": source, "side": "red", "because": {"code": "until"}})

    desk.rewrite(lie)
    assert "cancelled-wrongly" in codes(verify(desk.folder).findings)


# -- the check ----------------------------------------------------------------------------------------------------


def test_the_check_says_what_an_order_waits_for_and_how_long_it_lasts(desk: Desk) -> None:
    checked = desk.check("red", "bid 1\nif we lead: raid Blue Island end\npass lose boats pass\n"
                                "standing until 9 points: raid Blue Island end")
    assert not checked.problems
    assert "waits for: we lead" in [line.note for line in checked.lines]
    assert "standing until 9 points" in [line.note for line in checked.lines]


@pytest.mark.parametrize(("orders", "code"), [
    ("standing: pass end", "standing-without-end"), ("standing until: pass end", "standing-without-end"),
    ("standing until we fly: pass end", "unknown-word"), ("if: pass end", "unknown-word"),
    ("standing until 1 points: standing until 2 points: pass end end", "standing-twice"),
    ("if we lead: dice 3 end", "referee-only"), ("bid 1 else dice 3", "referee-only"),
    ("cancel 3 boats", "unexpected-word"), ("bid 99 else bid 98", "bid-too-high"),
    ("if we lead: bid 99 end", "bid-too-high"),
])
def test_what_can_be_wrong_with_orders_given_ahead(desk: Desk, orders: str, code: str) -> None:
    assert code in codes(desk.check("red", orders).problems)
    recorded = desk.submit("red", orders)
    assert not recorded.stands


def test_a_file_replaces_orders_and_leaves_standing_ones(desk: Desk) -> None:
    desk.order("red", f"bid 1\n{STANDING}")
    recorded = desk.submit("red", "bid 2")
    assert [(order.phase, order.text) for order in recorded.checked[0].replaced] == [("", "bid 1")]
    desk.order("blue", STANDING)
    assert desk.sit().over
    assert [words(act["answer"]) for act in acts(desk, "answer") if act["side"] == "red"][:2] == ["bid 2", "pass"]


def test_the_check_of_one_side_knows_nothing_of_what_the_other_has_sealed(desk: Desk) -> None:
    mine = "bid 4\nif we lead: raid Blue Island end\nraid Blue Island with 2 boats else pass\npass\nlose boats\npass"
    def check_mine() -> tuple[Any, ...]:
        checked = desk.check("red", mine)
        return checked._replace(dues=()), [(due.demand.side, due.demand.code) for due in checked.dues]

    before = check_mine()
    desk.order("blue", f"bid 5\nraid Red Island with 5 boats\n{STANDING}")
    assert check_mine() == before
    desk.order("blue", "cancel\nbid 0")
    assert check_mine() == before


def test_the_logbook_hides_what_is_not_used(desk: Desk) -> None:
    """How many orders there are, that some wait or last, and what for: all that lies behind one seal."""
    desk.order("red", "bid 1")
    desk.order("red", f"bid 4\nif we lead: raid Blue Island end\ncancel\n{STANDING}")
    one, two = (entry for entry in desk.entries() if entry["type"] == "submission")
    assert one.keys() == two.keys()
    assert {key for key in one if one[key] != two[key]} == {"n", "seal", "hash"}
