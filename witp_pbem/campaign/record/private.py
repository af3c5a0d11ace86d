"""What only the keeper's copy holds: the chain's seed, the decks' secrets, and what is behind the seals.

`private/secrets.json` never changes after the founding; `private/sealed.jsonl` gets one line a submission,
written before the submission's logbook entry. A line whose entry never came (a crash between the two) is
known by its receipt, which no entry has, and means nothing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

from witp_pbem.campaign.record import copied, disk, json_lines, order_tree, written_heads
from witp_pbem.campaign.record.entries import DiceTerms, FileContent, Hash, HashOrNone, Natural, Slip
from witp_pbem.campaign.record.json_lines import JsonLines
from witp_pbem.campaign.record.order_tree import Tree
from witp_pbem.campaign.record.written_heads import WrittenHead
from witp_pbem.table.canonical import canonical, commitment, digest, keyed
from witp_pbem.table.dice import chain_link
from witp_pbem.table.language import say
from witp_pbem.table.shape import ShapeError, fit
from witp_pbem.table.tuples import NamedTuple

FOLDER = "private"
SECRETS, SEALED, LOCK = "secrets.json", "sealed.jsonl", "lock"
FOLDER_RIGHTS, FILE_RIGHTS = 0o700, 0o600


class _Order(TypedDict):
    seal: Natural
    line: Natural
    salt: str
    content: Slip


class _File(TypedDict):
    salt: Hash
    content: FileContent


class _SealedLine(TypedDict):
    """A line of `sealed.jsonl`."""

    entry: Natural
    receipt: Hash
    orders: list[_Order]
    raw: _File


class _Secrets(TypedDict):
    """`secrets.json`: of each deck its secret and its salt."""

    seed: HashOrNone
    decks: dict[str, tuple[Hash, Hash]]
    salts: Hash
    text: str


class DeckSecret(NamedTuple):
    """The key a deck is shuffled with and the salt of its commitment, both in hexadecimal."""

    secret: str
    salt: str


class Secrets(NamedTuple):
    """The founding's secrets.

    Attributes:
        seed: the chain's seed, "" for manual dice.
        decks: secrets by deck name.
        salts: what the secrets behind the seals grow from, in hexadecimal.
        text: the text everything grows from in a seeded campaign, "" where everything is random.
    """

    seed: str
    decks: dict[str, DeckSecret]
    salts: str
    text: str = ""

    @classmethod
    def new(cls, decks: tuple[str, ...], text: str, chain: bool) -> Secrets:
        """Fresh secrets, or those that grow from a text."""
        deck_secrets = {deck: DeckSecret(_secret(text, "deck", deck), _secret(text, "deck salt", deck))
                        for deck in decks}
        return cls(_secret(text, "chain") if chain else "", deck_secrets if chain else {},
                   _secret(text, "salts"), text)

    def to_json(self) -> dict[str, Any]:
        return {"seed": self.seed, "decks": {name: list(deck) for name, deck in self.decks.items()},
                "salts": self.salts, "text": self.text}

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Secrets:
        return cls(record["seed"], {name: DeckSecret(*deck) for name, deck in record["decks"].items()},
                   record["salts"], record["text"])

    def are_of(self, dice: DiceTerms) -> bool:
        """Whether a founding has published the anchor and the commitments of these."""
        if dice["mode"] == "chain" and chain_link(bytes.fromhex(self.seed), 0).hex() != dice["anchor"]:
            return False
        if dice["seeded"] and self != Secrets.new(tuple(self.decks), self.text, dice["mode"] == "chain"):
            return False
        return all(name in self.decks and commitment(self.decks[name].salt, self.decks[name].secret) == seal
                   for name, seal in dice["decks"].items())


def foreign(folder: Path) -> str:
    """The sentence about secrets that are not those of the campaign, without its full stop."""
    return say("{file} does not hold the secrets whose anchor and commitments the founding has published",
               file=folder / SECRETS)


def _secret(text: str, *purpose: str | int) -> str:
    """32 bytes in hexadecimal: random, or in a seeded campaign SHA-256 over [purpose, text, ...]."""
    return digest([purpose[0], text, *purpose[1:]]) if text else os.urandom(32).hex()


def file_secret(salts: str, entry: int, content: FileContent) -> str:
    """The secret of the tree of a file: another one for other words, so that what a lost logbook has opened of an entry
    says nothing of the one recorded in its stead."""
    return keyed(salts, entry, content)


class Sealed(NamedTuple):
    """A whole file: the secret of the tree of its seal, and the content."""

    salt: str
    content: FileContent


class SealedOrder(NamedTuple):
    """What lies behind the seal of an order.

    Attributes:
        seal: its place in the tree of its submission's seal.
        line: the order's line in its file, from 1.
        salt: in hexadecimal.
        content: the slip, `{"phase", "blocks", "text"}` (`entries.Slip`).
    """

    seal: int
    line: int
    salt: str
    content: dict[str, Any]


def tree_of(orders: Sequence[SealedOrder], raw: Sealed) -> Tree:
    """The tree of a file that was kept."""
    return order_tree.grow(raw.salt, raw.content, [order.content for order in orders])


@dataclass
class Private:
    """The private folder, read.

    Attributes:
        sealed: receipt of a submission -> its orders, in the order in which they are read.
        raws: receipt of a submission -> its whole file.
        lines: the lines of `sealed.jsonl`.
        damage: what makes that file unreadable, in a sentence without its full stop; "" if nothing does.
        head: how far this computer has written the logbook, None if that is unknown.
    """

    folder: Path
    secrets: Secrets
    sealed: dict[str, tuple[SealedOrder, ...]] = field(default_factory=dict)
    raws: dict[str, Sealed] = field(default_factory=dict)
    lines: JsonLines = json_lines.NONE
    damage: str = ""
    head: WrittenHead | None = None

    @property
    def sealed_file(self) -> Path:
        return self.folder / SEALED

    def fits(self, receipt: str, seal: str) -> bool:
        """Whether what is kept of a submission, if anything is, is what lies behind its seal."""
        orders, raw = self.sealed.get(receipt), self.raws.get(receipt)
        if not orders or raw is None:
            return False
        tree = tree_of(orders, raw)
        kept = [(order.seal, order.salt) for order in orders]
        return tree.seal == seal and kept == list(zip(tree.places, tree.salts, strict=True))

    def add(self, entry: int, receipt: str, orders: tuple[SealedOrder, ...], raw: Sealed) -> None:
        """Keeps what is behind a submission's seals, before the submission itself is recorded."""
        disk.append(self.sealed_file, sealed_line(entry, receipt, orders, raw), FILE_RIGHTS)
        self.sealed[receipt] = orders
        self.raws[receipt] = raw

    def mend(self) -> tuple[str, ...]:
        """Cuts off a line that a crash tore, and undoes what was done to line ends; says so."""
        return json_lines.mend(self.sealed_file, self.lines)


