"""Letters that ask players for what a sitting waits for: a founding word, a link, sealed orders, other orders.

The key of each says what it asks for, so that it is sent once, however often the sitting is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from witp_pbem.campaign.checks.chain_links import fresh, of_holder
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.settings import speaking_to
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.sitting.status import Status, sender
from witp_pbem.exchange import forms, outbox
from witp_pbem.exchange.compose import Purpose, receivers, to_side
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import demand_sentence, problem_sentence, side_name

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account
    from witp_pbem.table.demand import Due

WORD, LINK, REVEAL, OTHERS = "word", "link", "reveal", "useless"  # kinds, and their templates
DIGITS = 16  # of an entry's hash, in the key of a letter


class Request(NamedTuple):
    """Something a side is asked for.

    Attributes:
        kind: one of the above.
        about: what tells it from others of its kind.
        side: who is asked.
        entry: the entry that was sealed, 0 for none.
        dues: what the side owes, where other orders are asked for.
    """

    kind: str
    about: str
    side: str
    entry: int = 0
    dues: tuple[Due, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.about}:{self.side}"


class Form(NamedTuple):
    """A letter to fill in or send back as it is, and the entry it is about (0 for none)."""

    form: tuple[str, ...]
    entry: int = 0


class LinkRequest(NamedTuple):
    """A link is asked for: the campaign's name, the side's code, and the hash of the last entry."""

    campaign: str
    side: str
    head: str


class UselessOrders(NamedTuple):
    """Orders that do not answer what is asked.

    Attributes:
        side: its name.
        owed: what it owes, in sentences.
        problems: line numbers, and what is wrong there.
        draft: an orders file to fill in.
    """

    side: str
    owed: tuple[str, ...]
    problems: tuple[tuple[int, str], ...]
    draft: tuple[str, ...]


def words(campaign: Campaign, status: Status) -> Iterator[Request]:
    """The founding words nobody has sent."""
    for side in sides(campaign, status.words_missing):
        yield Request(WORD, campaign.founding["hash"][:DIGITS], side)


def missing(campaign: Campaign, status: Status) -> Iterator[Request]:
    """What a sitting that stopped waits for; nothing where only the keeper can help."""
    if status.unrevealed:
        for entry, side in status.unrevealed:
            yield Request(REVEAL, entry["hash"][:DIGITS], side, entry["n"])
    elif campaign.founding["dice"]["words"] and status.words_missing:
        yield from words(campaign, status)
    else:
        links = fresh(campaign.entries)
        for holder in status.links_owed:
            number = len(of_holder(campaign.entries, holder)) + 1
            spent = links[holder]["hash"][:DIGITS] if holder in links else "new"
            for side in sides(campaign, (holder,)):
                yield Request(LINK, f"{number}.{spent}", side)


def others(campaign: Campaign, status: Status, dues: Sequence[Due]) -> Iterator[Request]:
    """Requests for other orders to those whose orders, sent since the last sitting or before, are of no use now."""
    sent = {sender(entry) for entry in status.received}
    for side in campaign.senders:
        owed = tuple(due for due in dues if due.demand.side == side)
        if owed and (side in sent or any(due.problems for due in owed)):
            yield Request(OTHERS, campaign.entries[-1]["hash"][:DIGITS], side, dues=owed)


def sides(campaign: Campaign, names: Sequence[str]) -> list[str]:
    """The present names of sides that are named as at the founding."""
    return [side for side in campaign.senders if campaign.founded_as(side) in names]


def send(campaign: Campaign, office: Path, now: datetime, account: Account | None,
         requests: Sequence[Request]) -> tuple[str, ...]:
    """Puts letters into the outbox, each in its player's language; returns the keys of those that were not there.

    Raises:
        NotWritten: the disk did not take them.
    """
    queued_before = outbox.letters(office) if requests else {}
    queued = []
    for request in requests:
        to = forms.known(campaign, request.side, account)
        if not to or request.key in queued_before:
            continue
        with speaking_to(campaign, request.side):
            message = to_side(campaign, request.side, Purpose(request.kind, request.key), _content(campaign, request),
                              account, to)
        if outbox.put(office, now, request.key, receivers(message), message):
            queued.append(request.key)
    return tuple(queued)


def _content(campaign: Campaign, request: Request) -> Form | LinkRequest | UselessOrders:
    """What a letter tells, in the language spoken."""
    name, side = campaign.name, request.side
    if request.kind == WORD:
        return Form(forms.form(campaign, side, letter_text.write("word", name, side, {"word": "…"})))
    if request.kind == REVEAL:
        return Form(forms.form(campaign, side, letter_text.write("withdraw", name, side, {})), request.entry)
    if request.kind == LINK:
        return LinkRequest(name, side, campaign.entries[-1]["hash"])
    catalogue = campaign.game.catalogue
    return UselessOrders(
        side_name(side, catalogue),
        tuple(demand_sentence(due.demand.code, due.demand.about, catalogue, side) + _cited(due.demand.rule)
              for due in request.dues),
        tuple((problem.span.line, problem_sentence(problem, catalogue) + _cited(problem.rule))
              for due in request.dues for problem in due.problems),
        forms.draft(campaign, side))


def _cited(rule: str) -> str:
    return f" [{rule}]" if rule else ""
