"""`adjudicate`: one sitting."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.campaign import open_campaign
from witp_pbem.campaign.sitting import adjudicate as sitting
from witp_pbem.campaign.sitting.adjudicate import Adjudicated
from witp_pbem.cli import display
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.wording import problem_sentence


@click.command(cls=Spoken)
@click.argument("folder", metavar="DIR")
def adjudicate(folder: str) -> None:
    """Hold one sitting: play on until somebody owes a decision, dice or a card.

    Uses the orders that have been submitted, rolls the dice, records everything in the logbook, prints the report of
    the sitting and says who owes what next. If nothing new can be played, nothing is recorded. Why sealed orders were
    of no use is told on the error output, apart from the report.

    \b
    Example:  witp-pbem adjudicate isles
    """
    path = Path(folder)
    held = sitting.adjudicate(path)
    campaign = open_campaign(path)
    display.print_notes(held.notes)
    if held.number is not None:
        from witp_pbem.campaign.explaining.story import tell
        from witp_pbem.report import text

        click.echo(text.render(tell(campaign, sitting=held.number)), nl=False)
        print_refused(held, campaign.game)
        return
    if held.over:
        click.echo(say("The game is over."))
        return
    click.echo(say("Nothing new could be played, and nothing was recorded. Owed:"))
    for due in held.dues:
        display.paragraphs(say("{side}: {sentence}", side=display.side_name(campaign.game, due.demand.side),
                               sentence=display.due_sentence(due, campaign.game)), first="  * ", rest="    ")
    print_refused(held, campaign.game)


def print_refused(held: Adjudicated, game: Game) -> None:
    """Why orders that were at hand would not do; apart from the report, which goes to everybody."""
    if any(due.problems for due in held.dues):
        click.echo(say("For the keeper's eyes:"), err=True)
    for due in held.dues:
        for problem in due.problems:
            sentence = problem_sentence(problem, game.catalogue) + (f" [{problem.rule}]" if problem.rule else "")
            display.paragraphs(say("{side}: the order in line {line} of the file does not stand now. {sentence}",
                                   side=display.side_name(game, due.demand.side), line=problem.span.line,
                                   sentence=sentence), err=True)
