"""`key`: what a player keeps in secret files, keys to sign with and a chain, and what is made with them."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.cli import chain, named_files, printing
from witp_pbem.cli.spoken import CommandGroup, Spoken
from witp_pbem.table.language import say

_SUMMARIES = say.sentences({
    "new": "Make a key to sign with.",
    "sign": "Sign orders or a letter.",
    "chain": "Make a chain of your own, against a keeper who plays.",
    "link": "Give a link of your chain away, for one sitting.",
})


@click.group(cls=CommandGroup, summaries=_SUMMARIES)
def key() -> None:
    """Make a key and sign with it; make a chain of your own, and give its links away.

    With a key you sign orders and letters, so that nobody else can send them in your name. A chain is for campaigns
    whose keeper plays: every die then needs a link of yours, too, and nobody can know one before you have given it.
    Key and chain lie in files of yours, outside the campaign's folder; nobody else may see them.

    \b
    Examples:  witp-pbem key new ken.key
               witp-pbem key sign red.txt --key ken.key
               witp-pbem key chain ann.chain
               witp-pbem key link ann.chain --campaign isles --side blue --head 3fa1…
    """


key.add_command(chain.chain)
key.add_command(chain.link)


@key.command(cls=Spoken)
@click.argument("file", metavar="FILE")
@click.option("--passphrase", is_flag=True, help="Protect the key with a passphrase.")
def new(file: str, passphrase: bool) -> None:
    """Make a key to sign orders and letters with.

    It comes in two files: FILE, which is yours alone, and FILE.pub, which everybody may see. Mail the line that is
    printed to the keeper before the campaign is created. If you already have an OpenSSH Ed25519 key, you need no other.

    \b
    Example:  witp-pbem key new ken.key
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


@key.command(cls=Spoken)
@click.argument("file", metavar="FILE")
@click.option("--key", "key_file", required=True, metavar="KEY",
              help="Your private key: the file made by `witp-pbem key new` or ssh-keygen, without .pub.")
@click.option("-o", "output", metavar="FILE", help="Write the signature to this file instead of FILE.sig.")
@click.option("--force", is_flag=True, help="Overwrite a file that is no signature.")
def sign(file: str, key_file: str, output: str | None, force: bool) -> None:
    """Sign a file of orders or a letter.

    The signature comes in a file of its own, FILE.sig. Send both, or copy the lines of FILE.sig behind the orders in
    your mail. After any change sign again. The same is done by: ssh-keygen -Y sign -n witp-pbem -f KEY FILE

    \b
    Example:  witp-pbem key sign red.txt --key ken.key
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
        private = keys.load(content, key_file)
    except keys.Locked:
        words = click.prompt(say('Passphrase of "{name}"', name=key_file), hide_input=True, err=True)
        private = keys.load(content, key_file, words)
    named_files.write_or_print(keys.sign(private, data), place, force=True)


def _is_signature(name: str) -> bool:
    """Whether there is a file that holds nothing but a signature: it may be made anew."""
    from witp_pbem.campaign.letters.signatures import split

    path = Path(name)
    return path.is_file() and not split(named_files.read_file(name))[0].strip()
