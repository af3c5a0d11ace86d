"""`verify`: the proof of a logbook."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign import verify as proof
from witp_pbem.cli import display
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@click.argument("path", metavar="DIR|FILE")
@click.option("--head", metavar="HASH",
              help="A hash seen before, in a mail or on a receipt: shows whether the logbook was cut off or rewritten.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def verify(ctx: click.Context, path: str, head: str | None, as_json: bool) -> None:
    """Replay a logbook from nothing: hashes, dice, positions, rules, seals.

    Anybody can do this with a copy of the public part of the campaign. One changed byte anywhere is found, and the
    first entry that does not hold is named. What is still sealed cannot be checked yet; that is said too.

    \b
    Examples:  witp-pbem verify manila
               witp-pbem verify logbook.jsonl --head 3fa1c09be2d45a77
    """
    found = proof.verify(Path(path), head)
    if as_json:
        display.print_json({"holds": found.holds, "entries": found.entries, "head": found.head,
                            "findings": [finding._asdict() for finding in found.findings],
                            "unchecked": list(found.unchecked)})
    else:
        for finding in found.findings:
            if finding.entry is None:
                told = say("logbook: {code}: {sentence}", code=finding.code, sentence=finding.sentence)
            else:
                told = say("entry {entry}: {code}: {sentence}", entry=finding.entry, code=finding.code,
                           sentence=finding.sentence)
            display.paragraphs(told, rest="    ")
        for sentence in found.unchecked:
            display.paragraphs(say("Not checked: {sentence}", sentence=sentence), rest="    ")
        click.echo(say("{count} entries, head {head}", count=found.entries, head=found.head))
        click.echo(say("The logbook holds.") if found.holds else say("THE LOGBOOK DOES NOT HOLD."))
    ctx.exit(0 if found.holds else 1)
