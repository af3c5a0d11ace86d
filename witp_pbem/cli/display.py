"""Names and sentences that several commands tell."""

from __future__ import annotations

import click

from witp_pbem.report.phrases import due_sentence as due_sentence
from witp_pbem.report.phrases import phase_name as phase_name
from witp_pbem.report.phrases import side_name as side_name
from witp_pbem.report.phrases import visible as visible
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say


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
