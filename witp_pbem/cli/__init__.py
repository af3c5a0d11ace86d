"""The commands. Each is imported only when it is called."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from witp_pbem import __version__
from witp_pbem.cli import codepages, colours, printing, usage
from witp_pbem.cli.spoken import TYPED, SpokenGroup
from witp_pbem.table.language import say

# Chapter of the help -> its commands in the order of use, each with the module of this room it lives in.
CHAPTERS = {
    "first": {"demo": "demo", "guide": "guide", "rule": "reference", "places": "reference",
              "sources": "reference", "help": "usage"},
    "create": {"new": "new", "data": "data", "word": "word", "language": "language", "key": "key", "chain": "chain"},
    "turn": {"status": "reading", "orders": "orders", "check": "orders", "submit": "orders", "withdraw": "leave",
             "adjudicate": "adjudicate", "report": "report", "show": "reading", "map": "map", "resign": "leave"},
    "trust": {"sign": "sign", "seal": "seal", "reveal": "seal", "letter": "letter"},
    "exchange": {"invite": "sync", "tick": "tick", "serve": "tick", "mail": "mail", "deadlines": "deadlines",
                 "sittings": "tick", "player": "player", "post": "forum", "read-post": "forum", "sync": "sync"},
    "dispute": {"explain": "explain", "preview": "preview", "odds": "odds", "protest": "protest", "answer": "protest",
                "rewind": "rewind", "consent": "protest", "note": "note", "bookmark": "note", "resume": "resume"},
    "record": {"log": "log", "replay": "replay", "verify": "verify", "verifier": "verifier", "repair": "repair",
               "conformance": "conformance"},
}
TITLES = say.sentences({
    "first": "First steps",
    "create": "A new campaign",
    "turn": "Every turn",
    "trust": "Signed and sealed",
    "exchange": "By mail and by forum",
    "dispute": "Disputes",
    "record": "The record",
})
MODULES = {command: module for commands in CHAPTERS.values() for command, module in commands.items()}
SUMMARIES = say.sentences({
    "demo": "Play an example into a folder and show its report.",
    "new": "Create a campaign.",
    "data": "Compare the data with your printed game, and put its values in.",
    "status": "Show the turn, the phase and who owes what.",
    "orders": "Write an orders file ready to fill in.",
    "word": "Record a player's founding word.",
    "chain": "Keep a chain of your own against a keeper who plays.",
    "key": "Make a key to sign with.",
    "sign": "Sign orders or a letter.",
    "seal": "Seal orders, to be revealed later.",
    "reveal": "Show sealed orders.",
    "check": "Show everything that is wrong with orders files.",
    "submit": "Check orders files and record them.",
    "withdraw": "Take back recorded orders before their sitting.",
    "resign": "Give up.",
    "letter": "Write a protest, a consent or another letter, to be mailed.",
    "tick": "Do everything that is due: take in mails, play on, send reports.",
    "serve": "Keep doing that until you stop it.",
    "sittings": "Set when the desk holds sittings by itself.",
    "player": "Say who plays a side from now on.",
    "invite": "Write the mail that brings a player in.",
    "mail": "Fetch orders by mail, and send answers and reports.",
    "sync": "Bring your own copy up to date from the mails you got.",
    "protest": "Put on record that something is wrong.",
    "answer": "Decide a protest.",
    "consent": "Consent to a rewind or a ruling of a keeper who plays.",
    "note": "Put a note into the logbook.",
    "bookmark": "Give a point of the campaign a name.",
    "rewind": "Go back to a point and play on from there.",
    "preview": "Try the next sitting with throw-away dice.",
    "odds": "Show how likely the outcomes of the next battles are.",
    "adjudicate": "Play on until somebody owes a decision.",
    "resume": "Resume a step begun under other rules.",
    "report": "Report what happened: as text, HTML, mail or forum post.",
    "show": "Show the position.",
    "deadlines": "Agree on deadlines, and show which are running.",
    "map": "Draw the map.",
    "language": "Set the language a player reads.",
    "replay": "Make a page that steps through the campaign.",
    "log": "List the logbook.",
    "explain": "Settle a dispute: explain why something came out as it did.",
    "post": "Write the post that tells a forum what happened.",
    "read-post": "Check and record orders pasted from a forum.",
    "verify": "Replay the logbook from scratch and prove every die.",
    "verifier": "Write a small independent verifier, for a browser or Python.",
    "repair": "Put right what crashes, mails or folder services did to the files.",
    "guide": "Show how orders are written, and the other documents.",
    "rule": "Show a rule in our own words.",
    "places": "List the places with all their names.",
    "sources": "Show where the data come from.",
    "help": "Show what a command does.",
    "conformance": "Run case files.",
})


SELDOM = 100_000  # new objects between two garbage collections: most commands read much and end soon


class Program(SpokenGroup):
    """The group of all commands: it loads them when needed and turns refusals into exit codes."""

    def main(self, *args: Any, **extra: Any) -> Any:
        gc.set_threshold(SELDOM)
        codepages.write_what_can_be_written()
        return super().main(*args, **{"prog_name": "witp-pbem", "color": colours.wanted(), **extra})

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in MODULES:
            return None
        command: click.Command = getattr(import_module(f"{__name__}.{MODULES[cmd_name]}"),
                                         cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for chapter, commands in CHAPTERS.items():
            with formatter.section(TITLES[chapter]):
                formatter.write_dl([(command, SUMMARIES[command]) for command in commands])

    def invoke(self, ctx: click.Context) -> Any:
        from witp_pbem.campaign.record.refusal import Refusal

        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            printing.refuse(refusal, str(refusal))
            ctx.exit(refusal.exit_code)
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
        return say('"{file}" could not be written: {error}. The old file is unchanged. Put that right and run the '
                   "command again.",
                   file=error.filename, error=why)
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
    Create a campaign:   witp-pbem new isles --player red="Ken <ken@example.org>" --player blue="Ann <ann@example.org>"
    Then, turn by turn:  witp-pbem orders isles --side red -o red.txt
                         witp-pbem check isles red.txt
                         witp-pbem submit isles red.txt
                         witp-pbem adjudicate isles
    Or all by mail:      witp-pbem tick isles

    Exit codes: 0 all is well, 1 something is wrong with your files or a verification failed, 2 wrong usage.
    """
