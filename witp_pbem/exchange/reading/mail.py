"""What a mail is to the desk: who sent it, what it answers, and the texts in it that may be orders or letters."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


class Block(NamedTuple):
    """A text in a mail or a forum page that may be an orders file or a letter.

    `data` is what `check` and `submit` take: UTF-8 text without quotation signs, greetings and footers, or an attached
    file as it came. `where` tells a person where it stood: "text", "page" (an HTML body), "quoted", or the attachment's
    name. `campaign` and `side` are as headed, "" where there is no such line. `token` stands beside it, "" if none.
    """

    data: bytes
    where: str
    campaign: str
    side: str
    token: str = ""


@dataclass(frozen=True)
class Mail:
    """A mail, read.

    Attributes:
        raw: as it arrived. id: its Message-ID without angle brackets, "" where it has none that can be used.
        sender, name: the address of From in small letters, "" without one, and the name beside it. to: the addresses
            it went to (To, Cc, Delivered-To, X-Original-To, Envelope-To), in small letters.
        date: from the line Date, UTC, None where that is missing or senseless. received: from the topmost line
            Received, likewise. subject: decoded, on one line.
        references: the ids it refers to (In-Reply-To, then References, the latest first), without angle brackets.
        automatic: why it was sent by no person ("auto-replied", "bounce", "list", "bulk", "own" …), "" if a person
            seems to have written it.
        words: what the sender wrote himself: neither what he quotes nor signature nor footer, 2,000 signs at most.
        blocks: what may be orders, best first. attached: names of attachments, made harmless.
        faults: codes of what was wrong with the mail ("too-big", "too-many-parts", "nested-too-deep", "no-text",
            "undecodable", …).
    """

    raw: bytes
    id: str = ""
    sender: str = ""
    name: str = ""
    to: tuple[str, ...] = ()
    date: datetime | None = None
    received: datetime | None = None
    subject: str = ""
    references: tuple[str, ...] = ()
    automatic: str = ""
    words: str = ""
    blocks: tuple[Block, ...] = ()
    attached: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
