"""A small map of one place and those around it, with the ground and the symbols of the whole map on the same page.

It is as large as the whole map in points, so that what is drawn there can be used here; a page shows it larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from math import hypot

from witp_pbem.report.layout import plain
from witp_pbem.report.map import looks, movement_arrows, places
from witp_pbem.report.map.drawing import tints, whole_view
from witp_pbem.report.map.geometry import View, px
from witp_pbem.table.chart import Chart

WIDE, TALL = 190.0, 178.0  # of the picture in points: a hex and those beside it
_LOW = 128.0  # height where places are points, with much between them
_RIM = 26.0  # points that have to be seen of a place beyond its middle, if what is in it is drawn


def small(whole: Chart, chart: Chart, place: str, label: str) -> str:
    """The surroundings of a place of a chart as SVG: counters, arrows and who controls what; "" for a place that is not
    on the map.

    Args:
        whole: the chart that `draw` draws on the same page, with the same places.
        label: what the picture shows, in words.
    """
    seen = whole_view(whole)
    if place not in seen.shown:
        return ""
    tall = TALL if seen.has_hexes else _LOW
    left, top = _corner(seen, place, tall, [arrow.route[-2] for arrow in chart.arrows if len(arrow.route) > 1])
    box = (left, top, left + WIDE, top + tall)
    touched, near = (_part(seen, chart, box, rim) for rim in (-seen.size, _RIM))
    every = places.by_place(chart)
    inside = {spot.place: places.inside(spot, every, chart, near, "")
              for spot in places.battles_last(near.spots, every)}
    printed, standing = ("".join(_set(seen, other, parts[which]) for other, parts in inside.items() if parts[which])
                         for which in (0, 1))
    arrows, discs = movement_arrows.arrows(chart, near, every)
    size = f"{px(left)} {px(top)} {px(WIDE)} {px(tall)}"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" viewBox="{size}" '
            f'role="img" aria-label="{escape(plain(label))}" font-family=\'{looks.fonts()}\'>'
            f'<g clip-path="url(#m-edge)"><use href="#map-deep"/>{"".join(tints(chart, touched))}'
            f'<use href="#map-firm"/>{places.burst(seen, place)}{arrows}</g><g class="m-mid m-far">{printed}</g>'
            f'<g class="m-mid">{standing}{discs}</g></svg>')


def _corner(seen: View, place: str, tall: float, origins: Sequence[str]) -> tuple[float, float]:
    """Where the picture begins: a hex is in its middle, a point on the far side of where arrows come from, as near as
    the edge of the map allows."""
    x, y = seen.centre(place)
    if origins and not seen.has_hexes:
        ways = [(ox - x, oy - y) for ox, oy in map(seen.centre, origins)]
        across, down = sum(way[0] for way in ways), sum(way[1] for way in ways)
        far = hypot(across, down) or 1.0
        x += across / far * (WIDE / 2 - _RIM - seen.size)
        y += down / far * max(0.0, tall / 2 - _RIM - seen.size)
    return (_begin(x, WIDE, 0, seen.width), _begin(y, tall, seen.bottom - seen.height, seen.bottom))


def _begin(middle: float, length: float, first: float, last: float) -> float:
    """Where a stretch round a middle begins that is not to reach beyond the first and the last."""
    if last - first < length:
        return (first + last - length) / 2
    return min(max(middle - length / 2, first), last - length)


def _part(seen: View, chart: Chart, box: tuple[float, float, float, float], rim: float) -> View:
    """The places of a chart whose middles are in a box (left, top, right, bottom) and at least `rim` away from its
    edge."""
    left, top, right, bottom = box
    middles = {spot: seen.centre(spot.place) for spot in chart.sheet.spots}
    return replace(seen, spots=tuple(spot for spot, (x, y) in middles.items()
                                     if left + rim <= x <= right - rim and top + rim <= y <= bottom - rim))


def _set(seen: View, place: str, drawn: str) -> str:
    """Something drawn round the middle of a place, in it."""
    x, y = seen.centre(place)
    return f'<g transform="translate({px(x)} {px(y)})">{drawn}</g>'
