"""What a sitting counts, and that something happens in it."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.campaign.checks import words
from witp_pbem.campaign.checks.fault import Fault
from witp_pbem.campaign.checks.moment import Moment
from witp_pbem.campaign.checks.orders import open_seals
from witp_pbem.campaign.record.entries import Closed, Sitting
from witp_pbem.table.language import listing, say


def closing(moment: Moment, entry: Closed) -> Iterator[Fault]:
    """A closing counts just the submissions of the turn that were not withdrawn, with their words; it waits for every
    seal and, where the campaign was founded so, for the founding words of all."""
    counted = moment.submissions()
    if entry["submissions"] != [each["n"] for each in counted]:
        yield Fault("submissions-differ", say("It does not count the submissions of the turn."))
    if entry["words"] != words.counted(moment.entries, counted):
        yield Fault("words-differ", say("Its words are not the luck words of the submissions, in their order."))
    missing = words.missing(moment.entries) if moment.founding["dice"]["words"] else ()
    if missing:
        yield Fault("words-missing", say("The first die had to wait for the founding words of {sides}.",
                                         sides=listing(missing)))
    yield from _revealed(moment)


def sitting(moment: Moment, entry: Sitting) -> Iterator[Fault]:
    """Something happens in a sitting; without dice it waits for every seal, too, unless a ruling ends the game."""
    if not entry["acts"]:
        yield Fault("sitting-empty", say("Nothing happens in this sitting: it gives the next one another number, and "
                                         "so other dice."))
    if entry["closed"] is None and entry["outcome"] is None:
        yield from _revealed(moment)


def _revealed(moment: Moment) -> Iterator[Fault]:
    waiting = open_seals(moment.line)
    if waiting:
        yield Fault("seal-unrevealed", say("It did not wait for the orders sealed by entry {entry}.",
                                           entry=waiting[0]["n"]))
