"""A mail as it arrives, wherever it comes from, and the record of what was looked at in a mailbox.

A mailbox may be a private one with thousands of mails that are no business of the desk. So only the head of each is
read at first, the rest where the head says that it could matter, and what was looked at is remembered: in a small file
for each mailbox in the office's folder `looked/`. It saves time and nothing else. A mail that is seen again, because a
crash came between or the file was thrown away, does nothing a second time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from witp_pbem.campaign.mails import limits
from witp_pbem.campaign.record import disk, private
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.verdicts import LATER
from witp_pbem.table.canonical import canonical, parse
from witp_pbem.table.shape import fit
from witp_pbem.table.tuples import NamedTuple

LARGEST = limits.MOST_BYTES  # of a mail that is read
HEAD = 64 * 1024  # bytes of a mail in which its head is looked for
EVERY = 200  # mails after which the progress is written down
FOLDER, NAMED = "looked", 16  # digits of the hash of a mailbox's name that name its file

CouldMatter = Callable[[bytes], bool]  # of a mail's head: whether the rest of it is to be read


class Unreachable(Refusal):
    """A mailbox, or a mail in it, cannot be read."""


class Arrival(NamedTuple):
    """A mail that has arrived.

    Attributes:
        raw: the mail; only its head where it is larger than is read.
        size: of the whole mail, in bytes.
        origin: where it lies, in words.
        done: to be called with the verdict once everything is done with the mail; until then, and where the verdict is
            `LATER`, it counts as never seen. Where the verdict is `IGNORED`, it stays exactly as it was.
    """

    raw: bytes
    size: int
    origin: str
    done: Callable[[str], None]

    @property
    def is_cut(self) -> bool:
        """Whether this is the head only."""
        return self.size > len(self.raw)


@dataclass
class MailboxProgress:
    """How far a mailbox whose mails are numbered was looked at.

    Attributes:
        reached: the number up to which it was.
        waiting: numbers of mails that were handed out and are not done with.
    """

    reached: int
    waiting: dict[int, None] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """The number from which on it has to be looked at again."""
        return min(self.waiting, default=self.reached)

    def settle(self, number: int, verdict: str) -> None:
        """Takes note of what became of a mail."""
        if verdict != LATER:
            self.waiting.pop(number, None)


def head_of(data: bytes) -> bytes:
    """The head of a mail with the empty line behind it: all of what is given where there is none."""
    ends = [at + len(mark) for mark in (b"\r\n\r\n", b"\n\n") if (at := data.find(mark, 0, HEAD)) >= 0]
    return data[:min(ends, default=HEAD)]


class Looked(TypedDict):
    """What is remembered of a mailbox.

    Attributes:
        mailbox: its name.
        names: of mails, in a folder of files.
        validity, uid: on an IMAP server, up to which number it was looked at.
        offset, last, hash: in an mbox file, up to which byte, where the last mail begins, and a hash to recognise it.
    """

    mailbox: NotRequired[str]
    names: NotRequired[list[str]]
    validity: NotRequired[int]
    uid: NotRequired[int]
    offset: NotRequired[int]
    last: NotRequired[int]
    hash: NotRequired[str]


def recall(office: Path, mailbox: str) -> Looked:
    """What is remembered of a mailbox; nothing where the file was changed."""
    try:
        looked: Looked = parse(_file(office, mailbox).read_bytes())
        fit(looked, Looked)
    except (OSError, ValueError, RecursionError):
        return {}
    return looked if looked.get("mailbox") == mailbox else {}


def remember(office: Path, mailbox: str, **values: Any) -> None:
    """Writes down what was looked at.

    Raises:
        NotWritten: the disk did not take it.
    """
    path = _file(office, mailbox)
    offices.furnish(office)
    path.parent.mkdir(private.FOLDER_RIGHTS, exist_ok=True)
    disk.write(path, canonical({"mailbox": mailbox, **values}) + b"\n", private.FILE_RIGHTS)


def forget(office: Path) -> None:
    """Has all mailboxes of an office looked at from their beginnings."""
    for path in (office / FOLDER).glob("*.json"):
        path.unlink(missing_ok=True)


def _file(office: Path, mailbox: str) -> Path:
    return office / FOLDER / f"{hashlib.sha256(mailbox.encode('utf-8', 'replace')).hexdigest()[:NAMED]}.json"
