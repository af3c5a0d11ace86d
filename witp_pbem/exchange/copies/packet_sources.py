"""Where packets come from: files, mails, mailboxes, folders of mails. Anything else in them is ignored."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from itertools import islice
from pathlib import Path

from witp_pbem.campaign.mails import limits
from witp_pbem.campaign.packets import unpacking
from witp_pbem.campaign.packets.packet import ENDING
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.exchange.mailbox.files import CURRENT, NEW, is_maildir, is_mbox, mbox_mails
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

LARGEST = 64 * 1024 * 1024  # bytes of a file
MAILS = {".eml", ".mbox", ".mbx", ".jsonl", ".gz"}  # endings of the files that are looked at in a folder
_HEAD = re.compile(rb"[!-9;-~]+:[ \t]|From ")  # how a mail begins, or a mailbox
_PACKET = b'{"packet":{'


class NotThere(Refusal):
    """The file or folder named does not exist."""

    exit_code = USAGE


class PossiblePacket(NamedTuple):
    """What may be a packet.

    Attributes:
        origin: the file or mail it comes from, in words.
        content: its bytes.
        fault: why it cannot be read, a clause without a full stop; "" where it can.
    """

    origin: str
    content: bytes
    fault: str = ""


def possible_packets(path: Path) -> Iterator[PossiblePacket]:
    """What may be packets in a file (a packet, a logbook, a mail, a mailbox) or a folder (a Maildir, or one of such
    files), one after the other.

    Raises:
        NotThere: it is neither a file nor a folder. OSError: it cannot be read.
    """
    if path.is_dir():
        for file in _files(path):
            yield from _in_file(file)
    elif path.is_file():
        yield from _in_file(path)
    else:
        raise NotThere(say('"{name}" does not exist.', name=path) if not path.exists() else
                       say('"{name}" is not a regular file.', name=path))


def _files(folder: Path) -> list[Path]:
    """The files of a folder that may hold packets, by name."""
    if is_maildir(folder):
        return sorted(path for name in (CURRENT, NEW) for path in (folder / name).iterdir() if path.is_file())
    return sorted(path for path in folder.iterdir() if path.is_file() and path.suffix.casefold() in MAILS)


def _in_file(path: Path) -> Iterator[PossiblePacket]:
    if is_mbox(path):
        with path.open("rb") as file:
            for number, mail in enumerate(mbox_mails(file), 1):
                yield from opened(say("{file}, mail {number}", file=path.name, number=number), mail.raw)
    elif path.stat().st_size > LARGEST:
        yield PossiblePacket(path.name, b"", say("it is larger than {count} MB; nothing of that size is read",
                                                 count=LARGEST // 2**20))
    else:
        yield from opened(path.name, path.read_bytes())


def opened(origin: str, content: bytes) -> Iterator[PossiblePacket]:
    """What may be packets in some bytes: themselves or, where they are a mail, what is attached to it."""
    if unpacking.beginning(content):
        yield PossiblePacket(origin, content)
    elif _HEAD.match(content):
        try:
            yield from _attached(origin, limits.cut(content).raw)
        except (MessageError, RecursionError, ValueError, LookupError, TypeError, AttributeError):
            yield PossiblePacket(origin, b"", say("this mail cannot be taken apart"))


def _attached(origin: str, raw: bytes) -> Iterator[PossiblePacket]:
    """What is attached to a mail, or to a mail in it, and calls itself or begins like a packet."""
    message = message_from_bytes(raw)
    subject = _subject(message)
    called = say("{file} ({subject})", file=origin, subject=subject) if subject else origin
    for part in islice(message.walk(), limits.MOST_PARTS):
        payload = None if part.is_multipart() else part.get_payload(decode=True)
        content = payload if isinstance(payload, bytes) else b""
        start = unpacking.beginning(content)
        if start.startswith(_PACKET) or start and ENDING in (part.get_filename() or "").casefold():
            yield PossiblePacket(called, content)


def _subject(message: Message) -> str:
    """A mail's subject as far as it is plain."""
    words = "".join(sign for sign in str(message.get("Subject", "")) if " " <= sign <= "~")
    return " ".join(words.split())[:60]
