"""What of a logbook is in force after rewinds: nothing is erased, but what a rewind abandons counts no more.

The line in force has an entry for every entry of the logbook, under the same number, so that numbers written down
anywhere keep their meaning. An abandoned entry stands in it as a stub of type `abandoned`; a sitting a rewind cut in
the middle, at the start of a step, keeps its acts up to there, owes nothing and has no outcome. What cannot be
taken back stays with both: the number and link of a sitting, which typed dice it used, and which decks it made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeGuard

from witp_pbem.campaign.record.entries import (
    Abandoned,
    AbandonedSitting,
    ActRecord,
    CutSitting,
    Entry,
    Point,
    Rewind,
    Sitting,
)
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.record.logbook import CLOSED, FINISH, REWIND, RULING, SEALED, SITTING, SUBMISSION, WITHDRAWAL
from witp_pbem.table.language import say

ABANDONED: Final = "abandoned"
PLAYED: Final = (SUBMISSION, SEALED, WITHDRAWAL, RULING, CLOSED, SITTING, FINISH)


def line(entries: Sequence[Entry]) -> list[Entry]:
    """The line in force at the end of some entries, which are a logbook or its beginning."""
    points = {entry["to"]["entry"] for entry in entries if entry["type"] == REWIND}
    at: dict[int, list[Entry]] = {}
    in_force: list[Entry] = []
    for entry in entries:
        if entry["type"] == REWIND:
            in_force = _rewound(entries, in_force, entry, at)
        in_force.append(entry)
        if entry["n"] in points:
            at[entry["n"]] = [*in_force]
    return in_force


def by_type(line: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries of a line by their types, oldest first."""
    entries: dict[str, list[Entry]] = {}
    for entry in line:
        entries.setdefault(entry["type"], []).append(entry)
    return entries


def require_points(path: Path, entries: Sequence[Entry]) -> None:
    """Makes sure that every rewind of a logbook goes back to a point before it.

    Raises:
        Damaged: one does not.
    """
    for entry in entries:
        if entry["type"] == REWIND and not is_point(entries[:entry["n"]], entry["to"]):
            raise Damaged(path, entry["n"], say("it goes back to a point that does not exist before it"))


def is_point(entries: Sequence[Entry], point: Point) -> bool:
    """Whether a point lies in some entries: after one of them, or within a sitting."""
    if point["entry"] >= len(entries):
        return False
    entry, acts = entries[point["entry"]], point["acts"]
    return acts is None or entry["type"] == SITTING and 0 < acts <= len(entry["acts"])


def ends(entries: Sequence[Entry]) -> list[int]:
    """Where each line that was ever in force ends: the numbers of the rewinds, and how many entries there are."""
    return [*(entry["n"] for entry in entries if entry["type"] == REWIND), len(entries)]


def _rewound(entries: Sequence[Entry], before: Sequence[Entry], rewind: Rewind,
             at: Mapping[int, Sequence[Entry]]) -> list[Entry]:
    """The line in force once a rewind has gone back to its point, which may lie on an abandoned branch, too.

    Args:
        before: the line before it.
        at: number of an entry some rewind goes back to -> the line in force then, as far as they are known.
    """
    point, acts = rewind["to"]["entry"], rewind["to"]["acts"]
    in_force = [*at[point]]
    if acts is not None:
        sitting = in_force[point]
        assert sitting["type"] == SITTING  # `require_points` has made sure of it
        in_force[point] = cut(sitting, acts)
    for entry in entries[point + 1:len(before)]:
        in_force.append(entry if entry["n"] in rewind["keeps"] else abandoned(entry))
    return in_force


def abandoned(entry: Entry) -> Entry:
    """The stub of an entry of what is played; a sitting's keeps what stays used. Other entries stay as they are."""
    if entry["type"] == SITTING:
        return AbandonedSitting(n=entry["n"], hash=entry["hash"], type=ABANDONED,
                                was=SITTING, number=entry["number"], link=entry["link"], manual=entry["manual"],
                                decks_made=shuffled(entry["acts"]))
    if entry["type"] in PLAYED:
        return Abandoned(n=entry["n"], hash=entry["hash"], type=ABANDONED,
                         was=entry["type"])
    return entry


def cut(sitting: Sitting, acts: int) -> CutSitting:
    """A sitting as though it had ended after some of its acts. Cards drawn after them lie in their decks again, and do
    not lie open."""
    kept, gone = sitting["acts"][:acts], sitting["acts"][acts:]
    back = {act["slot"] for act in gone if "draw" in act}
    return {**sitting, "acts": kept, "owed": [], "outcome": None, "decks_made": shuffled(gone),
            "opened": [item for item in sitting["opened"] if "slot" not in item or item["slot"] not in back]}


def shuffled(acts: Sequence[ActRecord]) -> list[str]:
    """The decks some acts make."""
    return [act["shuffle"] for act in acts if "shuffle" in act]


def times_made(entries: Sequence[Entry], deck: str, before: int) -> int:
    """How often a deck was made before an entry, on whatever branch (see `fates.deck_key`)."""
    return sum([*(shuffled(entry["acts"]) if entry["type"] == SITTING else ()), *lost(entry)].count(deck)
               for entry in entries[:before])


def is_sitting(entry: Entry) -> TypeGuard[Sitting | AbandonedSitting]:
    """Whether a sitting was held here, in force or not."""
    return entry["type"] == SITTING or entry["type"] == ABANDONED and entry["was"] == SITTING


def is_cut(entry: Entry) -> TypeGuard[CutSitting]:
    """Whether this is a sitting a rewind has cut."""
    return entry["type"] == SITTING and "decks_made" in entry


def lost(entry: Entry) -> list[str]:
    """The decks made by what a rewind took away of a sitting."""
    if is_cut(entry):
        return entry["decks_made"]
    return entry["decks_made"] if entry["type"] == ABANDONED and entry["was"] == SITTING else []
