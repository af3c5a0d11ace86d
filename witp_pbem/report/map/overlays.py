"""What may be laid over the map: areas of a side as a pattern with a border, networks as lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import get_args

from witp_pbem.report.map.geometry import View, pair, polyline, round_about
from witp_pbem.table.chart import Chart, Overlay

LAID: tuple[Overlay, ...] = get_args(Overlay)
DASHES = {0: "2 2", 1: "6 3", 2: "1.5 2.5"}
_STROKE, _DOT = ' stroke-opacity=".55" stroke-width=', ' fill-opacity=".6"'
# Overlay -> side -> the size of a piece of its pattern, how it is turned, what it holds.
PATTERNS: Mapping[Overlay, Mapping[int, tuple[int, int, str]]] = {
    "azoc": {
        0: (8, 0, f'<path class="m-s0"{_STROKE}".9" d="M2 0V8"/>'),
        1: (8, 45, f'<path class="m-s1"{_STROKE}"1.1" d="M2 0V8"/>'),
        2: (11, 135, f'<path class="m-s2"{_STROKE}".8" d="M2 0V11M4.4 0V11"/>')},
    "supply": {
        0: (10, 0, f'<path class="m-s0"{_STROKE}".9" d="M2 5H6"/>'),
        1: (10, 0, f'<circle class="m-f1"{_DOT} cx="2.5" cy="2.5" r="1.2"/>'),
        2: (10, 0, f'<circle class="m-s2"{_STROKE}".8" cx="7.5" cy="7.5" r="1.5"/>')},
}


def pattern(overlay: Overlay, side: int, prefix: str) -> str:
    """The pattern of a side's area, as a definition; those of the two sides can be told apart where they meet."""
    wide, angle, body = PATTERNS[overlay][side]
    turned = f' patternTransform="rotate({angle})"' if angle else ""
    return (f'<pattern id="{prefix}m-{overlay}-{side}" width="{wide}" height="{wide}" patternUnits="userSpaceOnUse"'
            f'{turned}>{body}</pattern>')


def ground(overlay: Overlay, side: int, path: str, rim: str, prefix: str) -> str:
    """An area with its pattern and its border."""
    return (f'<path fill="url(#{prefix}m-{overlay}-{side})" d="{path}"/>'
            f'<path class="m-s{side}" stroke-width="1.4" stroke-dasharray="{DASHES[side]}" d="{rim}"/>')


def layer(name: str, body: str, overlays: Collection[str], *, switched: bool) -> str:
    """What belongs to an overlay, if it is among those to be seen. Where a page switches them, it is there in any case,
    in a group of its own that a style displays or not."""
    if not switched:
        return body if name in overlays else ""
    hidden = "" if name in overlays else ' display="none"'
    return f'<g class="over-{name}"{hidden}>{body}</g>' if body else ""


def areas(chart: Chart, view: View, overlay: Overlay, prefix: str) -> Iterator[str]:
    """Areas with a pattern and a broken border."""
    for area in chart.areas:
        shown = [number for number in area.hexes if number in view.shown]
        if area.overlay != overlay or not shown:
            continue
        side = chart.number_of(area.side)
        inner = "".join(polyline([view.corner(number, k) for k in range(6)], closed=True) for number in shown)
        inside = set(area.hexes)
        rim = "".join(f"M{pair(*view.corner(number, k))}L{pair(*view.corner(number, k + 1))}"
                      for number in shown for k, other in enumerate(round_about(number, view.lower))
                      if other not in inside)
        yield ground(area.overlay, side, inner, rim, prefix)


def networks(chart: Chart, view: View, overlay: Overlay) -> Iterator[str]:
    """Lines of supply: a solid one with a pale border for the first side, a double one for the second."""
    for network in chart.networks:
        if network.overlay != overlay:
            continue
        side = chart.number_of(network.side)
        shift = {1: -2.4, 2: 2.4}.get(side, 0.0)
        path = "".join(polyline([(view.centre(number)[0] + shift, view.centre(number)[1] + shift) for number in way])
                       for way in network.lines
                       if len(way) > 1 and any(number in view.shown for number in way))
        if path:
            yield lines(path, side)


def lines(path: str, side: int) -> str:
    """A network's lines."""
    if side == 1:
        return (f'<path class="m-case" stroke-width="4.2" stroke-opacity=".7" d="{path}"/>'
                f'<path class="m-s1" stroke-width="2" stroke-opacity=".85" d="{path}"/>')
    return (f'<path class="m-s{side}" stroke-width="4" stroke-opacity=".85" d="{path}"/>'
            f'<path class="m-case" stroke-width="1.8" d="{path}"/>')
