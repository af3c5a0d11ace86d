"""`rule`, `sources`: what a game says of itself."""

from __future__ import annotations

import re

import click

from witp_pbem.campaign.folder import games
from witp_pbem.cli import display
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import listing, say


@click.command(cls=Spoken)
@click.argument("words", metavar="ID", nargs=-1, required=True)
@click.pass_context
def rule(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Tell a rule in our own words: one rule, or all of a section.

    Problems and reports name rules by such ids. A game's name in front says which game is meant; without one it is
    War in the Pacific (witp).

    \b
    Examples:  witp-pbem rule 6.3.b
               witp-pbem rule witp 6.3
    """
    identifier = " ".join(" ".join(words).split())
    named, _, rest = identifier.partition(" ")
    game = games.find(named if rest and named in games.installed() else games.USUAL)(None)
    found = game.reference(identifier)
    if not found:
        near = listing(game.nearest(identifier))
        told = (say('there is no rule "{rule}". Near it: {near}.', rule=identifier, near=near) if near
                else say('there is no rule "{rule}".', rule=identifier))
        click.echo(f"witp-pbem: {told}", err=True)
        ctx.exit(2)
    for number, (name, text) in enumerate(found):
        if number:
            click.echo()
        click.echo(name)
        for paragraph in re.split(r"\n\s*\n", text):
            display.paragraphs(paragraph, first="  ", rest="  ")


@click.command(cls=Spoken)
@click.option("--game", default=games.USUAL, show_default=True, metavar="GAME", help="Which game.")
def sources(game: str) -> None:
    """Tell where a game's data come from, file by file, and what of it is reconstructed.

    Reconstructed data are not the printed game's. An owner of the game can put in the real values with
    `witp-pbem new --data FILE`.

    \b
    Example:  witp-pbem sources
    """
    for number, (title, text) in enumerate(games.find(game)(None).sources()):
        if number:
            click.echo()
        click.echo(title)
        for paragraph in text.split("\n"):
            display.paragraphs(paragraph, first="  ", rest="  ")
