"""The list of checks: which make an entry of each type legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.campaign.checks import (
    chain_links,
    consents,
    held_sittings,
    letter_matches,
    luck_words,
    new_players,
    rewinds,
    submissions,
)
from witp_pbem.campaign.checks.context import EntryContext
from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.checks.progress import Progress
from witp_pbem.campaign.record import branches, logbook
from witp_pbem.campaign.record.branches import PLAYED
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import KINDS, REWIND
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say

# By type of entry, what makes one of it legal where it comes; entries of other types always are.
CHECKS: Mapping[str, Sequence[Callable[[EntryContext, Any], Iterator[EntryFault]]]] = {
    logbook.SUBMISSION: (submissions.submission,),
    logbook.SEALED: (submissions.sealed,),
    logbook.WITHDRAWAL: (submissions.withdrawal,),
    logbook.RULING: (submissions.ruling,),
    logbook.CLOSED: (held_sittings.closing, chain_links.closing),
    logbook.SITTING: (held_sittings.sitting,),
    logbook.WORD: (luck_words.word,),
    logbook.LINK: (chain_links.link,),
    logbook.PLAYER: (new_players.change, chain_links.anchor),
    logbook.REWIND: (rewinds.rewind,),
    logbook.BOOKMARK: (rewinds.bookmark,),
    logbook.FINISH: (rewinds.finish,),
}


def faults(context: EntryContext, entry: Entry) -> Iterator[EntryFault]:
    """What makes an entry illegal at a moment, whatever was said for it (`letter_matches`, `consents`)."""
    if context.is_over and entry["type"] in PLAYED:
        yield EntryFault("after-the-end", say("The game was already over."))
    for check in CHECKS.get(entry["type"], ()):
        yield from check(context, entry)


class Unlawful(Refusal):
    """An entry cannot be recorded: `verify` would find fault with it."""


def require(context: EntryContext, planned: Sequence[Entry],
            supposed: Callable[[Sequence[Entry]], EntryContext]) -> None:
    """Makes sure that entries are legal behind those of a moment, each after the ones before it.

    Args:
        supposed: the moment behind some entries.
    Raises:
        Unlawful: one is not.
    """
    course = Progress(context.entries)
    for entry in planned:
        wrong = next(recorded(context, course, entry), None)
        if wrong:
            raise Unlawful(say("{kind}: {why} Nothing was written.", kind=KINDS[entry["type"]],
                               why=wrong.sentence(context.game.catalogue)))
        course.take(entry)
        line = branches.line(course.entries)
        context = supposed(course.entries) if entry["type"] == REWIND else context._replace(
            entries=course.entries, line=line, of_type=branches.by_type(line))


def recorded(context: EntryContext, course: Progress, entry: Entry) -> Iterator[EntryFault]:
    """What forbids recording an entry: all there is."""
    yield from course.order(entry)
    yield from course.references(entry)
    yield from course.releases(entry)
    yield from letter_matches.letter(context.game, context.entries, entry)
    yield from faults(context, entry)
    yield from consents.consented(context, entry)
