"""The commands a person types. Each is imported only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from witp_pbem import __version__
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say

# Command -> the module of this room it lives in, in the order of use.
MODULES = {
    "demo": "demo",
    "new": "new",
    "status": "reading",
    "orders": "orders",
    "check": "orders",
    "submit": "orders",
    "withdraw": "leave",
    "resign": "leave",
    "adjudicate": "adjudicate",
    "report": "report",
    "show": "reading",
    "map": "map",
    "language": "language",
    "replay": "replay",
    "log": "log",
    "verify": "verify",
    "guide": "guide",
    "rule": "reference",
    "sources": "reference",
    "conformance": "conformance",
}
SUMMARIES = say.sentences({
    "demo": "Play an example into a folder and show its report.",
    "new": "Found a campaign.",
    "status": "Tell the turn, the phase and who owes what.",
    "orders": "Write an orders file ready to fill in.",
    "check": "Tell everything that is wrong with orders files.",
    "submit": "Check orders files and record them.",
    "withdraw": "Take back recorded orders before their sitting.",
    "resign": "Give up: the other side wins.",
    "adjudicate": "Play on until somebody owes a decision.",
    "report": "Tell what happened: as text, HTML, mail or forum post.",
    "show": "Show the position.",
    "map": "Draw the map.",
    "language": "Set the language a player reads.",
    "replay": "Make a page that steps through the campaign.",
    "log": "List the logbook.",
    "verify": "Replay the logbook from nothing and prove every die.",
    "guide": "Show how orders are written.",
    "rule": "Tell a rule in our own words.",
    "sources": "Tell where the data come from.",
    "conformance": "Run case files.",
})


class Program(Spoken, click.Group):
    """The group of all commands: it loads them when needed and turns refusals into exit codes."""

    def main(self, *args: Any, **extra: Any) -> Any:
        return super().main(*args, **{"prog_name": "witp-pbem", **extra})

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in MODULES:
            return None
        command: click.Command = getattr(import_module(f"{__name__}.{MODULES[cmd_name]}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("Commands")):
            formatter.write_dl(list(SUMMARIES.items()))

    def invoke(self, ctx: click.Context) -> Any:
        from witp_pbem.campaign.refusal import Refusal

        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            click.echo(f"witp-pbem: {refusal}", err=True)
            ctx.exit(refusal.exit_code)
        except BrokenPipeError:
            raise  # click ends quietly when nobody reads on
        except OSError as error:
            name = f'"{error.filename}": ' if error.filename else ""
            click.echo(f"witp-pbem: {name}{error.strerror or error}", err=True)
            ctx.exit(1)


@click.command(cls=Program,
               context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="witp-pbem")
def main() -> None:
    """The referee's desk for board wargames of the Pacific War played by e-mail and on forums.

    Each player writes plain-text orders; the program checks them against the position, rolls dice that anybody can
    verify, plays the turn on by the rules and writes the report. Everything is kept in one folder per campaign.

    \b
    See it at work:      witp-pbem demo
    Found a campaign:    witp-pbem new manila --japan "Ken <ken@example.org>" --allies "Ann <ann@example.org>"
    Then, turn by turn:  witp-pbem orders manila --side japan -o japan.txt
                         witp-pbem check manila japan.txt
                         witp-pbem submit manila japan.txt
                         witp-pbem adjudicate manila

    Exit codes: 0 all is well, 1 something is wrong with your files or a verification failed, 2 wrong usage.
    """
