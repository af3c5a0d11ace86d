"""The mails about time: a reminder, a deadline that was moved, one that was missed and what follows; and the word to
the referee when it is their turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from email.headerregistry import Address
from typing import TYPE_CHECKING, Any, NamedTuple

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.settings import speaking_to
from witp_pbem.campaign.record.seats import name_of
from witp_pbem.campaign.sitting.status import status
from witp_pbem.exchange import compose, forms, outbox, times
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.compose import Outcome, Part, Verbatim, listed
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines.agreement import Agreement
from witp_pbem.exchange.deadlines.clock import MOVED, SET, Clock, called
from witp_pbem.report import mail
from witp_pbem.table.language import say
from witp_pbem.table.wording import side_name

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account

REMINDER, CHANGED, MISS, TURN = "reminder", "deadline", "missed", "referee"  # kinds of mail
DIGITS = 16  # of a sitting's hash, in the key of a letter
OVERTAKEN = "overtaken"  # instead of a policy: the campaign has gone on before it was carried out

Words = Callable[[str], Iterable["Part"]]  # what a side is told, in the language spoken then


class Desk(NamedTuple):
    """Who writes, and when: the campaign, what was agreed on, the moment, and the account (None: mails are drafts)."""

    campaign: Campaign
    agreement: Agreement
    now: datetime
    account: Account | None

    def told(self, moment: datetime, reader: str) -> str:
        """A moment as a side reads it."""
        return times.told(moment, agreements.zone_of(self.agreement, self.campaign, reader))


def to_players(desk: Desk, key: str, kind: str, words: Words, sides: Sequence[str]) -> list[str]:
    """Puts a letter for the player of each side into the outbox; returns the keys of those that were not there.

    Raises:
        NotWritten: the disk did not take them.
    """
    put = []
    for side in sides:
        for to in mail.addresses([desk.campaign.players.get(side, "")]):
            with speaking_to(desk.campaign, side):
                put += _put(desk, f"{key}:{side}", kind, list(words(side)), to, side)
    return put


def to_former(desk: Desk, key: str, kind: str, words: Words, side: str, player: str) -> list[str]:
    """Puts a letter into the outbox for a player who was replaced; it holds no token of the side."""
    with speaking_to(desk.campaign, side):
        return [each for to in mail.addresses([player])
                for each in _put(desk, f"{key}:former", kind, list(words(side)), to, "")]


def invite(desk: Desk, side: str) -> list[str]:
    """Puts the invitation of a side's player into the outbox, with all they need to take over."""
    from witp_pbem.exchange import invitation

    campaign, key = desk.campaign, invitation.key(desk.campaign, side)
    with speaking_to(campaign, side):
        message = invitation.invite(campaign, side, desk.now, desk.account)
    to = compose.receivers(message)
    return [key] if to and outbox.put(offices.of_campaign(campaign.folder), desk.now, key, to, message) else []


def to_referee(desk: Desk, key: str, words: Iterable[Part]) -> list[str]:
    """Puts a letter for the referee into the outbox, if their address is known."""
    if desk.account is None:
        return []
    return _put(desk, key, TURN, list(words), Address(addr_spec=desk.account.to_referee), "")


def _put(desk: Desk, key: str, kind: str, words: Sequence[Part], to: Address, side: str) -> list[str]:
    office = offices.of_campaign(desk.campaign.folder)
    subject = compose.subject_of(desk.campaign)
    if kind == REMINDER:  # it must not look like the report it comes after
        subject = say("{subject}: orders are awaited", subject=subject)
    message = compose.compose(compose.Purpose(kind, key), words, to=[to], account=desk.account, campaign=desk.campaign,
                              subject=subject, side=side)
    return [key] if outbox.put(office, desk.now, key, compose.receivers(message), message) else []


# -- words ------------------------------------------------------------------------------------------------------