def read(folder: Path) -> Private | None:
    """The private folder of a campaign, None on a copy without one.

    What makes the sealed orders unreadable is only noted: much can be told without them.

    Raises:
        Damaged: the secrets are missing or not what the program wrote.
        OSError: a file of it cannot be read.
    """
    file = folder / SECRETS
    if not folder.is_dir():
        return None
    if not file.exists():
        raise json_lines.Damaged(file, None, say("the campaign's secrets are missing, without which nothing can be "
                                                 "rolled, opened or recorded; put the file back from a copy"))
    content = file.read_bytes()
    if fault := copied.hollow(content):
        raise json_lines.Damaged(file, None, fault)
    try:
        secrets = Secrets.from_json(copied.value(content, _Secrets))
    except ShapeError as fault:
        raise json_lines.Damaged(file, None, say(
            "these are not a campaign's secrets ({where}); put the file back from a copy", where=fault)) from None
    path, head = folder / SEALED, written_heads.read(folder)
    if not path.exists() or not path.stat().st_size:  # a crash can leave it empty
        return Private(folder, secrets, head=head)
    sealed, raws = {}, {}
    try:
        lines = json_lines.read(path, lambda record, _: {"entry", "receipt", "orders"} <= record.keys())
    except json_lines.Damaged as damaged:
        return Private(folder, secrets, damage=_damage(path, damaged.entry, damaged.reason), head=head)
    for number, record in enumerate(lines.records):
        try:
            fit(record, _SealedLine)
        except ShapeError as error:
            return Private(folder, secrets, damage=_damage(path, number, say(
                "this is not a record of sealed orders ({where})", where=error)), head=head)
        sealed[record["receipt"]] = tuple(SealedOrder(**order) for order in record["orders"])
        raws[record["receipt"]] = Sealed(**record["raw"])
    return Private(folder, secrets, sealed, raws, lines, head=head)


def _damage(path: Path, number: int | None, reason: str) -> str:
    """A damage with its place, by lines from 1: they are not numbered like the entries of the logbook."""
    if number is None:
        return f"{path}: {reason}"
    return say("{path}, line {line}: {reason}", path=path, line=number + 1, reason=reason)


def sealed_line(entry: int, receipt: str, orders: tuple[SealedOrder, ...], raw: Sealed) -> bytes:
    """A line of `sealed.jsonl`."""
    return canonical({"entry": entry, "receipt": receipt, "orders": [order._asdict() for order in orders],
                      "raw": raw._asdict()}) + b"\n"
