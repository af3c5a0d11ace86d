"""What is named on the command line, a player (`--side`) or a phase, and the campaign opened for that player."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.headers import side_problem
from witp_pbem.cli import printing
from witp_pbem.cli.spoken import speak_to
from witp_pbem.table.game import Game
from witp_pbem.table.language import either, listing, say
from witp_pbem.table.wording import problem_sentence


def opened_for(folder: str, side: str | None) -> tuple[Campaign, str]:
    """A campaign, and the player a command is for, "" for everybody; their language is spoken from now on.

    Raises:
        click.BadParameter: nobody sends orders under that name. NoCampaign, Damaged: see `open_campaign`.
    """
    campaign = open_campaign(Path(folder))
    chosen = known_side(campaign, side) if side is not None else ""
    speak_to(campaign, chosen)
    printing.notes(campaign.notes)
    return campaign, chosen


def side_options(campaign: Campaign) -> str:
    """What can be said with --side: "--side red or --side blue"."""
    return either(f"--side {side}" for side in campaign.senders)


def known_side(campaign: Campaign, side: str, *others: str) -> str:
    """A player's name as typed, in the game's own form; `others` are names that will do as well.

    Raises:
        click.BadParameter: there is none of that name.
    """
    name = campaign.game.lexicon.side(side)
    if name in (*campaign.senders, *others):
        return name
    problem = side_problem(campaign, name)
    if problem and problem.code != "unknown-side":
        raise click.BadParameter(problem_sentence(problem, campaign.game.catalogue), param_hint="--side")
    raise click.BadParameter(say('nobody sends orders as "{side}"; the names are {sides}.', side=side,
                                 sides=listing(dict.fromkeys((*campaign.senders, *others)))), param_hint="--side")


def known_phase(game: Game, phase: str | None) -> str:
    """A phase as typed, in the game's own name; "" for none.

    Raises:
        click.BadParameter: there is none of that name.
    """
    if phase is None:
        return ""
    name = game.lexicon.phases.get(phase.casefold(), phase.casefold())
    if name not in game.phases:
        raise click.BadParameter(say('no phase is called "{phase}"; the phases are {phases}.', phase=phase,
                                     phases=listing(game.phases)), param_hint="--phase")
    return name
