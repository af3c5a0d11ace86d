"""Letters that ask a player for what a sitting waits for: a founding word, a link, what they have sealed, other orders.

Each has a key that says what it asks for, so that it is asked for once, however often the sitting is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from witp_pbem.campaign.checks.links import fresh, of_holder
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.settings import speaking_to
from witp_pbem.campaign.record import letters
from witp_pbem.campaign.sitting.status import Status, sender
from witp_pbem.exchange import forms, outbox
from witp_pbem.exchange.body import Heading, Outcome, Part, Verbatim, listed
from witp_pbem.exchange.compose import Purpose, compose, receivers, subject_of
from witp_pbem.table.language import labelled, say
from witp_pbem.table.wording import demand_sentence, problem_sentence, side_name

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account
    from witp_pbem.table.demand import Due

WORD, LINK, REVEAL, OTHERS = "word", "link", "reveal", "useless"
DIGITS = 16  # of an entry's hash, in the key of a letter


class Asked(NamedTuple):
    """What a side is asked for: the kind, what tells it from others of the kind, the side; the entry that was sealed,
    and what the side owes, where it is about such."""

    kind: str
    about: str
    side: str
    entry: int = 0
    dues: tuple[Due, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.about}:{self.side}"


def words(campaign: Campaign, found: Status) -> Iterator[Asked]:
    """The founding words nobody has sent."""
    for side in sides(campaign, found.words_missing):
        yield Asked(WORD, campaign.founding["hash"][:DIGITS], side)


def missing(campaign: Campaign, found: Status) -> Iterator[Asked]:
    """What a sitting that stopped waits for; nothing where only the keeper can help."""
    if found.unrevealed:
        for entry, side in found.unrevealed:
            yield Asked(REVEAL, entry["hash"][:DIGITS], side, entry["n"])
    elif campaign.founding["dice"]["words"] and found.words_missing:
        yield from words(campaign, found)
    else:
        given = fresh(campaign.entries)
        for holder in found.links_owed:
            number = len(of_holder(campaign.entries, holder)) + 1
            spent = given[holder]["hash"][:DIGITS] if holder in given else "new"
            for side in sides(campaign, (holder,)):
                yield Asked(LINK, f"{number}.{spent}", side)


def others(campaign: Campaign, found: Status, dues: Sequence[Due]) -> Iterator[Asked]:
    """Other orders from those who have sent some since the last sitting, or long before, that are of no use now."""
    sent = {sender(entry) for entry in found.received}
    for side in campaign.senders:
        owed = tuple(due for due in dues if due.demand.side == side)
        if owed and (side in sent or any(due.problems for due in owed)):
            yield Asked(OTHERS, campaign.entries[-1]["hash"][:DIGITS], side, dues=owed)


def sides(campaign: Campaign, founded: Sequence[str]) -> list[str]:
    """The names players now have who are known as founded."""
    return [side for side in campaign.senders if campaign.founded_as(side) in founded]


def send(campaign: Campaign, office: Path, now: datetime, account: Account | None,
         asked: Sequence[Asked]) -> tuple[str, ...]:
    """Puts letters into the outbox, each in its player's language; returns the keys of those that were not there.

    Raises:
        NotWritten: the disk did not take them.
    """
    there = outbox.letters(office) if asked else {}
    put = []
    for each in asked:
        to = forms.known(campaign, each.side, account)
        if not to or each.key in there:
            continue
        with speaking_to(campaign, each.side):
            message = compose(Purpose(each.kind, each.key), list(_body(campaign, each)), to=to, account=account,
                              subject=subject_of(campaign), campaign=campaign, side=each.side)
        if outbox.put(office, now, each.key, receivers(message), message):
            put.append(each.key)
    return tuple(put)


def _body(campaign: Campaign, asked: Asked) -> Iterator[Part]:
    """A letter in the language spoken."""
    name, game = campaign.name, campaign.game
    side = side_name(asked.side, game.catalogue)
    if asked.kind == WORD:
        yield Outcome(say("Send a founding word before the first dice are rolled."))
        yield say("It is a word or a line of your own that nobody can guess. It enters every die of the campaign, so "
                  "that whoever keeps it cannot have chosen the dice. Reply to this mail with the lines below, without "
                  "the # in front of each, and your word instead of the dots.")
        yield forms.form(campaign, asked.side, letters.write("word", name, asked.side, {"word": "…"}))
    elif asked.kind == LINK:
        yield Outcome(say("The next dice wait for a link of your chain."))
        yield say("Make it with this command, where FILE is the file of your chain, and send link.txt as a reply:")
        yield Verbatim((f"witp-pbem chain give FILE --campaign {name} --side {asked.side} "
                        f"--head {campaign.entries[-1]['hash']} -o link.txt",))
    elif asked.kind == REVEAL:
        yield Outcome(say("Your sealed orders have to be revealed now."))
        yield say("All sealed orders are in. Send the file FILE.reveal.txt that `witp-pbem seal` wrote for what is "
                  "recorded as entry {entry}. Or take the orders back: reply to this mail with the lines below, "
                  "without the # in front of each.", entry=asked.entry)
        yield forms.form(campaign, asked.side, letters.write("withdraw", name, asked.side, {}))
    else:
        yield Outcome(say("{side}: what you have sent does not answer what is asked now.", side=side), "bad")
        yield Heading(say("What you owe"))
        yield listed(demand_sentence(due.demand.code, due.demand.about, game.catalogue, asked.side)
                     + (f" [{due.demand.rule}]" if due.demand.rule else "") for due in asked.dues)
        problems = [problem for due in asked.dues for problem in due.problems]
        if problems:
            yield Heading(say("Why your orders do not stand now"))
            yield listed(labelled(say("Line {line}", line=problem.span.line), problem_sentence(problem, game.catalogue)
                                  + (f" [{problem.rule}]" if problem.rule else "")) for problem in problems)
        yield from forms.to_fill_in(campaign, asked.side)
