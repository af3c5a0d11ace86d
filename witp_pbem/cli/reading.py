"""`status` and `show`: the state of the campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.cli import printing
from witp_pbem.cli.parameters import FOLDER, NOW
from witp_pbem.cli.printing import Result
from witp_pbem.cli.sides import opened_for
from witp_pbem.cli.spoken import Spoken
from witp_pbem.exchange import office
from witp_pbem.report import phrases
from witp_pbem.report.newest import newest
from witp_pbem.table.language import listing, parts, say, together
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from witp_pbem.campaign.explaining.story import HeldCard
    from witp_pbem.campaign.folder.campaign import Campaign
    from witp_pbem.campaign.sitting.status import Status
    from witp_pbem.exchange.desk.standing import Standing
    from witp_pbem.table.game import Game


class CampaignStatus(NamedTuple):
    """The state of a campaign, and of its exchange by mail (null where there is none)."""

    status: Status
    desk: Standing | None


@click.command(cls=Spoken)
@FOLDER
@NOW
def status(folder: str, now: datetime) -> Result[CampaignStatus]:
    """Show the turn, the phase, what each side owes, and whose orders have come in.

    \b
    Example:  witp-pbem status isles
    """
    from witp_pbem.campaign.sitting.status import status as status_of

    campaign = open_campaign(Path(folder))
    campaign.require_sealed()
    status = status_of(campaign)
    desk = _desk(campaign, now)
    return Result(lambda: CampaignStatus(status, desk), lambda: _show(status, campaign, folder, desk))


def _show(status: Status, campaign: Campaign, folder: str, desk: Standing | None) -> None:
    from witp_pbem.campaign.folder import arrangement
    from witp_pbem.campaign.record.upgrades import here

    printing.notes(campaign.notes)
    game = campaign.game
    phase = phrases.phase_name(game, status.phase) or status.step
    printing.line(say("{campaign}: {game}, turn {turn}, {phase}; last sitting: {sitting}.", campaign=status.campaign,
                      game=status.title, turn=status.turn, phase=phase, sitting=status.sitting or say("none")))
    if status.score:
        printing.paragraph(status.score)
    played = game.setting(campaign.position)
    if played.options:
        printing.paragraph(say("Options: {options}.", options=parts(played.options)))
    for remark in played.remarks:
        printing.paragraph(remark)
    if status.kept_by != here(game):
        printing.paragraph(say("Until now this campaign was kept by {before}. This is {after}: the next thing recorded "
                               "says so.", before=status.kept_by, after=here(game)))
    for sentence in arrangement.sentences(game, campaign.founding, status.players):
        printing.paragraph(sentence)
    print_disputes(status, campaign, folder)
    for sentence in desk.sentences(folder) if desk else ():
        printing.paragraph(sentence)
    if status.outcome:
        ended = status.outcome
        printing.line(say("The game is over: {winner} won [{rule}].", winner=phrases.side_name(game, ended["winner"]),
                          rule=ended["rule"]))
        return
    if status.owed:
        printing.line(say("Owed:"))
        printing.items(say("{side}: {sentence}", side=phrases.side_name(game, due["side"]), sentence=due["sentence"])
                       for due in status.owed)
    _print_orders(status, campaign, folder)
    if not status.waits_for and campaign.private is None:
        printing.line(say("Next: the keeper goes on from here."))
        return
    if not status.waits_for:
        words = status.words_missing and campaign.founding["dice"]["words"]
        step = f"submit {folder} word.txt" if words else (
            f"submit {folder} FILE.reveal.txt" if status.unrevealed else f"adjudicate {folder}")
        printing.commands(say("Next:"), step)
        return
    waiting = together(phrases.with_player(phrases.side_name(game, side), status.players.get(side, ""))
                       for side in status.waits_for)
    printing.line(say("Next to send: {sides}.", sides=waiting))
    for side in status.waits_for:
        command = f"{printing.program()} orders {folder} --side {side} -o {side}.txt"
        printing.line(say("Next: {command}", command=command))


def _desk(campaign: Campaign, now: datetime) -> Standing | None:
    """The state of the exchange by mail. Where there is none, it is not even loaded."""
    if campaign.private is None or not office.of_campaign(campaign.folder).is_dir():
        return None
    from witp_pbem.exchange.desk import standing

    return standing.of(campaign, now)


def _print_orders(status: Status, campaign: Campaign, folder: str) -> None:
    """Prints what has come in, what is still owed besides orders, and which orders are on file unused."""
    from witp_pbem.campaign.sitting.status import sender

    game = campaign.game
    for entry in status.received:
        printing.line(say("Received since the last sitting: {side}, entry {entry}, receipt {receipt}…",
                          side=phrases.side_name(game, sender(entry)), entry=entry["n"],
                          receipt=entry["hash"][:32]))
    if status.is_closed:
        printing.line(say("The next sitting is closed already: orders that come in now do not count for it."))
    _print_owed_fairness(status, campaign, folder)
    for side, phases in status.on_file.items():
        named = listing(phrases.phase_name(game, phase) or say("that name no phase") for phase in phases)
        printing.line(say("Unused orders on file: {side}, {phases}.", side=phrases.side_name(game, side), phases=named))
    for side, count in status.standing.items():
        printing.line(say("Standing orders on file: {side}, {count}.", side=phrases.side_name(game, side), count=count))


def _print_owed_fairness(status: Status, campaign: Campaign, folder: str) -> None:
    """Prints which founding words, sealed orders and links are still missing."""
    from witp_pbem.campaign.letters import consent
    from witp_pbem.campaign.record import who_plays

    game, named = campaign.game, who_plays.current(campaign.entries)
    if status.words_missing:
        printing.paragraph(say("No founding word yet: {sides}. After the first dice none is taken.", sides=listing(
            phrases.side_name(game, side) for side in status.words_missing)))
    for entry, side in status.unrevealed:
        printing.paragraph(say("Sealed, and still to be revealed: {side}, entry {entry}.",
                               side=phrases.side_name(game, side), entry=entry["n"]))
    if status.links_owed:
        printing.paragraph(say("The next dice wait for a link of {sides}, given for this hash or a later one: {head}",
                               sides=listing(phrases.with_player(phrases.side_name(game, side), named.get(side, ""))
                                             for side in status.links_owed), head=status.head))
        if not set(consent.playing(campaign)) & set(status.waits_for):  # a keeper's orders come before any link
            printing.commands(say("Whoever owes it types:"), *(
                f"key link FILE --campaign {folder} --side {side} --head {status.head} -o link.txt"
                for side in status.links_owed))


def print_disputes(status: Status, campaign: Campaign, folder: str) -> None:
    """Prints the protests that wait for an answer, and the proposals that wait for consent."""
    game = campaign.game
    if status.protests:
        printing.line(say.plural(len(status.protests), "{n} protest so far, {open} open.",
                                 "{n} protests so far, {open} open.", open=len(status.open_protests)))
    protests = newest(status.open_protests, lambda protest: protest["text"])
    if left := len(status.open_protests) - len(protests):
        from witp_pbem.report.protests_and_notes import protests_left_out

        printing.paragraph(protests_left_out(left))
    for protest in protests:
        text = " ".join(protest["text"].split())
        side = phrases.side_name(game, protest["side"])
        printing.items([say("{side}, entry {entry}: {text}", side=side, entry=protest["n"], text=text)
                        if protest["about"] is None else
                        say("{side}, entry {entry}, about entry {about}: {text}", side=side, entry=protest["n"],
                            about=protest["about"], text=text)])
    for entry, missing in status.proposals:
        printing.paragraph(say("Proposed in entry {entry}, waiting for the consent of {sides}: {reason}",
                               entry=entry["n"], reason=" ".join(entry["reason"].split()),
                               sides=together(phrases.side_name(game, side) for side in missing)))
        printing.commands(say("Next:"), *(
            f"letter consent {folder} {entry['n']} --side {side}{'' if campaign.private else ' -o consent.txt'}"
            for side in missing))


@click.command(cls=Spoken)
@FOLDER
@click.option("--turn", type=int, metavar="N", help="The position at the end of this turn.")
@click.option("--as-of", type=int, metavar="ENTRY", help="The position after this entry of the logbook, also on a "
              "branch that was abandoned.")
@click.option("--side", help="Add what this side alone may see: its hand.")
def show(folder: str, turn: int | None, as_of: int | None, side: str | None) -> Result[Mapping[str, Any]]:
    """Show the position: who is winning, and everything that lies on the table.

    With --json it is what `witp-pbem guide state-format` describes and `new --position` reads.

    \b
    Examples:  witp-pbem show isles
               witp-pbem show isles --side red
               witp-pbem show isles --turn 3 --json
               witp-pbem show isles --as-of 34
    """
    from witp_pbem.campaign.explaining.story import held_by, position_at
    from witp_pbem.campaign.folder import points

    campaign, chosen = opened_for(folder, side)
    campaign = campaign if as_of is None else points.as_of(campaign, as_of)
    position = campaign.position if turn is None else position_at(campaign, turn)
    hand = held_by(campaign, chosen, position) if chosen else None
    if chosen and hand is None:
        printing.notes([say("This copy cannot know the cards in hand: this is the position as everybody sees it.")])
    return Result(lambda: campaign.game.to_json(position), lambda: _show_board(position, campaign.game, hand))


def _show_board(position: Any, game: Game, hand: Sequence[HeldCard] | None) -> None:
    from witp_pbem.report import position_text

    printing.text(position_text.render(position, game, hand))
