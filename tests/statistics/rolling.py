"""Dice and decks by the program's own recipe, as the sittings of campaigns roll them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from witp_pbem.campaign.folder.fates import Closing
from witp_pbem.table.dice import CHAIN_LENGTH, Die, shuffled, thrown

LABELS = ("surface battle 0606 japan", "air strike 1117 allies", "who is red", "隊の損害", "China")
SITTING = (1, 30)  # dice a sitting rolls, least and most


def links(seed: bytes) -> Iterator[bytes]:
    """The links of chain after chain, in the order sittings use them."""
    for number in range(1_000_000):
        chain = [hashlib.sha256(seed + number.to_bytes(4, "big")).digest()]
        while len(chain) < CHAIN_LENGTH:
            chain.append(hashlib.sha256(chain[-1]).digest())
        yield from reversed(chain)


def dice(count: int, seed: bytes = b"statistics") -> list[int]:
    """So many dice: sittings of changing length, with and without luck words and links of players' own chains."""
    rolled: list[int] = []
    chain = links(seed)
    own = links(seed + b" own")
    campaign = hashlib.sha256(seed).hexdigest()
    for sitting, link in enumerate(chain, 1):
        words = [f"word {sitting}", "運"][:sitting % 3]
        closing = Closing(tuple(words), link, (next(own).hex(),) if sitting % 2 else ())
        length = SITTING[0] + link[0] % SITTING[1]
        for index in range(length):
            label = LABELS[(sitting + index // 4) % len(LABELS)]
            rolled += thrown(closing.key, campaign, sitting, words, label, index, 1, Die(6))
        if len(rolled) >= count:
            return rolled[:count]
    raise AssertionError("there are not so many links")


def orders(count: int, cards: Sequence[str], seed: bytes = b"statistics") -> list[list[str]]:
    """So many shuffles of a deck, each of another campaign."""
    shuffles = []
    for number in range(count):
        key = hashlib.sha256(seed + number.to_bytes(4, "big")).digest()
        shuffles.append(shuffled(key, key.hex(), ["luck"][:number % 2], "1942", cards))
    return shuffles
