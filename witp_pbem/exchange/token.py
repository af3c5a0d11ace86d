"""Tokens, which the desk writes into each player's mails: a reply that has one proves that its writer got the mail.

A token is made of the campaign's secret, the side, the player as they are known, and how often that has changed: every
change brings another token, even for a player who comes back. It is part of the Message-ID of every mail to them, which
replies refer to, and stands beside the orders to fill in.

A player who answers with a copy to another player reveals the token. From then on it proves nothing, and the next mail
to the player carries a new one (line "shown" of the journal).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record import disk, private
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.record.logbook import PLAYER
from witp_pbem.exchange import journal
from witp_pbem.exchange import office as offices
from witp_pbem.table.canonical import canonical
from witp_pbem.table.language import say

FILE, BYTES = "secret", 32
SHOWN = "shown"  # in the journal: a side's token was shown to somebody else
LENGTH = 20  # characters of base 32: 100 bits
PATTERN = re.compile(rf"(?<![a-z2-7])[a-z2-7]{{{LENGTH}}}(?![a-z2-7])", re.IGNORECASE)


def of(campaign: Campaign, side: str) -> str:
    """The token of the player of a side (or of the referee) now, in small letters.

    Raises:
        NotWritten: the disk did not take the secret.
    """
    name = campaign.founded_as(side)
    shown = _shown(campaign).get(name, 0)
    changes = sum(entry["type"] == PLAYER and entry["side"] == name for entry in campaign.entries)
    message = canonical([campaign.founding["hash"], name, campaign.players.get(side, ""),
                         *([shown, changes] if changes else [shown] if shown else [])])
    digest = hmac.new(_secret(campaign), message, hashlib.sha256).digest()
    return base64.b32encode(digest).decode()[:LENGTH].lower()


def is_of(campaign: Campaign, side: str, text: str) -> bool:
    """Whether a text holds the token of a side's player."""
    tokens = {token.casefold() for token in PATTERN.findall(text)}
    return bool(tokens) and of(campaign, side) in tokens


def shown(campaign: Campaign, side: str, now: datetime, mail: str) -> None:
    """Records that a mail, named by its SHA-256, has shown a side's token to somebody else: the side gets another one.
    The caller is alone in the campaign's office.

    Raises:
        NotWritten: the disk did not take it. Damaged: the journal.
    """
    office, name = offices.of_campaign(campaign.folder), campaign.founded_as(side)
    if not any(line.values.get("side") == name and line.values.get("mail") == mail
               for line in journal.read(office, SHOWN)):
        journal.write(office, now, SHOWN, side=name, mail=mail)


def _shown(campaign: Campaign) -> Mapping[str, int]:
    """How often tokens were shown to others, by the names the players were founded under."""
    path = offices.of_campaign(campaign.folder) / journal.FILE
    if not path.is_file():
        return {}
    state = path.stat()
    return _counted(path.parent, state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=64)
def _counted(office: Path, size: int, changed: int) -> Mapping[str, int]:
    """What `_shown` says of a journal as it stands; the two numbers tell whether that has changed."""
    return Counter(str(line.values.get("side")) for line in journal.read(office, SHOWN))


def _secret(campaign: Campaign) -> bytes:
    """The campaign's secret for tokens, made when first needed; in a seeded campaign it grows from the seed's text.

    Raises:
        Damaged: the file that holds it was changed.
        NotWritten: the disk did not take it.
    """
    assert campaign.private is not None
    if campaign.private.secrets.text:
        return hashlib.sha256(canonical(["token", campaign.private.secrets.text])).digest()
    path = offices.of_campaign(campaign.folder) / FILE
    if not path.is_file():
        offices.furnish(path.parent)
        disk.write(path, os.urandom(BYTES), private.FILE_RIGHTS)
    secret = path.read_bytes()
    if len(secret) != BYTES:
        raise Damaged(path, None, say("this is not the secret that tokens are made with; restore the file from a "
                                      "copy, or delete it and invite the players again: their tokens will be new"))
    return secret
