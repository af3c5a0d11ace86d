"""The legend of a map: the signs that are on it, and no others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from witp_pbem.report.layout import in_key_order
from witp_pbem.report.map import counters, looks, movement_arrows, overlays
from witp_pbem.report.map.counters import text
from witp_pbem.report.map.geometry import MARGIN, WIDEST, View, px, text_width
from witp_pbem.report.map.looks import fonts, sign
from witp_pbem.report.map.places import icon
from witp_pbem.table.chart import Chart, Course, EdgeKind, Ground, LineLooks, Mark, Overlay, Sheet, Stack
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

_SIZE = 10.0
_LINE = 21.0
_GAP = 22.0
_DOT = 16.0  # room of a symbol


class Entry(NamedTuple):
    """A sign of the legend.

    Attributes:
        sign: drawn from (0, 0), with the middle of the line at y = 0.
        room: its width.
        overlay: the overlay it belongs to, "" for none.
    """

    sign: str
    room: float
    meaning: str
    overlay: str = ""


def legend(chart: Chart, view: View, drawn: Collection[str], top: float, prefix: str,
           wide: float = WIDEST, *, switched: bool = False) -> tuple[str, float]:
    """The legend and how far down it goes. `drawn` are the overlays, `wide` the picture.

    Where overlays are `switched` by a page, movements are there in any case, and the others have their `key`.
    """
    parts, y = [], top
    head, below = (_HEAD, 0) if wide > _SLIM else (0, 1)
    for title, entries in _groups(chart, view, ("moves",) if switched else drawn, prefix):
        if not entries:
            continue
        parts.append(text(MARGIN, y + 4, _SIZE, title, "m-soft m-bold"))
        y += below * _LINE
        for entry, left, line in _set(entries, MARGIN + head, wide - MARGIN):
            sign = _entry(entry, left, y + line * _LINE)
            parts.append(overlays.layer(entry.overlay, sign, drawn, switched=True)
                         if switched and entry.overlay else sign)
        y += (line + 1) * _LINE + 4
    return "".join(parts), y - 10


_HEAD = 92.0
_SLIM = 400.0  # points; the title of a group stands above it in a legend that is no wider


def key(chart: Chart, view: View, overlay: Overlay, prefix: str, wide: float) -> str:
    """What the signs of an overlay mean, as an SVG that uses the symbols of the map beside it; "" for no signs."""
    parts, end = [], 0.0
    for entry, left, line in _set(list(_overlays(chart, view, (overlay.code,), prefix)), 2, wide):
        end = _LINE * (line + 1)
        parts.append(_entry(entry, left, end - _LINE / 2))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" viewBox="0 0 {px(wide)} {px(end)}" '
            f'width="{px(1.2 * wide)}" height="{px(1.2 * end)}" role="group" '
            f'font-family=\'{fonts()}\'>{"".join(parts)}</svg>'
            if parts else "")


def _set(entries: Sequence[Entry], left: float, right: float) -> Iterator[tuple[Entry, float, int]]:
    """Entries set between two margins: where each begins, and in which line, from 0."""
    at, line = left, 0
    for entry in entries:
        room = entry.room + 5 + text_width(entry.meaning, _SIZE)
        if at + room > right and at > left:
            at, line = left, line + 1
        yield entry, at, line
        at += room + _GAP


def _entry(entry: Entry, left: float, y: float) -> str:
    return (f'<g transform="translate({px(left)} {px(y)})">{entry.sign}</g>'
            f'{text(left + entry.room + 5, y + 4, _SIZE, entry.meaning, "m-ink")}')


def _groups(chart: Chart, view: View, drawn: Collection[str], prefix: str) -> Iterator[tuple[str, list[Entry]]]:
    stacks = [stack for stack in chart.stacks if stack.place in view.shown]
    yield say("Sides"), list(_sides(chart, stacks, prefix))
    yield say("Counters"), list(_counters(stacks, chart, view, prefix))
    yield say("Places"), list(_places(chart, view, prefix))
    yield say("Ground"), list(_ground(chart, view, prefix))
    yield say("Events"), list(_events(chart, view, drawn, prefix))
    yield say("Overlays"), list(_overlays(chart, view, drawn, prefix))


def grounds(sheet: Sheet, view: View) -> list[Ground]:
    """The kinds of ground that are shown and painted with something of their own."""
    used = [kind for spot in view.spots for kind in (spot.ground, spot.cover) if kind and (kind.colour or kind.pattern)]
    return [kind for kind in in_key_order(sheet, used) if isinstance(kind, Ground)]


def _sides(chart: Chart, stacks: Sequence[Stack], prefix: str) -> Iterator[Entry]:
    for code, name in chart.sides:
        side = chart.number_of(code)
        boxes = [(_letters(group, side), group[0].nation.name)
                 for (owner, _), group in counters.nations(stacks).items() if owner == code]
        shape = icon(f"sign-{side}", 6, 0, prefix)
        if len(boxes) == 1 and boxes[0][1] == name:
            box = boxes.pop()[0]
            yield Entry(f'{shape}<g transform="translate(15 0)">{box.sign}</g>', 15 + box.room, name)
        else:
            yield Entry(shape, 12, name)
        for box, nation in boxes:
            yield box._replace(meaning=nation)


def _letters(group: Sequence[Stack], side: int) -> Entry:
    """A nation's letters on a box of its side."""
    letters = group[0].nation.letters
    wide, colour = text_width(letters, 8, bold=True) + 8, group[0].nation.colour
    body = (f'<path class="m-g-{colour} m-rim{side}" d="M0 0H{px(wide)}V13H0Z"/>' if colour else
            counters.frame(wide, 13, side)) + text(wide / 2, 9.5, 8, letters,
                                                   f"{f'm-f{side}' if colour else counters.on(side)} m-bold m-mid")
    return Entry(f'<g transform="translate(0 -6.5)">{body}</g>', wide, "")


