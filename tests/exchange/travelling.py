"""What travels to a desk: texts in mails of any kind, from players, their machines, strangers and forgers.

The kinds of mails are those of `reading.kinds`, with the head a mail of this campaign has.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from functools import partial
from typing import NamedTuple

from tests.exchange.reading import kinds
from tests.exchange.reading.orders_written import Written
from tests.stand_ins import instead

DESK = "desk@example.net"
# Kinds that name another sender, or none of ours: what becomes of them is tried for itself.
ODD = frozenset({"heads twice", "a head injected"})
# Kinds in which the text stands between the lines with the token.
BETWEEN = frozenset({"a quotation filled in", "a quotation within one filled in", "a quotation without signs",
                     "orders between marks in the text", "page with a quotation filled in",
                     "orders between the lines of a quotation", "flowed answer in a quotation"})
NO_ID = "no id and no date"


class Head(NamedTuple):
    """Who wrote a mail, when, its own id, the id of the mail it replies to ("" for none), and other lines."""

    sender: str
    date: datetime
    id: str
    re: str = ""
    subject: str = "orders"
    more: Mapping[str, str] = {}

    @property
    def lines(self) -> dict[str, str]:
        reply = {"In-Reply-To": f"<{self.re}>", "References": f"<{self.re}>"} if self.re else {}
        return {"From": self.sender, "To": DESK, "Subject": self.subject, "Date": format_datetime(self.date),
                "Message-ID": f"<{self.id}>", **reply, **self.more}


def in_a_mail(text: str, kind: str, head: Head, chance: random.Random, *, campaign: str, side: str,
              token: str) -> bytes:
    """A text in a mail of a kind; the draft that some of them quote is the one this player was sent."""
    draft = partial(kinds.draft, side, campaign, token)
    with instead(kinds, HEAD={**kinds.HEAD, **head.lines}, TOKEN=token, draft=draft):
        return kinds.KINDS[kind].make(Written(text, campaign, side, not text.isascii()), chance)


def words(text: str, head: Head) -> bytes:
    """A few words in a mail."""
    mail = EmailMessage()
    for name, value in head.lines.items():
        mail[name] = value
    mail.set_content(text)
    return mail.as_bytes().replace(b"\n", b"\r\n")


def returned(letter: bytes, address: str, head: Head) -> bytes:
    """What a mail server sends back with a letter that it could not deliver (RFC 3464)."""
    status = f"Reporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; {address}\nAction: failed\n" \
             "Status: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 mailbox full\n"
    there = letter.replace(b"\r\n", b"\n").partition(b"\n\n")[0] + b"\n\n"
    lines = "".join(f"{name}: {value}\n" for name, value in {
        **head.lines, "From": "Mail <mailer-daemon@mx.example.org>", "Auto-Submitted": "auto-replied",
        "Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"', "MIME-Version": "1.0"}.items())
    return (f"{lines}\n--b\nContent-Type: text/plain\n\nYour mail came back.\n--b\n"
            f"Content-Type: message/delivery-status\n\n{status}\n--b\nContent-Type: message/rfc822\n\n").encode() + \
        there + b"\n--b--\n"
