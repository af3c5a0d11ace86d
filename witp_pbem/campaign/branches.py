"""What of a logbook is in force after rewinds: nothing is erased, but what a rewind abandons counts no more.

The line in force has an entry for every entry of the logbook, under the same number, so that numbers written down
anywhere keep their meaning. An abandoned entry stands in it as a stub of type `abandoned`; a sitting a rewind cut in
the middle, at the start of a step, keeps its acts up to there, owes nothing and has no outcome.
"""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.campaign.logbook import CLOSED, FINISH, REWIND, RULING, SEALED, SITTING, SUBMISSION, WITHDRAWAL, Entry

ABANDONED = "abandoned"
PLAYED = frozenset({SUBMISSION, SEALED, WITHDRAWAL, RULING, CLOSED, SITTING, FINISH})


def line(entries: Sequence[Entry]) -> list[Entry]:
    """The line in force at the end of some entries, which are a logbook or its beginning."""
    found: list[Entry] = []
    for entry in entries:
        if entry["type"] == REWIND:
            found = _rewound(entries, found, entry)
        found.append(entry)
    return found


def ends(entries: Sequence[Entry]) -> list[int]:
    """Where each line that was ever in force ends: the numbers of the rewinds, and how many entries there are."""
    return [*(entry["n"] for entry in entries if entry["type"] == REWIND), len(entries)]


def _rewound(entries: Sequence[Entry], before: Sequence[Entry], rewind: Entry) -> list[Entry]:
    """The line in force once a rewind has gone back to its point, which may lie on an abandoned branch, too."""
    point, acts = rewind["to"]["entry"], rewind["to"]["acts"]
    found = line(entries[:point + 1])
    if acts is not None:
        found[point] = cut(found[point], acts)
    for entry in entries[point + 1:len(before)]:
        stays = entry["type"] not in PLAYED or entry["n"] in rewind["keeps"]
        found.append(entry if stays else abandoned(entry))
    return found


def abandoned(entry: Entry) -> Entry:
    """The stub of an entry that counts no more; a sitting's number and link stay used."""
    kept: Entry = {key: entry[key] for key in ("n", "hash", "previous", "number", "link") if key in entry}
    return {**kept, "type": ABANDONED, "was": entry["type"]}


def cut(sitting: Entry, acts: int) -> Entry:
    """A sitting as though it had ended after some of its acts."""
    return {**sitting, "acts": sitting["acts"][:acts], "owed": [], "outcome": None, "cut": True}


def is_sitting(entry: Entry) -> bool:
    """Whether a sitting was held here, in force or not."""
    return SITTING in (entry["type"], entry.get("was"))
