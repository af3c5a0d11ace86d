"""A player says by mail that he is away: believed like orders, on record for all, and his deadlines move."""

from __future__ import annotations

from datetime import date, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.exchange.posting import ACCOUNT, ANN, EVE, KEN, NOW, PostOffice, begun, install, later
from tests.stand_ins import killed_at_call, no_waiting
from witp_pbem.campaign.folder.lock import locked
from witp_pbem.campaign.folder.settings import set_language
from witp_pbem.exchange import verdicts
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines import clock as clocks
from witp_pbem.exchange.deadlines.agreement import Agreement
from witp_pbem.exchange.deadlines.calendar import Absence
from witp_pbem.exchange.deadlines.review import review
from witp_pbem.exchange.desk import absences, recording
from witp_pbem.exchange.reading.incoming import read

AWAY = "Campaign: isles\nSide: red\nLetter: away\nFrom: 2026-11-24\nUntil: 2026-11-26\n"
BACK = "Campaign: isles\nSide: red\nLetter: back\n"
DAYS = Absence(date(2026, 11, 24), date(2026, 11, 26))


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    """A desk with deadlines: both have three days for a bid, from now on."""
    install(monkeypatch)
    made = begun(tmp_path)
    agreements.keep(made.desk.folder, Agreement(zones={"red": "Asia/Tokyo"}))
    review(made.desk.folder, NOW, ACCOUNT)
    return made


def away(post: PostOffice) -> tuple[Absence, ...]:
    agreement = agreements.read(post.desk.folder)
    assert agreement is not None
    return tuple(agreement.away.get("red", ()))


def until(post: PostOffice) -> timedelta:
    """How long red has from now on."""
    (clock,) = (clock for clock in clocks.running(post.desk.open(), NOW) if clock.side == "red")
    return clock.until - NOW


