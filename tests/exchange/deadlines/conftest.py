"""A campaign of the toy game with deadlines, and a clock to be put forward by hand."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from copy import copy
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.campaign.desk import Desk, install_toy
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.exchange import journal, office, outbox
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines import clock as clocks
from witp_pbem.exchange.deadlines.agreement import Agreement
from witp_pbem.exchange.deadlines.clock import Clock
from witp_pbem.exchange.deadlines.review import Reviewed, review
from witp_pbem.exchange.desk import reports
from witp_pbem.exchange.mailbox.account import Account

PLAYERS = {"red": "Ken <ken@example.org>", "blue": "Ann <ann@example.org>"}
BEGUN = datetime(2026, 11, 22, 8, tzinfo=UTC)  # a Sunday
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Watched:
    """A campaign and the moment it is at. Both sides owe a bid; a decision may take three days, and half a day of
    grace follows."""

    def __init__(self, folder: Path, wishes: dict[str, Any] | None = None, **agreed: Any) -> None:
        self.desk = Desk(folder, players=PLAYERS, **(wishes or {}))
        if not {"words", "chains"} & {*(wishes or {})}:  # else the first sitting waits for these
            self.desk.sit()
        self.folder, self.now = folder, BEGUN
        self.account: Account | None = None
        self.agree(**agreed)

    def copied(self, folder: Path) -> Watched:
        """The same campaign at the same moment, in another folder."""
        watched = copy(self)
        watched.desk = copy(self.desk)
        watched.folder = watched.desk.folder = shutil.copytree(self.folder, folder)
        return watched

    @property
    def office(self) -> Path:
        return office.of_campaign(self.folder)

    def agree(self, **agreed: Any) -> None:
        agreements.keep(self.folder, Agreement.model_validate({"zones": {"red": "Asia/Tokyo"}, **agreed}))

    def review(self, after: timedelta = timedelta()) -> Reviewed:
        """Puts the clock forward, and looks at the deadlines as the desk's round does."""
        self.now += after
        with office.at_work(self.office) as alone:
            assert alone
            return review(self.folder, self.now, self.account)

    def clocks(self) -> list[tuple[str, int, str, float]]:
        """Side, number, why, and how many days after the beginning each clock runs out, in the order started."""
        return [(clock.side, clock.number, clock.why, round((clock.until - BEGUN) / DAY, 2))
                for clock in clocks.clocks(self.office).values()]

    def clock(self, side: str) -> Clock:
        clock = clocks.newest(list(clocks.clocks(self.office).values()), self.desk.open(), side)
        assert clock is not None
        return clock

    def letters(self) -> list[tuple[str, str]]:
        """The kind and the receiver of every letter in the outbox."""
        return [(key.partition(":")[0], letter.to[0].partition("@")[0])
                for key, letter in outbox.letters(self.office).items()]

    def told_by_letter(self) -> list[str]:
        """The notes whose matter letters of their own have brought to all players."""
        campaign = self.desk.open()
        numbers = clocks.announced_by_letter(campaign, self.office)
        return [campaign.entries[number]["text"] for number in sorted(numbers)]

    def news(self) -> list[str]:
        """The keys of the news that are due to both players, who have had the report of the last sitting."""
        with TemporaryDirectory() as place:
            other = open_campaign(shutil.copytree(self.folder, Path(place) / self.folder.name))
            there = office.of_campaign(other.folder)
            for side in ("red", "blue"):
                journal.write(there, self.now, outbox.QUEUED, key=f"report:{other.last_sitting['hash']}:{side}", to=[])
            return [due.key for due in reports.due(other, there, self.now, self.account)
                    if due.key.rpartition(":")[2] in ("red", "blue")]

    def text(self, kind: str, to: str) -> str:
        """What the newest letter of a kind tells somebody, in one line."""
        message = message_from_bytes(self.raw(kind, to).encode(), policy=policy.default)
        part = message.get_body(("plain",))
        assert part is not None
        return " ".join(part.get_content().split())

    def raw(self, kind: str, to: str) -> str:
        """The newest letter of a kind to somebody, as it lies in the outbox."""
        letters = [letter for key, letter in outbox.letters(self.office).items()
                   if key.startswith(f"{kind}:") and letter.to[0].startswith(f"{to}@")]
        return letters[-1].path.read_text("ascii")

    def notes(self) -> list[str]:
        return [entry["text"] for entry in self.desk.entries() if entry["type"] == "note"]

    def office_lines(self) -> bytes:
        """The office's journal as it stands."""
        return (self.office / journal.FILE).read_bytes()

    def sent(self) -> int:
        return len(outbox.letters(self.office))


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)


@pytest.fixture
def watch(tmp_path: Path) -> Callable[..., Watched]:
    """Makes a campaign with deadlines as agreed on."""
    return lambda *wishes, **agreed: Watched(tmp_path / "isles", *wishes, **agreed)
