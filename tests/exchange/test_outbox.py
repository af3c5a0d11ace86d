"""The outbox: a letter of a key is put in once, and what became of it is known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.killing import killed_at
from witp_pbem.exchange import journal, outbox
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.outbox import DRAFTED, FAILED, QUEUED, REFUSED, SENDING, SENT

NOW = datetime(2026, 11, 22, 8, 0, tzinfo=UTC)
TO = ["ken@example.org"]


def letter(text: str = "hello") -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = "[isles] turn 1"
    message.set_content(text)
    return message


def test_a_key_is_taken_once(tmp_path: Path) -> None:
    assert outbox.put(tmp_path, NOW, "answer:1", TO, letter("first"))
    assert not outbox.put(tmp_path, NOW, "answer:1", TO, letter("second"))
    letters = outbox.letters(tmp_path)
    assert list(letters) == ["answer:1"] and b"first" in letters["answer:1"].path.read_bytes()
    outbox.mark(tmp_path, NOW, letters["answer:1"], SENT)
    assert not outbox.put(tmp_path, NOW, "answer:1", TO, letter("third"))


@pytest.mark.parametrize("moment", range(4))
def test_a_crash_while_a_letter_is_put_in_loses_and_doubles_nothing(moment: int, tmp_path: Path) -> None:
    assert killed_at(moment, lambda: outbox.put(tmp_path, NOW, "answer:1", TO, letter()))
    assert outbox.put(tmp_path, NOW, "answer:1", TO, letter()) == (moment < 3)
    (only,) = outbox.due(tmp_path, NOW)
    assert b"hello" in only.path.read_bytes()
    assert len(list((tmp_path / outbox.FOLDER).iterdir())) == 1


def test_only_what_waits_is_due(tmp_path: Path) -> None:
    for state in (QUEUED, SENDING, SENT, FAILED, REFUSED, DRAFTED):
        outbox.put(tmp_path, NOW, state, TO, letter())
        if state != QUEUED:
            outbox.mark(tmp_path, NOW, outbox.letters(tmp_path)[state], state, "why")
    assert [each.key for each in outbox.due(tmp_path, NOW)] == [QUEUED]
    assert [each.key for each in outbox.due(tmp_path, NOW + timedelta(hours=1))] == [QUEUED, FAILED]
    assert [each.key for each in outbox.uncertain(tmp_path)] == [SENDING]
    assert outbox.letters(tmp_path)[REFUSED].reason == "why"


def test_a_letter_is_given_up_in_the_end_and_taken_up_again_by_decision(tmp_path: Path) -> None:
    outbox.put(tmp_path, NOW, "a", TO, letter())
    states = []
    for _ in range(outbox.MOST_TRIES + 1):
        states.append(outbox.mark(tmp_path, NOW, outbox.letters(tmp_path)["a"], FAILED, "dead"))
    assert states == [FAILED] * outbox.MOST_TRIES + [REFUSED]
    assert outbox.due(tmp_path, NOW + timedelta(days=99)) == []
    outbox.again(tmp_path, NOW, outbox.letters(tmp_path)["a"])
    assert [each.key for each in outbox.due(tmp_path, NOW)] == ["a"]
    assert outbox.mark(tmp_path, NOW, outbox.letters(tmp_path)["a"], SENT) == SENT


def test_one_at_a_time_works_in_an_office(tmp_path: Path) -> None:
    with offices.at_work(tmp_path) as first:
        with offices.at_work(tmp_path) as second:
            assert (first, second) == (True, False)
        outbox.put(tmp_path, NOW, "a", TO, letter())
    with offices.at_work(tmp_path) as third:
        assert third
    assert len(list(journal.read(tmp_path))) == 1


def test_nobody_else_reads_what_lies_there(tmp_path: Path) -> None:
    office = tmp_path / "office"
    outbox.put(office, NOW, "a", TO, letter())
    kept = office / offices.MAILS / f"{offices.keep(office, b'raw')}.eml"
    assert kept.read_bytes() == b"raw"
    assert {path.stat().st_mode & 0o077 for path in (office, *office.rglob("*"))} == {0}
