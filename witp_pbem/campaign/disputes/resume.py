"""A step half played under other rules: played again from its start, or left to stand as it is recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from witp_pbem.campaign import upgrades
from witp_pbem.campaign.adjudicate import divergence
from witp_pbem.campaign.campaign import Campaign, writing
from witp_pbem.campaign.disputes import consent, points, rewind
from witp_pbem.campaign.proof.finding import Finding
from witp_pbem.campaign.record.logbook import FINISH, SITTING, Entry
from witp_pbem.campaign.refusal import Refusal
from witp_pbem.campaign.status import debts_now
from witp_pbem.table import event
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.sitting import CannotRule
from witp_pbem.table.table import Diverged


class CannotResume(Refusal):
    """The step being played needs no resuming, or cannot be resumed in this way."""


def reopen(folder: Path, reason: str) -> Entry:
    """Takes the campaign back to the start of the step being played, all orders kept; where a player keeps it, that is
    proposed.

    Returns:
        The entry recorded: a rewind or a proposal.
    Raises:
        CannotResume: the rules play what is recorded. CannotRewind: see `rewind.require_possible`.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`. OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        _difference(campaign)
        rewind.require_possible(campaign)
        planned = plan(campaign)
        if consent.is_needed(campaign):
            return consent.propose(campaign, reason, rewind=planned)
        return campaign.add(rewind.body(planned, reason))[-1]


def plan(campaign: Campaign) -> Entry:
    """The rewind to the start of the step being played: `{"to", "keeps"}`."""
    *_, (at, acts, _) = points.starts(campaign, campaign.line)
    whole = acts == len(campaign.line[at].get("acts", ())) and not campaign.line[at].get("cut")
    return {"to": {"entry": at, "acts": None if whole else acts},
            "keeps": [entry["n"] for entry in campaign.line[at + 1:] if entry["type"] in rewind.KEPT]}


def finish(folder: Path, reason: str) -> Entry:
    """Lets what is recorded of the step being played stand; the rules play on behind it.

    Raises:
        CannotResume: the rules play what is recorded, the release that runs began the step, a player keeps the
            campaign, or the record cannot be followed even so.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`. OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        number = _difference(campaign)
        if consent.is_needed(campaign):
            raise CannotResume(say("A player keeps this campaign, so nobody can decide alone that the record stands. "
                                   "Use --reopen: it takes place once both players have consented."))
        if begun_under(campaign) == upgrades.here(campaign.game):
            raise CannotResume(say("This very release began the step, so the record is not one of other rules. Use "
                                   "--reopen, and let “witp-pbem verify” tell what is wrong with the record."))
        try:
            debts_now(campaign, stands=len(campaign.past.record))
        except Exception as error:  # whatever a record of other rules makes these do
            raise CannotResume(say("Even so the record cannot be followed: {why} Use --reopen.",
                                   why=why(campaign, error))) from error
        return campaign.add((FINISH, {"act": number, "reason": reason}))[-1]


def begun_under(campaign: Campaign) -> upgrades.Versions:
    """The release that began the step being played."""
    *_, (at, _, _) = points.starts(campaign, campaign.line)
    return upgrades.in_force(campaign.entries[:at + 1])


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
        return next(number for number, act in enumerate(campaign.past.record)
                    if getattr(act, "source", None) == refused.source)
    raise CannotResume(say("There is nothing to resume: the rules of this program play what is recorded. Go on with "
                           "“witp-pbem adjudicate”, or go back with “witp-pbem rewind”."))


def faults(game: Game, entries: Sequence[Entry]) -> Iterator[Finding]:
    """The `finish` entries of a logbook that nobody may have made: only what another release began can be left to
    stand, and only by a neutral referee."""
    began = upgrades.in_force(entries[:1])
    for entry in entries:
        if entry["type"] == SITTING and any("event" in act and game.is_step_start(event.from_json(act, game.events))
                                            for act in entry["acts"]):
            began = upgrades.in_force(entries[:entry["n"]])
        elif entry["type"] == FINISH:
            if entries[0].get("keeper"):
                yield Finding(entry["n"], "finish-wrong", say("A player keeps this campaign: he cannot decide alone "
                                                              "that a record stands."))
            elif began == upgrades.in_force(entries[:entry["n"]]):
                yield Finding(entry["n"], "finish-wrong", say("The release that began this step was still in force: "
                                                              "its record is not one of other rules."))
