"""`archive show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.record import extras
from witp_pbem.cli import printing
from witp_pbem.cli.archive.listing import line_of
from witp_pbem.cli.archive.parameters import ARCHIVE, CAMPAIGN
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.phrases import visible
from witp_pbem.table.language import listing as together
from witp_pbem.table.language import say

if TYPE_CHECKING:
    from witp_pbem.archive.catalogue import Listed


@click.command(cls=Spoken)
@ARCHIVE
@CAMPAIGN
def show(archive: str, campaign: str) -> Result[Listed]:
    """Show a campaign of an archive: what is played, by whom, how it stands.

    CAMPAIGN is its name, its number in the archive, or the beginning of its founding hash.

    \b
    Example:  witp-pbem archive show club.db isles
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import catalogue
    from witp_pbem.archive.store import engine

    with engine.reading(engine.connect(archive)) as connection:
        there = catalogue.find(connection, campaign)
    return Result(lambda: there, lambda: _show(there))


def _show(there: Listed) -> None:
    printing.paragraph(visible(line_of(there)), rest="      ")
    from witp_pbem.archive import naming

    if ended := naming.ending(there.game, there.winner or "", there.ending):
        printing.paragraph(visible(ended), rest="      ")
    printing.line(say("Entries: {entries}; sittings: {sittings}; last updated {added}.", entries=there.entries,
                      sittings=there.sittings, added=there.added.partition("T")[0]))
    if there.founding:
        printing.paragraph(say("Founding: {hash}", hash=there.founding), rest="  ")
    for seat in there.players:
        printing.line(visible(f"  {naming.side(there.game, seat.player)}: {seat.person or '–'}"))
    if there.documents:
        printing.paragraph(visible(say("Attached: {documents}", documents=together(there.documents))), rest="  ")
