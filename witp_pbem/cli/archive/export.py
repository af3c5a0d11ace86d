"""`archive export`."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.record import disk, extras
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.archive.parameters import ARCHIVE, CAMPAIGN
from witp_pbem.cli.parameters import FORCE
from witp_pbem.cli.spoken import Spoken


@click.command(cls=Spoken)
@ARCHIVE
@CAMPAIGN
@click.option("-o", "output", metavar="FILE", required=True, help="The file to write, such as isles.zip.")
@FORCE
def export(archive: str, campaign: str, output: str, force: bool) -> None:
    """Take a campaign out of an archive as one file, as `pack` writes it; it stays in the archive.

    `witp-pbem unpack FILE DIR` makes a folder of it, in which all commands work that need no secrets. What the archive
    keeps apart comes out as it came in, byte for byte.

    \b
    Example:  witp-pbem archive export club.db isles -o isles.zip
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import catalogue, pack
    from witp_pbem.archive.opened import kept, opened, unpacked
    from witp_pbem.archive.store import engine
    from witp_pbem.archive.store.tables import HELD
    from witp_pbem.campaign.folder.opening import open_campaign

    named_files.require_free(output, force)
    with engine.reading(engine.connect(archive)) as connection:
        there = catalogue.find(connection, campaign)
        record = kept(connection, there.record)
    assert record is not None, "it was found in the same transaction"
    content, files = unpacked(record)
    if there.state == HELD:
        with opened(content, files) as folder:
            content = pack.packed(open_campaign(folder))
    disk.write(Path(output), content, disk.NEW)
    printing.written(output)
