"""Which counters to move, flip, put down and take away, for people who keep the map on a table or in VASSAL.

Only what is different at the end counts: who went to and fro is not named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from witp_pbem.games.common.language import say
from witp_pbem.table.story import Block, Columns
from witp_pbem.table.tuples import NamedTuple

OFF = "–"  # a marker that is not on the map
ChangeRow = tuple[str, str, str]  # what, from where, to where
T = TypeVar("T")


class Markers(NamedTuple):
    """Markers of one kind: the places where they are put down, and those from which they are taken."""

    placed: tuple[str, ...]
    removed: tuple[str, ...]


def markers(before: Iterable[str], after: Iterable[str]) -> Markers:
    """What happened to the markers of one kind, by the places where they lie."""
    old, new = list(before), list(after)
    return Markers(tuple(place for place in new if place not in old), tuple(place for place in old if place not in new))


def differing(before: Mapping[str, T], after: Mapping[str, T]) -> dict[str, tuple[T, T]]:
    """What is not as it was, with both values: tracks, or who controls what."""
    return {key: (before[key], value) for key, value in after.items() if before[key] != value}


class Move(NamedTuple):
    """A counter that goes elsewhere or is turned over.

    Attributes:
        order: what puts the rows in order.
        start, goal: where it lies, in words; at the goal also how it is turned.
        unit: the counter as it is in the end.
    """

    order: tuple[Any, ...]
    start: str
    goal: str
    unit: Any


def flip(goal: str, full: bool, stays: bool) -> str:
    """Where a counter goes that is turned over."""
    side_up = say("flip to full") if full else say("flip to reduced")
    return side_up if stays else say("{place}, {flip}", place=goal, flip=side_up)


def unit_table(moves: Iterable[Move], name: Callable[[Sequence[Any]], str]) -> Iterator[Block]:
    """Counters that move, those that go the same way together."""
    rows: dict[tuple[Any, ...], list[Any]] = {}
    for order, start, goal, unit in moves:
        rows.setdefault((order, start, goal), []).append(unit)
    if rows:
        yield Columns(say("Units"), say.heads("Counters", "From", "To"),
                      tuple((name(rows[way]), way[1], way[2]) for way in sorted(rows)))


def marker_rows(changed: Markers, name: Callable[[int], str],
                places: Callable[[Sequence[str]], str]) -> Iterator[ChangeRow]:
    """The rows of one kind of markers; `name` calls a number of them."""
    if changed.placed:
        yield name(len(changed.placed)), OFF, places(changed.placed)
    if changed.removed:
        yield name(len(changed.removed)), places(changed.removed), OFF


def marker_table(caption: str, rows: Iterable[ChangeRow]) -> Iterator[Block]:
    """The markers of a side."""
    if table := tuple(rows):
        yield Columns(caption, say.heads("Markers", "From", "To"), table)


def track_table(rows: Iterable[ChangeRow]) -> Iterator[Block]:
    """Markers beside the map and those that belong to nobody."""
    if table := tuple(rows):
        yield Columns("", say.heads("Marker", "From", "To"), table)


def control_table(rows: Iterable[ChangeRow]) -> Iterator[Block]:
    """Who controls what, for those who mark it with flags: place, side before and after."""
    if table := tuple(rows):
        yield Columns(say("Control"), say.heads("Place", "From", "To"), table)
