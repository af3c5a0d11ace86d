"""The map in pieces for a page that moves them: the ground once, what is in each hex at some moment, arrows, stacks.

Everything is drawn as `draw` draws it. The ground is one SVG with a group for each layer; the pieces lie in its
coordinates and use its symbols.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from html import escape
from itertools import groupby

from witp_pbem.report.layout import plain
from witp_pbem.report.map import counters as boxes
from witp_pbem.report.map import looks, movement, places
from witp_pbem.report.map.drawing import ground, made, outline
from witp_pbem.report.map.geometry import MARGIN, WIDEST, Point, View, px, view
from witp_pbem.table.chart import Chart, Sheet, Stack

MOVED = 110.0  # widest a stack on its way may be


def seen(sheet: Sheet) -> View:
    """The whole sheet as it lies in the scene."""
    return view(sheet, "", 0, MARGIN)


def hexes(chart: Chart, wanted: Container[str] | None = None) -> dict[str, tuple[int, str, str]]:
    """Of each hex (or of those wanted), the number of the side that controls it, what is printed in it, and what
    stands in it, both as SVG round its centre."""
    at_rest = Chart(chart.title, chart.sheet, chart.sides, chart.stacks, chart.depots, continuing=chart.continuing)
    whole, held = seen(chart.sheet), places.by_hex(at_rest)
    found = {}
    for cell in chart.sheet.cells:
        if wanted is None or cell.number in wanted:
            printed, standing = places.place(cell, held, at_rest, whole, "")
            found[cell.number] = chart.number_of(cell.control), _inside(printed), _inside(standing)
    return found


def _inside(group: str) -> str:
    """What stands between the tags of a group."""
    return group[group.index(">") + 1:group.rindex("</g>")]


def arrows(chart: Chart) -> tuple[str, str]:
    """The arrows of a chart, and the discs with their costs."""
    return movement.arrows(chart, seen(chart.sheet))


def bursts(chart: Chart) -> str:
    """The flashes of the battles of a chart, each a group that tells of its battle."""
    whole = seen(chart.sheet)
    found = []
    for number, fought in groupby(chart.clashes, key=lambda clash: clash.hex):
        if number in whole.shown:
            told = escape("\n".join(plain(clash.label) for clash in fought))
            found.append(f"<g><title>{told}</title>{places.burst(whole, number)}</g>")
    return "".join(found)


def moving(stacks: Sequence[Stack], chart: Chart) -> str:
    """Some stacks as one block round (0, 0)."""
    block = boxes.block([boxes.far(alike, chart.number_of(side), "")
                         for (side, _), alike in boxes.nations(stacks).items()], MOVED)
    return f'<g transform="translate({px(-block.wide / 2)} {px(-block.tall / 2)})">{block.body}</g>'


def scene(chart: Chart, drawn: Iterable[str], label: str) -> str:
    """The ground with the content of its hexes at a chart. Its layers are groups with the classes "tints", "bursts",
    "arrows", "printed", "hexes", "marks", "moving" and "discs"; a hex has `data-hex` in "tints", "printed" and "hexes".

    Args:
        drawn: all that may be put into the layers, so that its symbols are there. label: what it is called.
    """
    whole, here = seen(chart.sheet), hexes(chart)
    bare = Chart("", chart.sheet._replace(cells=tuple(cell._replace(control="") for cell in chart.sheet.cells)),
                 chart.sides)
    tints = "".join(f'<path data-hex="{number}" class="m-tint{side}" d="{outline(whole, number)}"/>'
                    if side else f'<path data-hex="{number}" class="m-bare" d="{outline(whole, number)}"/>'
                    for number, (side, _, _) in here.items())
    names, groups = [], []
    for number, (_, printed, inside) in here.items():
        x, y = whole.centre(number)
        there = f'data-hex="{number}" transform="translate({px(x)} {px(y)})"'
        names.append(f"<g {there}>{printed}</g>")
        groups.append(f"<g {there}>{inside}</g>")
    body = (f'<g clip-path="url(#m-edge)">{ground(bare, whole, "")}<g class="tints">{tints}</g>'
            f'<g class="bursts"></g><g class="arrows"></g></g><g class="printed m-mid m-far">{"".join(names)}</g>'
            f'<g class="hexes m-mid">{"".join(groups)}</g>'
            '<g class="marks"></g><g class="moving m-mid"></g><g class="discs"></g>')
    definitions = made(body + "".join(drawn), chart, whole, "")
    height = px(whole.height + 2 * MARGIN)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" viewBox="0 0 {px(WIDEST)} {height}" role="group" '
            f'aria-label="{escape(plain(label))}" font-family=\'{looks.fonts()}\'><style>{looks.style("auto")}</style>'
            f'<defs>{definitions}</defs>{body}</svg>')


def centres(sheet: Sheet) -> Mapping[str, Point]:
    """The middle of every hex."""
    whole = seen(sheet)
    return {cell.number: whole.centre(cell.number) for cell in sheet.cells}
