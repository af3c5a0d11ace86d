"""Where received entries fit into the archive: what continues a record, and what are other histories of its campaign.

Where two entries follow the same one, an archive takes that which it received first: that is the record, and whatever
contradicts it is kept beside it. So the same campaigns added together or one after the other come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from witp_pbem.campaign.packets.merge import merge
from witp_pbem.campaign.packets.unpacking import ReceivedEntry
from witp_pbem.table.tuples import NamedTuple

MOST_HISTORIES = 50  # of what comes together of one campaign


class Histories(NamedTuple):
    """Where entries fit.

    Attributes:
        following: those that continue the record, in order.
        branches: other histories, each from the entry on with which it leaves the record or another branch.
        waiting: those that wait for others before them.
        missing: the gaps before these, first and last number each.
    """

    following: Sequence[ReceivedEntry]
    branches: Sequence[Sequence[ReceivedEntry]]
    waiting: Sequence[ReceivedEntry]
    missing: Sequence[tuple[int, int]]


def histories(own: Sequence[ReceivedEntry], received: Sequence[ReceivedEntry]) -> Histories | None:
    """Fits entries to a record; None where they hold more histories than anybody can have written.

    Args:
        own: its entries; () for a new one.
        received: all of one campaign, what was received first before what was received later.
    """
    merged = merge([entry.hash for entry in own], received)
    branches = list(islice((path for fork in merged.forks for path in _paths(fork.branch)), MOST_HISTORIES + 1))
    if len(branches) > MOST_HISTORIES:
        return None
    following = list(merged.following)
    end = [*own, *following][-1].hash if own or following else None
    if at_the_end := [path for path in branches if end in (None, path[0].previous)]:
        order = {entry.hash: number for number, entry in reversed(list(enumerate(received)))}
        first = min(at_the_end, key=lambda path: [order[entry.hash] for entry in path])
        branches.remove(first)
        following += first
    return Histories(following, branches, merged.waiting, merged.missing(len(own) + len(following)))


def _paths(branch: Sequence[ReceivedEntry]) -> Iterator[tuple[ReceivedEntry, ...]]:
    """The histories in an entry and all that follow it: that entry up to each that nothing follows."""
    by_hash = {entry.hash: entry for entry in branch}
    followed = {entry.previous for entry in branch}
    for entry in branch:
        if entry.hash not in followed:
            path = [entry]
            while before := by_hash.get(path[-1].previous):
                path.append(before)
            yield tuple(reversed(path))
