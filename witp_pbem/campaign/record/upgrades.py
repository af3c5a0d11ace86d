"""Which release keeps a campaign: the versions its logbook names, and the entry by which another release takes over.

The founding names the first release, each `upgrade` entry the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem import __version__
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.entries import Entry, Founding, Upgrade
from witp_pbem.campaign.record.logbook import FOUNDING, UPGRADE, Body
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple


class Versions(NamedTuple):
    """A release: the logbook's format, the program, its rules and its packaged data."""

    format: int
    program: str
    rules: str
    data: str

    def __str__(self) -> str:
        return say("witp-pbem {program} (format {format}, rules {rules}, data {data})", **self._asdict())


class Takeover(NamedTuple):
    """A release taking over from another.

    Attributes:
        entry: the number of the entry that says so.
        before, after: the releases.
        changes: what rules decide otherwise since, in sentences.
    """

    entry: int
    before: Versions
    after: Versions
    changes: tuple[str, ...]


def named(entry: Founding | Upgrade) -> Versions:
    """The release a founding or an upgrade names."""
    return Versions(entry["format"], entry["program"], entry["rules_version"], entry["data_version"])


def in_force(entries: Sequence[Entry]) -> Versions:
    """The release that keeps the campaign at the end of some entries."""
    return next(named(entry) for entry in reversed(entries) if entry["type"] == FOUNDING or entry["type"] == UPGRADE)


def here(game: Game) -> Versions:
    """The running release."""
    return Versions(logbook.FORMAT, __version__, game.rules_version, game.data_version)


def released(entries: Sequence[Entry], game: Game) -> Versions:
    """The last release that kept the campaign before the running one."""
    return next((takeover.before for takeover in reversed(list(taken(entries, game))) if takeover.after == here(game)),
                in_force(entries))


def due(entries: Sequence[Entry], game: Game) -> Body | None:
    """The body of the `upgrade` entry that must come before anything this release records, None where it keeps the
    campaign already. Any other release counts, one with the same rules too: so every sitting's program is known."""
    mine = here(game)
    if in_force(entries) == mine:
        return None
    return {"format": mine.format, "program": mine.program, "rules_version": mine.rules, "data_version": mine.data}


def taken(entries: Sequence[Entry], game: Game) -> Iterator[Takeover]:
    """Every change of release in a logbook."""
    before: Versions | None = None
    for entry in entries:
        if entry["type"] == FOUNDING or entry["type"] == UPGRADE:
            after = named(entry)
            if before:
                yield Takeover(entry["n"], before, after, changes(game, before.rules, after.rules))
            before = after


def changes(game: Game, before: str, after: str) -> tuple[str, ...]:
    """What rules decide otherwise than earlier ones, in sentences, oldest change first."""
    first, last = number(before), number(after)
    return tuple(sentence for version in sorted(game.changes, key=number) if first < number(version) <= last
                 for sentence in game.changes[version])


def number(version: object) -> int:
    """A version of rules or data as a number, -1 where it is none."""
    text = str(version)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
