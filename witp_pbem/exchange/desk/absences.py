"""Absences that players announce by mail. They are not part of the game: the logbook has them as notes on deadlines.

    Campaign: isles                Campaign: isles
    Side: red                     Side: red
    Letter: away                    Letter: back
    From: 2026-12-24
    Until: 2027-01-02

Both days are included, in the player's own time zone. "back" withdraws the absences that are still to come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.folder.settings import speaking_to
from witp_pbem.campaign.orders.submit import Receipt
from witp_pbem.campaign.record.logbook import NOTE
from witp_pbem.exchange import times, verdicts
from witp_pbem.exchange.deadlines import agreeing
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines.agreement import Agreement, NotAgreed
from witp_pbem.exchange.deadlines.calendar import Absence
from witp_pbem.exchange.reading.incoming import TextBlock
from witp_pbem.exchange.verdicts import TextResult
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account

AWAY, BACK = "away", "back"
_LINE = re.compile(r"[>\s\ufeff]*([A-Za-z]+)[ \t]*[:\uff1a](.*)")
_ABOVE = frozenset({"campaign", "side", "turn", "after", "letter", "from", "until"})


class AwayLetter(NamedTuple):
    """A letter about an absence: its kind, and the days as written."""

    kind: str
    first: str = ""
    last: str = ""


def read(data: bytes) -> AwayLetter | None:
    """The letter about an absence in a text, None where it is no such letter."""
    values: dict[str, str] = {}
    for line in data.decode("utf-8-sig", "replace").splitlines():
        heading = _LINE.match(line.partition("#")[0])
        key = heading[1].casefold() if heading else ""
        if line.partition("#")[0].strip() and "letter" not in values and key not in _ABOVE:
            return None  # orders, or another text
        if heading:
            values.setdefault(key, heading[2].strip())
    kind = values.get("letter", "").casefold()
    return AwayLetter(kind, values.get("from", ""), values.get("until", "")) if kind in (AWAY, BACK) else None


def form(campaign: Campaign, side: str) -> str:
    """A letter to be filled in."""
    return f"Campaign: {campaign.name}\nSide: {side}\nLetter: {AWAY}\nFrom: …\nUntil: …\n"


def looked_at(block: TextBlock, letter: AwayLetter, campaign: Campaign, side: str, now: datetime,
              proof: str) -> TextResult:
    """The verdict on such a letter before it is recorded; HELD where it can be."""
    with speaking_to(campaign, side):
        result = TextResult(verdicts.HELD, block, campaign.folder, side, proof=proof)
        if reasons := list(_wrong(letter, campaign, side, now)):
            return replace(result, verdict=verdicts.REFUSED, about={"why": tuple(reasons)})
        before = agreements.read(campaign.folder)
        is_known = before is not None and _changed(before, letter, campaign, side) == before
        return replace(result, verdict=verdicts.REPEATED) if is_known else result


def record(result: TextResult, letter: AwayLetter, now: datetime, account: Account | None) -> TextResult:
    """Changes the agreement, with a note in the logbook. The caller is alone in the campaign's office.

    Raises:
        Refusal, OSError: nothing can be written now.
    """
    assert result.campaign is not None
    campaign = open_campaign(result.campaign)
    before = agreements.read(campaign.folder)
    assert before is not None
    try:
        agreeing.agree(campaign.folder, _changed(before, letter, campaign, result.side), now, account, is_alone=True)
    except NotAgreed as refusal:
        return replace(result, verdict=verdicts.REFUSED, about={"why": tuple(str(refusal).splitlines())})
    notes = [entry for entry in open_campaign(campaign.folder).entries if entry["type"] == NOTE]
    return replace(result, verdict=verdicts.RECORDED, receipts=tuple(
        Receipt(str(entry["type"]), int(entry["n"]), str(entry["hash"])) for entry in notes[-1:]))


def _wrong(letter: AwayLetter, campaign: Campaign, side: str, now: datetime) -> Iterator[str]:
    """Why a letter cannot be taken, in sentences."""
    agreement = agreements.read(campaign.folder)
    if agreement is None or side not in campaign.senders:
        yield say("There are no deadlines in this campaign, so there is nothing to move while you are away.")
        return
    names = (side, campaign.founded_as(side))
    if letter.kind == BACK:
        if not any(agreement.away.get(name) for name in names):
            yield say("You were not recorded as away, so nothing had to be changed.")
        return
    days = _days(letter)
    for word, typed in (("From", letter.first), ("Until", letter.last)):
        if _day(typed) is None:
            yield say("“{word}: {text}” is not a day. Write days like 2026-12-24.", word=word, text=typed)
    if days is not None and days.last < days.first:
        yield say("The absence ends before it begins.")
    elif days is not None and days.last < now.astimezone(times.zone(agreements.zone_of(agreement, campaign,
                                                                                       side))).date():
        yield say("The days from {first} to {last} have passed already.", first=days.first, last=days.last)
    elif days is not None:
        yield from agreements.problems(_changed(agreement, letter, campaign, side), campaign)


def _changed(agreement: Agreement, letter: AwayLetter, campaign: Campaign, side: str) -> Agreement:
    """The agreement as changed by a letter."""
    names = (side, campaign.founded_as(side))
    days = _days(letter)
    known = {day for name in names for day in agreement.away.get(name, ())}
    away = {name: absences for name, absences in agreement.away.items() if name not in names}
    days_away = sorted(known | {days}) if letter.kind == AWAY and days is not None else []
    return agreement.model_copy(update={"away": {**away, **({side: tuple(days_away)} if days_away else {})}})


def _days(letter: AwayLetter) -> Absence | None:
    first, last = _day(letter.first), _day(letter.last)
    return Absence(first, last) if first is not None and last is not None else None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip().replace("/", "-"))
    except ValueError:
        return None
