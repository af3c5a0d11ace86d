"""Sea and land. The coast is grown from what the sheet says of hexes and their sides, the same one every time.

Every hex is cut into twelve triangles between its middle, the middles of its sides and its corners. Each of these
points is given a height above the sea: the middle by the hex's terrain, a side by whether the land of its two hexes
is one, a corner by its three sides; a little chance, drawn from the point's own name, makes no two bays alike. The
coast is the line of height zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from zlib import crc32

from witp_pbem.report.map.geometry import CORNERS, HALF, Point, Steps, View, pair, ring
from witp_pbem.table.board import Board
from witp_pbem.table.chart import Sheet, Spot

Node = tuple[Steps, ...]  # where the hexes lie a point belongs to: one for a middle, two for a side, three for a corner
Pairs = tuple[tuple[Steps, Steps], ...]
_REACH = 1.5  # sizes beyond a part of the map that its coast is drawn: where it is cut off cannot be seen


def coast(sheet: Sheet, view: View) -> str:
    """The coast as a path of closed lines round all land of the sheet, and of a part of it round what is near."""
    where = sheet.board.xy
    surfaces = tuple((where(spot.place), spot.ground.surface) for spot in sheet.spots)
    land = tuple((where(edge.first), where(edge.second)) for edge in sheet.edges if edge.kind.joins)
    walls = tuple((where(edge.first), where(edge.second)) for edge in sheet.edges if edge.kind.looks == "wall")
    parted = tuple((where(spot.place), _partings(spot, sheet.board)) for spot in sheet.spots if spot.seas)
    lines: Sequence[Sequence[Point]] = _coast(surfaces, land, walls, parted)
    if len(view.spots) < len(sheet.spots):
        lines = list(filter(None, (_cut_off(line, _nearby(view)) for line in lines)))
    if view.is_close:
        lines = list(map(_rough, lines))
    return "".join(_smooth([(x * view.size + view.left, y * view.size + view.top) for x, y in line]) for line in lines)


def _rough(line: Sequence[Point]) -> list[Point]:
    """A closed line with a bend more between every two of its points, for those who look closely."""
    points = []
    for (ax, ay), (bx, by) in zip(line, (*line[1:], line[0]), strict=True):
        chance = crc32(f"{ax:.3f} {ay:.3f} {bx:.3f} {by:.3f}".encode()) / 0xFFFFFFFF
        shift = 0.34 * (chance - 0.5)
        points += [(ax, ay), ((ax + bx) / 2 - (by - ay) * shift, (ay + by) / 2 + (bx - ax) * shift)]
    return points


def _nearby(view: View) -> tuple[float, float, float, float]:
    """The part of the sheet that is shown and what lies round it, on hexes of size 1: left, top, right, bottom."""
    left, top = -view.left / view.size, (view.bottom - view.height - view.top) / view.size
    return left - _REACH, top - _REACH, left + view.width / view.size + _REACH, top + view.height / view.size + _REACH


def _cut_off(line: Sequence[Point], box: tuple[float, float, float, float]) -> list[Point]:
    """What of the land within a closed line lies in a box, as a closed line (Sutherland and Hodgman); empty for none.
    What is far off would be drawn, too, and that takes long."""
    points = list(line)
    for axis, limit, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        kept: list[Point] = []
        for here, there in zip(points, (*points[1:], *points[:1]), strict=True):
            before, after = sign * (here[axis] - limit), sign * (there[axis] - limit)
            if before >= 0:
                kept.append(here)
            if before * after < 0:
                part = before / (before - after)
                kept.append((here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part))
        points = kept
    return points


def _smooth(points: list[Point]) -> str:
    """A closed curve along points, in steps from where it is."""
    turns = [*points, points[0]]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(turns, turns[1:], strict=False)]
    x, y = round(middles[-1][0], 1), round(middles[-1][1], 1)
    path = [f"M{pair(x, y)}q"]
    steps = []
    for bend, end in zip(points, middles, strict=True):
        to = (round(end[0], 1), round(end[1], 1))
        steps.append(f"{pair(bend[0] - x, bend[1] - y)} {pair(to[0] - x, to[1] - y)}")
        x, y = to
    return "".join(path) + " ".join(steps).replace(" -", "-") + "z"


def partings(view: View) -> Iterator[tuple[Point, Point]]:
    """What parts two seas of one hex: lines from its middle."""
    for spot in view.spots:
        if spot.seas:
            middle = view.centre(spot.place)
            for number in _partings(spot, view.board):
                x, y = CORNERS[number // 2] if number % 2 == 0 else _between(number // 2)
                yield middle, (middle[0] + x * view.size, middle[1] + y * view.size)


def _between(side: int) -> Point:
    """The middle of a side of a hex of size 1."""
    (ax, ay), (bx, by) = CORNERS[side], CORNERS[(side + 1) % 6]
    return (ax + bx) / 2, (ay + by) / 2


def _partings(spot: Spot, board: Board) -> tuple[int, ...]:
    """Where the rim of a hex with two seas is parted: 2k at corner k, 2k + 1 in the middle of side k."""
    touched = {board.xy(other): number for number, others in enumerate(spot.seas) for other in others
               if other in board.neighbours(spot.place)}
    sea = [touched.get(other) for other in ring(board.xy(spot.place))]
    sides = [side for side in range(6) if sea[side] is not None]
    partings = []
    for here, there in zip(sides, [*sides[1:], *(side + 6 for side in sides[:1])], strict=True):
        if sea[here] != sea[there % 6]:
            partings.append((here + there + 1) % 12)  # halfway between two sides, counted in halves
    return tuple(partings)


# -- growing the coast -----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _coast(surfaces: tuple[tuple[Steps, str], ...], land: Pairs, walls: Pairs,
           parted: tuple[tuple[Steps, tuple[int, ...]], ...]) -> tuple[tuple[Point, ...], ...]:
    """The coast's closed lines, on hexes of size 1."""
    ground = _Ground(dict(surfaces), {frozenset(both) for both in land}, {frozenset(both) for both in walls})
    for here, rims in parted:
        others = ring(here)
        for rim in rims:
            side = rim // 2
            ground.raised.add(tuple(sorted((here, others[side]))) if rim % 2 else
                              tuple(sorted((here, others[side - 1], others[side]))))
    following: dict[tuple[Node, Node], tuple[Node, Node]] = {}
    for middle, around in ground.fans():
        high = ground.height(middle) > 0
        highs = [ground.height(node) > 0 for node in around]
        for step in range(-12, 0):
            segment = _cut((middle, around[step], around[step + 1]), (high, highs[step], highs[step + 1]))
            if segment:
                following[segment[0]] = segment[1]
    lines = []
    while following:
        start = next(iter(following))
        line, edge = [], start
        while edge in following:
            line.append(ground.crossing(edge))
            edge = following.pop(edge)
        if len(line) > 2:
            lines.append(tuple(line))
    return tuple(lines)


