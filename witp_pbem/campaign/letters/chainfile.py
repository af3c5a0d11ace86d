"""A player's own chain: a private file outside every campaign, which gives its links away one by one.

The file is `{"seed", "given"}`: the seed of the chain in hexadecimal, and for each link given, in order, the campaign,
the hash it was given for and the seal of the orders that came with it. So no link is ever given for a second hash.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from witp_pbem.campaign.checks import chain_links
from witp_pbem.campaign.letters import sealing
from witp_pbem.campaign.record import copied, disk, letter_text, who_plays
from witp_pbem.campaign.record.entries import Entry, FileContent, Hash, HashOrNone
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.private import FILE_RIGHTS
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.canonical import canonical, commitment
from witp_pbem.table.dice import CHAIN_LENGTH, chain_link
from witp_pbem.table.language import say
from witp_pbem.table.shape import ShapeError
from witp_pbem.table.tuples import NamedTuple


class BadChain(Refusal):
    """The file of a chain cannot be used so."""

    exit_code = USAGE


class LinkPurpose(NamedTuple):
    """What a link was given for.

    Attributes:
        campaign: the campaign's short name.
        head: the hash of an entry.
        orders: the seal of the orders that came with it, "" for none.
    """

    campaign: str
    head: str
    orders: str


class Gift(NamedTuple):
    """A link given away.

    Attributes:
        number: of the link, from 1.
        letter: the one that gives it.
        reveal: the letter that reveals the orders that come with it, "" for none.
        again: whether it had been given for exactly this before.
    """

    number: int
    letter: str
    reveal: str
    again: bool


class _Purpose(TypedDict):
    campaign: str
    head: Hash
    orders: HashOrNone


class _Chain(TypedDict):
    """The file."""

    seed: Hash
    given: list[_Purpose]


@dataclass(frozen=True)
class OwnChain:
    """A player's own chain.

    Attributes:
        seed: in hexadecimal.
        given: what its links were given for, link 1 first.
    """

    seed: str
    given: tuple[LinkPurpose, ...] = ()

    @property
    def anchor(self) -> str:
        return self.link(0)

    def link(self, number: int) -> str:
        """A link in hexadecimal; the anchor is link 0."""
        return chain_link(bytes.fromhex(self.seed), number).hex()

    def to_json(self) -> dict[str, Any]:
        return {"seed": self.seed, "given": [purpose._asdict() for purpose in self.given]}


def new(path: Path) -> OwnChain:
    """Makes a chain and its file.

    Raises:
        BadChain: the file already exists.
        OSError: the disk did not take it.
    """
    if path.exists():
        raise BadChain(say('"{file}" already exists and was left alone: whoever loses a chain file loses the chain. '
                           'Name another file.', file=path))
    chain = OwnChain(os.urandom(32).hex())
    _write(path, chain)
    return chain


def read(path: Path) -> OwnChain:
    """A chain from its file.

    Raises:
        BadChain: the file is no chain, or cannot be read.
    """
    try:
        record = copied.value(path.read_bytes(), _Chain)
    except OSError as error:
        raise BadChain(say('"{file}" cannot be read: {error}.', file=path, error=error.strerror)) from error
    except ShapeError as fault:
        raise BadChain(say('"{file}" is not a chain made by `witp-pbem key chain` ({where}).', file=path,
                           where=fault)) from None
    return OwnChain(record["seed"], tuple(LinkPurpose(**gift) for gift in record["given"]))


def give(path: Path, campaign: str, side: str, head: str, turn: str = "",
         content: FileContent | None = None) -> Gift:
    """Gives the next link away for a hash and the orders that come with it, once the file remembers both.

    Whoever asks again for the same gets the same letters again: mails are lost. The letter's proof is made with the
    link after this one, so that nobody can write another until that is given, too.

    Args:
        turn: the one the orders are headed with.
        content: the orders (`sealing.content_of`), None where none come along.
    Raises:
        BadChain: the file is no chain, belongs to another campaign, has given the link for this hash with other orders,
            or is used up.
        OSError: it cannot be written.
    """
    chain = read(path)
    other = next((gift.campaign for gift in chain.given if gift.campaign != campaign), "")
    if other:
        raise BadChain(say('"{file}" belongs to the campaign "{other}". Every campaign needs a chain of its own.',
                           file=path, other=other))
    number = next((number for number, gift in enumerate(chain.given, 1) if gift.head == head), len(chain.given) + 1)
    salt, orders, reveal = _salt(chain, number, content), "", ""
    if content is not None:
        orders = commitment(salt, content)
        _, reveal = sealing.pair(campaign, side, turn, content, salt)
    again = number <= len(chain.given)
    if again and chain.given[number - 1].orders != orders:
        raise BadChain(say("Link {number} has already been given for this hash, with other orders or without. Anyone "
                           "who had both letters could choose between them. If those orders cannot be recorded, let "
                           "the keeper record the link alone, take them back (Letter: withdraw), and give another "
                           "link for the next hash.",
                           number=number))
    if number >= CHAIN_LENGTH:  # the last one only proves what the one before was given for
        raise BadChain(say("The dice chain of {count} links is used up.", count=CHAIN_LENGTH))
    if not again:
        chain = OwnChain(chain.seed, (*chain.given, LinkPurpose(campaign, head, orders)))
        _write(path, chain)
    link, following = chain.link(number), chain.link(number + 1)
    return Gift(number, letter_text.write("link", campaign, side, {
        "number": number, "link": link, "head": head, "orders": orders,
        "proof": chain_links.proof(following, number, link, head, orders)}), reveal, again)


def _salt(chain: OwnChain, number: int, content: FileContent | None) -> str:
    """The salt of the orders that come with a link, the same whenever it is asked for."""
    return hmac.digest(bytes.fromhex(chain.seed), canonical(["salt", number, content]), "sha256").hex()


def faults(chain: OwnChain, holder: str, entries: Sequence[Entry]) -> Iterator[Finding]:
    """What a logbook records of this chain otherwise than it was given.

    Args:
        holder: the name its owner was founded under.
    """
    if who_plays.anchors(entries).get(holder) != chain.anchor:
        yield Finding(None, "chain-of-another", say("The chain of {side} does not begin with the anchor of this file.",
                                                    side=holder), "bookkeeping")
        return
    for entry in chain_links.of_holder(entries, holder):
        purpose = chain.given[entry["number"] - 1] if entry["number"] <= len(chain.given) else None
        if purpose is None or (purpose.head, purpose.orders) != (entry["head"], entry["orders"]):
            yield Finding(entry["n"], "link-not-given", say(
                "Link {number} of {side} was not given for this hash and these orders: whoever recorded it has changed "
                "the letter.", number=entry["number"], side=holder), "bookkeeping")


def _write(path: Path, chain: OwnChain) -> None:
    disk.write(path, canonical(chain.to_json()) + b"\n", FILE_RIGHTS)
