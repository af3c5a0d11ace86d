"""`sign`: a signature under orders or a letter."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.cli import named_files
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@click.argument("file", metavar="FILE")
@click.option("--key", "key_file", required=True, metavar="KEY",
              help="Your private key: the file made by `witp-pbem key` or ssh-keygen, without .pub.")
@click.option("-o", "output", metavar="FILE", help="Write the signature to this file instead of FILE.sig.")
@click.option("--force", is_flag=True, help="Overwrite a file that is no signature.")
def sign(file: str, key_file: str, output: str | None, force: bool) -> None:
    """Sign a file of orders or a letter.

    The signature comes in a file of its own, FILE.sig. Send both, or copy the lines of FILE.sig behind the orders in
    your mail. After any change sign again. The same is done by: ssh-keygen -Y sign -n witp-pbem -f KEY FILE

    \b
    Example:  witp-pbem sign red.txt --key ken.key
    """
    from witp_pbem.campaign.folder import keys
    from witp_pbem.campaign.letters import signatures

    data = named_files.read_file(file)
    if signatures.split(data)[1]:
        raise named_files.Unreadable(
            say('There is a signature in "{name}" already. Delete it from the file to sign again.',
                name=click.format_filename(file)))
    content, place = named_files.read_file(key_file), output or file + signatures.SUFFIX
    named_files.require_free(place, force or _is_signature(place))
    try:
        key = keys.load(content, key_file)
    except keys.Locked:
        words = click.prompt(say('Passphrase of "{name}"', name=key_file), hide_input=True, err=True)
        key = keys.load(content, key_file, words)
    named_files.write_or_print(keys.sign(key, data), place, force=True)


def _is_signature(name: str) -> bool:
    """Whether there is a file that holds nothing but a signature: it may be made anew."""
    from witp_pbem.campaign.letters.signatures import split

    path = Path(name)
    return path.is_file() and not split(named_files.read_file(name))[0].strip()
