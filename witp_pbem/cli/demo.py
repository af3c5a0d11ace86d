"""`demo`: an example, played by its own script."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

import witp_pbem
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.creation import create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.cli import named_files, printing, problems
from witp_pbem.cli.new import new, wishes_of
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import phrases
from witp_pbem.table.language import say

SCRIPT = "play.txt"
REPORT = "report.html"


class BadExample(Refusal):
    """An example that is not there, or whose script does not run."""

    exit_code = USAGE


class FolderInUse(Refusal):
    """The folder for the demonstration is not empty."""

    exit_code = USAGE


@click.command(cls=Spoken)
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--example", default="", metavar="NAME",
              help="Which example; the first one by default.")
def demo(folder: str | None, example: str) -> None:
    """Play an example into a campaign folder, print its report, and write it as HTML.

    The example's folder holds the orders files as players sent them and a script of the commands that play them; the
    campaign it leaves behind is a real one, to be looked at with status, report, show, log and verify.

    \b
    Example:  witp-pbem demo
    """
    source = _source(example)
    path = Path(folder or f"{source.name}-demo")
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise FolderInUse(say('"{folder}" already exists. Remove it (rm -r {quoted}) or name another folder: '
                              "{program} demo OTHER-FOLDER", folder=path, quoted=shlex.quote(str(path)),
                              program=printing.program()))
    for line in (source / SCRIPT).read_text(encoding="utf-8").splitlines():
        words = shlex.split(line, comments=True)
        if words:
            printing.line(f"> witp-pbem {words[0]} {path} {shlex.join(words[1:])}".rstrip())
            _run(words, source, path)
    from witp_pbem.report import html, plain_text

    campaign = open_campaign(path)
    printing.line()
    story = tell(campaign, turn=_last_turn(campaign.entries))
    printing.text(plain_text.render(story))
    disk.write(path / REPORT, html.render(story).encode(), disk.NEW)
    report = (path / REPORT).resolve()
    printing.written(report, "\n" + say("The same report to look at: {file}", file=report))
    others = [script.parent.name for script in sorted(examples().glob(f"*/{SCRIPT}"))
              if script.parent.name != source.name]
    printing.commands(say("Look further:") + " ", f"log {path}", f"verify {path}",
                      *(f"demo --example {other}" for other in others if not example))


def examples() -> Path:
    """The folder of examples: beside the program when it was installed, in a checkout at its root."""
    package = Path(witp_pbem.__file__).parent
    return package / "examples" if (package / "examples").is_dir() else package.parent / "examples"


def _source(example: str) -> Path:
    """The folder of the example named; of the first where none is.

    Raises:
        BadExample: there is none of this name.
    """
    folders = [script.parent for script in sorted(examples().glob(f"*/{SCRIPT}"))]
    chosen = [folder for folder in folders if example in ("", folder.name)]
    if not chosen:
        known = ", ".join(folder.name for folder in folders) or say("none")
        raise BadExample(say('There is no example "{example}". Examples: {known}.', example=example, known=known))
    return chosen[0]


def _run(words: list[str], source: Path, path: Path) -> None:
    """Executes one line of a script."""
    command, arguments = words[0], words[1:]
    if command == "new":
        typed = new.make_context("new", [str(path), *arguments], click.get_current_context()).params
        typed.pop("folder")
        create(path, wishes_of(typed, source, source.name))
    elif command == "submit":
        recorded = submit(path, [(name, named_files.read_file(str(source / name))) for name in arguments])
        if not recorded.stands:
            game = open_campaign(path).game
            for checked in recorded.checked:
                problems.print_checked(checked, game)
            raise BadExample(say("The example's orders are refused: {files}.", files=", ".join(arguments)))
        for receipts in recorded.receipts:
            for receipt in receipts:
                printing.line("  " + say("entry {entry}, receipt {receipt}…", entry=receipt.entry,
                                         receipt=receipt.hash[:32]))
    elif command == "adjudicate":
        held = adjudicate(path)
        game = open_campaign(path).game
        for due in held.dues:
            printing.paragraph(say("owed by {side}: {sentence}", side=phrases.side_name(game, due.demand.side),
                                   sentence=phrases.due_sentence(due, game)), first="  ", rest="    ")
    else:
        raise BadExample(say('{script}: "{command}" is not one of new, submit, adjudicate.', script=source / SCRIPT,
                             command=command))


def _last_turn(entries: Sequence[Entry]) -> int:
    """The turn of the last orders, which the report is about."""
    turns = [entry["turn"] for entry in entries if "turn" in entry]
    return turns[-1] if turns else 1
