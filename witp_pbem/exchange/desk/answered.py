"""The letter of ours that a mail answers: what a reply only repeats out of it is not the writer's own.

Most mail programs mark what they quote, and then it is not taken for orders anyway (`whose.proof`). Some mark
nothing. In our letters stand words of the opponent, too, and he might choose them so that a line begins like orders.
"""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from witp_pbem.exchange import outbox
from witp_pbem.exchange.desk import returned
from witp_pbem.exchange.reading.lines import mended
from witp_pbem.exchange.reading.mail import Block, Mail

_AROUND = re.compile(r"[\s>|]+")  # what programs put between words and before lines


def is_repeated(office: Path, mail: Mail, block: Block) -> bool:
    """Whether a text stands, word for word, in a letter of this office that a mail refers to."""
    words = _bare(block.data.decode("utf-8", "replace"))
    ids = frozenset(mail.references)
    return bool(words and ids) and any(words in _bare(_text(letter.path)) for letter in outbox.letters(office).values()
                                       if returned.id_of(letter.path) in ids)


def _bare(text: str) -> str:
    return _AROUND.sub("", mended(text))


def _text(path: Path) -> str:
    """The plain text of a letter."""
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    return str(body.get_content()) if body is not None else ""
