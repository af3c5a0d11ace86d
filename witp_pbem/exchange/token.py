"""Tokens: what the desk writes into each player's mails, so that a reply proves by itself that he got one of them.

A token is made of the campaign's secret, the side and the player as he is known: another player of the side has another
token. It stands in the Message-ID of every mail to him, which replies refer to, and beside the orders to fill in.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
from pathlib import Path

from witp_pbem.campaign.campaign import Campaign
from witp_pbem.campaign.record import disk, private
from witp_pbem.exchange import office as offices
from witp_pbem.table.canonical import canonical

FILE, BYTES = "secret", 32
LENGTH = 20  # signs of base 32: 100 bits
PATTERN = re.compile(rf"(?<![a-z2-7])[a-z2-7]{{{LENGTH}}}(?![a-z2-7])", re.IGNORECASE)


def of(campaign: Campaign, side: str) -> str:
    """The token of the player of a side (or of the referee) now, in small letters.

    Raises:
        NotWritten: the disk did not take the secret.
    """
    name = campaign.founded_as(side)
    told = canonical([campaign.founding["hash"], name, campaign.players.get(side, "")])
    digest = hmac.new(_secret(campaign), told, hashlib.sha256).digest()
    return base64.b32encode(digest).decode()[:LENGTH].lower()


def is_of(campaign: Campaign, side: str, text: str) -> bool:
    """Whether a text holds the token of a side's player."""
    return of(campaign, side) in {found.casefold() for found in PATTERN.findall(text)}


def _secret(campaign: Campaign) -> bytes:
    """The campaign's secret for tokens, made when first needed; in a seeded campaign it grows from the seed's text."""
    assert campaign.private is not None
    if campaign.private.secrets.text:
        return hashlib.sha256(canonical(["token", campaign.private.secrets.text])).digest()
    path = offices.of_campaign(campaign.folder) / FILE
    if not path.is_file() or path.stat().st_size != BYTES:
        offices.furnish(path.parent)
        disk.write(path, os.urandom(BYTES), private.FILE_RIGHTS)
    return path.read_bytes()
