"""`preview`: the next sitting, tried with throw-away dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from witp_pbem.campaign.disputes.preview import Preview
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.cli import named_files, printing, trials
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import phrases
from witp_pbem.report.layout import WIDTH, wrap
from witp_pbem.table.language import say, together
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import demand_sentence


class PreviewResult(NamedTuple):
    """The outcome of a sitting with throw-away dice; none of it has happened.

    Attributes:
        entry: the entry of the logbook it would be, with its acts and what is owed then.
        silent: who would have to decide, without orders that may be looked at.
        position: the position it ends with.
    """

    entry: Entry
    silent: Sequence[str]
    position: Mapping[str, Any]


SCREEN = 20  # most lines between two marks


@click.command(cls=Spoken)
@FOLDER
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--side", help="Whose view: only this side's orders on file are used, and only its cards are known.")
@click.option("--seed", metavar="TEXT", default="", help="Throw the same throw-away dice each time.")
def preview(folder: str, files: tuple[str, ...], side: str | None, seed: str) -> Result[PreviewResult]:
    """Try the next sitting: what would happen, with throw-away dice.

    Nothing is recorded, and nothing is touched: the real dice fall otherwise, and no card is looked at that the side
    may not see. FILES are orders that count as though they were submitted; - is what is piped in, typed or pasted. On a
    copy without private/ nobody's sealed orders are known; where somebody else has to decide, the preview stops and
    says so.

    \b
    Examples:  witp-pbem preview isles
               witp-pbem preview isles red.txt --side red
    """
    from witp_pbem.campaign.disputes.preview import preview as trying

    contents = named_files.read_files(files)
    campaign, chosen = trials.opened(folder, side)
    tried = trying(campaign, trials.checked(campaign, contents), chosen, seed)
    return Result(lambda: PreviewResult(tried.entry, tried.silent, campaign.game.to_json(tried.sitting.position)),
                  lambda: _show(campaign, tried))


def _show(campaign: Campaign, tried: Preview) -> None:
    mark = say("=== PREVIEW with throw-away dice: nothing of this has happened ===")
    since = SCREEN
    for line in _lines(campaign, tried):
        if since == SCREEN or (since >= SCREEN // 2 and not line):  # rather not in the middle of a table
            printing.line(mark)
            since = 0
        printing.line(line)
        since += 1
    printing.line(mark)


def _lines(campaign: Campaign, tried: Preview) -> Iterator[str]:
    """The outcome, in lines."""
    if not tried.new:
        yield say("Nothing new could be played.")
    else:
        from witp_pbem.campaign.explaining.story import tell
        from witp_pbem.report import plain_text
        from witp_pbem.report.page import lay_out
        from witp_pbem.report.phrases import PREVIEW

        story = tell(tried.campaign, sitting=tried.entry["number"])._replace(drafts={}, dice=PREVIEW,
                        head=campaign.entries[-1]["hash"])
        page, number = lay_out(story), campaign.game.narration.rule_number
        yield say("Sitting {number} would go like this:", number=tried.entry["number"])
        yield from plain_text.sections(page.story, number)
        yield from plain_text.sections(page.reckoning, number)
    yield ""
    yield from _end(campaign, tried)
    for remark in campaign.game.setting(tried.sitting.position).remarks:
        yield from wrap(remark, WIDTH)


def _end(campaign: Campaign, tried: Preview) -> Iterable[str]:
    game = campaign.game
    if tried.sitting.position.outcome:
        return [say("The game would be over: {side} would have won.",
                    side=phrases.side_name(game, tried.sitting.position.outcome.winner))]
    lines = []
    if tried.silent:
        silent = together(phrases.side_name(game, side) for side in tried.silent)
        lines += wrap(say("Here the preview stops: {sides} would have to decide, and their orders are not looked at "
                          "here.", sides=silent), WIDTH)
    lines.append(say("Owed then:"))
    for due in tried.entry["owed"]:
        lines += wrap(say("{side}: {sentence}", side=phrases.side_name(game, due["side"]),
                          sentence=demand_sentence(due["demand"], due["about"], game.catalogue, due["side"])),
                      WIDTH, "  * ", "    ")
    return lines
