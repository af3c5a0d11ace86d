"""Letters of the desk that bounced: which ones, and why (RFC 3464)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from witp_pbem.exchange import office as offices
from witp_pbem.exchange import outbox
from witp_pbem.exchange.outbox import OutboxLetter
from witp_pbem.exchange.reading.incoming import Mail
from witp_pbem.table.language import say

LOOKED_AT = 256 * 1024  # bytes of a returned mail
MOST = 50  # ids in it
LONGEST = 200  # characters of the server's words
_ID = re.compile(rb"^[> \t]*Message-ID:[ \t\r\n>]*<([^<>\s]{3,250})>", re.IGNORECASE | re.MULTILINE)
_DELAYED = re.compile(rb"^Action:[ \t]*(delayed|relayed|delivered|expanded)", re.IGNORECASE | re.MULTILINE)
_FAILED = re.compile(rb"^Action:[ \t]*failed", re.IGNORECASE | re.MULTILINE)
_WHY = re.compile(rb"^Diagnostic-Code:[ \t]*(?:[a-z0-9-]+;)?[ \t]*(.+)$", re.IGNORECASE | re.MULTILINE)


def letters(folders: Iterable[Path], root_office: Path, mail: Mail) -> list[tuple[Path, OutboxLetter]]:
    """The letters that bounced for good, each with the office of its outbox."""
    raw = mail.raw[:LOOKED_AT]
    if _DELAYED.search(raw) and not _FAILED.search(raw):
        return []
    ids = {*mail.references, *(id.decode("ascii", "replace") for id in _ID.findall(raw)[:MOST])}
    places = dict.fromkeys([*map(offices.of_campaign, folders), root_office])
    return [(office, letter) for office in places for letter in _sent(office) if outbox.id_of(letter) in ids]


def reason(mail: Mail) -> str:
    """Why a letter bounced, in the words of the server."""
    diagnostic = _WHY.search(mail.raw[:LOOKED_AT])
    why = diagnostic[1].decode("utf-8", "replace").strip()[:LONGEST] if diagnostic else mail.subject[:LONGEST]
    words = "".join(sign if sign.isprintable() else " " for sign in why)
    return say("it bounced: {why}", why=words) if words.strip() else say("it bounced")


def _sent(office: Path) -> Iterator[OutboxLetter]:
    return (letter for letter in outbox.letters(office).values()
            if letter.state in (outbox.SENT, outbox.SENDING, outbox.DRAFTED))
