"""`archive remove`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.record import extras
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.cli import printing
from witp_pbem.cli.archive.listing import line_of
from witp_pbem.cli.archive.parameters import ARCHIVE, CAMPAIGN
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.phrases import visible
from witp_pbem.table.language import say

if TYPE_CHECKING:
    from witp_pbem.archive.catalogue import Listed


class Holds(Refusal):
    """The campaign holds, and nobody has said that it is to go all the same."""

    exit_code = USAGE


@click.command(cls=Spoken)
@ARCHIVE
@CAMPAIGN
@click.option("--force", is_flag=True, help="Even a campaign that holds, with what is attached to it.")
def remove(archive: str, campaign: str, force: bool) -> Result[Listed]:
    """Take a record out of an archive: what is kept apart, a fork, or with --force a campaign that holds.

    CAMPAIGN is its name, its number in the archive, or the beginning of its founding hash. What is attached to it goes,
    too. Where a campaign goes, the first of its forks that hold takes its place. `archive export` first makes a copy;
    `archive add` brings one back.

    \b
    Examples:  witp-pbem archive remove club.db 7
               witp-pbem archive remove club.db isles --force
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import catalogue
    from witp_pbem.archive.store import adding, engine
    from witp_pbem.archive.store.tables import HELD

    with engine.writing(engine.connect(archive)) as connection:
        there = catalogue.find(connection, campaign)
        if there.state == HELD and not force:
            raise Holds(say('"{name}" (number {record}) is a campaign that holds: --force removes it, with what is '
                            "attached to it.", name=there.name, record=there.record))
        adding.remove(connection, there.record)
    return Result(lambda: there, lambda: printing.paragraph(visible(say("Removed: {line}", line=line_of(
        there).strip())), rest="  "))
