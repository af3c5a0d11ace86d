"""Orders taken back and games given up by the keeper's command."""

from __future__ import annotations

from pathlib import Path

from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.record.entries import Entry, Withdrawal
from witp_pbem.campaign.record.logbook import WITHDRAWAL


def withdraw(folder: Path, side: str, number: int | None = None) -> Withdrawal:
    """Takes back a submission of a side, by default its last; returns the entry that does."""
    (entry,) = record_letter(folder, "withdraw", side, {} if number is None else {"entry": str(number)})
    assert entry["type"] == WITHDRAWAL
    return entry


def resign(folder: Path, side: str, reason: str) -> Entry:
    """A side gives up; returns the ruling."""
    (entry,) = record_letter(folder, "resign", side, {"text": reason})
    return entry
