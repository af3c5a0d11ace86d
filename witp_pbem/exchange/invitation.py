"""The mail that brings a player in: what this is, how a turn goes, whom to trust, with the founding packet attached.

It is written for somebody who has never heard of the program, and who needs nothing but a mail program and the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING

from witp_pbem.campaign.checks import words
from witp_pbem.campaign.folder import arrangement
from witp_pbem.campaign.folder.campaign import Campaign, NoCampaign
from witp_pbem.campaign.record import letters
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.record.seats import name_of
from witp_pbem.campaign.sitting.status import status
from witp_pbem.exchange import forms
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.body import Heading, Listed, Outcome, Part, Verbatim, listed
from witp_pbem.exchange.compose import Purpose, compose
from witp_pbem.exchange.copies import packet
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines.waiting import sentences as until_when
from witp_pbem.report import mail as reports
from witp_pbem.table.game import Game
from witp_pbem.table.language import labelled, say, together
from witp_pbem.table.wording import side_name

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account

KIND = "invite"
SHORT = 16  # digits of a hash


class NoAddress(Refusal):
    """A player has no mail address."""


def key(campaign: Campaign, side: str) -> str:
    """What the letter is for: inviting this player, as they are known, to this side."""
    player = hashlib.sha256(campaign.players.get(side, "").encode()).hexdigest()[:SHORT]
    return f"{KIND}:{campaign.founded_as(side)}:{player}"


def invite(campaign: Campaign, side: str, now: datetime, account: Account | None = None,
           templates: Path | None = None) -> EmailMessage:
    """The invitation of a side's player, in the language spoken.

    Args:
        account: the sender; without one it is a draft. templates: a folder of the user's own templates.
    Raises:
        NoCampaign: this is a copy, which has no tokens to give. BadSettings, Damaged: a file of the campaign is.
    """
    if campaign.private is None:
        raise NoCampaign(say('"{folder}" is a copy: only the keeper, who has private/, can invite somebody.',
                             folder=campaign.folder))
    content, file = packet.packet(campaign, 0), packet.file_name(campaign, 0)
    message = compose(Purpose(KIND, key(campaign, side)), list(_body(campaign, side, now, file)),
                      to=forms.known(campaign, side, account), account=account, campaign=campaign, side=side,
                      subject=reports.subject(campaign.name, say("Your invitation to a game by mail")),
                      templates=templates)
    message.add_attachment(content, "application", "octet-stream", filename=file, cte="base64")
    reports.divide(message, hashlib.sha256(content + key(campaign, side).encode()).hexdigest()[:SHORT])
    return message


def _body(campaign: Campaign, side: str, now: datetime, file: str) -> Iterator[Part]:
    """What the mail says; `file` is the name of the packet attached."""
    game, mine = campaign.game, side_name(side, campaign.game.catalogue)
    name = name_of(campaign.players.get(side, "")) or mine
    yield Outcome(say("{name}, you are invited to a game of {title}, played by mail. You play {side}.", name=name,
                      title=game.title, side=mine), "good")
    yield say("All you need is this mail program, and the game itself: your own copy, published by {publisher}. There "
              "is nothing to install, and no web page to visit.", publisher=game.publisher)
    yield Heading(say("Who plays"))
    yield listed(_players(campaign))
    yield from _turn(game)
    yield Heading(say("How much time there is"))
    agreement = agreements.read(campaign.folder)
    yield (listed(agreements.in_words(agreement, campaign)) if agreement else
           say("No deadlines are agreed on. Say how often you can look into your mail."))
    yield Heading(say("Why you can trust the dice"))
    yield from _dice(campaign, side)
    yield from _proof_of_sender(campaign, side)
    yield from _own_copy(campaign, file)
    if any(due["side"] == side for due in status(campaign).owed) and (lines := forms.draft(campaign, side)):
        yield Heading(say("You can begin now"))
        yield listed(until_when(campaign, now, side))
        yield Verbatim(lines)


def _players(campaign: Campaign) -> Iterator[str]:
    """Who plays what, and who keeps the campaign."""
    catalogue = campaign.game.catalogue
    for side, player in campaign.players.items():
        yield labelled(side_name(side, catalogue), name_of(player) or say("nobody yet"))
    setting = campaign.game.setting(campaign.past.opening if not campaign.past.sittings else campaign.position)
    yield labelled(say("Scenario"), setting.scenario)
    keeper = campaign.founding["keeper"]
    if not arrangement.is_alone(campaign.founding):
        yield (say("{side} keeps the campaign and plays. Read what that means under the dice.",
                   side=side_name(keeper, catalogue)) if keeper else
               say("The campaign is kept by somebody who does not play."))
    yield from arrangement.sentences(campaign.game, campaign.founding, campaign.players)
    if not all(map(campaign.game.side_of, campaign.players)):
        yield say("Who plays which side is settled in the game itself, by bids that nobody sees before all are in.")


def _turn(game: Game) -> Iterator[Part]:
    """How a turn goes by mail, and what orders look like."""
    yield Heading(say("How a turn goes"))
    yield Listed((
        ("1.", say("You get a mail with a report: what happened, every battle and every die, a map, and what you have "
                   "to decide next.")),
        ("2.", say("You press Reply and write your orders between the two lines near the end that begin with # -----. "
                   "What is legal stands there already: take away the # in front of what you want. You can write in "
                   "English or in Japanese.")),
        ("3.", say("You get an answer: either your orders are recorded, or it says exactly what is wrong, and you send "
                   "them again. Until the others are ready, too, you may change your mind: the latest mail counts.")),
        ("4.", say("When everybody's orders are in, the program plays on and sends everybody the next report."))))
    if example := game.catalogue.words.get("example", {}).get("orders"):
        yield Heading(say("What orders look like"))
        yield Verbatim(tuple(f"    {line}" for line in example.splitlines()))
        yield say("This is only an example. Places go by name or as the map has them.")


def _dice(campaign: Campaign, side: str) -> Iterator[Part]:
    """How dice are made and checked, as far as somebody wants to know who is about to play."""
    dice = campaign.founding["dice"]
    if not campaign.is_chained:
        yield say("Dice and cards are rolled and drawn by people and typed in; every report shows them. That proves "
                  "only that they were typed in before they were used, and have not been changed since.")
        return
    yield say("Nobody throws them and nobody chooses them. They follow from a secret that was fixed when the campaign "
              "was founded, and from words of the players' own. The two hashes below bind everybody: keep this mail, "
              "and years later you, or anybody, can prove with it that no die was changed.")
    yield listed((labelled(say("Founding hash"), str(campaign.founding["hash"])),
                  labelled(say("Anchor of the dice"), str(dice["anchor"]))))
    if dice["seeded"]:
        yield say("This campaign grows from a seed that may be known: for tests and examples only.")
    if dice["chains"]:
        holders = together(side_name(each, campaign.game.catalogue) for each in dice["chains"])
        yield say("Besides, {players} hold chains of their own, without which nobody knows any die: `witp-pbem guide "
                  "fairness` tells how, step by step.", players=holders)
    if campaign.founded_as(side) in words.missing(campaign.entries):
        yield say("If you like, add to every die of the campaign a word nobody can guess: before the first dice are "
                  "rolled, answer this mail, take away the # in front of these four lines, and write your word behind "
                  "the last one.")
        # As comments: whoever answers something else and quotes it all has sent no word.
        yield forms.form(campaign, side, letters.write("word", campaign.name, side, {"word": " "}))


def _proof_of_sender(campaign: Campaign, side: str) -> Iterator[Part]:
    """What proves that a reply is the player's."""
    yield Heading(say("Your token"))
    yield say("In your mails stands a word that only you and the referee's desk know: {token}. It proves that a reply "
              "is yours; you need not do anything about it. Whoever has it can order in your name: so pass on nothing "
              "that the desk sent to you, and if that has happened, tell the keeper.",
              token=tokens.of(campaign, side))
    if campaign.founding["signed"]:
        yield say("In this campaign every order is signed with the key you gave the keeper (`witp-pbem guide "
                  "signatures`); what is not signed is not recorded.")


def _own_copy(campaign: Campaign, file: str) -> Iterator[Part]:
    """What can be done with the packet."""
    yield Heading(say("If you want more"))
    yield say("The attached file {file} is the campaign as far as it goes. Keep this mail. Whoever has the "
              "program witp-pbem on a computer (it is free) can make a copy of the campaign with it, and then check "
              "orders before sending them, draw maps, and prove every die:", file=file)
    yield Verbatim((f"    witp-pbem sync {campaign.name} {say('THIS-MAIL.eml')}",))
    if campaign.founding["reconstructed"]:
        yield say("The map, the counters and the cards the program plays with are partly reconstructed, not copied "
                  "from the printed game. Every report says so.")
