"""`language`: which language each player reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.folder.settings import languages, set_language
from witp_pbem.cli import printing
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.printing import Result
from witp_pbem.cli.sides import known_side
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import phrases
from witp_pbem.table.language import LANGUAGES, labelled, listing, say
from witp_pbem.table.manual_dice import REFEREE


@click.command(cls=Spoken)
@FOLDER
@click.argument("side", metavar="[SIDE]", required=False)
@click.argument("code", metavar="[LANGUAGE]", required=False, type=click.Choice(list(LANGUAGES)))
def language(folder: str, side: str | None, code: str | None) -> Result[Mapping[str, str]]:
    """Set the language a player reads, or show which are set.

    It is used wherever a command is for one player (`report --side`, `orders --side`, `check` of a file) unless --lang
    says otherwise. It is a setting of this copy of the campaign and no part of its record.

    \b
    Examples:  witp-pbem language isles red ja
               witp-pbem language isles
    """
    campaign = open_campaign(Path(folder))
    if side is not None and code is None:
        raise click.UsageError(say("Which language? {languages}.", languages=listing(LANGUAGES)))
    if side is not None and code is not None:
        set_language(Path(folder), known_side(campaign, side, REFEREE), code)
    codes = languages(Path(folder))
    return Result(lambda: codes, lambda: _show(campaign, codes))


def _show(campaign: Campaign, codes: Mapping[str, str]) -> None:
    for player, code in codes.items():
        printing.line(labelled(phrases.side_name(campaign.game, player), f"{LANGUAGES[code]} ({code})"))
    if not codes:
        printing.line(say("No player has a language set: the system's is used."))
