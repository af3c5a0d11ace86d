"""`rewind`: going back to an earlier point."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.logbook import REWIND
from witp_pbem.cli import printing
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.recording import print_recorded, print_wanted
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@FOLDER
@click.option("--to", metavar="POINT", required=True, help='Where to: the name of a bookmark, "turn 3", "turn 3 PHASE" '
              '(their start), "sitting 12" (its end) or "entry 34".')
@click.option("--reason", required=True, help="Why; every player reads it.")
@click.option("--keep-orders", is_flag=True, help="Orders and rulings recorded behind the point stay in force.")
def rewind(folder: str, to: str, reason: str, keep_orders: bool) -> None:
    """Take the campaign back to a point and play on from there.

    Nothing is erased: what is abandoned stays in the logbook, marked by `log`, and `report --as-of` shows it. Orders
    and rulings recorded behind the point count no more, unless --keep-orders says so; submit corrected ones, then
    adjudicate. Every later roll has fresh dice. What players have seen, a rewind cannot undo; `witp-pbem guide
    disputes` says what to bear in mind.

    Where a player keeps the campaign, the rewind is proposed, and takes place when every player consents.

    \b
    Examples:  witp-pbem rewind isles --to "turn 3 movement" --reason "Ann's second file was overlooked."
               witp-pbem rewind isles --to "sitting 12" --reason "wrong die roll modifier" --keep-orders
    """
    from witp_pbem.campaign.folder import points
    from witp_pbem.campaign.sitting.rewind import rewind as going_back

    entry = going_back(Path(folder), to, reason, keep_orders)
    campaign = open_campaign(Path(folder))
    print_recorded(entry, folder)
    if entry["type"] != REWIND:
        print_wanted(campaign, folder, entry)
        return
    printing.paragraph(say("The campaign stands again at {point}: turn {turn}.",
                           point=points.words(campaign, entry["to"]), turn=campaign.turn))
    printing.paragraph(say("Orders that were in force at that point are in force again; send new ones to change "
                           "them. Orders written before now that have a line “After:” must name this receipt there."))
    printing.commands(say("Next:"), f"status {folder}")
