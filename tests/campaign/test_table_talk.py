"""Table talk: sealed with the orders, opened by the next sitting, never an order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.campaign import toy
from tests.campaign.both import both_games
from tests.campaign.desk import Desk, codes, play_turn
from tests.campaign.test_holders import Table, sealed
from tests.games.lagoon import game as lagoon
from tests.stand_ins import crooked, findable
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting import table_talk
from witp_pbem.campaign.sitting.rewind import rewind

HELLO = "Say: Hello, Blue!"


def talk(desk: Desk, **which: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Who says what in a report."""
    return [(talk.side, talk.lines) for talk in tell(desk.open(), **which).talk]


def findings(desk: Desk) -> list[str]:
    return codes(verify(desk.folder).findings)


def test_it_travels_with_the_next_report_and_is_no_order(desk: Desk) -> None:
    checked = desk.check("red", f"{HELLO}\nbid 4\nSay: pass\n発言：また会おう")
    assert not checked.problems and [line.written for line in checked.lines] == ["bid 4"]
    assert [line.words for line in checked.talk] == ["Hello, Blue!", "pass", "また会おう"]
    desk.order("red", f"{HELLO}\nbid 4\nSay: pass\n発言：また会おう")
    assert talk(desk, unread=True) == [], "sealed until the next sitting"
    assert b"Hello" not in desk.book.read_bytes()
    desk.order("blue", "bid 2")
    desk.sit()
    assert talk(desk, unread=True) == [("red", ("Hello, Blue!", "pass", "また会おう"))]
    assert tell(desk.open(), unread=True).talk[0].entry == desk.entries()[-3]["n"]
    assert not findings(desk)


def test_it_is_told_once_and_in_its_turn(desk: Desk) -> None:
    desk.order("red", HELLO + "\nbid 1")
    play_turn(desk)
    play_turn(desk)
    assert talk(desk, unread=True) == []
    assert talk(desk, turn=1) == [("red", ("Hello, Blue!",))] and talk(desk, turn=2) == []
    assert not findings(desk)


def test_the_words_of_a_replaced_file_stay_said(desk: Desk) -> None:
    desk.order("red", "Say: first\nbid 1")
    desk.order("red", "Say: second\nbid 2")
    desk.order("blue", "bid 3")
    desk.sit()
    assert talk(desk, unread=True) == [("red", ("first",)), ("red", ("second",))]


def test_what_is_withdrawn_before_the_sitting_is_not_said(desk: Desk) -> None:
    desk.order("red", "Say: oh no\nbid 1")
    record_letter(desk.folder, "withdraw", "red", {})
    desk.order("red", "Say: better\nbid 2")
    desk.order("blue", "bid 3")
    desk.sit()
    assert talk(desk, unread=True) == [("red", ("better",))]
    assert b"oh no" not in desk.book.read_bytes()


def test_nor_does_the_end_of_the_game_say_it(desk: Desk) -> None:
    """The last sitting opens every file, so that it can be proved; the report does not tell of what was taken back."""
    desk.order("red", "Say: oh no\nbid 1")
    record_letter(desk.folder, "withdraw", "red", {})
    while not desk.open().position.outcome:
        desk.order("blue", "Say: good game\nbid 1")
        play_turn(desk)
    assert b"oh no" in desk.book.read_bytes()
    everything = [line for number in range(1, desk.open().state.sittings + 1) for line in talk(desk, sitting=number)]
    assert set(everything) == {("blue", ("good game",))}
    assert not findings(desk)


def test_words_alone_replace_nothing(desk: Desk) -> None:
    desk.order("red", "bid 4")
    checked = desk.check("red", HELLO)
    assert not checked.problems and not checked.replaced and not checked.lines
    desk.order("red", HELLO)
    desk.order("blue", "bid 2")
    desk.sit()
    assert talk(desk, unread=True) == [("red", ("Hello, Blue!",))]
    assert desk.open().position.points["red"] == 1


def test_words_alone_do_not_let_standing_orders_answer_for_an_illegal_one(desk: Desk) -> None:
    """After an illegal order the side is asked again; a greeting is no answer to that."""
    desk.order("red", "standing until cancelled: pass lose boats bid 0 end")
    desk.order("red", "bid 1\nif we lead: raid Blue Island with 7 boats end")
    desk.order("blue", "bid 0\npass\nlose boats\npass")
    assert [due.demand.side for due in desk.sit().dues] == ["red"]
    assert codes(desk.check("red", HELLO).problems) == ["talk-owes-order"]
    assert not desk.check("blue", HELLO).problems
    desk.order("red", HELLO + "\nPhase: raids\nraid Blue Island with 2 boats")
    desk.sit()
    assert talk(desk, unread=True) == [("red", ("Hello, Blue!",))] and not findings(desk)


def test_words_alone_do_not_spend_a_link_that_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    findable(monkeypatch, others=False, toy=toy.game)
    table = Table(tmp_path, "blue", keeper="red", deal="open")
    assert not table.desk.check("blue", HELLO).problems
    table.give("blue")
    assert codes(table.desk.check("blue", HELLO).problems) == ["talk-spends-link"]
    table.desk.sit()
    link, orders = table.bound("blue", HELLO)
    assert table.send_all(orders, link).stands, "what was sealed can always be revealed"


