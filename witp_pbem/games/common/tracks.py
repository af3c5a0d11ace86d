"""Numbers on a track: points earned and spent, and markers that stop at its ends.

On the map lies a marker for each side, or for each thing that is counted; in the position it is a number in a mapping.
"""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.table.tuples import NamedTuple


class Track(NamedTuple):
    """A track.

    Attributes:
        least, most: the numbers at its ends, which no marker leaves; None where it has no end.
    """

    least: int | None = 0
    most: int | None = None

    def within(self, number: int) -> int:
        """A number, or the end of the track where it lies beyond."""
        if self.least is not None:
            number = max(number, self.least)
        return number if self.most is None else min(number, self.most)

    def moved(self, numbers: Mapping[str, int], marker: str, by: int) -> dict[str, int]:
        """The numbers after a marker has gone up, or down for less than 0, as far as the track goes."""
        return {**numbers, marker: self.within(numbers[marker] + by)}

    def missing(self, number: int, cost: int) -> int:
        """How many points more it would take to pay a cost, 0 where it can be paid."""
        return 0 if self.least is None else max(cost - (number - self.least), 0)
