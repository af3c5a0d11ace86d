"""Mails of every kind, around any orders: what was written comes out meaning the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.exchange.reading import kinds
from tests.exchange.reading.kinds import KINDS, failing, main
from tests.exchange.reading.orders_written import read, write
from tests.stand_ins import instead

LITERAL = Path(__file__).parents[1] / "mails"


@pytest.mark.parametrize("name", KINDS)
def test_orders_come_through_a_mail_of_every_kind(name: str) -> None:
    kind = KINDS[name]
    for seed in range(6):
        chance = random.Random(f"{name} {seed}")
        written = write(chance, kind.japanese, kind.comments)
        assert failing(kind.make(written, chance), written) == "", seed


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(KINDS)), st.integers(0, 2**32))
def test_any_orders_in_any_mail(name: str, seed: int) -> None:
    kind, chance = KINDS[name], random.Random(seed)
    written = write(chance, kind.japanese, kind.comments)
    assert failing(kind.make(written, chance), written) == ""


@settings(max_examples=150)
@given(st.binary(max_size=2000), st.sampled_from(sorted(KINDS)), st.integers(0, 2**32), st.integers(0, 5000))
def test_no_bytes_make_it_fail(data: bytes, name: str, seed: int, place: int) -> None:
    kind, chance = KINDS[name], random.Random(seed)
    made = kind.make(write(chance, kind.japanese, kind.comments), chance)
    assert "unreadable" not in read(data).faults
    assert "unreadable" not in read(made[:place] + data + made[place:]).faults


def test_there_are_many_kinds() -> None:
    assert len(KINDS) >= 60


def test_the_long_run_counts(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--count", "40", "--seed", "4"]
    assert main(words) == 0
    assert "40 parsed, 0 failed" in capsys.readouterr().out
    with instead(kinds, failing=lambda raw, written: "not so"):
        assert main(words) == 1


def test_a_mail_from_gmail_in_japanese() -> None:
    message = read((LITERAL / "gmail-in-japanese.eml").read_bytes())
    assert (message.name, message.subject) == ("佐藤健", "Re: [manila] 第4ターン")
    assert [str(moment) for moment in (message.date, message.received)] == ["2026-11-22 00:10:00+00:00"] * 1 + [
        "2026-11-22 00:10:02+00:00"
    ]
    assert message.references == ("report.1a2b3c4d5e6f7081.japan.abcdefghij2345672345@example.net",)
    (block,) = message.blocks
    assert block.data.decode() == "Campaign: manila\nTurn: 4\nSide: japan\n\n目標 マニラ\n"
    assert (block.where, block.token) == ("text", "abcdefghij2345672345")
    assert message.words.startswith("命令です。") and "佐藤" not in message.words


def test_a_page_from_outlook() -> None:
    message = read((LITERAL / "outlook.eml").read_bytes())
    assert (message.sender, message.name) == ("ann.lee@example.org", "Lee, Ann")
    (block,) = message.blocks
    assert block.data == b"Campaign: manila\nTurn: 4\nSide: allies\npass\n" and block.where == "page"
    assert not message.automatic


@pytest.mark.parametrize(("file", "why"), [("bounce.eml", "bounce"), ("away.eml", "auto-replied")])
def test_mails_no_person_wrote(file: str, why: str) -> None:
    assert read((LITERAL / file).read_bytes()).automatic == why
