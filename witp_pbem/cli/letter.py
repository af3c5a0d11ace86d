"""`letter`: what somebody says besides orders."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.record.logbook import WORD
from witp_pbem.cli import leaving, player, printing, seal
from witp_pbem.cli.parameters import ABOUT
from witp_pbem.cli.recording import (
    notes_now,
    print_recorded,
    print_wanted,
    receipt_of,
    record_or_write,
    speaker,
    write_letter,
    writes_letter,
)
from witp_pbem.cli.spoken import CommandGroup, Spoken
from witp_pbem.report import phrases
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE

_SUMMARIES = say.sentences({
    "word": "Give a founding word for the dice.",
    "seal": "Seal orders, to be revealed later.",
    "reveal": "Show sealed orders.",
    "withdraw": "Take back recorded orders before their sitting.",
    "protest": "Put on record that something is wrong.",
    "note": "Put a note into the logbook.",
    "proposal": "Propose a rewind or rulings, where a player keeps the campaign.",
    "consent": "Consent to such a proposal.",
    "player": "Say who plays a side from now on.",
    "resign": "Give up.",
})


@click.group(cls=CommandGroup, summaries=_SUMMARIES)
def letter() -> None:
    """Say something besides orders: a word for the dice, a protest, a consent, that you give up.

    In the folder of whoever keeps the campaign (DIR) it is recorded at once. In a copy of that folder, where you only
    know the campaign's NAME, or with -o FILE, the letter is written that says it: sign it if you like (`key sign`) and
    mail it; the keeper records it with `submit`, like orders.

    \b
    Examples:  witp-pbem letter protest isles "The fleet was in supply." --side red --about 34
               witp-pbem letter withdraw isles --side red
               witp-pbem letter seal red.txt
    """


for command in (seal.seal, seal.reveal, leaving.withdraw, leaving.resign, player.player):
    letter.add_command(command)


@letter.command(cls=Spoken)
@writes_letter
@click.argument("chosen", metavar="WORD")
@click.option("--side", required=True, help="Whose word: a side of the game, or a player before the sides are settled.")
def word(place: str, chosen: str, side: str, output: str | None, force: bool) -> None:
    """Give a player's founding word, which enters every die and every deck.

    Each player sends one, after the anchor was published and before the first dice: a word or a line nobody could
    guess. Then the keeper cannot have picked a chain for its dice.

    \b
    Example:  witp-pbem letter word isles "the smell of rain on hot stones" --side red
    """
    for entry in record_or_write(place, "word", side, {"word": chosen}, output, force):
        assert entry["type"] == WORD
        printing.notes(notes_now(place, entry))
        printing.recorded(receipt_of(entry), say(
            "The founding word of {side} is recorded as entry {number}.\nReceipt: {receipt}",
            side=phrases.side_name(open_campaign(Path(place)).game, entry["side"]), number=entry["n"],
            receipt=entry["hash"]))


@letter.command(cls=Spoken)
@writes_letter
@click.argument("text", metavar="TEXT")
@click.option("--side", required=True, help="Who protests.")
@ABOUT
def protest(place: str, text: str, side: str, about: str, output: str | None, force: bool) -> None:
    """Protest: put on record that something is wrong.

    Nothing is changed by it, and play may go on. The protest stands in the logbook, in `status` and in the reports,
    open until the referee answers it.

    \b
    Examples:  witp-pbem letter protest isles "The fleet was in supply." --side red --about 34
               witp-pbem letter protest isles "The fleet was in supply." --side red -o protest.txt
    """
    for entry in record_or_write(place, "protest", side, {"about": about, "text": text}, output, force):
        print_recorded(entry, place)
        printing.commands(say("To answer it:"), f'answer {place} --protest {entry["n"]} --reason "…"')


@letter.command(cls=Spoken)
@writes_letter
@click.argument("text", metavar="TEXT")
@click.option("--side", default=REFEREE, show_default=True, help="Whose note.")
@ABOUT
def note(place: str, text: str, side: str, about: str, output: str | None, force: bool) -> None:
    """Put a note into the logbook, for all to read. The next report shows it.

    \b
    Example:  witp-pbem letter note isles "Ken is on holiday until the 12th."
    """
    for entry in record_or_write(place, "note", side, {"about": about, "text": text}, output, force):
        print_recorded(entry, place)


@letter.command(cls=Spoken)
@writes_letter
@click.argument("text", metavar="TEXT")
@click.option("--side", required=True, help="Who proposes.")
@click.option("--to", metavar="POINT", default="", help='Where to go back to: the name of a bookmark, "turn 3", "turn '
              '3 PHASE" (their start), "sitting 12" (its end) or "entry 34".')
@click.option("--keep-orders", is_flag=True, help="Orders and rulings recorded behind the point stay in force.")
@click.option("--answers", metavar="N", default="", help="The protest it answers.")
@click.option("--finish", is_flag=True, help="Let stand what is recorded of a step begun under other rules.")
def proposal(place: str, text: str, side: str, to: str, keep_orders: bool, answers: str, finish: bool,
             output: str | None, force: bool) -> None:
    """Propose what all players must agree to where one of them keeps the campaign: a rewind, rulings, or both.

    TEXT is the reason; its lines that begin with "ruling" are the rulings. When all players have consented it is
    carried out at once.

    \b
    Example:  witp-pbem letter proposal isles "Ann's second file was overlooked." --side blue --to "turn 3 movement"
    """
    values = {"to": to, "keep": "yes" if keep_orders else "", "answers": answers, "finish": "yes" if finish else "",
              "text": text}
    for entry in record_or_write(place, "proposal", side, values, output, force):
        print_recorded(entry, place)
        print_wanted(open_campaign(Path(place)), place, entry)


@letter.command(cls=Spoken)
@writes_letter
@click.argument("number", metavar="N", type=int)
@click.option("--side", required=True, help="Who consents.")
@click.option("--hash", "seen", metavar="HASH", default="",
              help="The proposal's hash, where there is no copy of the campaign to look it up in.")
def consent(place: str, number: int, side: str, seen: str, output: str | None, force: bool) -> None:
    """Consent to a proposal, where a player keeps the campaign: a rewind, a ruling, an answer to a protest.

    N is the entry of the proposal; `log` shows what it says. When all players have consented it is carried out at once.

    \b
    Example:  witp-pbem letter consent isles 35 --side red
    """
    who = speaker(place, "consent", side, output)
    entries = who.campaign.entries if who.campaign else []
    proposed = entries[number] if 0 <= number < len(entries) else None
    values = {"proposal": str(number), "hash": seen or (proposed["hash"] if proposed else "")}
    if who.folder is None:
        if not values["hash"]:
            raise click.UsageError(say("The proposal's hash is needed: --hash HASH, as its mail or report shows it."))
        write_letter(who, "consent", values, output, force)
        return
    recorded = record_letter(who.folder, "consent", who.side, values)
    for entry in recorded:
        print_recorded(entry, place)
    if len(recorded) > 1:
        printing.line(say("The proposal is carried out."))
    elif proposed:
        print_wanted(open_campaign(who.folder), place, proposed)
