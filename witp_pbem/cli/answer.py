"""`answer`: the referee's decision about a protest."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.cli import named_files, printing, problems
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.recording import print_recorded, print_wanted
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@FOLDER
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--protest", "number", metavar="N", type=int, required=True, help="The protest's entry.")
@click.option("--reason", required=True, help="Why it is decided so; every player reads it.")
@click.pass_context
def answer(ctx: click.Context, folder: str, file: str | None, number: int, reason: str) -> None:
    """Answer a protest: the referee's decision, with its reason.

    Without a file nothing is changed: the protest is dismissed, or the matter is explained. FILE is a file of rulings
    (see `witp-pbem orders DIR --side referee`) that put right what was wrong. To play something again, `rewind` first.

    Where a player keeps the campaign, the answer is proposed, and takes effect when every player consents.

    \b
    Examples:  witp-pbem answer isles --protest 35 --reason "Rule 6.2: the base was cut off when it mattered."
               witp-pbem answer isles --protest 35 --reason "The unit was in supply." rulings.txt
    """
    from witp_pbem.campaign.disputes.protest_answers import answer as answering

    content = named_files.read_files((file,))[0] if file else None
    checked, entry = answering(Path(folder), number, reason, content)
    campaign = open_campaign(Path(folder))
    if checked:
        problems.print_checked(checked, campaign.game)
    if entry is None:
        printing.line(say("Nothing was recorded."))
        ctx.exit(1)
    print_recorded(entry, folder)
    print_wanted(campaign, folder, entry)
