"""Fetching: every mail that is new in a source is handed to whoever takes it in, and only then counts as looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path

from witp_pbem.exchange.mailbox import sending, sources
from witp_pbem.exchange.mailbox.arrival import Arrival, CouldMatter
from witp_pbem.exchange.mailbox.sources import Source
from witp_pbem.exchange.verdicts import MailResult


def fetch_all(source: Source, office: Path, now: datetime,
              take_all: Callable[[Iterator[Arrival]], Iterator[tuple[Arrival, MailResult]]], *,
              could_matter: CouldMatter | None = None,
              outboxes: Iterable[Path] = ()) -> Iterator[tuple[Arrival, MailResult]]:
    """Takes in the mails that are new in a source. Uncertain letters count as sent where a mail shows it, even if
    fetching breaks off.

    Args:
        office: where the progress is remembered.
        take_all: takes mails in, in whatever order (`desk.intake.take_all`).
        could_matter: see `sources.arrivals`.
        outboxes: the offices whose letters may be uncertain.
    Raises:
        Unreachable, BadAccount, NotWritten: see `sources.arrivals`. Whatever `take_all` raises.
    """
    seen: set[str] = set()
    outboxes = [outbox for outbox in outboxes if sending.is_uncertain(outbox)]

    def looked_at(arrivals: Iterator[Arrival]) -> Iterator[Arrival]:
        for arrival in arrivals:
            if outboxes:
                seen.update(sending.ids(arrival.raw))
            yield arrival

    try:
        with sources.arrivals(source, office, could_matter) as arrivals:
            for arrival, taken in take_all(looked_at(arrivals)):
                arrival.done(taken.verdict)
                yield arrival, taken
    finally:
        for outbox in outboxes:
            sending.settle(outbox, now, seen)
