"""Which release keeps a campaign: the versions its logbook names, and the entry by which another release takes over.

The founding names the first release, each `upgrade` entry the next. Format 1 named no version of the data: it is "1".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from witp_pbem import __version__
from witp_pbem.campaign.folder import games
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.lines import Damaged
from witp_pbem.campaign.record.logbook import FOUNDING, UPGRADE, Entry
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.game import Game
from witp_pbem.table.language import say

FIRST_DATA = "1"  # of a logbook that does not say


class Newer(Refusal):
    """The logbook was written by a newer release."""


class Versions(NamedTuple):
    """A release: the logbook's format, the program, its rules and its packaged data."""

    format: int
    program: str
    rules: str
    data: str

    def __str__(self) -> str:
        return say("witp-pbem {program} (format {format}, rules {rules}, data {data})", **self._asdict())


class Taken(NamedTuple):
    """A release taking over from another: the entry that says so, the releases before and after it, and what is
    decided otherwise since, in sentences."""

    entry: int
    before: Versions
    after: Versions
    changes: tuple[str, ...]


def named(entry: Mapping[str, Any]) -> Versions:
    """The release a founding or an upgrade names."""
    return Versions(entry["format"], str(entry["program"]), str(entry["rules_version"]),
                    str(entry.get("data_version", FIRST_DATA)))


def in_force(entries: Sequence[Entry]) -> Versions:
    """The release that keeps the campaign at the end of some entries."""
    return named(next(entry for entry in reversed(entries) if entry["type"] in (FOUNDING, UPGRADE)))


def here(game: Game) -> Versions:
    """The running release."""
    return Versions(logbook.FORMAT, __version__, game.rules_version, game.data_version)


def released(entries: Sequence[Entry], game: Game) -> Versions:
    """The last release that kept the campaign before the running one."""
    return next((each.before for each in reversed(list(taken(entries, game))) if each.after == here(game)),
                in_force(entries))


def due(entries: Sequence[Entry], game: Game) -> Entry | None:
    """The body of the `upgrade` entry that must come before anything this release records, None where it keeps the
    campaign already. Any other release counts, one with the same rules too: so every sitting's program is known."""
    mine = here(game)
    if in_force(entries) == mine:
        return None
    return {"format": mine.format, "program": mine.program, "rules_version": mine.rules, "data_version": mine.data}


def taken(entries: Sequence[Entry], game: Game) -> Iterator[Taken]:
    """Every change of release in a logbook."""
    before = named(entries[0])
    for entry in entries:
        if entry["type"] == UPGRADE:
            after = named(entry)
            yield Taken(entry["n"], before, after, changes(game, before.rules, after.rules))
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


def refuse_newer(entries: Sequence[Entry]) -> None:
    """Makes sure that no part of a logbook was written by a release this one cannot follow. Nothing in the entries is
    taken for granted.

    Raises:
        Newer: its format, its rules or its data are newer.
    """
    try:
        game = games.find(str(entries[0].get("game")))(None) if entries else None
    except games.NoSuchGame:
        game = None
    for entry in entries:
        if entry.get("type") not in (FOUNDING, UPGRADE):
            continue
        form = entry.get("format")
        is_newer = isinstance(form, int) and form > logbook.FORMAT
        if game is not None:
            is_newer |= number(entry.get("rules_version")) > number(game.rules_version)
            is_newer |= number(entry.get("data_version", FIRST_DATA)) > number(game.data_version)
        if is_newer:
            written = Versions(form if isinstance(form, int) else 0, str(entry.get("program")),
                               str(entry.get("rules_version")), str(entry.get("data_version", FIRST_DATA)))
            mine = here(game) if game is not None else __version__
            raise Newer(say("This campaign is kept by {written}; this is {mine}. Install witp-pbem {program} or newer.",
                            written=written, mine=mine, program=written.program))


def require_numbers(path: Path, entries: Sequence[Entry]) -> None:
    """Makes sure that a logbook names formats this program reads, and versions that are numbers.

    Raises:
        Damaged: it does not.
    """
    for entry in entries:
        if entry["type"] not in (FOUNDING, UPGRADE):
            continue
        if entry.get("format") not in logbook.FORMATS:
            raise Damaged(path, entry["n"], say("this logbook has format {found}; this program reads format {known} "
                                                "(it was written by {program})", found=entry.get("format"),
                                                known=logbook.FORMAT, program=entry.get("program")))
        for name, default in (("rules_version", None), ("data_version", FIRST_DATA)):
            if number(entry.get(name, default)) < 0:
                raise Damaged(path, entry["n"], say("its {field} is no number: {found}", field=name,
                                                    found=entry.get(name)))
