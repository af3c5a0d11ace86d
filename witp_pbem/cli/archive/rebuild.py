"""`archive rebuild`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.record import extras
from witp_pbem.cli import printing, progress
from witp_pbem.cli.archive.parameters import ARCHIVE, JOBS, LIMIT
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.phrases import visible
from witp_pbem.table.language import say

if TYPE_CHECKING:
    from witp_pbem.archive.intake import Rebuilt


@click.command(cls=Spoken)
@ARCHIVE
@click.option("--all", "everything", is_flag=True, help="Everything, not only what an older release derived.")
@JOBS
@LIMIT
def rebuild(archive: str, everything: bool, jobs: int, limit: float) -> Result[Sequence[Rebuilt]]:
    """Make all that is derived from the records again: search, statistics and pages read nothing else.

    The records themselves are not touched. It can be stopped at any time and goes on where it was. The exit code is 1
    where one cannot be derived again, with the reason.

    \b
    Example:  witp-pbem archive rebuild club.db --all
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import intake
    from witp_pbem.archive.store import engine

    rebuilt: list[Rebuilt] = []
    with progress.bar(say("Campaigns")) as watch:
        for one in intake.rebuild(engine.connect(archive), everything=everything, jobs=jobs, limit=limit,
                                  watch=watch):
            rebuilt.append(one)
            if one.reason and printing.is_read_by_people():
                printing.paragraph(visible(say("Number {record}: {reason}.", **one._asdict())))
    count = sum(not one.reason for one in rebuilt)
    return Result(lambda: rebuilt, lambda: printing.line(say.plural(
        count, "{n} campaign was derived again.", "{n} campaigns were derived again.")), count == len(rebuilt))
