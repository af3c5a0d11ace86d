"""`protest`, `answer`, `consent`: disputes, from the complaint to the ruling."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import Receipt
from witp_pbem.campaign.record import upgrades
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import KINDS, PROPOSAL
from witp_pbem.cli import named_files, printing, problems
from witp_pbem.cli.parameters import ABOUT, FOLDER
from witp_pbem.cli.sides import known_side
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import phrases
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@FOLDER
@click.argument("text", metavar="TEXT")
@click.option("--side", required=True, help="Who protests.")
@ABOUT
def protest(folder: str, text: str, side: str, about: str) -> None:
    """Protest: put on record that something is wrong.

    Nothing is changed by it, and play may go on. The protest stands in the logbook, in `status` and in the reports,
    open until the referee answers it. Who has no copy of the folder sends a letter (`witp-pbem letter protest`).

    \b
    Example:  witp-pbem protest isles --side red --about 34 "The fleet was in supply: the base was built in turn 2."
    """
    from witp_pbem.campaign.orders.letterbox import record_letter

    campaign = open_campaign(Path(folder))
    (entry,) = record_letter(Path(folder), "protest", known_side(campaign, side), {"text": text, "about": about})
    print_recorded(entry, folder)
    printing.commands(say("To answer it:"), f'answer {folder} --protest {entry["n"]} --reason "…"')


@click.command(cls=Spoken)
@FOLDER
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--protest", "number", metavar="N", type=int, required=True, help="The protest's entry.")
@click.option("--reason", required=True, help="Why it is decided so; every player reads it.")
@click.pass_context
def answer(ctx: click.Context, folder: str, file: str | None, number: int, reason: str) -> None:
    """Answer a protest: the referee's decision, with its reason.

    Without a file nothing is changed: the protest is dismissed, or the matter is explained. FILE is a file of rulings
    (see `witp-pbem orders DIR --side referee`) that put right what was wrong. To play something again, `rewind` first.

    Where a player keeps the campaign, the answer is proposed, and takes effect when every player consents.

    \b
    Examples:  witp-pbem answer isles --protest 35 --reason "Rule 6.2: the base was cut off when it mattered."
               witp-pbem answer isles --protest 35 --reason "The unit was in supply." rulings.txt
    """
    from witp_pbem.campaign.disputes.protest_answers import answer as answering

    content = named_files.read_files((file,))[0] if file else None
    checked, entry = answering(Path(folder), number, reason, content)
    campaign = open_campaign(Path(folder))
    if checked:
        problems.print_checked(checked, campaign.game)
    if entry is None:
        printing.line(say("Nothing was recorded."))
        ctx.exit(1)
    print_recorded(entry, folder)
    print_wanted(campaign, folder, entry)


@click.command(cls=Spoken)
@FOLDER
@click.argument("number", metavar="N", type=int)
@click.option("--side", required=True, help="Who consents.")
def consent(folder: str, number: int, side: str) -> None:
    """Consent to a proposal, where a player keeps the campaign: a rewind, a ruling, an answer to a protest, a `resume`.

    N is the entry of the proposal; `log` shows what it says. When all players have consented it is carried out at once.
    Who has no copy of the folder sends a letter (`witp-pbem letter consent`).

    \b
    Example:  witp-pbem consent isles --side red 35
    """
    from witp_pbem.campaign.orders.letterbox import record_letter

    campaign = open_campaign(Path(folder))
    proposed = campaign.entries[number]["hash"] if 0 <= number < len(campaign.entries) else ""
    values = {"proposal": str(number), "hash": proposed}
    entries = record_letter(Path(folder), "consent", known_side(campaign, side), values)
    for entry in entries:
        print_recorded(entry, folder)
    if len(entries) > 1:
        printing.line(say("The proposal is carried out."))
    else:
        print_wanted(open_campaign(Path(folder)), folder, campaign.entries[number])


def print_recorded(entry: Entry, folder: str) -> None:
    """Prints what was recorded, with its receipt, and the notes on the campaign's files."""
    printing.notes(notes_now(folder, entry))
    printing.recorded(receipt_of(entry), say(
        "Recorded as entry {entry} ({kind}).\nReceipt: {receipt}", entry=entry["n"], kind=KINDS[entry["type"]],
        receipt=entry["hash"]))


def receipt_of(entry: Entry) -> Receipt:
    """The receipt of an entry."""
    return Receipt(entry["type"], entry["n"], entry["hash"])


def notes_now(folder: str, entry: Entry) -> list[str]:
    """The notes on a campaign's files; and that this program has taken over, where it did so to record an entry."""
    campaign = open_campaign(Path(folder))
    return [*campaign.notes, *(
        say("Until now this campaign was kept by {before}; from now on it is kept by {after}. The logbook and the next "
            "report say so.", before=taking.before, after=taking.after)
        for taking in upgrades.taken(campaign.entries, campaign.game) if taking.entry == entry["n"] - 1)]


def print_wanted(campaign: Campaign, folder: str, entry: Entry) -> None:
    """Prints whose consent a proposal waits for, and the letter they send; nothing for another entry."""
    from witp_pbem.campaign.letters.consent import missing
    from witp_pbem.campaign.record import letter_text

    if entry["type"] != PROPOSAL:
        return
    for side in missing(campaign, entry):
        name = phrases.side_name(campaign.game, side)
        printing.line(say("It takes place once {side} consents, by this letter:", side=name))
        printing.line()
        printing.text(letter_text.write("consent", campaign.name, side,
                                        {"proposal": entry["n"], "hash": entry["hash"]}) + "\n")
        printing.commands(say("Or here:"), f"consent {folder} --side {side} {entry['n']}")
