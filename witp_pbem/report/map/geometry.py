"""Where things lie on the map's sheet: hexes as points of a plane, and numbers as SVG likes them.

Lengths are points of the picture; `View.size` is the distance from a hex's centre to its corners. Hexes are
flat-topped, y grows downwards, and side or corner 0 is the one to the right or below it, going round clockwise.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin, sqrt

from witp_pbem.table.chart import Cell, Sheet
from witp_pbem.table.hexgrid import Columns, distance

Point = tuple[float, float]

FULL = 33.5  # size at which the whole map is drawn: nineteen columns in a thousand points
LARGEST = 105.0
WIDEST = 1000.0
MARGIN = 14.0
HALF = sqrt(3) / 2
CORNERS: tuple[Point, ...] = tuple((round(cos(k * pi / 3), 6), round(sin(k * pi / 3), 6)) for k in range(6))


@dataclass(frozen=True)
class View:
    """The part of a sheet that is drawn, and how large.

    Attributes:
        cells: the hexes shown, ascending by number. left, top: what to add to a hex's place.
        width, height: of the hexes together, without title and legend. bottom: where they end.
    """

    lower: Columns
    size: float
    cells: tuple[Cell, ...]
    left: float
    top: float
    width: float
    height: float
    bottom: float

    @cached_property
    def shown(self) -> frozenset[str]:
        """The numbers of the hexes shown."""
        return frozenset(cell.number for cell in self.cells)

    @cached_property
    def is_close(self) -> bool:
        """Whether hexes are large enough to list every unit in them."""
        return self.size >= 1.8 * FULL

    def centre(self, number: str) -> Point:
        """The middle of a hex."""
        x, y = centre(number, self.lower)
        return x * self.size + self.left, y * self.size + self.top

    def corner(self, number: str, which: int) -> Point:
        """A corner of a hex."""
        x, y = self.centre(number)
        across, down = CORNERS[which % 6]
        return x + across * self.size, y + down * self.size

    def side(self, first: str, second: str) -> tuple[Point, Point]:
        """The two ends of the side two neighbours share."""
        which = round_about(first, self.lower).index(second)
        return self.corner(first, which), self.corner(first, which + 1)


def view(sheet: Sheet, around: str, radius: int, top: float) -> View:
    """The whole sheet, or the hexes at most `radius` away from one; `top` points are kept for the title."""
    cells = tuple(cell for cell in sheet.cells
                  if not around or distance(cell.number, around, sheet.lower) <= radius)
    places = [centre(cell.number, sheet.lower) for cell in cells] or [(0.0, 0.0)]
    left, right = min(x for x, _ in places) - 1, max(x for x, _ in places) + 1
    high, low = min(y for _, y in places) - HALF, max(y for _, y in places) + HALF
    size = FULL if not around else max(FULL, min(LARGEST, (WIDEST - 2 * MARGIN) / (right - left)))
    wide = (right - left) * size
    start = MARGIN + max(0.0, (WIDEST - 2 * MARGIN - wide) / 2 if around else 0.0)
    return View(sheet.lower, size, cells, start - left * size, top - high * size, wide, (low - high) * size,
                top + (low - high) * size)


def centre(number: str, lower: Columns) -> Point:
    """The middle of a hex of size 1."""
    column, row = int(number[:2]), int(number[2:])
    sunk = (column % 2 == 0) == (lower == "even")
    return column * 1.5, (2 * row + sunk) * HALF


def round_about(number: str, lower: Columns) -> tuple[str, ...]:
    """A hex's neighbours, whether on the map or not, in the order of its sides: from the lower right clockwise."""
    column, row = int(number[:2]), int(number[2:])
    up = row if (column % 2 == 0) == (lower == "even") else row - 1
    places = ((column + 1, up + 1), (column, row + 1), (column - 1, up + 1), (column - 1, up), (column, row - 1),
              (column + 1, up))
    return tuple(f"{c:02d}{r:02d}" for c, r in places)


def px(value: float) -> str:
    """A number with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def pair(x: float, y: float) -> str:
    """Two numbers, told apart by a blank unless a minus does."""
    second = px(y)
    return f"{px(x)}{second}" if second.startswith("-") else f"{px(x)} {second}"


def polyline(points: Iterable[Point], *, closed: bool = False) -> str:
    """A path through points."""
    first, *rest = points
    return f"M{pair(*first)}L{' '.join(pair(*point) for point in rest)}{'Z' if closed else ''}"


# Widths of letters in Arial and what is made to its measure, in thousandths of the size; of others see below.
_WIDTHS = {letter: width for width, letters in (
    (200, "'"), (225, "ijl"), (280, " .,:;/![]It"), (335, "()-rf"), (500, "Jckszvxy"), (556, "abdeghnopqu0123456789_?"),
    (611, "FTZL"), (667, "ABEKPSVXY"), (722, "CDHNRUw"), (778, "GOQ"), (840, "MmW")) for letter in letters}


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text comes out in a sans-serif of a size; rather too much than too little."""
    wide = sum(1000 if unicodedata.east_asian_width(letter) in "WF" else _WIDTHS.get(letter, 600) for letter in text)
    return wide * size * (1.06 if bold else 1.0) / 1000
