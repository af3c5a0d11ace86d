"""Where things lie on the map's sheet: places as points of a plane, and numbers as SVG likes them.

Lengths are points of the picture; `View.size` is the distance from the middle of a hex to its corners, and half of what
a point takes up. Hexes are flat-topped, y grows downwards, and side or corner 0 is the one to the right or below it,
going round clockwise.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import ceil, cos, hypot, pi, sin, sqrt

from witp_pbem.table.board import Board
from witp_pbem.table.chart import Sheet, Spot

Point = tuple[float, float]
Steps = tuple[int, int]  # where a place lies on its board

FULL = 33.5  # size at which the whole map is drawn: nineteen columns in a thousand points
LARGEST = 105.0
WIDEST = 1000.0  # a picture of a part of the map
NARROWEST = 640.0  # a picture of all of it is at least so wide
MARGIN = 14.0
HALF = sqrt(3) / 2
CORNERS: tuple[Point, ...] = tuple((round(cos(k * pi / 3), 6), round(sin(k * pi / 3), 6)) for k in range(6))
SIDES: tuple[Steps, ...] = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))  # to the neighbour beyond each side
_CORNER_STEPS: tuple[Steps, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # from a hex's middle
RIM = 25.0  # between points and the rim of their sheet: as far as the shelf round them reaches
APART = 2.9  # sizes between two points: their outlines and a piece of the route
_OVER = 2.0  # sizes from the middle of a place that what belongs to it lies at most
_SPREAD = 3.0  # times a map of points may be wider than a picture, so that crowded ones come apart


@dataclass(frozen=True)
class View:
    """The part of a sheet that is drawn, and how large.

    Attributes:
        spots: the places shown, in the sheet's order.
        step: how far one to the right and one down is on the picture.
        left, top: what to add to a place's steps.
        width: of the whole picture.
        height: of the places together, without title and legend.
        bottom: where they end.
    """

    board: Board
    size: float
    step: Point
    spots: tuple[Spot, ...]
    left: float
    top: float
    width: float
    height: float
    bottom: float

    @cached_property
    def shown(self) -> frozenset[str]:
        """The ids of the places shown."""
        return frozenset(spot.place for spot in self.spots)

    @cached_property
    def furnished(self) -> frozenset[str]:
        """The ids of the places shown that have a name or a mark."""
        return frozenset(spot.place for spot in self.spots if spot.name or spot.marks)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the places shown that have one."""
        return {spot.place: spot.name for spot in self.spots if spot.name}

    @cached_property
    def is_close(self) -> bool:
        """Whether places are large enough to list every unit in them."""
        return self.size >= 1.8 * FULL

    @property
    def has_hexes(self) -> bool:
        """Whether places are hexes."""
        return self.board.shape == "hexes"

    def centre(self, place: str) -> Point:
        """The middle of a place."""
        return self.at(*self.board.xy(place))

    def at(self, x: float, y: float) -> Point:
        """Where on the picture something lies that is so far to the right and down on the board."""
        return x * self.step[0] + self.left, y * self.step[1] + self.top

    def corner(self, place: str, which: int) -> Point:
        """A corner of a hex."""
        x, y = self.centre(place)
        across, down = CORNERS[which % 6]
        return x + across * self.size, y + down * self.size

    def side(self, first: str, second: str) -> tuple[Point, Point]:
        """The two ends of the side two neighbouring hexes share."""
        (ax, ay), (bx, by) = self.board.xy(first), self.board.xy(second)
        which = SIDES.index((bx - ax, by - ay))
        return self.corner(first, which), self.corner(first, which + 1)

    def rims(self) -> Iterator[list[Point]]:
        """The closed lines round all hexes shown together: along every side with no other hex beyond."""
        hexes = dict.fromkeys(self.board.xy(spot.place) for spot in self.spots)
        along: dict[Steps, Steps] = {}  # in half sizes across, in half hexes down
        for x, y in hexes:
            corners = [(3 * x + across, y + down) for across, down in _CORNER_STEPS]
            along |= {corners[side]: corners[(side + 1) % 6] for side, other in enumerate(ring((x, y)))
                      if other not in hexes}
        while along:
            corner = next(iter(along))
            line = []
            while corner in along:
                line.append((corner[0] * self.size / 2 + self.left, corner[1] * self.step[1] + self.top))
                corner = along.pop(corner)
            yield line

    def is_on_map(self, x: float, y: float) -> bool:
        """Whether a point of the picture lies on the part of the map that is drawn."""
        if not self.has_hexes:
            return MARGIN <= x <= self.width - MARGIN and self.bottom - self.height <= y <= self.bottom
        across, down = int(x // self.size), int(y // self.size)
        return any(hypot(x - cx, y - cy) < self.size for right in (-1, 0, 1) for below in (-1, 0, 1)
                   for cx, cy in self._middles.get((across + right, down + below), ()))

    def between(self, left: float, top: float, right: float, bottom: float) -> list[Spot]:
        """The places shown that may have something of theirs in a part of the picture."""
        return [spot for spot, (x, y) in self._spots_at
                if left - self.size * _OVER < x < right + self.size * _OVER
                and top - self.size * _OVER < y < bottom + self.size * _OVER]

    @cached_property
    def _spots_at(self) -> list[tuple[Spot, Point]]:
        """The places shown with their middles."""
        return [(spot, self.centre(spot.place)) for spot in self.spots]

    @cached_property
    def _middles(self) -> dict[Steps, list[Point]]:
        """The middles of the places shown, by squares of the picture."""
        squares: dict[Steps, list[Point]] = {}
        for spot in self.spots:
            x, y = self.centre(spot.place)
            squares.setdefault((int(x // self.size), int(y // self.size)), []).append((x, y))
        return squares


def view(sheet: Sheet, around: str, radius: int, top: float, least: float = NARROWEST, wide: float = WIDEST) -> View:
    """The whole sheet, or the places at most `radius` away from one; `top` points are kept for the title, and the
    picture is at least so wide, with the places in its middle. The picture of a part is `wide`, or wider where its
    places find no room."""
    spots = tuple(spot for spot in sheet.spots if not around or _is_near(sheet.board, spot.place, around, radius))
    steps = [sheet.board.xy(spot.place) for spot in spots] or [(0, 0)]
    least = max(least, wide) if around else least
    if sheet.board.shape == "hexes":
        size, unit = _of_hexes(steps, around, wide)
    else:
        size, unit = _of_points(steps, around, wide)
    xs, ys = [x * unit[0] for x, _ in steps], [y * unit[1] for _, y in steps]
    reach, tall = (size, HALF * size) if sheet.board.shape == "hexes" else (size + RIM, size + RIM)
    extent, height = max(xs) - min(xs) + 2 * reach, max(ys) - min(ys) + 2 * tall
    width = max(least, float(ceil(extent + 2 * MARGIN)))
    start = MARGIN + max(0.0, (least - 2 * MARGIN - extent) / 2)
    return View(sheet.board, size, unit, spots, start + reach - min(xs), top + tall - min(ys), width, height,
                top + height)


def _is_near(board: Board, place: str, other: str, radius: int) -> bool:
    far = board.distance(other, place)
    return far is not None and far <= radius


def _of_hexes(steps: Sequence[Steps], around: str, wide: float) -> tuple[float, Point]:
    """The size of hexes, and how far one to the right and one down is."""
    across = 1.5 * (max(x for x, _ in steps) - min(x for x, _ in steps)) + 2
    size = max(FULL, min(LARGEST, (wide - 2 * MARGIN) / across)) if around else FULL
    return size, (1.5 * size, HALF * size)


def _of_points(steps: Sequence[Steps], around: str, wide: float) -> tuple[float, Point]:
    """The same of points: as wide as the picture, and wider where some of them lie close together."""
    nearest = min((hypot(ax - bx, ay - by) for (ax, ay), (bx, by) in combinations(set(steps), 2)), default=1.0)
    extent = max((max(x for x, _ in steps) - min(x for x, _ in steps)), 1)
    fitting = (wide - 2 * (MARGIN + FULL + RIM)) / extent
    scale = min(max(fitting, APART * FULL / nearest), _SPREAD * fitting)
    size = max(FULL, min(LARGEST, scale * nearest / APART)) if around else FULL
    if size > FULL:
        scale = min(scale, (wide - 2 * (MARGIN + size + RIM)) / extent)
        size = max(FULL, min(size, scale * nearest / APART))
    return size, (scale, scale)


def ring(steps: Steps) -> tuple[Steps, ...]:
    """Where a hex's neighbours lie, whether on the map or not, in the order of its sides: from the lower right
    clockwise."""
    return tuple((steps[0] + x, steps[1] + y) for x, y in SIDES)


@lru_cache(maxsize=10_000)
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
    return _wide(text) * size * (1.06 if bold else 1.0) / 1000


@lru_cache(maxsize=2000)
def _wide(text: str) -> int:
    """The same in thousandths of the size: names come again and again."""
    return sum(1000 if unicodedata.east_asian_width(letter) in "WF" else _WIDTHS.get(letter, 600) for letter in text)
