"""The list of checks: which make an entry of each type legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from witp_pbem.campaign.checks import (
    chain_links,
    consents,
    held_sittings,
    letter_matches,
    new_players,
    rewinds,
    submissions,
    words,
)
from witp_pbem.campaign.checks.context import Context
from witp_pbem.campaign.checks.fault import Fault
from witp_pbem.campaign.checks.progress import Progress
from witp_pbem.campaign.record import branches, logbook
from witp_pbem.campaign.record.branches import PLAYED
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import KINDS, REWIND
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say


def faults(context: Context, entry: Entry) -> Iterator[Fault]:
    """What makes an entry illegal at a moment, whatever was said for it (`said`, `consents`)."""
    if context.is_over and entry["type"] in PLAYED:
        yield Fault("after-the-end", say("The game was already over."))
    match entry["type"]:
        case logbook.SUBMISSION:
            yield from submissions.submission(context, entry)
        case logbook.SEALED:
            yield from submissions.sealed(context, entry)
        case logbook.WITHDRAWAL:
            yield from submissions.withdrawal(context, entry)
        case logbook.RULING:
            yield from submissions.ruling(context, entry)
        case logbook.CLOSED:
            yield from held_sittings.closing(context, entry)
            yield from chain_links.closing(context, entry)
        case logbook.SITTING:
            yield from held_sittings.sitting(context, entry)
        case logbook.WORD:
            yield from words.word(context, entry)
        case logbook.LINK:
            yield from chain_links.link(context, entry)
        case logbook.PLAYER:
            yield from new_players.change(context, entry)
            yield from chain_links.anchor(context, entry)
        case logbook.REWIND:
            yield from rewinds.rewind(context, entry)
        case logbook.BOOKMARK:
            yield from rewinds.bookmark(context, entry)
        case logbook.FINISH:
            yield from rewinds.finish(context, entry)


class Unlawful(Refusal):
    """An entry cannot be recorded: `verify` would find fault with it."""


def require(context: Context, planned: Sequence[Entry], supposed: Callable[[Sequence[Entry]], Context]) -> None:
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
        context = supposed(course.entries) if entry["type"] == REWIND else context._replace(
            entries=course.entries, line=branches.line(course.entries))


def recorded(context: Context, course: Progress, entry: Entry) -> Iterator[Fault]:
    """What forbids recording an entry: all there is."""
    yield from course.order(entry)
    yield from course.references(entry)
    yield from course.releases(entry)
    yield from letter_matches.letter(context.game, context.entries, entry)
    yield from faults(context, entry)
    yield from consents.consented(context, entry)
