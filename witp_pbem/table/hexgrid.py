"""Hexes numbered with four digits, two for the column and two for the row ("0606").

The grid is flat-topped. In half of the columns the hexes sit half a hex lower than in the others; which
half is a property of the printed map. All distances are counted in hexes entered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

Columns = Literal["even", "odd"]


def is_number(text: str) -> bool:
    """Whether the text has the form of a hex number (four ASCII digits)."""
    return len(text) == 4 and text.isascii() and text.isdigit()


def neighbours(number: str, lower: Columns = "even") -> tuple[str, ...]:
    """The numbers of the six hexes round one hex, whether or not a map has them, in ascending order."""
    column, row = int(number[:2]), int(number[2:])
    is_lower = (column % 2 == 0) == (lower == "even")
    beside = (row, row + 1) if is_lower else (row - 1, row)
    around = [(column, row - 1), (column, row + 1)]
    around += [(column + step, r) for step in (-1, 1) for r in beside]
    return tuple(sorted(f"{c:02d}{r:02d}" for c, r in around if 0 <= c <= 99 and 0 <= r <= 99))


def distance(first: str, second: str, lower: Columns = "even") -> int:
    """Hexes entered on the shortest way from one hex to another, whatever lies between."""
    a, b = _axial(first, lower), _axial(second, lower)
    across, down = a[0] - b[0], a[1] - b[1]
    return max(abs(across), abs(down), abs(across + down))


@lru_cache(maxsize=10_000)
def _axial(number: str, lower: Columns) -> tuple[int, int]:
    column, row = int(number[:2]), int(number[2:])
    return column, row - (column + (lower == "even")) // 2
