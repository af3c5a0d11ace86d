"""`status`, `show`: how the campaign stands."""

from __future__ import annotations

from pathlib import Path

import click

from witp_pbem.campaign.campaign import open_campaign
from witp_pbem.cli import display
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import listing, parts, say, together


@click.command(cls=Spoken)
@click.argument("folder", metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def status(folder: str, as_json: bool) -> None:
    """Tell the turn, the phase, what each side owes, and whose orders have come in.

    \b
    Example:  witp-pbem status manila
    """
    from witp_pbem.campaign.status import status as status_of

    campaign = open_campaign(Path(folder))
    campaign.require_sealed()
    found = status_of(campaign)
    if as_json:
        display.print_json(found.to_json())
        return
    display.print_notes(campaign.notes)
    game = campaign.game
    phase = game.catalogue.words.get("phase", {}).get(found.phase, found.phase or found.step)
    click.echo(say("{campaign}: {game}, turn {turn}, {phase}; last sitting: {sitting}.", campaign=found.campaign,
                   game=found.title, turn=found.turn, phase=phase, sitting=found.sitting or say("none")))
    played = game.setting(campaign.position)
    if played.options:
        display.paragraphs(say("Options: {options}.", options=parts(played.options)))
    for remark in played.remarks:
        display.paragraphs(remark)
    if found.outcome:
        ended = found.outcome
        click.echo(say("The game is over: {winner} won [{rule}].", winner=display.side_name(game, ended["winner"]),
                       rule=ended["rule"]))
        return
    if found.owed:
        click.echo(say("Owed:"))
        display.print_owed(found.owed, game)
    for entry in found.received:
        click.echo(say("Received since the last sitting: {side}, entry {entry}, receipt {receipt}…",
                       side=display.side_name(game, entry.get("side", "referee")), entry=entry["n"],
                       receipt=entry["hash"][:16]))
    if found.is_closed:
        click.echo(say("The next sitting is closed already: orders that come in now do not count for it."))
    for side, phases in found.on_file.items():
        named = listing(phase or say("that name no phase") for phase in phases)
        click.echo(say("Unused orders on file: {side}, {phases}.", side=display.side_name(game, side), phases=named))
    for side, count in found.standing.items():
        click.echo(say("Standing orders on file: {side}, {count}.", side=display.side_name(game, side), count=count))
    if not found.waits_for:
        click.echo(say("Next: {command}", command=f"{display.program()} adjudicate {folder}"))
        return
    waiting = together(_with_player(display.side_name(game, side), found.players.get(side, ""))
                       for side in found.waits_for)
    click.echo(say("Next to send: {sides}.", sides=waiting))
    for side in found.waits_for:
        command = f"{display.program()} orders {folder} --side {side} -o {side}.txt"
        click.echo(say("Next: {command}", command=command))


def _with_player(side: str, player: str) -> str:
    """A side with who plays it, where that is known."""
    from witp_pbem.report.page import player_name

    return say("{side} ({player})", side=side, player=player_name(player)) if player else side


@click.command(cls=Spoken)
@click.argument("folder", metavar="DIR")
@click.option("--turn", type=int, metavar="N", help="The position at the end of this turn.")
@click.option("--json", "as_json", is_flag=True,
              help="Print the position as JSON (witp_pbem/docs/state-format.md); `new --position` reads it.")
def show(folder: str, turn: int | None, as_json: bool) -> None:
    """Show the position: everything that lies on the table.

    \b
    Examples:  witp-pbem show manila
               witp-pbem show manila --turn 3 --json
    """
    from witp_pbem.campaign.story import position_at

    campaign = open_campaign(Path(folder))
    display.print_notes(campaign.notes)
    position = campaign.position if turn is None else position_at(campaign, turn)
    if as_json:
        display.print_json(campaign.game.to_json(position))
        return
    from witp_pbem.report import board

    click.echo(board.render(position, campaign.game), nl=False)
