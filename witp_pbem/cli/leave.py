"""`withdraw` and `resign`."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.logbook import WITHDRAWAL
from witp_pbem.cli import printing
from witp_pbem.cli.parameters import FOLDER, WHOSE_ORDERS
from witp_pbem.cli.protest import notes_now, receipt_of
from witp_pbem.cli.sides import known_side
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import phrases
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@FOLDER
@WHOSE_ORDERS
@click.option("--entry", type=int, help="The entry the orders were recorded as; by default the side's last ones.")
def withdraw(folder: str, side: str, entry: int | None) -> None:
    """Take back recorded orders before their sitting.

    What of them has been used stays as it is. Standing orders recorded with them end. The logbook keeps both, the
    orders (sealed until the end of the game) and that they were taken back. Where players sign what they send, a
    signed letter does it instead; this command shows its lines.

    \b
    Example:  witp-pbem withdraw isles --side red
    """
    from witp_pbem.campaign.orders.letterbox import record_letter
    from witp_pbem.table.manual_dice import REFEREE

    campaign = open_campaign(Path(folder))
    (withdrawal,) = record_letter(Path(folder), "withdraw", known_side(campaign, side, REFEREE),
                                  {} if entry is None else {"entry": str(entry)})
    assert withdrawal["type"] == WITHDRAWAL
    printing.notes(notes_now(folder, withdrawal))
    printing.recorded(receipt_of(withdrawal), say(
        "Entry {entry} ({side}, turn {turn}) is taken back.\nRecorded as entry {number}.\nReceipt: {receipt}",
        entry=withdrawal["submission"], side=phrases.side_name(campaign.game, withdrawal["side"]),
        turn=withdrawal["turn"], number=withdrawal["n"], receipt=withdrawal["hash"]))


@click.command(cls=Spoken)
@FOLDER
@click.option("--side", required=True, help="Who gives up.")
@click.option("--reason", default="resigned", show_default=True, help="Words for the report.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def resign(folder: str, side: str, reason: str, yes: bool) -> None:
    """Give up. Whether that ends the game is for its rules to say; if it does, everything sealed is opened.

    Where players sign what they send, a signed letter does it instead; this command shows its lines.

    \b
    Example:  witp-pbem resign isles --side red --reason "the fleet is gone"
    """
    from witp_pbem.campaign.letters import signatures
    from witp_pbem.campaign.orders.letterbox import record_letter
    from witp_pbem.campaign.sitting.adjudicate import adjudicate

    campaign = open_campaign(Path(folder))
    loser = known_side(campaign, side)
    if refusal := signatures.required(campaign, loser, "resign", {"text": reason}):
        raise refusal  # before anything is asked
    if not yes:
        question = say("{campaign}: give up for {side}, for good?", campaign=campaign.name,
                       side=phrases.side_name(campaign.game, loser))
        click.confirm(question, abort=True, err=not printing.is_read_by_people())
    record_letter(Path(folder), "resign", loser, {"text": reason})
    adjudicate(Path(folder))
    outcome = open_campaign(Path(folder)).position.outcome
    if outcome is None:
        printing.line(say("{side} has given up. The game goes on.", side=phrases.side_name(campaign.game, loser)))
        return
    printing.line(say("{side} has won.", side=phrases.side_name(campaign.game, outcome.winner)))
