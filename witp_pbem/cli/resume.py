"""`resume`: what to do with a step that the rules of this program no longer play as recorded."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.logbook import PROPOSAL
from witp_pbem.cli import printing
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.protest import print_recorded, print_wanted
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@FOLDER
@click.option("--reopen", "way", flag_value="reopen", help="Play the step again from its start, with all orders.")
@click.option("--finish", "way", flag_value="finish", help="Let stand what is recorded of the step.")
@click.option("--reason", required=True, help="Why, for the report.")
def resume(folder: str, way: str | None, reason: str) -> None:
    """Resume a step that was begun under other rules.

    When a newer program decides a rule otherwise, what was played stays as it was played. Only a step that stands
    half played may stop: adjudicate then names the first thing the rules would decide otherwise. With --reopen the
    campaign goes back to the start of that step; orders are kept, dice are thrown anew, and the logbook keeps both.
    With --finish all that is recorded of the step stands, and the new rules go on behind it. Where a player keeps the
    campaign, either is proposed, and takes place when every player consents.

    \b
    Example:  witp-pbem resume isles --finish --reason "we had seen the dice"
    """
    from witp_pbem.campaign.sitting import resume as resuming

    if way is None:
        raise click.UsageError(say("Say how: --reopen or --finish."))
    path = Path(folder)
    entry = resuming.reopen(path, reason) if way == "reopen" else resuming.finish(path, reason)
    print_recorded(entry, folder)
    if entry["type"] == PROPOSAL:
        print_wanted(open_campaign(path), folder, entry)
        return
    printing.paragraph(say("The step is played again from its start, with the same orders.") if way == "reopen" else
                       say("What is recorded of the step stands."))
    printing.commands(say("Next:"), f"adjudicate {folder}")
