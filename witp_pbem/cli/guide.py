"""`guide`: the documents that come with the program, on the screen."""

from __future__ import annotations

from importlib.resources import files

import click

from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import language

TOPICS = ("orders", "exchange", "mails", "keeping", "fairness", "disputes", "signatures", "case-files", "state-format",
          "logbook-format", "upgrades", "templates", "translating")


@click.command(cls=Spoken)
@click.argument("topic", type=click.Choice(TOPICS), default=TOPICS[0], metavar="[NAME]")
def guide(topic: str) -> None:
    """Show one of the documents that come with the program: how orders are written, if no other is named.

    \b
    orders          every order, with examples        exchange       by mail and by forum; copies
    mails           how few mails a turn takes        signatures     signing what you send
    fairness        who could cheat, and what helps   disputes       protests, going back, explaining
    upgrades        when a newer program comes        keeping        backups, crashes, cloud folders
    logbook-format  how everything is proven          case-files     writing down a disputed rule
    templates       changing the look of reports      state-format   the position as JSON
    translating     other languages

    \b
    Examples:  witp-pbem guide
               witp-pbem guide fairness
    """
    folder = files("witp_pbem") / "docs"
    spoken = folder / f"{topic}.{language()}.md"
    click.echo((spoken if spoken.is_file() else folder / f"{topic}.md").read_text("utf-8"), nl=False)
