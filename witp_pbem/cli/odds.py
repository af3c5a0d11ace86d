"""`odds`: how likely the outcomes of the next battles are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from witp_pbem.campaign.folder import case_games
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.orders.check import Checked
from witp_pbem.cli import named_files, printing, trials
from witp_pbem.cli.conformance import ENDING
from witp_pbem.cli.parameters import GAME
from witp_pbem.cli.printing import Result
from witp_pbem.cli.sides import side_options
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.odds import OddsResult
from witp_pbem.table.cases import Case
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.problem import NOWHERE
from witp_pbem.table.wording import problem_sentence

TYPED = "<orders>"  # stands for a file where orders were typed; no file is called that
HEAD = "Campaign: {campaign}\nTurn: {turn}\nSide: {side}\n\n"  # what makes such orders a file


@click.command(cls=Spoken)
@click.argument("folder", metavar="DIR|FILE.case")
@click.argument("orders", metavar="[ORDERS]...", nargs=-1)
@click.option("--side", help="Whose orders these are, and whose view: only this side's cards are known.")
@GAME
@click.pass_context
def odds(ctx: click.Context, folder: str, orders: tuple[str, ...], side: str | None,
         game: str) -> Result[list[OddsResult]]:
    """Show how likely each outcome of the next battles is, and what each side may lose.

    Without ORDERS these are the battles that are due. With ORDERS, typed in quotes or in files, they are the first
    battles of this turn that would be fought if these orders were given. The battles are played by the game's own
    rules with all throws of the dice or, where there are too many, with many of them; then it says how far the numbers
    may be off. Where no order is at hand a side passes, or takes the first thing it may do, and the list at the end
    says so.

    Nothing is recorded, no dice of the campaign are used, and no card is looked at that the side may not see. A case
    file may be named instead of a campaign: then its dice do not count.

    \b
    Examples:  witp-pbem odds isles
               witp-pbem odds isles "ORDER" --side red
               witp-pbem odds battle.case
    """
    if folder.endswith(ENDING):
        return _of_cases(ctx, folder, orders, game)
    return _of_campaign(folder, orders, side)


def _of_campaign(folder: str, orders: Sequence[str], side: str | None) -> Result[list[OddsResult]]:
    from witp_pbem.campaign.disputes.odds import of_campaign
    from witp_pbem.report.odds import result

    campaign, chosen = trials.opened(folder, side)
    files = trials.checked(campaign, _contents(campaign, orders, chosen), _as_typed)
    reckoned = result(of_campaign(campaign, files, chosen), campaign.game)
    remarks = campaign.game.setting(campaign.position).remarks
    return Result(lambda: [reckoned], lambda: _show([(reckoned, campaign.game)], remarks))


def _contents(campaign: Campaign, orders: Sequence[str], side: str) -> list[tuple[str, bytes]]:
    """The files named, and one of all orders that were typed.

    Raises:
        click.UsageError: nobody knows whose orders those are.
    """
    named = [text for text in orders if Path(text).exists() or len(text.split()) < 2 and Path(text).suffix]
    typed = [text for text in orders if text not in named]
    contents = named_files.read_files(named)
    if not typed:
        return contents
    if not side:
        raise click.UsageError(say("Say whose orders these are: {options}.",
                                   options=side_options(campaign)))
    head = HEAD.format(campaign=campaign.name, turn=campaign.turn, side=side)
    return [*contents, (TYPED, (head + "\n".join([*typed, ""])).encode())]


def _as_typed(file: Checked) -> Checked:
    """Orders that were typed, checked, without the lines above them that nobody typed; a file as it is."""
    if file.file != TYPED:
        return file
    above = HEAD.count("\n")
    return file._replace(text="\n".join(file.text.split("\n")[above:]), problems=tuple(
        problem if problem.span == NOWHERE else problem._replace(span=problem.span._replace(
            line=problem.span.line - above, end_line=problem.span.end_line - above)) for problem in file.problems))


def _of_cases(ctx: click.Context, file: str, orders: Sequence[str], name: str) -> Result[list[OddsResult]]:
    from witp_pbem.table import cases

    if orders:
        raise click.UsageError(say("The orders of a case stand in its file."))
    named_files.read_file(file)
    played: list[tuple[OddsResult, Game]] = []
    for case in cases.read_file(Path(file)):
        case, game = case_games.prepared(case, name)
        reckoned = _of_case(case, game)
        if reckoned is None:
            ctx.exit(1)
        played.append((reckoned, game))
    return Result(lambda: [reckoned for reckoned, _ in played],
                  lambda: _show(played), bool(played))


def _of_case(case: Case, game: Game) -> OddsResult | None:
    """The odds of a case; None where it cannot be read, and why is printed."""
    from witp_pbem.campaign.disputes.odds import of_case
    from witp_pbem.report.odds import result
    from witp_pbem.table import cases

    failures = list(case.faults)
    opening = cases.read_opening(case, game, failures)
    failures += [f"{case.file}:{problem.span.line}: {problem_sentence(problem, game.catalogue)}"
                 for problem in opening.orders.problems]
    for failure in failures:
        printing.paragraph(failure)
    return None if failures else result(of_case(opening, game), game, case.name)


def _show(results: Iterable[tuple[OddsResult, Game]], remarks: Iterable[str] = ()) -> None:
    from witp_pbem.report import plain_text
    from witp_pbem.report.odds import sections

    for reckoned, game in results:
        for line in plain_text.sections(sections(reckoned, game), game.narration.rule_number):
            printing.line(line)
    for remark in remarks:
        printing.line()
        printing.paragraph(remark)