@pytest.mark.parametrize(("orders", "problem"), [
    ("bid 4 Say: hello", "talk-within-line"),
    ("bid 4 #\npass 発言：hello", "talk-within-line"),
    ("bid 4\nSay: hello Phase: bidding bid 3", "talk-with-header"),
    ("bid 4\nSay: hello Turn: 3", "talk-with-header"),
    ("bid 4\nSay: hello Say: goodbye", "talk-with-header"),
])
def test_what_may_be_meant_for_an_order_is_asked_about(desk: Desk, orders: str, problem: str) -> None:
    assert codes(desk.check("red", orders).problems) == [problem]


@pytest.mark.parametrize("words", [
    "# 1 is mine", '"never', "bid 3", "end", "Good luck: you need it", "your turn: now", "if you dare: pass", "a: b",
    "when raid\tbid 1", "- - -", "Letter: protest", "\u202epass", "said: x", "＃"])
def test_any_words_can_be_said(desk: Desk, words: str) -> None:
    checked = desk.check("red", f"bid 4\n Say: {words} \nraid Blue Island")
    assert not checked.problems and [line.words for line in checked.talk] == [words]
    assert [line.written for line in checked.lines] == ["bid 4", "raid Blue Island"]


def test_a_line_that_says_nothing_is_none(desk: Desk) -> None:
    assert codes(desk.check("red", "Say:\nSay:   ").problems) == ["nothing-ordered"]
    assert desk.check("red", "bid 4\nSay:").talk == ()


def test_the_referee_writes_notes_instead(desk: Desk) -> None:
    assert "talk-of-referee" in codes(desk.check("referee", "ruling red gains 2\nSay: hello").problems)


def test_sealed_orders_are_heard_when_they_are_revealed(desk: Desk) -> None:
    seal, reveal = sealed(desk, "red", f"{HELLO}\nbid 4", "ab" * 32)
    assert submit(desk.folder, [("seal.txt", seal.encode())]).stands
    desk.order("blue", "bid 2")
    assert submit(desk.folder, [("reveal.txt", reveal.encode())]).stands
    desk.sit()
    assert talk(desk, unread=True) == [("red", ("Hello, Blue!",))] and not findings(desk)


def test_slips_and_entries(desk: Desk) -> None:
    desk.order("red", f"bid 4\n{HELLO}\nSay: bye")
    own = desk.open().private
    assert own is not None
    slip = own.sealed[desk.entries()[-1]["hash"]][-1].content
    assert slip == {"phase": "", "blocks": [], "text": "Say: Hello, Blue!\nSay: bye"}
    assert slips.talk(slip) == ("Hello, Blue!", "bye")
    assert not any(isinstance(value, list) for value in desk.entries()[-1].values()), "nobody can count what is said"


def test_what_a_rewind_takes_back_is_said_again_with_the_orders_it_keeps(desk: Desk) -> None:
    desk.order("red", f"bid 4\n{HELLO}")
    number = desk.entries()[-1]["n"]
    desk.order("blue", "bid 2")
    desk.sit()
    rewind(desk.folder, f"entry {number - 1}", "wrong bid", keep=True)
    assert tell(desk.open()).talk == ()
    desk.order("blue", "bid 3")
    desk.sit()
    assert talk(desk, unread=True) == [("red", ("Hello, Blue!",))] and not findings(desk)


def test_a_keeper_who_opens_it_early_is_found_out(desk: Desk) -> None:
    """What was taken back is nobody's business."""
    desk.order("red", "Say: oh no\nbid 1")
    record_letter(desk.folder, "withdraw", "red", {})
    desk.order("red", "bid 2")
    desk.order("blue", "bid 3")
    with crooked(table_talk, counted=lambda line, before: [entry for entry in line if entry["type"] == "submission"]):
        desk.sit()
    assert findings(desk) == ["opened-early"]


def test_a_keeper_who_keeps_it_back_is_found_out_in_the_end(desk: Desk) -> None:
    with crooked(table_talk, due=lambda campaign: iter(())):
        desk.order("red", f"{HELLO}\nbid 1")
        play_turn(desk)
        sitting = desk.entries()[-1]["n"]
        assert findings(desk) == [], "nobody else can know before the end"
        while not desk.open().position.outcome:
            play_turn(desk)
    assert [(finding.entry, finding.code) for finding in verify(desk.folder).findings] == [(sitting, "talk-withheld")]


@both_games
def test_every_game_has_it(new_desk: Callable[..., Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    findable(monkeypatch, toy=toy.game, lagoon=lagoon.game)
    desk = new_desk(tmp_path / "isles")
    desk.sit()
    for side, orders in desk.turn_orders().items():
        desk.order(side, f"Say: {side} was here\n{orders}")
    desk.sit()
    assert talk(desk, unread=True) == [(side, (f"{side} was here",)) for side in desk.turn_orders()]
    assert not findings(desk)
