"""`pack` and `unpack`: a campaign as one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record import disk
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import FOLDER, FORCE
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import listing, say

MOST_NAMED, LONGEST_NAME = 5, 60  # files that were left out, and signs of their names


@click.command(cls=Spoken)
@FOLDER
@click.option("-o", "output", metavar="FILE", required=True, help="The file to write, such as isles.zip.")
@click.option("--everything", is_flag=True, help="With private/, which is the keeper's alone.")
@FORCE
def pack(folder: str, output: str, everything: bool, force: bool) -> None:
    """Make one file of a campaign to hand around: its public part, or everything.

    It is a ZIP archive, which any computer opens; in it lie the logbook, the data in force, and a README that says what
    they are. With --everything it holds the secrets of the dice and the sealed orders: send that to nobody.

    \b
    Examples:  witp-pbem pack isles -o isles.zip
               witp-pbem pack isles -o isles-whole.zip --everything
    """
    from witp_pbem.archive import pack as packs

    named_files.require_free(output, force)
    disk.write(Path(output), packs.packed(open_campaign(Path(folder)), everything=everything), disk.NEW)
    printing.written(output)


@click.command(cls=Spoken)
@click.argument("file", metavar="FILE")
@FOLDER
def unpack(file: str, folder: str) -> None:
    """Make a campaign's folder of a packed campaign again.

    The folder DIR must be new or empty. Only what a packed campaign has is taken out. `witp-pbem verify DIR` proves
    what was in the file.

    \b
    Example:  witp-pbem unpack isles.zip isles
    """
    from witp_pbem.archive import pack as packs
    from witp_pbem.campaign.folder.creation import build
    from witp_pbem.campaign.record import private

    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise named_files.Unreadable(say('"{folder}" already exists and is not empty; name a new folder.',
                                         folder=folder))
    try:
        unpacked = packs.folder_of(named_files.read_file(file))
    except packs.UnfitPack as error:
        raise packs.UnfitPack(say('"{file}" is no packed campaign: {error}.', file=file, error=error)) from error
    build(target, {name: (content, private.FILE_RIGHTS if name.startswith(f"{private.FOLDER}/") else disk.NEW)
                   for name, content in unpacked.files.items()})
    printing.line(say('Unpacked into "{folder}".', folder=folder))
    if unpacked.left_out:
        printing.paragraph(say("Left out, because a packed campaign has no such files: {list}.", list=_listed(
            unpacked.left_out)), rest="  ")


def _listed(names: Sequence[str]) -> str:
    """The names of some files, which anybody may have given them, at a bearable length."""
    shown = ["".join(sign if sign.isprintable() else "\ufffd" for sign in name[:LONGEST_NAME]) + (
        "…" if len(name) > LONGEST_NAME else "") for name in names[:MOST_NAMED]]
    return listing([*(say('"{name}"', name=name) for name in shown), *(["…"] if len(names) > MOST_NAMED else [])])
