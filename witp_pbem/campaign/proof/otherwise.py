"""A campaign played again by a game with other data, or other rules, than it was played with: the same orders, dice and
cards, compared with what is recorded."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.campaign.folder.campaign import Campaign, opening_of
from witp_pbem.campaign.folder.campaign_state import CampaignState
from witp_pbem.campaign.proof.subjects import Difference, Verification, unwatched
from witp_pbem.campaign.proof.verify import replayed
from witp_pbem.campaign.record import branches
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.table.game import Game


def parted(campaign: Campaign, game: Game) -> list[Finding | Difference]:
    """Where the record of a campaign and a game part, first entry first; nothing where the game plays all of it as
    recorded."""
    proof = Verification(campaign.entries, game, None, unwatched)
    findings = replayed(proof, game)
    parts: Sequence[Finding | Difference] = tuple(dict.fromkeys([*findings, *proof.differences]))
    return sorted(parts, key=lambda part: -1 if part.entry is None else part.entry)


def turn_of(campaign: Campaign, entry: int) -> int:
    """The turn that was played when an entry was made.

    Raises:
        Damaged: what is recorded before it cannot be played.
    """
    opening = opening_of(campaign.game, campaign.founding, campaign.path)
    before = branches.line(campaign.entries[:max(1, entry)])
    return int(CampaignState(campaign.game, opening, before, campaign.path).position.turn)
