"""`archive alias`."""

from __future__ import annotations

from collections.abc import Mapping

import click

from witp_pbem.campaign.record import extras
from witp_pbem.cli import printing
from witp_pbem.cli.archive.parameters import ARCHIVE
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.phrases import visible
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@ARCHIVE
@click.argument("person", metavar="[NAME]", required=False)
@click.argument("shown", metavar="[SHOWN]", required=False)
@click.option("--remove", is_flag=True, help="Show NAME under that name again.")
def alias(archive: str, person: str | None, shown: str | None, remove: bool) -> Result[Mapping[str, str]]:
    """Show somebody under another name, initials or an alias, as they agreed to; without NAME, list these names.

    Lists, statistics and pages show the other name alone. Two names shown as one count as one person. The logbooks stay
    as they were sealed, with the names in them: who is given a logbook reads them there.

    \b
    Examples:  witp-pbem archive alias club.db "Ken Ito" "K. I."
               witp-pbem archive alias club.db "Ken Ito" --remove
               witp-pbem archive alias club.db
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import aliases
    from witp_pbem.archive.store import engine

    if person is None and remove or person is not None and (not person or bool(shown) == remove):
        raise click.UsageError(say("Give the name that is to be shown, or --remove."))
    database = engine.connect(archive)
    if person:
        with engine.writing(database) as connection:
            aliases.show_as(connection, person, shown or "")
    with engine.reading(database) as connection:
        there = aliases.listed(connection)
    return Result(lambda: there, lambda: _show(there))


def _show(there: Mapping[str, str]) -> None:
    if not there:
        printing.line(say("Everybody is shown under their own name."))
    for person, shown in there.items():
        printing.line(visible(say("{person}: shown as {shown}", person=person, shown=shown)))
