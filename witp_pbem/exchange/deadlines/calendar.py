"""When a decision is due: computed from days, weekends, absences and changes of the clocks, and from nothing else.

Time is counted as the player's wall clock shows it, so that three days from nine in the evening are nine in the evening
again, whatever clocks did between. Where an hour is shown twice, whoever is in it counts as at its end, and a deadline
in it falls the second time; where an hour is missing, a deadline in it falls at its end. So a decision that begins
later is never due earlier.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from witp_pbem.table.tuples import NamedTuple

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
SATURDAY = 5
LONGEST_AWAY = timedelta(days=366)  # from the beginning of a decision: absences count no further


class Absence(NamedTuple):
    """Days on which a player decides nothing, both included, in the player's own zone."""

    first: date
    last: date


class Terms(NamedTuple):
    """The terms of a player's deadlines.

    Attributes:
        every, minimum: how long a decision may take, and how long at least.
        clock: the time of day at which deadlines fall, None for any.
        zone: the player's.
        weekends: whether they count.
        away: when the player is away.
    """

    every: timedelta
    minimum: timedelta
    clock: time | None
    zone: ZoneInfo
    weekends: bool = True
    away: tuple[Absence, ...] = ()


def deadline(begun: datetime, terms: Terms) -> datetime:
    """When a decision that began at a moment is due, in UTC, on a full minute.

    It is the first time of day agreed on which, since the beginning, so much time has been counted as a decision may
    take, and the minimum has passed. Weekends, where they do not count, and absences are neither counted nor is
    anything due on them. Absences count for a year from the beginning, no longer.
    """
    begun = _full_minute(begun)
    free = _free(_shown(begun, terms.zone).date(), terms)
    end = max(_counted(_shown(begun, terms.zone), terms.every, free), _shown(begun + terms.minimum, terms.zone))
    while True:
        due = _moment(_next(end, terms.clock, free), terms.zone)
        if free(due.astimezone(terms.zone).date()):
            return due
        end = _shown(due, terms.zone)  # a missing hour has pushed it to a day that does not count


def _free(began: date, terms: Terms) -> Callable[[date], bool]:
    """Which days count, for a decision that began on a day."""
    def counts(day: date) -> bool:
        if not terms.weekends and day.weekday() >= SATURDAY:
            return False
        return day - began > LONGEST_AWAY or not any(away.first <= day <= away.last for away in terms.away)

    return counts


def _counted(start: datetime, length: timedelta, free: Callable[[date], bool]) -> datetime:
    """The first wall-clock time at which a length has been counted."""
    while not free(start.date()) or start + length > _midnight(start):
        length -= _midnight(start) - start if free(start.date()) else timedelta()
        start = _midnight(start)
    return start + length


def _next(start: datetime, clock: time | None, free: Callable[[date], bool]) -> datetime:
    """The first time from `start` on that is the time of day agreed on, on a day that counts."""
    while True:
        candidate = start if clock is None else datetime.combine(start.date(), clock)
        if candidate >= start and free(candidate.date()):
            return candidate
        start = _midnight(start)


def _midnight(start: datetime) -> datetime:
    """The end of the day."""
    return datetime.combine(start.date() + DAY, time())


def _shown(moment: datetime, zone: ZoneInfo) -> datetime:
    """What the clock on the wall shows at a moment; in an hour that it shows a second time, the end of that hour."""
    local = moment.astimezone(zone)
    while local.fold:
        moment = _full_minute(moment + MINUTE)
        local = moment.astimezone(zone)
    return local.replace(tzinfo=None)


def _moment(shown: datetime, zone: ZoneInfo) -> datetime:
    """The moment at which the clock on the wall shows a time, the second one where it does so twice; where it never
    does, the first one behind it."""
    moment = shown.replace(tzinfo=zone, fold=1).astimezone(UTC)
    while _shown(moment, zone) < shown:
        moment += MINUTE
    return moment


def _full_minute(moment: datetime) -> datetime:
    """The first full minute from a moment on."""
    return moment if moment == moment.replace(second=0, microsecond=0) else moment.replace(
        second=0, microsecond=0) + MINUTE
