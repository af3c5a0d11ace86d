"""Hexes and points with all that is printed in them and stands on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from itertools import product
from math import cos, pi, sin

from witp_pbem.report.layout import plain
from witp_pbem.report.map import counters
from witp_pbem.report.map.counters import Box, text
from witp_pbem.report.map.geometry import FULL, HALF, View, px, text_width
from witp_pbem.report.map.looks import anchor, sign
from witp_pbem.table.chart import Arrow, Chart, Clash, Mark, Marker, Spot, Stack
from witp_pbem.table.columns import NOT_FIRST
from witp_pbem.table.language import labelled, listing, parts, say
from witp_pbem.table.tuples import NamedTuple

_TOP = -6.5  # where more than one line of counters begins below the middle of a hex, and where it ends at the latest
_DEEP = HALF * FULL + 2.6
_IN_POINT, _OVER_POINT = (64.0, 30.0, -20.0), (94.0, 46.0, -22.0)  # of a point, whose name stands above it: see `_Room`
_WIDEST = 76.0  # width of a block of counters with nothing in the hexes beside
_SMALLEST = 0.9  # how much smaller than drawn counters may be, so that their letters can be read
_BADGE = 13.0  # height of a sign among counters
NAME = 9.4  # size of a place's name
_MOST = 58.0  # width of a line of it
_LONGEST = 19.0  # points an id may take up
_NOT_FIRST = NOT_FIRST | {"ン"}  # of the second line of a name


class _Room(NamedTuple):
    """Room for a block of counters: how wide it may be, how far below the middle of the place it may end, and where it
    begins if it has more than one line."""

    wide: float
    bottom: float
    top: float = _TOP


class _Block(NamedTuple):
    """A block of counters and signs.

    Attributes:
        scale: how much smaller it must be to fit its room, 1 at most.
        top: where it begins below the middle of the place.
    """

    scale: float
    body: Box
    top: float


_STRETCHES = (1.0, 1.15, 1.3, 0.8, 0.6)  # how much wider or narrower than their room lines are tried
_GAP = 1.4  # between boxes


@dataclass
class PlaceContents:
    """What a chart has in one place."""

    stacks: list[Stack] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)
    clashes: list[Clash] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    continuing: bool = False


class EveryPlace(dict[str, PlaceContents]):
    """What a chart has in each place that has anything; nothing in all others."""

    def __missing__(self, place: str) -> PlaceContents:
        return _NOTHING


_NOTHING = PlaceContents()


def by_place(chart: Chart) -> EveryPlace:
    """What stands and happened in each place of a chart."""
    contents: defaultdict[str, PlaceContents] = defaultdict(PlaceContents)
    for stack in chart.stacks:
        contents[stack.place].stacks.append(stack)
    for marker in chart.markers:
        contents[marker.place].markers.append(marker)
    for clash in chart.clashes:
        contents[clash.place].clashes.append(clash)
    for arrow in chart.arrows:
        for end in dict.fromkeys((arrow.route[0], arrow.route[-1])):
            contents[end].arrows.append(arrow)
    for place in chart.continuing:
        contents[place].continuing = True
    return EveryPlace(contents)


def battles_last(spots: Iterable[Spot], every: Mapping[str, PlaceContents]) -> list[Spot]:
    """Places in the order in which they are drawn: the signs of a battle lie near the rim, where counters in the place
    beside would hide them."""
    return sorted(spots, key=lambda spot: bool(every[spot.place].clashes or every[spot.place].continuing))


def _badges(spot: Spot, contents: PlaceContents, chart: Chart) -> Iterator[str]:
    """The signs that stand among the counters: markers, then what is printed."""
    for marker in contents.markers:
        glyph = sign(marker.mark.glyph)
        yield f"{glyph}-{chart.number_of(marker.side)}" if marker.side else glyph
    first = beside(spot)
    yield from (sign(mark.glyph) for mark in spot.marks if mark is not first)


def beside(spot: Spot) -> Mark | None:
    """The mark that stands beside the place's id."""
    return next((mark for mark in spot.marks if mark.beside), None)


def lettering(spot: Spot) -> tuple[str, str]:
    """What is written in a place: its id, "" where the name says it or it is too long, and its name."""
    is_short = text_width(plain(spot.place), 7.8) <= _LONGEST
    name = spot.name or ("" if is_short else spot.place)
    return (spot.place if is_short and spot.called != name else ""), plain(name)


