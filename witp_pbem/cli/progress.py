"""How far a command is that takes a while, for whoever looks on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import click

from witp_pbem.campaign.proof.subjects import Watch

LONG = 50  # steps from which on a bar is shown


@contextmanager
def bar(label: str) -> Iterator[Watch]:
    """A function to be called with the progress; on a terminal it shows a bar where there is much to do."""
    with ExitStack() as stack:
        shown = 0
        drawn = None

        def watch(done: int, count: int) -> None:
            nonlocal shown, drawn
            if count < LONG or not sys.stderr.isatty():
                return
            if drawn is None:
                drawn = stack.enter_context(click.progressbar(length=count, file=sys.stderr, label=label))
            drawn.update(done - shown)
            shown = done

        yield watch
