"""`mail held`: mails that nothing proves to be from the player they name, and the decision on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.cli import printing
from witp_pbem.cli.offices import account_in, alone, campaigns_in
from witp_pbem.cli.parameters import ACCOUNT, NOW, ROOT
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.exchange import verdicts
from witp_pbem.table.language import labelled, say
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from witp_pbem.exchange.desk.confirming import WaitingMail
    from witp_pbem.exchange.verdicts import MailResult

LONGEST_SUBJECT = 60  # letters


class NotHeld(Refusal):
    """An id names no mail that is held, or several."""

    exit_code = USAGE


class HeldMail(NamedTuple):
    """A mail that waits for a player's confirmation.

    Attributes:
        id: what the keeper calls it.
        campaign, side: for which it claims to be.
        sender: the address in From.
        sent: when it was sent, and `held`: since when it waits.
        file: where it is kept.
    """

    id: str
    campaign: str
    side: str
    sender: str
    subject: str
    sent: datetime
    held: datetime
    file: Path


class HeldMails(NamedTuple):
    """Mails decided on now (id -> what became of it), and those that wait for a player's confirmation."""

    decided: Mapping[str, str]
    waiting: list[HeldMail]


@click.command(cls=Spoken)
@ROOT
@click.option("--take", "takes", metavar="ID", multiple=True,
              help="Record the orders in a mail, because you know that it is from the player; may be repeated.")
@click.option("--drop", "drops", metavar="ID", multiple=True, help="Drop a mail; may be repeated.")
@ACCOUNT
@NOW
def held(root: Path, takes: tuple[str, ...], drops: tuple[str, ...],
         account_file: Path | None, now: datetime) -> Result[HeldMails]:
    """List the mails that wait until a player confirms them, or decide yourself.

    Such a mail came from a player's address, and nothing in it proves that the player has sent it: addresses are
    easily forged. The player has been asked at the address on record, and after two weeks the mail is dropped. Take one
    only if you know otherwise whose it is, because the player has told you so. The player learns what became of it.

    \b
    Examples:  witp-pbem mail held isles
               witp-pbem mail held isles --take 3f2a91c0
               witp-pbem mail held campaigns --drop 3f2a91c0
    """
    decided = _decide(root, takes, drops, account_file, now) if takes or drops else {}
    became = {mail: taken.trouble or verdicts.WORDS[taken.verdict] for mail, taken in decided.items()}
    waiting = list(_waiting(root, now))

    def show() -> None:
        for mail, words in became.items():
            printing.line(labelled(mail, words))
        for unanswered in waiting:
            printing.paragraph(_line(unanswered), rest="  ")
        if not waiting:
            printing.line(say("No mail is waiting for a player's answer."))

    return Result(lambda: HeldMails(became, [_held(unanswered) for unanswered in waiting]), show,
                  not any(taken.verdict == verdicts.LATER for taken in decided.values()))


def _waiting(root: Path, now: datetime) -> Iterator[WaitingMail]:
    """The mails that are held, campaign by campaign."""
    from witp_pbem.campaign.folder.opening import open_campaign
    from witp_pbem.exchange.desk import confirming

    for folder in campaigns_in(root):
        yield from confirming.waiting(open_campaign(folder), now)


def _decide(root: Path, takes: Sequence[str], drops: Sequence[str], account_file: Path | None,
            now: datetime) -> dict[str, MailResult]:
    """Records some mails and drops others; returns what became of each, by id.

    Raises:
        NotHeld: an id names no mail that waits; then nothing is done.
    """
    from witp_pbem.exchange import office as offices
    from witp_pbem.exchange.desk import decisions

    account = account_in(account_file)
    decided: dict[str, MailResult] = {}
    with alone(root) as folders:
        waiting = list(_waiting(root, now))
        chosen = [(_called(waiting, typed), typed in takes) for typed in dict.fromkeys((*takes, *drops))]
        if both := [mail.id for mail, taken in chosen if taken and any(mail.id.startswith(drop) for drop in drops)]:
            raise NotHeld(say("Mail {id}: take it or drop it?", id=both[0]))
        for mail, is_taken in chosen:
            decided[mail.id] = decisions.decide(folders, offices.of_root(root), mail, is_taken, now, account)
    return decided


def _called(waiting: Sequence[WaitingMail], typed: str) -> WaitingMail:
    meant = [mail for mail in waiting if typed and mail.question.sha.startswith(typed.casefold())]
    if len(meant) != 1:
        raise NotHeld(say("No waiting mail has the id {id}. See the list: witp-pbem mail held", id=typed)
                      if not meant else say("Several waiting mails have ids that begin with {id}: type more of it.",
                                            id=typed))
    return meant[0]


def _line(waiting: WaitingMail) -> str:
    """A mail that is held, in a sentence."""
    from witp_pbem.exchange import times
    from witp_pbem.exchange.deadlines.clock import called

    mail, question = _held(waiting), waiting.question
    return say("{id}  {campaign}, for {player}: from {sender}, sent {time}, with the subject “{subject}”. Nobody has "
               "said yes or no.", id=mail.id, campaign=mail.campaign, player=called(question.campaign, question.side),
               sender=mail.sender, time=times.in_words(question.moment), subject=mail.subject)


def _held(waiting: WaitingMail) -> HeldMail:
    from witp_pbem.exchange.reading import incoming

    mail, question = incoming.read(waiting.path.read_bytes() if waiting.path.is_file() else b""), waiting.question
    return HeldMail(waiting.id, question.campaign.name, question.side, mail.sender, mail.subject[:LONGEST_SUBJECT],
                    question.moment, waiting.since, waiting.path)
