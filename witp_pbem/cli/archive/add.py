"""`archive add`: campaigns from folders, packs, packets and mails."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.record import extras
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.archive.parameters import ARCHIVE, JOBS, LIMIT
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.phrases import visible
from witp_pbem.table.language import listing, say
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from witp_pbem.archive.store.adding import Added
    from witp_pbem.cli.archive.sources import Source

BAD = ("fork", "apart")


class Addition(NamedTuple):
    """What came of what was named.

    Attributes:
        added: what became of each campaign.
        empty: what was named and holds nothing of a campaign.
    """

    added: Sequence[Added]
    empty: Sequence[str]


@click.command(cls=Spoken)
@ARCHIVE
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@click.option("--unproved", is_flag=True, help="Do not verify campaigns before they are taken in.")
@JOBS
@LIMIT
def add(archive: str, sources: Sequence[str], unproved: bool, jobs: int, limit: float) -> Result[Addition]:
    """Add campaigns to an archive, which is made where there is none.

    SOURCE is a campaign's folder, a packed campaign, a packet, a mail, a mailbox, a folder with such things in it, or
    another archive. What is there already is left as it is; a longer record takes the place of the shorter one that it
    continues. One that contradicts the record held is kept beside it, one that does not hold is kept apart with the
    reason, and neither stops the others. The exit code is 1 where there was such a one, or nothing of a campaign.

    \b
    Examples:  witp-pbem archive add club.db isles reefs
               witp-pbem archive add club.db ~/campaigns
               witp-pbem archive add postgresql://club@example.org/archive spring.zip mails.mbox
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import intake
    from witp_pbem.archive.store import engine
    from witp_pbem.cli.archive import sources as given

    named = [given.named(source) for source in sources]
    empty: list[str] = []
    batches = given.in_turn(named, empty)
    if (first := next(batches, None)) is None:  # an archive of nothing is not made
        raise named_files.Unreadable(say("There is no campaign in what you named."))
    added: list[Added] = []
    database = engine.connect(archive, create=True)
    for source in named:
        _take_over(database, source)  # before their campaigns, so that nobody's own name is ever shown
    for one in intake.add_batches(database, chain([first], batches), proved=not unproved, jobs=jobs, limit=limit):
        added.append(one)
        if printing.is_read_by_people():
            printing.paragraph(visible(_sentence(one)))
    for name in empty if printing.is_read_by_people() else ():
        printing.paragraph(visible(say("{name}: there is no campaign in it.", name=name)))
    is_well = not empty and not any(one.outcome in BAD for one in added)
    return Result(lambda: Addition(added, empty), lambda: None, is_well)


def _take_over(database: Engine, source: Source) -> None:
    """Shows people as the archive does from which their campaigns come."""
    from witp_pbem.archive import aliases
    from witp_pbem.archive.store import engine

    if source.aliases:
        with engine.writing(database) as connection:
            new = aliases.take_over(connection, source.aliases)
        if new and printing.is_read_by_people():
            printing.paragraph(visible(say("Shown under other names, as in {archive}: {people}", archive=source.name,
                                           people=listing(source.aliases[person] for person in new))))


def _sentence(added: Added) -> str:
    """What became of a campaign, in a sentence."""
    values = {"name": added.name or added.origin, "record": added.record, "reason": added.reason}
    return {
        "new": say.plural(added.entries, "{name}: added as number {record}, {n} entry.",
                          "{name}: added as number {record}, {n} entries.", **values),
        "longer": say.plural(added.entries, "{name}: number {record} goes on, {n} entry now.",
                             "{name}: number {record} goes on, {n} entries now.", **values),
        "restored": say.plural(
            added.entries, "{name}: takes the place of the archive's damaged copy, number {record}, {n} entry.",
            "{name}: takes the place of the archive's damaged copy, number {record}, {n} entries.", **values),
        "same": say("{name}: number {record} has all of it already.", **values),
        "fork": say("{name}: CONTRADICTS the record that is here; kept beside it as number {record}: {reason}.",
                    **values),
        "apart": say("{name}: KEPT APART as number {record}: {reason}.", **values)}[added.outcome]
