"""What the signs of a map mean: of those that are on it, and of no others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from witp_pbem.report.map import counters, movement, overlays
from witp_pbem.report.map.counters import text
from witp_pbem.report.map.geometry import MARGIN, WIDEST, View, px, text_width
from witp_pbem.report.map.looks import fonts
from witp_pbem.report.map.places import icon
from witp_pbem.table.chart import Chart, Overlay, Stack
from witp_pbem.table.language import say

_SIZE = 11.0
_LINE = 20.0
_GAP = 22.0
_DOT = 16.0  # room of a symbol


class Entry(NamedTuple):
    """A sign, drawn from (0, 0) with the middle of the line at y = 0; the room it takes; what it means; the overlay it
    belongs to."""

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
    for title, entries in _groups(chart, view, ("moves",) if switched else drawn, prefix):
        if not entries:
            continue
        parts.append(text(MARGIN, y + 4, _SIZE, title, "m-soft m-bold"))
        for entry, left, line in _set(entries, MARGIN + _HEAD, wide - MARGIN):
            sign = _entry(entry, left, y + line * _LINE)
            parts.append(overlays.layer(entry.overlay, sign, drawn, switched=True)
                         if switched and entry.overlay else sign)
        y += (line + 1) * _LINE + 4
    return "".join(parts), y - 10


_HEAD = 92.0


def key(chart: Chart, view: View, overlay: Overlay, prefix: str, wide: float) -> str:
    """What the signs of an overlay mean, as an SVG that uses the symbols of the map beside it; "" for no signs."""
    parts, end = [], 0.0
    for entry, left, line in _set(list(_overlays(chart, view, (overlay,), prefix)), 2, wide):
        end = _LINE * (line + 1)
        parts.append(_entry(entry, left, end - _LINE / 2))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" viewBox="0 0 {px(wide)} {px(end)}" '
            f'width="{px(wide)}" height="{px(end)}" role="group" font-family=\'{fonts()}\'>{"".join(parts)}</svg>'
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
    stacks = [stack for stack in chart.stacks if stack.hex in view.shown]
    yield say("Sides"), list(_sides(chart, stacks, prefix))
    yield say("Counters"), list(_counters(stacks, chart, view, prefix))
    yield say("Places"), list(_places(chart, view, prefix))
    yield say("Ground"), list(_ground(chart, view, prefix))
    yield say("Events"), list(_events(chart, view, drawn, prefix))
    yield say("Overlays"), list(_overlays(chart, view, drawn, prefix))


def _sides(chart: Chart, stacks: Sequence[Stack], prefix: str) -> Iterator[Entry]:
    for code, name in chart.sides:
        side = chart.number_of(code)
        boxes = [(_letters(group, side), group[0].nation_name)
                 for (owner, _), group in counters.nations(stacks).items() if owner == code]
        sign = icon(f"sign-{side}", 6, 0, prefix)
        if len(boxes) == 1 and boxes[0][1] == name:
            box = boxes.pop()[0]
            yield Entry(f'{sign}<g transform="translate(15 0)">{box.sign}</g>', 15 + box.room, name)
        else:
            yield Entry(sign, 12, name)
        for box, nation in boxes:
            yield box._replace(meaning=nation)


def _letters(group: Sequence[Stack], side: int) -> Entry:
    """A nation's letters on a box of its side."""
    letters = counters.letters(group)
    wide = text_width(letters, 7.6, bold=True) + 8
    body = counters.frame(wide, 13, side) + text(wide / 2, 9.4, 7.6, letters, f"{counters.on(side)} m-bold m-mid")
    return Entry(f'<g transform="translate(0 -6.5)">{body}</g>', wide, "")


def _counters(stacks: Sequence[Stack], chart: Chart, view: View, prefix: str) -> Iterator[Entry]:
    seen: dict[str, str] = {}
    for stack in stacks:
        seen.setdefault(stack.sign, stack.kind_name)
    for sign, name in seen.items():
        wide = text_width(sign, 10, bold=True) + 2
        yield Entry(text(0, 4, 10, sign, "m-ink m-bold"), wide, name)
    some = next((stack for stack in stacks if 0 < stack.reduced < stack.size), None)
    every = next((stack for stack in stacks if stack.reduced == stack.size), None)
    whole = next((stack for stack in stacks if not stack.reduced), None)
    if view.is_close:
        worn = some or every
        if worn:
            yield _sample(worn, chart, prefix, say("in brackets, framed: reduced"), close=True)
        return
    if whole:
        yield _sample(whole, chart, prefix, say.plural(whole.size, "{n} counter", "{n} counters"))
    if some:
        yield _sample(some, chart, prefix, say("cut corner: some reduced"))
    if every:
        yield _sample(every, chart, prefix, say("hatched: all reduced"))


def _sample(stack: Stack, chart: Chart, prefix: str, meaning: str, *, close: bool = False) -> Entry:
    side = chart.number_of(stack.side)
    if close:
        box = counters.close([stack._replace(units=(f"[{counters.letters([stack])}-…]",))], side, 200)
    else:
        box = counters.far([stack], side, prefix)
    return Entry(f'<g class="m-mid" transform="translate(0 {px(-box.tall / 2)})">{box.body}</g>', box.wide, meaning)


