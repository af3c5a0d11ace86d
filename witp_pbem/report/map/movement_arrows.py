"""Arrows of movement, side by side where several take the same way, each with its cost on a disc."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from math import hypot

from witp_pbem.report.layout import plain
from witp_pbem.report.map import looks, places
from witp_pbem.report.map.counters import text
from witp_pbem.report.map.geometry import Point, View, pair, px
from witp_pbem.report.map.places import EveryPlace
from witp_pbem.table.chart import Arrow, Chart, Spot, Stroke

# How an arrow is drawn: dashes and gaps, "" for a line without gaps; width.
STROKES: Mapping[Stroke, tuple[str, float]] = {
    "solid": ("", 3.4), "dashed": ("9 4", 2.6), "dotted": ("2.5 3", 3.6), "mixed": ("7 3 1.5 3", 2.6),
    "arrival": ("", 3.4)}
Area = tuple[Point, float, float]  # the middle of something that lies on the map, half its width, half its height
_LANES = (0, 1, -1, 2, -2, 3, -3)


def arrows(chart: Chart, view: View, every: EveryPlace) -> tuple[str, str]:
    """All arrows that touch a place shown, and the discs that lie on top of everything.

    Args:
        every: what stands in each place.
    """
    if not chart.arrows:
        return "", ""
    crowded, short = {stack.place for stack in chart.stacks}, 0.6 if view.is_close else 0.72
    obstacles = _Obstacles(chart, view, every)
    taken: dict[tuple[str, str], int] = {}
    arrived: dict[str, list[Point]] = {}
    occupied: list[Point] = []
    drawn, discs = [], []
    for arrow in chart.arrows:
        route = tuple(place for place, _ in groupby(arrow.route))
        if not view.shown.intersection(route):
            continue
        side = chart.number_of(arrow.side)
        if len(route) == 1:
            before = arrived.setdefault(route[0], [])
            points = _arrival(view, route[0], before, obstacles)
            before.append(points[0])
        else:
            points = _course(view, route, taken, short if route[-1] in crowded else 0.5)
        drawn.append(line(points, arrow.course.stroke, side, view.size, arrow.label))
        way = points if len(route) > 1 else [_toward(points[0], points[1], -0.1 * view.size)] * 2
        spot = None if arrow.cost is None else _spot(way, occupied, obstacles, view)
        if spot:
            occupied.append(spot)
            discs.append(disc(spot, arrow, side, view.size))
    return "".join(drawn), "".join(discs)


class _Obstacles:
    """What an arrow that comes in and the disc of any arrow should not hide. It is measured where somebody asks."""

    def __init__(self, chart: Chart, view: View, every: EveryPlace) -> None:
        self.chart, self.view, self.every = chart, view, every
        self._known: dict[str, tuple[list[Area], list[Area]]] = {}

    def near(self, points: Sequence[Point], reach: float) -> tuple[list[Area], list[Area]]:
        """The counters, and what is printed, within reach of the box round some points."""
        (left, right), (top, bottom) = ((min(ends) - reach, max(ends) + reach) for ends in zip(*points, strict=True))
        covered: list[Area] = []
        printed: list[Area] = []
        for spot in self.view.between(left, top, right, bottom):
            if spot.place not in self._known:
                self._known[spot.place] = self._counters(spot), self._printed(spot)
            for areas, there in zip((covered, printed), self._known[spot.place], strict=True):
                areas += (area for area in there if left < area[0][0] + area[1] and area[0][0] - area[1] < right
                          and top < area[0][1] + area[2] and area[0][1] - area[2] < bottom)
        return covered, printed

    def _printed(self, spot: Spot) -> list[Area]:
        """Where its id, its name and what stands beside them lie."""
        x, y = self.view.centre(spot.place)
        return [((x + (left + right) / 2, y + (top + bottom) / 2), (right - left) / 2, (bottom - top) / 2)
                for left, top, right, bottom in places.labels(spot, self.view)]

    def _counters(self, spot: Spot) -> list[Area]:
        """Where its counters lie, from near only roughly."""
        contents, view = self.every[spot.place], self.view
        if not contents.stacks:
            return []
        x, y = view.centre(spot.place)
        if view.is_close:
            few = len(contents.stacks) < 3
            wide, tall = min(1.0, 0.35 + 0.25 * len(contents.stacks)) * view.size, (0.2 if few else 0.42) * view.size
            return [((x, y + (0.22 if few else 0.28) * view.size), wide, tall)]
        body, top, scale = places.standing(spot, contents, self.chart, places.rooms(spot, self.every, view), "")
        return [((x, y + top + body.tall * scale / 2), body.wide * scale / 2, body.tall * scale / 2)]


# Ways into a hex, from its middle in sizes: from below, where counters leave room, from a corner, from a side.
_ENTRIES = (((-0.33, 1.02), (-0.33, 0.6)), ((0.33, 1.02), (0.33, 0.6)), ((-0.74, 0.98), (-0.46, 0.6)),
            ((0.74, 0.98), (0.46, 0.6)), ((-0.96, 0.02), (-0.54, 0.02)), ((0.96, 0.02), (0.54, 0.02)),
            ((-1.0, 0.62), (-0.62, 0.42)), ((1.0, 0.62), (0.62, 0.42)))


def _arrival(view: View, place: str, before: Sequence[Point], obstacles: _Obstacles) -> list[Point]:
    """A short way into a hex: on the map, not where another came in, and hiding as little as may be, counters less than
    what is printed."""
    x, y = view.centre(place)
    covered, printed = obstacles.near([(x, y)], 1.1 * view.size)
    hidden = [*covered, *covered, *printed]
    entries: list[tuple[float, list[Point]]] = []
    for start, end in _ENTRIES:
        points = [(x + across * view.size, y + down * view.size) for across, down in (start, end)]
        (ax, ay), (bx, by) = points
        fault = sum(view.size for ox, oy in before if hypot(ax - ox, ay - oy) < 0.5 * view.size)
        if not view.is_on_map(ax, ay):
            fault += view.size
        for part in (0.0, 0.25, 0.5, 0.75, 1.0):
            at = ax + (bx - ax) * part, ay + (by - ay) * part
            fault += sum(max(0.0, min(wide + 4 - abs(at[0] - cx), tall + 4 - abs(at[1] - cy)))
                         for (cx, cy), wide, tall in hidden)
        entries.append((round(fault, 2), points))
    return min(entries, key=lambda entry: entry[0])[1]


def _course(view: View, route: Sequence[str], taken: dict[tuple[str, str], int], short: float) -> list[Point]:
    """The points of a way from place to place, on a lane of its own on each leg, ending short of the last middle."""
    legs = []
    for first, second in zip(route, route[1:], strict=False):
        low, high = min(first, second), max(first, second)
        lane = taken.get((low, high), 0)
        taken[low, high] = lane + 1
        (ax, ay), (bx, by) = view.centre(low), view.centre(high)
        far = hypot(bx - ax, by - ay) or 1.0
        shift = _LANES[lane % len(_LANES)] * 0.17 * view.size / far
        across, down = -(by - ay) * shift, (bx - ax) * shift
        ends = ((ax + across, ay + down), (bx + across, by + down))
        legs.append(ends if first == low else ends[::-1])
    points = [_toward(*legs[0], 0.34 * view.size)]
    for (_, end), (start, _) in zip(legs, legs[1:], strict=False):
        points.append(((end[0] + start[0]) / 2, (end[1] + start[1]) / 2))
    before = points[-1] if len(points) > 1 else legs[-1][0]
    return [*points, _toward(legs[-1][1], before, short * view.size)]


def _toward(start: Point, end: Point, far: float) -> Point:
    """The point `far` from one point on the way to another."""
    whole = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) * far / whole, start[1] + (end[1] - start[1]) * far / whole


def line(points: Sequence[Point], stroke: Stroke, side: int, size: float, label: str = "") -> str:
    """An arrow through points, its bends rounded; the second side's lines are double, those of further sides begin
    with its sign."""
    dashes, wide = STROKES[stroke]
    scale = 1.0 if size < 60 else 1.5
    wide *= scale
    tip, before = points[-1], points[-2]
    neck = _toward(tip, before, 3.1 * wide)
    bends = [*points[:-1], neck]
    path = f"M{pair(*bends[0])}"
    for index in range(1, len(bends) - 1):
        into, out = (_toward(bends[index], bends[index + step], size * 0.3) for step in (-1, 1))
        path += f"L{pair(*into)}Q{pair(*bends[index])} {pair(*out)}"
    path += f"L{pair(*neck)}"
    head = _head(tip, neck, wide)
    dashed = f' stroke-dasharray="{" ".join(px(float(step) * scale) for step in dashes.split())}"' if dashes else ""
    body = (f'<path class="m-case" stroke-width="{px(wide + 2.6)}" d="{path}"/>'
            f'<path class="m-case" stroke-width="2.6" d="{head}"/>'
            f'<path class="m-s{side}" stroke-width="{px(wide)}"{dashed} d="{path}"/>')
    if side == 2:
        body += f'<path class="m-case" stroke-width="{px(wide * 0.36)}" d="{path}"/>'
    body += f'<path class="m-f{side}" d="{head}"/>'
    if side > 2:
        body += (f'<path class="m-f{side}" transform="translate({pair(*points[0])}) scale({px(scale)})" '
                 f'd="{looks.SHAPES[side]}"/>')
    if stroke == "arrival":
        body += f'<circle class="m-f{side}" cx="{px(points[0][0])}" cy="{px(points[0][1])}" r="{px(wide)}"/>'
    title = f"<title>{escape(plain(label))}</title>" if label else ""
    return f"<g>{title}{body}</g>"


def _head(tip: Point, neck: Point, wide: float) -> str:
    across = ((tip[1] - neck[1]) / 3.1 * 1.65, -(tip[0] - neck[0]) / 3.1 * 1.65)
    return (f"M{pair(*tip)}L{pair(neck[0] + across[0], neck[1] + across[1])} "
            f"{pair(neck[0] - across[0], neck[1] - across[1])}Z")


def _spot(points: Sequence[Point], occupied: Sequence[Point], obstacles: _Obstacles, view: View) -> Point | None:
    """Where on a way its cost can be read: on a part of the map that is shown, and where there is such a place, neither
    on another disc nor on counters, numbers and names nor on the arrow's head; None where none of the way is shown."""
    legs = list(zip(points, points[1:], strict=False))
    room = 7.5 if not view.is_close else 12.0
    covered, printed = obstacles.near(points, 3 * room)
    best: tuple[float, Point] | None = None
    for beside in (0.0, 1.35, -1.35):
        for part in (0.5, 0.42, 0.35, 0.25, 0.15, 0.05, 0.58, 0.65, 0.75, 0.85):
            for (ax, ay), (bx, by) in reversed(legs):
                far = (hypot(bx - ax, by - ay) or 1.0) / (beside * room or 1.0)
                across, down = ((by - ay) / far, (ax - bx) / far) if beside else (0.0, 0.0)
                x, y = ax + (bx - ax) * part + across, ay + (by - ay) * part + down
                if not view.is_on_map(x, y):
                    continue
                fault = 0.35 * room if beside else 0.0
                fault += sum(max(0.0, 2 * room - hypot(x - ox, y - oy)) for ox, oy in occupied)
                fault += max(0.0, 2.3 * room - hypot(x - points[-1][0], y - points[-1][1]))  # the head is to be seen
                fault += sum(max(0.0, 2 * min(wide + room - abs(x - cx), tall + room - abs(y - cy)))
                             for (cx, cy), wide, tall in covered)
                fault += sum(max(0.0, 3 * min(wide + room - abs(x - cx), tall + room - abs(y - cy)))
                             for (cx, cy), wide, tall in printed)
                if best is None or fault < best[0]:
                    best = fault, (x, y)
                if not fault:
                    return x, y
    return best[1] if best else None


def disc(spot: Point, arrow: Arrow, side: int, size: float) -> str:
    """A cost on its disc."""
    k = 1.0 if size < 60 else 1.5
    title = f"<title>{escape(plain(arrow.label))}</title>" if arrow.label else ""
    return (f'<g>{title}'
            f'<circle class="m-disc m-d{side}" cx="{px(spot[0])}" cy="{px(spot[1])}" r="{px(6.6 * k)}"/>'
            f'{text(spot[0], spot[1] + 3.2 * k, 9 * k, str(arrow.cost), "m-ink m-bold m-mid")}</g>')
