"""Rewinds, bookmarks, and steps that are left to stand: of points that there are, and at a time when it can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from witp_pbem.campaign.checks.context import EntryContext
from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.record import upgrades
from witp_pbem.campaign.record.entries import Bookmark, Entry, Finish, Point, Rewind
from witp_pbem.campaign.record.logbook import CLOSED, RULING, SEALED, SITTING, SUBMISSION, WITHDRAWAL
from witp_pbem.table import event
from witp_pbem.table.game import Game
from witp_pbem.table.language import say

KEPT: Final = (SUBMISSION, RULING, WITHDRAWAL, SEALED)  # what a rewind can keep


def wrong(game: Game, entries: Sequence[Entry], point: Point) -> str:
    """What is wrong with a point of a logbook, "" if nothing is."""
    if not 0 <= point["entry"] < len(entries):
        return say("There is no entry {entry} before it.", entry=point["entry"])
    entry = entries[point["entry"]]
    if point["acts"] is None:
        return say("Entry {entry} closes a sitting; that is not a point to go back to.",
                   entry=point["entry"]) if entry["type"] == CLOSED else ""
    acts = entry["acts"] if entry["type"] == SITTING else []
    act = acts[point["acts"] - 1] if 0 < point["acts"] <= len(acts) else None
    if act and "event" in act and game.is_step_start(event.from_json(act, game.events)):
        return ""
    return say("No step begins after act {act} of entry {entry}.", act=point["acts"], entry=point["entry"])


def bookmark(context: EntryContext, entry: Bookmark | Rewind) -> Iterator[EntryFault]:
    """A bookmark names a point."""
    if fault := wrong(context.game, context.entries, entry["to"]):
        yield EntryFault("rewind-wrong", fault)


def rewind(context: EntryContext, entry: Rewind) -> Iterator[EntryFault]:
    """A rewind goes back to a point, while the game goes on and no sitting is closed, and keeps what can be kept."""
    yield from bookmark(context, entry)
    if context.is_closed:
        yield EntryFault("rewind-wrong", say("It goes back while a sitting is closed and has not been held."))
    if context.is_over:
        yield EntryFault("rewind-wrong", say("It goes back although the game is over."))
    behind = {later["n"] for later in context.line[entry["to"]["entry"] + 1:] if later["type"] in KEPT}
    if not behind.issuperset(entry["keeps"]):
        yield EntryFault("rewind-wrong", say("It keeps what cannot be kept."))


def finish(context: EntryContext, entry: Finish) -> Iterator[EntryFault]:
    """Only what other rules have played can be left to stand."""
    if played_under(context.line) == upgrades.in_force(context.line).rules:
        yield EntryFault("finish-wrong", say("The last sitting was held under the rules in force: its record is not "
                                             "one of other rules."))


def played_under(line: Sequence[Entry]) -> str:
    """The version of the rules that held the last sitting of a line; before the first one, those of the founding."""
    last = max((entry["n"] for entry in line if entry["type"] == SITTING), default=0)
    return upgrades.in_force(line[:last + 1]).rules
