"""A mail server that takes letters in this process and hands them on, now and then badly; and drafts sent by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from email.policy import SMTP
from email.utils import getaddresses
from pathlib import Path
from typing import Any, NamedTuple

from witp_pbem.campaign.mails import heads
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import outbox
from witp_pbem.exchange.mailbox.mail_drafts import place
from witp_pbem.exchange.outbox import DRAFTED, REFUSED, SENDING, SENT

BUSY, LOST = 40, 60  # one letter in so many is not taken now, or is when the connection breaks


class Carried(NamedTuple):
    """A letter that was sent: its id, to whom, and itself."""

    id: str
    to: tuple[str, ...]
    raw: bytes


class Carrier:
    """Speaks SMTP as far as `mailbox.sending` does, without a socket."""

    sock = None

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.taken, self.to = chance, list[Carried](), list[str]()
        self.data = b""

    @contextmanager
    def connected(self, account: Any, server: Any) -> Iterator[Carrier]:
        """In place of `sending.connected`."""
        yield self

    def has_extn(self, name: str) -> bool:
        return name == "8bitmime"

    def mail(self, sender: str, options: list[str]) -> tuple[int, bytes]:
        self.to = []
        return (451, b"later") if self.chance.randrange(BUSY) == 0 else (250, b"well")

    def rcpt(self, address: str) -> tuple[int, bytes]:
        self.to.append(address.casefold())
        return 250, b"well"

    def docmd(self, words: str) -> tuple[int, bytes]:
        return 354, b"go on"

    def send(self, data: bytes) -> None:
        if data == b".\r\n":
            self.taken.append(carried(self.data.replace(b"\r\n..", b"\r\n."), self.to))
        else:
            self.data = data

    def getreply(self) -> tuple[int, bytes]:
        if self.chance.randrange(LOST) == 0:
            raise OSError("cut off")
        return 250, b"well"

    def rset(self) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """There is nothing to close."""


def carried(raw: bytes, to: list[str]) -> Carried:
    return Carried(heads.identity(head_of(raw)), tuple(to), raw)


def head_of(raw: bytes) -> Any:
    from email import message_from_bytes

    return message_from_bytes(raw)


def by_hand(folder: Path) -> list[Carried]:
    """Sends the drafts in a folder as a person does, who deletes them then."""
    sent = []
    for path in sorted(place(folder).glob("*.eml")):
        raw = b"".join(line for line in path.read_bytes().splitlines(keepends=True)
                       if not line.startswith(b"X-Unsent:"))
        message = head_of(raw)
        to = getaddresses([str(line) for name in ("To", "Cc") for line in message.get_all(name, [])])
        sent.append(carried(raw.replace(b"\r\n", b"\n").replace(b"\n", SMTP.linesep.encode()),
                            [address.casefold() for _, address in to]))
        path.unlink()
    return sent


def see_to_it(office: Path, now: Any, taken: set[str]) -> int:
    """What a keeper does about letters that do not leave by themselves: he looks whether the server has them, and has
    the others sent again. Returns how many there were."""
    stuck = [letter for letter in outbox.letters(office).values() if letter.state in (SENDING, REFUSED)]
    for letter in stuck:
        has_left = heads.identity(head_of(letter.path.read_bytes())) in taken
        if letter.state == SENDING and has_left:
            outbox.mark(office, now, letter, SENT)
        else:
            outbox.again(office, now, letter)
    return len(stuck)


def left_open(root: Path) -> list[str]:
    """The letters of a folder's outboxes that have not left."""
    return [letter.key for place in dict.fromkeys([*map(offices.of_campaign, offices.campaigns(root)),
                                                   offices.of_root(root)])
            for letter in outbox.letters(place).values() if letter.state not in (SENT, DRAFTED)]
