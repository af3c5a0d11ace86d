"""Hexes with all that is printed in them and stands on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import cos, pi, sin

from witp_pbem.report.layout import plain
from witp_pbem.report.map import counters
from witp_pbem.report.map.counters import Box, text
from witp_pbem.report.map.geometry import FULL, HALF, View, px, text_width
from witp_pbem.table.chart import Arrow, Cell, Chart, Clash, Depot, Stack
from witp_pbem.table.language import listing, say

_NEVER_FIRST = "ァィゥェォッャュョヮー・ン"  # no line of Japanese begins with these


@dataclass
class Held:
    """What a chart has in one hex."""

    stacks: list[Stack] = field(default_factory=list)
    depots: list[Depot] = field(default_factory=list)
    clashes: list[Clash] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    continuing: bool = False


def by_hex(chart: Chart) -> Mapping[str, Held]:
    """What stands and happened in each hex."""
    held = {cell.number: Held() for cell in chart.sheet.cells}
    nowhere = Held()
    for stack in chart.stacks:
        held.get(stack.hex, nowhere).stacks.append(stack)
    for depot in chart.depots:
        held.get(depot.hex, nowhere).depots.append(depot)
    for clash in chart.clashes:
        held.get(clash.hex, nowhere).clashes.append(clash)
    for arrow in chart.arrows:
        for end in dict.fromkeys((arrow.route[0], arrow.route[-1])):
            held.get(end, nowhere).arrows.append(arrow)
    for number in chart.continuing:
        held.get(number, nowhere).continuing = True
    return held


def place(cell: Cell, held: Held, chart: Chart, view: View, prefix: str) -> str:
    """A hex with its title, which tells everything in it, and everything in it."""
    x, y = view.centre(cell.number)
    told = escape("\n".join(plain(line) for line in _told(cell, held, chart)))
    parts = [f'<use class="m-hit" href="#{prefix}m-hex"/>', *_head(cell, chart, view, prefix)]
    if view.is_close:
        parts += _close(cell, held, chart, view, prefix)
    else:
        parts += _far(cell, held, chart, prefix)
    parts += _fought(held, chart, view, prefix)
    return (f'<g id="{prefix}m-{cell.number}" transform="translate({px(x)} {px(y)})"><title>{told}</title>'
            f'{"".join(parts)}</g>')


def numbered(chart: Chart, side: str) -> int:
    """A side's number from 1, 0 for nobody."""
    codes = [code for code, _ in chart.sides[:2]]
    return codes.index(side) + 1 if side in codes else 0


def icon(name: str, x: float, y: float, prefix: str, scale: float = 1.0) -> str:
    """A symbol in its place."""
    if scale == 1.0:
        return f'<use href="#{prefix}m-{name}" x="{px(x)}" y="{px(y)}"/>'
    return f'<use href="#{prefix}m-{name}" transform="translate({px(x)} {px(y)}) scale({scale:.2g})"/>'


# -- in words ---------------------------------------------------------------------------------------------------


def _told(cell: Cell, held: Held, chart: Chart) -> Iterator[str]:
    names = dict(chart.sides)
    yield f"{cell.name} ({cell.number})" if cell.name else cell.number
    yield from cell.facts
    if cell.control:
        yield say("Held by {side}", side=names.get(cell.control, cell.control))
    for depot in held.depots:
        yield say("Base of {side}", side=names.get(depot.side, depot.side)) if not depot.name else depot.name
    for stack in held.stacks:
        told = f"{stack.nation_name}, {stack.kind_name}: {listing(stack.units)}"
        yield say.plural(stack.aboard, "{stack}; {n} of them on a ship", "{stack}; {n} of them on ships",
                         stack=told) if stack.aboard else told
    if held.continuing:
        yield say("The battle here goes on.")
    yield from (clash.label for clash in held.clashes)
    yield from (arrow.label for arrow in held.arrows)


# -- in the hex ---------------------------------------------------------------------------------------------------


def _head(cell: Cell, chart: Chart, view: View, prefix: str) -> Iterator[str]:
    """The first line: installation, number, and who holds it."""
    k = 1.5 if view.is_close else 1.0
    y = -HALF * view.size + 7.4 * k
    yield f'<text class="{"m-near" if view.is_close else "m-far"}" y="{px(y + 1.6 * k)}">{cell.number}</text>'
    if cell.site:
        yield icon(cell.site, -15.5 * k, y, prefix, 0.95 * k)
    if cell.control:
        side = numbered(chart, cell.control)
        if cell.owner and cell.owner != cell.control:
            yield icon(f"taken-{side}", 15.5 * k, y, prefix, k)
        else:
            yield icon(f"sign-{side}", 15 * k, y - 0.4 * k, prefix, 0.95 * k)


def _fought(held: Held, chart: Chart, view: View, prefix: str) -> Iterator[str]:
    """Left and right above the counters: who won the last battle here, and whether one goes on."""
    near = 1.5 if view.is_close else 1.0
    across, down = 0.74 * view.size, -0.32 * view.size
    if held.clashes and held.clashes[-1].winner:
        yield icon(f"won-{numbered(chart, held.clashes[-1].winner)}", -across, down, prefix, near)
    if held.continuing:
        yield icon("swords", across, down, prefix, near)