def words(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def answer(post: PostOffice) -> str:
    return words([letter for key, letter in post.letters().items() if key.startswith(("answer", "confirmed"))][-1])


def test_an_absence_moves_the_deadline_and_is_on_record(post: PostOffice) -> None:
    taken = post.take(post.mail(f"I am off.\n\n{AWAY}\nSee you, Ken", re=post.reference("red")))
    assert (taken.verdict, away(post), until(post)) == (verdicts.RECORDED, (DAYS,), timedelta(days=6))
    note = post.desk.entries()[-1]
    assert note["type"] == "note" and "Red is away from 2026-11-24 to 2026-11-26." in note["text"]
    assert f"Recorded. It stands in the logbook as entry {note['n']}" in answer(post)
    assert sorted(post.to("ken@example.org")) == ["answer", "deadline"] and post.to("ann@example.org") == ["deadline"]
    assert clocks.announced_by_letter(post.desk.open(), post.desk.folder / "private" / "exchange") == {note["n"]}


def test_it_is_done_once(post: PostOffice) -> None:
    raw = post.mail(AWAY, re=post.reference("red"))
    assert [post.take(raw).verdict for _ in range(2)] == [verdicts.RECORDED, verdicts.REPEATED]
    assert post.take(post.mail(AWAY, re=post.reference("red"))).verdict == verdicts.REPEATED
    assert post.desk.kinds().count("note") == 1 and away(post) == (DAYS,)


def test_who_is_back_takes_it_back(post: PostOffice) -> None:
    post.take(post.mail(AWAY, re=post.reference("red")))
    assert post.take(post.mail(BACK, re=post.reference("red"))).verdict == verdicts.RECORDED
    assert away(post) == () and until(post) == timedelta(days=6)  # never nearer than it was told
    assert post.take(post.mail(BACK, re=post.reference("red"))).verdict == verdicts.REFUSED
    assert "You were not recorded as away" in answer(post)


def test_it_has_to_be_proved_like_orders(post: PostOffice) -> None:
    assert post.take(post.mail(AWAY, EVE)).verdict == verdicts.STRANGER
    assert post.take(post.mail(AWAY, ANN, re=post.reference("blue"))).verdict == verdicts.STRANGER
    assert post.take(post.mail(AWAY, KEN)).verdict == verdicts.HELD and away(post) == ()
    (question,) = (letter for key, letter in post.letters().items() if key.startswith("confirm:"))
    assert "Letter· away" in words(question)
    taken = post.take(post.mail("yes", re=str(question["Message-ID"]).strip("<>")), later(5))
    assert (taken.verdict, away(post)) == (verdicts.RECORDED, (DAYS,))


@pytest.mark.parametrize(("text", "why"), [
    (AWAY.replace("2026-11-26", "Friday"), "“Until: Friday” is not a day."),
    (AWAY.replace("Until: 2026-11-26\n", ""), "“Until: ” is not a day."),
    (AWAY.replace("2026-11-26", "2026-11-01"), "The absence ends before it begins."),
    (AWAY.replace("2026", "2025"), "have passed already."),
    (AWAY.replace("2026-11-26", "2028-11-26"), "is longer than a year."),
])
def test_what_is_no_absence_is_refused_with_the_reason(text: str, why: str, post: PostOffice) -> None:
    assert post.take(post.mail(text, re=post.reference("red"))).verdict == verdicts.REFUSED
    assert why in answer(post) and away(post) == () and post.desk.kinds().count("note") == 0


def test_without_deadlines_there_is_nothing_to_move(post: PostOffice) -> None:
    agreements.keep(post.desk.folder, None)
    assert post.take(post.mail(AWAY, re=post.reference("red"))).verdict == verdicts.REFUSED
    assert "There are no deadlines in this campaign" in answer(post)


def test_a_player_is_told_in_his_language_and_the_record_speaks_the_keepers(post: PostOffice) -> None:
    set_language(post.desk.folder, "red", "ja")
    post.take(post.mail(AWAY, re=post.reference("red")))
    assert "記録" in answer(post) and "is away from" in post.desk.entries()[-1]["text"]


def test_while_somebody_else_writes_it_waits(post: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    no_waiting(monkeypatch)
    raw = post.mail(AWAY, re=post.reference("red"))
    with locked(post.desk.folder):
        assert post.take(raw).verdict == verdicts.LATER
    assert post.take(raw).verdict == verdicts.RECORDED and post.desk.kinds().count("note") == 1


def test_a_crash_behind_the_change_changes_nothing_twice(post: PostOffice) -> None:
    raw = post.mail(AWAY, re=post.reference("red"))

    with killed_at_call(recording, "handled"):
        post.take(raw)
    assert away(post) == (DAYS,)
    assert post.take(raw).verdict == verdicts.REPEATED and post.desk.kinds().count("note") == 1
    assert post.to("ken@example.org").count("answer") == 1


def test_a_mail_without_orders_is_answered_with_a_form_that_says_nothing_when_quoted(post: PostOffice) -> None:
    post.take(post.mail("hello", re=post.reference("red")))
    (message,) = (letter for key, letter in post.letters().items() if key.startswith("answer"))
    body = message.get_body(("plain",))
    assert body is not None
    lines = str(body.get_content()).splitlines()
    quoted = "\n".join(f"> {line}" for line in lines)
    assert "Letter: away" in quoted and read(post.mail(f"ok\n\nDesk wrote:\n{quoted}\n")).blocks == ()
    filled = quoted.replace("> # Campaign", "> Campaign").replace("> # Side", "> Side").replace(
        "> # Letter", "> Letter").replace("> # From: …", "> From: 2026-11-24").replace(
        "> # Until: …", "> Until: 2026-11-26")
    taken = post.take(post.mail(f"ok\n\nDesk wrote:\n{filled}\n", re=post.reference("red")))
    assert (taken.verdict, away(post)) == (verdicts.RECORDED, (DAYS,))


@pytest.mark.parametrize("text", ["Campaign: isles\nSide: red\nTurn: 1\n\nbid 3\n", "Letter: note\nText: Letter: away",
                                  "hello\nLetter: away\n", ""])
def test_other_texts_are_no_absences(text: str) -> None:
    assert absences.read(text.encode()) is None
