"""The logbook: one entry a line, each sealed with the hash of the one before.

An entry is `{"n", "type", ..., "hash"}`: `hash` is the SHA-256 of the canonical JSON of the entry as it is written
without its hash and with that of the entry before as `previous` (64 zeros for the first). Its first digits are written,
and whoever reads the line computes the rest. docs/logbook-format.md of the package says more.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from witp_pbem.campaign.record import disk, json_lines
from witp_pbem.campaign.record.entries import AnyRuling, Closed, Entry, Founding, Sitting, checked
from witp_pbem.campaign.record.json_lines import Damaged, JsonLines
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.record.written_form import filled, lean
from witp_pbem.table.canonical import canonical, digest
from witp_pbem.table.language import say
from witp_pbem.table.shape import ShapeError

FILE = "logbook.jsonl"
FORMAT: Final = 4
BEGINNING = "0" * 64
DIGITS: Final = 32  # of an entry's hash: those written, and the least to name it or to prove anything; 128 bits
HASH = re.compile("[0-9a-f]{64}")
# What is played: a rewind abandons entries of these types.
FOUNDING: Final = "founding"
SUBMISSION: Final = "submission"
SEALED: Final = "sealed"
RULING: Final = "ruling"
WITHDRAWAL: Final = "withdrawal"
CLOSED: Final = "closed"
SITTING: Final = "sitting"
FINISH: Final = "finish"
# What is said about it: such entries stay in force whatever is rewound.
WORD: Final = "word"
LINK: Final = "link"
PUBLISHED: Final = "published"
PROTEST: Final = "protest"
PROPOSAL: Final = "proposal"
CONSENT: Final = "consent"
REWIND: Final = "rewind"
NOTE: Final = "note"
BOOKMARK: Final = "bookmark"
UPGRADE: Final = "upgrade"
PLAYER: Final = "player"
KINDS = say.vocabularies({"entry": (
    "founding", "submission", "ruling", "closed", "sitting", "withdrawal", "sealed", "finish", "word", "link",
    "published", "protest", "proposal", "consent", "rewind", "note", "bookmark", "upgrade",
    "player")})["entry"]  # the types, in words

Body = dict[str, Any]  # an entry as it is proposed: without number, type and hashes


class NotAnEntry(Refusal):
    """What was to be recorded does not have the form of an entry: something in it is too long, for example."""


def read(path: Path) -> JsonLines:
    """The lines of a logbook, each behind the one before by its hash; their form is looked at by `typed`.

    Raises:
        Damaged: a line is no entry, entries are missing, or one was changed.
        OSError: no such file.
    """
    lines = json_lines.read(path, is_whole)
    previous = BEGINNING
    for number, (entry, line) in enumerate(zip(lines.records, lines.pieces, strict=True)):
        if fault := link(line, entry, number, previous):
            raise Damaged(path, number, fault[1])
        previous = entry["hash"]
    return lines


def link(line: bytes, entry: dict[str, Any], number: int, previous: str) -> tuple[str, str] | None:
    """Puts an entry's whole hash where its first digits stand. Returns the code and the sentence of what is wrong with
    the line as a link of the chain, None if nothing is.

    Args:
        line: the bytes of the line, without its end.
        entry: the JSON object in it.
        number, previous: the number and the hash of the entry before that it must have.
    """
    if not isinstance(entry.get("hash"), str):
        return "no-entry", say("This line is not an entry.")
    if entry.get("n") != number:
        return "wrong-number", say("This entry says it is number {n}.", n=entry.get("n"))
    digits, entry["hash"] = entry["hash"], line_hash(line, entry, previous)
    if digits != entry["hash"][:DIGITS]:
        return "hash-differs", say("This entry was changed, or does not follow the one before: its hash does not "
                                   "match.")
    return None


def typed(path: Path, records: Sequence[dict[str, Any]], own: int = 0) -> list[Entry]:
    """The lines of a logbook as the entries they are.

    Args:
        own: how many of them had their form checked when this computer wrote them.
    Raises:
        Damaged: one does not have the form of an entry, or only the first is no founding.
    """
    entries = cast(list[Entry], [filled(record) for record in records[:own]])
    for number, record in enumerate(records[own:], own):
        try:
            entries.append(checked(filled(record)))
        except ShapeError as fault:
            raise Damaged(path, number, say("The entry is not well formed: {fault}.", fault=fault)) from None
        if (entries[-1]["type"] == FOUNDING) != (number == 0):
            raise Damaged(path, number, say("A logbook begins with its founding and has "
                                            "only one."))
    if not entries:
        raise Damaged(path, None, say("The logbook is empty."))
    return entries


def founding(entries: Sequence[Entry]) -> Founding:
    """The first entry of a logbook."""
    first = entries[0]
    assert first["type"] == FOUNDING  # `typed` has made sure of it
    return first


def closing(entries: Sequence[Entry], sitting: Sitting) -> Closed | None:
    """The entry that closed a sitting, None where it needed none."""
    entry = None if sitting["closed"] is None else entries[sitting["closed"]]
    return entry if entry and entry["type"] == CLOSED else None


def is_whole(record: dict[str, Any], before: Sequence[dict[str, Any]]) -> bool:
    """Whether a line holds an entry to its end: what is torn is no JSON object."""
    return "hash" in record


def entry_hash(entry: Mapping[str, Any], previous: str) -> str:
    """The hash of an entry behind the one with the hash `previous`: over everything written of it but its own."""
    written = {**lean(entry), "previous": previous}
    written.pop("hash", None)
    return digest(written)


def line_hash(line: bytes, entry: Mapping[str, Any], previous: str) -> str:
    """The hash of an entry by its canonical line without line end, where that is known already."""
    own, behind = f'"hash":"{entry["hash"]}",'.encode(), min((name for name in entry if name > "previous"), default="")
    member = f',"{behind}":'.encode()
    if line.count(own) != 1 or line.count(member) != 1:
        return entry_hash(entry, previous)
    put = f',"previous":"{previous}"'.encode() + member
    return hashlib.sha256(line.replace(own, b"").replace(member, put)).hexdigest()


def following(last: Entry | None, kind: str, body: Body) -> Entry:
    """The entry that comes after another one.

    Raises:
        NotAnEntry: the body does not have the form of such an entry.
    """
    try:
        return checked(chained(last, kind, body))
    except ShapeError as fault:
        raise NotAnEntry(say("This cannot be recorded: {fault}.", fault=fault)) from None


def proposed(entries: Sequence[Entry], kind: str, body: Body) -> Entry:
    """The entry that a body would become after some entries, for checks to look at. Its form is checked only when it is
    recorded (`following`), so that the checks can say what is wrong with it in the words of a letter."""
    return cast(Entry, chained(entries[-1], kind, {"letter": "", "signature": "", **body}))


def chained(last: Mapping[str, Any] | None, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """A record of some type after another one, in whatever form."""
    entry = {"n": last["n"] + 1 if last else 0, "type": kind, **body}
    return {**entry, "hash": entry_hash(entry, last["hash"] if last else BEGINNING)}


def append(path: Path, entries: Sequence[Entry]) -> None:
    """Adds entries in one write."""
    disk.append(path, b"".join(line(entry) for entry in entries))


def line(entry: Entry) -> bytes:
    """An entry as it stands in the file."""
    return canonical({**lean(entry), "hash": entry["hash"][:DIGITS]}) + b"\n"


def ruling(turn: int, orders: Sequence[AnyRuling], *, after: str = "", answers: int | None = None, reason: str = "",
           proposal: int | None = None, letter: str = "", signature: str = "") -> Body:
    """The body of a ruling.

    Args:
        orders: its rulings.
        after: the hash it was headed with.
        answers: the protest it decides.
        reason: of that decision.
        proposal: the proposal all players consented to.
        letter, signature: the words by which a side gives up, or the referee's signed file, and the signature under
            them.
    """
    return {"turn": turn, "after": after or None, "orders": list(orders), "answers": answers, "reason": reason,
            "proposal": proposal, "letter": letter, "signature": signature}
