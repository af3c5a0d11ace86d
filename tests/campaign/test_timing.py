"""Orders whose moment cannot come, orders on copies that know too little, and orders that were lost."""

from __future__ import annotations

import shutil

import pytest

from tests.campaign import toy
from tests.campaign.desk import ORDERS, Desk, codes, play_turn
from tests.campaign.test_check import to_raids
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.campaign import LostOrders
from witp_pbem.campaign.orders.check import MOST_PROBLEMS, ReplacedOrder
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.entries import WORD_LENGTH
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.sitting import inputs
from witp_pbem.campaign.sitting.status import status
from witp_pbem.report import checked as checked_text


def test_orders_for_a_phase_that_is_over(desk: Desk) -> None:
    to_raids(desk)
    assert codes(desk.check("red", "bid 1").problems) == ["phase-over"]
    assert codes(desk.check("red", "bid 1", Phase="bids").problems) == ["phase-over"]
    assert codes(desk.check("red", "raid Blue Island", Phase="raids").problems) == []


def test_orders_headed_with_a_phase_that_never_asks_for_them(desk: Desk) -> None:
    problem, = desk.check("red", "raid Blue Island", Phase="bids").problems
    assert problem.code == "wrong-phase" and problem.values["phases"] == ["raids"]
    assert problem.suggestion == "Phase: raids"


def test_orders_behind_the_own_pass(desk: Desk) -> None:
    to_raids(desk)
    checked = desk.check("red", "pass\nraid Blue Island\nlose boats", Phase="raids")
    assert codes(checked.problems) == ["never-asked"]


def test_orders_behind_the_own_pass_of_a_phase_that_goes_on(desk: Desk) -> None:
    """Blue owes its decision and cannot be taken to pass, so the phase does not end in the trial."""
    checked = desk.check("red", "bid 1\npass\nraid Blue Island")
    assert checked.problems == () and checked.lines[2].full == ""


def test_what_is_illegal_after_an_assumption_depends_on_it(desk: Desk) -> None:
    to_raids(desk)
    checked = desk.check("blue", "raid Red Island with 9 boats\npass")
    assert checked.problems == () and codes(checked.depends) == ["no-boats"]


def test_a_card_cannot_be_judged_on_a_copy(desk: Desk) -> None:
    to_raids(desk)
    card = desk.open().look("flags/0")
    shutil.rmtree(desk.folder / "private")
    checked = desk.check("red", f"pass\nplay {card}")
    assert checked.problems == checked.depends == ()
    assert [line.full for line in checked.lines] == ["pass", ""]
    assert tell(desk.open(), side="red").side == ""


def lose(desk: Desk, how: str) -> None:
    file = desk.folder / "private" / "sealed.jsonl"
    data = file.read_bytes()
    if how == "missing":
        file.unlink()
    else:
        file.write_bytes({"truncated": data[:-40], "empty": b"", "garbage": b"\xff{\n" + data,
                          "changed": data.replace(b"bid 4", b"bid 5")}[how])


@pytest.mark.parametrize("how", ["missing", "truncated", "empty", "garbage", "changed"])
def test_lost_orders_stop_everything_that_would_need_them(desk: Desk, how: str) -> None:
    desk.order("red", "bid 4")
    number = desk.entries()[-1]["n"]
    lose(desk, how)
    before = {path: path.read_bytes() for path in desk.folder.rglob("*.*") if path.is_file()}
    for act in (desk.sit, lambda: desk.submit("blue", "bid 1"), desk.open().require_sealed):
        with pytest.raises(LostOrders, match=rf"entry {number} \(red\)"):
            act()
    assert {path: path.read_bytes() for path in desk.folder.rglob("*.*") if path.is_file()} == before


def test_missing_secrets_are_told_as_such(desk: Desk) -> None:
    (desk.folder / "private" / "secrets.json").unlink()
    with pytest.raises(Damaged, match="secrets are missing") as refusal:
        desk.sit()
    assert refusal.value.exit_code == 1


