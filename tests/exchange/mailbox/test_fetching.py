"""Fetching: what a mail shows of letters that were uncertain, and what happens when taking in breaks off."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

import pytest

from witp_pbem.exchange import outbox
from witp_pbem.exchange.mailbox.arrival import Arrival
from witp_pbem.exchange.mailbox.fetching import fetch_all
from witp_pbem.exchange.verdicts import RECORDED

NOW = datetime(2026, 11, 22, 8, 0, tzinfo=UTC)


class Taken(NamedTuple):
    verdict: str


def take_all(arrivals: Iterator[Arrival]) -> Iterator[tuple[Arrival, Taken]]:
    """Takes mails in from the last to the first, when all are there."""
    yield from ((each, Taken(RECORDED)) for each in reversed(list(arrivals)))


@pytest.fixture
def office(tmp_path: Path) -> Path:
    """An office with two letters of which nobody knows whether they have left."""
    for key in ("report:1", "report:2"):
        message = EmailMessage()
        message["Message-ID"] = f"<{key[-1]}@example.org>"
        message.set_content("hello")
        outbox.put(tmp_path / "office", NOW, key, ["ken@example.org"], message)
        outbox.mark(tmp_path / "office", NOW, outbox.letters(tmp_path / "office")[key], outbox.SENDING)
    return tmp_path / "office"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "1.eml").write_bytes(b"Subject: Re: report\nReferences: <0@x> <1@example.org>\n\nthanks\n")
    (tmp_path / "box" / "2.eml").write_bytes(b"Subject: other\n\n<2@example.org>\n")
    return tmp_path / "box"


def test_a_reply_shows_that_a_letter_had_left(office: Path, box: Path) -> None:
    fetched = list(fetch_all(box, office, NOW, take_all, outboxes=[office]))
    assert [arrival.raw[:12] for arrival, _ in fetched] == [b"Subject: oth", b"Subject: Re:"]
    assert {key: each.state for key, each in outbox.letters(office).items()} == {
        "report:1": outbox.SENT, "report:2": outbox.SENDING}
    assert list(fetch_all(box, office, NOW, take_all, outboxes=[office])) == []


def test_what_taking_in_breaks_off_at_is_given_again(office: Path, box: Path) -> None:
    def breaking(arrivals: Iterator[Arrival]) -> Iterator[tuple[Arrival, Taken]]:
        yield next(arrivals), Taken(RECORDED)
        next(arrivals)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(fetch_all(box, office, NOW, breaking, outboxes=[office]))
    assert [each.key for each in outbox.uncertain(office)] == ["report:2"]
    assert [arrival.raw[:14] for arrival, _ in fetch_all(box, office, NOW, take_all)] == [b"Subject: other"]
