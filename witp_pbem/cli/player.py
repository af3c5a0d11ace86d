"""`letter player`: another player for a side, or another address or key of the same one."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.checks.chain_links import holders
from witp_pbem.cli import printing
from witp_pbem.cli.new import public_key
from witp_pbem.cli.recording import print_recorded, speaker, write_letter, writes_letter
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say


@click.command(cls=Spoken)
@writes_letter
@click.argument("name", metavar='"NAME <ADDRESS>"')
@click.option("--side", required=True, help="Who is to be played by somebody else, or has another address or key.")
@click.option("--key", default="", metavar="FILE",
              help="The public key to sign with (the file ending in .pub, or its line). Without it the key stays with "
                   "a player who keeps the name, and counts no more for another one.")
@click.option("--anchor", default="", metavar="HASH",
              help="The anchor of a new chain, where there is one. Without it the chain goes on: the new player "
                   "needs its file from the previous one.")
@click.option("--reason", default="", metavar="TEXT", help="Why; every player reads it.")
def player(place: str, side: str, name: str, key: str, anchor: str, reason: str, output: str | None,
           force: bool) -> None:
    """Say who plays from now on under a name of the game: another player, or the same with another address or key.

    The logbook goes on: what was played stays, and whoever comes takes over as it stands, with the orders on
    file. The other players are told; `invite` brings the new one in. Only a letter signed
    by the previous player (-o FILE, `key sign`), recorded with `submit`, proves that they wanted it.

    \b
    Examples:  witp-pbem letter player isles "Bob <bob@example.org>" --side blue --reason "Ann has moved"
               witp-pbem letter player isles "Ken <ken@new.example.org>" --side red
    """
    from witp_pbem.campaign.letters import player_change
    from witp_pbem.campaign.record import who_plays
    from witp_pbem.report.mail import addresses

    who, line = speaker(place, "player", side, output), public_key(key, Path()) if key else ""
    if who.folder is None or who.campaign is None:
        write_letter(who, "player", {"player": name, "key": line, "anchor": anchor, "text": reason}, output, force)
        return
    campaign, chosen = who.campaign, who.side
    entry = player_change.change(who.folder, chosen, name, reason, line, anchor)
    print_recorded(entry, place)
    *_, change = who_plays.changes([*campaign.entries, entry])
    for sentence in who_plays.sentences(change, campaign.game, campaign.position, address=True):
        printing.paragraph(sentence)
    if who_plays.is_disputable(campaign.founding, change):
        printing.paragraph(say("Every report says so from now on. Only a signed letter from the previous player "
                               "could have proved it."))
    is_reached = bool(addresses([name]))
    if not is_reached:
        printing.paragraph(say("There is no mail address: the desk cannot write to {player}. If you meant to give "
                               'one, run the command again with "NAME <ADDRESS>".', player=who_plays.name_of(name)))
    if not change.is_another:
        return
    printing.paragraph(say("The previous player's orders on file count until {player} replaces them or takes them "
                           "back.", player=who_plays.name_of(name)))
    if is_reached:
        printing.commands(say("Next:"), f"invite {place} {chosen} --send")
    if chosen in holders(campaign.founding) and not anchor:
        printing.paragraph(say("{side} holds a chain: the next dice need its file, or the anchor of another chain "
                               "(--anchor).", side=who_plays.side_of(change, campaign.game, campaign.position)))
