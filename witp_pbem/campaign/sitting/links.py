"""Links of the players' own chains: each letter gives one away, for the next sitting alone.

A player who holds a chain gives a link once he has seen where the campaign stands: his letter names the last entry he
knows, its `head`. Where a player keeps the campaign, nothing he could choose may come behind that entry before the
sitting is closed: with the link in his hands he knows the dice.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.campaign.folder import seats
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.fates import Closing
from witp_pbem.campaign.letters.letters import Letter
from witp_pbem.campaign.record.logbook import (
    FINISH,
    HASH,
    LINK,
    PLAYER,
    REWIND,
    RULING,
    SITTING,
    SUBMISSION,
    WITHDRAWAL,
    WORD,
    Entry,
)
from witp_pbem.table.given import REFEREE
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem, illegal, invalid
from witp_pbem.table.wording import side_name


def holders(founding: Mapping[str, Any]) -> tuple[str, ...]:
    """Who holds a chain, as founded, in the order in which their links key the dice: that of their names."""
    return tuple(sorted(founding["dice"].get("chains", {})))


def entry(campaign: Campaign, letter: Letter) -> tuple[str, Entry] | tuple[Problem, ...]:
    """The entry of a link, or why it cannot be recorded: it is none of the writer's chain, or not the next."""
    holder = campaign.founded_as(letter.side)
    values = {key: letter.values[key].strip().lower() for key in ("number", "link", "head")}
    if holder not in holders(campaign.founding):
        return (illegal("no-chain", "", letter.spans["link"], side=letter.side),)
    problems = [invalid("not-64-digits", letter.spans[key], key=key.capitalize()) for key in ("link", "head")
                if not HASH.fullmatch(values[key])]
    if not re.fullmatch("[0-9]{1,6}", values["number"]):
        problems.append(invalid("not-a-number", letter.spans["number"], key="Number"))
    if problems:
        return tuple(problems)
    given = of_holder(campaign.entries, holder)
    number = int(values["number"])
    if number != len(given) + 1:
        return (illegal("link-not-next", "", letter.spans["number"], number=number, due=len(given) + 1,
                        side=letter.side),)
    if not leads(values["link"], end_of(campaign.entries, holder)):
        return (illegal("link-of-no-chain", "", letter.spans["link"], number=number, side=letter.side),)
    if head_of(campaign.entries, values["head"]) is None:
        return (illegal("head-unknown", "", letter.spans["head"], head=values["head"][:16]),)
    waiting = fresh(campaign.entries).get(holder)
    if waiting and not disturbing(campaign.line, campaign.entries, waiting, playing(campaign)):
        return (illegal("link-waits", "", letter.spans["link"], number=waiting["number"], entry=waiting["n"],
                        side=letter.side),)
    return LINK, {"side": holder, "number": number, "link": values["link"], "head": values["head"]}


def leads(link: str, before: str) -> bool:
    """Whether a link's hash is the link before, both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(link)).hexdigest() == before


def of_holder(entries: Sequence[Entry], holder: str) -> list[Entry]:
    """The links given of a holder's chain, in order: of the one that counts now, as who plays later may have brought
    another."""
    begun = max((each["n"] for each in entries if each["type"] == PLAYER and each["side"] == holder
                 and each["anchor"]), default=0)
    return [each for each in entries[begun:] if each["type"] == LINK and each["side"] == holder]


def end_of(entries: Sequence[Entry], holder: str) -> str:
    """What the next link of a holder has to lead to: his last one or, before the first, his anchor."""
    given = of_holder(entries, holder)
    return str(given[-1]["link"] if given else seats.anchors(entries)[holder])


def published(entries: Sequence[Entry]) -> set[str]:
    """Every anchor and link of any chain that stands in the logbook: none can be the anchor of a new one."""
    return {*entries[0]["dice"].get("chains", {}).values(), str(entries[0]["dice"].get("anchor", "")),
            *(str(each["link"] or "") for each in entries if each["type"] in (LINK, SITTING)),
            *(each["anchor"] for each in entries if each["type"] == PLAYER)} - {""}


def head_of(entries: Sequence[Entry], head: str) -> int | None:
    """The number of the entry with a hash."""
    return next((each["n"] for each in reversed(entries) if each["hash"] == head), None)


def fresh(entries: Sequence[Entry]) -> dict[str, Entry]:
    """The links given since the last sitting or rewind, the last one of each holder: only these are good for the
    next sitting."""
    found: dict[str, Entry] = {}
    for each in reversed(entries):
        if each["type"] in (SITTING, REWIND):
            break
        if each["type"] == LINK:
            found.setdefault(each["side"], each)
    return found


def playing(campaign: Campaign) -> frozenset[str]:
    """The names under which a keeper who plays sends orders; none where a neutral referee keeps the campaign."""
    return names_of(campaign.founding.get("keeper", ""), campaign.game.seating(campaign.position))


def names_of(keeper: str, seating: Mapping[str, str]) -> frozenset[str]:
    """The names a player who keeps the campaign goes by: as founded, the referee's, and his side once it is settled."""
    return frozenset({keeper, REFEREE, *(side for side, seat in seating.items() if seat == keeper)} if keeper else ())


