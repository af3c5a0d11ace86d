"""`archive rebuild`."""

from __future__ import annotations

import click

from witp_pbem.campaign.record import extras
from witp_pbem.cli import printing
from witp_pbem.cli.archive.parameters import ARCHIVE
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@ARCHIVE
@click.option("--all", "everything", is_flag=True, help="Everything, not only what an older release derived.")
@click.option("--jobs", type=click.IntRange(1, 60), default=1, metavar="N",
              help="Derive so many campaigns at the same time.")
def rebuild(archive: str, everything: bool, jobs: int) -> None:
    """Make all that is derived from the records again: search, statistics and pages read nothing else.

    The records themselves are not touched. It can be stopped at any time and goes on where it was.

    \b
    Example:  witp-pbem archive rebuild club.db --all
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import intake
    from witp_pbem.archive.store import engine

    count = sum(1 for _ in intake.rebuild(engine.connect(archive), everything=everything,
                                          jobs=jobs))
    printing.line(say.plural(count, "{n} campaign was derived again.", "{n} campaigns were derived again."))
