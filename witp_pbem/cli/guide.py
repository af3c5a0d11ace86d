"""`guide`: the documents that come with the program, on the screen."""

from __future__ import annotations

from importlib.resources import files

import click

from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import language

TOPICS = ("orders", "mails", "keeping", "fairness", "disputes", "signatures", "case-files", "state-format",
          "logbook-format", "upgrades", "templates", "translating")


@click.command(cls=Spoken)
@click.argument("topic", type=click.Choice(TOPICS), default=TOPICS[0], metavar="[NAME]")
def guide(topic: str) -> None:
    """Show one of the documents that come with the program: how orders are written, if no other is named.

    \b
    orders          every order, with examples        signatures     signing what you send
    mails           how few mails a turn takes        disputes       protests, going back, explaining
    fairness        who could cheat, and what helps   keeping        backups, crashes, cloud folders
    upgrades        when a newer program comes        case-files     writing down a disputed rule
    logbook-format  how everything is proven          state-format   the position as JSON
    templates       changing the look of reports      translating    other languages

    \b
    Examples:  witp-pbem guide
               witp-pbem guide fairness
    """
    folder = files("witp_pbem") / "docs"
    spoken = folder / f"{topic}.{language()}.md"
    click.echo((spoken if spoken.is_file() else folder / f"{topic}.md").read_text("utf-8"), nl=False)