def disturbing(line: Sequence[Entry], entries: Sequence[Entry], link: Entry, names: Collection[str]) -> list[Entry]:
    """What a keeper who plays has recorded behind the entry a link was given for, so that the link is spent: orders of
    his own that were not sealed before it, his founding word, rulings, orders taken back, another player.

    Args:
        line: what is in force of `entries`. names: of the keeper, none where he does not play.
    """
    head = head_of(entries, link["head"])
    return list(_chosen(line[-1 if head is None else head + 1:], -1 if head is None else head, names)) if names else []


def _chosen(later: Sequence[Entry], head: int, names: Collection[str]) -> Iterator[Entry]:
    for each in later:
        kind = each["type"]
        if kind in (RULING, WITHDRAWAL, FINISH, PLAYER):
            yield each
        elif kind in (SUBMISSION, WORD) and each["side"] in names:
            sealed = each.get("sealed")
            if sealed is None or sealed > head:
                yield each


def for_the_next(campaign: Campaign) -> dict[str, Entry]:
    """The links the next sitting would use, by holder, as far as they are there."""
    names = playing(campaign)
    return {holder: link for holder, link in fresh(campaign.entries).items()
            if not disturbing(campaign.line, campaign.entries, link, names)}


def owing(campaign: Campaign) -> tuple[str, ...]:
    """The holders whose link the next dice wait for."""
    there = for_the_next(campaign)
    return tuple(holder for holder in holders(campaign.founding) if holder not in there)


def remarks(campaign: Campaign, since: int) -> Iterator[str]:
    """What a keeper who plays is told of links that entries recorded since number `since` have spent."""
    names = playing(campaign)
    for link in fresh(campaign.entries).values():
        chosen = disturbing(campaign.line, campaign.entries, link, names)
        if chosen and (link["n"] >= since or all(each["n"] >= since for each in chosen)):
            yield say("Link {number} of {side} is spent: entry {entry} was recorded behind the entry it was given for, "
                      "and you could have known the dice. Before the next dice another link is needed.",
                      number=link["number"], side=side_name(link["side"], campaign.game.catalogue),
                      entry=chosen[0]["n"])


def closing(entries: Sequence[Entry], sitting: Entry) -> Closing | None:
    """What fixed the luck of a sitting, as published; None where it needed none."""
    if sitting["closed"] is None:
        return None
    closed = entries[sitting["closed"]]
    return Closing(tuple(closed["words"]), bytes.fromhex(sitting["link"] or ""), used(entries, closed))


def used(entries: Sequence[Entry], closed: Entry | None) -> tuple[str, ...]:
    """The links a closing names, in the order in which they key the dice; what is no link is left out."""
    numbers = [number for _, number in sorted((closed or {}).get("links", {}).items())]
    return tuple(each["link"] for number in numbers for each in entries[number:number + 1] if each["type"] == LINK)
