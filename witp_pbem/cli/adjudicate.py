"""`adjudicate`: one sitting."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.sitting.adjudicate import Adjudicated, hold
from witp_pbem.cli import printing, problems
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.printing import PlainProblem, Result
from witp_pbem.cli.problems import Owed
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import phrases
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence


class SittingHeld(NamedTuple):
    """What a sitting came to.

    Attributes:
        sitting: its number, null where nothing new could be played and nothing was recorded.
        over: whether the game is over.
        report: of the sitting, as text.
        owed: what is owed now.
        problems: why orders that were at hand would not do.
        notes: what was mended.
    """

    sitting: int | None
    over: bool
    report: str
    owed: list[Owed]
    problems: list[PlainProblem]
    notes: Sequence[str]


@click.command(cls=Spoken)
@FOLDER
def adjudicate(folder: str) -> Result[SittingHeld]:
    """Hold one sitting: play on until somebody owes a decision, dice or a card.

    Uses the orders that have been submitted, rolls the dice, records everything in the logbook, prints the report of
    the sitting and says who owes what next. If nothing new can be played, nothing is recorded. Why sealed orders
    could not be used is printed on the error output, apart from the report.

    \b
    Example:  witp-pbem adjudicate isles
    """
    with writing(Path(folder)) as campaign:
        held = hold(campaign)
    report = ""
    if held.number is not None:
        from witp_pbem.campaign.explaining.story import tell
        from witp_pbem.report import plain_text

        report = plain_text.render(tell(campaign, sitting=held.number))
    return Result(lambda: SittingHeld(held.number, held.over, report,
                                      [problems.owed(due, campaign.game) for due in held.dues],
                                      [problems.plain_problem(problem, campaign.game)
                                       for due in held.dues for problem in due.problems], held.notes),
                  lambda: _show(held, campaign.game, report))


def _show(held: Adjudicated, game: Game, report: str) -> None:
    printing.notes(held.notes)
    if held.number is not None:
        printing.text(report)
        print_refused(held, game)
        return
    if held.over:
        printing.line(say("The game is over."))
        return
    printing.line(say("Nothing new could be played, and nothing was recorded. Owed:"))
    printing.items(say("{side}: {sentence}", side=phrases.side_name(game, due.demand.side),
                       sentence=phrases.due_sentence(due, game)) for due in held.dues)
    print_refused(held, game)


def print_refused(held: Adjudicated, game: Game) -> None:
    """Why orders that were at hand would not do; apart from the report, which goes to everybody."""
    if any(due.problems for due in held.dues):
        printing.line(say("For the keeper's eyes:"), err=True)
    for due in held.dues:
        for problem in due.problems:
            sentence = problem_sentence(problem, game.catalogue) + (f" [{problem.rule}]" if problem.rule else "")
            printing.paragraph(say("{side}: the order in line {line} of the file is not legal now. {sentence}",
                                   side=phrases.side_name(game, due.demand.side), line=problem.span.line,
                                   sentence=sentence), err=True)
