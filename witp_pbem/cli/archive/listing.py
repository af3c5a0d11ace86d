"""`archive list`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.record import extras
from witp_pbem.cli import printing
from witp_pbem.cli.archive import outdated
from witp_pbem.cli.archive.parameters import ARCHIVE
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.phrases import visible
from witp_pbem.table.language import listing as together
from witp_pbem.table.language import say

if TYPE_CHECKING:
    from witp_pbem.archive.catalogue import Listed


@click.command("list", cls=Spoken)
@ARCHIVE
@click.option("--all", "everything", is_flag=True, help="Forks and what is kept apart, too.")
def listed(archive: str, everything: bool) -> Result[Sequence[Listed]]:
    """List the campaigns of an archive.

    \b
    Examples:  witp-pbem archive list club.db
               witp-pbem archive list club.db --all
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import catalogue
    from witp_pbem.archive.store import engine
    from witp_pbem.archive.store.tables import HELD

    with engine.reading(engine.connect(archive)) as connection:
        every = catalogue.listed(connection)
        notes = outdated.note(connection)
    there = [one for one in every if everything or one.state == HELD]
    return outdated.ending_with(notes, Result(lambda: there, lambda: _show(there, len(every) - len(there))))


def _show(there: Sequence[Listed], others: int) -> None:
    for one in there:
        printing.paragraph(visible(line_of(one)), rest="      ")
    if not there:
        printing.line(say("No campaigns."))
    if others:
        printing.line(say.plural(others, "{n} more record is a fork or kept apart: --all lists it.",
                                 "{n} more records are forks or kept apart: --all lists them."))


def line_of(one: Listed) -> str:
    """A campaign in a line."""
    from witp_pbem.archive import naming

    if not one.game:
        return say("{record:>4}  {name}: kept apart, {reason}", record=one.record, name=one.name, reason=one.reason)
    persons = together(dict.fromkeys(seat.person for seat in one.players if seat.person)) or say("nobody named")
    line = say("{record:>4}  {name}: {game}, {scenario}; {players}; {ending}", record=one.record, name=one.name,
               game=naming.title(one.game), scenario=naming.scenario(one.game, one.scenario), players=persons,
               ending=naming.standing(one.game, one.winner, one.turn))
    return line if one.state == "held" else say("{line} (a fork: {reason})", line=line, reason=one.reason)