def name_lines(name: str, size: float, most: float) -> list[str]:
    """A name in one line, or in two where it is much too long for one."""
    name = plain(name)
    if text_width(name, size) <= (1.18 if not name.isascii() else 1.0) * most or len(name) < 4:
        return [name]
    blanks = [index + 1 for index, letter in enumerate(name[1:-1], 1) if letter in " ・-"]
    cuts = blanks or [index for index in range(2, len(name) - 1) if name[index] not in _NEVER_FIRST]
    if not cuts:
        return [name]
    cut = min(cuts, key=lambda index: abs(index - len(name) / 2))
    return [name[:cut].strip(), name[cut:].strip()]


def _name(cell: Cell, top: float, size: float, most: float, *, one_line: bool) -> Iterator[str]:
    if not cell.name:
        return
    looks = "m-name m-water" if cell.terrain == "sea" else "m-name"
    lines = [plain(cell.name)] if one_line else name_lines(cell.name, size, most)
    for number, line in enumerate(lines):
        wide = text_width(line, size)
        fitted = size * min(1.0, (most + 6) / wide) if wide else size
        yield text(0, top + number * size * 0.98, fitted, line, looks)


def _marks(cell: Cell, held: Held, chart: Chart) -> list[str]:
    """The symbols that stand among the counters."""
    found = [f"depot-{numbered(chart, depot.side)}" for depot in held.depots]
    found += [name for name, there in (("source", cell.source), ("resource", cell.resource),
                                       ("victory", cell.victory)) if there]
    return found


def badge(name: str, prefix: str, scale: float = 1.0) -> Box:
    """A symbol as a box among counters."""
    wide, tall = 11 * scale, counters.TALL * scale
    return Box(wide, tall, icon(name, wide / 2, tall / 2, prefix, scale))


def _row(names: Sequence[str], y: float, prefix: str, scale: float) -> Iterator[str]:
    step = 12.5 * scale
    for number, name in enumerate(names):
        yield icon(name, (number - (len(names) - 1) / 2) * step, y, prefix, scale)


def _far(cell: Cell, held: Held, chart: Chart, prefix: str) -> Iterator[str]:
    marks = _marks(cell, held, chart)
    is_long = len(name_lines(cell.name, 9.4, 58)) > 1
    if not held.stacks:
        yield from _name(cell, -9.6, 9.4, 58, one_line=False)
        yield from _row(marks, 13 if is_long else 10, prefix, 1.0)
        return
    best = Box(0, 0, ""), 0.0, 0.0
    for most in (counters.WIDE, counters.WIDEST):
        boxes = [counters.far(stacks, numbered(chart, side), prefix, most)
                 for (side, _), stacks in counters.nations(held.stacks).items()]
        body = counters.block([*boxes, *(badge(mark, prefix, 0.9) for mark in marks)], most)
        is_low = body.tall <= counters.TALL
        top = (5.0 if is_long else 1.0) if is_low else -5.5
        scale = min(1.0, (HALF * FULL + 5 - top) / body.tall)
        if scale > best[2]:
            best = body, top, scale
    body, top, scale = best
    yield from _name(cell, -9.6, 9.4, 58, one_line=body.tall > counters.TALL)
    yield _set(body, top, scale)


def _set(body: Box, top: float, scale: float) -> str:
    """A box in the middle of its hex."""
    smaller = f" scale({scale:.3g})" if scale < 1 else ""
    return f'<g transform="translate({px(-body.wide * scale / 2)} {px(top)}){smaller}">{body.body}</g>'


def _close(cell: Cell, held: Held, chart: Chart, view: View, prefix: str) -> Iterator[str]:
    size = view.size
    boxes = [counters.close(stacks, numbered(chart, side), 1.66 * size)
             for (side, _), stacks in counters.nations(held.stacks).items()]
    marks = _marks(cell, held, chart)
    top = -HALF * size + 33
    yield from _name(cell, top, 14.5, 1.3 * size, one_line=True)
    if not boxes:
        yield from _row(marks, 12, prefix, 1.5)
        return
    body = counters.block([*boxes, *(badge(mark, prefix, 1.4) for mark in marks)], 1.7 * size, 4)
    room = 2 * HALF * size - 44
    scale = min(1.0, room / body.tall)
    yield _set(body, top + 7 + (room - body.tall * scale) * 0.35, scale)


def burst(view: View, number: str) -> str:
    """The flash of a battle behind a hex."""
    x, y = view.centre(number)
    points = []
    for step in range(24):
        reach = (0.98 if step % 2 == 0 else 0.74) * view.size * HALF
        points.append((x + reach * sin(step * pi / 12), y + reach * cos(step * pi / 12)))
    return f'<path class="m-burst" d="M{" ".join(f"{px(a)},{px(b)}" for a, b in points)}Z"/>'
