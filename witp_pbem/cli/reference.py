"""`rule`, `sources`: what a game says of itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from witp_pbem.campaign.folder import games
from witp_pbem.campaign.folder.campaign import open_campaign
from witp_pbem.cli import display
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say


def named_game(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option that names a game, where a command needs one."""
    return click.option("--game", default="", metavar="GAME",
                        help="Which game; it need not be named where there is only one.")(command)


def named_campaign(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option that names a campaign whose game is meant."""
    return click.option("--campaign", default="", metavar="DIR",
                        help="The game of this campaign, with its own data.")(command)


def meant(game: str, campaign: str) -> Game:
    """The game named, or that of the campaign named, else the only one there is.

    Raises:
        games.NoSuchGame: it is not installed. games.NoGameNamed: there are several. NoCampaign: there is none.
    """
    return open_campaign(Path(campaign)).game if campaign and not game else games.find(game or games.usual())(None)


@click.command(cls=Spoken)
@click.argument("words", metavar="ID", nargs=-1, required=True)
@named_game
@named_campaign
@click.pass_context
def rule(ctx: click.Context, words: tuple[str, ...], game: str, campaign: str) -> None:
    """Tell a rule in our own words: one rule, or all of a section.

    Problems and reports name rules by such ids. A game's name in front says which game is meant.

    \b
    Examples:  witp-pbem rule witp 6.3
               witp-pbem rule 6.3.b --campaign isles
    """
    identifier = " ".join(" ".join(words).split())
    named, _, rest = identifier.partition(" ")
    if rest and (named in games.own() or named in games.installed()):
        game = named
    chosen = meant(game, campaign)
    found = chosen.reference(identifier)
    if not found:
        near = listing(chosen.nearest(identifier))
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
@named_game
@named_campaign
def sources(game: str, campaign: str) -> None:
    """Tell where a game's data come from, file by file, and what of it is reconstructed.

    Reconstructed data are not the printed game's. An owner of the game can put in the real values with
    `witp-pbem new --data FILE`.

    \b
    Example:  witp-pbem sources
    """
    for number, (title, text) in enumerate(meant(game, campaign).sources()):
        if number:
            click.echo()
        click.echo(title)
        for paragraph in text.split("\n"):
            display.paragraphs(paragraph, first="  ", rest="  ")
