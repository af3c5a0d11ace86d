"""Counters: what one side has in a hex, as small boxes.

Far off there is one box a nation, its letters first and then how many of each type; close by every counter is named.
The first side's boxes are solid, the second side's are white with a double border, further ones' differ again. A cut
corner says that some of them are reduced, hatching that all are; close by, reduced ones stand in frames with a cut
corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from witp_pbem.report.layout import plain
from witp_pbem.report.map.geometry import px, text_width
from witp_pbem.report.map.looks import SOLID
from witp_pbem.table.chart import Stack

TALL = 13.0  # a line of a box
WIDE = 58.4  # how wide boxes may be
_RIM = 1.2  # more room at the right, as much as the letters of the nation have at the left
LINE = 14.5  # the same close by


class Box(NamedTuple):
    """A drawing that starts at (0, 0), and its size."""

    wide: float
    tall: float
    body: str


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
    """One nation's stacks in a hex as a box of one line, or of several where one would be wider than `most`."""
    code = stacks[0].nation.letters
    tab = text_width(code, 7.4, bold=True) + 3.8
    rooms = [text_width(f"{stack.size}{stack.kind.sign}", 10, bold=True) + 3.8 for stack in stacks]
    rows: list[list[int]] = []
    for index, room in enumerate(rooms):
        if rows and tab + sum(rooms[before] for before in rows[-1]) + room + _RIM <= most:
            rows[-1].append(index)
        else:
            rows.append([index])
    wide = tab + max(sum(rooms[index] for index in row) for row in rows) + _RIM
    tall = TALL * len(rows)
    words = []
    parts = [frame(wide, tall, side)]
    for number, row in enumerate(rows):
        left = tab
        for index in row:
            parts += _state(stacks[index], left, TALL * number, rooms[index], side, prefix)
            words.append(text(left + rooms[index] / 2, TALL * number + 10.1, 10,
                              f"{stacks[index].size}{stacks[index].kind.sign}", f"{on(side)} m-bold"))
            left += rooms[index]
    parts += [*words, text(tab / 2 + 0.4, tall / 2 + 2.8, 7.4, code, f"{on(side)} m-bold"),
              f'<path class="{_line(side)}" stroke-width=".8" d="M{px(tab)} 2V{px(tall - 2)}"/>']
    return Box(wide, tall, "".join(parts))


def frame(wide: float, tall: float, side: int) -> str:
    """The border and ground of a box."""
    outside = f"M0 0H{px(wide)}V{px(tall)}H0Z"
    inside = f"M1.9 1.9H{px(wide - 1.9)}V{px(tall - 1.9)}H1.9Z"
    match side:
        case 1:
            return f'<path class="m-f1" d="{outside}"/>'
        case 3:
            return f'<path class="m-f3" d="{outside}"/><path class="m-knock" stroke-width=".6" d="{inside}"/>'
        case 6:
            return f'<path class="m-f6" d="M3 0H{px(wide)}V{px(tall - 3)}L{px(wide - 3)} {px(tall)}H0V3Z"/>'
    line = {4: "1.9", 5: '1.1" stroke-dasharray="3 1.6'}.get(side, ".9")
    return (f'<path class="m-chip" d="{outside}"/>'
            f'<path class="m-s{side}" stroke-width="{line}" d="{outside}{inside if side == 2 else ""}"/>')


def on(side: int) -> str:
    """The class of letters on a box."""
    return "m-chip" if side in SOLID else f"m-f{side}"


def _line(side: int) -> str:
    """The class of lines on a box."""
    return "m-knock" if side in SOLID else f"m-s{side}"


def _state(stack: Stack, left: float, top: float, wide: float, side: int, prefix: str) -> Iterator[str]:
    """Whether counters of a stack are reduced."""
    if stack.reduced == stack.size:
        yield f'<path fill="url(#{prefix}m-worn-{side})" d="M{px(left)} {px(top)}h{px(wide)}v{px(TALL)}h{px(-wide)}z"/>'
    elif stack.reduced:
        yield f'<path class="{on(side)}" d="M{px(left + wide - 0.6)} {px(top + TALL - 6)}v5.4h-5.4z"/>'


def worn(side: int, prefix: str) -> str:
    """The hatching of reduced counters, as a definition."""
    return (f'<pattern id="{prefix}m-worn-{side}" width="4" height="4" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate(45)"><path class="{_line(side)}" stroke-width="1.1" stroke-opacity=".55" '
            'd="M1 0V4"/></pattern>')


def close(stacks: Sequence[Stack], side: int, most: float) -> Box:
    """One nation's stacks in a hex with every counter by its name, at most `most` wide."""
    code = stacks[0].nation.letters
    tab = text_width(code, 10.5, bold=True) + 9
    names = tab + 5 + max(text_width(f"{stack.size}{stack.kind.sign}", 11.5, bold=True) for stack in stacks) + 6
    rows: list[tuple[str, list[str]]] = []
    for stack in stacks:
        rows.append((f"{stack.size}{stack.kind.sign}", []))
        for unit in stack.units:
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
            parts.append(text(tab + 5, base, 11.5, count, f"{on(side)} m-bold"))
        left = names
        for unit in line:
            parts += _unit(unit, left, base, side)
            left += _named(unit)
    return Box(wide, tall, f'<g text-anchor="start">{"".join(parts)}</g>')


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
    wide = max(widths, default=0.0)
    parts, top = [], 0.0
    for row, used in zip(rows, widths, strict=True):
        left = (wide - used) / 2
        for box in row:
            parts.append(f'<g transform="translate({px(left)} {px(top)})">{box.body}</g>')
            left += box.wide + gap
        top += max(box.tall for box in row) + gap
    return Box(wide, max(0.0, top - gap), "".join(parts))
