"""The whole map as one SVG: ground, overlays, arrows, places, legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial
from html import escape
from math import ceil, hypot

from witp_pbem.report.layout import plain
from witp_pbem.report.map import counters, looks, movement_arrows, places, terrain
from witp_pbem.report.map import overlays as over
from witp_pbem.report.map.counters import text
from witp_pbem.report.map.geometry import (
    CORNERS,
    HALF,
    MARGIN,
    NARROWEST,
    WIDEST,
    View,
    pair,
    polyline,
    px,
    text_width,
    view,
)
from witp_pbem.report.map.legend import grounds, key, legend
from witp_pbem.table.chart import LOOKS, Chart, Edge, Ground, Sheet, Spot
from witp_pbem.table.language import labelled, listing, say

MOVES = "moves"  # the overlay of arrows, which every map has
NARROW = 236.0  # width of a legend for a phone
_TITLE = 46.0


def overlays(chart: Chart) -> tuple[str, ...]:
    """The codes of what may be laid over a map: movements, and what its game declares."""
    return (MOVES, *(overlay.code for overlay in chart.sheet.overlays))


def width(chart: Chart, around: str = "", radius: int = 0, wide: float = WIDEST) -> float:
    """How wide the picture of the whole map is, or of the part of it round a place, in points."""
    return view(chart.sheet, around, radius, MARGIN, 0 if around else NARROWEST, wide).width


def eventful(chart: Chart) -> str:
    """The place round which most happened: where most battles were fought, and else where most arrows end; "" where
    nothing did."""
    battles = Counter(clash.place for clash in chart.clashes)
    ways = Counter(arrow.route[-1] for arrow in chart.arrows)
    there = {spot.place for spot in chart.sheet.spots}
    return next((place for place, _ in (*battles.most_common(), *ways.most_common()) if place in there), "")


def draw(chart: Chart, *, around: str = "", radius: int = 0, wide: float = WIDEST, overlays: Collection[str] = (MOVES,),
         links: bool = False, prefix: str = "", theme: looks.Theme = "light", switched: bool = False,
         explained: bool = True, beside: str = "") -> str:
    """The map as one SVG that needs nothing beside it, to be put into a page or a file.

    Args:
        around, radius: draw only the places at most `radius` away from this one, larger and with every counter's name.
        wide: how wide the picture of such a part is, unless its places find no room.
        overlays: codes of what to lay over the map, see `overlays`.
        links: make a link of every place, to "#place-HI" for HI (see `looks.anchor`).
        prefix: begins every id, for pages with several maps. A place is `prefix`m-HI.
        theme: "light", "dark", or "auto", which follows what the reader's screen prefers.
        switched: every overlay is there, in groups with the class "over-azoc" for "azoc"; those that are not among
            `overlays` are not displayed until a page's style says so. It has no legend of any but "moves".
        explained: with the legend and the sheet's remark. A page that draws the map without shows both beside it.
        beside: what else stands on the same page and uses the symbols of this map.
    """
    heading = _heading(chart, around, wide)
    seen = _placed(chart, around, radius, MARGIN + _plate_width(heading), wide)
    contents = places.by_place(chart)
    layer = partial(over.layer, overlays=overlays, switched=switched)
    arrows, discs = movement_arrows.arrows(chart, seen, contents) if switched or MOVES in overlays else ("", "")
    printed, drawn = [], []
    for spot in places.battles_last(seen.spots, contents):
        here = contents[spot.place]
        names, standing = places.place(spot, contents, chart, seen, prefix)
        printed.append(names)
        idle = "" if here.stacks or here.clashes else ' tabindex="-1"'
        drawn.append(f'<a href="#place-{looks.anchor(spot.place)}"{idle}>{standing}</a>' if links else standing)
    signs, end = legend(chart, seen, overlays, seen.bottom + 26, prefix, seen.width, switched=switched)
    laid = chart.sheet.overlays
    inside = "".join((
        ground(chart, seen, prefix, shared=bool(beside)),
        *(layer(name.code, "".join(over.areas(chart, seen, name, prefix))) for name in laid),
        *(layer(name.code, "".join(over.networks(chart, seen, name))) for name in laid),
        *(places.burst(seen, place) for place in dict.fromkeys(clash.place for clash in chart.clashes)
          if place in seen.shown),
        layer(MOVES, arrows)))
    body = "".join((
        f'<g class="m-mid m-{"near" if seen.is_close else "far"}">', *printed,
        '</g><g class="m-mid">', *drawn, "</g>", layer(MOVES, discs)))
    defined = symbols(inside + body + signs + beside, chart, seen, prefix)
    if explained:
        remark, end = _remark(chart.sheet.remark, end + 8, seen.width)
        body += signs + remark
    else:
        end = seen.bottom
    title, height = escape(plain(heading)), ceil(end + MARGIN)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" viewBox="0 0 {px(seen.width)} {height}" '
            f'width="{px(seen.width)}" height="{height}" role="{"group" if links else "img"}" '
            f'aria-labelledby="{prefix}m-title" aria-describedby="{prefix}m-desc" font-family=\'{looks.fonts()}\'>'
            f'<title id="{prefix}m-title">{title}</title><desc id="{prefix}m-desc">{described(chart)}</desc>'
            f"<style>{looks.style(theme, len(chart.sides))}</style><defs>{defined}</defs>"
            f'{inside}<path class="m-paper" fill-rule="evenodd" d="M0 0H{px(seen.width)}V{height}H0Z{rim(seen)}"/>'
            f'{plate(heading)}{body}</svg>')


def _plate_width(heading: str) -> float:
    """How wide the plate of a title is."""
    return text_width(heading, 21, bold=True) + 28


def plate(heading: str) -> str:
    """The title on a plate of its own, as in the corner of a printed map."""
    left, wide = MARGIN, _plate_width(heading)
    outer, inner = (f"M{px(left + inset)} {px(MARGIN - 2 + inset)}h{px(wide - 2 * inset)}v{px(38 - 2 * inset)}"
                    f"h{px(2 * inset - wide)}z" for inset in (0.0, 3.0))
    return (f'<path class="m-plate" d="{outer}"/><path class="m-plate" stroke-width=".6" d="{inner}"/>'
            f'{text(left + wide / 2, 38.5, 21, heading, "m-ink m-bold m-mid")}')


def signs(chart: Chart, wide: float = NARROW, prefix: str = "") -> str:
    """The legend of the whole map as an SVG of its own, with movements and no other overlays. It uses the symbols of
    the map on the same page."""
    drawn, end = legend(chart, view(chart.sheet, "", 0, MARGIN), (MOVES,), MARGIN, prefix, wide, switched=True)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" viewBox="0 0 {px(wide)} {px(end + MARGIN)}" '
            f'role="group" font-family=\'{looks.fonts()}\'>{drawn}</svg>')


def keys(chart: Chart, prefix: str = "", wide: float = 300.0) -> dict[str, str]:
    """The overlays there are something of, by code, and for each but movements its signs, as an SVG `wide` points wide.
    They use the symbols of the map that was drawn with `switched` and stand on the same page."""
    seen = view(chart.sheet, "", 0, MARGIN)
    signs = {overlay.code: key(chart, seen, overlay, prefix, wide) for overlay in chart.sheet.overlays}
    return {**({MOVES: ""} if chart.arrows else {}), **{code: drawn for code, drawn in signs.items() if drawn}}


def _heading(chart: Chart, around: str, wide: float) -> str:
    """The title of the picture; of a narrow one what fits."""
    place = next((spot.called for spot in chart.sheet.spots if spot.place == around), "")
    if not place:
        return chart.title
    whole = say("{title} – around {place}", title=chart.title, place=place)
    return whole if 2 * MARGIN + _plate_width(whole) <= wide else place


def whole_view(chart: Chart) -> View:
    """How the whole map lies in the picture that `draw` makes of it."""
    return _placed(chart, "", 0, MARGIN + _plate_width(_heading(chart, "", WIDEST)), WIDEST)


def _placed(chart: Chart, around: str, radius: int, end: float, wide: float) -> View:
    """The places below a title that ends at `end`, or beside it where there is room."""
    least = max(end + MARGIN, 0 if around else NARROWEST)
    beside = view(chart.sheet, around, radius, MARGIN, least, wide)
    middles = [beside.centre(spot.place) for spot in beside.spots]
    if beside.has_hexes and all(x - beside.size > end + 20 or y - HALF * beside.size > MARGIN + _TITLE
                                for x, y in middles):
        return beside
    return view(chart.sheet, around, radius, MARGIN + _TITLE, least, wide)


def described(chart: Chart) -> str:
    """The map in a sentence for those who cannot see it."""
    counts = [labelled(name, str(sum(stack.size for stack in chart.stacks if stack.side == side)))
              for side, name in chart.sides]
    sentence = say("A map. Counters on it: {counts}. Every place tells what is in it.", counts=listing(counts))
    return escape(plain(f"{sentence} {chart.sheet.remark}".strip()))


# -- the ground -------------------------------------------------------------------------------------------------


def ground(chart: Chart, seen: View, prefix: str, *, shared: bool = False) -> str:
    """Sea, land, what grows on it, the outlines of places, and what lies between them. A `shared` one has what lies
    below and above the colours of those who control places in groups with the ids "map-deep" and "map-firm"."""
    below, above = layers(chart.sheet, seen, prefix)
    colours = "".join(tints(chart, seen))
    if not shared:
        return below + colours + above
    return f'<g id="{prefix}map-deep">{below}</g>{colours}<g id="{prefix}map-firm">{above}</g>'


def layers(sheet: Sheet, seen: View, prefix: str) -> tuple[str, str]:
    """What lies below and above the colours of those who control places."""
    edges = [edge for edge in sheet.edges if edge.first in seen.shown or edge.second in seen.shown]
    if seen.has_hexes:
        return "".join(_hexes_below(sheet, seen, prefix)), "".join(_hexes_above(sheet, seen, edges, prefix))
    return "".join(_points_below(sheet, seen, edges, prefix)), _rims(prefix)


def _hexes_below(sheet: Sheet, seen: View, prefix: str) -> Iterator[str]:
    """The sea of a map of hexes, from below."""
    yield f'<use class="m-sea" href="#{prefix}m-all"/>'
    for water in grounds(sheet, seen):
        if water.surface == "water":
            yield from _painted(water, seen, prefix)
    yield from (f'<use class="m-{depth}" href="#{prefix}m-land"/>' for depth in ("shelf", "shoal", "shore"))


def _hexes_above(sheet: Sheet, seen: View, edges: Collection[Edge], prefix: str) -> Iterator[str]:
    """The land of a map of hexes and what lies between them, from below."""
    land = f'href="#{prefix}m-land"'
    painted = grounds(sheet, seen)
    yield f'<use class="m-coast" {land}/><use class="m-land" {land}/>'
    if any(solid.surface != "water" for solid in painted):
        yield f'<g clip-path="url(#{prefix}m-shape)">'
        for solid in painted:
            if solid.surface != "water":
                yield from _painted(solid, seen, prefix)
        yield "</g>"
    yield from _ways(seen, edges)
    yield f'<use class="m-grid" href="#{prefix}m-all"/>'
    rivers, ramparts = ("".join(f"M{pair(*start)}L{pair(*end)}" for edge in edges if edge.kind.looks == line
                                for start, end in (seen.side(edge.first, edge.second),))
                        for line in ("river", "rampart"))
    walls = sorted((edge.first, edge.second) for edge in edges if edge.kind.looks == "wall")
    barriers = "".join(f"M{pair(*start)}L{pair(*end)}"
                       for start, end in (*(seen.side(*both) for both in walls), *terrain.partings(seen)))
    yield from (f'<path class="{style}" d="{path}"/>' for style, path in (("m-river", rivers), ("m-wall", barriers))
                if path)
    if ramparts:
        yield f'<path {looks.RAMPART} d="{ramparts}"/>'


def _points_below(sheet: Sheet, seen: View, edges: Collection[Edge], prefix: str) -> Iterator[str]:
    """The ground of a map of points without their rims: the sea, which is shallow round land, or round the points where
    there is none; then routes, and the points on top."""
    yield f'<path class="m-sea" d="{_paper(seen)}"/>'
    firm = f'href="#{prefix}m-{"land" if sheet.land else "all"}"'
    yield from (f'<use class="m-{depth}" {firm}/>' for depth in ("shelf", "shoal", "shore"))
    if sheet.land:
        yield f'<use class="m-land m-rim0" {firm}/>'
    yield from _ways(seen, edges)
    yield f'<use class="m-case" stroke-width="6" href="#{prefix}m-all"/><use class="m-land" href="#{prefix}m-all"/>'
    if water := "".join(outline(seen, spot) for spot in seen.spots if spot.ground.surface == "water"):
        yield f'<path class="m-pool" d="{water}"/>'
    for covering in grounds(sheet, seen):
        yield from _painted(covering, seen, prefix)


def _rims(prefix: str) -> str:
    """The rims of points."""
    return f'<use class="m-coast" stroke-width="1.4" href="#{prefix}m-all"/>'


def _painted(kind: Ground, seen: View, prefix: str) -> Iterator[str]:
    """The colour and pattern of a kind of ground, wherever it lies."""
    lying = [spot for spot in seen.spots if kind in (spot.ground, spot.cover)]
    path = "".join(outline(seen, spot) for spot in lying)
    if kind.colour:
        yield f'<path class="m-g-{kind.colour}" d="{path}"/>'
    if kind.pattern == "peaks":
        far = 0.42 * seen.size
        offsets = ((-far, -far), (far, -0.9 * far), (-0.2 * far, 0.8 * far)) if seen.is_close else ((0.0, 0.0),)
        for x, y in (seen.centre(spot.place) for spot in lying):
            yield from (places.icon("peaks", x + across, y + down, prefix) for across, down in offsets)
    elif kind.pattern:
        yield f'<path fill="url(#{prefix}m-p-{kind.pattern})" d="{path}"/>'


def tints(chart: Chart, seen: View) -> Iterator[str]:
    """Who controls what."""
    for side in dict.fromkeys(spot.control for spot in seen.spots):
        if side:
            controlled = "".join(outline(seen, spot) for spot in seen.spots if spot.control == side)
            yield f'<path class="m-tint{chart.number_of(side)}" d="{controlled}"/>'


def _ways(seen: View, edges: Collection[Edge]) -> Iterator[str]:
    """Lines from middle to middle, each kind in one; where a way is longer than 1, a dot for every further step."""
    for looks_like in looks.WAYS:
        ways = [edge for edge in edges if edge.kind.looks == looks_like]
        path = "".join(f"M{pair(*seen.centre(edge.first))}L{pair(*seen.centre(edge.second))}" for edge in ways)
        if path:
            yield looks.way(looks_like, path)
        yield from (dot for edge in ways for dot in _stops(seen, edge))


def _stops(seen: View, edge: Edge) -> Iterator[str]:
    """The dots on a way longer than 1, spread over what is to be seen of it between its ends."""
    (ax, ay), (bx, by) = seen.centre(edge.first), seen.centre(edge.second)
    far = hypot(bx - ax, by - ay) or 1.0
    hidden = min(0.4, seen.size / far)
    looks_like = "m-disc m-d0" if edge.kind.hollow else "m-stop"
    for step in range(1, edge.length):
        part = hidden + (1 - 2 * hidden) * step / edge.length
        yield (f'<circle class="{looks_like}" cx="{px(ax + (bx - ax) * part)}" cy="{px(ay + (by - ay) * part)}" '
               f'r="4"/>')


def outline(seen: View, spot: Spot) -> str:
    """A place as a path."""
    x, y = seen.centre(spot.place)
    return _outline(seen, spot.ground, x, y)


def _outline(seen: View, kind: Ground, x: float, y: float) -> str:
    s, h = seen.size, seen.size * HALF
    if seen.has_hexes:
        return f"M{pair(x - s, y)}l{pair(s / 2, -h)}h{px(s)}l{pair(s / 2, h)} {pair(-s / 2, h)}h{px(-s)}z"
    if kind.outline == "circle":
        return over.disc(x, y, s)
    return f"M{pair(x - 0.94 * s, y - 0.86 * s)}h{px(1.88 * s)}v{px(1.72 * s)}h{px(-1.88 * s)}z"


def rim(seen: View) -> str:
    """The rim of the map as a path: of a map of hexes the line round all of them. Paper covers what would lie beyond
    it, which programs draw sooner than they cut it off."""
    return "".join(polyline(line, closed=True) for line in seen.rims()) if seen.has_hexes else _paper(seen)


def _paper(seen: View) -> str:
    """The whole ground of a map of points."""
    top = seen.bottom - seen.height
    return f"M{px(MARGIN)} {px(top)}H{px(seen.width - MARGIN)}V{px(seen.bottom)}H{px(MARGIN)}Z"


def symbols(body: str, chart: Chart, seen: View, prefix: str) -> str:
    """The definitions that the drawing uses."""
    every = "".join(outline(seen, spot) for spot in seen.spots)
    extra = {
        "m-all": f'<path id="{prefix}m-all" d="{every}"/>',
        "m-shape": f'<clipPath id="{prefix}m-shape"><use href="#{prefix}m-land"/></clipPath>'}
    if seen.has_hexes:
        extra["m-land"] = f'<path id="{prefix}m-land" d="{terrain.coast(chart.sheet, seen)}"/>'
    elif chart.sheet.land:
        extra["m-land"] = f'<path id="{prefix}m-land" d="{_land(chart.sheet, seen)}"/>'
    return looks.definitions(body, prefix, extra | own_symbols(chart.sheet, seen, prefix))


def hit(seen: View) -> str:
    """What of a place, round its middle, is pointed at, as a path."""
    corner = " ".join(pair(x * seen.size, y * seen.size) for x, y in CORNERS)
    return f"M{corner}Z" if seen.has_hexes else over.disc(0, 0, seen.size)


def own_symbols(sheet: Sheet, seen: View, prefix: str) -> dict[str, str]:
    """The symbols that are made for a map, but for its ground, by id."""
    extra = {
        "m-edge": f'<clipPath id="{prefix}m-edge"><path d="{rim(seen)}"/></clipPath>',
        "m-hex": f'<path id="{prefix}m-hex" d="{hit(seen)}"/>'}
    extra |= {f"m-p-{name}": f'<pattern id="{prefix}m-p-{name}" width="{wide}" height="{tall}" '
                             f'patternUnits="userSpaceOnUse">{piece}</pattern>'
              for name, (wide, tall, piece) in looks.PATTERNS.items()}
    for side in range(LOOKS + 1):
        extra[f"m-worn-{side}"] = counters.worn(side, prefix)
        for overlay in sheet.overlays:
            extra[f"m-{looks.anchor(overlay.code)}-{side}"] = over.pattern(overlay, side, prefix)
    return extra


def _land(sheet: Sheet, seen: View) -> str:
    """The outlines of land below points as one path."""
    return "".join(polyline([seen.at(*steps) for steps in outline], closed=True) for outline in sheet.land)


def _remark(remark: str, top: float, wide: float) -> tuple[str, float]:
    """What must be said wherever the map is shown, in lines."""
    if not remark:
        return "", top - 8
    lines: list[str] = [""]
    for word in plain(remark).split():
        if text_width(f"{lines[-1]} {word}", 11) > wide - 2 * MARGIN:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    drawn = "".join(text(MARGIN, top + 4 + 15 * row, 11, line, "m-soft m-water") for row, line in enumerate(lines))
    return drawn, top + 15 * len(lines) - 6
