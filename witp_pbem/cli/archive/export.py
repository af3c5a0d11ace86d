"""`archive export`."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.record import disk, extras, logbook
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.archive.parameters import ARCHIVE, CAMPAIGN
from witp_pbem.cli.parameters import FORCE
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


class NoPack(Refusal):
    """The file that is named as a pack would be none."""

    exit_code = USAGE


@click.command(cls=Spoken)
@ARCHIVE
@CAMPAIGN
@click.option("-o", "output", metavar="FILE", required=True, help="The file to write, such as isles.zip.")
@FORCE
def export(archive: str, campaign: str, output: str, force: bool) -> None:
    """Take a campaign out of an archive as one file, as `pack` writes it; it stays in the archive.

    `witp-pbem unpack FILE DIR` makes a folder of it, in which all commands work that need no secrets. So it is with a
    fork that holds. What does not hold comes out as it came in, byte for byte, and is no pack.

    \b
    Example:  witp-pbem archive export club.db isles -o isles.zip
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import catalogue, pack
    from witp_pbem.archive.opened import kept, opened, unpacked
    from witp_pbem.archive.store import engine
    from witp_pbem.campaign.folder.opening import open_campaign

    named_files.require_free(output, force)
    with engine.reading(engine.connect(archive)) as connection:
        there = catalogue.find(connection, campaign)
        record = kept(connection, there.record)
        holds = catalogue.holds(connection, there.record)
    assert record is not None, "it was found in the same transaction"
    content, files = unpacked(record)
    if holds:
        with opened(content, files) as folder:
            content = pack.packed(open_campaign(folder))
    path = Path(output)
    if path.suffix.casefold() == pack.SUFFIX and not pack.is_pack(content):
        raise NoPack(say('Number {record} does not hold and comes out as it came, which is no ZIP archive: name a file '
                         'such as "{file}".', record=there.record, file=path.with_suffix(Path(logbook.FILE).suffix)))
    disk.write(path, content, disk.NEW)
    printing.written(output, "" if holds else say("Written as it came, for it does not hold: {name}", name=output))
