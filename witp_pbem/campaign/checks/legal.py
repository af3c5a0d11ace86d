"""The list of checks: which make an entry of each type legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from witp_pbem.campaign.checks import consents, links, orders, players, points, said, sittings, words
from witp_pbem.campaign.checks.course import Course
from witp_pbem.campaign.checks.fault import Fault
from witp_pbem.campaign.checks.moment import Moment
from witp_pbem.campaign.record import branches, logbook
from witp_pbem.campaign.record.branches import PLAYED
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import KINDS, REWIND
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say


def faults(moment: Moment, entry: Entry) -> Iterator[Fault]:
    """What makes an entry illegal at a moment, whatever was said for it (`said`, `consents`)."""
    if moment.is_over and entry["type"] in PLAYED:
        yield Fault("after-the-end", say("The game was over already."))
    match entry["type"]:
        case logbook.SUBMISSION:
            yield from orders.submission(moment, entry)
        case logbook.SEALED:
            yield from orders.sealed(moment, entry)
        case logbook.WITHDRAWAL:
            yield from orders.withdrawal(moment, entry)
        case logbook.RULING:
            yield from orders.ruling(moment, entry)
        case logbook.CLOSED:
            yield from sittings.closing(moment, entry)
            yield from links.closing(moment, entry)
        case logbook.SITTING:
            yield from sittings.sitting(moment, entry)
        case logbook.WORD:
            yield from words.word(moment, entry)
        case logbook.LINK:
            yield from links.link(moment, entry)
        case logbook.PLAYER:
            yield from players.change(moment, entry)
            yield from links.anchor(moment, entry)
        case logbook.REWIND:
            yield from points.rewind(moment, entry)
        case logbook.BOOKMARK:
            yield from points.bookmark(moment, entry)
        case logbook.FINISH:
            yield from points.finish(moment, entry)


class Unlawful(Refusal):
    """An entry cannot be recorded: `verify` would find fault with it."""


def require(moment: Moment, made: Sequence[Entry], supposed: Callable[[Sequence[Entry]], Moment]) -> None:
    """Makes sure that entries are legal behind those of a moment, each after the ones before it.

    Args:
        supposed: the moment behind some entries.
    Raises:
        Unlawful: one is not.
    """
    course = Course(moment.entries)
    for entry in made:
        wrong = next(recorded(moment, course, entry), None)
        if wrong:
            raise Unlawful(say("{kind}: {why} Nothing was written.", kind=KINDS[entry["type"]],
                               why=wrong.sentence(moment.game.catalogue)))
        course.take(entry)
        moment = supposed(course.entries) if entry["type"] == REWIND else moment._replace(
            entries=course.entries, line=branches.line(course.entries))


def recorded(moment: Moment, course: Course, entry: Entry) -> Iterator[Fault]:
    """What forbids recording an entry: all there is."""
    yield from course.order(entry)
    yield from course.references(entry)
    yield from course.releases(entry)
    yield from said.letter(moment.game, moment.entries, entry)
    yield from faults(moment, entry)
    yield from consents.consented(moment, entry)
