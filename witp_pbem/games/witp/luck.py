"""What the dice gave each side against what was to be expected."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.table.story import Happening, Section


def luck(happenings: Sequence[Happening]) -> list[Section]:
    """The luck of each side so far."""
    return []