def _counters(stacks: Sequence[Stack], chart: Chart, view: View, prefix: str) -> Iterator[Entry]:
    for kind in dict.fromkeys(stack.kind for stack in stacks):
        wide, drawn = text_width(kind.sign, 10, bold=True) + 2, ""
        if kind.silhouette:
            drawn = f'<g class="m-ink">{icon(f"kind-{kind.silhouette}", 7, 0, prefix, 1.05)}</g>'
        left = 17 if drawn else 0
        yield Entry(drawn + text(left, 4, 10, kind.sign, "m-ink m-bold"), left + wide, kind.name)
    reduced = chart.sheet.reduced or say("reduced")
    some = next((stack for stack in stacks if 0 < stack.reduced < stack.size), None)
    every = next((stack for stack in stacks if stack.reduced == stack.size), None)
    whole = next((stack for stack in stacks if not stack.reduced), None)
    if view.is_close:
        worn = some or every
        if worn:
            yield _sample(worn, chart, prefix, say("in brackets, framed: {reduced}", reduced=reduced), close=True)
        return
    if whole:
        yield _sample(whole, chart, prefix, say.plural(whole.size, "{n} counter", "{n} counters"))
    if some:
        yield _sample(some, chart, prefix, say("arrowhead: some {reduced}", reduced=reduced))
    if every:
        yield _sample(every, chart, prefix, say("arrowhead and hatching: all {reduced}", reduced=reduced))


def _sample(stack: Stack, chart: Chart, prefix: str, meaning: str, *, close: bool = False) -> Entry:
    side = chart.number_of(stack.side)
    if close:
        box = counters.close([stack._replace(units=(f"[{stack.nation.letters}-…]",), values=())], side, 200, prefix)
    else:
        box = counters.far([stack], side, prefix)
    return Entry(f'<g class="m-mid" transform="translate(0 {px(-box.tall / 2)})">{box.body}</g>', box.wide, meaning)


def _places(chart: Chart, view: View, prefix: str) -> Iterator[Entry]:
    spots, names = view.spots, dict(chart.sides)
    markers = [marker for marker in chart.markers if marker.place in view.shown]
    used = [mark for spot in spots for mark in spot.marks] + [marker.mark for marker in markers if not marker.side]
    for mark in in_key_order(chart.sheet, used):
        if isinstance(mark, Mark):
            yield Entry(icon(sign(mark.glyph), 7, 0, prefix), _DOT, mark.name)
    for mark, side in dict.fromkeys((marker.mark, marker.side) for marker in markers if marker.side):
        yield Entry(icon(f"{sign(mark.glyph)}-{chart.number_of(side)}", 7, 0, prefix), _DOT,
                    say("{thing} of {side}", thing=mark.name, side=names.get(side, side)))
    for side in dict.fromkeys(spot.control for spot in spots if spot.control):
        if any(spot.control == side and spot.owner in ("", side) for spot in spots):
            yield Entry(icon(f"sign-{chart.number_of(side)}", 7, 0, prefix), _DOT,
                        say("held by {side}", side=names.get(side, side)))
        if any(spot.control == side and spot.owner not in ("", side) for spot in spots):
            yield Entry(icon(f"taken-{chart.number_of(side)}", 7, 0, prefix), _DOT,
                        say("taken by {side}", side=names.get(side, side)))


