"""What a sitting counts, and that something happens in it."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.campaign.checks import words
from witp_pbem.campaign.checks.context import Context
from witp_pbem.campaign.checks.fault import Fault
from witp_pbem.campaign.checks.submissions import open_seals
from witp_pbem.campaign.record.entries import Closed, Sitting
from witp_pbem.table.language import listing, say


def closing(context: Context, entry: Closed) -> Iterator[Fault]:
    """A closing counts just the submissions of the turn that were not withdrawn, with their words; it waits for every
    seal and, where the campaign was founded so, for the founding words of all."""
    counted = context.submissions()
    if entry["submissions"] != [submission["n"] for submission in counted]:
        yield Fault("submissions-differ", say("It does not count the submissions of the turn."))
    if entry["words"] != words.counted(context.entries, counted):
        yield Fault("words-differ", say("Its words are not the luck words of the submissions, in their order."))
    missing = words.missing(context.entries) if context.founding["dice"]["words"] else ()
    if missing:
        yield Fault("words-missing", say("The first die had to wait for the founding words of {sides}.",
                                         sides=listing(missing)))
    yield from _revealed(context)


def sitting(context: Context, entry: Sitting) -> Iterator[Fault]:
    """Something happens in a sitting; without dice it waits for every seal, too, unless a ruling ends the game."""
    if not entry["acts"]:
        yield Fault("sitting-empty", say("Nothing happens in this sitting: it gives the next one another number, and "
                                         "so other dice."))
    if entry["closed"] is None and entry["outcome"] is None:
        yield from _revealed(context)


def _revealed(context: Context) -> Iterator[Fault]:
    waiting = open_seals(context.line)
    if waiting:
        yield Fault("seal-unrevealed", say("It did not wait for the orders sealed by entry {entry}.",
                                           entry=waiting[0]["n"]))
