"""The tree behind the seal of a file of orders: one hash, behind which every order can be opened by itself.

Each place has a number, 1 for the seal itself. Below place p lie 2p and 2p + 1, and its hash is made of theirs
(`node`). At 2 lies an order. At 3 lies the file, where there is no other order; else the file lies at 6, and below 7
the other orders, all on one level, at 112 to 127 or, where these are too few, at 224 to 255 and so on; blanks fill the
level. What was not opened shows as a hash, and nobody can tell whether an order, a blank or many of them lie behind
it: the seal says nothing of the number of orders, and what is opened no more than that there are others.

Everything grows from the file and one secret, so whoever knows both can make the tree again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from witp_pbem.table.canonical import commitment, digest, keyed
from witp_pbem.table.tuples import NamedTuple

SEAL, FIRST, ALONE, FILE, OTHERS = 1, 2, 3, 6, 7
LEVEL = 16  # places of other orders at least
LEAST, MOST = OTHERS * LEVEL, 10**9  # the lowest place of another order, and where no tree reaches
SALT = 32  # digits of an order's salt: 128 bits


class Known(dict[int, str]):
    """A tree as far as it is known: place -> its hash.

    Attributes:
        proven: the places of which the hash is known to lie behind the seal.
    """

    def __init__(self, seal: str) -> None:
        super().__init__({SEAL: seal})
        self.proven = {SEAL}


class Tree(NamedTuple):
    """A tree, whole.

    Attributes:
        hashes: place -> hash.
        places: of the orders, as they are read.
        salts: of the orders.
        file: the place of the file.
    """

    hashes: Mapping[int, str]
    places: Sequence[int]
    salts: Sequence[str]
    file: int

    @property
    def seal(self) -> str:
        return self.hashes[SEAL]


def node(left: str, right: str) -> str:
    """The hash of a place above two others."""
    return digest([left, right])


def is_order(place: int) -> bool:
    """Whether an order can lie at a place."""
    return place == FIRST or LEAST <= place < MOST and place >> place.bit_length() - 3 == OTHERS


def grow(secret: str, file: Any, orders: Sequence[Any]) -> Tree:
    """The tree of a file; the lowest leaf of an order lies at `FIRST`, the others ascending, so that nothing but chance
    says where an order lies.

    Args:
        secret: 32 bytes in hexadecimal.
        file, orders: the contents, orders as they are read; at least one.
    """
    salts = [keyed(secret, "order", number)[:SALT] for number in range(len(orders))]
    leaves = [commitment(salt, order) for salt, order in zip(salts, orders, strict=True)]
    first, *others = sorted(leaves)
    hashes = {FIRST: first, FILE if others else ALONE: commitment(secret, file)}
    if others:
        width = LEVEL
        while width < len(others):
            width *= 2
        blanks = [keyed(secret, "blank", number) for number in range(width - len(others))]
        hashes |= dict(enumerate(sorted(others + blanks), OTHERS * width))
    for place in sorted(hashes, reverse=True):
        _rise(hashes, place)
    at = {leaf: place for place, leaf in hashes.items()}
    return Tree(hashes, [at[leaf] for leaf in leaves], salts, FILE if others else ALONE)


def lay(known: Known, places: Mapping[int, str]) -> None:
    """Adds hashes to what is known of a tree, and those above them that follow."""
    for place, value in places.items():
        known.setdefault(place, value)
    for place in sorted(places, reverse=True):
        _rise(known, place)


def _rise(known: dict[int, str], place: int) -> None:
    """Adds the hashes above a place, as long as both below are known."""
    while place > SEAL and place ^ 1 in known:
        place //= 2
        if place in known:
            return
        known[place] = node(known[2 * place], known[2 * place + 1])


def fits(known: Known, place: int, leaf: str) -> bool:
    """Whether a leaf lies at a place of a tree, and all that lies beside the way there is known. No place is proved
    twice."""
    value, proven = leaf, list[int]()
    while place not in known.proven:
        beside = known.get(place ^ 1)
        if beside is None:
            return False
        if known.get(place) == value:
            proven += place, place ^ 1
        value = node(beside, value) if place % 2 else node(value, beside)
        place //= 2
    if value != known[place]:
        return False
    known.proven.update(proven)
    return True


def beside(known: Known, tree: Tree, places: Iterable[int]) -> dict[int, str]:
    """The hashes that must be told to prove what lies at some places, and are not known; known from then on."""
    opened = list(places)
    lay(known, {place: tree.hashes[place] for place in opened})
    hashes: dict[int, str] = {}
    for place in opened:
        while place > SEAL:
            if place ^ 1 not in known:
                hashes[place ^ 1] = tree.hashes[place ^ 1]
                lay(known, {place ^ 1: tree.hashes[place ^ 1]})
            place //= 2
    return hashes
