"""`log`: the logbook, readable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from witp_pbem.campaign.folder import points
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.cli import printing
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import phrases
from witp_pbem.report.log_lines import lines_of, mark
from witp_pbem.table.columns import WIDTH, pad, wrap


@click.command(cls=Spoken)
@FOLDER
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(logbook.KINDS)), metavar="KIND",
              help="Only entries of this kind (note, protest, sitting, ...). May be given several times.")
def log(folder: str, kinds: tuple[str, ...]) -> Result[Sequence[Entry]]:
    """List the logbook: every submission, ruling and sitting in order.

    Orders are shown once they have been used; until then the logbook holds only their seals. What a rewind has
    abandoned is marked; `report --as-of` shows it.

    \b
    Examples:  witp-pbem log isles
               witp-pbem log isles --kind protest --kind note
    """
    campaign = open_campaign(Path(folder))
    wanted = [entry for entry in campaign.entries if not kinds or entry["type"] in kinds]
    return Result(lambda: wanted, lambda: _show(campaign, wanted))


def _show(campaign: Campaign, wanted: Iterable[Entry]) -> None:
    printing.notes(campaign.notes)
    abandoned = points.abandoned(campaign)
    for entry in wanted:
        printing.line(f"{entry['n']:>4}  {pad(logbook.KINDS[entry['type']], 10)}  {entry['hash'][:phrases.SHORT]}")
        for line in mark(campaign, entry, abandoned.get(entry["n"])):
            printing.line(f"      {line}")
        for line in lines_of(campaign, entry):
            for wrapped in wrap(line, WIDTH, "      ", "        "):
                printing.line(wrapped)
