"""A player's own chain: a private file outside every campaign, which gives its links away one by one.

The file is `{"seed", "given"}`: the seed of the chain in hexadecimal, and for each link given, in order, the campaign
and the hash it was given for. So no link is ever given for a second hash.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from witp_pbem.campaign.letters import letters
from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.logbook import HASH
from witp_pbem.campaign.record.private import FILE_RIGHTS
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.canonical import canonical
from witp_pbem.table.dice import CHAIN_LENGTH, chain_link
from witp_pbem.table.language import say


class BadChain(Refusal):
    """The file of a chain cannot be used so."""

    exit_code = USAGE


class Given(NamedTuple):
    """What a link was given for: the campaign's short name and the hash of an entry."""

    campaign: str
    head: str


@dataclass(frozen=True)
class OwnChain:
    """A player's own chain: its seed in hexadecimal, and what its links were given for, the first link first."""

    seed: str
    given: tuple[Given, ...] = ()

    @property
    def anchor(self) -> str:
        return chain_link(bytes.fromhex(self.seed), 0).hex()

    def to_json(self) -> dict[str, Any]:
        return {"seed": self.seed, "given": [given._asdict() for given in self.given]}


def new(path: Path) -> OwnChain:
    """Makes a chain and its file.

    Raises:
        BadChain: there is a file already. OSError: the disk did not take it.
    """
    if path.exists():
        raise BadChain(say('"{file}" is there already, and was left alone: who loses the file of a chain loses the '
                           "chain. Name another file.", file=path))
    chain = OwnChain(os.urandom(32).hex())
    _write(path, chain)
    return chain


def read(path: Path) -> OwnChain:
    """A chain from its file.

    Raises:
        BadChain: it is none.
    """
    try:
        record = json.loads(path.read_bytes())
        chain = OwnChain(record["seed"], tuple(Given(each["campaign"], each["head"]) for each in record["given"]))
        if not HASH.fullmatch(chain.seed) or not all(HASH.fullmatch(each.head) for each in chain.given):
            raise ValueError
    except OSError as error:
        raise BadChain(say('"{file}" cannot be read: {error}.', file=path, error=error.strerror)) from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BadChain(say('"{file}" is no chain made by `witp-pbem chain new`.', file=path)) from error
    return chain


def give(path: Path, campaign: str, side: str, head: str) -> tuple[int, str, bool]:
    """Gives the next link away for a hash, and remembers it before it tells.

    Whoever asks again for the same hash gets the same letter again: mails are lost.

    Returns:
        The number of the link, the letter, and whether it was given for this very hash before.
    Raises:
        BadChain: the file is no chain, belongs to another campaign, or is used up. OSError: it cannot be written.
    """
    chain = read(path)
    other = next((each.campaign for each in chain.given if each.campaign != campaign), "")
    if other:
        raise BadChain(say('"{file}" belongs to the campaign "{other}". Every campaign needs a chain of its own.',
                           file=path, other=other))
    wanted = Given(campaign, head)
    again = wanted in chain.given
    if not again:
        if len(chain.given) >= CHAIN_LENGTH:
            raise BadChain(say("The dice chain of {count} links is used up.", count=CHAIN_LENGTH))
        chain = OwnChain(chain.seed, (*chain.given, wanted))
        _write(path, chain)
    number = chain.given.index(wanted) + 1
    link = chain_link(bytes.fromhex(chain.seed), number).hex()
    return number, letters.write("link", campaign, side, {"number": number, "link": link, "head": head}), again


def _write(path: Path, chain: OwnChain) -> None:
    disk.write(path, canonical(chain.to_json()) + b"\n", FILE_RIGHTS)
