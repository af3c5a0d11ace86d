"""Where received entries fit: after the last entry of a copy, after a gap, or nowhere.

An entry names the hash of the one before it, so there is one way in which entries can follow one another. Where two
entries follow the same one, the campaign has been written twice: that is a fork, and only people can say which is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from witp_pbem.campaign.packets.unpacking import ReceivedEntry
from witp_pbem.campaign.record import logbook
from witp_pbem.table.tuples import NamedTuple


class Fork(NamedTuple):
    """Entries that cannot both be true.

    Attributes:
        common: the number of the last entry both histories have, None where that is not known.
        own: the number of the copy's entry that contradicts `branch`; None where two received entries both follow the
            copy's last one, and each is a fork.
        branch: the foreign entries: the first one and all that follow it.
    """

    common: int | None
    own: int | None
    branch: tuple[ReceivedEntry, ...]


class MergedEntries(NamedTuple):
    """Where entries fit.

    Attributes:
        following: those that continue the copy, in order.
        waiting: those that wait for others before them.
        forks: those of another history.
    """

    following: tuple[ReceivedEntry, ...]
    waiting: tuple[ReceivedEntry, ...]
    forks: tuple[Fork, ...]

    def missing(self, known: int) -> tuple[tuple[int, int], ...]:
        """The gaps before entries that wait, as first and last number, where the copy holds `known` entries."""
        numbers = [known - 1, *sorted({entry.n for entry in self.waiting})]
        return tuple((before + 1, after - 1) for before, after in pairwise(numbers) if before + 1 < after)


def merge(own: Sequence[str], received: Iterable[ReceivedEntry]) -> MergedEntries:
    """Fits entries to a copy.

    Args:
        own: the hashes of its entries, by number; () for a new copy.
        received: in any order, any number of times; all of one campaign.
    """
    new: dict[str, ReceivedEntry] = {}
    for entry in sorted(received, key=lambda entry: (entry.n, entry.hash)):
        if entry.n >= len(own) or own[entry.n] != entry.hash:
            new.setdefault(entry.hash, entry)
    after: dict[tuple[int, str], list[ReceivedEntry]] = {}
    for entry in new.values():
        after.setdefault((entry.n, entry.previous), []).append(entry)
    line = [*own]
    following: list[ReceivedEntry] = []
    while len(next_ones := after.get((len(line), line[-1] if line else logbook.BEGINNING), [])) == 1:
        following.append(next_ones[0])
        line.append(next_ones[0].hash)
    fitted = set(line)
    rest = {hash: entry for hash, entry in new.items() if hash not in fitted}
    forks: list[Fork] = []
    for entry in new.values():
        if entry.hash in rest and entry.n <= len(line):  # else it is told with an earlier one, or waits
            branch = _branch(entry, after)
            for later in branch:
                rest.pop(later.hash, None)
            is_common = entry.n == 0 or line[entry.n - 1] == entry.previous
            forks.append(Fork(entry.n - 1 if is_common else None, entry.n if entry.n < len(line) else None, branch))
    return MergedEntries(tuple(following), tuple(rest.values()), tuple(forks))


def _branch(first: ReceivedEntry, after: dict[tuple[int, str], list[ReceivedEntry]]) -> tuple[ReceivedEntry, ...]:
    """An entry and all that follow it."""
    branch = [first]
    for entry in branch:
        branch += after.get((entry.n + 1, entry.hash), ())
    return tuple(branch)
