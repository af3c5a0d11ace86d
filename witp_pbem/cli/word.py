"""`word`: a player's founding word."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders import letterbox
from witp_pbem.campaign.record import letter_text
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import FOLDER, FORCE
from witp_pbem.cli.protest import notes_now, receipt_of
from witp_pbem.cli.sides import known_side
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import phrases
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@FOLDER
@click.argument("chosen", metavar="WORD")
@click.option("--side", required=True, help="Whose word: a side of the game, or a player before the sides are settled.")
@click.option("-o", "output", metavar="FILE", help="Write a letter to send instead of recording the word.")
@FORCE
def word(folder: str, chosen: str, side: str, output: str | None, force: bool) -> None:
    """Record a player's founding word, which enters every die and every deck.

    Each player sends one, after the anchor was published and before the first dice: a word or a line nobody could
    guess. Then the keeper cannot have picked a chain for its dice. On a copy without private/ the command prints
    the letter to send instead.

    \b
    Example:  witp-pbem word isles --side red "the smell of rain on hot stones"
    """
    campaign = open_campaign(Path(folder))
    name = known_side(campaign, side, *campaign.founding["players"])
    if output is not None or campaign.private is None:
        named_files.write_or_print(letter_text.write("word", campaign.name, name, {"word": chosen}), output, force)
        return
    (entry,) = letterbox.record_letter(Path(folder), "word", name, {"word": chosen})
    printing.notes(notes_now(folder, entry))
    printing.recorded(receipt_of(entry), say(
        "The founding word of {side} is recorded as entry {number}.\nReceipt: {receipt}",
        side=phrases.side_name(campaign.game, name), number=entry["n"], receipt=entry["hash"]))