def alone(spot: Spot, contents: Mapping[str, PlaceContents], view: View) -> bool:
    """Whether the hexes to the left and to the right of one have neither name nor counters nor signs."""
    if not view.has_hexes:
        return False
    column = view.board.xy(spot.place)[0]
    return not any(other in view.furnished or contents[other].stacks or contents[other].markers
                   for other in view.board.neighbours(spot.place) if view.board.xy(other)[0] != column)


def rooms(spot: Spot, contents: Mapping[str, PlaceContents], view: View) -> tuple[_Room, ...]:
    """The rooms for counters in a place: above the names in the hexes to the lower left and right, and between them. A
    point has nothing beside it, and is too small for many."""
    if not view.has_hexes:
        return _Room(*_IN_POINT), _Room(*_OVER_POINT)
    across, between = 1.5 * view.size, counters.WIDE
    x, y = view.board.xy(spot.place)
    others = [other for other in view.board.neighbours(spot.place) if other in view.names
              and (abs(view.board.xy(other)[0] - x), view.board.xy(other)[1] - y) == (1, 1)]
    for other in others:
        wide = max(text_width(line, NAME) for line in name_lines(view.names[other], NAME, _MOST))
        between = min(between, 2 * (across - min(wide, _MOST + 6) / 2) - 1)
    return (_Room(counters.WIDE, HALF * FULL - NAME * 2), _Room(between, _DEEP),
            *([_Room(_WIDEST, _DEEP)] if alone(spot, contents, view) else ()))


def place(spot: Spot, every: Mapping[str, PlaceContents], chart: Chart, view: View, prefix: str) -> tuple[str, str]:
    """What is printed in a place, which must lie below the counters of all places in a group that gives it the looks of
    an id, and the place with what stands in it and a title that tells everything. `every` is what is in all places."""
    title = escape("\n".join(plain(line) for line in _title(spot, every[spot.place], chart)))
    printed, counters = inside(spot, every, chart, view, prefix)
    x, y = view.centre(spot.place)
    there = f'transform="translate({px(x)} {px(y)})"'
    return (f'<g {there}>{printed}</g>',
            f'<g id="{prefix}m-{anchor(spot.place)}" {there}><title>{title}</title>'
            f'<use class="m-hit" href="#{prefix}m-hex"/>{counters}</g>')


def inside(spot: Spot, every: Mapping[str, PlaceContents], chart: Chart, view: View, prefix: str) -> tuple[str, str]:
    """What is printed in a place and what stands in it, round its middle and without a title."""
    printed, standing = _inside(spot, every, chart, view, prefix)
    return "".join(printed), "".join(standing)


def _inside(spot: Spot, every: Mapping[str, PlaceContents], chart: Chart, view: View,
            prefix: str) -> tuple[list[str], list[str]]:
    contents = every[spot.place]
    names, parts = (_close(spot, contents, chart, view, prefix) if view.is_close
                    else _far(spot, contents, chart, rooms(spot, every, view), prefix))
    if not view.has_hexes:
        names = _name_above(spot, view)
    return [*_head(spot, chart, view, prefix), *names], [*parts, *_fought(contents, chart, view, prefix)]


def lasting(spot: Spot, chart: Chart, view: View) -> list[str]:
    """What is printed in a place of the whole map whatever stands there and whoever holds it."""
    head = _head(spot._replace(control=""), chart, view, "")
    if not view.has_hexes:
        return [*head, *_name_above(spot, view)]
    return [*head, *(_name(spot, -9.6, NAME, _MOST, one_line=True) if _has_one_line(spot) else ())]


def _has_one_line(spot: Spot) -> bool:
    """Whether the name of a hex has one line; else it moves out of the way of counters."""
    return len(name_lines(lettering(spot)[1], NAME, _MOST)) == 1


def passing(spot: Spot, every: Mapping[str, PlaceContents], chart: Chart, view: View) -> tuple[str, str]:
    """What `inside` draws, without what is `lasting`."""
    if spot.place not in every and not spot.control and not spot.marks and _has_one_line(spot):
        return "", ""  # as in most places
    printed, standing = _inside(spot, every, chart, view, "")
    same = lasting(spot, chart, view)
    return "".join(part for part in printed if part not in same), "".join(standing)


