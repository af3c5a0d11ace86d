"""`repair`: repairing a campaign's folder."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.cli import printing
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@FOLDER
@click.option("--lost", is_flag=True,
              help="The newer logbook is lost for good: go on with the older one that is there. The logbook says so.")
def repair(folder: str, lost: bool) -> None:
    """Put right what crashes, mail programs, git and folder services did to a campaign's folder.

    Line ends become what they were, an entry that was never finished is cut off and kept aside, data files of the
    program's own that are missing or damaged are put back. What cannot be repaired is named, with what to do. Nothing
    that was recorded is ever removed.

    \b
    Example:  witp-pbem repair isles
    """
    from witp_pbem.campaign.folder import repair as repairing

    if lost:
        gone = repairing.go_on_without(Path(folder))
        printing.paragraph(say("The campaign goes on without what came up to entry {missing}. Recorded as entry "
                               "{note}; tell the players, who may hold reports and receipts of what is lost.",
                               missing=gone.entry, note=gone.note))
        if gone.links:
            printing.paragraph(say.plural(
                gone.links,
                "Whoever has seen what is lost can know the next dice. Have every player head their next orders with a "
                "luck word nobody can guess (Luck: …), and send nobody a copy before all are in.",
                "Whoever has seen what is lost can know the dice of the next {n} sittings that roll. Until these are "
                "held, have every player head all orders with a new luck word nobody can guess (Luck: …), and send "
                "nobody a copy before all are in."))
        return
    done = repairing.repair(Path(folder))
    for sentence in done:
        printing.paragraph(sentence)
    if not done:
        printing.line(say("Nothing had to be repaired."))
