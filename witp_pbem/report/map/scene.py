"""The map in pieces for a page that moves them: the ground once, what is in each place at some moment, arrows, stacks.

Everything is drawn as `draw` draws it. The ground is one SVG with a group for each layer; the pieces lie in its
coordinates and use its symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from itertools import groupby

from witp_pbem.report.layout import plain
from witp_pbem.report.map import counters as boxes
from witp_pbem.report.map import looks, places
from witp_pbem.report.map.drawing import ground, outline, own_symbols, symbols
from witp_pbem.report.map.geometry import MARGIN, View, px, view
from witp_pbem.report.map.places import EveryPlace
from witp_pbem.report.map.shared import Pictures, images
from witp_pbem.table.chart import Chart, Sheet, Spot, Stack
from witp_pbem.table.language import language
from witp_pbem.table.tuples import NamedTuple

MOVED = 110.0  # widest a stack on its way may be


class Content(NamedTuple):
    """What a place looks like: the number of the side that controls it, what is printed in it, and what stands in it,
    both as SVG round its middle."""

    side: int
    printed: str
    standing: str


def seen(sheet: Sheet, before: View | None = None) -> View:
    """The whole sheet as it lies in the scene, which has nothing beside it. `before` is another of the same places."""
    if before is None:
        return view(sheet, "", 0, MARGIN, 0)
    return before if before.spots is sheet.spots else replace(before, spots=sheet.spots)


def at_rest(chart: Chart) -> EveryPlace:
    """What stands in each place of a chart, without what moved and fought there."""
    return places.by_place(chart._replace(arrows=(), clashes=()))


def changed(before: Chart, after: Chart, stood: EveryPlace, stands: EveryPlace) -> set[str]:
    """The places in which two charts of a map differ.

    Args:
        stood, stands: what stands in each place of the one and of the other.
    """
    differing = {place for place in stood.keys() | stands.keys() if stood[place] != stands[place]}
    spots = after.sheet.spots
    if before.sheet.spots is not spots:
        differing |= {new.place for old, new in zip(before.sheet.spots, spots, strict=True)
                      if (old.control, old.marks) != (new.control, new.marks)}
    return differing.intersection(spot.place for spot in spots)


def everywhere(chart: Chart) -> Mapping[str, Content]:
    """What every place of a chart looks like."""
    return _everywhere(chart, language())


@lru_cache(maxsize=8)  # many campaigns begin with the same chart
def _everywhere(chart: Chart, spoken: str) -> Mapping[str, Content]:
    return contents(chart, seen(chart.sheet), at_rest(chart), chart.sheet.spots)


def contents(chart: Chart, whole: View, stands: EveryPlace, wanted: Iterable[Spot]) -> dict[str, Content]:
    """What some places of a chart look like.

    Args:
        stands: what stands in each place.
    """
    drawn = {}
    for spot in wanted:
        printed, standing = places.place(spot, stands, chart, whole, "")
        drawn[spot.place] = Content(chart.number_of(spot.control), _inside(printed), _inside(standing))
    return drawn


def _inside(group: str) -> str:
    """What stands between the tags of a group."""
    return group[group.index(">") + 1:group.rindex("</g>")]


def bursts(chart: Chart, whole: View) -> str:
    """The flashes of the battles of a chart, each a group that tells of its battle."""
    drawn = []
    for place, fought in groupby(chart.clashes, key=lambda clash: clash.place):
        if place in whole.shown:
            title = escape("\n".join(plain(clash.label) for clash in fought))
            drawn.append(f"<g><title>{title}</title>{places.burst(whole, place)}</g>")
    return "".join(drawn)


def moving(stacks: Sequence[Stack], chart: Chart) -> str:
    """Some stacks as one block round (0, 0)."""
    block = boxes.block([boxes.far(alike, chart.number_of(side), "")
                         for (side, _), alike in boxes.nations(stacks).items()], MOVED)
    return f'<g transform="translate({px(-block.wide / 2)} {px(-block.tall / 2)})">{block.body}</g>'


def scene(chart: Chart, here: Mapping[str, Content], drawn: Iterable[str], label: str,
          where: Pictures | None = None) -> str:
    """The ground with the content of its places at a chart. Its layers are groups with the classes "tints", "bursts",
    "arrows", "printed", "places", "marks", "moving" and "discs"; a place has `data-place`, its anchor, in "tints",
    "printed" and "places".

    Args:
        here: what each place looks like.
        drawn: all that may be put into the layers, so that its symbols are there.
        label: what it is called.
        where: the addresses of the pictures of its ground, which is drawn where there are none. Then the page has the
            style of maps.
    """
    whole = seen(chart.sheet)
    tints, names, groups = [], [], []
    for spot in chart.sheet.spots:
        side, printed, standing = here[spot.place]
        x, y = whole.centre(spot.place)
        named = f'data-place="{looks.anchor(spot.place)}"'
        there = f'{named} transform="translate({px(x)} {px(y)})"'
        tints.append(f'<path {named} class="{f"m-tint{side}" if side else "m-bare"}" d="{outline(whole, spot)}"/>')
        names.append(f"<g {there}>{printed}</g>")
        groups.append(f"<g {there}>{standing}</g>")
    body = (f'<g clip-path="url(#m-edge)">{_ground(chart, whole, where)}<g class="tints">{"".join(tints)}</g>'
            f'<g class="bursts"></g><g class="arrows"></g></g><g class="printed m-mid m-far">{"".join(names)}</g>'
            f'<g class="places m-mid">{"".join(groups)}</g>'
            '<g class="marks"></g><g class="moving m-mid"></g><g class="discs"></g>')
    made = body + "".join(drawn)
    defined = (looks.definitions(made, "", own_symbols(chart.sheet, whole, "")) if where else
               symbols(made, chart, whole, ""))
    style = "" if where else f"<style>{looks.style('auto', len(chart.sides))}</style>"
    size = f"{px(whole.width)} {px(whole.height + 2 * MARGIN)}"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" viewBox="0 0 {size}" role="group" '
            f'aria-label="{escape(plain(label))}" font-family=\'{looks.fonts()}\'>{style}'
            f'<defs>{defined}</defs>{body}</svg>')


def _ground(chart: Chart, whole: View, where: Pictures | None) -> str:
    return "".join(images(whole, chart.sheet, where)[:2]) if where else ground(chart, whole, "")
