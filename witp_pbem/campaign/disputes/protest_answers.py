"""The referee's answer to a protest: a ruling with its reason which, without rulings of its own, changes nothing."""

from __future__ import annotations

from pathlib import Path

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.letters.protests import CannotAnswer, require_open
from witp_pbem.campaign.orders.check import Checked, check
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.text import RULING


def answer(folder: Path, protest: int, reason: str, file: tuple[str, bytes] | None) -> tuple[Checked | None,
                                                                                             Entry | None]:
    """Answers a protest or, where a player keeps the campaign, proposes an answer.

    Args:
        file: name and bytes of a file of the referee's rulings, None where the answer changes nothing.

    Returns:
        The file as checked, and the entry recorded; None if the file does not stand.
    Raises:
        CannotAnswer: there is no such protest, it was answered, or the file holds other things than rulings.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        require_open(campaign, protest)
        checked = check(campaign, *file) if file else None
        if checked and checked.problems:
            return checked, None
        if checked and (checked.side != REFEREE or any(order.keyword != RULING for order in checked.statements)):
            raise CannotAnswer(say('"{file}" must be a file of the referee ("Side: referee") that holds nothing but '
                                   "rulings.", file=checked.file))
        rulings = [slips.plain(statement, checked.text) for statement in checked.statements] if checked else []
        if consent.is_needed(campaign):
            return checked, consent.propose(campaign, reason, rulings=rulings, answers=protest)
        (ruling,) = campaign.add((logbook.RULING, logbook.ruling(campaign.turn, rulings, answers=protest,
                                                                 reason=reason)))
        return checked, ruling