def _cut(triangle: tuple[Node, Node, Node],
         highs: tuple[bool, bool, bool]) -> tuple[tuple[Node, Node], tuple[Node, Node]] | None:
    """The edges between which the coast crosses a triangle, the land on one and the same hand; None where all of it is
    sea, or land. `highs` says which of its points are land."""
    first, second, third = highs
    if first == second == third:
        return None
    odd = 0 if second == third else 1 if first == third else 2
    a, b, c = (triangle[(odd + step) % 3] for step in range(3))
    return (_edge(a, b), _edge(a, c)) if highs[odd] else (_edge(a, c), _edge(a, b))


def _edge(a: Node, b: Node) -> tuple[Node, Node]:
    return (a, b) if a < b else (b, a)


class _Ground:
    """Heights of a sheet's points. Hexes next to the sheet take part, so that land runs out over its rim."""

    def __init__(self, surfaces: dict[Steps, str], land: set[frozenset[Steps]], walls: set[frozenset[Steps]]) -> None:
        self.surfaces, self.land, self.walls = surfaces, land, walls
        self.raised: set[Node] = set()
        self._heights: dict[Node, float] = {}

    def fans(self) -> Iterator[tuple[Node, list[Node]]]:
        """Of each hex its middle and the twelve points round it, clockwise: corners and the middles of sides."""
        every = dict.fromkeys(self.surfaces)
        every |= dict.fromkeys(other for here in self.surfaces for other in ring(here))
        for here in every:
            others = ring(here)
            yield (here,), [tuple(sorted(hexes)) for k in range(6)
                            for hexes in ((here, others[k - 1], others[k]), (here, others[k]))]

    def height(self, node: Node) -> float:
        """The height of a point; the sea is below zero."""
        if node not in self._heights:
            self._heights[node] = self._height(node) + 0.002
        return self._heights[node]

    def _height(self, node: Node) -> float:
        chance = crc32("-".join(f"{x:02d}{y // 2:02d}" for x, y in node).encode()) / 0xFFFFFFFF
        if node in self.raised:
            return 0.3
        if len(node) == 1:
            surface = self.surfaces.get(node[0], "water")
            return -1.0 if surface == "water" else 1.0 if surface == "land" else 0.5 + 0.2 * chance
        if len(node) == 2:
            return self._side(frozenset(node), chance)
        return self._corner(node, chance)

    def _side(self, both: frozenset[Steps], chance: float) -> float:
        if not self._joined(both):
            return -0.45 - 0.6 * chance
        if both in self.walls or all(self._is_solid(here) for here in both):
            return 0.8
        return 0.25 + 0.4 * chance

    def _corner(self, node: Node, chance: float) -> float:
        on_map = [here for here in node if here in self.surfaces]
        if on_map and all(self._is_solid(here) for here in on_map):
            return 0.8
        sides = [frozenset((node[first], node[second])) for first, second in ((0, 1), (1, 2), (0, 2))]
        joined = sum(self._joined(side) for side in sides)
        if joined == 3 or any(side in self.walls and self._joined(side) for side in sides):
            return 0.45 + 0.3 * chance
        return (-1.0, -0.75, -0.35, 0.0)[joined] + 0.4 * (chance - 0.5)

    def _joined(self, both: frozenset[Steps]) -> bool:
        """Whether the land of two neighbours is one."""
        surfaces = [self.surfaces.get(here) for here in both]
        if None in surfaces:
            return "land" in surfaces
        return both in self.land or surfaces == ["land", "land"]

    def _is_solid(self, here: Steps) -> bool:
        return self.surfaces.get(here, "land") == "land"

    def crossing(self, edge: tuple[Node, Node]) -> Point:
        """Where the coast crosses the line between two points."""
        first, second = edge
        high, low = self.height(first), self.height(second)
        part = min(0.9, max(0.1, high / (high - low)))
        (ax, ay), (bx, by) = self._place(first), self._place(second)
        return ax + (bx - ax) * part, ay + (by - ay) * part

    def _place(self, node: Node) -> Point:
        return sum(1.5 * x for x, _ in node) / len(node), sum(HALF * y for _, y in node) / len(node)
