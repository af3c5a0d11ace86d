"""Whole time lines: a decision begins, players are reminded, a deadline passes, and what was agreed on follows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.campaign.test_signatures import public
from tests.exchange import posting
from tests.exchange.deadlines.conftest import BEGUN, DAY, HOUR, Watched
from witp_pbem.campaign.folder.settings import set_language
from witp_pbem.campaign.letters import chainfile
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.exchange import journal, outbox, times
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.deadlines import agreeing
from witp_pbem.exchange.deadlines import clock as clocks
from witp_pbem.exchange.deadlines.agreement import Agreement
from witp_pbem.exchange.mailbox.account import Account

Watch = Callable[..., Watched]
LATE = 3 * DAY + 13 * HOUR  # after deadline and grace


def test_clocks_start_when_the_desk_first_sees_a_decision(watch: Watch) -> None:
    game = watch()
    assert game.clocks() == []
    reviewed = game.review()
    assert game.clocks() == [("red", 1, "begun", 3), ("blue", 1, "begun", 3)]
    assert reviewed.remarks == (
        "Red (Ken) has until Wed 2026-11-25 08:00 UTC (Wed 2026-11-25 17:00 Asia/Tokyo) to decide.",
        "Blue (Ann) has until Wed 2026-11-25 08:00 UTC to decide.")
    again = game.review(5 * HOUR)
    assert (again.remarks, again.letters, len(game.clocks())) == ((), (), 2)


def test_an_answer_stops_the_clock_and_a_sitting_starts_the_next(watch: Watch) -> None:
    game = watch()
    game.review()
    game.desk.order("blue", "bid 2")
    assert [clock.side for clock in clocks.running(game.desk.open(), game.now)] == ["red"]
    game.desk.order("red", "bid 3")
    assert clocks.running(game.desk.open(), game.now) == []
    game.review(DAY)
    game.desk.sit()
    game.review(HOUR)
    assert game.clocks()[2:] == [("red", 1, "begun", 4.04)]
    assert game.clock("red").sitting == game.desk.open().last_sitting["hash"]


def test_orders_taken_back_leave_the_clock_as_it_was(watch: Watch) -> None:
    from tests.leaving import withdraw

    game = watch()
    game.review()
    game.desk.order("blue", "bid 2")
    withdraw(game.folder, "blue")
    game.review(2 * DAY + HOUR)
    assert game.clocks() == [("red", 1, "begun", 3), ("blue", 1, "begun", 3)]
    assert game.letters() == [("reminder", "ken"), ("reminder", "ann")]


def test_orders_that_answer_nothing_leave_the_clock_running(watch: Watch) -> None:
    game = watch()
    game.review()
    game.desk.order("red", "raid Blue Island")
    game.desk.order("blue", "bid 2")
    assert game.desk.sit().number is None
    assert [clock.side for clock in clocks.running(game.desk.open(), game.now)] == ["red"]


def test_a_rewind_starts_anew(watch: Watch) -> None:
    from witp_pbem.campaign.sitting.rewind import rewind

    game = watch()
    game.review()
    game.desk.order("blue", "bid 2")
    game.desk.order("red", "bid 3")
    game.desk.sit()
    game.review()
    rewind(game.folder, "sitting 1", "so we said", False)
    assert game.review(DAY).remarks
    assert game.clocks()[2:] == [("red", 1, "begun", 3), ("red", 1, "begun", 4), ("blue", 1, "begun", 4)]


def test_only_who_is_waited_for_is_reminded_and_once(watch: Watch) -> None:
    game = watch(remind=["1d", "3h"])
    game.review()
    game.desk.order("blue", "bid 2")
    game.review(DAY)
    assert game.letters() == []
    game.review(DAY)
    game.review(HOUR)
    assert game.letters() == [("reminder", "ken")]
    text = game.text("reminder", "ken")
    assert "Your orders are due by Wed 2026-11-25 08:00 UTC (Wed 2026-11-25 17:00 Asia/Tokyo)." in text
    assert "bid 0 to 5 points" in text
    assert "count until Wed 2026-11-25 20:00 UTC" in text
    game.review(21 * HOUR)
    assert game.letters() == [("reminder", "ken")] * 2


def test_of_reminders_overdue_at_once_only_the_last_is_sent_and_none_after_the_deadline(watch: Watch) -> None:
    game = watch(remind=["2d", "1d", "3h"])
    game.review()
    game.review(3 * DAY - HOUR)
    assert game.letters() == [("reminder", "ken"), ("reminder", "ann")]
    late = watch_again(watch, game)
    late.review()
    late.review(3 * DAY + HOUR)
    assert late.letters() == []


def watch_again(watch: Watch, game: Watched) -> Watched:
    game.folder.rename(game.folder.parent / "other")
    return watch(remind=["2d", "1d", "3h"])


def test_no_reminder_comes_with_the_decision_itself(watch: Watch) -> None:
    game = watch(every="1d", minimum="0h", remind=["1d", "3d"])
    game.review()
    game.review(HOUR)
    assert game.letters() == []


def test_within_the_grace_nobody_is_late(watch: Watch) -> None:
    game = watch()
    game.review()
    game.review(3 * DAY + 12 * HOUR)
    game.desk.order("blue", "bid 2")
    game.desk.order("red", "bid 3")
    game.review(HOUR)
    assert game.notes() == [] and ("missed", "ken") not in game.letters()


def test_a_miss_is_put_on_record_and_told_to_all_once(watch: Watch) -> None:
    game = watch()
    game.review()
    game.desk.order("blue", "bid 2")
    reviewed = game.review(LATE)
    note = ("Red (Ken) has missed the deadline of Wed 2026-11-25 08:00 UTC (Wed 2026-11-25 17:00 Asia/Tokyo); no "
            "orders had come until Wed 2026-11-25 20:00 UTC (Thu 2026-11-26 05:00 Asia/Tokyo). As agreed on: the "
            "referee decides what is to be done.")
    assert game.notes() == [note] and reviewed.remarks == (note,) and game.told_by_letter() == [note]
    assert game.letters() == [("missed", "ken"), ("missed", "ann")]
    assert "Red (Ken) has missed the deadline of Wed 2026-11-25 08:00 UTC. The referee decides" in game.text(
        "missed", "ann")
    before = game.sent(), game.desk.book.read_bytes()
    again = game.review(DAY)
    assert (game.sent(), game.desk.book.read_bytes()) == before
    assert reviewed.needs == again.needs == (
        "Red (Ken) has missed the deadline of Wed 2026-11-25 08:00 UTC. The referee decides.",)
    assert verify(game.folder).holds


def test_a_miss_is_no_news_besides(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    posting.install(monkeypatch)
    game = watch()
    game.review()
    game.review(LATE)
    assert game.letters() and game.news() == []
    record_letter(game.folder, "note", "red", {"text": "I was away."})
    assert len(game.news()) == 1


def test_each_reads_his_own_language(watch: Watch) -> None:
    game = watch()
    set_language(game.folder, "red", "ja")
    game.review()
    game.review(LATE)
    assert "締切" in game.text("missed", "ken") and "締切" not in game.text("missed", "ann")
    assert "has missed" not in game.text("missed", "ken")


# -- what follows -----------------------------------------------------------------------------------------------


def test_extend(watch: Watch) -> None:
    game = watch(then=["extend", "referee"])
    game.review()
    game.desk.order("blue", "bid 2")
    game.review(LATE)
    assert game.clocks()[2:] == [("red", 2, "extended", 6.54)]
    assert "The deadline is extended until Sat 2026-11-28 21:00 UTC (Sun 2026-11-29 06:00" in game.text("missed", "ken")
    game.review(2 * DAY + HOUR)
    assert game.letters()[2:] == [("reminder", "ken")]
    assert game.review(2 * DAY).needs
    assert len(game.clocks()) == 3 and len(game.notes()) == 2


def test_who_has_come_in_time_since_begins_with_the_first_policy_again(watch: Watch) -> None:
    game = watch(then=["extend", "referee"])
    game.review()
    game.desk.order("blue", "bid 2")
    game.review(LATE)
    game.desk.order("red", "bid 3")
    game.desk.sit()
    game.review()
    assert [why for side, _, why, _ in game.clocks() if side == "red"] == ["begun", "extended", "begun"]
    game.review(LATE)
    assert [why for side, _, why, _ in game.clocks() if side == "red"] == ["begun", "extended", "begun", "extended"]


def test_the_last_policy_goes_on(watch: Watch) -> None:
    game = watch(then=["extend"])
    game.review()
    game.desk.order("blue", "bid 2")
    for _ in range(3):
        game.review(LATE)
    assert [number for side, number, _, _ in game.clocks() if side == "red"] == [1, 2, 3, 4]
    assert len(game.notes()) == 3


def test_default_orders_are_ruled_and_played(watch: Watch) -> None:
    game = watch(then=["default"], default={"": "pass\nbid 1"})
    game.review()
    game.desk.order("blue", "bid 2")
    game.review(LATE)
    assert [entry["orders"] for entry in game.desk.entries() if entry["type"] == "ruling"] == [
        [{"ruling": "default", "player": "red", "text": "bid 1"}]]
    assert "The default orders agreed on are played for Red: bid 1" in game.text("missed", "ann")
    assert game.desk.sit().number == 2
    assert game.desk.open().position.points == {"red": 0, "blue": 1}
    assert verify(game.folder).holds


def test_both_late_both_defaulted(watch: Watch) -> None:
    game = watch(then=["default"], default={"red": "bid 1", "blue": "bid 0"})
    game.review()
    game.review(LATE)
    assert len(game.notes()) == 2
    assert game.desk.sit().number == 2 and game.desk.open().position.points == {"red": 1, "blue": 0}


def test_default_orders_that_do_not_stand_make_room_for_the_next_policy(watch: Watch) -> None:
    game = watch(then=["default", "extend"], default={"red": "bid 9\npass", "blue": "bid 0"})
    game.review()
    game.desk.order("blue", "bid 2")
    game.review(LATE)
    assert "ruling" not in game.desk.kinds()
    assert game.clocks()[-1][:3] == ("red", 2, "extended")
    text = game.text("missed", "ken")
    assert "None of the default orders agreed on for Red is legal here. The deadline is extended" in text


def test_at_the_end_of_all_policies_is_the_referee(watch: Watch) -> None:
    game = watch(then=["default"], default={"": "pass"})
    game.review()
    game.desk.order("blue", "bid 2")
    assert len(game.review(LATE).needs) == 1


def test_standing_orders_that_answer(watch: Watch) -> None:
    """Red's orders on file answer, but the sitting was never held."""
    game = watch(then=["standing"])
    game.review()
    game.desk.order("blue", "bid 2")
    game.review(LATE - HOUR)
    assert game.notes() == []
    game.review(HOUR)
    assert "What Red has on file does not answer all that is owed." in " ".join(
        game.text("missed", "ann").split()) and game.desk.open().state.sittings == 1


