"""The mails about deadlines: a reminder, a deadline that was moved, one that was missed with what follows, and a mail
to the referee when it is for them to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from email.headerregistry import Address
from typing import TYPE_CHECKING, Any

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.settings import speaking_to
from witp_pbem.campaign.record.who_plays import name_of
from witp_pbem.campaign.sitting.status import owed_now
from witp_pbem.exchange import compose, forms, outbox, times
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.body import written
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines.agreement import Agreement
from witp_pbem.exchange.deadlines.clock import Clock, called
from witp_pbem.report import mail
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import side_name

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account

REMINDER, CHANGED, MISS, TURN = "reminder", "deadline", "missed", "referee"  # kinds of mail, and their templates
DIGITS = 16  # of a sitting's hash, in the key of a letter
OVERTAKEN = "overtaken"  # instead of a policy: the campaign has gone on before it was carried out

Content = Callable[[str], tuple[Any, ...]]  # for a side: the value of the letter's kind, in the language then spoken


class DeadlineDesk(NamedTuple):
    """What mails about deadlines are written with.

    Attributes:
        account: None where mails become drafts.
    """

    campaign: Campaign
    agreement: Agreement
    now: datetime
    account: Account | None

    def in_words(self, moment: datetime, reader: str) -> str:
        """A moment as a side reads it."""
        return times.in_words(moment, agreements.zone_of(self.agreement, self.campaign, reader))


def to_players(desk: DeadlineDesk, key: str, kind: str, content: Content, sides: Sequence[str]) -> list[str]:
    """Puts a letter for the player of each side into the outbox; returns the keys of those that were not there.

    Raises:
        NotWritten: the disk did not take them.
    """
    put = []
    for side in sides:
        for to in mail.addresses([desk.campaign.players.get(side, "")]):
            with speaking_to(desk.campaign, side):
                put += _put(desk, f"{key}:{side}", kind, content(side), to, side)
    return put


def to_former(desk: DeadlineDesk, key: str, kind: str, content: Content, side: str, player: str) -> list[str]:
    """Puts a letter into the outbox for a player who was replaced; it holds no token of the side."""
    with speaking_to(desk.campaign, side):
        return [queued for to in mail.addresses([player])
                for queued in _put(desk, f"{key}:former", kind, content(side), to, "")]


def invite(desk: DeadlineDesk, side: str) -> list[str]:
    """Puts the invitation of a side's player into the outbox, with all they need to take over."""
    from witp_pbem.exchange import invitation

    campaign, key = desk.campaign, invitation.key(desk.campaign, side)
    with speaking_to(campaign, side):
        message = invitation.invite(campaign, side, desk.now, desk.account)
    to = compose.receivers(message)
    return [key] if to and outbox.put(offices.of_campaign(campaign.folder), desk.now, key, to, message) else []


def to_referee(desk: DeadlineDesk, key: str, content: Turn) -> list[str]:
    """Puts a letter for the referee into the outbox, if their address is known."""
    if desk.account is None:
        return []
    return _put(desk, key, TURN, content, Address(addr_spec=desk.account.to_referee), "")


def _put(desk: DeadlineDesk, key: str, kind: str, content: tuple[Any, ...], to: Address, side: str) -> list[str]:
    office = offices.of_campaign(desk.campaign.folder)
    subject = compose.subject_of(desk.campaign)
    if kind == REMINDER:  # it must not look like the report it comes after
        subject = say("{subject}: orders due", subject=subject)
    body = written(kind, content, desk.campaign.folder)
    message = compose.compose(compose.Purpose(kind, key), body, to=[to], account=desk.account, campaign=desk.campaign,
                              subject=subject, side=side)
    return [key] if outbox.put(office, desk.now, key, compose.receivers(message), message) else []


# -- their contents ----------------------------------------------------------------------------------------------


class Grace(NamedTuple):
    """How long orders still count after a deadline, and until when."""

    lasting: str
    until: str


