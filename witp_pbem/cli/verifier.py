"""`verifier`: the small independent verifiers, to be handed to anybody."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from witp_pbem.campaign.record import disk
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import FORCE
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say

PAGE, SCRIPT = "verify.html", "verify.py"


@click.command(cls=Spoken)
@click.option("-o", "--output", metavar="FILE", help="Where to write it (else verify.html or verify.py, here).")
@click.option("--python", "as_python", is_flag=True, help="The Python file instead of the page.")
@FORCE
def verifier(output: str | None, as_python: bool, force: bool) -> None:
    """Write a small verifier that needs nothing of this program, for players who would rather not trust it.

    The page runs in any browser, on a phone too, and sends nothing: choose a logbook and it proves hashes, dice, decks
    and whatever lies open. It also seals orders. Both verifiers are short enough to be read in a quarter of an hour;
    `witp-pbem guide logbook-format` says how everything is reckoned, so that anybody can write a third.

    \b
    Examples:  witp-pbem verifier
               witp-pbem verifier --python -o prove.py
               python prove.py isles/logbook.jsonl 3fa1c09be2d45a77
    """
    name = SCRIPT if as_python else PAGE
    path = Path(output or name)
    named_files.require_free(str(path), force)
    disk.write(path, (files("witp_pbem") / "verifiers" / name).read_bytes(), disk.NEW)
    printing.written(path, say("{file} proves a logbook: python {file} LOGBOOK [HASH]", file=path)
                     if as_python else
                     say("{file} proves a logbook and seals orders: open it in a browser, with or without a network.",
                         file=path))
