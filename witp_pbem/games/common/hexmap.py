"""Maps of flat-topped hexes in columns, every second column half a hex lower."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Literal

Columns = Literal["even", "odd"]
_ROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # the six neighbours


def is_number(text: str) -> bool:
    """Whether the text has the form of a hex number (four ASCII digits)."""
    return len(text) == 4 and text.isascii() and text.isdigit()


def numbered(numbers: Iterable[str], lower: Columns = "even") -> HexMap:
    """A map of hexes by their numbers (see `cells`)."""
    return HexMap(cells(numbers), lower)


def cells(numbers: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Column and row of hexes numbered with four digits, two for the column and two for the row ("0606").

    Raises:
        ValueError: something else is among the numbers.
    """
    by_number = {}
    for number in numbers:
        if not is_number(number):
            raise ValueError(f'"{number}" is not the number of a hex')
        by_number[number] = int(number[:2]), int(number[2:])
    return by_number


class HexMap:
    """A board (see `table.board`) of hexes.

    Args:
        cells: column and row of each hex by its id, in the order in which hexes are listed.
        lower: which columns sit half a hex lower than the others.
    """

    shape: Literal["hexes"] = "hexes"

    def __init__(self, cells: Mapping[str, tuple[int, int]], lower: Columns = "even") -> None:
        self.lower = lower
        self.places = tuple(cells)
        self._xy = {place: (column, 2 * row + ((column % 2 == 0) == (lower == "even")))
                    for place, (column, row) in cells.items()}
        at = {xy: place for place, xy in self._xy.items()}
        self._nearest: dict[str, tuple[str, ...]] = {}
        self._neighbours = {place: tuple(sorted(at[x + across, y + down] for across, down in _ROUND
                                                if (x + across, y + down) in at))
                            for place, (x, y) in self._xy.items()}

    def __contains__(self, place: object) -> bool:
        return place in self._xy

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The hexes of the map that share a side with one, ascending by id."""
        return self._neighbours[place]

    def distance(self, first: str, second: str) -> int:
        """Hexes entered on the shortest way from one hex to another, whatever lies between."""
        (ax, ay), (bx, by) = self._xy[first], self._xy[second]
        across, down = abs(ax - bx), abs(ay - by)
        return across + max(0, down - across) // 2

    def nearest(self, place: str) -> tuple[str, ...]:
        """All hexes of the map by their distance from one, then ascending by id."""
        if place not in self._nearest:
            self._nearest[place] = tuple(sorted(self.places, key=lambda other: (self.distance(place, other), other)))
        return self._nearest[place]

    def within(self, place: str, reach: int) -> list[str]:
        """The hexes of the map at most `reach` away from one, itself included, ascending by id."""
        return sorted(takewhile(lambda other: self.distance(place, other) <= reach, self.nearest(place)))

    def xy(self, place: str) -> tuple[int, int]:
        """The column, and twice the row, plus one in the lower columns."""
        return self._xy[place]
