"""Moments and lengths of time, read and told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witp_pbem.exchange import times
from witp_pbem.table.language import speaking

EVENING = datetime(2026, 11, 25, 20, tzinfo=UTC)


def test_a_moment_is_told_in_utc_and_in_the_readers_time() -> None:
    assert times.in_words(EVENING) == "Wed 2026-11-25 20:00 UTC"
    assert times.in_words(EVENING, "UTC") == "Wed 2026-11-25 20:00 UTC"
    assert times.in_words(EVENING, "Asia/Tokyo") == "Wed 2026-11-25 20:00 UTC (Thu 2026-11-26 05:00 Asia/Tokyo)"
    with speaking("ja"):
        assert times.in_words(EVENING, "Asia/Tokyo") == "2026-11-26（木）05:00 Asia/Tokyo／2026-11-25（水）20:00 UTC"


def test_a_moment_in_brief_has_its_date_where_it_is_far_off() -> None:
    now = EVENING - timedelta(days=2)
    assert times.in_brief(EVENING, now=now) == times.in_brief(EVENING, "UTC", now) == "Wed 20:00 UTC"
    assert times.in_brief(EVENING, "Asia/Tokyo", now) == "Thu 05:00"
    assert times.in_brief(EVENING, "Asia/Tokyo", now - timedelta(days=6)) == "Thu 2026-11-26 05:00"
    with speaking("ja"):
        assert times.in_brief(EVENING, "Asia/Tokyo", now) == "木 05:00"


@given(st.datetimes(datetime(1970, 1, 1), datetime(9999, 1, 1), timezones=st.just(UTC)))
def test_what_files_hold_is_read_again(moment: datetime) -> None:
    assert times.read(times.written(moment)) == moment.replace(microsecond=0)


@pytest.mark.parametrize(("text", "moment"), [
    ("2026-11-25T20:00Z", EVENING), (" 2026-11-25 20:00:00+00:00 ", EVENING), ("2026-11-26T05:00+09:00", EVENING),
    ("2026-11-25T20:00:00.5Z", EVENING),
    ("2026-11-25T20:00", None), ("tomorrow", None), ("", None), ("2026-02-30T20:00Z", None),
    ("0001-01-01T00:00+10:00", None)])
def test_a_moment_as_it_is_typed_names_its_zone(text: str, moment: datetime | None) -> None:
    assert times.moment(text) == moment


@pytest.mark.parametrize(("text", "length"), [
    ("90m", timedelta(minutes=90)), ("24h", timedelta(days=1)), ("3d", timedelta(days=3)), ("1w", timedelta(weeks=1)),
    ("1d 12h", timedelta(hours=36)), ("1D12H", timedelta(hours=36)), (" 30 s ", timedelta(seconds=30)),
    ("0h", timedelta()), ("366d", timedelta(days=366)),
    ("367d", None), ("3", None), ("d", None), ("-3d", None), ("3 days", None), ("1.5d", None), ("", None),
    ("９d", None), ("9999999999d", None)])
def test_a_length_of_time_as_it_is_typed(text: str, length: timedelta | None) -> None:
    assert times.duration(text) == length


@given(st.integers(0, 366 * 24 * 3600))
def test_a_length_in_short_is_read_again(seconds: int) -> None:
    length = timedelta(seconds=seconds)
    assert times.duration(times.in_short(length)) == length


@pytest.mark.parametrize(("length", "short", "words", "japanese"), [
    (timedelta(days=3), "3d", "3 days", "3日"), (timedelta(hours=36), "36h", "36 hours", "36時間"),
    (timedelta(minutes=1), "1m", "1 minute", "1分"), (timedelta(seconds=90), "90s", "90 seconds", "90秒"),
    (timedelta(), "0h", "0 hours", "0時間")])
def test_a_length_in_words(length: timedelta, short: str, words: str, japanese: str) -> None:
    assert (times.in_short(length), times.lasting(length)) == (short, words)
    with speaking("ja"):
        assert times.lasting(length) == japanese


def test_zones_go_by_their_names() -> None:
    assert str(times.zone("Asia/Tokyo")) == "Asia/Tokyo"
    assert [times.zone(name) for name in ("", "Asia/Tokio", "../etc/passwd", "Mars", "a\0b")] == [None] * 5