def _ground(chart: Chart, view: View, prefix: str) -> Iterator[Entry]:
    box, sheet = "M0-7H18V7H0Z", chart.sheet
    shown = grounds(sheet, view)
    if not view.has_hexes:
        plain_ones = [kind for kind in in_key_order(sheet, (spot.ground for spot in view.spots if spot.ground.name))
                      if kind not in shown and isinstance(kind, Ground)]
        for kind in plain_ones:
            path = overlays.disc(8, 0, 7) if kind.outline == "circle" else "M1-6H16V6H1Z"
            fill = "m-pool" if kind.surface == "water" else "m-land"
            yield Entry(f'<path class="{fill}" d="{path}"/><path class="m-coast" stroke-width="1.2" d="{path}"/>', 17,
                        kind.name)
    for kind in shown:
        body = f'<path class="m-g-{kind.colour}" d="{box}"/>' if kind.colour else ""
        if kind.pattern == "peaks":
            body += '<path class="m-peak" d="M2 5 7-4 11 3M9 5 13-1 17 5"/>'
        elif kind.pattern:
            body += f'<path fill="url(#{prefix}m-p-{kind.pattern})" d="{box}"/>'
        rim = f'<path class="m-grid" d="{box}"/>' if kind.colour == "white" or not view.has_hexes else ""
        yield Entry(body + rim, 18, kind.name)
    edges = [edge for edge in sheet.edges if edge.first in view.shown or edge.second in view.shown]
    used = [edge.kind for edge in edges]
    if any(spot.seas for spot in view.spots):
        used += [kind for kind in sheet.key if isinstance(kind, EdgeKind) and kind.looks == "wall"]
    for line in in_key_order(sheet, used):
        if isinstance(line, EdgeKind) and line.name and line.looks != "none":
            yield Entry(_line(line.looks) + _HOLLOW * (line.hollow and line.looks == "route"), 24, line.name)
    if any(edge.length > 1 and edge.kind.looks in looks.WAYS for edge in edges):
        yield Entry(f'{_line("route")}<circle class="m-stop" cx="12" r="4"/>', 24, say("each dot: one step longer"))


_HOLLOW = '<circle class="m-disc m-d0" cx="12" r="4"/>'  # the dot of a route whose length is not certain


def _line(looks_like: LineLooks) -> str:
    """A piece of a line between two places."""
    if looks_like in looks.WAYS:
        return looks.way(looks_like, "M1 0H23")
    if looks_like == "rampart":
        return f'<path {looks.RAMPART} d="M3 0H16"/>'
    return f'<path class="m-{looks_like}" d="M1 0H17"/>'


def _events(chart: Chart, view: View, drawn: Collection[str], prefix: str) -> Iterator[Entry]:
    names = dict(chart.sides)
    if any(clash.place in view.shown for clash in chart.clashes):
        yield Entry('<path class="m-burst" d="M9-8 11-3.5 16-5.5 14-1 18 1.5 13.5 3 14.5 8 10 5.5 6 8.5 5.5 4 0 3.5 '
                    '4 .5 1-4 6-3Z"/>', 18, say("battle fought"))
    last = {clash.place: clash.winner for clash in chart.clashes if clash.place in view.shown}
    for side in sorted({winner for winner in last.values() if winner}, key=lambda winner: chart.number_of(winner)):
        yield Entry(icon(f"won-{chart.number_of(side)}", 7, 0, prefix), _DOT,
                    say("won by {side}", side=names.get(side, side)))
    if any(place in view.shown for place in chart.continuing):
        yield Entry(icon("swords", 7, 0, prefix), _DOT, say("battle goes on"))
    if "moves" not in drawn:
        return
    moving = [arrow for arrow in chart.arrows if set(arrow.route) & view.shown]
    if any(arrow.cost is not None for arrow in moving):
        yield Entry(f'<circle class="m-disc m-s0" cx="7" r="6.6"/>{text(7, 3.2, 9, "3", "m-ink m-bold m-mid")}', _DOT,
                    say("cost of the way"), "moves")
    for course in in_key_order(chart.sheet, (arrow.course for arrow in moving)):
        if isinstance(course, Course):
            for side in sorted({arrow.side for arrow in moving if arrow.course == course}, key=chart.number_of):
                yield Entry(movement_arrows.line([(1, 0), (34, 0)], course.stroke, chart.number_of(side), 34), 34,
                            say("{thing} of {side}", thing=course.name, side=names.get(side, side)), "moves")


def _overlays(chart: Chart, view: View, drawn: Collection[str], prefix: str) -> Iterator[Entry]:
    for area in chart.areas:
        if area.overlay.code in drawn and set(area.places) & view.shown:
            side = chart.number_of(area.side)
            box = "M0-7H24V7H0Z"
            yield Entry(overlays.sample(area.overlay, side, box, prefix), 24, area.label)
    for network in chart.networks:
        if network.overlay.code in drawn and network.lines:
            yield Entry(overlays.lines("M0 0H24", chart.number_of(network.side)), 24, network.label)
