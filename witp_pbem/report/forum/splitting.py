"""A post in parts, each of which a forum takes and shows as it was meant, whatever became of the others.

A post is a row of leaves: headings, paragraphs, tables, monospace blocks. What encloses a leaf (a quotation, something
hidden) is closed at the end of a part and opened again in the next; a heading stays with what it heads; a leaf is cut
only where it is longer than a part, and then between its lines; a line only where it alone is longer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

_UNITS = re.compile(r"\\.|[^\\]|\\", re.DOTALL)  # between which a line may be cut: not behind a backslash
_EMPTY = ("", ">")                               # lines that part others and begin nothing

Count = Callable[[str], int]


@dataclass(frozen=True, eq=False)
class Wrap:
    """What encloses leaves: one object, one enclosure."""

    before: str
    after: str


@dataclass(frozen=True)
class Leaf:
    """A piece of a post.

    Attributes:
        lines: between which it may be cut.
        head: lines that are repeated where it goes on (of a table).
        wraps: what encloses it, from outside in.
        leads: whether it heads what follows.
        gap: what parts it from the leaf before.
        around: what every line begins and ends with, so that the pieces of a line that is cut do so, too.
        joint: what closes one piece of such a line and opens the next.
    """

    lines: tuple[str, ...]
    head: tuple[str, ...] = ()
    wraps: tuple[Wrap, ...] = ()
    leads: bool = False
    gap: str = "\n\n"
    around: tuple[str, str] = ("", "")
    joint: tuple[str, str] = ("", "")


def split(leaves: Sequence[Leaf], limit: int, count: Count) -> list[str]:
    """The leaves in parts none of which is longer than `limit`."""
    parts: list[list[Leaf]] = [[]]

    def fits(*more: Leaf) -> bool:
        return count(written([*parts[-1], *more])) <= limit

    for block in _blocks(leaves):
        if not fits(*block) and parts[-1]:
            parts.append([])
        if fits(*block):
            parts[-1] += block
            continue
        for leaf in block:
            room = limit - count(written([replace(leaf, lines=("",))]))
            piece = replace(leaf, lines=())
            for line in (short for long in leaf.lines for short in _cut(long, leaf, room, count)):
                longer = replace(piece, lines=(*piece.lines, line))
                if fits(longer):
                    piece = longer
                    continue
                if piece.lines:
                    parts[-1].append(piece)
                parts.append([])
                piece = replace(leaf, lines=() if line.strip() in _EMPTY else (line,))
            if piece.lines:
                parts[-1].append(piece)
    return [written(part) for part in parts if part]


def _blocks(leaves: Sequence[Leaf]) -> Iterator[list[Leaf]]:
    """Leaves, each with the headings before it."""
    block: list[Leaf] = []
    for leaf in leaves:
        block.append(leaf)
        if not leaf.leads:
            yield block
            block = []
    if block:
        yield block


def _cut(line: str, leaf: Leaf, room: int, count: Count) -> Iterator[str]:
    """A line in pieces that have room: cut at a blank where there is one in the second half of a piece."""
    if count(line) <= room:
        yield line
        return
    (before, after), (close, reopen) = leaf.around, leaf.joint
    room -= count(before + after + close + reopen)
    piece: list[str] = []
    used = 0
    for unit in _UNITS.findall(line.removeprefix(before).removesuffix(after)):
        if used + count(unit) > room:
            blank = next((place for place in range(len(piece) - 1, len(piece) // 2, -1) if piece[place] == " "), 0)
            kept, piece = (piece[:blank], piece[blank + 1:]) if blank else (piece, [])
            yield before + "".join(kept) + close + after
            before = leaf.around[0] + reopen
            used = sum(map(count, piece))
        piece.append(unit)
        used += count(unit)
    yield before + "".join(piece) + after


def written(leaves: Sequence[Leaf]) -> str:
    """The text of leaves one after another, with what encloses them."""
    text: list[str] = []
    around: tuple[Wrap, ...] = ()
    for leaf in leaves:
        shared = len(list(_shared(around, leaf.wraps)))
        text += (wrap.after for wrap in reversed(around[shared:]))
        text += (leaf.gap if text else "", *(wrap.before for wrap in leaf.wraps[shared:]))
        text.append("\n".join((*leaf.head, *leaf.lines)))
        around = leaf.wraps
    return "".join((*text, *(wrap.after for wrap in reversed(around))))


def _shared(one: Sequence[Wrap], other: Sequence[Wrap]) -> Iterator[Wrap]:
    """The enclosures two leaves have in common, from outside in."""
    for mine, yours in zip(one, other, strict=False):
        if mine is not yours:
            return
        yield mine
