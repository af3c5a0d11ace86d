"""The whole map as one SVG: ground, overlays, arrows, hexes, legend."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from html import escape
from math import ceil

from witp_pbem.report.layout import plain
from witp_pbem.report.map import counters, looks, movement, places, terrain
from witp_pbem.report.map import overlays as over
from witp_pbem.report.map.counters import text
from witp_pbem.report.map.geometry import CORNERS, HALF, MARGIN, WIDEST, View, pair, px, text_width, view
from witp_pbem.report.map.legend import key, legend
from witp_pbem.table.chart import Chart
from witp_pbem.table.language import labelled, listing, say

OVERLAYS = ("moves", *over.LAID)
NARROW = 380.0  # width of a legend for a phone
_TITLE = 46.0


def draw(chart: Chart, *, around: str = "", radius: int = 0, overlays: Collection[str] = ("moves",),
         links: bool = False, prefix: str = "", theme: looks.Theme = "light", switched: bool = False,
         explained: bool = True) -> str:
    """The map as one SVG that needs nothing beside it, to be put into a page or a file.

    Args:
        around, radius: draw only the hexes at most `radius` away from this one, larger and with every counter's name.
        overlays: of `OVERLAYS`, what to lay over the map.
        links: make a link of every hex, to "#hex-0606" for 0606.
        prefix: begins every id, for pages with several maps. A hex is `prefix`m-0606.
        theme: "light", "dark", or "auto", which follows what the reader's screen prefers.
        switched: every overlay is there, in groups with the class "over-azoc" for "azoc"; those that are not among
            `overlays` are not displayed until a page's style says so. It has no legend of any but "moves".
        explained: with the legend and the sheet's remark. A page that draws the map without shows both beside it.
    """
    heading = _heading(chart, around)
    seen = _placed(chart, around, radius, MARGIN + text_width(heading, 21, bold=True))
    held = places.by_hex(chart)
    layer = partial(over.layer, overlays=overlays, switched=switched)
    arrows, discs = movement.arrows(chart, seen) if switched or "moves" in overlays else ("", "")
    printed, hexes = [], []
    for cell in seen.cells:
        here = held[cell.number]
        names, drawn = places.place(cell, held, chart, seen, prefix)
        printed.append(names)
        idle = "" if here.stacks or here.clashes else ' tabindex="-1"'
        hexes.append(f'<a href="#hex-{cell.number}"{idle}>{drawn}</a>' if links else drawn)
    signs, end = legend(chart, seen, overlays, seen.bottom + 26, prefix, switched=switched)
    body = "".join((
        f'<g clip-path="url(#{prefix}m-edge)">', ground(chart, seen, prefix),
        *(layer(name, "".join(over.areas(chart, seen, name, prefix))) for name in over.LAID),
        *(layer(name, "".join(over.networks(chart, seen, name))) for name in over.LAID),
        *(places.burst(seen, number) for number in dict.fromkeys(clash.hex for clash in chart.clashes)
          if number in seen.shown),
        layer("moves", arrows), '</g>', f'<g class="m-mid m-{"near" if seen.is_close else "far"}">', *printed,
        '</g><g class="m-mid">', *hexes, "</g>", layer("moves", discs)))
    defined = made(body + signs, chart, seen, prefix)
    if explained:
        remark, end = _remark(chart.sheet.remark, end + 8)
        body += signs + remark
    else:
        end = seen.bottom
    title, height = escape(plain(heading)), ceil(end + MARGIN)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" viewBox="0 0 {px(WIDEST)} {height}" '
            f'width="{px(WIDEST)}" height="{height}" role="{"group" if links else "img"}" '
            f'aria-labelledby="{prefix}m-title" aria-describedby="{prefix}m-desc" font-family=\'{looks.fonts()}\'>'
            f'<title id="{prefix}m-title">{title}</title><desc id="{prefix}m-desc">{_described(chart)}</desc>'
            f"<style>{looks.style(theme)}</style><defs>{defined}</defs>"
            f'<path class="m-paper" d="M0 0H{px(WIDEST)}V{height}H0Z"/>'
            f'{text(MARGIN, 36, 21, heading, "m-ink m-bold")}{body}</svg>')


def signs(chart: Chart, wide: float = NARROW, prefix: str = "") -> str:
    """The legend of the whole map as an SVG of its own, with movements and no other overlays. It uses the symbols of
    the map on the same page."""
    drawn, end = legend(chart, view(chart.sheet, "", 0, MARGIN), ("moves",), MARGIN, prefix, wide, switched=True)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" viewBox="0 0 {px(wide)} {px(end + MARGIN)}" '
            f'role="group" font-family=\'{looks.fonts()}\'>{drawn}</svg>')


def keys(chart: Chart, prefix: str = "", wide: float = 460.0) -> dict[str, str]:
    """The overlays there are something of, and for each but "moves" its signs, as an SVG `wide` points wide. They use
    the symbols of the map that was drawn with `switched` and stand on the same page."""
    seen = view(chart.sheet, "", 0, MARGIN)
    found = {name: key(chart, seen, name, prefix, wide) for name in over.LAID}
    return {**({"moves": ""} if chart.arrows else {}), **{name: signs for name, signs in found.items() if signs}}


def _heading(chart: Chart, around: str) -> str:
    place = next((cell.called for cell in chart.sheet.cells if cell.number == around), "")
    return say("{title} – round {place}", title=chart.title, place=place) if place else chart.title


def _placed(chart: Chart, around: str, radius: int, wide: float) -> View:
    """The hexes below a title that ends at `wide`, or beside it where there is room."""
    beside = view(chart.sheet, around, radius, MARGIN)
    middles = [beside.centre(cell.number) for cell in beside.cells]
    if all(x - beside.size > wide + 20 or y - HALF * beside.size > MARGIN + _TITLE for x, y in middles):
        return beside
    return view(chart.sheet, around, radius, MARGIN + _TITLE)


def _described(chart: Chart) -> str:
    """The map in a sentence for those who cannot see it."""
    counts = [labelled(name, str(sum(stack.size for stack in chart.stacks if stack.side == side)))
              for side, name in chart.sides]
    told = say("A map of hexes. Counters on it: {counts}. Every hex tells what is in it.", counts=listing(counts))
    return escape(plain(f"{told} {chart.sheet.remark}".strip()))


def ground(chart: Chart, seen: View, prefix: str) -> str:
    """Sea, land, what grows on it, the hexes' outlines, barriers."""
    land = f'href="#{prefix}m-land"'
    rock = "".join(outline(seen, cell.number) for cell in seen.cells if cell.terrain == "mountain")
    wood = "".join(outline(seen, cell.number) for cell in seen.cells if cell.jungle)
    tints = [f'<path class="m-tint{chart.number_of(side)}" d="'
             f'{"".join(outline(seen, cell.number) for cell in seen.cells if cell.control == side)}"/>'
             for side in dict.fromkeys(cell.control for cell in seen.cells) if side]
    parts = [f'<use class="m-sea" href="#{prefix}m-all"/>', f'<use class="m-shore" {land}/>', *tints,
             f'<use class="m-coast" {land}/>', f'<use class="m-land" {land}/>']
    if wood or rock:
        parts.append(f'<g clip-path="url(#{prefix}m-shape)">')
        if wood:
            parts.append(f'<path class="m-wood" d="{wood}"/><path fill="url(#{prefix}m-jungle)" d="{wood}"/>')
        if rock:
            parts.append(f'<path class="m-rock" d="{rock}"/>')
            far = 0.42 * seen.size
            spots = ((-far, -far), (far, -0.9 * far), (-0.2 * far, 0.8 * far)) if seen.is_close else ((0, 0),)
            parts += (places.icon("peaks", seen.centre(cell.number)[0] + x, seen.centre(cell.number)[1] + y, prefix)
                      for cell in seen.cells if cell.terrain == "mountain" for x, y in spots)
        parts.append("</g>")
    parts.append(f'<use class="m-grid" href="#{prefix}m-all"/>')
    walls = "".join(f"M{pair(*start)}L{pair(*end)}" for start, end in terrain.barriers(chart.sheet, seen))
    if walls:
        parts.append(f'<path class="m-wall" d="{walls}"/>')
    return "".join(parts)