def icon(name: str, x: float, y: float, prefix: str, scale: float = 1.0) -> str:
    """A symbol in its place."""
    if scale == 1.0:
        return f'<use href="#{prefix}m-{name}" x="{px(x)}" y="{px(y)}"/>'
    return f'<use href="#{prefix}m-{name}" transform="translate({px(x)} {px(y)}) scale({scale:.2g})"/>'


# -- in words ---------------------------------------------------------------------------------------------------


def _title(spot: Spot, contents: PlaceContents, chart: Chart) -> Iterator[str]:
    names = dict(chart.sides)
    yield spot.called
    yield from spot.facts
    if spot.control:
        yield say("Held by {side}", side=names.get(spot.control, spot.control))
    for marker in contents.markers:
        yield marker.label
    for stack in contents.stacks:
        units = labelled(listing((stack.nation.name, stack.kind.name)), listing(stack.labels))
        yield parts((units, stack.remark)) if stack.remark else units
    if contents.continuing:
        yield say("The battle here goes on.")
    yield from (clash.label for clash in contents.clashes)
    yield from (arrow.label for arrow in contents.arrows)


# -- in the place -------------------------------------------------------------------------------------------------


def _head(spot: Spot, chart: Chart, view: View, prefix: str) -> Iterator[str]:
    """The first line: installation, id, and who holds it; of a point they stand on its rim."""
    if not view.has_hexes:
        yield from _rim(spot, chart, view, prefix)
        return
    k = 1.5 if view.is_close else 1.0
    y = -HALF * view.size + 7.4 * k
    written, _ = lettering(spot)
    if written:
        yield f'<text y="{px(y + 1.6 * k)}">{escape(plain(written))}</text>'
    mark = beside(spot)
    if mark:
        yield icon(sign(mark.glyph), -15.5 * k, y, prefix, 0.95 * k)
    if spot.control:
        side = chart.number_of(spot.control)
        if spot.owner and spot.owner != spot.control:
            yield icon(f"taken-{side}", 15.5 * k, y, prefix, k)
        else:
            yield icon(f"sign-{side}", 15 * k, y - 0.4 * k, prefix, 0.95 * k)


def _rim(spot: Spot, chart: Chart, view: View, prefix: str) -> Iterator[str]:
    """What stands on the rim of a point, on discs: its mark to the left, who holds it to the right, and its id between
    them."""
    k, (across, down) = 1.5 if view.is_close else 1.0, _on_rim(view)
    written, _ = lettering(spot)
    if written:
        yield f'<text y="{px(down + 3.2 * k)}">{escape(plain(written))}</text>'
    if mark := beside(spot):
        yield _disc(-across, down, k) + icon(sign(mark.glyph), -across, down, prefix, 1.1 * k)
    if spot.control:
        side = chart.number_of(spot.control)
        if spot.owner and spot.owner != spot.control:
            yield icon(f"taken-{side}", across, down, prefix, 1.1 * k)
        else:
            yield _disc(across, down, k) + icon(f"sign-{side}", across, down, prefix, k)


def _on_rim(view: View) -> tuple[float, float]:
    """How far from the middle of a point to the right, and down, the sign of who holds it stands."""
    return 0.82 * view.size, -0.74 * view.size


def _disc(x: float, y: float, k: float) -> str:
    return f'<circle class="m-disc m-d0" cx="{px(x)}" cy="{px(y)}" r="{px(7.6 * k)}"/>'


def _fought(contents: PlaceContents, chart: Chart, view: View, prefix: str) -> Iterator[str]:
    """Left and right above the counters, of a point beside them: who won the last battle here, and whether one goes
    on."""
    near = 1.5 if view.is_close else 1.0
    across, down = (0.74 * view.size, -0.32 * view.size) if view.has_hexes else (1.16 * view.size, -0.2 * view.size)
    if contents.clashes and contents.clashes[-1].winner:
        yield icon(f"won-{chart.number_of(contents.clashes[-1].winner)}", -across, down, prefix, near)
    if contents.continuing:
        yield icon("swords", across, down, prefix, near)


def name_lines(name: str, size: float, most: float) -> list[str]:
    """A name in one line, or in two where it is much too long for one."""
    name = plain(name)
    if text_width(name, size) <= (1.18 if not name.isascii() else 1.0) * most or len(name) < 4:
        return [name]
    blanks = [index + 1 for index, letter in enumerate(name[1:-1], 1) if letter in " ・-"]
    cuts = blanks or [index for index in range(2, len(name) - 1) if name[index] not in _NOT_FIRST]
    if not cuts:
        return [name]
    cut = min(cuts, key=lambda index: abs(index - len(name) / 2))
    return [name[:cut].strip(), name[cut:].strip()]