def test_what_is_still_owed_after_standing_orders_falls_to_the_next_policy(watch: Watch) -> None:
    game = watch(then=["standing", "default"], default={"": "bid 1"})
    game.review()
    game.desk.order("blue", "bid 2")
    game.review(LATE)
    text = game.text("missed", "ann")
    assert "does not answer all that is owed. The default orders agreed on are played for Red: bid 1" in text


def test_a_replacement_takes_over_with_the_whole_time(watch: Watch) -> None:
    game = watch(then=["replacement"], replacement={"red": "Kenji <kenji@example.org>"})
    game.review()
    game.desk.order("blue", "bid 2")
    game.review(LATE)
    assert game.desk.open().players["red"] == "Kenji <kenji@example.org>"
    assert game.clocks()[-1] == ("red", 2, "replaced", 6.54)
    assert sorted(game.letters()) == [("invite", "kenji"), ("missed", "ann"), ("missed", "ken"), ("missed", "kenji")]
    assert "Kenji takes over Red and has until" in game.text("missed", "kenji")
    assert tokens.of(game.desk.open(), "red") in game.raw("missed", "kenji")
    assert ".nobody@" in game.raw("missed", "ken")  # he who has left gets no token
    assert game.review(LATE).needs  # there is nobody else
    assert verify(game.folder).holds


