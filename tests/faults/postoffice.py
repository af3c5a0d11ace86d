"""A mail server on this computer that takes letters and counts them, and whether each letter left once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.exchange.mailbox import scripted
from tests.exchange.mailbox.scripted import Taken
from witp_pbem.exchange import office, outbox

ACCOUNT = "mail.toml"
_ID = re.compile(rb"(?im)^Message-ID:\s*<([^>]+)>")


@contextmanager
def serving(place: Path) -> Iterator[list[Taken]]:
    """A server for the account in a folder's file, which it writes, for as long as it is needed; gives the letters it
    takes."""
    with scripted.serving() as server:
        (place / ACCOUNT).write_text(scripted.account_toml(server.port))
        yield server.taken


def left_once(campaign: Path, taken: Sequence[Taken]) -> Iterator[str]:
    """What is wrong with the letters of a campaign: taken by the server more than once, counted as sent but never
    taken, or neither sent nor uncertain."""
    counted = Counter(_id(letter.words) for letter in taken)
    for key, letter in outbox.letters(office.of_campaign(campaign)).items():
        times = counted[_id(letter.path.read_bytes())]
        if times > 1:
            yield f"{key} was sent {times} times"
        if letter.state not in (outbox.SENT, outbox.SENDING):
            yield f"{key} is {letter.state}"
        if letter.state == outbox.SENT and not times:
            yield f"{key} counts as sent"


def _id(raw: bytes) -> str:
    match = _ID.search(raw)
    assert match
    return match[1].decode()