def reminder(desk: Desk, clock: Clock) -> Words:
    """What is still owed, until when, and how to send it."""
    def words(reader: str) -> Iterator[Part]:
        yield Outcome(say("Your orders are awaited until {time}.", time=desk.told(clock.until, reader)))
        owed = [due["sentence"] for due in status(desk.campaign).owed if due["side"] == clock.side]
        if owed:
            yield say("You owe:")
            yield listed(owed)
        yield from _grace(desk, clock, reader)
        yield from forms.to_fill_in(desk.campaign, reader)

    return words


def changed(desk: Desk, clock: Clock, *, agreed: bool) -> Words:
    """That a deadline is another one now.

    Args:
        agreed: whether to say what is agreed on.
    """
    def words(reader: str) -> Iterator[Part]:
        values = {"player": called(desk.campaign, clock.side), "time": desk.told(clock.until, reader)}
        yield Outcome(say("The deadline of {player} is now {time}.", **values))
        if clock.why == MOVED:
            yield say("It was moved because of what was agreed on meanwhile, such as an absence.")
        elif clock.why == SET:
            yield say("The referee has set it.")
        if reader == clock.side:
            yield from _grace(desk, clock, reader)
        if agreed:
            yield say("Deadlines, as agreed on:")
            yield listed(agreements.in_words(desk.agreement, desk.campaign))

    return words


def _grace(desk: Desk, clock: Clock, reader: str) -> Iterator[str]:
    if desk.agreement.grace:
        yield say("With {grace} of grace, orders still count until {time}.", grace=times.lasting(desk.agreement.grace),
                  time=desk.told(clock.until + desk.agreement.grace, reader))


def missed(desk: Desk, clock: Clock, followed: Sequence[Mapping[str, Any]]) -> Words:
    """Who missed which deadline, and what followed.

    Args:
        followed: what was done or could not be, oldest first, as the journal tells it.
    """
    def words(reader: str) -> Iterator[Part]:
        yield Outcome(say("{player} has missed the deadline of {time}.", player=called(desk.campaign, clock.side),
                          time=desk.told(clock.until, reader)), "bad" if reader == clock.side else "open")
        for values in followed:
            yield _followed(desk, clock.side, values, reader)

    return words


def _followed(desk: Desk, side: str, values: Mapping[str, Any], reader: str) -> str:
    """What became of one of the policies agreed on."""
    campaign, done = desk.campaign, values["done"]
    until = desk.told(times.read(values["until"]), reader) if values.get("until") else ""
    name = side_name(side, campaign.game.catalogue)
    match values["policy"]:
        case agreements.EXTEND:
            return say("The deadline is extended until {time}.", time=until)
        case agreements.STANDING:
            return (say("What {side} has on file, standing orders included, has been played.", side=name) if done else
                    say("What {side} has on file does not answer all that is owed.", side=name))
        case agreements.DEFAULT:
            return (say("The default orders agreed on are played for {side}: {orders}", side=name,
                        orders=values["orders"]) if done else
                    say("No default orders that are agreed on for {side} stand here.", side=name))
        case agreements.REPLACEMENT:
            return (say("{player} takes over {side} and has until {time} to decide.", side=name, time=until,
                        player=name_of(values["player"])) if done else
                    say("Nobody can take over {side}: no replacement is named, or whoever is plays already.",
                        side=name))
        case agreements.REFEREE:
            return say("The referee decides what is to be done.")
    return say("Meanwhile orders have come, or the campaign has gone on otherwise: nothing more follows.")


def turn(desk: Desk, clock: Clock) -> Iterator[Part]:
    """What the referee is told when it is for them to decide."""
    yield Outcome(needed(desk.campaign, clock))
    yield say("Nothing happens by itself. To give new time, to play orders for the side, or to give it to another "
              "player:")
    folder = desk.campaign.folder
    yield Verbatim((f"witp-pbem deadlines {folder} --until {clock.side}=2026-12-31T20:00Z",
                    f"witp-pbem submit {folder} ruling.txt",
                    f"witp-pbem player {folder} {clock.side} \"Name <address>\""))


def needed(campaign: Campaign, clock: Clock) -> str:
    """What waits for the referee's decision, a sentence."""
    return say("{player} has missed the deadline of {time}. The referee decides.", player=called(campaign, clock.side),
               time=times.told(clock.until))
