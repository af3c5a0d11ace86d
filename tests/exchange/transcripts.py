"""Mails as somebody reads them who compares what went out today with what went out when he last looked."""

from __future__ import annotations

import re
from email.message import EmailMessage

HEAD = ("From", "To", "Cc", "Subject", "Message-ID", "In-Reply-To", "Auto-Submitted")


def letter(key: str, message: EmailMessage) -> str:
    """A letter as a person reads it."""
    body = message.get_body(("plain",))
    assert body is not None
    lines = [f"----- {key.partition(':')[0]}", *(f"{name}: {message[name]}" for name in HEAD if message[name])]
    return "\n".join([*lines, "", str(body.get_content()).replace("\r\n", "\n")])


def masked(text: str) -> str:
    """A text without what another release of the program makes otherwise."""
    text = re.sub(r"\b[0-9a-f]{64}\b", "<64 digits>", text)
    text = re.sub(r"\b[0-9a-f]{16}\b", "<16 digits>", text)
    return re.sub(r"\b(?=[a-z2-7]*[2-7])[a-z2-7]{20}\b", "<token>", text)
