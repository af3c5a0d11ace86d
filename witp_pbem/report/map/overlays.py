"""What may be laid over the map: areas of a side as a pattern with a border, networks as lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from zlib import crc32

from witp_pbem.report.map import looks
from witp_pbem.report.map.geometry import View, pair, polyline, ring
from witp_pbem.table.chart import Chart, Overlay

DASHES = ("2 2", "6 3", "1.5 2.5", "9 2 2 2", "3 3", "1 4", "12 3")
_STROKE = ' stroke-opacity=".55" stroke-width='
# How stripes of each side are turned and set: the size of a piece, the angle, the lines.
_STRIPES = ((8, 0, (2.0,)), (8, 45, (2.0,)), (11, 135, (2.0, 4.4)), (9, 90, (2.0,)), (12, 20, (2.0, 4.0, 6.0)),
            (10, 160, (2.0,)), (13, 70, (2.0, 5.0)))
# Where a dot of each side lies in a piece ten points wide, so that several can be seen where they meet.
_DOTS = ((5.0, 5.0), (2.5, 2.5), (7.5, 7.5), (7.5, 2.5), (2.5, 7.5), (5.0, 2.2), (2.2, 5.0))
_SHIFTS = (0.0, -2.4, 2.4, 0.0, -4.8, 4.8, 7.2)  # of each side's lines, so that they lie side by side


def pattern(overlay: Overlay, side: int, prefix: str) -> str:
    """The pattern of a side's area, as a definition; those of several sides can be told apart where they meet."""
    wide, turned = 10, ""
    if overlay.shading == "dots":
        x, y = _DOTS[side]
        body = (f'<circle class="m-f{side}" fill-opacity=".6" cx="{x}" cy="{y}" r="1.2"/>' if side == 1 else
                f'<circle class="m-s{side}"{_STROKE}".8" cx="{x}" cy="{y}" r="1.5"/>' if side == 2 else
                f'<path class="m-f{side}" fill-opacity=".7" transform="translate({x} {y}) scale(.42)" '
                f'd="{looks.SHAPES[side]}"/>')
    else:
        wide, angle, lines_at = _STRIPES[side]
        turned = f' patternTransform="rotate({angle})"' if angle else ""
        thick = "1.1" if len(lines_at) == 1 and side else ".8"
        body = f'<path class="m-s{side}"{_STROKE}"{thick}" d="{"".join(f"M{x:g} 0V{wide}" for x in lines_at)}"/>'
    return (f'<pattern id="{prefix}m-{looks.anchor(overlay.code)}-{side}" width="{wide}" height="{wide}" '
            f'patternUnits="userSpaceOnUse"{turned}>{body}</pattern>')


def ground(overlay: Overlay, side: int, path: str, rim: str, prefix: str) -> str:
    """An area with its border: stripes all over it, or a band of dots along the inside of its border, so that one of
    each can be read together."""
    code = f"{prefix}m-{looks.anchor(overlay.code)}-{side}"
    if overlay.shading == "stripes":
        return (f'<path fill="url(#{code})" d="{path}"/>'
                f'<path class="m-s{side}" stroke-width="1.6" stroke-dasharray="{DASHES[side]}" d="{rim}"/>')
    here = f"{looks.anchor(overlay.code)}-{side}-{crc32(path.encode()):08x}"
    clip, line = f"{prefix}in-{here}", f"{prefix}rim-{here}"
    return (f'<clipPath id="{clip}"><path d="{path}"/></clipPath><defs><path id="{line}" d="{rim}"/></defs>'
            f'<g clip-path="url(#{clip})"><use class="m-s{side}" stroke-width="18" stroke-opacity=".2" href="#{line}"/>'
            f'<use fill="none" stroke="url(#{code})" stroke-width="18" href="#{line}"/>'
            f'<use class="m-s{side}" stroke-width="3.2" href="#{line}"/></g>')


def sample(overlay: Overlay, side: int, box: str, prefix: str) -> str:
    """A piece of an area, for the legend."""
    if overlay.shading == "stripes":
        return ground(overlay, side, box, box, prefix)
    return (f'<path class="m-f{side}" fill-opacity=".2" d="{box}"/>'
            f'<path fill="url(#{prefix}m-{looks.anchor(overlay.code)}-{side})" d="{box}"/>'
            f'<path class="m-s{side}" stroke-width="1.6" d="{box}"/>')


def layer(name: str, body: str, overlays: Collection[str], *, switched: bool) -> str:
    """What belongs to an overlay, if it is among those to be seen. Where a page switches them, it is there in any case,
    in a group of its own that a style displays or not."""
    if not switched:
        return body if name in overlays else ""
    hidden = "" if name in overlays else ' display="none"'
    return f'<g class="over-{looks.anchor(name)}"{hidden}>{body}</g>' if body else ""


def areas(chart: Chart, view: View, overlay: Overlay, prefix: str) -> Iterator[str]:
    """Areas with a pattern and a broken border."""
    for area in chart.areas:
        shown = [place for place in area.places if place in view.shown]
        if area.overlay != overlay or not shown:
            continue
        if view.has_hexes:
            inner = "".join(polyline([view.corner(place, k) for k in range(6)], closed=True) for place in shown)
            rim = _rim(view, shown, {view.board.xy(place) for place in area.places})
        else:
            inner = rim = "".join(disc(*view.centre(place), 1.2 * view.size) for place in shown)
        yield ground(area.overlay, chart.number_of(area.side), inner, rim, prefix)


def _rim(view: View, shown: list[str], inside: Collection[tuple[int, int]]) -> str:
    """The sides of hexes beyond which an area ends."""
    return "".join(f"M{pair(*view.corner(place, k))}L{pair(*view.corner(place, k + 1))}"
                   for place in shown for k, other in enumerate(ring(view.board.xy(place))) if other not in inside)


def disc(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    return (f"M{pair(x - radius, y)}a{pair(radius, radius)} 0 1 1 {pair(2 * radius, 0)} {pair(radius, radius)} 0 1 1 "
            f"{pair(-2 * radius, 0)}z")


def networks(chart: Chart, view: View, overlay: Overlay) -> Iterator[str]:
    """Lines of supply: a solid one with a pale border for the first side, a double one for the second."""
    for network in chart.networks:
        if network.overlay != overlay:
            continue
        side = chart.number_of(network.side)
        shift = _SHIFTS[side]
        path = "".join(polyline([(view.centre(place)[0] + shift, view.centre(place)[1] + shift) for place in way])
                       for way in network.lines
                       if len(way) > 1 and any(place in view.shown for place in way))
        if path:
            yield lines(path, side)


def lines(path: str, side: int) -> str:
    """A network's lines."""
    if side == 1:
        return (f'<path class="m-case" stroke-width="4.2" stroke-opacity=".7" d="{path}"/>'
                f'<path class="m-s1" stroke-width="2" stroke-opacity=".85" d="{path}"/>')
    dashes = f' stroke-dasharray="{DASHES[side]}"' if side > 2 else ""
    return (f'<path class="m-s{side}" stroke-width="4" stroke-opacity=".85"{dashes} d="{path}"/>'
            f'<path class="m-case" stroke-width="1.8" d="{path}"/>')
