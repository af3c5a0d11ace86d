"""What somebody says besides orders: recorded in a keeper's folder, written as a letter everywhere else; and what
commands print of the entries they record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.creation import short_name
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters import signatures
from witp_pbem.campaign.orders import letterbox
from witp_pbem.campaign.orders.submit import Receipt
from witp_pbem.campaign.record import letter_text, upgrades
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import KINDS, PROPOSAL
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import FORCE
from witp_pbem.cli.problems import plain_problem
from witp_pbem.cli.sides import known_side
from witp_pbem.report import phrases
from witp_pbem.table.columns import wrap
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.problem import Problem
from witp_pbem.table.tuples import NamedTuple

PLACE = click.argument("place", metavar="DIR|NAME")
LETTER_OUTPUT = click.option("-o", "output", metavar="FILE",
                             help="Write the letter to this file, to sign or send it, instead of recording it.")
BY_FOUNDED_NAME = frozenset({"word", "player"})  # kinds that may name a player before the sides are settled


def writes_letter(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command with the place it speaks to and the options of a letter."""
    return PLACE(LETTER_OUTPUT(FORCE(command)))


class Speaker(NamedTuple):
    """Who says something, and where.

    Attributes:
        folder: the keeper's folder in which it is recorded, None where a letter is written.
        campaign: opened, None where only its name is known.
        name: of the campaign.
        side: who says it, in the game's own form where the game is known.
    """

    folder: Path | None
    campaign: Campaign | None
    name: str
    side: str


def speaker(place: str, kind: str, side: str, output: str | None) -> Speaker:
    """Who says something of a kind of letter.

    Args:
        place: a campaign's folder, or its name where there is no such folder.
        side: as typed.
        output: the file for a letter, None for none.
    Raises:
        click.BadParameter: nobody of the campaign has that name. NoCampaign, Damaged: see `open_campaign`.
    """
    path = Path(place)
    if not path.exists():
        return Speaker(None, None, short_name(place), side)
    campaign = open_campaign(path)
    others = (*(campaign.founding["players"] if kind in BY_FOUNDED_NAME else ()),
              *((REFEREE,) if kind in letterbox.REFEREES else ()))
    is_recorded = campaign.private is not None and output is None
    return Speaker(path if is_recorded else None, campaign, campaign.name, known_side(campaign, side, *others))


def write_letter(who: Speaker, kind: str, values: Mapping[str, str], output: str | None, force: bool) -> None:
    """Writes a letter instead of recording what it says; what is wrong with it is printed, and ends the command."""
    if who.campaign and signatures.needs(who.campaign.founding, who.side):
        values = {letter_text.AFTER: who.campaign.last_sitting["hash"], **values}
    text = letter_text.write(kind, who.name, who.side, values)
    read = letter_text.read(text) if who.campaign is None else letterbox.entry(who.campaign, text)
    problems = [problem for problem in read if isinstance(problem, Problem)]
    for problem in problems:
        plain = plain_problem(problem, who.campaign.game if who.campaign else None)
        printing.problem(plain, *wrap(plain.sentence), err=True)
    if problems:
        click.get_current_context().exit(1)
    named_files.write_or_print(text, output, force)
    printing.paragraph(say("Send this letter to whoever keeps the campaign: `submit` records it, like orders."),
                       err=True)


def record_or_write(place: str, kind: str, side: str, values: Mapping[str, str], output: str | None,
                    force: bool) -> list[Entry]:
    """Records what a letter of a kind would say, or writes it.

    Returns:
        The entries recorded, none for a letter.
    Raises:
        CannotSay: it would be refused. Unsigned: only a signed letter can say it. And those of `speaker`.
    """
    who = speaker(place, kind, side, output)
    if who.folder is None:
        write_letter(who, kind, values, output, force)
        return []
    return letterbox.record_letter(who.folder, kind, who.side, values)


# -- what was recorded -----------------------------------------------------------------------------------------------


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

    if entry["type"] != PROPOSAL:
        return
    for side in missing(campaign, entry):
        name = phrases.side_name(campaign.game, side)
        printing.line(say("It takes place once {side} consents, by this letter:", side=name))
        printing.line()
        printing.text(letter_text.write("consent", campaign.name, side,
                                        {"proposal": entry["n"], "hash": entry["hash"]}) + "\n")
        printing.commands(say("Or here:"), f"letter consent {folder} {entry['n']} --side {side}")
