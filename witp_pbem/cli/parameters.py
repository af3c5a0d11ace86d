"""The arguments and options that several commands take, and points in time and durations as they are typed."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import click

from witp_pbem.exchange import times
from witp_pbem.table.language import say


def moment(text: str | datetime) -> datetime:
    """A point in time as typed, with its zone.

    Raises:
        click.BadParameter: it is none.
    """
    time = times.moment(text) if isinstance(text, str) else text
    if time is None:
        raise click.BadParameter(no_moment(str(text)))
    return time


def span(text: str | timedelta) -> timedelta:
    """A duration as typed.

    Raises:
        click.BadParameter: it is none, or zero.
    """
    length = times.duration(text) if isinstance(text, str) else text
    if not length:
        raise click.BadParameter(no_span(str(text)))
    return length


def no_moment(text: str) -> str:
    """The sentence about a text that is not a point in time."""
    return say('"{text}" is not a point in time; write one like 2026-11-30T20:00Z.', text=text)


def no_span(text: str) -> str:
    """The sentence about a text that is not a duration."""
    return say('"{text}" is not a length of time; write one like 5m, 2h or 3d.', text=text)


# -- the campaign ----------------------------------------------------------------------------------------------------

FOLDER = click.argument("folder", metavar="DIR")
ROOT = click.argument("root", metavar="DIR|ROOT", type=click.Path(path_type=Path))
GAME = click.option("--game", default="", metavar="GAME",
                    help="Which game; it need not be named where there is only one.")
CAMPAIGN = click.option("--campaign", default="", metavar="DIR", help="The game of this campaign, with its own data.")
ABOUT = click.option("--about", metavar="N", default="",
                     help='What about: an entry ("34"), "sitting 12", "turn 3 PHASE".')
WHOSE_ORDERS = click.option("--side", required=True, help="Whose orders: a side of the game, or referee.")

# -- what is written -------------------------------------------------------------------------------------------------

OUTPUT = click.option("-o", "output", metavar="FILE", help="Write to this file instead of the screen.")
OUTPUT_OF_POSTS = click.option(
    "-o", "output", metavar="FILE",
    help="Write to this file instead of the screen; several posts to FILE-1, FILE-2 and so on.")
FORCE = click.option("--force", is_flag=True, help="Overwrite an existing file.")
MEND = click.option("--mend", is_flag=True,
                    help="Record orders as mended where each of their problems has one plain mending.")
TEMPLATES = click.option(
    "--templates", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR",
    help="A folder with templates of your own; those of the campaign's folder templates/ are found anyway.")
BRIEF = click.option("--brief", is_flag=True, help="Only the headline, and a few lines below it.")
MAX_CHARS = click.option("--max-chars", type=click.IntRange(min=500), metavar="N",
                         help="The longest post the forum takes; otherwise what the dialect's forum takes.")

# -- the desk --------------------------------------------------------------------------------------------------------

ACCOUNT = click.option("--account", "account_file", metavar="FILE", type=click.Path(path_type=Path),
                       help="The file with the mail account (witp-pbem mail setup).")
NOW = click.option("--now", type=moment, metavar="TIME", default=times.now,
                   help="Act as if it were this time (such as 2026-11-30T20:00Z).")
