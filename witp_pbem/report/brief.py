"""A report for readers in a hurry: the headline and the few lines below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report.layout import wrap
from witp_pbem.report.page import Page, lay_out
from witp_pbem.table.language import labelled
from witp_pbem.table.quoting import harmless


def render(story: Story) -> str:
    """The brief report of a story as plain text."""
    page = lay_out(replace(story, chances={}))
    return "\n".join(map(harmless, [*wrap(labelled(page.campaign, page.when)), *lines(page)])) + "\n"


def lines(page: Page) -> Iterator[str]:
    """The headline and what stands below it, as lines of plain text."""
    yield from wrap(page.headline)
    for line in page.brief:
        yield from wrap(line, first="* ", rest="  ")
