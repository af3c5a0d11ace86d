"""Going back to a point: nothing is erased, but what was played behind it counts no more."""

from __future__ import annotations

from pathlib import Path

from witp_pbem.campaign.checks.rewinds import KEPT
from witp_pbem.campaign.folder import points
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.record import branches
from witp_pbem.campaign.record.entries import Entry, Rewinding
from witp_pbem.campaign.record.logbook import REWIND, Body, following
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say


class CannotRewind(Refusal):
    """The campaign cannot go back, or not to that point."""


def require_possible(campaign: Campaign) -> None:
    """Makes sure that a campaign can go back at all.

    Raises:
        CannotRewind: the game is over, or the next sitting is closed.
    """
    if campaign.position.outcome:
        raise CannotRewind(say("The game is over and everything sealed lies open, so the campaign cannot go back. "
                               "Create a new one from the position you want (show --as-of, new --position)."))
    if campaign.closed:
        raise CannotRewind(say("The next sitting has been closed already: its dice may be known. Adjudicate first."))


def plan(campaign: Campaign, to: str, keep: bool) -> Rewinding:
    """What a rewind would be: `{"to", "keeps"}`.

    Args:
        to: the point, as `points.find` reads it.
        keep: whether the orders and rulings behind it stay in force.
    Raises:
        CannotRewind: see `require_possible`; or the campaign stands there already.
        NoSuchPoint: there is none.
    """
    require_possible(campaign)
    point = points.find(campaign, to)
    behind = [entry for entry in campaign.line[point["entry"] + 1:] if entry["type"] in branches.PLAYED]
    there = campaign.line[point["entry"]]
    in_force = there["type"] != branches.ABANDONED and not branches.is_cut(there)
    if in_force and not behind and point["acts"] is None:
        raise CannotRewind(say("The campaign is already at that point."))
    return {"to": point, "keeps": [entry["n"] for entry in behind if entry["type"] in KEPT] if keep else []}


def body(planned: Rewinding, reason: str, proposal: int | None = None) -> tuple[str, Body]:
    """The type and body of the entry that carries a plan out."""
    return REWIND, {**planned, "reason": reason, "proposal": proposal}


def supposed(campaign: Campaign, *bodies: tuple[str, Body]) -> Campaign:
    """The campaign in memory as though some entries had been recorded, without its private folder's writing hand."""
    entries = list(campaign.entries)
    for kind, later in bodies:
        entries.append(following(entries[-1], kind, later))
    return campaign.supposed(entries)


def rewind(folder: Path, to: str, reason: str, keep: bool) -> Entry:
    """Takes a campaign back to a point or, where a player keeps it, proposes that.

    Returns:
        The entry recorded: a rewind or a proposal.
    Raises:
        CannotRewind, NoSuchPoint: see `plan`.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        planned = plan(campaign, to, keep)
        if consent.is_needed(campaign):
            return consent.propose(campaign, reason, to=to, rewind=planned)
        (entry,) = campaign.add(body(planned, reason))
        return entry

