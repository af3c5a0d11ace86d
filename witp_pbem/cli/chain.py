"""`key chain` and `key link`: a player's own chain, without which the keeper cannot know the dice."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.creation import short_name
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters import chainfile, sealing, signatures
from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.entries import FileContent
from witp_pbem.campaign.record.logbook import DIGITS, HASH
from witp_pbem.campaign.record.private import FILE_RIGHTS
from witp_pbem.campaign.sitting.owed_links import for_the_next
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.printing import Result
from witp_pbem.cli.seal import header_of
from witp_pbem.cli.sides import known_side
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple


class NewChain(NamedTuple):
    """A new chain: its file, and its anchor, with which the keeper creates the campaign."""

    file: str
    anchor: str


@click.command(cls=Spoken)
@click.argument("file", metavar="FILE")
def chain(file: str) -> Result[NewChain]:
    """Make a chain of your own in FILE, and print its anchor, which the keeper creates the campaign with.

    Give its links away one by one (`key link`), one for each sitting with dice. Every die then needs your link, too:
    whoever keeps the campaign cannot know one before you have given it. Nobody else may see the chain, and if you lose
    it, the campaign cannot be played on.

    \b
    Example:  witp-pbem key chain ann.chain
    """
    own_chain = chainfile.new(Path(file))
    return Result(lambda: NewChain(file, own_chain.anchor), lambda: _show(file, own_chain.anchor))


def _show(file: str, anchor: str) -> None:
    printing.line(say("Made: {file}. Keep it to yourself, and keep a copy.", file=file))
    printing.line(say("Anchor: {anchor}", anchor=anchor))
    printing.paragraph(say("Send the anchor to whoever keeps the campaign; it is no secret. The campaign is created "
                           "with --chain SIDE=ANCHOR."))


@click.command(cls=Spoken)
@click.argument("file", metavar="FILE")
@click.option("--campaign", "name", required=True, metavar="NAME|DIR",
              help="The campaign's short name, or the folder of your copy of it.")
@click.option("--side", required=True, help="Your side, or your player's name before the sides are settled.")
@click.option("--head", required=True, metavar="HASH", help="The hash of the last entry you know of.")
@click.option("--orders", metavar="FILE", help="Your orders, if they are not recorded yet: the link is bound to them.")
@click.option("-o", "output", metavar="FILE", help="Write the letter to this file instead of the screen.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def link(file: str, name: str, side: str, head: str, orders: str | None, output: str | None, force: bool) -> None:
    """Write the letter that gives your next link away, for one sitting.

    Give it when the orders of all others are recorded: HASH names the entry up to which you know the campaign. Whoever
    has all links knows the dice; so anything recorded after that entry spends the link, except the orders you name
    here. They go into a second letter, beside the first, to be mailed with it. A link is never given for another hash
    or with other orders. For the same hash and orders you get the same letters again.

    \b
    Example:  witp-pbem key link ann.chain --campaign isles --side blue --head 3fa1… \\
                  --orders blue.txt -o link.txt
    """
    if orders is not None and output is None:
        raise chainfile.BadChain(say("Two letters are made: name the file of the first one with -o."))
    second = f"{str(output).removesuffix('.txt')}.orders.txt"
    for path in (output, second) if orders is not None else (output,):
        if path is not None:
            named_files.require_free(path, force)
    campaign = open_campaign(Path(name)) if Path(name).is_dir() else None
    short = campaign.name if campaign else short_name(name)
    wanted = _head(campaign, head)
    if campaign:
        side = known_side(campaign, side, *campaign.founding["players"])
        _require_unused(campaign, campaign.founded_as(side), wanted)
        _require_as_given(campaign, campaign.founded_as(side), chainfile.read(Path(file)))
    turn, content = _orders(orders) if orders is not None else ("", None)
    number, letter, reveal, again = chainfile.give(Path(file), short, side.casefold(), wanted, turn, content)
    named_files.write_or_print(letter, output, force)
    if reveal:
        disk.write(Path(second), reveal.encode(), FILE_RIGHTS)
        printing.written(second, say("Send both letters together: {first}, {second}", first=output, second=second),
                         err=True)
    if again:
        sentence = say("This is link {number} again, given for the same hash before.", number=number)
    elif number > 1:
        sentence = say("This is link {number}. If the sitting you gave the last one for was never held, do not send "
                       "it: whoever asks for two links for one sitting wants different dice.", number=number)
    else:
        sentence = say("This is link {number}.", number=number)
    printing.paragraph(sentence, err=True)


def _orders(file: str) -> tuple[str, FileContent]:
    """The turn and the content of the orders that a link is bound to."""
    ((name, data),) = named_files.read_files((file,))
    signed = signatures.read(data)
    return header_of(name, signed)["turn"], sealing.content_of(signed.raw, signed.signature)


def _require_as_given(campaign: Campaign, holder: str, chain: chainfile.OwnChain) -> None:
    """Makes sure that the copy records every link as it was given.

    Raises:
        BadChain: one is recorded differently: the keeper has changed its letter.
    """
    fault = next(chainfile.faults(chain, holder, campaign.entries), None)
    if fault:
        raise chainfile.BadChain(say("No link was given. Entry {entry} of your copy: {why}", entry=fault.entry,
                                     why=fault.sentence) if fault.entry is not None else fault.sentence)


def _head(campaign: Campaign | None, typed: str) -> str:
    """The hash typed in full; with a copy of the campaign its first digits are enough.

    Raises:
        BadChain: it is not a hash, or no entry of the copy has it.
    """
    wanted = typed.strip().rstrip("….").lower()
    if campaign is None:
        if not HASH.fullmatch(wanted):
            raise chainfile.BadChain(say('"{hash}" is not a complete hash: a hash has 64 digits from 0 to 9 and a to '
                                         "f.",
                                         hash=typed))
        return wanted
    hashes = [entry["hash"] for entry in campaign.entries
              if len(wanted) >= DIGITS and entry["hash"].startswith(wanted)]
    if not hashes:
        raise chainfile.BadChain(say(
            'Your copy of the campaign in "{folder}" has no entry with the hash "{hash}". Ask the keeper for the '
            "newest logbook.jsonl and put it there; without it, give this command in a folder that holds no copy.",
            folder=campaign.folder, hash=typed))
    return str(hashes[0])


def _require_unused(campaign: Campaign, holder: str, head: str) -> None:
    """Makes sure that no other link is waiting for its sitting, as far as the copy shows.

    Raises:
        BadChain: one does.
    """
    waiting = for_the_next(campaign).get(holder)
    if waiting and waiting["head"] != head:
        raise chainfile.BadChain(say(
            "Link {number} of entry {entry} is waiting for its sitting. Whoever asks for another one wants different "
            "dice.",
            number=waiting["number"], entry=waiting["n"]))
