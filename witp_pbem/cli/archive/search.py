"""`archive search`."""

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
from witp_pbem.table.language import in_a_row, say

if TYPE_CHECKING:
    from witp_pbem.archive.query.search import Hit


@click.command(cls=Spoken)
@ARCHIVE
@click.argument("query", metavar="QUERY...", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 10**9), metavar="N",
              help="At most so many; 50 if not given, all with --json.")
def search(archive: str, query: Sequence[str], limit: int | None) -> Result[Sequence[Hit]]:
    """Search an archive: campaigns, battles, captures, orders, notes, protests, and the words of all of them.

    `witp-pbem guide searching` has the whole language on a page. The exit code is 0 whether or not something is there.

    \b
    Examples:  witp-pbem archive search club.db "capture(place=PLACE side=red turn<6)"
               witp-pbem archive search club.db "battles at=PLACE force=red/KIND force=blue/KIND"
               witp-pbem archive search club.db protests rule=9.6.3
               witp-pbem archive search club.db 'player=Ken winner=red "WORDS"'
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import aliases
    from witp_pbem.archive.query import search as searching
    from witp_pbem.archive.query import syntax
    from witp_pbem.archive.site.public import cleaner
    from witp_pbem.archive.store import engine

    wanted = limit or (SHOWN if printing.is_read_by_people() else None)
    with engine.reading(engine.connect(archive)) as connection:
        hits = searching.search(connection, " ".join(query), wanted and wanted + 1)
        what = syntax.read(" ".join(query)).what
        if what in (syntax.NOTES, syntax.PROTESTS, syntax.DOCUMENTS):  # people wrote it, of whatever and whomever
            clean = cleaner(aliases.listed(connection))
            hits = [hit._replace(text=clean(hit.text)) for hit in hits]
        notes = outdated.note(connection)
    is_campaign = what == syntax.CAMPAIGNS
    instead = "" if hits else syntax.likely_meant(" ".join(query))
    return outdated.ending_with(notes, Result(
        lambda: hits[:wanted], lambda: _show(hits, wanted, is_campaign, instead)))


def _line_of(hit: Hit, is_campaign: bool) -> str:
    """A hit in the words of its game; of what is kept apart there is no more than the reason."""
    from witp_pbem.archive import naming

    turn = say("turn {turn}", turn=hit.turn) if hit.turn else ""
    where = naming.place(hit.game, hit.place, own_map=hit.own_map)
    parts = ", ".join(filter(None, (turn, where, hit.side and naming.side(hit.game, hit.side))))
    place = "; ".join(filter(None, (naming.title(hit.game), parts)))
    text = naming.scenario(hit.game, hit.text) if is_campaign else hit.text
    return f"{hit.record:>4}  {hit.campaign}{f' ({place})' if place else ''}: {text}".rstrip(": ")


SHOWN = 50  # hits that people are shown unless they want more


def _show(hits: Sequence[Hit], wanted: int | None, is_campaign: bool, instead: str) -> None:
    if not hits:
        printing.paragraph(visible(in_a_row(filter(None, (
            say("Nothing."), instead and say("Did you mean {words}?", words=instead))))))
    for hit in hits[:wanted]:
        printing.paragraph(visible(_line_of(hit, is_campaign)), rest="      ")
    if wanted and len(hits) > wanted:
        printing.line(say("There is more; --limit N shows it."))
