"""Counters: what one side has in a hex, as small counters.

Far off there is one counter a type: its silhouette, and below it how many with the letters of the type; others lie
behind it where there are several. A nation's counters stand side by side, its letters on a strip before them. Close by
every counter is named. The first side's are solid, the second side's are white with a double border, further ones'
differ again. An arrowhead beside the letters says that some of them are reduced, hatching besides that all are; close
by, reduced ones stand in frames with a cut corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape

from witp_pbem.report.layout import plain
from witp_pbem.report.map.geometry import px, text_width
from witp_pbem.report.map.looks import SOLID
from witp_pbem.table.chart import CounterKind, Silhouette, Stack

LETTERS = 8.6  # size of letters on a counter
_CODE = 8.5  # size of a nation's letters
STRIP = 10.2  # how wide the strip of a nation is
_HIGH, _LEAST = 17.8, 17.0  # a counter: its height and least width
_BEHIND = 1.2  # how much of each counter behind another is to be seen
_MOST_BEHIND = 2
_APART = 1.0 + _MOST_BEHIND * _BEHIND  # between counters of a nation
TALL = _HIGH + _MOST_BEHIND * _BEHIND  # a line of counters
WIDE = 60.0  # how wide a line of counters may be
_ARROWHEAD = 4.6  # what says that some are reduced
LINE = 14.5  # the same close by


@dataclass(frozen=True)
class Box:
    """A drawing that starts at (0, 0), and its size. It is drawn when it is asked for: of the many ways to set counters
    that are measured one is seen."""

    wide: float
    tall: float
    draw: Callable[[], str]

    @cached_property
    def body(self) -> str:
        """The drawing."""
        return self.draw()


def text(x: float, y: float, size: float, words: str, looks: str) -> str:
    """A piece of text."""
    across = f' x="{px(x)}"' if x else ""
    return f'<text class="{looks}"{across} y="{px(y)}" font-size="{px(size)}">{escape(plain(words))}</text>'


def nations(stacks: Iterable[Stack]) -> dict[tuple[str, str], list[Stack]]:
    """Stacks by side and nation."""
    groups: dict[tuple[str, str], list[Stack]] = {}
    for stack in stacks:
        groups.setdefault((stack.side, stack.nation.code), []).append(stack)
    return groups


def far(stacks: Sequence[Stack], side: int, prefix: str, most: float = WIDE) -> Box:
    """One nation's stacks in a hex as counters in one line, or in several where one would be wider than `most`."""
    rows: list[list[tuple[float, Stack]]] = []
    used = 0.0
    for stack in stacks:
        wide = _room(stack)
        if not rows or used + wide > most:
            rows.append([])
            used = STRIP
        rows[-1].append((wide, stack))
        used += wide + _APART
    widest = max(sum(wide for wide, _ in row) + _APART * (len(row) - 1) for row in rows)
    return Box(STRIP + widest + _MOST_BEHIND * _BEHIND, TALL * len(rows), partial(_in_rows, rows, side, prefix))


def _in_rows(rows: Sequence[Sequence[tuple[float, Stack]]], side: int, prefix: str) -> str:
    """One nation's stacks, each with the width of its counter, in lines, with the strip before them."""
    parts = []
    for number, row in enumerate(rows):
        left, top = STRIP, TALL * number + TALL - _HIGH
        for wide, stack in row:
            parts.append(f'<g transform="translate({px(left)} {px(top)})">{_counter(stack, wide, side, prefix)}</g>')
            left += wide + _APART
    tall = TALL * len(rows)
    strip = f"M0 {px(TALL - _HIGH)}H{px(STRIP)}V{px(tall)}H0Z"
    nation = rows[0][0][1].nation
    ground = f"m-g-{nation.colour}" if nation.colour else "m-chip"
    middle = f"translate({px(STRIP / 2)} {px((tall + TALL - _HIGH) / 2)}) rotate(-90)"
    letters = text(0, 2.9, _CODE, nation.letters, f"m-f{side} m-bold")
    parts += [f'<path class="{ground} m-rim{side}" d="{strip}"/>', f'<g transform="{middle}">{letters}</g>']
    return "".join(parts)


