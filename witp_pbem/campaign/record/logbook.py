"""The logbook: one entry a line, each sealed with the hash of the one before.

An entry is `{"n", "type", "previous", ..., "hash"}`: `previous` is the hash of the entry before (64 zeros for
the first), `hash` the SHA-256 of the canonical JSON of the entry without it. docs/logbook-format.md of
the package says the rest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from witp_pbem.campaign.record import disk, lines
from witp_pbem.campaign.record.lines import Damaged, Lines
from witp_pbem.table.canonical import canonical, digest
from witp_pbem.table.language import say

FILE = "logbook.jsonl"
FORMAT = 3  # of what this program writes
FORMATS = (1, 2, 3)  # of what it reads
BEGINNING = "0" * 64
HASH = re.compile("[0-9a-f]{64}")
# What is played: a rewind abandons entries of these types.
FOUNDING, SUBMISSION, RULING, CLOSED, SITTING = "founding", "submission", "ruling", "closed", "sitting"
WITHDRAWAL, SEALED, FINISH = "withdrawal", "sealed", "finish"
# What is said about it: such entries stay in force whatever is rewound.
WORD, LINK, PROTEST, PROPOSAL, CONSENT = "word", "link", "protest", "proposal", "consent"
REWIND, NOTE, BOOKMARK, UPGRADE = "rewind", "note", "bookmark", "upgrade"
PLAYER = "player"
KINDS = say.vocabularies({"entry": (
    "founding", "submission", "ruling", "closed", "sitting", "withdrawal", "sealed", "finish", "word", "link",
    "protest", "proposal", "consent", "rewind", "note", "bookmark", "upgrade",
    "player")})["entry"]  # the types, in words

Entry = dict[str, Any]


def read(path: Path) -> Lines:
    """The entries of a logbook, hashes unchecked (that is `verify`'s work).

    Raises:
        Damaged: a line is no entry, or entries are missing.
        OSError: no such file.
    """
    found = lines.read(path, is_whole)
    for number, entry in enumerate(found.records):
        if entry.get("n") != number or not isinstance(entry.get("type"), str) or "hash" not in entry:
            raise Damaged(path, number, say("this is not the entry that belongs here"))
    return found


def is_whole(entry: Entry) -> bool:
    """Whether an entry carries its own right hash."""
    try:
        return bool(entry.get("hash") == entry_hash(entry))
    except ValueError:
        return False


def entry_hash(entry: Entry) -> str:
    """The hash of an entry: over everything in it but the hash."""
    return digest({key: value for key, value in entry.items() if key != "hash"})


def line_hash(piece: bytes, entry: Entry) -> str:
    """The hash of an entry by its canonical line without line end, where that is known already."""
    member = f'"hash":"{entry["hash"]}",'.encode()
    if piece.count(member) != 1:
        return entry_hash(entry)
    return hashlib.sha256(piece.replace(member, b"")).hexdigest()


def following(last: Entry | None, kind: str, body: Entry) -> Entry:
    """The entry that comes after another one."""
    entry = {"n": last["n"] + 1 if last else 0, "type": kind, "previous": last["hash"] if last else BEGINNING, **body}
    return {**entry, "hash": digest(entry)}


def append(path: Path, entries: Sequence[Entry]) -> None:
    """Adds entries in one write."""
    disk.append(path, b"".join(line(entry) for entry in entries))


def line(entry: Entry) -> bytes:
    """An entry as it stands in the file."""
    return canonical(entry) + b"\n"


def ruling(turn: int, orders: Sequence[str], *, after: str = "", answers: int | None = None, reason: str = "",
           proposal: int | None = None, letter: str = "", signature: str = "") -> Entry:
    """The body of a ruling.

    Args:
        orders: its rulings, as texts. after: the hash it was headed with. answers: the protest it decides.
        reason: of that decision. proposal: the proposal all players consented to.
        letter, signature: the words by which a side gives up, or the referee's signed file, and the signature under
            them.
    """
    return {"turn": turn, "after": after or None, "orders": list(orders), "answers": answers, "reason": reason,
            "proposal": proposal, "letter": letter, "signature": signature}
