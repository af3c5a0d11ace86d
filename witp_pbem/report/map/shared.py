"""The map over pictures that pages share: what is the same in every chart of a map lies in files of its own, and what
one chart has is drawn over it in the page.

The pictures are drawn in a measure of their own, and a page moves them to where its places lie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from html import escape
from math import ceil

from witp_pbem.report.layout import plain
from witp_pbem.report.map import looks, movement_arrows, places
from witp_pbem.report.map.drawing import MOVES, described, hit, layers, own_symbols, plate, rim, symbols, whole_view
from witp_pbem.report.map.drawing import outline as outline_of
from witp_pbem.report.map.geometry import MARGIN, View, polyline, px, view
from witp_pbem.report.map.overlays import areas, ground, layer, networks
from witp_pbem.table.chart import Chart, Overlay, Sheet
from witp_pbem.table.language import language, say
from witp_pbem.table.tuples import NamedTuple


class Pictures(NamedTuple):
    """What never changes on a map, as pictures (SVG), or where they lie.

    Attributes:
        below, above: the ground, below and above the colours of those who control places.
        printed: what is printed in the places.
    """

    below: str
    above: str
    printed: str


class Printed(NamedTuple):
    """A place as it is at the start, with nothing in it.

    Attributes:
        middle: where it lies in the pictures.
        title: what it is called, and who holds it.
    """

    place: str
    middle: tuple[float, float]
    title: str


# -- what is shared -----------------------------------------------------------------------------------------------


def pictures(sheet: Sheet) -> Pictures:
    """The pictures of a map in the language spoken, whoever controls its places."""
    return _pictures(sheet._replace(spots=tuple(spot._replace(control="", facts=()) for spot in sheet.spots)),
                     language())


@lru_cache(maxsize=32)  # the same for all campaigns of a scenario
def _pictures(sheet: Sheet, spoken: str) -> Pictures:
    seen, bare = _measure(sheet), Chart("", sheet, ())
    below, above = layers(sheet, seen, "")
    printed = "".join(f'<g {_there(seen, spot.place)}>{"".join(places.lasting(spot, bare, seen))}</g>'
                      for spot in seen.spots)
    paper = f'<path class="m-paper" fill-rule="evenodd" d="{_box(seen)}{rim(seen)}"/>'
    return Pictures(*(_picture(body, bare, seen) for body in (
        below, above, f'{paper}<g class="m-mid m-far" font-family=\'{looks.fonts()}\'>{printed}</g>')))


def _picture(body: str, chart: Chart, seen: View) -> str:
    wide, tall = _size(seen)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}">'
            f'<style>{looks.style("auto", 0)}</style><defs>{symbols(body, chart, seen, "")}</defs>{body}</svg>')


def _measure(sheet: Sheet) -> View:
    """How the places lie in the pictures."""
    return view(sheet, "", 0, MARGIN)


def _size(seen: View) -> tuple[str, str]:
    return px(seen.width), px(seen.height + 2 * MARGIN)


def _box(seen: View) -> str:
    wide, tall = _size(seen)
    return f"M0 0H{wide}V{tall}H0Z"


def at_start(sheet: Sheet, names: Mapping[str, str]) -> tuple[Printed, ...]:
    """The places of a map as it is at the start. `names` are those of the sides."""
    seen = _measure(sheet)
    return tuple(Printed(spot.place, seen.centre(spot.place), _title(spot.called, names.get(spot.control, "")))
                 for spot in sheet.spots)


def outline(sheet: Sheet) -> str:
    """What of a place is pointed at, round its middle, as a path."""
    return hit(_measure(sheet))


def _title(called: str, holder: str) -> str:
    return "\n".join(filter(None, (called, say("Held by {side}", side=holder) if holder else "")))


# -- what a page has of its own -------------------------------------------------------------------------------------


def changed(chart: Chart, start: Sheet) -> frozenset[str]:
    """The places of which there is something to tell that was not so at the start, or that happened there."""
    contents, before = places.by_place(chart), {spot.place: (spot.control, spot.facts) for spot in start.spots}
    return frozenset(spot.place for spot in chart.sheet.spots
                     if spot.place in contents or before.get(spot.place) != (spot.control, spot.facts))


def draw(chart: Chart, start: Sheet, shown: Collection[str]) -> str:
    """The map as SVG. It needs `definitions` on the same page, and a link for every place that is not `changed`.

    Args:
        start: the map as it was at the start.
        shown: codes of the overlays that are displayed before a page's style says something else.
    """
    seen, contents, differing = whole_view(chart), places.by_place(chart), changed(chart, start)
    arrows, discs = movement_arrows.arrows(chart, seen, contents)
    sides = dict(chart.sides)
    printed, standing = [], []
    for spot in places.battles_last(seen.spots, contents):
        names, counters = places.passing(spot, contents, chart, seen)
        there = _there(seen, spot.place)
        printed.append(f"<g {there}>{names}</g>" if names else "")
        if spot.place in differing:
            here, title = looks.anchor(spot.place), escape(plain(_title(spot.called, sides.get(spot.control, ""))))
            standing.append(f'<a href="#place-{here}" tabindex="-1"><g id="m-{here}" {there}><title>{title}</title>'
                            f'<use class="m-hit" href="#m-hex"/>{counters}</g></a>')
        elif counters:
            standing.append(f"<g {there}>{counters}</g>")
    fought = dict.fromkeys(clash.place for clash in chart.clashes if clash.place in seen.shown)
    parts = (
        f'<path class="m-paper" d="M0 0H{px(seen.width)}V{_height(seen)}H0Z"/>',
        '<use href="#map-deep"/>', *_tints(chart, seen), '<use href="#map-firm"/>',
        *(layer(name.code, "".join(part), shown, switched=True) for drawn in (_areas, networks)
          for name in chart.sheet.overlays for part in [drawn(chart, seen, name)]),
        *(places.burst(seen, place) for place in fought),
        layer(MOVES, arrows, shown, switched=True), '<use href="#map-printed"/>', plate(chart.title),
        '<g class="m-mid m-far">', *printed, '</g><g class="m-mid places">', *standing, "</g>",
        layer(MOVES, discs, shown, switched=True))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" viewBox="0 0 {px(seen.width)} {_height(seen)}" '
            f'width="{px(seen.width)}" height="{_height(seen)}" role="group" aria-labelledby="m-title" '
            f'aria-describedby="m-desc" font-family=\'{looks.fonts()}\'>'
            f'<title id="m-title">{escape(plain(chart.title))}</title><desc id="m-desc">{described(chart)}</desc>'
            f'{"".join(parts)}</svg>')


def definitions(drawn: str, chart: Chart, where: Pictures, extra: Mapping[str, str]) -> str:
    """An SVG that shows nothing, with the symbols that drawings on a page use.

    Args:
        where: the addresses of the pictures.
        extra: symbols made for these drawings, by id.
    """
    seen = whole_view(chart)
    names, there = ("deep", "firm", "printed"), images(seen, chart.sheet, where)
    ground = "".join(f'<g id="map-{name}">{picture}</g>' for name, picture in zip(names, there, strict=True))
    made = looks.definitions(drawn, "", {**own_symbols(chart.sheet, seen, ""), **extra})
    return f'<svg class="symbols" width="0" height="0" aria-hidden="true"><defs>{ground}{made}</defs></svg>'


def images(seen: View, sheet: Sheet, where: Pictures) -> Pictures:
    """The pictures as they lie in a view of the whole map, as elements of its SVG."""
    measure = _measure(sheet)
    wide, tall = _size(measure)
    there = f'x="{px(seen.left - measure.left)}" y="{px(seen.top - measure.top)}" width="{wide}" height="{tall}"'
    return Pictures(*(f'<image href="{address}" {there}/>' for address in where))


def _tints(chart: Chart, seen: View) -> Iterator[str]:
    """Who controls what: a path for all that a side controls, along its rim."""
    for side in dict.fromkeys(spot.control for spot in seen.spots):
        if side:
            held = {spot.place for spot in seen.spots if spot.control == side}
            yield f'<path class="m-tint{chart.number_of(side)}" d="{_round(seen, held)}"/>'


def _areas(chart: Chart, seen: View, overlay: Overlay) -> Iterator[str]:
    """Areas with a pattern and a broken border."""
    if not seen.has_hexes:
        yield from areas(chart, seen, overlay, "")
        return
    for area in chart.areas:
        held = seen.shown.intersection(area.places)
        if area.overlay == overlay and held:
            path = _round(seen, held)
            yield ground(overlay, chart.number_of(area.side), path, path, "")


def _round(seen: View, held: Collection[str]) -> str:
    """What some places take up: of hexes the lines round all of them, which is much less than the lines round each."""
    part = replace(seen, spots=tuple(spot for spot in seen.spots if spot.place in held))
    if seen.has_hexes:
        return "".join(polyline(line, closed=True) for line in part.rims())
    return "".join(outline_of(seen, spot) for spot in part.spots)


def _height(seen: View) -> str:
    return str(ceil(seen.bottom + MARGIN))


def _there(seen: View, place: str) -> str:
    x, y = seen.centre(place)
    return f'transform="translate({px(x)} {px(y)})"'
