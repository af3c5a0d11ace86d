"""A campaign of the real game whose first decisions are owed, and what tests of the desk's letters need besides."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.exchange import verdicts
from witp_pbem.exchange.mailbox.account import Account, Smtp
from witp_pbem.exchange.reading.incoming import Mail, TextBlock
from witp_pbem.exchange.verdicts import TextResult

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
PLAYERS = {"japan": "Yamada Taro <taro@example.org>", "allies": "Ann Smith <ann@example.org>"}
ACCOUNT = Account(address="desk@example.com", name="The referee", smtp=Smtp(host="smtp.example.com"))
GOLDEN = Path(__file__).parent / "golden"
_FOUNDED: dict[tuple[object, ...], Path] = {}


def isles(folder: Path, factory: pytest.TempPathFactory, *, sat: bool = True, **wishes: object) -> Path:
    """The campaign in a folder of its own, founded and adjudicated once for all tests."""
    key = (sat, *sorted(map(str, wishes.items())))
    if key not in _FOUNDED:
        made = factory.mktemp("founded") / "isles"
        create(made, Wishes(**{"game": "witp", "seed": "isles", "campaign": "isles",  # type: ignore[arg-type]
                               "players": PLAYERS, **wishes}))
        if sat:
            adjudicate(made)
        _FOUNDED[key] = made
    shutil.copytree(_FOUNDED[key], folder / "isles")
    return folder / "isles"


def block(orders: str, side: str = "japan", where: str = "text", phase: str = "bases") -> TextBlock:
    """A text with orders."""
    lines = f"Campaign: isles\nTurn: 1\nPhase: {phase}\nSide: {side}\n\n{orders}\n"
    return TextBlock(lines.encode(), where, "isles", side)


def letter(kind: str, side: str, *lines: str) -> TextBlock:
    """A text that is a letter."""
    return TextBlock("\n".join(["Campaign: isles", f"Side: {side}", f"Letter: {kind}", *lines, ""]).encode(), "text",
                 "isles", side)


def taken(folder: Path, sent: TextBlock) -> TextResult:
    """A text as the intake takes it: recorded where it stands."""
    done = submit(folder, [(sent.where, sent.data)])
    if not done.stands:
        return TextResult(verdicts.REFUSED, sent, folder, sent.side, done.checked[0])
    return TextResult(verdicts.RECORDED, sent, folder, sent.side, done.checked[0], done.receipts[0],
                      proof=verdicts.TOKEN)


def sent(words: str = "", **parts: object) -> Mail:
    """A mail of the player of Japan."""
    given = {"id": "abc.1@mail.example.org", "sender": "taro@example.org", "name": "Yamada Taro",
             "subject": "Re: [isles] Turn 1", "words": words, "received": NOW, **parts}
    return Mail(raw=f"{words}{parts}".encode(), **given)  # type: ignore[arg-type]


def received(message: EmailMessage) -> EmailMessage:
    """A mail as a mail program reads it."""
    parsed = message_from_bytes(message.as_bytes(), policy=default)
    assert isinstance(parsed, EmailMessage)
    assert all(not part.defects for part in parsed.walk())
    return parsed


def words(message: EmailMessage, form: str = "plain") -> str:
    """The text of a mail, or its page."""
    part = received(message).get_body((form,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def without_hashes(text: str) -> str:
    """A text in which what another release makes otherwise is left out."""
    text = re.sub(r"token [a-z2-7]{20}", "token TOKEN", text)
    return re.sub(r"\b[0-9a-f]{64}\b", "HASH", text)


def head(folder: Path) -> str:
    return str(open_campaign(folder).entries[-1]["hash"])
