"""The line `After:`, the hash of the last sitting its writer has seen: it ties orders and letters to their place."""

from __future__ import annotations

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import DIGITS
from witp_pbem.table.canonical import is_hexadecimal
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem, Span, invalid


def problems(campaign: Campaign, after: str, span: Span, older: bool = False) -> list[Problem]:
    """A hash that is not that of the last sitting: what is headed with it was written on an older position.

    Args:
        older: whether the hash of any entry will do; it must only be of this campaign.
    """
    value, last = after.lower(), campaign.last_sitting
    if len(value) < DIGITS or not is_hexadecimal(value):
        return [invalid("not-a-hash", span, key="After", length=DIGITS, suggestion=f"After: {last['hash']}")]
    if last["hash"].startswith(value):
        return []
    known = next((entry for entry in campaign.entries if entry["hash"].startswith(value)), None)
    if older:
        return [] if known else [invalid("after-elsewhere", span, given=value[:DIGITS])]
    return [invalid("stale", span, given=_called(known, value), last=_called(last, last["hash"]),
                    suggestion=f"After: {last['hash']}")]


def _called(entry: Entry | None, value: str) -> str:
    """A logbook entry as a sentence names it."""
    shown = value[:DIGITS]
    if entry is None:
        return say("an entry this logbook does not have ({hash})", hash=shown)
    if entry["type"] == logbook.SITTING:
        return say("sitting {number} ({hash})", number=entry["number"], hash=shown)
    return say("the {entry} ({hash})", entry=logbook.KINDS[entry["type"]], hash=shown)
