"""Paragraphs, lists and JSON on a terminal."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from witp_pbem.report.layout import WIDTH, width, wrap
from witp_pbem.report.wording import due_sentence as due_sentence
from witp_pbem.report.wording import phase_name as phase_name
from witp_pbem.report.wording import side_name as side_name
from witp_pbem.report.wording import visible as visible
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say


def program() -> str:
    """How to call this program again from where the user stands."""
    if shutil.which("witp-pbem"):
        return "witp-pbem"
    called = Path(sys.argv[0])
    if called.name != "witp-pbem":
        return "python -m witp_pbem"
    return str(called.relative_to(Path.cwd()) if called.is_relative_to(Path.cwd()) else called)


def known_phase(game: Game, phase: str | None) -> str:
    """A phase as typed, in the game's own name; "" for none.

    Raises:
        click.BadParameter: there is none of that name.
    """
    if phase is None:
        return ""
    found = game.lexicon.phases.get(phase.casefold(), phase.casefold())
    if found not in game.phases:
        raise click.BadParameter(say('no phase is called "{phase}"; the phases are {phases}.', phase=phase,
                                     phases=listing(game.phases)), param_hint="--phase")
    return found


def print_commands(lead: str, *commands: str) -> None:
    """Commands of this program to type next, one below the other."""
    for command in commands:
        click.echo(f"{lead} {program()} {command}")
        lead = " " * width(lead)


def print_json(value: Any) -> None:
    """A value as JSON, readable."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def paragraphs(text: str, first: str = "", rest: str = "", err: bool = False) -> None:
    """Prints a text in lines of the usual width."""
    for line in wrap(visible(text), WIDTH, first, rest):
        click.echo(line, err=err)


def print_owed(owed: Iterable[Mapping[str, Any]], game: Game) -> None:
    """A list of debts."""
    for due in owed:
        paragraphs(say("{side}: {sentence}", side=side_name(game, due["side"]), sentence=due["sentence"]), first="  * ",
                   rest="    ")


def print_notes(notes: Sequence[str]) -> None:
    """What had to be mended or overlooked in the campaign's files."""
    for note in notes:
        click.echo(say("Note: {note}", note=note), err=True)
