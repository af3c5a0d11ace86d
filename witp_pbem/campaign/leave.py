"""Taking orders back before their sitting, and giving up a game."""

from __future__ import annotations

from pathlib import Path

from witp_pbem.campaign import logbook
from witp_pbem.campaign.campaign import Campaign, writing
from witp_pbem.campaign.logbook import Entry
from witp_pbem.campaign.refusal import Refusal
from witp_pbem.table.language import listing, say
from witp_pbem.table.wording import side_name


class CannotLeave(Refusal):
    """There is nothing to take back, or nobody who could give up."""


def withdraw(folder: Path, side: str, number: int | None = None) -> tuple[Entry, Entry]:
    """Takes back a submission of a side: what of it has not been used counts no more.

    Args:
        number: its entry; without one, the last of the side for this turn.
    Returns:
        The submission and the entry that takes it back.
    Raises:
        CannotLeave: there is no such submission, or the sitting it counts for has been closed.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`. OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        _refuse_after_the_end(campaign)
        mine = {entry["n"]: entry for entry in campaign.submissions() if entry["side"] == side}
        if not mine:
            raise CannotLeave(say("Nothing that {side} sent for turn {turn} could be taken back.",
                                  side=side_name(side, campaign.game.catalogue), turn=campaign.turn))
        number = max(mine) if number is None else number
        if number not in mine:
            raise CannotLeave(say("Entry {number} is no submission of {side} for turn {turn} that could be "
                                  "taken back; these are: {these}.", number=number,
                                  side=side_name(side, campaign.game.catalogue), turn=campaign.turn,
                                  these=listing(map(str, mine))))
        _refuse_after_the_closing(campaign)
        (entry,) = campaign.add((logbook.WITHDRAWAL, {"side": side, "turn": campaign.turn, "submission": number,
                                                      "letter": "", "signature": ""}))
        return mine[number], entry


def resign(folder: Path, side: str, reason: str) -> Entry:
    """Records that a side gives up; the next sitting ends the game.

    Raises:
        CannotLeave: the game is over, nobody plays a side yet, or the next sitting has been closed.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`. OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        _refuse_after_the_end(campaign)
        if side not in campaign.game.sides:
            raise CannotLeave(say("Who plays which side is not settled yet; there is nothing to give up."))
        _refuse_after_the_closing(campaign)
        text = campaign.game.resignation(side, reason.replace('"', "'"))
        (entry,) = campaign.add((logbook.RULING, logbook.ruling(campaign.turn, [text])))
        return entry


def _refuse_after_the_closing(campaign: Campaign) -> None:
    if campaign.closed:
        raise CannotLeave(say("The next sitting has been closed already: its dice may be known. Adjudicate first."))


def _refuse_after_the_end(campaign: Campaign) -> None:
    if campaign.position.outcome:
        raise CannotLeave(say("The game is over."))
