"""Moments: whole seconds of UTC, written in one way, and told with the reader's own time beside them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from witp_pbem.table.language import say

FORM = "%Y-%m-%dT%H:%M:%SZ"
WEEKDAYS = say.vocabularies({"weekday": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")})["weekday"]


def now() -> datetime:
    """The present moment. Only commands ask for it; everything below them is told."""
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


def zone(name: str) -> ZoneInfo | None:
    """A time zone by its name ("Asia/Tokyo"), None where there is none."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def told(moment: datetime, local: str = "") -> str:
    """A moment in words, always in UTC, and in a reader's own zone beside it: "Wed 2026-11-25 20:00 UTC (Thu
    2026-11-26 05:00 Asia/Tokyo)"."""
    utc = _told(moment.astimezone(UTC), "UTC")
    own = zone(local)
    return utc if own is None or local == "UTC" else say("{utc} ({local})", utc=utc,
                                                         local=_told(moment.astimezone(own), local))


def _told(moment: datetime, name: str) -> str:
    day = list(WEEKDAYS)[moment.weekday()]
    return f"{WEEKDAYS[day]} {moment:%Y-%m-%d %H:%M} {name}"
