"""The commands a person types. Each is imported only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from witp_pbem import __version__

# Command -> (module of this room, what it does in one line), in the order of use.
COMMANDS = {
    "demo": ("demo", "Play an example into a folder and show its report."),
    "new": ("new", "Found a campaign."),
    "status": ("reading", "Tell the turn, the phase and who owes what."),
    "orders": ("orders", "Write an orders file ready to fill in."),
    "check": ("orders", "Tell everything that is wrong with orders files."),
    "submit": ("orders", "Check orders files and record them."),
    "withdraw": ("leave", "Take back recorded orders before their sitting."),
    "resign": ("leave", "Give up: the other side wins."),
    "adjudicate": ("adjudicate", "Play on until somebody owes a decision."),
    "report": ("reading", "Tell what happened, as text or as one HTML file."),
    "show": ("reading", "Show the position."),
    "log": ("log", "List the logbook."),
    "verify": ("verify", "Replay the logbook from nothing and prove every die."),
    "rule": ("reference", "Tell a rule in our own words."),
    "sources": ("reference", "Tell where the data come from."),
    "conformance": ("conformance", "Run case files."),
}


class Program(click.Group):
    """The group of all commands: it loads them when needed and turns refusals into exit codes."""

    def main(self, *args: Any, **extra: Any) -> Any:
        return super().main(*args, **{"prog_name": "witp-pbem", **extra})

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__name__}.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

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


@click.command(cls=Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
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
