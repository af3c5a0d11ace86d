"""Dice that anybody can check: a hash chain published link by link, HMAC-SHA256, rejection sampling.

The recipe is documented with test vectors in docs of the campaign's format (`README`, "Dice"):
the keeper draws 32 random bytes, hashes them `CHAIN_LENGTH` times and publishes the end, the anchor. Each
sitting that rolls uses the link before the last published one and publishes it; its SHA-256 is that last one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from witp_pbem.table.canonical import canonical
from witp_pbem.table.tuples import NamedTuple

CHAIN_LENGTH = 4096
MOST_FACES = 256  # what one byte of a hash can decide


class Die(NamedTuple):
    """A kind of die: it shows `faces` numbers, from `first` on.

    Attributes:
        faces: 2 to `MOST_FACES`.
        first: the lowest number on it; a ten-sided die may count from 0.
    """

    faces: int
    first: int = 1

    @property
    def last(self) -> int:
        """The highest number on it."""
        return self.first + self.faces - 1

    def shows(self, number: int) -> bool:
        """Whether a number stands on it."""
        return self.first <= number <= self.last


class Throw(NamedTuple):
    """Dice thrown in a sitting, with all that proves them besides the sitting's own key.

    Attributes:
        label: what they were thrown for, as recorded (the JSON value of a phrase).
        before: how many dice the sitting had thrown before.
        dice: the numbers shown.
        die: the kind of die.
    """

    label: Any
    before: int
    dice: tuple[int, ...]
    die: Die


@lru_cache(maxsize=16)  # a campaign's anchor is looked at whenever its folder is opened, and takes thousands of steps
def chain_link(seed: bytes, number: int) -> bytes:
    """Link `number` of the chain grown from `seed`: 0 is the anchor, `CHAIN_LENGTH` the seed itself.

    Raises:
        ValueError: the chain has no such link.
    """
    if not 0 <= number <= CHAIN_LENGTH:
        raise ValueError(f"the chain has links 0 to {CHAIN_LENGTH}, not {number}")
    link = seed
    for _ in range(CHAIN_LENGTH - number):
        link = hashlib.sha256(link).digest()
    return link


def follows(link: bytes, before: bytes) -> bool:
    """Whether `link` is the one published next after `before`."""
    return hmac.compare_digest(hashlib.sha256(link).digest(), before)


def leads(link: bytes, before: bytes, steps: int) -> bool:
    """Whether `before` stands in the chain as many links before `link` as steps are named."""
    for _ in range(steps):
        link = hashlib.sha256(link).digest()
    return hmac.compare_digest(link, before)


def thrown(key: bytes, campaign: str, sitting: int, words: Sequence[str], label: Any, before: int, count: int,
           die: Die) -> tuple[int, ...]:
    """Dice that follow from a key: the only ones that a sitting can have thrown. Every face is exactly equally likely.

    For each die, the bytes of HMAC-SHA256(key, canonical JSON of [campaign, sitting, words, label, index, attempt])
    are read in order; the first below the largest multiple of the faces that fits a byte decides. If none of the 32
    does, `attempt`, which starts at 0, goes up by one.

    Args:
        label: what they are thrown for, as it is recorded.
        before: how many dice the sitting has thrown before; `index` counts on from there.
    """
    usable = 256 - 256 % die.faces

    def one(index: int) -> int:
        attempt = 0
        while True:
            message = canonical([campaign, sitting, list(words), label, index, attempt])
            for byte in hmac.digest(key, message, "sha256"):
                if byte < usable:
                    return die.first + byte % die.faces
            attempt += 1

    return tuple(one(index) for index in range(before, before + count))


def proven(throw: Throw, key: bytes, campaign: str, sitting: int, words: Sequence[str]) -> tuple[int, ...]:
    """The dice that a throw must have shown."""
    return thrown(key, campaign, sitting, words, throw.label, throw.before, len(throw.dice), throw.die)


def keyed(link: bytes, league: str, label: Any, occurrence: int, count: int, die: Die) -> tuple[int, ...]:
    """Dice of a league: they follow from the turn's link and from what they are thrown for, and not from who throws
    them, or from what was thrown before. It is the usual recipe, with the league for the campaign, the occurrence for
    the sitting, and no words.

    Args:
        label: what they are thrown for, as it is recorded.
        occurrence: how many throws of the same label came before.
    """
    return thrown(link, league, occurrence, (), label, 0, count, die)


def below(key: bytes, message: Sequence[object], bound: int) -> int:
    """A number from 0 to `bound` - 1, each equally likely, by the same recipe with 64-bit words (for shuffles)."""
    usable = 2**64 - 2**64 % bound
    attempt = 0
    while True:
        block = hmac.digest(key, canonical([*message, attempt]), "sha256")
        for start in range(0, 32, 8):
            number = int.from_bytes(block[start:start + 8], "big")
            if number < usable:
                return number % bound
        attempt += 1


def shuffled(key: bytes, campaign: str, words: Sequence[str], deck: str, cards: Sequence[str]) -> list[str]:
    """The cards in the order of the deck, first card first (Fisher and Yates, from the last place down)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(key, [campaign, list(words), deck, last], last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order
