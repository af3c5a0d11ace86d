"""What a report or a mail has room for of things that people may say without end: the newest of them, in full.

The logbook has all of it, and `log --kind` lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

MOST = 50  # of a kind
ROOM = 20_000  # characters of all their texts together; one longer than that is shown alone

Thing = TypeVar("Thing")


def newest(things: Sequence[Thing], text: Callable[[Thing], str],
           urgent: Callable[[Thing], bool] = lambda thing: False) -> list[Thing]:
    """The last of some things that there is room for, in their order.

    Args:
        things: oldest first.
        text: what is shown of one.
        urgent: which come before all others, however old.
    """
    ranked = sorted(range(len(things)), key=lambda place: (urgent(things[place]), place), reverse=True)
    shown: list[int] = []
    room = ROOM
    for place in ranked[:MOST]:
        room -= len(text(things[place]))
        if room < 0 and shown:
            break
        shown.append(place)
    return [things[place] for place in sorted(shown)]
