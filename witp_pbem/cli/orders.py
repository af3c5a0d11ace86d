"""`orders`, `check`, `submit`: what a player does between two sittings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign, writing
from witp_pbem.campaign.folder.settings import languages
from witp_pbem.campaign.orders.check import sender
from witp_pbem.campaign.orders.submit import Receipt, Submitted, adding, check_all, mended, take
from witp_pbem.campaign.record import logbook
from witp_pbem.cli import named_files, printing, problems
from witp_pbem.cli.parameters import FOLDER, FORCE, MEND, OUTPUT, WHOSE_ORDERS
from witp_pbem.cli.printing import Result
from witp_pbem.cli.problems import CheckedFile
from witp_pbem.cli.sides import known_side
from witp_pbem.cli.spoken import Spoken, speak_to
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.tuples import NamedTuple


class CheckedFiles(NamedTuple):
    """What became of orders files: whether all stand, and file by file; where they were submitted, the new entries and
    what was mended."""

    stands: bool
    files: list[CheckedFile]
    recorded: Sequence[Receipt] = ()
    notes: Sequence[str] = ()


@click.command(cls=Spoken)
@FOLDER
@WHOSE_ORDERS
@OUTPUT
@FORCE
def orders(folder: str, side: str, output: str | None, force: bool) -> None:
    """Write an orders file ready to fill in.

    It has the right header, and says as comments what is owed and which orders would be legal; below it stands the
    rest of the turn, phase by phase. Take away the # in front of a line to order it, add lines of your own, then
    `check` the file.

    \b
    Example:  witp-pbem orders isles --side red -o red.txt
    """
    from witp_pbem.campaign.orders.template import template
    from witp_pbem.campaign.sitting.adjudicate import Stopped, divergence
    from witp_pbem.table.table import Diverged

    campaign = open_campaign(Path(folder))
    try:
        chosen = known_side(campaign, side, REFEREE)
        speak_to(campaign, chosen)
        text = template(campaign, chosen)
    except Diverged as difference:
        raise Stopped(divergence(campaign, difference)) from difference
    printing.notes([*campaign.notes, *_of_cards(campaign, [chosen])])
    named_files.write_or_print(text, output, force)


@click.command(cls=Spoken)
@FOLDER
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--add", is_flag=True, help="As `submit --add` would have it.")
def check(folder: str, files: tuple[str, ...], add: bool) -> Result[CheckedFiles]:
    """Show everything that is wrong with orders files. Nothing is changed.

    Each problem is told in a sentence with its file, its line and the rule it breaks, with the faulty words underlined
    and the nearest legal order. What cannot be judged before others have decided or the dice have fallen is marked as
    such, and is no problem. The earlier orders they would replace are shown. The exit code is 0 only if every order
    stands.

    \b
    Examples:  witp-pbem check isles red.txt
               witp-pbem check isles -             (what is piped in, typed or pasted)
    """
    contents = [(name, adding(data) if add else data) for name, data in named_files.read_files(files)]
    return check_contents(open_campaign(Path(folder)), contents)


def check_contents(campaign: Campaign, contents: Sequence[tuple[str, bytes]]) -> Result[CheckedFiles]:
    """What is wrong with orders, by the names of their files."""
    campaign.require_sealed()
    _speak_to_sender(campaign, contents)
    checked = check_all(campaign, contents)
    stands = not any(file.problems for file in checked)

    def show() -> None:
        printing.notes([*campaign.notes, *_of_cards(campaign, [file.side for file in checked])])
        for file in checked:
            problems.print_checked(file, campaign.game)
        if stands and any(file.replaced for file in checked):
            printing.paragraph(say('To keep what would be replaced: --add with `check` and `submit`, or the line '
                                   '"Add: yes" in the file.'))

    return Result(lambda: CheckedFiles(stands, [problems.checked_file(file, campaign.game) for file in checked]), show,
                  stands)


def _of_cards(campaign: Campaign, sides: Sequence[str]) -> list[str]:
    """What is to be said where a copy does not know some sides' cards."""
    unknown = any(side in campaign.game.sides and campaign.unknown_hand(side, campaign.position) for side in sides)
    return [say("This copy cannot know the cards in hand: what is ordered with them is judged by the keeper.")
            ] if unknown else []


@click.command(cls=Spoken)
@FOLDER
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--add", is_flag=True, help="Replace nothing: add to the orders already sent.")
@MEND
def submit(folder: str, files: tuple[str, ...], add: bool, mend: bool) -> Result[CheckedFiles]:
    """Check orders files and record them in the logbook.

    If any order has a problem, nothing at all is recorded. What is recorded stays sealed: the logbook shows only
    commitments until an order is used. The receipt proves later that these orders were in the logbook; keep it.

    A later file replaces orders of the same phase that have not been used yet; `check` shows them. With --add, or the
    line "Add: yes" in the file, it replaces none: its orders are read behind the earlier ones.

    With --mend, orders of which each problem has one plain mending are recorded so mended; `check` shows them.

    \b
    Examples:  witp-pbem submit isles red.txt
               witp-pbem submit isles more.txt --add
               witp-pbem submit isles -            (what is piped in, typed or pasted)
    """
    contents = [(name, adding(data) if add else data) for name, data in named_files.read_files(files)]
    with writing(Path(folder)) as campaign:
        recorded = record_contents(campaign, contents, mend=mend)
    return submitted(campaign, recorded)


def record_contents(campaign: Campaign, contents: Sequence[tuple[str, bytes]], *, mend: bool = False) -> Submitted:
    """Checks orders by the names of their files, and records them if every one stands.

    Args:
        mend: whether those are mended of which each problem has one plain mending.
    """
    _speak_to_sender(campaign, contents)
    return take(campaign, mended(campaign, contents) if mend else contents)


def submitted(campaign: Campaign, recorded: Submitted) -> Result[CheckedFiles]:
    """What became of orders."""
    return Result(lambda: CheckedFiles(
        recorded.stands, [problems.checked_file(file, campaign.game) for file in recorded.checked],
        [receipt for receipts in recorded.receipts for receipt in receipts],
        recorded.notes),
        lambda: _show_submitted(campaign, recorded), recorded.stands)


def _show_submitted(campaign: Campaign, recorded: Submitted) -> None:
    printing.notes(recorded.notes)
    for file in recorded.checked:
        problems.print_checked(file, campaign.game)
    if not recorded.stands:
        printing.line(say("Nothing was recorded."))
        return
    for file, receipts in zip(recorded.checked, recorded.receipts, strict=True):
        for receipt in receipts:
            printing.line(say("{file}: recorded as entry {entry} ({kind}).\nReceipt: {receipt}", file=file.file,
                              entry=receipt.entry, kind=logbook.KINDS[receipt.kind], receipt=receipt.hash))
            if receipt.kind == logbook.PROPOSAL:
                from witp_pbem.cli.recording import print_wanted

                print_wanted(campaign, str(campaign.folder), campaign.entries[receipt.entry])
        if len(receipts) > 1 and receipts[0].kind == logbook.CONSENT:
            printing.line(say("The proposal is carried out."))


def _speak_to_sender(campaign: Campaign, contents: Sequence[tuple[str, bytes]]) -> None:
    """Speaks the language of the player whose files these are; with files of several sides it stays the system's."""
    if languages(campaign.folder):
        sides = {sender(campaign, data) for _, data in contents}
        speak_to(campaign, sides.pop() if len(sides) == 1 else "")
