"""Commands that speak the reader's language: --lang, else the player's own setting, else the system's."""

from __future__ import annotations

from copy import copy
from typing import Any

import click

from witp_pbem.campaign.campaign import Campaign
from witp_pbem.campaign.settings import language_of
from witp_pbem.table.language import LANGUAGES, of_the_system, say, speak

_ASKED = f"{__name__}.asked"  # in the context's meta: whether --lang says which language is wanted


class Spoken(click.Command):
    """A command with --lang, whose help is told in the language spoken."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        *own, helping = super().get_params(ctx)
        return [_told(parameter) for parameter in (*own, LANG, helping)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        told = copy(self)
        told.help = say(self.help) if self.help else None
        click.Command.format_help_text(told, ctx, formatter)


def _told(parameter: click.Parameter) -> click.Parameter:
    """An option with its help in the language spoken."""
    if not isinstance(parameter, click.Option) or not parameter.help:
        return parameter
    told = copy(parameter)
    told.help = say(parameter.help)
    return told


def _speak(ctx: click.Context, parameter: click.Parameter, code: Any) -> None:
    """Speaks the language asked for; where none is, that asked for before the command, or the system's."""
    meta = ctx.find_root().meta
    if code:
        meta[_ASKED] = code
    speak(meta.get(_ASKED) or of_the_system())


LANG = click.Option(
    ["--lang"], type=click.Choice(list(LANGUAGES)), is_eager=True, expose_value=False, callback=_speak,
    help="The language to speak; otherwise the player's (see `language`), or the system's.")


def speak_to(campaign: Campaign, side: str) -> None:
    """Speaks the language a side's player has set, unless --lang asks for another."""
    if not click.get_current_context().find_root().meta.get(_ASKED):
        speak(language_of(campaign, side) or of_the_system())
