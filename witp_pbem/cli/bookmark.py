"""`bookmark`: a name for a point of the campaign."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.cli import printing
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.recording import print_recorded
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@FOLDER
@click.argument("name", metavar="NAME")
@click.option("--at", metavar="POINT", default="", help='Which point: "34" or "entry 34", "sitting 12", "turn 3", '
              '"turn 3 PHASE"; otherwise how things stand now.')
def bookmark(folder: str, name: str, at: str) -> None:
    """Give a point of the campaign a name, to find it again or to rewind to it.

    \b
    Example:  witp-pbem bookmark isles "before the landing"
    """
    from witp_pbem.campaign.disputes import bookmarks
    from witp_pbem.campaign.folder import points

    entry = bookmarks.bookmark(Path(folder), name, at)
    print_recorded(entry, folder)
    campaign = open_campaign(Path(folder))
    printing.line(say('"{name}" names {point}.', name=entry["name"], point=points.words(campaign, entry["to"])))
