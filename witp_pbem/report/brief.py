"""A report for readers in a hurry: the headline, the few lines below it, and the table talk."""

from __future__ import annotations

from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report.layout import wrap
from witp_pbem.report.page import lay_out
from witp_pbem.report.plain_text import brief_lines, sections
from witp_pbem.table.language import labelled
from witp_pbem.table.quoting import harmless


def render(story: Story) -> str:
    """The brief report of a story as plain text."""
    page = lay_out(story._replace(chances={}))
    talk = sections(page.talk, story.game.narration.rule_number)
    return "\n".join(map(harmless, [*wrap(labelled(page.campaign, page.when)), *brief_lines(page), *talk])) + "\n"
