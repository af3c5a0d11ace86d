"""How often Python looks for objects that nobody needs any more: seldom, as most work makes many and ends soon."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 100_000  # new objects between two looks


def collect_seldom() -> None:
    """Makes this process look seldom from now on."""
    gc.set_threshold(SELDOM)


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Makes this process, which is another program's, look seldom for a while."""
    before = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*before)
