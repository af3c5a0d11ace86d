"""Links of the players' own chains: each letter gives one away, for the next dice alone.

A player who holds a chain gives a link after seeing where the campaign stands: the letter names the last entry they
know, its `head`, and seals the orders that come with it, its `orders`. Whoever has all links knows the dice. So nothing
that anybody could choose may come after that entry before the sitting is closed: what enters the dice stands before the
head, or is named by the link itself.

The letter also holds a `proof` made with the holder's next link, which nobody else knows yet. When that one is
published, everybody sees whether the link was given for just this head and these orders.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from witp_pbem.campaign.checks.context import EntryContext
from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.record import branches, logbook, upgrades, who_plays
from witp_pbem.campaign.record.entries import Closed, Entry, Founding, Link, PlayerChange
from witp_pbem.campaign.record.logbook import founding
from witp_pbem.table.canonical import canonical
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import Sentences, side_name


def holders(founding: Founding) -> tuple[str, ...]:
    """Who holds a chain, as founded, in the order in which their links key the dice: that of their names."""
    return tuple(sorted(founding["dice"]["chains"]))


def leads(link: str, before: str) -> bool:
    """Whether a link's hash is the link before, both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(link)).hexdigest() == before


def proof(following: str, number: int, link: str, head: str, orders: str) -> str:
    """What proves for which head and orders a link was given: HMAC-SHA256, keyed by the next link of the chain, over
    ["link", number, link, head, orders]."""
    return hmac.digest(bytes.fromhex(following), canonical(["link", number, link, head, orders]), "sha256").hex()


def is_proved_by(following: str, link: Link) -> bool:
    """Whether a link was given for what its entry says, by the next one of the chain."""
    return proof(following, link["number"], link["link"], link["head"], link["orders"]) == link["proof"]


def of_holder(entries: Sequence[Entry], holder: str) -> list[Link]:
    """The links given of a holder's chain, in order: of the one that counts now, as who plays later may have brought
    another."""
    begun = max((entry["n"] for entry in entries if entry["type"] == logbook.PLAYER and entry["side"] == holder
                 and entry["anchor"]), default=0)
    return [entry for entry in entries[begun:] if entry["type"] == logbook.LINK and entry["side"] == holder]


def published(entries: Sequence[Entry]) -> set[str]:
    """Every anchor and link of any chain that stands in the logbook: none can be the anchor of a new one."""
    dice = founding(entries)["dice"]
    return {*dice["chains"].values(), dice["anchor"],
            *(entry["link"] or "" for entry in entries if entry["type"] in (logbook.LINK, logbook.SITTING)),
            *(entry["anchor"] for entry in entries if entry["type"] == logbook.PLAYER)} - {""}


def head_of(entries: Sequence[Entry], head: str) -> int | None:
    """The number of the entry with a hash."""
    return next((entry["n"] for entry in reversed(entries) if entry["hash"] == head), None)


def fresh(entries: Sequence[Entry]) -> dict[str, Link]:
    """The last link of each holder (by the name they were founded under) since dice were thrown, a deck was made or the
    campaign went back: only these can be good for the next dice."""
    newest: dict[str, Link] = {}
    for entry in reversed(entries):
        if entry["type"] == logbook.REWIND or (entry["type"] == logbook.SITTING and entry["closed"] is not None):
            break
        if entry["type"] == logbook.LINK:
            newest.setdefault(entry["side"], entry)
    return newest


def spending(line: Sequence[Entry], link: Link) -> list[Entry]:
    """What has spent a link before it was used: whatever somebody could choose, recorded behind the entry it was given
    for. Orders sealed until then, or by the link itself, were chosen already.

    Args:
        line: what is in force of the logbook.
    """
    head = head_of(line, link["head"])
    later = line[-1 if head is None else head + 1:]
    return [entry for entry in later if _is_chosen(line, entry, link, -1 if head is None else head)]


def _is_chosen(line: Sequence[Entry], entry: Entry, link: Link, head: int) -> bool:
    if entry["type"] == logbook.SUBMISSION:
        return entry["sealed"] is None or (entry["sealed"] > head and entry["sealed"] != link["n"])
    if entry["type"] == logbook.SITTING:  # it gives the next one another number, and so other dice
        return entry["n"] < link["n"]
    if entry["type"] == logbook.UPGRADE:
        before = upgrades.in_force(line[:entry["n"]])
        return (before.rules, before.data) != (entry["rules_version"], entry["data_version"])
    return entry["type"] in (logbook.RULING, logbook.WITHDRAWAL, logbook.FINISH, logbook.PLAYER, logbook.WORD)


def good(entries: Sequence[Entry], line: Sequence[Entry]) -> dict[str, Link]:
    """The links the next dice would use, by holder, as far as they are there."""
    return {holder: link for holder, link in fresh(entries).items() if not spending(line, link)}


def used(entries: Sequence[Entry], closed: Closed | None) -> tuple[str, ...]:
    """The links a closing names, in the order in which they key the dice; what is no link is left out."""
    numbers = [number for _, number in sorted(closed["links"].items())] if closed else []
    return tuple(entry["link"] for number in numbers for entry in entries[number:number + 1]
                 if entry["type"] == logbook.LINK)


