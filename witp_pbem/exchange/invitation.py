"""The mail that invites a player: what this is, how a turn goes, whom to trust, with the founding packet attached.

It is written for somebody who has never heard of the program, and who needs nothing but a mail program and the game.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from email.message import EmailMessage
from typing import TYPE_CHECKING

from witp_pbem.campaign.checks import luck_words
from witp_pbem.campaign.folder import arrangement
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import NoCampaign
from witp_pbem.campaign.packets import packet
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.record.who_plays import name_of
from witp_pbem.campaign.sitting.status import owed_now
from witp_pbem.exchange import forms
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.body import written
from witp_pbem.exchange.compose import Purpose, compose
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines.waiting import sentences as until_when
from witp_pbem.report import mail as reports
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import side_name

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account

KIND = "invite"
SHORT = 16  # digits of a hash


class Dice(NamedTuple):
    """What proves the dice of a campaign.

    Attributes:
        founding, anchor: hashes.
        is_seeded: whether they grow from a seed that may be known.
        is_of_league: whether other campaigns have the same luck.
        holders: names of the sides that hold chains of their own.
        word: a form for the reader's founding word, () where none is missing.
    """

    founding: str
    anchor: str
    is_seeded: bool
    is_of_league: bool
    holders: tuple[str, ...]
    word: tuple[str, ...]


class Invitation(NamedTuple):
    """The content of an invitation.

    Attributes:
        players: names of sides and of those who play them, "" for nobody yet.
        keeper: the side that keeps the campaign and plays against others, "" for none.
        remarks: sentences on the sides the rules play, and on playing alone.
        is_bid_for: whether the game itself settles who plays which side.
        example: lines of orders, () where the game gives none.
        terms: the deadlines agreed on, None for no agreement.
        dice: None where they are thrown by hand.
        until: who is waited for, where something can be ordered now.
        draft: an orders file to fill in, () where nothing is owed.
    """

    campaign: str
    name: str
    title: str
    publisher: str
    side: str
    players: tuple[tuple[str, str], ...]
    scenario: str
    keeper: str
    is_alone: bool
    remarks: tuple[str, ...]
    is_bid_for: bool
    example: tuple[str, ...]
    terms: tuple[str, ...] | None
    dice: Dice | None
    token: str
    is_signed: bool
    file: str
    is_reconstructed: bool
    until: tuple[str, ...]
    draft: tuple[str, ...]


class NoAddress(Refusal):
    """A player has no mail address."""


def key(campaign: Campaign, side: str) -> str:
    """The key of the letter: inviting this player, as they are known, to this side."""
    player = hashlib.sha256(campaign.players.get(side, "").encode()).hexdigest()[:SHORT]
    return f"{KIND}:{campaign.founded_as(side)}:{player}"


def invite(campaign: Campaign, side: str, now: datetime, account: Account | None = None) -> EmailMessage:
    """The invitation of a side's player, in the language spoken.

    Args:
        account: the sender; without one it is a draft.
    Raises:
        NoCampaign: this is a copy, which has no tokens to give. BadSettings, Damaged: a file of the campaign is.
    """
    if campaign.private is None:
        raise NoCampaign(say('"{folder}" is a copy: only the keeper, who has private/, can invite somebody.',
                             folder=campaign.folder))
    content, file = packet.packet(campaign, 0), packet.file_name(campaign, 0)
    body = written("invitation", _content(campaign, side, now, file), campaign.folder)
    message = compose(Purpose(KIND, key(campaign, side)), body,
                      to=forms.known(campaign, side, account), account=account, campaign=campaign, side=side,
                      subject=reports.subject(campaign.name, say("Your invitation to a game by mail")))
    message.add_attachment(content, "application", "octet-stream", filename=file, cte="base64")
    reports.divide(message, hashlib.sha256(content + key(campaign, side).encode()).hexdigest()[:SHORT])
    return message


def _content(campaign: Campaign, side: str, now: datetime, file: str) -> Invitation:
    """The content of the mail; `file` is the name of the packet attached."""
    game, founding, catalogue = campaign.game, campaign.founding, campaign.game.catalogue
    keeper, mine, is_alone = founding["keeper"], side_name(side, catalogue), arrangement.is_alone(founding)
    agreement = agreements.read(campaign.folder)
    draft = forms.draft(campaign, side) if any(due["side"] == side for due in owed_now(campaign)) else ()
    return Invitation(
        campaign=campaign.name, name=name_of(campaign.players.get(side, "")) or mine, title=game.title,
        publisher=game.publisher, side=mine,
        players=tuple((side_name(side, catalogue), name_of(player)) for side, player in campaign.players.items()),
        scenario=game.setting(campaign.state.opening if not campaign.state.sittings else campaign.position).scenario,
        keeper=side_name(keeper, catalogue) if keeper and not is_alone else "", is_alone=is_alone,
        remarks=tuple(arrangement.sentences(game, founding, campaign.players)),
        is_bid_for=not all(map(game.side_of, campaign.players)),
        example=tuple(f"    {line}" for line in catalogue.words.get("example", {}).get("orders", "").splitlines()),
        terms=tuple(agreements.in_words(agreement, campaign)) if agreement else None,
        dice=_dice(campaign, side) if campaign.is_chained else None,
        token=tokens.of(campaign, side), is_signed=bool(founding["signed"]), file=file,
        is_reconstructed=bool(founding["reconstructed"]),
        until=tuple(until_when(campaign, now, side)) if draft else (), draft=draft)


def _dice(campaign: Campaign, side: str) -> Dice:
    """What binds the dice, and the form for a founding word of the side's, while that is missing. It is a comment:
    whoever answers something else and quotes it all has sent no word."""
    dice = campaign.founding["dice"]
    is_missing = campaign.founded_as(side) in luck_words.missing(campaign.entries)
    return Dice(
        campaign.founding["hash"], str(dice["anchor"]), bool(dice["seeded"]), "league" in dice,
        tuple(side_name(holder, campaign.game.catalogue) for holder in dice["chains"]),
        forms.form(campaign, side, letter_text.write("word", campaign.name, side, {"word": " "})) if is_missing else ())
