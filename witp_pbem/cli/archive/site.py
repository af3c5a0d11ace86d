"""`archive site`."""

from __future__ import annotations

from pathlib import Path
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
    from witp_pbem.archive.site.writing import Built


@click.command(cls=Spoken)
@ARCHIVE
@click.option("-o", "output", metavar="DIR", required=True, type=click.Path(path_type=Path),
              help="Write the site into this folder.")
@click.option("--all-packs", is_flag=True,
              help="Offer packs in which addresses, or names shown otherwise, stand, too.")
@JOBS
@LIMIT
def site(archive: str, output: Path, all_packs: bool, jobs: int, limit: float) -> Result[Built]:
    """Make a site of an archive: plain files for any web space, which can also be read from the disk.

    Each campaign has a page with its report, replay, log and pack; there are pages of the players and statistics, and
    the list can be searched in the page, all in both languages. Open DIR/index.html. Run again, it makes only what has
    changed. People appear under the names agreed on, without addresses; a pack holds what was recorded, so
    packs with addresses or hidden names are left out. The exit code is 1 where a campaign could not be shown.

    \b
    Example:  witp-pbem archive site club.db -o public
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive.site import writing
    from witp_pbem.archive.store import engine

    with progress.bar(say("Campaigns")) as watch:
        built = writing.build(engine.connect(archive), output, with_addresses=all_packs, jobs=jobs, limit=limit,
                              watch=watch)
    return Result(lambda: built, lambda: _show(built, output), not built.left_out)


def _show(built: Built, output: Path) -> None:
    printing.line(say.plural(built.campaigns, "{n} campaign, {written} of them new or changed: {page}",
                             "{n} campaigns, {written} of them new or changed: {page}", written=built.written,
                             page=output / "index.html"))
    for reason in built.left_out:
        printing.paragraph(visible(say("Left out: {reason}", reason=reason)))
    if built.without_pack:
        printing.paragraph(say.plural(
            built.without_pack, "{n} campaign has no download: its record holds e-mail addresses, or names that an "
            "alias hides. --all-packs offers it all the same.", "{n} campaigns have no download: their records hold "
            "e-mail addresses, or names that an alias hides. --all-packs offers them all the same."))
