"""`chain`: a player's own chain, which keeps a keeper from knowing the dice."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.campaign import Campaign, open_campaign
from witp_pbem.campaign.folder.founding import short_name
from witp_pbem.campaign.letters import after, chainfile
from witp_pbem.campaign.record.logbook import HASH
from witp_pbem.campaign.sitting.links import for_the_next
from witp_pbem.cli import display
from witp_pbem.cli.sides import known_side
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


class Chain(Spoken, click.Group):
    """The group of what can be done with a chain of one's own."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("Commands")):
            formatter.write_dl([("new", say("Make a chain.")), ("give", say("Give a link away."))])


@click.group(cls=Chain)
def chain() -> None:
    """Make a chain of your own, and give its links away, one for each sitting with dice.

    Every die then needs your link, too: whoever keeps the campaign cannot know one before you have given it. The
    chain lies in a file of yours, outside the campaign's folder. Nobody else may see it, and if you lose it, the
    campaign cannot be played on.

    \b
    Examples:  witp-pbem chain new ann.chain
               witp-pbem chain give ann.chain --campaign isles --side allies --head 3fa1…
    """


@chain.command(cls=Spoken)
@click.argument("file", metavar="FILE")
def new(file: str) -> None:
    """Make a chain in FILE, and tell its anchor, which the keeper founds the campaign with.

    \b
    Example:  witp-pbem chain new ann.chain
    """
    made = chainfile.new(Path(file))
    click.echo(say("Made: {file}. Keep it to yourself, and keep a copy.", file=file))
    click.echo(say("Anchor: {anchor}", anchor=made.anchor))
    display.paragraphs(say("Send the anchor to whoever keeps the campaign; it is no secret. He founds the campaign "
                           "with --chain SIDE=ANCHOR."))


@chain.command(cls=Spoken)
@click.argument("file", metavar="FILE")
@click.option("--campaign", "name", required=True, metavar="NAME|DIR",
              help="The campaign's short name, or the folder of your copy of it.")
@click.option("--side", required=True, help="Your side, or your seat.")
@click.option("--head", required=True, metavar="HASH", help="The hash of the last entry you know of.")
@click.option("-o", "output", metavar="FILE", help="Write the letter to this file instead of the screen.")
@click.option("--force", is_flag=True, help="Overwrite the file if there is one.")
def give(file: str, name: str, side: str, head: str, output: str | None, force: bool) -> None:
    """Write the letter that gives your next link away, for one sitting.

    Give it after your orders, and when the other player's are in: HASH names the entry up to which you know the
    campaign. With the link in his hands a keeper who plays knows the dice; so whatever he records behind that entry
    spends the link. A link is never given for another hash. For the same hash you get the same letter again.

    \b
    Example:  witp-pbem chain give ann.chain --campaign isles --side allies --head 3fa1… -o link.txt
    """
    if output is not None:
        display.require_free(output, force)
    campaign = open_campaign(Path(name)) if Path(name).is_dir() else None
    short = campaign.name if campaign else short_name(name)
    wanted = _head(campaign, head)
    if campaign:
        side = known_side(campaign, side, *campaign.founding["players"])
        _require_unused(campaign, campaign.founded_as(side), wanted)
    number, letter, again = chainfile.give(Path(file), short, side.casefold(), wanted)
    display.write_or_print(letter, output, force)
    if again:
        told = say("This is link {number} again, given for the same hash before.", number=number)
    elif number > 1:
        told = say("This is link {number}. If the sitting you gave the last one for was never held, do not send it: "
                   "who asks for two links for one sitting wants other dice.", number=number)
    else:
        told = say("This is link {number}.", number=number)
    display.paragraphs(told, err=True)


def _head(campaign: Campaign | None, typed: str) -> str:
    """A hash as typed; with the campaign at hand its beginning is enough.

    Raises:
        BadChain: it is none, or no entry of the copy has it.
    """
    wanted = typed.strip().rstrip("….").lower()
    if campaign is None:
        if not HASH.fullmatch(wanted):
            raise chainfile.BadChain(say('"{hash}" is not a whole hash: that is 64 digits from 0 to 9 and a to f.',
                                         hash=typed))
        return wanted
    found = [each["hash"] for each in campaign.entries
             if len(wanted) >= after.DIGITS and each["hash"].startswith(wanted)]
    if not found:
        raise chainfile.BadChain(say(
            'Your copy of the campaign in "{folder}" has no entry with the hash "{hash}". Ask the keeper for his '
            "newest logbook.jsonl and put it there; without it, give this command in a folder that holds no copy.",
            folder=campaign.folder, hash=typed))
    return str(found[0])


def _require_unused(campaign: Campaign, holder: str, head: str) -> None:
    """Makes sure that no link given waits for its sitting, as far as one's own copy tells.

    Raises:
        BadChain: one does.
    """
    waiting = for_the_next(campaign).get(holder)
    if waiting and waiting["head"] != head:
        raise chainfile.BadChain(say(
            "Link {number} of entry {entry} waits for its sitting. Who asks for another one wants other dice.",
            number=waiting["number"], entry=waiting["n"]))