def together(stacks: Sequence[Stack]) -> Stack:
    """One nation's stacks as one, where there is no room for each: how many counters, with no type."""
    units = tuple(unit for stack in stacks for unit in stack.units)
    return stacks[0]._replace(kind=CounterKind("", "", ""), units=units, values=(),
                              reduced=sum(stack.reduced for stack in stacks))


def _room(stack: Stack) -> float:
    """How wide a counter is."""
    wide = text_width(f"{stack.size}{stack.kind.sign}", LETTERS, bold=True) + 4.4
    return max(_LEAST, wide + (_ARROWHEAD if stack.reduced else 0))


def _counter(stack: Stack, wide: float, side: int, prefix: str) -> str:
    """A counter with those behind it, its upper left corner at (0, 0)."""
    parts = []
    for behind in range(min(_MOST_BEHIND, stack.size - 1), 0, -1):
        shift = behind * _BEHIND
        parts.append(f'<path class="{"m-f" if side in SOLID else "m-chip m-rim"}{side}" '
                     f'd="M{px(shift)} {px(-shift)}h{px(wide)}v{px(_HIGH)}h{px(-wide)}z"/>')
    parts += [f'<path class="m-case" stroke-width="1.2" d="M0 0H{px(wide)}V{px(_HIGH)}H0Z"/>',
              frame(wide, _HIGH, side, 1.3, ".7")]
    if stack.reduced == stack.size:
        parts.append(f'<path fill="url(#{prefix}m-worn-{side})" d="M0 0h{px(wide)}v{px(_HIGH)}h{px(-wide)}z"/>')
    letters = f"{stack.size}{stack.kind.sign}"
    low = 15.7 if stack.kind.silhouette else 12.0
    middle = (wide - (_ARROWHEAD if stack.reduced else 0)) / 2
    if stack.kind.silhouette:
        parts.append(silhouette(stack.kind.silhouette, wide / 2, 5.5, side, prefix))
    parts.append(text(middle, low, LETTERS, letters, f"{on(side)} m-bold"))
    if stack.reduced:
        parts.append(f'<path class="{on(side)}" d="M{px(wide - 6.6)} {px(low - 4.6)}h4.6l-2.3 4z"/>')
    return "".join(parts)


def silhouette(kind: Silhouette, x: float, y: float, side: int, prefix: str, scale: float = 1.0) -> str:
    """The silhouette of a type in the colour of letters on a side's counters."""
    smaller = f" scale({scale:g})" if scale != 1 else ""
    return (f'<use class="{on(side)}" href="#{prefix}m-kind-{kind}" '
            f'transform="translate({px(x)} {px(y)}){smaller}"/>')


def frame(wide: float, tall: float, side: int, inset: float = 1.9, thin: str = ".9") -> str:
    """The border and ground of a box; a double border is `inset` apart, its lines `thin`."""
    outside = f"M0 0H{px(wide)}V{px(tall)}H0Z"
    inside = f"M{px(inset)} {px(inset)}H{px(wide - inset)}V{px(tall - inset)}H{px(inset)}Z"
    match side:
        case 1:
            return f'<path class="m-f1" d="{outside}"/>'
        case 3:
            return f'<path class="m-f3" d="{outside}"/><path class="m-knock" stroke-width=".6" d="{inside}"/>'
        case 6:
            return f'<path class="m-f6" d="M3 0H{px(wide)}V{px(tall - 3)}L{px(wide - 3)} {px(tall)}H0V3Z"/>'
    line = {4: "1.9", 5: '1.1" stroke-dasharray="3 1.6'}.get(side, thin)
    return (f'<path class="m-chip" d="{outside}"/>'
            f'<path class="m-s{side}" stroke-width="{line}" d="{outside}{inside if side == 2 else ""}"/>')


def on(side: int) -> str:
    """The class of letters on a box."""
    return "m-chip" if side in SOLID else f"m-f{side}"


def _line(side: int) -> str:
    """The class of lines on a box."""
    return "m-knock" if side in SOLID else f"m-s{side}"


