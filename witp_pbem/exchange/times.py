"""Points in time, in whole seconds of UTC, written in one way and shown with the reader's own time; and durations as
people write them: 90m, 24h, 3d, 1w."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from witp_pbem.table.language import say

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

FORM = "%Y-%m-%dT%H:%M:%SZ"
WEEKDAYS = say.vocabularies({"weekday": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")})["weekday"]


UNITS = {"w": timedelta(weeks=1), "d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1),
         "s": timedelta(seconds=1)}
LONGEST = timedelta(days=366)  # that a duration may be
_DURATION = re.compile(r"(?:[0-9]{1,8}\s*[wdhms]\s*)+", re.IGNORECASE | re.ASCII)
_PART = re.compile(r"([0-9]+)\s*([wdhms])", re.IGNORECASE | re.ASCII)


def now() -> datetime:
    """The present moment. Only commands ask for it and pass it on."""
    return datetime.now(UTC).replace(microsecond=0)


def written(moment: datetime) -> str:
    """A moment as files hold it."""
    return moment.astimezone(UTC).strftime(FORM)


def read(text: str) -> datetime:
    """A moment as `written` writes it.

    Raises:
        ValueError: it is none.
    """
    return datetime.strptime(text, FORM).replace(tzinfo=UTC)


def moment(text: str) -> datetime | None:
    """A moment as typed, "2026-11-30T20:00Z" or "2026-11-30 20:00+09:00", in UTC; None where it is none, or has no
    zone."""
    try:
        typed = datetime.fromisoformat(text.strip())
        return typed.astimezone(UTC).replace(microsecond=0) if typed.tzinfo else None
    except (ValueError, OverflowError):
        return None


def duration(text: str) -> timedelta | None:
    """A duration as typed: "90m", "24h", "3d", "1w", "1d 12h"; None where it is none, or longer than a year."""
    if not _DURATION.fullmatch(text.strip()):
        return None
    length = sum((int(count) * UNITS[unit.lower()] for count, unit in _PART.findall(text)), timedelta())
    return length if length <= LONGEST else None


def in_short(length: timedelta) -> str:
    """A duration as `duration` reads it, in the largest unit that fits: "3d", "36h", "90m"."""
    unit = next(unit for unit in "dhms" if not length % UNITS[unit] and (length or unit == "h"))
    return f"{length // UNITS[unit]}{unit}"


def lasting(length: timedelta) -> str:
    """A duration in words: "3 days", "36 hours", "90 minutes"."""
    count, unit = int(in_short(length)[:-1]), in_short(length)[-1]
    match unit:
        case "d":
            return say.plural(count, "{n} day", "{n} days")
        case "h":
            return say.plural(count, "{n} hour", "{n} hours")
        case "m":
            return say.plural(count, "{n} minute", "{n} minutes")
    return say.plural(count, "{n} second", "{n} seconds")


def zone(name: str) -> ZoneInfo | None:
    """A time zone by its name ("Asia/Tokyo"), None where there is none."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def in_words(moment: datetime, local: str = "") -> str:
    """A moment in words, always in UTC, and in a reader's own zone beside it: "Wed 2026-11-25 20:00 UTC (Thu
    2026-11-26 05:00 Asia/Tokyo)"."""
    utc = _shown(moment.astimezone(UTC), "UTC")
    own = zone(local)
    return utc if own is None or local == "UTC" else say("{utc} ({local})", utc=utc,
                                                         local=_shown(moment.astimezone(own), local))


def in_brief(moment: datetime, local: str = "", now: datetime | None = None) -> str:
    """A moment as a subject has room for it, in the reader's own zone where it is known: "Wed 13:03", else "Wed 13:03
    UTC"; with its date where it is not within six days from now."""
    own = zone(local) if local != "UTC" else None
    there = moment.astimezone(own or UTC)
    day = list(WEEKDAYS)[there.weekday()]
    is_near = now is not None and timedelta() <= moment - now <= timedelta(days=6)
    words = [WEEKDAYS[day], *([] if is_near else [f"{there:%Y-%m-%d}"]), f"{there:%H:%M}", *([] if own else ["UTC"])]
    return " ".join(words)


def _shown(moment: datetime, name: str) -> str:
    day = list(WEEKDAYS)[moment.weekday()]
    return say("{weekday} {date} {time} {zone}", weekday=WEEKDAYS[day], date=f"{moment:%Y-%m-%d}",
               time=f"{moment:%H:%M}", zone=name)