def _name(spot: Spot, top: float, size: float, most: float, *, one_line: bool) -> Iterator[str]:
    _, name = lettering(spot)
    if not name:
        return
    looks = "m-name m-water" if spot.ground.surface == "water" else "m-name"
    lines = [name] if one_line else name_lines(name, size, most)
    for number, line in enumerate(lines):
        wide = text_width(line, size)
        fitted = size * min(1.0, (most + 6) / wide) if wide else size
        yield text(0, top + number * size * 0.98, fitted, line, looks)


def _name_above(spot: Spot, view: View) -> Iterator[str]:
    """The name of a point, above it."""
    if name := lettering(spot)[1]:
        size, _, base = _above(view)
        yield text(0, base, size, name, "m-name m-bold")


def _above(view: View) -> tuple[float, float, float]:
    """The name of a point: how large it is, how high, and where it stands below the middle."""
    size = 17.0 if view.is_close else 11.6
    return size, 0.8 * size, -view.size - 0.45 * size


def labels(spot: Spot, view: View) -> Iterator[tuple[float, float, float, float]]:
    """Where the first line of a place and its name lie, roughly: left, top, right, bottom round its middle."""
    k = 1.5 if view.is_close else 1.0
    if not view.has_hexes:
        (across, down), (size, tall, base) = _on_rim(view), _above(view)
        wide = text_width(lettering(spot)[1], size, bold=True) / 2
        yield -across - 8 * k, down - 8 * k, across + 8 * k, down + 8 * k
        yield -wide, base - tall, wide, base + 0.2 * size
        return
    top = -HALF * view.size + 3.2 * k
    yield -21 * k if beside(spot) else -9 * k, top, 19.5 * k if spot.control else 9 * k, top + 8.4 * k
    _, name = lettering(spot)
    if not name:
        return
    base, size, most = (top + 33 - 3.2 * k, 14.5, 1.3 * view.size) if view.is_close else (-9.6, NAME, _MOST)
    lines = [name] if view.is_close else name_lines(name, size, most)
    wide = min(most + 6, max(text_width(line, size) for line in lines)) / 2
    yield -wide, base - 0.75 * size, wide, base + (len(lines) - 1) * size + 0.2 * size


def badge(name: str, prefix: str, scale: float = 1.0) -> Box:
    """A symbol as a box among counters."""
    wide, tall = 11 * scale, _BADGE * scale
    return Box(wide, tall, lambda: icon(name, wide / 2, tall / 2, prefix, scale))


def _row(names: Sequence[str], y: float, prefix: str, scale: float) -> Iterator[str]:
    step = 12.5 * scale
    for number, name in enumerate(names):
        yield icon(name, (number - (len(names) - 1) / 2) * step, y, prefix, scale)


def _far(spot: Spot, contents: PlaceContents, chart: Chart, rooms: tuple[_Room, ...],
         prefix: str) -> tuple[Iterable[str], Iterable[str]]:
    """The name, and counters and signs."""
    if not contents.stacks:
        is_long = len(name_lines(lettering(spot)[1], NAME, _MOST)) > 1
        return (_name(spot, -9.6, NAME, _MOST, one_line=False),
                _row(tuple(_badges(spot, contents, chart)), 13 if is_long else 10, prefix, 1.0))
    body, top, scale = standing(spot, contents, chart, rooms, prefix)
    return _name(spot, -9.6, NAME, _MOST, one_line=top < 0), [_set(body, top, scale)]


def standing(spot: Spot, contents: PlaceContents, chart: Chart, rooms: tuple[_Room, ...],
             prefix: str) -> tuple[Box, float, float]:
    """All counters and signs in a place as they stand on the whole map: as a block, where it begins below the middle
    of the place, and how much smaller than drawn.

    No block reaches over a name, its own or that of another hex: see `rooms`. Where counters would become too small to
    be read, a nation's stand as one.
    """
    nations = tuple((chart.number_of(side), tuple(map(_nameless, stacks)))
                    for (side, _), stacks in counters.nations(contents.stacks).items())
    is_long = len(name_lines(lettering(spot)[1], NAME, _MOST)) > 1
    low = rooms[0].top / 2 if rooms[0].top < _TOP else 5.0 if is_long else 1.0
    return _standing(nations, tuple(_badges(spot, contents, chart)), low, rooms, prefix)


