"""A desk that mails are put on: campaigns of the toy game in one folder, mails written by hand, and what went out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from tests.campaign.desk import Desk, install_toy
from tests.stand_ins import quick_disk
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import outbox, times, verdicts
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.desk import dkim, intake
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.verdicts import MailResult

NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
KEN, ANN, EVE = "Ken <ken@example.org>", "Ann <ann@example.org>", "Eve <eve@example.com>"
PLAYERS = {"red": KEN, "blue": ANN}
ACCOUNT = Account(address="desk@example.net")
DEDICATED = Account(address="desk@example.net", dedicated=True)


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the toy game findable. No test here pulls a plug, so that nothing has to be waited for on the disk."""
    install_toy(monkeypatch)
    quick_disk(monkeypatch)


def no_dns(name: str) -> str | None:
    """No test asks the network."""
    raise OSError("no network")


class PostOffice:
    """A folder with campaigns, and the office of that folder."""

    def __init__(self, root: Path, names: Sequence[str] = ("isles",), **wishes: Any) -> None:
        self.root, self.count = root, 0
        self.desks = {name: Desk(root / name, **{"campaign": name, "seed": name, "players": PLAYERS, **wishes})
                      for name in names}
        self.office = offices.of_root(root)

    @property
    def desk(self) -> Desk:
        """The first campaign."""
        return next(iter(self.desks.values()))

    def token(self, side: str, name: str = "isles") -> str:
        return tokens.of(self.desks[name].open(), side)

    def reference(self, side: str, name: str = "isles", kind: str = "report", about: str = "0" * 16) -> str:
        """The id of a mail that the desk sent to a side's player."""
        return f"{kind}.{about}.{side}.{self.token(side, name)}@example.net"

    def mail(self, text: str, sender: str = KEN, *, to: str = "desk@example.net", subject: str = "orders",
             re: str = "", minutes: int = 0, key: str | None = None, **head: str) -> bytes:
        """A mail, sent so many minutes before or after `NOW`; `re` is what it replies to."""
        self.count += 1
        message = EmailMessage(policy=policy.SMTP)
        message["From"], message["To"], message["Subject"] = sender, to, subject
        message["Date"] = format_datetime(NOW + timedelta(minutes=minutes))
        if key != "":
            message["Message-ID"] = f"<{key or f'mail{self.count}@example.org'}>"
        if re:
            message["In-Reply-To"] = message["References"] = f"<{re}>"
        for name, value in head.items():
            message[name.replace("_", "-")] = value
        message.set_content(text)
        return message.as_bytes()

    def orders(self, side: str, orders: str, sender: str = KEN, *, name: str = "isles", header: dict[str, str] | None =
               None, **head: Any) -> bytes:
        """A mail with orders that replies to a report, as a player's mail program does it."""
        text = self.desks[name].text(side, orders, Campaign=name, **(header or {}))
        return self.mail(text, sender, **{"re": self.reference(side, name), **head})

    def take(self, raw: bytes, now: datetime = NOW, account: Account | None = ACCOUNT,
             dns: dkim.Dns | None = None) -> MailResult:
        taken = intake.take(self.folders, self.office, raw, now, account, dns=dns or no_dns)
        assert taken.reason != verdicts.SPOILT, taken.trouble
        return taken

    @property
    def folders(self) -> list[Path]:
        return offices.campaigns(self.root)

    def letters(self) -> dict[str, EmailMessage]:
        """All letters in the outboxes, by key; one key in a second outbox has the number 2 behind it."""
        letters: dict[str, EmailMessage] = {}
        for key, message in letters_in(self.root):
            letters[f"{key}:2" if key in letters else key] = message
        return letters

    def to(self, address: str) -> list[str]:
        """The kinds of the letters to an address."""
        return [key.partition(":")[0] for key, letter in self.letters().items()
                if address in f"{letter['To']} {letter['Cc']}"]

    def submissions(self, name: str = "isles") -> list[str]:
        """What was recorded as orders, oldest first."""
        campaign = self.desks[name].open()
        assert campaign.private is not None
        return [str(campaign.private.raws[entry["hash"]].content["text"]) for entry in campaign.entries
                if entry["type"] == "submission"]


def later(minutes: float = 0, days: float = 0) -> datetime:
    """A moment after `NOW`."""
    return times.read(times.written(NOW + timedelta(days=days, minutes=minutes)))


def letters_in(root: Path) -> list[tuple[str, EmailMessage]]:
    """The letters in all outboxes of a folder with their keys, those of its campaigns first."""
    letters = []
    for place in dict.fromkeys([*map(offices.of_campaign, offices.campaigns(root)), offices.of_root(root)]):
        for key, letter in outbox.letters(place).items():
            message = message_from_bytes(letter.path.read_bytes(), policy=policy.default)
            assert isinstance(message, EmailMessage)
            letters.append((key, message))
    return letters


def begun(root: Path) -> PostOffice:
    """A desk with one campaign in which both players owe a bid."""
    made = PostOffice(root)
    made.desk.sit()
    return made
