"""Where a player keeps the campaign: a rewind, a ruling, or that a step stands as recorded, takes place once all
players have consented to it.

Whoever proposes it has consented. A proposal lapses with the next sitting or rewind: consent is given to what was
seen. What a proposal holds and what follows from it is in `proposals`.
"""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.campaign.checks.consents import CARRIED_OUT, concerns_others
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.letters import signatures
from witp_pbem.campaign.record.entries import Entry, Proposal, Rewinding
from witp_pbem.campaign.record.logbook import CONSENT, PROPOSAL, REWIND, SITTING, Body
from witp_pbem.table.manual_dice import REFEREE


def is_needed(campaign: Campaign) -> bool:
    """Whether a player keeps the campaign and others play, so that rewinds and rulings need the consent of all."""
    return concerns_others(campaign.founding, campaign.game.players_at(campaign.position))


def keeper(campaign: Campaign) -> str:
    """The keeping player's side now, or the name they were founded under, "" for a neutral referee."""
    return side_now(campaign, campaign.founding["keeper"])


def side_now(campaign: Campaign, name: str) -> str:
    """A player's side now, by the name they were founded under; before the sides are settled, that name."""
    players = campaign.game.players_at(campaign.position)
    return next((side for side, founded in players.items() if founded == name), name)


def propose(campaign: Campaign, reason: str, *, to: str = "", rewind: Rewinding | None = None,
            rulings: Sequence[str] = (), answers: int | None = None, finish: int | None = None) -> Entry:
    """Records the keeping player's proposal; the caller holds the lock.

    Args:
        to: the point to go back to, as it was named; "" for none.
        rewind: the plan to go back, None for none.
        rulings: as texts.
        answers: the number of a protest.
        finish: the act from which on the step being played stands as recorded.
    Returns:
        The proposal.
    Raises:
        Unsigned: only a signed letter can propose it.
    """
    return campaign.add((PROPOSAL, proposed(campaign, reason, to, rewind, rulings, answers, finish)))[-1]


def proposed(campaign: Campaign, reason: str, to: str, rewind: Rewinding | None, rulings: Sequence[str],
             answers: int | None, finish: int | None = None) -> Body:
    """The body of what the keeping player proposes by a command; see `propose`."""
    text = "\n".join([*filter(None, [reason]), *(" ".join(ruling.split()) for ruling in rulings)])
    values = {"to": to, "text": text,
              "keep": "yes" if rewind and rewind["keeps"] else "", "answers": "" if answers is None else answers,
              "finish": "" if finish is None else "yes"}
    if refusal := signatures.required(campaign, keeper(campaign), PROPOSAL, values):
        raise refusal
    return {**body(keeper(campaign), reason, rewind, rulings, answers, finish), "letter": "", "signature": ""}


def body(side: str, reason: str, rewind: Rewinding | None, rulings: Sequence[str], answers: int | None,
         finish: int | None = None) -> Body:
    """The body of a proposal without its letter."""
    return {"side": side, "reason": reason, "rewind": rewind, "rulings": list(rulings), "answers": answers,
            "finish": finish}


def carried_out(entries: Sequence[Entry], number: int) -> bool:
    """Whether a proposal has taken place."""
    return any(entry["type"] in CARRIED_OUT and entry["proposal"] == number for entry in entries)


def lapsed(entries: Sequence[Entry], number: int) -> bool:
    """Whether the campaign has gone on since a proposal, so that it can no longer be consented to."""
    return any(entry["type"] in (SITTING, REWIND) for entry in entries[number + 1:])


def open_proposals(entries: Sequence[Entry]) -> list[Proposal]:
    """The proposals that wait for consent."""
    return [entry for entry in entries if entry["type"] == PROPOSAL and not carried_out(entries, entry["n"])
            and not lapsed(entries, entry["n"])]


def missing(campaign: Campaign, proposal: Proposal, entries: Sequence[Entry] | None = None) -> list[str]:
    """The players that have not consented to a proposal."""
    consented = {entry["side"] for entry in entries or campaign.entries if entry["type"] == CONSENT
                 and entry["proposal"] == proposal["n"]}
    return [side for side in campaign.senders if side not in consented and side != proposal["side"]]


def playing(campaign: Campaign) -> frozenset[str]:
    """The names under which a keeper who plays sends orders; none where a neutral referee keeps the campaign."""
    keeper = campaign.founding["keeper"]
    players = campaign.game.players_at(campaign.position)
    if not keeper:
        return frozenset()
    return frozenset({keeper, REFEREE, *(side for side, founded in players.items() if founded == keeper)})