def test_a_link_withheld_is_a_missed_deadline_and_a_keeper_who_plays_says_so(watch: Watch, tmp_path: Path) -> None:
    anchor = chainfile.new(tmp_path / "blue.chain").anchor
    game = watch({"keeper": "red", "chains": {"blue": anchor}, "deal": "open"}, then=["extend"])
    game.review()
    game.review(LATE)
    assert [(entry["side"], entry["text"][:39]) for entry in game.desk.entries() if entry["type"] == "note"] == [
        ("red", "Blue (Ann) has missed the deadline of W")]
    assert game.clocks() == [("blue", 1, "begun", 3), ("blue", 2, "extended", 6.54)]


def test_where_the_referee_signs_nothing_is_ruled_or_noted_without_him(watch: Watch) -> None:
    game = watch({"keys": {"referee": public("referee")}}, then=["default"], default={"": "bid 1"})
    assert "must be signed" in agreeing.agree(game.folder, Agreement(), game.now)[0]
    game.agree(then=["default"], default={"": "bid 1"})
    game.review()
    game.desk.order("blue", "bid 2")
    assert game.review(LATE).needs
    assert game.notes() == [] and "ruling" not in game.desk.kinds()
    assert game.letters() == [("missed", "ken"), ("missed", "ann")]


def test_the_referee_is_told_where_he_gets_mail(watch: Watch) -> None:
    game = watch()
    game.review()
    game.desk.order("blue", "bid 2")
    game.account = Account(address="desk@example.org")
    game.review(LATE)
    assert game.letters()[2:] == [("missed", "desk")]
    text = game.text("missed", "desk")
    assert "Red (Ken) has missed the deadline" in text and "--until red=2026-12-31T20:00Z" in text


