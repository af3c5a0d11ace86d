"""Mails that were saved to a file, as text: who wrote to whom and when, about what, and what they wrote."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from itertools import islice

from witp_pbem.archive.foreign import pages
from witp_pbem.campaign.mails import charsets, heads, limits

_HEAD = re.compile(rb"(?:From [^\n]*\n)?[!-9;-~]{1,70}:[ \t]")  # how a mail begins, by itself or in a mailbox
_NEEDED = (("From",), ("Date", "Message-ID", "Received", "Subject"))  # one of each makes a text with a head a mail
_SHOWN = ("From", "To", "Date", "Subject")
_UNREADABLE = (MessageError, RecursionError, ValueError, LookupError, TypeError, AttributeError)


def text_of(content: bytes) -> str | None:
    """A mail as text, None where it is none.

    Raises:
        UnfitDocument: see `pages.text_of`.
    """
    if not _HEAD.match(content):
        return None
    try:
        mail = message_from_bytes(limits.cut(content).raw)
        if not all(any(heads.line(mail, name) for name in names) for names in _NEEDED):
            return None
        shown = [f"{name}: {value}" for name in _SHOWN if (value := heads.decoded(heads.line(mail, name)))]
        return "\n".join([*shown, "", *_body(mail)])
    except _UNREADABLE:
        return None


def _body(mail: Message) -> list[str]:
    """The plain texts of a mail, or where there are none its pages."""
    parts = list(islice((part for part in mail.walk() if not part.is_multipart()), limits.MOST_PARTS))
    plain = [_letters(part) for part in parts if part.get_content_type() == "text/plain"]
    return plain or [pages.text_of(_letters(part)) for part in parts if part.get_content_type() == "text/html"]


def _letters(part: Message) -> str:
    data = part.get_payload(decode=True)
    return charsets.known(data, str(part.get_param("charset") or "")) if isinstance(data, bytes) else ""
