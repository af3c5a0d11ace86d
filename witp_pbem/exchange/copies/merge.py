"""Where entries that came fit: behind the last entry of a copy, behind a gap, or nowhere.

An entry names the hash of the one before it, so there is one way in which entries can follow one another. Where two
entries follow the same one, the campaign has been written twice: that is a fork, and only people can say which is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from witp_pbem.campaign.record import logbook
from witp_pbem.exchange.copies.unpacking import ReceivedEntry


class Fork(NamedTuple):
    """Entries that cannot both be true.

    Attributes:
        common: the number of the last entry both have, None where that is not known.
        own: the number of the copy's entry against which `branch` stands, None where two came that both go on behind
            the copy's last one, and both are told as forks.
        branch: the foreign entries: the first one and whatever follows it.
    """

    common: int | None
    own: int | None
    branch: tuple[ReceivedEntry, ...]


class MergedEntries(NamedTuple):
    """Where entries fit: those that go on where the copy ends, in order; those that wait for others before them; and
    those of another history."""

    following: tuple[ReceivedEntry, ...]
    waiting: tuple[ReceivedEntry, ...]
    forks: tuple[Fork, ...]

    def missing(self, known: int) -> tuple[tuple[int, int], ...]:
        """The gaps before entries that wait, as first and last number, where the copy holds `known` entries."""
        numbers = [known - 1, *sorted({piece.n for piece in self.waiting})]
        return tuple((before + 1, after - 1) for before, after in pairwise(numbers) if before + 1 < after)


def merge(own: Sequence[str], pieces: Iterable[ReceivedEntry]) -> MergedEntries:
    """Fits entries to a copy.

    Args:
        own: the hashes of its entries, by number; () for a copy that is about to be made.
        pieces: in any order, any number of times; all of one campaign.
    """
    new: dict[str, ReceivedEntry] = {}
    for piece in sorted(pieces, key=lambda piece: (piece.n, piece.hash)):
        if piece.n >= len(own) or own[piece.n] != piece.hash:
            new.setdefault(piece.hash, piece)
    after: dict[tuple[int, str], list[ReceivedEntry]] = {}
    for piece in new.values():
        after.setdefault((piece.n, piece.previous), []).append(piece)
    line = [*own]
    following: list[ReceivedEntry] = []
    while len(next_ones := after.get((len(line), line[-1] if line else logbook.BEGINNING), [])) == 1:
        following.append(next_ones[0])
        line.append(next_ones[0].hash)
    fitted = set(line)
    rest = {hash: piece for hash, piece in new.items() if hash not in fitted}
    forks: list[Fork] = []
    for piece in new.values():
        if piece.hash in rest and piece.n <= len(line):  # else it is told with an earlier one, or waits
            branch = _branch(piece, after)
            for later in branch:
                rest.pop(later.hash, None)
            is_common = piece.n == 0 or line[piece.n - 1] == piece.previous
            forks.append(Fork(piece.n - 1 if is_common else None, piece.n if piece.n < len(line) else None, branch))
    return MergedEntries(tuple(following), tuple(rest.values()), tuple(forks))


def _branch(first: ReceivedEntry, after: dict[tuple[int, str], list[ReceivedEntry]]) -> tuple[ReceivedEntry, ...]:
    """An entry and all that follow it."""
    branch = [first]
    for piece in branch:
        branch += after.get((piece.n + 1, piece.hash), ())
    return tuple(branch)
