"""What is typed wrongly on the command line, told with the sentence first; and `help`."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.cli import colours, printing
from witp_pbem.cli.spoken import Spoken, require_command
from witp_pbem.table.language import in_a_row, say

EVERY = "all"
SIDE = "side"
PLACES = ("folder", "place")  # parameters that name a campaign
IS_WHOLE = f"{__name__}.is_whole"  # in the context's meta: whether the help lists every command


def show(error: click.ClickException) -> None:
    """Prints what is wrong, then how the command is used."""
    printing.refuse(error, _sentence(error) if printing.is_read_by_people() else error.format_message())
    context = error.ctx if isinstance(error, click.UsageError) and printing.is_read_by_people() else None
    if context:
        tells = say("Try '{command} {option}' for help.", command=context.command_path, option="--help")
        click.echo(colours.quiet(f"{context.get_usage()}\n{tells}"), err=True)


def _sentence(error: click.ClickException) -> str:
    """What is wrong; of an option that is missing, also what it is for; of the sender, whose orders there can be."""
    sentences = [error.format_message()]
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Option):
        sentences += [say(error.param.help)] if error.param.help else []
        sentences += [_choice(error.ctx)] if error.param.name == SIDE else []
    return in_a_row(filter(None, sentences))


def _choice(context: click.Context | None) -> str:
    """What can be said with --side of the campaign that a command was typed with, "" where there is none."""
    from witp_pbem.campaign.folder.opening import open_campaign
    from witp_pbem.campaign.record import logbook
    from witp_pbem.campaign.record.refusal import Refusal
    from witp_pbem.cli.sides import side_options

    typed = (context.params.get(name) for name in PLACES) if context else ()
    place = next((Path(name) for name in typed if isinstance(name, str)), None)
    if place is None or not (place / logbook.FILE).is_file():
        return ""
    try:
        return say("Add {options}.", options=side_options(open_campaign(place)))
    except (Refusal, OSError):
        return ""


@click.command(cls=Spoken)
@click.argument("words", metavar="[COMMAND]...", nargs=-1)
@click.pass_context
def help(context: click.Context, words: tuple[str, ...]) -> None:
    """Show what a command does; without one the commands used most, with "all" every command.

    \b
    Examples:  witp-pbem help
               witp-pbem help check
               witp-pbem help all
    """
    shown = context.find_root()
    if words == (EVERY,):
        shown.meta[IS_WHOLE], words = True, ()
    for word in words:
        group = shown.command
        command = require_command(group, shown, word) if isinstance(group, click.Group) else None
        if command is None:
            raise click.UsageError(say('"{command}" has no commands of its own.', command=shown.command_path), shown)
        shown = command.make_context(word, [], shown, resilient_parsing=True)
    printing.text(f"{shown.get_help()}\n")
