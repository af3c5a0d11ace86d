"""Who is waited for, and points in time as a player reads them."""

from __future__ import annotations

from datetime import datetime

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.sitting.status import status
from witp_pbem.exchange import times
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines import clock
from witp_pbem.report.phrases import side_name
from witp_pbem.table.language import listing, say


def sentences(campaign: Campaign, now: datetime, side: str) -> list[str]:
    """Who is waited for and, where that has been agreed on, until when; none after the end of the game.

    Raises:
        BadSettings, Damaged: the agreement or the journal cannot be read.
    """
    current = status(campaign)
    if current.outcome:
        return []
    if agreed := clock.sentences(campaign, now, side):
        return agreed
    sides = clock.waited_for(campaign) or current.waits_for  # the referee, too, who has no clock
    if not sides:
        return [say("Nobody has to decide anything: the next report follows.")]
    return [say("Waiting for: {sides}.", sides=listing(side_name(campaign.game, side) for side in sides))]


def moment(campaign: Campaign, side: str, when: datetime) -> str:
    """A moment in words, with a player's own time beside it where it is known.

    Raises:
        BadSettings: the agreement cannot be read.
    """
    agreement = agreements.read(campaign.folder)
    return times.in_words(when, agreements.zone_of(agreement, campaign, side) if agreement else "")
