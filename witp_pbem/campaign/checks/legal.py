"""The list of checks: which make an entry of each type legal, and what each of them belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from witp_pbem.campaign.checks import links, orders, players, points, sittings, words
from witp_pbem.campaign.checks.course import Course
from witp_pbem.campaign.checks.fault import Fault
from witp_pbem.campaign.checks.moment import Moment
from witp_pbem.campaign.record import branches
from witp_pbem.campaign.record.branches import PLAYED
from witp_pbem.campaign.record.logbook import (
    BOOKMARK,
    CLOSED,
    FINISH,
    KINDS,
    LINK,
    PLAYER,
    REWIND,
    RULING,
    SEALED,
    SITTING,
    SUBMISSION,
    WITHDRAWAL,
    WORD,
    Entry,
)
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say

Check = Callable[[Moment, Entry], Iterator[Fault]]
CHECKS: Mapping[str, Sequence[Check]] = {
    SUBMISSION: (orders.submission,),
    SEALED: (orders.sealed,),
    WITHDRAWAL: (orders.withdrawal,),
    RULING: (orders.ruling,),
    CLOSED: (sittings.closing, links.closing),
    SITTING: (sittings.sitting,),
    WORD: (words.word,),
    LINK: (links.link,),
    PLAYER: (players.change, links.anchor),
    REWIND: (points.rewind,),
    BOOKMARK: (points.bookmark,),
    FINISH: (points.finish,),
}


def faults(moment: Moment, entry: Entry) -> Iterator[Fault]:
    """What makes an entry illegal at a moment."""
    if moment.is_over and entry["type"] in PLAYED:
        yield Fault("after-the-end", say("The game was over already."))
    for check in CHECKS.get(entry["type"], ()):
        yield from check(moment, entry)


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
    yield from faults(moment, entry)
