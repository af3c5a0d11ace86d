"""A step half played under other rules: played again from its start, or left to stand as it is recorded."""

from __future__ import annotations

from pathlib import Path

from witp_pbem.campaign.checks.rewinds import KEPT, played_under
from witp_pbem.campaign.folder import points
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.record import branches
from witp_pbem.campaign.record.entries import Entry, Rewinding
from witp_pbem.campaign.record.logbook import FINISH, SITTING
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.sitting import rewind
from witp_pbem.campaign.sitting.adjudicate import divergence
from witp_pbem.campaign.sitting.status import debts_now
from witp_pbem.table.language import say
from witp_pbem.table.sitting import CannotRule
from witp_pbem.table.table import Diverged


class CannotResume(Refusal):
    """The step being played needs no resuming, or cannot be resumed in this way."""


def reopen(folder: Path, reason: str) -> Entry:
    """Takes the campaign back to the start of the step being played, all orders kept, or proposes that.

    Returns:
        The entry recorded: a rewind or a proposal.
    Raises:
        CannotResume: the rules play what is recorded.
        CannotRewind: see `rewind.require_possible`.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        _difference(campaign)
        rewind.require_possible(campaign)
        planned = plan(campaign)
        if consent.is_needed(campaign):
            return consent.propose(campaign, reason, to=points.written(planned["to"]), rewind=planned)
        return campaign.add(rewind.body(planned, reason))[-1]


def plan(campaign: Campaign) -> Rewinding:
    """The rewind to the start of the step being played: `{"to", "keeps"}`."""
    *_, (at, acts, _) = points.starts(campaign, campaign.line)
    entry = campaign.line[at]
    whole = acts == (len(entry["acts"]) if entry["type"] == SITTING else 0) and not branches.is_cut(entry)
    return {"to": {"entry": at, "acts": None if whole else acts},
            "keeps": [entry["n"] for entry in campaign.line[at + 1:] if entry["type"] in KEPT]}


def finish(folder: Path, reason: str) -> Entry:
    """Lets what is recorded of the step being played stand, or proposes that; the rules play on behind it.

    Returns:
        The entry recorded: a `finish` or a proposal.
    Raises:
        CannotResume: see `standing`.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        number = standing(campaign)
        if consent.is_needed(campaign):
            return consent.propose(campaign, reason, finish=number)
        return campaign.add((FINISH, {"act": number, "reason": reason, "proposal": None}))[-1]


def standing(campaign: Campaign) -> int:
    """The act of the step being played from which on the rules differ, once it is sure that its record can stand.

    Raises:
        CannotResume: the rules play what is recorded, they are those of the last sitting, or the record cannot be
            followed even so.
    """
    number = _difference(campaign)
    if played_under(campaign.line) == campaign.game.rules_version:
        raise CannotResume(say("What was recorded last was played under the rules of this same release, not under "
                               "others. Use --reopen, and let “witp-pbem verify” show what is wrong with it."))
    try:
        debts_now(campaign, stands=len(campaign.state.record))
    except Exception as error:  # whatever a record of other rules makes these do
        raise CannotResume(say("Even so the record cannot be followed: {why} Use --reopen.",
                               why=why(campaign, error))) from error
    return number


def why(campaign: Campaign, error: Exception) -> str:
    """What makes a record impossible to follow, in a sentence."""
    if isinstance(error, Diverged):
        return divergence(campaign, error)
    return say("The rules fail ({kind}: {error}).", kind=type(error).__name__, error=error)


def _difference(campaign: Campaign) -> int:
    """The number of the first act of the step that the rules play otherwise now.

    Raises:
        CannotResume: there is none.
    """
    try:
        debts_now(campaign)
    except Diverged as difference:
        return difference.number
    except CannotRule as refused:
        return next(number for number, act in enumerate(campaign.state.record)
                    if getattr(act, "source", None) == refused.source)
    raise CannotResume(say("There is nothing to resume: the rules of this program play what is recorded. Go on with "
                           "“witp-pbem adjudicate”, or go back with “witp-pbem rewind”."))