def worn(side: int, prefix: str) -> str:
    """The hatching of reduced counters, as a definition."""
    return (f'<pattern id="{prefix}m-worn-{side}" width="4" height="4" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate(45)"><path class="{_line(side)}" stroke-width="1.1" stroke-opacity=".55" '
            'd="M1 0V4"/></pattern>')


def close(stacks: Sequence[Stack], side: int, most: float, prefix: str = "") -> Box:
    """One nation's stacks in a hex with every counter by its name, at most `most` wide."""
    code = stacks[0].nation.letters
    tab = text_width(code, 10.5, bold=True) + 9
    drawn = 17.0 if any(stack.kind.silhouette for stack in stacks) else 0.0
    count_at = tab + 5 + drawn
    names = count_at + max(text_width(f"{stack.size}{stack.kind.sign}", 11.5, bold=True) for stack in stacks) + 6
    rows: list[tuple[str, list[str]]] = []
    shapes: dict[int, Silhouette] = {}
    for stack in stacks:
        shapes[len(rows)] = stack.kind.silhouette
        rows.append((f"{stack.size}{stack.kind.sign}", []))
        for unit in stack.labels:
            if rows[-1][1] and names + sum(_named(other) for other in (*rows[-1][1], unit)) > most:
                rows.append(("", []))
            rows[-1][1].append(unit)
    wide = names + max(sum(_named(unit) for unit in line) for _, line in rows)
    tall = LINE * len(rows) + 4
    parts = [frame(wide, tall, side), text(tab / 2 + 0.5, tall / 2 + 3.8, 10.5, code, f"{on(side)} m-bold m-mid"),
             f'<path class="{_line(side)}" stroke-width=".8" d="M{px(tab)} 3V{px(tall - 3)}"/>']
    for number, (count, line) in enumerate(rows):
        base = LINE * number + LINE - 1.2
        if count:
            parts.append(text(count_at, base, 11.5, count, f"{on(side)} m-bold"))
            if shape := shapes[number]:
                parts.append(silhouette(shape, tab + 12, base - 4, side, prefix, 1.1))
        left = names
        for unit in line:
            parts += _unit(unit, left, base, side)
            left += _named(unit)
    return Box(wide, tall, lambda: f'<g text-anchor="start">{"".join(parts)}</g>')


def _named(unit: str) -> float:
    return text_width(plain(unit), 10.4) + 7


def _unit(unit: str, left: float, base: float, side: int) -> Iterator[str]:
    """A counter's name; that of a reduced one stands in a frame with a cut corner."""
    if unit.startswith("["):
        wide = _named(unit) - 4
        yield (f'<path class="{_line(side)}" stroke-width=".9" d="M{px(left - 2)} {px(base - 9.6)}h{px(wide)}v7.6l-4 4'
               f'h{px(4 - wide)}z"/>')
    yield text(left, base, 10.4, unit, on(side))


def lines(boxes: Sequence[Box], most: float, gap: float) -> list[list[Box]]:
    """Boxes in lines of at most `most` points."""
    rows: list[list[Box]] = []
    for box in boxes:
        if rows and sum(other.wide + gap for other in rows[-1]) + box.wide <= most:
            rows[-1].append(box)
        else:
            rows.append([box])
    return rows


def block(boxes: Sequence[Box], most: float, gap: float = 2.0) -> Box:
    """Boxes set in lines, each line in the middle."""
    rows = lines(boxes, most, gap)
    widths = [sum(box.wide for box in row) + gap * (len(row) - 1) for row in rows]
    wide, heights = max(widths, default=0.0), [max(box.tall for box in row) for row in rows]

    def draw() -> str:
        parts, top = [], 0.0
        for row, used, high in zip(rows, widths, heights, strict=True):
            left = (wide - used) / 2
            for box in row:
                parts.append(f'<g transform="translate({px(left)} {px(top)})">{box.body}</g>')
                left += box.wide + gap
            top += high + gap
        return "".join(parts)

    return Box(wide, sum(heights) + gap * max(0, len(rows) - 1), draw)