def _nameless(stack: Stack) -> Stack:
    """A stack as it looks on the whole map, wherever it stands and whatever its counters are called."""
    return Stack("", stack.side, stack.nation, stack.kind, ("",) * stack.size, stack.reduced)


@lru_cache(maxsize=512)
def _standing(nations: tuple[tuple[int, tuple[Stack, ...]], ...], marks: tuple[str, ...], low: float,
              rooms: tuple[_Room, ...], prefix: str) -> tuple[Box, float, float]:
    """The same of some stacks by their sides' numbers. `low` is where a single line of them begins."""
    badges = [badge(mark, prefix, 0.9) for mark in marks]
    largest = _largest(nations, badges, low, rooms, prefix)
    if largest.scale < _SMALLEST:
        merged = tuple((side, (counters.together(stacks),) if len(stacks) > 1 else stacks) for side, stacks in nations)
        largest = _largest(merged, badges, low, rooms, prefix)
    return largest.body, largest.top, largest.scale


def _largest(nations: Iterable[tuple[int, Sequence[Stack]]], badges: list[Box], low: float, rooms: Iterable[_Room],
             prefix: str) -> _Block:
    """The block that has to be made smaller least to fit one of the rooms."""
    tried: list[_Block] = []
    for room, stretch in product(rooms, _STRETCHES):
        boxes = [counters.far(stacks, side, prefix, room.wide * stretch) for side, stacks in nations]
        tried += _blocks(boxes, badges, room, room.wide * max(1.0, stretch), low)
        if any(block.scale == 1.0 for block in tried):
            break
    return max(tried, key=lambda block: block.scale)


def _blocks(boxes: list[Box], badges: list[Box], room: _Room, wide: float, low: float) -> Iterator[_Block]:
    """Counters and signs in one block set `wide`, and, where there are both, with the signs in lines of their own."""
    body = counters.block([*boxes, *badges], wide, _GAP)
    top = room.top if body.tall > counters.TALL or low + body.tall > room.bottom else low
    yield _Block(min(1.0, room.wide / body.wide, (room.bottom - top) / body.tall), body, top)
    if badges:
        upper, lower = counters.block(boxes, wide, _GAP), counters.block(badges, wide, _GAP)
        body = counters.block([upper, lower], max(upper.wide, lower.wide), _GAP)
        yield _Block(min(1.0, room.wide / body.wide, (room.bottom - room.top) / body.tall), body, room.top)


def _set(body: Box, top: float, scale: float) -> str:
    """A box in the middle of its place."""
    smaller = f" scale({scale:.3g})" if scale < 1 else ""
    return f'<g transform="translate({px(-body.wide * scale / 2)} {px(top)}){smaller}">{body.body}</g>'


def _close(spot: Spot, contents: PlaceContents, chart: Chart, view: View,
           prefix: str) -> tuple[Iterable[str], Iterable[str]]:
    """The same from near."""
    size = view.size
    wide, top, room = ((1.7 * size, -HALF * size + 40, 2 * HALF * size - 44) if view.has_hexes
                       else (2.4 * size, -0.66 * size, 1.7 * size))
    boxes = [counters.close(stacks, chart.number_of(side), 0.976 * wide, prefix)
             for (side, _), stacks in counters.nations(contents.stacks).items()]
    name = _name(spot, top - 7, 14.5, 1.3 * size, one_line=True)
    badges = tuple(_badges(spot, contents, chart))
    if not boxes:
        return name, _row(badges, 12, prefix, 1.5)
    body = counters.block([*boxes, *(badge(mark, prefix, 1.4) for mark in badges)], wide, 4)
    scale = min(1.0, room / body.tall)
    return name, [_set(body, top + (room - body.tall * scale) * 0.35, scale)]


def burst(view: View, place: str) -> str:
    """The flash of a battle behind a place."""
    x, y = view.centre(place)
    points = []
    for step in range(24):
        reach = (0.98 if step % 2 == 0 else 0.74) * view.size * HALF
        points.append((x + reach * sin(step * pi / 12), y + reach * cos(step * pi / 12)))
    return f'<path class="m-burst" d="M{" ".join(f"{px(a)},{px(b)}" for a, b in points)}Z"/>'
