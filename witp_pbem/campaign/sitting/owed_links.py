"""Links of the players' own chains, as a campaign has them: letters that give them, whose are wanted, which are spent.

What makes a link legal, and what spends it, is in `checks.chain_links`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from witp_pbem.campaign.checks import chain_links
from witp_pbem.campaign.checks.chain_links import holders, used
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.fates import Closing
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.entries import Entry, Link, Sitting
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import HASH, LINK, Body
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.wording import side_name

HASHES = ("link", "head", "proof", "orders")


def entry(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The entry of a link, or what in its letter cannot be read."""
    values = {key: "".join(letter.values.get(key, "").split()).lower() for key in HASHES}
    problems = [invalid("not-64-digits", letter.spans[key], key=key.capitalize()) for key in HASHES
                if (key in letter.values or key != "orders") and not HASH.fullmatch(values[key])]
    number = letter.values["number"].strip()
    if not re.fullmatch("[0-9]{1,6}", number):
        problems.append(invalid("not-a-number", letter.spans["number"], key="Number"))
    if problems:
        return tuple(problems)
    return LINK, {"side": campaign.founded_as(letter.side), "number": int(number), **values}


def for_the_next(campaign: Campaign) -> dict[str, Link]:
    """The links the next dice would use, by holder, as far as they are there."""
    return chain_links.good(campaign.entries, campaign.line)


def owing(campaign: Campaign) -> tuple[str, ...]:
    """The holders whose link the next dice wait for."""
    there = for_the_next(campaign)
    return tuple(holder for holder in holders(campaign.founding) if holder not in there)


def remarks(campaign: Campaign, since: int) -> Iterator[str]:
    """Sentences for the keeper about links that entries from number `since` on have spent."""
    for link in chain_links.fresh(campaign.entries).values():
        chosen = chain_links.spending(campaign.line, link)
        if chosen and (link["n"] >= since or all(other["n"] >= since for other in chosen)):
            yield say("Link {number} of {side} is spent: entry {entry} was recorded after the entry it was given for, "
                      "and whoever has the links could have known the dice. Before the next dice another link is "
                      "needed; reports tell everybody.",
                      number=link["number"], side=side_name(link["side"], campaign.game.catalogue),
                      entry=chosen[0]["n"])


def closing(entries: Sequence[Entry], sitting: Sitting) -> Closing | None:
    """What fixed the luck of a sitting, as published; None where it needed none."""
    closed = logbook.closing(entries, sitting)
    return closed and Closing(tuple(closed["words"]), bytes.fromhex(sitting["link"] or ""), used(entries, closed))
