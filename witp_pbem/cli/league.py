"""`league`: the table of results of campaigns with the same luck; and creating them (`new --league`)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from witp_pbem.campaign.folder import leagues
from witp_pbem.campaign.folder.leagues import League
from witp_pbem.campaign.folder.opening import open_campaign, writing
from witp_pbem.campaign.proof.league_results import LeagueResults, results
from witp_pbem.campaign.sitting import league_turns
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import FORCE, NOW, OUTPUT, TEMPLATES
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import league as table
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(("text", "html")), default="text", show_default=True,
              help="Plain text, or one HTML file that needs nothing beside it.")
@click.option("--late", metavar="MEMBER", help="From now on nobody waits for this member; the table says so for ever.")
@click.option("--publish", is_flag=True, help="First publish all links that nobody can use any more, in every logbook.")
@NOW
@TEMPLATES
@OUTPUT
@FORCE
def league(folder: Path, form: str, late: str | None, publish: bool, now: datetime, templates: Path | None,
           output: str | None, force: bool) -> Result[LeagueResults]:
    """Show the table of results of a league, each line proved by the member's own logbook.

    DIR is the folder that `new --league` has made, with the campaigns of all members in it. The exit code is 1 where a
    logbook does not hold. `witp-pbem guide leagues` says how a league is played, and how fair it is.

    \b
    Examples:  witp-pbem league spring
               witp-pbem league spring --format html -o spring.html
               witp-pbem league spring --late ben
               witp-pbem league spring --publish
    """
    read = leagues.read(folder)
    if late:
        read = leagues.let_be_late(read, late)
    if publish:
        _publish(read, now)
    reached = results(read)

    def show() -> None:
        words = table.page(reached, templates) if form == "html" else table.text(reached) + "\n"
        named_files.write_or_print(words, output, force)

    return Result(lambda: reached, show, reached.hold)


def _publish(league: League, now: datetime) -> None:
    """Publishes what can be published in every member's logbook."""
    for name in league.members:
        with writing(league.campaign(name)) as campaign:
            number = league_turns.publish(campaign, now.date())
        if number:
            printing.line(say("{member}: the links up to turn {turn} are published.", member=name, turn=number),
                          err=True)


def create(folder: str, plan: str) -> None:
    """Creates a league, and says how it goes on."""
    founded = leagues.create_league(Path(folder), Path(plan))
    printing.line(say('Created: the league {name} in "{folder}".', name=founded.name, folder=folder))
    printing.paragraph(say("Anchor of the chain of all campaigns: {anchor}. Send it to all members now: it proves "
                           "later that no die was chosen.", anchor=founded.anchor))
    printing.paragraph(say("Each member has a campaign in a folder of their own. Keep private/ in each of them to "
                           "yourself: it holds the luck of all."))
    printing.line()
    printing.paragraph(say("Next, bring the members in, and play each campaign as usual:"))
    player = next(iter(open_campaign(founded.campaign(next(iter(founded.members)))).founding["players"]))
    printing.commands(" ", *(f"invite {folder}/{name} {player} -o {name}.eml" for name in founded.members))
    printing.paragraph(say("The table of results:"))
    printing.commands(" ", f"league {folder}")
