"""How often Python looks for objects that nobody needs any more: seldom, as most work makes many and ends soon."""

from __future__ import annotations

import gc

SELDOM = 100_000  # new objects between two looks


def collect_seldom() -> None:
    """Makes this process look seldom from now on."""
    gc.set_threshold(SELDOM)
