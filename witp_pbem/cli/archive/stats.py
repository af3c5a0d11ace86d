"""`archive stats`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from witp_pbem.campaign.record import extras
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.archive import outdated
from witp_pbem.cli.archive.parameters import ARCHIVE
from witp_pbem.cli.parameters import FORCE
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say

WHAT = ("results", "players", "course", "battles", "cards", "dice", "luck", "pace", "robin", "swiss")
SUFFIX = ".svg"


@click.command(cls=Spoken)
@ARCHIVE
@click.argument("what", metavar="[WHAT]", type=click.Choice(WHAT), default="results")
@click.argument("query", metavar="[QUERY]...", nargs=-1)
@click.option("-o", "output", metavar="FILE.svg", help="Draw it into this file instead.")
@FORCE
def stats(archive: str, what: str, query: Sequence[str], output: str | None, force: bool) -> Result[Sequence[Any]]:
    """Count what the campaigns of an archive have in common.

    WHAT is results (of each game and scenario), players (with ratings), course (turn by turn, with spread), battles
    (where), cards (who won with them), dice (whether they are fair), luck (how it was spread), pace (who was waited
    for), robin or swiss (tournament tables). QUERY chooses the campaigns, as `archive search` does.

    \b
    Examples:  witp-pbem archive stats club.db
               witp-pbem archive stats club.db dice game=witp
               witp-pbem archive stats club.db luck scenario=short -o spring.svg
    """
    extras.require(extras.ARCHIVE)
    if output and Path(output).suffix.casefold() != SUFFIX:
        raise click.UsageError(say('Pictures of statistics are SVG: name the file "{name}".',
                                   name=Path(output).with_suffix(SUFFIX)))
    from witp_pbem.archive.statistics import chosen, presentation
    from witp_pbem.archive.store import engine

    with engine.reading(engine.connect(archive)) as connection:
        figures = presentation.figures(what, connection, chosen.campaigns_of(connection, " ".join(query)))
        notes = outdated.note(connection)
    if output:
        from witp_pbem.archive import plots

        named_files.write_or_print(plots.drawn(what, figures), output, force)
        return outdated.ending_with(notes, Result(lambda: figures, lambda: None))
    return outdated.ending_with(notes, Result(lambda: figures, lambda: _show(what, figures)))


def _show(what: str, figures: Sequence[Any]) -> None:
    from witp_pbem.archive.statistics import presentation
    from witp_pbem.report import plain_text

    for line in plain_text.sections([presentation.section(what, figures)], str):
        printing.line(line)
