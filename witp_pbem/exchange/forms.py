"""Forms for a player to fill in: orders and letters between two lines with their token, so that a reply proves
whose it is. Forms are comments until the signs are taken away: a reply that merely quotes them says nothing.
"""

from __future__ import annotations

from email.headerregistry import Address

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.orders.template import template
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.report import mail as reports
from witp_pbem.report.drafts import marked
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.table import Diverged


def known(campaign: Campaign, side: str, account: Account | None) -> tuple[Address, ...]:
    """The address by which the player of a side is known, or the referee; none where there is none."""
    if side == REFEREE:
        return reports.addresses([account.to_referee] if account else [])
    return reports.addresses([campaign.players.get(side, "")])


def draft(campaign: Campaign, side: str) -> tuple[str, ...]:
    """An orders file for a side to fill in, between lines with its token; () where nothing can be ordered."""
    if campaign.position.outcome or side not in (*campaign.senders, REFEREE):
        return ()
    try:
        text = template(campaign, side)
    except Diverged:  # the rules no longer play what the record says; the keeper is told by `adjudicate`
        return ()
    return tuple(marked(side, text, tokens.of(campaign, side)))


def form(campaign: Campaign, side: str, letter: str) -> tuple[str, ...]:
    """A letter to be sent as it stands or filled in, between lines with the side's token. Its lines are comments: a
    reply that merely quotes them says nothing."""
    commented = "\n".join(f"# {line}".rstrip() for line in letter.splitlines())
    return tuple(marked(side, commented, tokens.of(campaign, side)))