class Reminder(NamedTuple):
    """A deadline draws near: sentences on what is owed until then, what follows it (None for nothing), and an orders
    file to fill in (() where nothing can be ordered)."""

    until: str
    owed: tuple[str, ...]
    grace: Grace | None
    draft: tuple[str, ...]


class Changed(NamedTuple):
    """A deadline is another one now.

    Attributes:
        why: `clock.MOVED`, `clock.SET`, or another reason that is not told.
        grace: what follows the deadline, told to those whose it is; None for nothing.
        terms: what is agreed on, None where that is not told.
    """

    player: str
    until: str
    why: str
    grace: Grace | None
    terms: tuple[str, ...] | None


class PolicyResult(NamedTuple):
    """What became of one of the policies agreed on: its code, or `OVERTAKEN`; whether it was carried out; the new
    deadline, the orders played by default, who has taken over, each "" where there is none."""

    policy: str
    done: bool
    until: str
    orders: str
    player: str


class Missed(NamedTuple):
    """A deadline was missed.

    Attributes:
        player, side: who missed it: with the player's name, and without.
        is_own: whether the reader has missed it.
        followed: what followed, oldest first.
    """

    player: str
    side: str
    until: str
    is_own: bool
    followed: tuple[PolicyResult, ...]


class Turn(NamedTuple):
    """It is for the referee to decide: a sentence that says what about, the campaign's folder, and the side's code."""

    needed: str
    folder: str
    side: str


def reminder(desk: DeadlineDesk, clock: Clock) -> Content:
    """What is still owed, until when, and how to send it."""
    return lambda reader: Reminder(
        desk.in_words(clock.until, reader),
        tuple(due["sentence"] for due in owed_now(desk.campaign) if due["side"] == clock.side),
        _grace(desk, clock, reader), forms.draft(desk.campaign, reader))


def changed(desk: DeadlineDesk, clock: Clock, *, agreed: bool) -> Content:
    """That a deadline is another one now.

    Args:
        agreed: whether to include the agreement.
    """
    return lambda reader: Changed(
        called(desk.campaign, clock.side), desk.in_words(clock.until, reader), clock.why,
        _grace(desk, clock, reader) if reader == clock.side else None,
        tuple(agreements.in_words(desk.agreement, desk.campaign)) if agreed else None)


def _grace(desk: DeadlineDesk, clock: Clock, reader: str) -> Grace | None:
    grace = desk.agreement.grace
    return Grace(times.lasting(grace), desk.in_words(clock.until + grace, reader)) if grace else None


def missed(desk: DeadlineDesk, clock: Clock, followed: Sequence[Mapping[str, Any]]) -> Content:
    """Who missed which deadline, and what followed.

    Args:
        followed: what was done or could not be, oldest first, as the journal tells it.
    """
    return lambda reader: Missed(
        called(desk.campaign, clock.side), side_name(clock.side, desk.campaign.game.catalogue),
        desk.in_words(clock.until, reader), reader == clock.side, tuple(_step(desk, step, reader) for step in followed))


def _step(desk: DeadlineDesk, values: Mapping[str, Any], reader: str) -> PolicyResult:
    until = desk.in_words(times.read(values["until"]), reader) if values.get("until") else ""
    player = name_of(values.get("player", ""))
    return PolicyResult(values["policy"], values["done"], until, values.get("orders", ""), player)


def turn(desk: DeadlineDesk, clock: Clock) -> Turn:
    """The letter to the referee when it is for them to decide."""
    return Turn(needed(desk.campaign, clock), str(desk.campaign.folder), clock.side)


def needed(campaign: Campaign, clock: Clock) -> str:
    """What waits for the referee's decision, a sentence."""
    return say("{player} has missed the deadline of {time}. The referee decides.", player=called(campaign, clock.side),
               time=times.in_words(clock.until))
