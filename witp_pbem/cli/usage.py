"""What is typed wrongly on the command line, told with the sentence first; and `help`."""

from __future__ import annotations

import click

from witp_pbem.cli import colours, printing
from witp_pbem.cli.spoken import Spoken, require_command
from witp_pbem.table.language import in_a_row, say

EVERY = "all"
IS_WHOLE = f"{__name__}.is_whole"  # in the context's meta: whether the help lists every command


def show(error: click.ClickException) -> None:
    """Prints what is wrong, then how the command is used."""
    printing.refuse(error, _sentence(error) if printing.is_read_by_people() else error.format_message())
    context = error.ctx if isinstance(error, click.UsageError) and printing.is_read_by_people() else None
    if context:
        tells = say("Try '{command} {option}' for help.", command=context.command_path, option="--help")
        click.echo(colours.quiet(f"{context.get_usage()}\n{tells}"), err=True)


def _sentence(error: click.ClickException) -> str:
    """What is wrong; of an option that is missing, also what it is for."""
    sentence = error.format_message()
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Option) and error.param.help:
        return in_a_row([sentence, say(error.param.help)])
    return sentence


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
