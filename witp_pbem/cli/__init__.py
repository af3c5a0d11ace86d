"""The commands. Each is imported only when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from witp_pbem import __version__
from witp_pbem.cli import codepages, colours, printing, usage
from witp_pbem.cli.spoken import TYPED, SpokenGroup, speak_as_typed
from witp_pbem.table.garbage import collect_seldom
from witp_pbem.table.language import in_a_row, say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# Chapter of the help -> its commands in the order of use, each with the module of this room it lives in.
CHAPTERS = {
    "first": {"demo": "demo", "try": "try_case", "guide": "guide", "rule": "reference", "help": "usage"},
    "player": {"status": "reading", "report": "report", "map": "map", "orders": "orders", "odds": "odds",
               "check": "orders", "submit": "orders", "letter": "letter", "explain": "explain", "sync": "sync"},
    "keeper": {"new": "new", "invite": "sync", "adjudicate": "adjudicate", "serve": "serve", "deadlines": "deadlines",
               "answer": "answer"},
    "exchange": {"mail": "mail", "post": "post", "language": "language", "key": "key"},
    "dispute": {"preview": "preview", "rewind": "rewind", "bookmark": "bookmark"},
    "record": {"show": "reading", "log": "log", "replay": "replay", "verify": "verify", "league": "league",
               "repair": "repair", "pack": "pack", "unpack": "pack", "archive": "archive"},
    "game": {"places": "reference", "data": "data", "conformance": "conformance"},
}
IN_SHORT = ("first", "player", "keeper")  # chapters of the short help; `help all` has the others, too
TITLES = say.sentences({
    "first": "First steps",
    "player": "For players",
    "keeper": "For whoever keeps the campaign",
    "exchange": "By mail and by forum",
    "dispute": "Disputes",
    "record": "The record",
    "game": "The game and its data",
})
MODULES = {command: module for commands in CHAPTERS.values() for command, module in commands.items()}
SUMMARIES = say.sentences({
    "demo": "Play an example into a folder and show its report.",
    "try": "Play a case of your own and show what happens.",
    "new": "Create a campaign.",
    "data": "Show where the data come from; compare them with your printed game.",
    "status": "Show the turn, the phase and who owes what.",
    "orders": "Write an orders file ready to fill in.",
    "key": "Make a key and sign with it; keep a chain of your own.",
    "check": "Show everything that is wrong with orders files.",
    "submit": "Check orders files and record them.",
    "letter": "Say something besides orders: protest, seal, take back, give up.",
    "serve": "Take in mails, play on, send reports: once, or until you stop it.",
    "invite": "Write the mail that brings a player in.",
    "mail": "Fetch orders by mail, and send answers and reports.",
    "sync": "Bring your own copy up to date from the mails you got.",
    "answer": "Decide a protest.",
    "bookmark": "Give a point of the campaign a name.",
    "rewind": "Go back to a point and play on from there.",
    "preview": "Try the next sitting with throw-away dice.",
    "odds": "Show how likely the outcomes of the next battles are.",
    "adjudicate": "Play on until somebody owes a decision.",
    "report": "Report what happened: as text, HTML, mail or forum post.",
    "show": "Show the position.",
    "deadlines": "Agree on deadlines, and on when sittings are held.",
    "map": "Draw the map.",
    "league": "Show the results of several campaigns with the same luck.",
    "language": "Set the language a player reads.",
    "replay": "Make a page that steps through the campaign.",
    "log": "List the logbook.",
    "explain": "Explain why something came out as it did.",
    "post": "Play on a forum: write posts, and read orders in them.",
    "verify": "Replay the logbook from scratch and prove every die.",
    "repair": "Put right what keeps a campaign from going on.",
    "pack": "Make one file of a campaign, to hand around.",
    "unpack": "Make a folder of such a file again.",
    "archive": "Keep many campaigns together: find, count, prove them.",
    "guide": "Show how orders are written, and the other documents.",
    "rule": "Show a rule in our own words.",
    "places": "List the places with all their names.",
    "help": "Show what a command does.",
    "conformance": "Run case files.",
})


COMPLETING = "_WITP_PBEM_COMPLETE"  # in the environment: a shell asks what could be typed
FUNCTIONS = {"try": "try_case"}  # a command that no function can be called as -> what it is called


class Program(SpokenGroup):
    """The group of all commands: it loads them when needed and turns refusals into exit codes."""

    def main(self, args: Sequence[str] | None = None, *others: Any, **extra: Any) -> Any:
        collect_seldom()
        codepages.write_what_can_be_written()
        if COMPLETING in os.environ:
            import_module(f"{__name__}.completing")
        typed = list(sys.argv[1:] if args is None else args)
        return super().main(_without_remark(typed), *others,
                            **{"prog_name": "witp-pbem", "color": colours.wanted(), **extra})

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        speak_as_typed(ctx, args)
        try:
            return super().parse_args(ctx, args)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            usage.show(error)
            ctx.exit(error.exit_code)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin as typed; none is loaded for that."""
        from click.shell_completion import CompletionItem

        commands = [CompletionItem(name, help=SUMMARIES[name]) for name in MODULES if name.startswith(incomplete)]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in MODULES:
            return None
        function = FUNCTIONS.get(cmd_name, cmd_name.replace("-", "_"))
        command: click.Command = getattr(import_module(f"{__name__}.{MODULES[cmd_name]}"), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        is_whole = ctx.meta.get(usage.IS_WHOLE)
        for chapter in CHAPTERS if is_whole else IN_SHORT:
            with formatter.section(TITLES[chapter]):
                formatter.write_dl([(command, SUMMARIES[command]) for command in CHAPTERS[chapter]])
        if not is_whole:
            formatter.write_paragraph()
            formatter.write_text(say("All {count} commands: witp-pbem help all. What one does: witp-pbem help COMMAND.",
                                     count=len(MODULES)))

    def invoke(self, ctx: click.Context) -> Any:
        from witp_pbem.campaign.record.refusal import Refusal

        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            printing.refuse(refusal, str(refusal))
            ctx.exit(refusal.exit_code)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.ClickException as error:
            usage.show(error)
            ctx.exit(error.exit_code)
        except click.Abort as aborted:
            printing.refuse(aborted, say("Aborted!"))
            ctx.exit(1)
        except BrokenPipeError:
            raise  # click ends quietly when nobody reads on
        except OSError as error:
            printing.refuse(error, _system_says(error))
            if not error.filename:  # what could not be printed is not tried again when the program ends
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(1)
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            spoilt = _spoilt(ctx.meta.get(TYPED, {}).values())
            if not spoilt:
                raise  # a fault of the program's own
            printing.refuse(error, spoilt)
            ctx.exit(1)


def _without_remark(typed: list[str]) -> list[str]:
    """A command as typed, without the remark behind a #: guides have them, and zsh and the Command Prompt of Windows
    hand them on."""
    return typed[:typed.index("#")] if "#" in typed else typed


def _spoilt(arguments: Iterable[Any]) -> str:
    """What is damaged in the campaigns among a command's arguments, "" for nothing. Commands check the form of what
    they read, and what a game makes of it only as far as they need it, since a full proof takes longer."""
    from witp_pbem.campaign.proof.verify import verify
    from witp_pbem.campaign.record import logbook

    for book in (Path(argument) / logbook.FILE for argument in arguments if isinstance(argument, str | Path)):
        for finding in verify(book.parent).findings if book.is_file() else ():
            if finding.entry is not None:
                return say("{file}, entry {entry}: {sentence} Restore the file from a copy.", file=book,
                           entry=finding.entry, sentence=finding.sentence)
    return ""


def _system_says(error: OSError) -> str:
    """An error of the system, in a sentence."""
    from witp_pbem.campaign.record.disk import NotWritten

    why = error.strerror or str(error)
    if isinstance(error, NotWritten):
        file = Path(error.filename)
        if not file.parent.is_dir():
            return say('There is no folder "{folder}" to write "{file}" into.', folder=file.parent, file=file.name)
        return in_a_row(filter(None, (
            say('"{file}" could not be written: {error}.', file=file, error=why),
            say("The old file is unchanged.") if file.exists() else "",
            say("Put that right and run the command again."))))
    if error.filename:
        return f'"{error.filename}": {why}'
    return say("The output could not be written: {error}. What the command recorded, if anything, is in the logbook "
               "(witp-pbem log).", error=why)


@click.command(cls=Program,
               context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="witp-pbem")
def main() -> None:
    """The referee's desk for board wargames of the Pacific War played by e-mail and on forums.

    Each player writes plain-text orders; the program checks them against the position, rolls dice that anybody can
    verify, plays the turn on by the rules and writes the report. Everything is kept in one folder per campaign.

    \b
    See it at work:      witp-pbem demo
    Create a campaign:   witp-pbem new isles --game NAME --player red="Ken <ken@example.org>" --player blue="Ann"
    Then, turn by turn:  witp-pbem orders isles --side red -o red.txt
                         witp-pbem check isles red.txt
                         witp-pbem submit isles red.txt
                         witp-pbem adjudicate isles
    Or all by mail:      witp-pbem serve isles --once

    Exit codes: 0 all is well, 1 something is wrong with your files or a verification failed, 2 wrong usage.
    """