# -- moved ------------------------------------------------------------------------------------------------------


def test_an_absence_told_later_moves_a_running_deadline(watch: Watch) -> None:
    game = watch()
    game.review()
    game.agree(away={"red": [["2026-11-24", "2026-11-26"]]})
    game.review(DAY)
    assert game.clock("red").until == BEGUN + 6 * DAY and game.clock("blue").until == BEGUN + 3 * DAY
    assert game.letters() == [("deadline", "ken"), ("deadline", "ann")]
    assert "The deadline of Red (Ken) is now Sat 2026-11-28 08:00 UTC" in game.text("deadline", "ann")
    game.agree()
    game.review(HOUR)
    assert game.clock("red").until == BEGUN + 6 * DAY and game.sent() == 2  # never nearer than it was told


def test_a_deadline_set_by_hand(watch: Watch) -> None:
    game = watch()
    game.review()
    game.desk.order("blue", "bid 2")
    agreeing.set_until(game.folder, "red", BEGUN + 2 * DAY, game.now)
    assert game.clock("red").until == BEGUN + 2 * DAY
    assert "The referee has set it." in game.text("deadline", "ann")
    game.review(2 * DAY + 13 * HOUR)
    assert len(game.notes()) == 1
    agreeing.set_until(game.folder, "red", BEGUN + 9 * DAY, game.now)
    assert game.clocks()[-1] == ("red", 2, "set", 9)
    assert game.review(HOUR).needs == ()


def test_nothing_happens_without_an_agreement_or_after_the_game(watch: Watch) -> None:
    from tests.campaign.desk import play_turn

    game = watch()
    for _ in range(3):
        play_turn(game.desk)
    assert game.review(LATE) == ((), (), ())
    (game.folder / "deadlines.json").unlink()
    assert game.review(LATE) == ((), (), ()) and game.clocks() == []


