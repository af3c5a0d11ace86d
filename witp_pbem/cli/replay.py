"""`replay`: the campaign as a page that steps through it."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.explaining.story import tell
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import FOLDER, FORCE, TEMPLATES
from witp_pbem.cli.sides import opened_for
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@FOLDER
@click.option("-o", "output", metavar="FILE", required=True, help="Write the page to this file.")
@click.option("--side", help="Add what this side alone may see: its hand.")
@TEMPLATES
@FORCE
def replay(folder: str, output: str, side: str | None, templates: Path | None, force: bool) -> None:
    """Make a page that steps through the campaign: a map that moves, the story beside it, and a link to every moment.

    The page is one file that needs nothing beside it. "replay.html#t4-movement-3" opens it at the third moment in
    the movement phase of turn 4.

    \b
    Examples:  witp-pbem replay isles -o replay.html
               witp-pbem replay isles --side red -o mine.html --force
    """
    from witp_pbem.report import replay as replay_page

    campaign, chosen = opened_for(folder, side)
    story = tell(campaign, side=chosen)
    if side and not story.side:
        printing.notes([say("This copy cannot know the cards in hand: this is the replay for everybody.")])
    named_files.write_or_print(replay_page.render(story, templates), output, force)
