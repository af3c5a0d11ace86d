"""The outbox: letters to be sent, each exactly once.

What a letter is for is its key ("answer:HASH", "report:HASH:red"): the outbox takes a key once, so whatever runs
again after a crash asks for the same letter again and nothing comes of it. A letter lies in a file of its own, written
before the journal's line that counts it in; what became of it are further lines:

    queued   it lies there                     sending  the server is about to be told that it has all of it
    sent     the server has taken it           failed   the server did not take it now; `again` says when to try next
    refused  it never will be                  drafted  it was written as a draft for a person to send

Between `sending` and `sent` a crash leaves it open whether the server has it. Such a letter is not sent again by
itself: it is told as uncertain, until it is seen in the mailbox, or somebody decides (`witp-pbem mail outbox --again`).
"""

from __future__ import annotations

import errno
import hashlib
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from witp_pbem.campaign.record import disk, private
from witp_pbem.exchange import journal
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.times import read as read_time
from witp_pbem.exchange.times import written
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

FOLDER = "outbox"
QUEUED, SENDING, SENT, FAILED, REFUSED, DRAFTED = "queued", "sending", "sent", "failed", "refused", "drafted"
STATES = (QUEUED, SENDING, SENT, FAILED, REFUSED, DRAFTED)
NAMED = 24  # digits of a key's hash that name its file
BACK_OFF = (5, 15, 60, 240, 720)  # minutes until the next try; the last one from then on
MOST_TRIES = 12
SHOWN = 12  # digits of a hash in a key, where a person reads it
_HEAD = BytesParser(policy=policy.compat32)
_HASH = re.compile(r"\b[0-9a-f]{64}\b")


class OutboxLetter(NamedTuple):
    """A letter in the outbox.

    Attributes:
        key: what it is for.
        to: addresses.
        path: its file.
        digest: the SHA-256 of the file.
        state: one of `STATES`.
        at: since when.
        tries: how often it was tried in vain.
        again: when to try next, None for never.
        reason: why it was not taken, "" where it was.
    """

    key: str
    to: tuple[str, ...]
    path: Path
    digest: str
    state: str
    at: datetime
    tries: int = 0
    again: datetime | None = None
    reason: str = ""


def put(office: Path, now: datetime, key: str, to: Sequence[str], message: EmailMessage) -> bool:
    """Puts a letter into the outbox, unless one of its key was put there before; returns whether it was.

    Raises:
        NotWritten: the disk did not take it. Damaged: the journal.
    """
    if key in {line.values["key"] for line in journal.read(office, QUEUED)}:
        return False
    path = _path(office, key)
    offices.furnish(office)  # first: folders made on the way to another one would be open to everybody
    path.parent.mkdir(private.FOLDER_RIGHTS, exist_ok=True)
    raw = message.as_bytes()
    disk.write(path, raw, private.FILE_RIGHTS)
    journal.write(office, now, QUEUED, key=key, to=list(to), digest=hashlib.sha256(raw).hexdigest())
    return True


def content(letter: OutboxLetter) -> bytes:
    """A letter as it was put into the outbox.

    Raises:
        OSError: its file cannot be read, or is not what was put there.
    """
    raw = letter.path.read_bytes()
    if hashlib.sha256(raw).hexdigest() != letter.digest:
        raise OSError(errno.EIO, say("it is not what the program wrote"), str(letter.path))
    return raw


def letters(office: Path) -> dict[str, OutboxLetter]:
    """All letters ever put into the outbox, by key, oldest first."""
    letters: dict[str, OutboxLetter] = {}
    for line in journal.read(office, *STATES):
        key = str(line.values["key"])
        if line.what == QUEUED:
            letters[key] = OutboxLetter(key, tuple(line.values["to"]), _path(office, key), line.values["digest"],
                                        QUEUED, line.at, again=line.at)
        elif key in letters:
            again = read_time(line.values["again"]) if line.values.get("again") else None
            tries = letters[key].tries + (line.what == FAILED)
            letters[key] = letters[key]._replace(state=line.what, at=line.at, tries=tries, again=again,
                                                 reason=str(line.values.get("reason", "")))
    return letters


def called(key: str) -> str:
    """A key as people see and may type it: with the first digits of its hash only."""
    return _HASH.sub(lambda digits: digits[0][:SHOWN], key)


def due(office: Path, now: datetime) -> list[OutboxLetter]:
    """The letters to be tried now, oldest first."""
    return [letter for letter in letters(office).values() if letter.again is not None and letter.again <= now]


def uncertain(office: Path) -> list[OutboxLetter]:
    """The letters of which nobody knows whether the server has them."""
    return [letter for letter in letters(office).values() if letter.state == SENDING]


def mark(office: Path, now: datetime, letter: OutboxLetter, state: str, reason: str = "") -> str:
    """Records what became of a letter; one that failed is tried again later and later, and given up in the end: then
    it is refused. Returns the state recorded.

    Raises:
        NotWritten: the disk did not take it. Damaged: the journal.
    """
    values = {"key": letter.key, **({"reason": reason} if reason else {})}
    if state == FAILED and letter.tries >= MOST_TRIES:
        state = REFUSED
    if state == FAILED:
        wait = BACK_OFF[min(letter.tries, len(BACK_OFF) - 1)]
        values["again"] = written(now + timedelta(minutes=wait))
    journal.write(office, now, state, **values)
    return state


def again(office: Path, now: datetime, letter: OutboxLetter) -> None:
    """Has a letter tried once more, as somebody decided."""
    journal.write(office, now, FAILED, key=letter.key, again=written(now), reason=letter.reason)


def id_of(letter: OutboxLetter) -> str:
    """The Message-ID of a letter as it lies in the outbox, without angle brackets; "" where it cannot be read."""
    try:
        with letter.path.open("rb") as file:
            head = _HEAD.parse(file, headersonly=True)
    except OSError:
        return ""
    return str(head.get("Message-ID", "")).strip().strip("<>")


def _path(office: Path, key: str) -> Path:
    return office / FOLDER / f"{hashlib.sha256(key.encode()).hexdigest()[:NAMED]}.eml"
