"""`key`: a key pair to sign with."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.cli import named_files, printing
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@click.argument("file", metavar="FILE")
@click.option("--passphrase", is_flag=True, help="Protect the key with a passphrase.")
def key(file: str, passphrase: bool) -> None:
    """Make a key to sign orders with.

    It comes in two files: FILE, which is yours alone, and FILE.pub, which everybody may see. Mail the line that is
    printed to the keeper before the campaign is created. If you already have an OpenSSH Ed25519 key, you need no other.

    \b
    Example:  witp-pbem key ken.key
    """
    from witp_pbem.campaign.folder import keys

    path = Path(file)
    named_files.require_free(file, force=True)
    words = click.prompt(say("Passphrase"), hide_input=True, confirmation_prompt=True,
                         err=not printing.is_read_by_people()) if passphrase else ""
    line = keys.make(path, words)
    printing.written(path, say("Written: {file} and {public}", file=path, public=path.name + keys.PUBLIC))
    printing.paragraph(say('Keep "{file}" and a copy of it, and show it to nobody: whoever has it can sign for you. '
                           "Mail this line to the keeper of the campaign:", file=path))
    printing.text(line + "\n")
