"""When decisions are due: worked examples, and what holds for every zone, clock and calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from witp_pbem.exchange.deadlines.calendar import LONGEST_AWAY, SATURDAY, Absence, Terms, deadline

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NO_WEEKENDS = {"weekends": False}
HOLIDAY = {"away": (Absence(date(2026, 12, 24), date(2027, 1, 2)),)}

# What it shows: zone, what was agreed on, when the decision began and when it is due, both by the clock on the wall.
EXAMPLES = {
    "three days and on to the evening": (
        "Asia/Tokyo", {}, "2026-11-22 17:00", "2026-11-25 21:00"),
    "what begins at the very time is due at the very time": (
        "Asia/Tokyo", {}, "2026-11-22 21:00", "2026-11-25 21:00"),
    "a minute later it is a day more": (
        "Asia/Tokyo", {}, "2026-11-22 21:01", "2026-11-26 21:00"),
    "seconds are no reason for a day": (
        "UTC", {"clock": None}, "2026-11-22 08:00:20", "2026-11-25 08:01"),
    "any time of day": (
        "UTC", {"clock": None}, "2026-11-22 08:00", "2026-11-25 08:00"),
    "from Friday over a weekend that counts": (
        "Europe/Berlin", {}, "2026-11-20 20:00", "2026-11-23 21:00"),
    "from Friday over a weekend that does not": (
        "Europe/Berlin", NO_WEEKENDS, "2026-11-20 20:00", "2026-11-25 21:00"),
    "from Saturday it is as from Monday's first hour": (
        "Europe/Berlin", NO_WEEKENDS, "2026-11-21 10:00", "2026-11-26 21:00"),
    "nothing is due on a Saturday": (
        "Europe/Berlin", {**NO_WEEKENDS, "every": DAY}, "2026-11-20 22:00", "2026-11-23 22:00"),
    "away over Christmas": (
        "Asia/Tokyo", HOLIDAY, "2026-12-22 21:00", "2027-01-04 21:00"),
    "began while away": (
        "Asia/Tokyo", HOLIDAY, "2026-12-30 03:00", "2027-01-06 21:00"),
    "back on a weekend": (
        "Asia/Tokyo", {**HOLIDAY, **NO_WEEKENDS}, "2026-12-22 21:00", "2027-01-05 21:00"),
    "the minimum is longer": (
        "UTC", {"every": HOUR, "minimum": DAY}, "2026-11-22 21:30", "2026-11-24 21:00"),
    "clocks go forward in between": (
        "Europe/Berlin", {}, "2026-03-27 21:00", "2026-03-30 21:00"),
    "clocks go back in between": (
        "Europe/Berlin", {}, "2026-10-23 21:00", "2026-10-26 21:00"),
    "due in an hour that is missing": (
        "Europe/Berlin", {"clock": time(2, 30)}, "2026-03-26 02:30", "2026-03-29 03:00"),
}


@pytest.mark.parametrize(("zone", "agreed", "begun", "due"), EXAMPLES.values(), ids=list(EXAMPLES))
def test_examples(zone: str, agreed: dict[str, object], begun: str, due: str) -> None:
    here = ZoneInfo(zone)
    terms = Terms(**{"every": 3 * DAY, "minimum": HOUR, "clock": time(22 if agreed.get("every") == DAY else 21),
                     "zone": here, **agreed})  # type: ignore[arg-type]
    due_at = deadline(datetime.fromisoformat(begun).replace(tzinfo=here).astimezone(UTC), terms)
    assert f"{due_at.astimezone(here):%Y-%m-%d %H:%M}" == due


def test_a_deadline_in_an_hour_shown_twice_falls_the_second_time() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    terms = Terms(3 * DAY, HOUR, time(2, 30), berlin)
    due_at = deadline(datetime(2026, 10, 22, 2, 30, tzinfo=berlin), terms)
    assert due_at == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


def test_an_absence_of_years_counts_for_one() -> None:
    begun = datetime(2026, 1, 1, 12, tzinfo=UTC)
    away = (Absence(date(2020, 1, 1), date(2099, 12, 31)),)
    due_at = deadline(begun, Terms(3 * DAY, DAY, None, ZoneInfo("UTC"), away=away))
    assert due_at == datetime(2027, 1, 6, tzinfo=UTC)  # from 3 January 2027 on, the 367th day, days count again


ZONES = st.sampled_from(["UTC", "Asia/Tokyo", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
                         "Asia/Kolkata",
                         "America/Nuuk", "Africa/Cairo", "America/Havana", "Pacific/Apia", "Pacific/Chatham",
                         "America/St_Johns", "Antarctica/Troll"]).map(ZoneInfo)
# Days around which clocks are changed in these zones, and any others.
CHANGES = st.sampled_from([datetime(2026, 3, 29), datetime(2026, 10, 25), datetime(2026, 4, 5), datetime(2026, 10, 4),
                           datetime(2026, 11, 1), datetime(2026, 3, 8), datetime(2027, 3, 28), datetime(2011, 12, 30)])
MOMENTS = st.one_of(
    st.datetimes(datetime(2024, 1, 1), datetime(2040, 1, 1)),
    st.builds(lambda day, seconds: day + timedelta(seconds=seconds), CHANGES, st.integers(-8 * 86400, 2 * 86400)),
).map(lambda moment: moment.replace(microsecond=0, tzinfo=UTC))
CLOCKS = st.one_of(st.none(), st.builds(time, st.integers(0, 23), st.integers(0, 59)))
LENGTHS = st.integers(0, 21 * 24 * 4).map(lambda quarters: timedelta(minutes=15 * quarters))


@st.composite
def cases(draw: st.DrawFn) -> tuple[datetime, Terms]:
    begun = draw(MOMENTS)
    away = []
    for _ in range(draw(st.integers(0, 3))):
        first = begun.date() + timedelta(days=draw(st.integers(-10, 40)))
        away.append(Absence(first, first + timedelta(days=draw(st.integers(0, 30)))))
    return begun, Terms(draw(LENGTHS), draw(LENGTHS), draw(CLOCKS), draw(ZONES), draw(st.booleans()), tuple(away))


@given(cases())
def test_a_deadline_is_never_too_early_and_never_on_a_day_that_does_not_count(case: tuple[datetime, Terms]) -> None:
    begun, terms = case
    due = deadline(begun, terms)
    day = due.astimezone(terms.zone).date()
    assert due >= begun + terms.minimum and not due.second
    assert terms.weekends or day.weekday() < SATURDAY
    assert not any(away.first <= day <= away.last for away in terms.away)
    assert due - begun >= terms.every - 4 * HOUR or terms.zone.key == "Pacific/Apia"  # clocks that were changed


@given(cases(), st.integers(0, 3 * 86400))
def test_what_begins_later_is_never_due_earlier(case: tuple[datetime, Terms], seconds: int) -> None:
    begun, terms = case
    assert deadline(begun, terms) <= deadline(begun + timedelta(seconds=seconds), terms)


@given(cases())
def test_the_clock_shows_the_time_agreed_on_unless_it_skips_it(case: tuple[datetime, Terms]) -> None:
    begun, terms = case
    due = deadline(begun, terms).astimezone(terms.zone)
    if terms.clock is not None and due.time() != terms.clock:
        before = (due.astimezone(UTC) - timedelta(minutes=1)).astimezone(terms.zone)
        assert before.utcoffset() != due.utcoffset()


@given(cases(), LENGTHS)
def test_more_time_is_never_less(case: tuple[datetime, Terms], more: timedelta) -> None:
    begun, terms = case
    for longer in (terms._replace(every=terms.every + more), terms._replace(minimum=terms.minimum + more),
                   terms._replace(weekends=False), terms._replace(away=(*terms.away, Absence(date(2026, 3, 1),
                                                                                               date(2026, 4, 30))))):
        assert deadline(begun, terms) <= deadline(begun, longer)


@given(MOMENTS, ZONES, st.integers(0, 4000))
@settings(max_examples=40)
def test_no_absence_puts_a_deadline_off_for_ever(begun: datetime, zone: ZoneInfo, days: int) -> None:
    first = begun.date() - DAY
    terms = Terms(3 * DAY, DAY, time(21), zone, False, (Absence(first, first + timedelta(days=days)),))
    assert deadline(begun, terms) - begun < LONGEST_AWAY + 9 * DAY