def _places(chart: Chart, view: View, prefix: str) -> Iterator[Entry]:
    cells = view.cells
    names = dict(chart.sides)
    for name, there, meaning in (
            ("port", any(cell.site == "port" for cell in cells), say("port")),
            ("airfield", any(cell.site == "airfield" for cell in cells), say("airfield")),
            ("source", any(cell.source for cell in cells), say("supply source")),
            ("resource", any(cell.resource for cell in cells), say("resource hex")),
            ("victory", any(cell.victory for cell in cells), say("counts for victory"))):
        if there:
            yield Entry(icon(name, 7, 0, prefix), _DOT, meaning)
    for side in dict.fromkeys(depot.side for depot in chart.depots if depot.hex in view.shown):
        yield Entry(icon(f"depot-{chart.number_of(side)}", 7, 0, prefix), _DOT,
                    say("base of {side}", side=names.get(side, side)))
    for side in dict.fromkeys(cell.control for cell in cells if cell.control):
        if any(cell.control == side == cell.owner or (cell.control == side and not cell.owner) for cell in cells):
            yield Entry(icon(f"sign-{chart.number_of(side)}", 7, 0, prefix), _DOT,
                        say("held by {side}", side=names.get(side, side)))
        if any(cell.control == side and cell.owner not in ("", side) for cell in cells):
            yield Entry(icon(f"taken-{chart.number_of(side)}", 7, 0, prefix), _DOT,
                        say("taken by {side}", side=names.get(side, side)))


def _ground(chart: Chart, view: View, prefix: str) -> Iterator[Entry]:
    if any(cell.jungle for cell in view.cells):
        yield Entry(f'<path class="m-wood" d="M0-7H18V7H0Z"/><path fill="url(#{prefix}m-jungle)" d="M0-7H18V7H0Z"/>',
                    18, say("jungle"))
    if any(cell.terrain == "mountain" for cell in view.cells):
        yield Entry('<path class="m-rock" d="M0-7H18V7H0Z"/><path class="m-peak" d="M2 5 7-4 11 3M9 5 13-1 17 5"/>', 18,
                    say("mountains"))
    if any(set(pair) & view.shown for pair in chart.sheet.closed) or any(cell.seas for cell in view.cells):
        yield Entry('<path class="m-wall" d="M1 0H17"/>', 18, say("closed to fleets"))


def _events(chart: Chart, view: View, drawn: Collection[str], prefix: str) -> Iterator[Entry]:
    names = dict(chart.sides)
    if any(clash.hex in view.shown for clash in chart.clashes):
        yield Entry('<path class="m-burst" d="M9-8 11-3.5 16-5.5 14-1 18 1.5 13.5 3 14.5 8 10 5.5 6 8.5 5.5 4 0 3.5 '
                    '4 .5 1-4 6-3Z"/>', 18, say("battle fought"))
    last = {clash.hex: clash.winner for clash in chart.clashes if clash.hex in view.shown}
    for side in sorted({winner for winner in last.values() if winner}, key=lambda winner: chart.number_of(winner)):
        yield Entry(icon(f"won-{chart.number_of(side)}", 7, 0, prefix), _DOT,
                    say("won by {side}", side=names.get(side, side)))
    if any(number in view.shown for number in chart.continuing):
        yield Entry(icon("swords", 7, 0, prefix), _DOT, say("battle goes on"))
    if "moves" not in drawn:
        return
    words: dict[str, Callable[[], str]] = {
        "move": lambda: say("movement of {side}"), "redeploy": lambda: say("redeployment of {side}"),
        "retreat": lambda: say("retreat of {side}"), "displace": lambda: say("displacement of {side}"),
        "arrive": lambda: say("arrival of {side}")}
    seen = dict.fromkeys((arrow.course, arrow.side) for arrow in chart.arrows
                         if any(number in view.shown for number in arrow.route))
    if any(arrow.cost is not None and set(arrow.route) & view.shown for arrow in chart.arrows):
        yield Entry(f'<circle class="m-disc m-s0" cx="7" r="6.6"/>{text(7, 3.2, 9, "3", "m-ink m-bold m-mid")}', _DOT,
                    say("cost of the way"), "moves")
    for course, side in sorted(seen, key=lambda each: (list(words).index(each[0]), chart.number_of(each[1]))):
        told = words[course]().format(side=names.get(side, side))
        yield Entry(movement.line([(1, 0), (34, 0)], course, chart.number_of(side), 34), 34, told, "moves")


def _overlays(chart: Chart, view: View, drawn: Collection[str], prefix: str) -> Iterator[Entry]:
    for area in chart.areas:
        if area.overlay in drawn and set(area.hexes) & view.shown:
            side = chart.number_of(area.side)
            box = "M0-7H24V7H0Z"
            yield Entry(overlays.ground(area.overlay, side, box, box, prefix), 24, area.label)
    for network in chart.networks:
        if network.overlay in drawn and network.lines:
            yield Entry(overlays.lines("M0 0H24", chart.number_of(network.side)), 24, network.label)