def test_a_submission_says_what_it_replaces(desk: Desk) -> None:
    desk.order("red", "bid 1", Phase="bids")
    number = desk.entries()[-1]["n"]
    replaced = (ReplacedOrder(number, "bids", False, "bid 1"),)
    assert desk.check("red", "bid 2", Phase="bids").replaced == replaced
    assert desk.submit("red", "bid 2", Phase="bids").checked[0].replaced == replaced
    assert desk.submit("red", "pass", Phase="raids").checked[0].replaced == ()


def test_a_check_says_order_by_order_what_would_be_replaced(desk: Desk) -> None:
    desk.order("red", "bid 1\nraid Blue Island with 3 boats else pass\nstanding until cancelled: pass end")
    number = desk.entries()[-1]["n"]
    checked = desk.check("red", "bid 2")
    sentence, = checked_text.replaced(checked, desk.open().game)
    assert sentence == (f"They replace your orders of entry {number} that name no phase: “bid 1”, “raid Blue Island "
                        "with 3 boats else pass”.")
    assert [order.text for order in desk.check("red", "cancel standing orders").replaced] == ["pass"]


@pytest.mark.parametrize("phase", ["", "raids"])
def test_a_file_that_adds_replaces_nothing(desk: Desk, phase: str) -> None:
    to_raids(desk)
    desk.order("red", "raid Blue Island with 1 boats", Phase=phase)
    added = desk.submit("red", "raid Blue Island with 2 boats\npass", Phase=phase, Add="yes")
    assert added.stands and added.checked[0].replaced == () and desk.entries()[-1]["adds"]
    mine = [order.statement.text for side, order in inputs.gather(desk.open()).orders if side == "red"]
    assert mine == ["raid Blue Island with 1 boats", "raid Blue Island with 2 boats", "pass"]
    desk.order("red", "pass", Phase=phase, Add="no")
    assert [order.statement.text for side, order in inputs.gather(desk.open()).orders if side == "red"] == ["pass"]


def test_what_was_added_is_read_again_by_whoever_proves_the_game(desk: Desk) -> None:
    desk.sit()
    for _ in range(toy.TURNS):
        for side, orders in ORDERS.items():
            first, _, rest = orders.partition("\n")
            desk.order(side, first)
            desk.order(side, rest, 追加="はい")
        desk.sit()
    assert desk.open().position.outcome and verify(desk.folder).holds
    number = next(entry["n"] for entry in desk.entries() if entry.get("adds"))
    desk.rewrite(lambda entries: entries[number].update(adds=False))
    assert "orders-differ" in codes(verify(desk.folder).findings)


def test_add_is_yes_or_no(desk: Desk) -> None:
    problem, = desk.check("red", "bid 1", Add="perhaps").problems
    assert (problem.code, problem.suggestion) == ("add-yes-or-no", "Add: yes")


def test_the_keeper_sees_whose_orders_wait_and_for_whom_all_wait(desk: Desk) -> None:
    assert status(desk.open()).waits_for == ("red", "blue")
    desk.order("red", "bid 1")
    desk.order("red", "pass", Phase="raids")
    current = status(desk.open())
    assert current.on_file == {"red": ("", "raids")} and current.waits_for == ("blue",)
    desk.order("blue", "bid 2")
    assert status(desk.open()).waits_for == ()
    shutil.rmtree(desk.folder / "private")
    assert status(desk.open()).on_file == {}


def test_only_so_many_problems_are_told(desk: Desk) -> None:
    checked = desk.check("red", "bid 9\nbid\n" * 200)
    assert len(checked.problems) == MOST_PROBLEMS and checked.more > 0


def test_luck_has_its_limit(desk: Desk) -> None:
    assert codes(desk.check("red", "bid 1", Luck="x" * (WORD_LENGTH + 1)).problems) == ["luck-too-long"]
    assert desk.check("red", "bid 1", Luck="x" * WORD_LENGTH).problems == ()


def test_whole_turns_leave_nothing_never_asked(desk: Desk) -> None:
    play_turn(desk)
    assert desk.open().turn == 2
