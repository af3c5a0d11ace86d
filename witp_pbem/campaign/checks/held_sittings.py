"""What a sitting counts, and that something happens in it."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.campaign.checks import luck_words
from witp_pbem.campaign.checks.context import EntryContext
from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.checks.submissions import open_seals
from witp_pbem.campaign.record.entries import Closed, Sitting
from witp_pbem.table.language import listing, say


def closing(context: EntryContext, entry: Closed) -> Iterator[EntryFault]:
    """A closing counts just the submissions of the turn that were not withdrawn, with their words; it waits for every
    seal and, where the campaign was created so, for the founding words of all."""
    counted = context.submissions()
    if entry["submissions"] != [submission["n"] for submission in counted]:
        yield EntryFault("submissions-differ", say("It does not count the submissions of the turn."))
    if entry["words"] != luck_words.counted(context.entries, counted):
        yield EntryFault("words-differ", say("Its words are not the luck words of the submissions, in their order."))
    missing = luck_words.missing(context.entries) if context.founding["dice"]["words"] else ()
    if missing:
        yield EntryFault("words-missing", say("The first die had to wait for the founding words of {sides}.",
                                              sides=listing(missing)))
    yield from _revealed(context)


def sitting(context: EntryContext, entry: Sitting) -> Iterator[EntryFault]:
    """Something happens in a sitting; without dice it waits for every seal, too, unless a ruling ends the game."""
    if not entry["acts"]:
        yield EntryFault("sitting-empty", say("Nothing happens in this sitting: it gives the next one another number, "
                                              "and so other dice."))
    if entry["closed"] is None and entry["outcome"] is None:
        yield from _revealed(context)


def _revealed(context: EntryContext) -> Iterator[EntryFault]:
    waiting = open_seals(context)
    if waiting:
        yield EntryFault("seal-unrevealed", say("It did not wait for the orders sealed by entry {entry}.",
                                                entry=waiting[0]["n"]))
