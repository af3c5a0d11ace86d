"""`repair`: what to do where a campaign cannot go on: damaged files, or a step begun under other rules."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.logbook import PROPOSAL
from witp_pbem.cli import printing
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.recording import print_recorded, print_wanted
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@FOLDER
@click.option("--lost", "way", flag_value="lost",
              help="The newer logbook is lost for good: go on with the older one that is there. The logbook says so.")
@click.option("--reopen", "way", flag_value="reopen", help="Play the step again from its start, with all orders.")
@click.option("--finish", "way", flag_value="finish", help="Let stand what is recorded of the step.")
@click.option("--reason", help="With --reopen or --finish: why, for the report.")
def repair(folder: str, way: str | None, reason: str | None) -> None:
    """Put right what keeps a campaign from going on: damaged files, or a step begun under other rules.

    Without options, this mends what crashes, mail programs, git and folder services did to the campaign's folder. Line
    ends become what they were, an entry that was never finished is cut off and kept aside, data files of the program's
    own that are missing or damaged are put back. What cannot be repaired is named, with what to do. Nothing that was
    recorded is ever removed.

    When a newer program decides a rule otherwise, what was played stays as it was played. Only a step that stands
    half played may stop: adjudicate then names the first thing the rules would decide otherwise. With --reopen the
    campaign goes back to the start of that step; orders are kept, dice are thrown anew, and the logbook keeps both.
    With --finish all that is recorded of the step stands, and the new rules go on behind it. Where a player keeps the
    campaign, either is proposed, and takes place when every player consents.

    \b
    Examples:  witp-pbem repair isles
               witp-pbem repair isles --finish --reason "we had seen the dice"
    """
    path = Path(folder)
    if (way in ("reopen", "finish")) != (reason is not None):
        raise click.UsageError(say("--reopen and --finish need a --reason, and nothing else takes one."))
    if reason is not None:
        _resume(path, reason, is_again=way == "reopen")
    elif way == "lost":
        _go_on_without(path)
    else:
        _mend(path)


def _mend(path: Path) -> None:
    """Repairs the folder."""
    from witp_pbem.campaign.folder import repair as repairing

    done = repairing.repair(path)
    for sentence in done:
        printing.paragraph(sentence)
    if not done:
        printing.line(say("Nothing had to be repaired."))


def _go_on_without(path: Path) -> None:
    """Goes on without what is lost."""
    from witp_pbem.campaign.folder import repair as repairing

    gone = repairing.go_on_without(path)
    printing.paragraph(say("The campaign goes on without what came up to entry {missing}. Recorded as entry "
                           "{note}; tell the players, who may hold reports and receipts of what is lost.",
                           missing=gone.entry, note=gone.note))
    if gone.links:
        printing.paragraph(say.plural(
            gone.links,
            "Whoever has seen what is lost can know the next dice. Have every player head their next orders with a "
            "luck word nobody can guess (Luck: …), and send nobody a copy before all are in.",
            "Whoever has seen what is lost can know the dice of the next {n} sittings that roll. Until these are "
            "held, have every player head all orders with a new luck word nobody can guess (Luck: …), and send "
            "nobody a copy before all are in."))


def _resume(path: Path, reason: str, *, is_again: bool) -> None:
    """Has a step begun under other rules played again, or lets it stand as recorded."""
    from witp_pbem.campaign.sitting import resume as resuming

    entry = resuming.reopen(path, reason) if is_again else resuming.finish(path, reason)
    print_recorded(entry, str(path))
    if entry["type"] == PROPOSAL:
        print_wanted(open_campaign(path), str(path), entry)
        return
    printing.paragraph(say("The step is played again from its start, with the same orders.") if is_again else
                       say("What is recorded of the step stands."))
    printing.commands(say("Next:"), f"adjudicate {path}")