def test_who_holds_up_the_dice_is_waited_for(watch: Watch) -> None:
    game = watch({"words": True, "seed": ""})
    assert set(clocks.waited_for(game.desk.open())) == {"red", "blue"}
    record_letter(game.folder, "word", "red", {"word": "fortuna"})
    assert clocks.waited_for(game.desk.open()) == ("blue",)


# -- in words ---------------------------------------------------------------------------------------------------


def test_sentences_name_utc_and_the_readers_time(watch: Watch) -> None:
    game = watch(then=["extend"])
    campaign = game.desk.open()
    assert clocks.in_brief(campaign, game.now, "blue") == "Wed 08:00 UTC"
    assert clocks.in_brief(campaign, game.now, "red") == "Wed 17:00"
    assert clocks.in_brief(campaign, game.now + 30 * DAY, "nobody") == ""
    before = clocks.sentences(campaign, game.now, "blue")
    game.review()
    assert clocks.sentences(campaign, game.now, "blue") == before  # as told before the desk has started the clocks
    game.desk.order("blue", "bid 2")
    assert clocks.sentences(game.desk.open(), game.now, "red") == [
        "Red (Ken) has until Wed 2026-11-25 08:00 UTC (Wed 2026-11-25 17:00 Asia/Tokyo) to decide.",
        "With a grace period of 12 hours, orders still count until Wed 2026-11-25 20:00 UTC (Thu 2026-11-26 05:00 "
        "Asia/Tokyo).",
        "If none have come by then: the deadline is extended by the same time."]
    assert clocks.sentences(game.desk.open(), game.now + 3 * DAY + HOUR)[0] == (
        "The deadline of Red (Ken) was Wed 2026-11-25 08:00 UTC (Wed 2026-11-25 17:00 Asia/Tokyo).")
    assert clocks.until(game.desk.open()) == BEGUN + 3 * DAY


def test_a_copy_without_private_knows_no_deadlines(watch: Watch) -> None:
    import shutil

    game = watch()
    game.review()
    shutil.rmtree(game.folder / "private")
    assert clocks.sentences(game.desk.open(), game.now) == []
    assert game.desk.open() and clocks.running(game.desk.open(), game.now + timedelta(days=9)) == []


# -- whatever happens -------------------------------------------------------------------------------------------


@settings(max_examples=15)
@given(st.lists(st.tuples(st.integers(0, 60), st.sampled_from(["", "", "red", "blue", "sit", "away"])), max_size=7),
       st.lists(st.sampled_from(["extend", "standing", "default", "replacement", "referee"]), min_size=1, max_size=3))
def test_nothing_is_late_before_its_time_or_done_twice(steps: list[tuple[int, str]], then: list[str]) -> None:
    """Hours pass, and now and then somebody sends orders, a sitting is held, or an absence is told."""
    with TemporaryDirectory() as folder:
        game = Watched(Path(folder) / "isles", then=then, default={"": "pass\nbid 1\nlose boats"},
                       replacement={"red": "Kenji <kenji@example.org>"}, remind=["1d", "3h"])
        for hours, what in steps:
            if what in ("red", "blue"):
                game.desk.submit(what, "bid 1" if game.desk.open().position.step == "bids" else "pass")
            elif what == "sit":
                game.desk.sit()
            elif what == "away":
                day = f"{game.now:%Y-%m-%d}"
                game.agree(then=then, away={"red": [[day, day]]}, default={"": "pass"})
            game.review(hours * HOUR)
            before = game.office_lines(), game.desk.book.read_bytes()
            game.review()
            assert (game.office_lines(), game.desk.book.read_bytes()) == before
        known, missed = clocks.clocks(game.office), clocks.misses(game.office)
        assert all(line.at > known[miss].until + 12 * HOUR for miss, line in missed.items())
        assert len(game.notes()) == len(missed)
        for key, letter in outbox.letters(game.office).items():
            if key.startswith("reminder:"):
                until = times.read(":".join(key.split(":")[4:7]))
                first = next(line.at for line in journal.read(game.office, outbox.QUEUED) if line.values["key"] == key)
                assert first < until and letter.to != ()
        assert verify(game.folder).holds
