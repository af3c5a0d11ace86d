"""Agreeing on deadlines, and setting one by hand: on record for everybody, and announced."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.logbook import NOTE
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import times
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines import clock as clocks
from witp_pbem.exchange.deadlines.agreement import Agreement, NotAgreed
from witp_pbem.exchange.deadlines.clock import SET, Clock, Miss
from witp_pbem.exchange.deadlines.notices import DeadlineDesk
from witp_pbem.exchange.deadlines.review import announce, change, follow
from witp_pbem.table.language import say

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account


def agree(folder: Path, agreement: Agreement | None, now: datetime, account: Account | None = None, *,
          is_alone: bool = False) -> list[str]:
    """Records an agreement in the logbook, then puts it into force. Running deadlines that it makes later are moved and
    announced, at once or, where the desk is at work, in its next round.

    Args:
        agreement: None to abolish the deadlines.
        is_alone: whether the caller is at work in the campaign's office already.
    Returns:
        Remarks for the user, in sentences.
    Raises:
        NotAgreed: parts of it are impossible; with every reason. NoCampaign, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    campaign = open_campaign(folder)
    if agreement == agreements.read(folder):
        return [say("Nothing has changed.")]
    if agreement is not None and (wrong := list(agreements.problems(agreement, campaign))):
        raise NotAgreed("\n".join(wrong))
    text = (say("There are no deadlines any more.") if agreement is None else
            "\n".join([say("Deadlines, as agreed on:"), *agreements.in_words(agreement, campaign)]))
    notes = [entry["n"] for entry in campaign.entries if entry["type"] == NOTE]
    unsigned = announce(folder, text, behind=notes[-1] if notes else len(campaign.entries))
    agreements.keep(folder, agreement)
    remarks = [unsigned] if unsigned else []
    if agreement is None:
        return remarks
    if is_alone:
        return remarks + _follow(folder, agreement, now, account, text)
    with offices.at_work(offices.of_campaign(folder)) as alone:
        return remarks + (_follow(folder, agreement, now, account, text) if alone else [])


def _follow(folder: Path, agreement: Agreement, now: datetime, account: Account | None, text: str) -> list[str]:
    """Moves the running deadlines by an agreement that was recorded with a text."""
    campaign = open_campaign(folder)
    notes = [entry for entry in campaign.entries if entry["type"] == NOTE]
    return follow(DeadlineDesk(campaign, agreement, now, account),
                  int(notes[-1]["n"]) if notes and notes[-1]["text"] == text else None)


def set_until(folder: Path, side: str, until: datetime, now: datetime, account: Account | None = None) -> list[str]:
    """Sets the running deadline of a side by hand, and announces it; after a miss it is new time.

    Returns:
        What was done, in sentences.
    Raises:
        NotAgreed: there are no deadlines, the game does not wait for the side, the moment has passed, or the desk is at
            work. NoCampaign: a copy without private/. OSError: the disk did not take it.
    """
    campaign = open_campaign(folder)
    agreement = agreements.read(folder)
    if agreement is None:
        raise NotAgreed(say("There are no deadlines in this campaign. Set some first: witp-pbem deadlines {folder} "
                            "--every 3d", folder=folder))
    who = clocks.called(campaign, side)
    if until <= now:
        raise NotAgreed(say("{time} has passed already.", time=times.in_words(until)))
    with offices.at_work(offices.of_campaign(folder)) as alone:
        if not alone:
            raise NotAgreed(say("The desk of this campaign is at work. Try again when it has finished."))
        running = {clock.side: clock for clock in clocks.running(campaign, now)}
        if side not in running:
            raise NotAgreed(say("The game is not waiting for {player} now.", player=who))
        clock = running[side]
        if Miss(*clock[:3]) in clocks.misses(offices.of_campaign(folder)):
            clock = Clock(clock.sitting, side, clock.number + 1, now, until)
        remarks: list[str] = []
        change(DeadlineDesk(campaign, agreement, now, account), clock._replace(until=until, why=SET), remarks)
        return remarks