def outline(seen: View, number: str) -> str:
    """A hex as a path."""
    x, y = seen.centre(number)
    s, h = seen.size, seen.size * HALF
    return f"M{pair(x - s, y)}l{pair(s / 2, -h)}h{px(s)}l{pair(s / 2, h)} {pair(-s / 2, h)}h{px(-s)}z"


def made(body: str, chart: Chart, seen: View, prefix: str) -> str:
    """The definitions that the drawing uses."""
    every = "".join(outline(seen, cell.number) for cell in seen.cells)
    corner = " ".join(pair(x * seen.size, y * seen.size) for x, y in CORNERS)
    extra = {
        "m-all": f'<path id="{prefix}m-all" d="{every}"/>',
        "m-edge": f'<clipPath id="{prefix}m-edge"><use href="#{prefix}m-all"/></clipPath>',
        "m-land": f'<path id="{prefix}m-land" d="{terrain.coast(chart.sheet, seen)}"/>',
        "m-shape": f'<clipPath id="{prefix}m-shape"><use href="#{prefix}m-land"/></clipPath>',
        "m-hex": f'<path id="{prefix}m-hex" d="M{corner}Z"/>',
        "m-jungle": f'<pattern id="{prefix}m-jungle" width="16" height="14" patternUnits="userSpaceOnUse">'
                    f'<g transform="translate(1 5)">{looks.SYMBOLS["leaves"]}</g></pattern>',
    }
    for side in (0, 1, 2):
        extra[f"m-worn-{side}"] = counters.worn(side, prefix)
        for overlay in over.PATTERNS:
            extra[f"m-{overlay}-{side}"] = over.pattern(overlay, side, prefix)
    return looks.definitions(body, prefix, extra)


def _remark(remark: str, top: float) -> tuple[str, float]:
    """What must be said wherever the map is shown, in lines."""
    if not remark:
        return "", top - 8
    lines: list[str] = [""]
    for word in plain(remark).split():
        if text_width(f"{lines[-1]} {word}", 11) > WIDEST - 2 * MARGIN:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    drawn = "".join(text(MARGIN, top + 4 + 15 * row, 11, line, "m-soft m-water") for row, line in enumerate(lines))
    return drawn, top + 15 * len(lines) - 6
