"""The dice of a league: each is keyed by the link of its turn and by what it is thrown for.

A league's campaigns have one chain. Link number *t* is that of turn *t*; sittings use it without publishing it, for
whoever has it can reckon every die of the turn. An entry `published` does that once no decision hangs on it any more.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence

from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.act_records import throws
from witp_pbem.campaign.record.entries import Entry, LeagueTerms, Sitting
from witp_pbem.table.canonical import canonical
from witp_pbem.table.dice import Throw, chain_link, keyed
from witp_pbem.table.tuples import NamedTuple

Labels = Counter[bytes]  # label in canonical form -> how often dice were thrown for it


class KeyedThrow(NamedTuple):
    """A throw of a league.

    Attributes:
        turn: by its label, whose link it needs.
        occurrence: how many throws of the same label came before it.
    """

    throw: Throw
    turn: int
    occurrence: int

    def right(self, league: str, link: bytes) -> tuple[int, ...]:
        """The dice it must have shown."""
        return keyed(link, league, self.throw.label, self.occurrence, len(self.throw.dice), self.throw.die)


def terms(entries: Sequence[Entry]) -> LeagueTerms | None:
    """The league a campaign belongs to, None where it has its own luck."""
    return logbook.founding(entries)["dice"].get("league")


def published(entries: Sequence[Entry]) -> tuple[int, str]:
    """Number and link of the last link published; at first the anchor."""
    return next(((entry["number"], entry["link"]) for entry in reversed(entries) if entry["type"] == logbook.PUBLISHED),
                (0, logbook.founding(entries)["dice"]["anchor"]))


def used(entries: Sequence[Entry]) -> int:
    """The highest number of a link that a sitting was closed with; 0 before the first."""
    return max((entry["link"] for entry in entries if entry["type"] == logbook.CLOSED), default=0)


def link_of(entries: Sequence[Entry], turn: int, seed: str = "") -> bytes | None:
    """The link of a turn, as far as it is known: published, or made from the seed of the chain.

    Args:
        seed: in hexadecimal, "" on a copy.
    """
    number, link = published(entries)
    if turn > number:
        return chain_link(bytes.fromhex(seed), turn) if seed else None
    known = bytes.fromhex(link)
    for _ in range(number - turn):
        known = hashlib.sha256(known).digest()
    return known


def thrown_before(line: Sequence[Entry]) -> Labels:
    """How often dice were thrown for each label in what is in force."""
    return Counter(canonical(throw.label) for entry in line if entry["type"] == logbook.SITTING
                   for throw in throws(entry["acts"]))


def of_sitting(line: Sequence[Entry], sitting: Sitting) -> Iterator[KeyedThrow]:
    """The throws of a sitting.

    Args:
        line: what was in force before it.
    """
    before = thrown_before(line)
    for throw in throws(sitting["acts"]):
        label = canonical(throw.label)
        yield KeyedThrow(throw, turn_of(throw.label), before[label])
        before[label] += 1


def of_act(line: Sequence[Entry], sitting: Sitting, number: int) -> KeyedThrow:
    """The throw that is an act of a sitting.

    Args:
        line: what was in force before it.
        number: of the act, from 0.
    """
    *earlier, throw = throws(sitting["acts"][:number + 1])
    earlier += [other for entry in line if entry["type"] == logbook.SITTING for other in throws(entry["acts"])]
    return KeyedThrow(throw, turn_of(throw.label), sum(other.label == throw.label for other in earlier))


def turn_of(label: object) -> int:
    """The turn that the label of a throw names, 0 where it names none."""
    turn = label.get("turn") if isinstance(label, dict) else None
    return turn if isinstance(turn, int) else 0