# -- checks -------------------------------------------------------------------------------------------------------


def link(context: EntryContext, entry: Link) -> Iterator[EntryFault]:
    """A link is the next of its holder's chain, was given for an entry, while no other one is good, and shows that the
    one before it was given for what stands there."""
    holder, founding = entry["side"], context.founding
    if holder not in holders(founding):
        yield EntryFault("no-chain", key="link", values={"side": holder})
        return
    before_it = of_holder(context.entries, holder)
    number, due = entry["number"], len(before_it) + 1
    before = before_it[-1]["link"] if before_it else who_plays.anchors(context.entries)[holder]
    if number != due:
        yield EntryFault("link-not-next", key="number", values={"number": number, "due": due, "side": holder})
    elif not leads(entry["link"], before):
        yield EntryFault("link-of-no-chain", key="link", values={"number": number, "side": holder})
    elif before_it and not is_proved_by(entry["link"], before_it[-1]):
        yield EntryFault("link-not-proved", key="link", values={"entry": before_it[-1]["n"], "number": number - 1,
                                                                "side": holder})
    if head_of(context.entries, entry["head"]) is None:
        yield EntryFault("head-unknown", key="head", values={"head": entry["head"][:logbook.DIGITS]})
    waiting = good(context.entries, context.line).get(holder)
    if waiting:
        yield EntryFault("link-waits", key="link", values={"number": waiting["number"], "entry": waiting["n"],
                                                           "side": holder})


def anchor(context: EntryContext, entry: PlayerChange) -> Iterator[EntryFault]:
    """Another chain is of somebody who holds one, and begins with a hash nobody has seen."""
    if not entry["anchor"]:
        return
    if entry["side"] not in holders(context.founding):
        yield EntryFault("no-chain", key="anchor", values={"side": entry["side"]})
    if entry["anchor"] in published(context.entries):
        yield EntryFault("anchor-published", key="anchor")


def closing(context: EntryContext, entry: Closed) -> Iterator[EntryFault]:
    """A closing names the last link of everybody who holds a chain, and none of them is spent."""
    there = fresh(context.entries)
    due = {holder: there[holder]["n"] if holder in there else None for holder in holders(context.founding)}
    if entry["links"] != due:
        yield EntryFault("links-differ", say("It does not name the links given for this sitting."))
    for holder, number in there.items():
        for chosen in spending(context.line, number):
            yield EntryFault("link-spent", say("Entry {chosen} was recorded after the entry that {side} gave link "
                                               "{number} for: whoever recorded it could know the dice.",
                                               chosen=chosen["n"], side=holder, number=number["number"]))


# -- what is reported ---------------------------------------------------------------------------------------------


class Wasted(NamedTuple):
    """A link that was never used although its holder was asked for another.

    Attributes:
        next: that other link.
        spent: the entry that had spent the first, None for a rewind.
    """

    link: Link
    next: Link
    spent: Entry | None


def wasted(entries: Sequence[Entry]) -> Iterator[Wasted]:
    """The links that somebody was asked for a second time before a sitting was held with the first: whoever keeps the
    campaign may not have liked its dice."""
    counted = {number for entry in entries if entry["type"] == logbook.CLOSED for number in entry["links"].values()}
    last: dict[str, Link] = {}
    for entry in entries:
        if entry["type"] != logbook.LINK:
            continue
        before = last.get(entry["side"])
        last[entry["side"]] = entry
        if before is None or before["n"] in counted:
            continue
        spent = next(iter(spending(branches.line(entries[:entry["n"]]), before)), None)
        ended = spent["n"] if spent else entry["n"]
        if not any(other["type"] == logbook.SITTING for other in entries[before["n"]:ended]):
            yield Wasted(before, entry, spent)


def wasted_sentence(wasted: Wasted, catalogue: Sentences) -> str:
    """A sentence that says that a link was asked for twice."""
    values = {"side": side_name(wasted.link["side"], catalogue), "number": wasted.link["number"],
              "entry": wasted.link["n"], "other": wasted.next["n"]}
    if wasted.spent is None:
        return say("Link {number} of {side} (entry {entry}) was never used: the campaign went back, and another one "
                   "was given (entry {other}).", **values)
    return say("Link {number} of {side} (entry {entry}) was never used: entry {spent} spent it, and another one was "
               "asked for (entry {other}). Whoever recorded that could have known the dice of the first.",
               spent=wasted.spent["n"], **values)


def unproved(entries: Sequence[Entry]) -> list[Link]:
    """The links that were used, and for which no next one shows yet what they were given for."""
    counted = {number for entry in entries if entry["type"] == logbook.CLOSED for number in entry["links"].values()}
    links = {entry["n"]: entry for entry in entries if entry["type"] == logbook.LINK}
    shown = {hashlib.sha256(bytes.fromhex(other["link"])).hexdigest() for other in links.values()}
    return [other for number, other in links.items() if number in counted and other["link"] not in shown]
