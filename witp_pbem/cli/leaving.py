"""`letter withdraw` and `letter resign`."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.logbook import WITHDRAWAL
from witp_pbem.cli import printing
from witp_pbem.cli.parameters import WHOSE_ORDERS
from witp_pbem.cli.recording import notes_now, receipt_of, record_or_write, speaker, write_letter, writes_letter
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import phrases
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@writes_letter
@WHOSE_ORDERS
@click.option("--entry", type=int, help="The entry the orders were recorded as; by default the side's last ones.")
def withdraw(place: str, side: str, entry: int | None, output: str | None, force: bool) -> None:
    """Take back recorded orders before their sitting.

    What of them has been used stays as it is. Standing orders recorded with them end. The logbook keeps both, the
    orders (sealed until the end of the game) and that they were taken back.

    \b
    Example:  witp-pbem letter withdraw isles --side red
    """
    values = {} if entry is None else {"entry": str(entry)}
    for withdrawal in record_or_write(place, "withdraw", side, values, output, force):
        assert withdrawal["type"] == WITHDRAWAL
        printing.notes(notes_now(place, withdrawal))
        printing.recorded(receipt_of(withdrawal), say(
            "Entry {entry} ({side}, turn {turn}) is taken back.\nRecorded as entry {number}.\nReceipt: {receipt}",
            entry=withdrawal["submission"],
            side=phrases.side_name(open_campaign(Path(place)).game, withdrawal["side"]),
            turn=withdrawal["turn"], number=withdrawal["n"], receipt=withdrawal["hash"]))


@click.command(cls=Spoken)
@writes_letter
@click.option("--side", required=True, help="Who gives up.")
@click.option("--reason", default="resigned", show_default=True, help="Words for the report.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def resign(place: str, side: str, reason: str, yes: bool, output: str | None, force: bool) -> None:
    """Give up. Whether that ends the game is for its rules to say; if it does, everything sealed is opened.

    \b
    Example:  witp-pbem letter resign isles --side red --reason "the fleet is gone"
    """
    from witp_pbem.campaign.letters import signatures
    from witp_pbem.campaign.orders.letterbox import record_letter
    from witp_pbem.campaign.sitting.adjudicate import adjudicate

    values = {"text": reason}
    who = speaker(place, "resign", side, output)
    if who.folder is None or who.campaign is None:
        write_letter(who, "resign", values, output, force)
        return
    if refusal := signatures.required(who.campaign, who.side, "resign", values):
        raise refusal  # before anything is asked
    if not yes:
        question = say("{campaign}: give up for {side}, for good?", campaign=who.name,
                       side=phrases.side_name(who.campaign.game, who.side))
        click.confirm(question, abort=True, err=not printing.is_read_by_people())
    record_letter(who.folder, "resign", who.side, values)
    adjudicate(who.folder)
    campaign = open_campaign(who.folder)
    outcome = campaign.position.outcome
    if outcome is None:
        printing.line(say("{side} has given up. The game goes on.",
                          side=phrases.side_name(campaign.game, who.side)))
        return
    printing.line(say("{side} has won.", side=phrases.side_name(campaign.game, outcome.winner)))
