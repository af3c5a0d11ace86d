"""Random honest histories: seals, reveals, links, rewinds with kept orders, withdrawals, steps played again.

Whatever is recorded always verifies.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.campaign import toy
from tests.campaign.test_holders import Table, sealed
from tests.leaving import withdraw
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.sitting import resume, rewind

STEPS = 22


class History:
    """A campaign that goes on by chance.

    Attributes:
        table: it, with the players' chains.
        reveals: letters that still lay sealed orders open, with the side of each.
        done: how often each thing was done that stands.
    """

    def __init__(self, folder: Path, seed: int, *holders: str) -> None:
        self.chance = random.Random(seed)
        self.table = Table(folder, *holders, words=bool(seed % 2))
        self.reveals: list[str] = []
        self.done: dict[str, int] = {}

    def orders(self, side: str) -> tuple[str, dict[str, str]]:
        """Orders of a side for any step, and the rest of their header."""
        amount, raid = self.chance.randint(0, 3), toy.NAME["0202" if side == "red" else "0101"]
        phase = self.chance.choice(["", "raids"])
        bids = "" if phase else f"bid {amount}\n"
        luck = self.chance.choice(["", f"{side} {amount}"])
        talk = "" if amount else f"Say: {side} says hello\n"
        return f"{talk}{bids}raid {raid}\npass\nlose boats\npass", {"Luck": luck, **({"Phase": phase} if phase else {})}

    def step(self) -> None:
        """One thing, whatever it is; what is refused was not done."""
        kinds: list[Callable[[], object]] = [
            self.order, self.order, self.seal, self.reveal, self.reveal, self.sit, self.sit, self.sit, self.go_back,
            self.withdraw, self.word, self.reopen, *([self.give, self.give, self.give] if self.table.files else [])]
        kind = self.chance.choice(kinds)
        before = len(self.table.desk.entries())
        with suppress(Refusal):
            kind()
        if len(self.table.desk.entries()) > before:
            self.done[kind.__name__] = self.done.get(kind.__name__, 0) + 1

    def side(self) -> str:
        return self.chance.choice(toy.SIDES)

    def order(self) -> None:
        side = self.side()
        text, header = self.orders(side)
        self.table.desk.submit(side, text, **header)

    def seal(self) -> None:
        side = self.side()
        text, header = self.orders(side)
        first, second = sealed(self.table.desk, side, text, f"{self.chance.getrandbits(256):064x}", **header)
        if self.table.send(first).stands:
            self.reveals.append(second)

    def reveal(self) -> None:
        for text in list(self.reveals):
            if self.table.send(text).stands:
                self.reveals.remove(text)

    def withdraw(self) -> None:
        withdraw(self.table.desk.folder, self.side())

    def word(self) -> None:
        side = self.side()
        record_letter(self.table.desk.folder, "word", side, {"word": f"{side} hopes"})

    def give(self) -> None:
        for side in self.table.files:
            if self.chance.random() < 0.4:
                text, header = self.orders(side)
                link, orders = self.table.bound(side, text, **header)
                if self.chance.random() < 0.5 and self.table.send_all(orders, link).stands:
                    continue
                if self.table.send(link).stands:
                    self.reveals.append(orders)
            else:
                self.table.send(self.table.letter(side))

    def sit(self) -> None:
        self.table.desk.sit()

    def go_back(self) -> None:
        to = self.chance.choice(["turn 1", "turn 1 raids", "turn 2", "sitting 1", "sitting 2",
                                 f"entry {self.chance.randrange(len(self.table.desk.entries()))}"])
        rewind.rewind(self.table.desk.folder, to, "chance", keep=self.chance.random() < 0.7)

    def reopen(self) -> None:
        with writing(self.table.desk.folder) as campaign:
            rewind.require_possible(campaign)
            if campaign.state.record:
                campaign.add(rewind.body(resume.plan(campaign), "played again"))


def check_history(folder: Path, seed: int, *holders: str) -> dict[str, int]:
    """Plays one history, verified as it goes on; returns what was done in it."""
    history = History(folder, seed, *holders)
    for number in range(STEPS):
        history.step()
        if number % 7 == 6:
            verified = verify(history.table.desk.folder)
            assert verified.holds, (seed, history.table.desk.kinds(), verified.findings)
    return history.done


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("holders", [(), ("red", "blue")])
def test_honest_histories_always_hold(tmp_path: Path, seed: int, holders: tuple[str, ...]) -> None:
    assert check_history(tmp_path, seed, *holders)


@pytest.mark.long
def test_many_honest_histories_hold_and_everything_happens_in_them(tmp_path: Path) -> None:
    done: dict[str, int] = {}
    for seed in range(100, 400):
        (tmp_path / str(seed)).mkdir()
        for name, count in check_history(tmp_path / str(seed), seed, *toy.SIDES[:seed % 3]).items():
            done[name] = done.get(name, 0) + count
    assert min(done.get(name, 0) for name in (
        "order", "seal", "reveal", "withdraw", "word", "give", "sit", "go_back", "reopen")) > 20, done


def test_a_seal_that_a_rewind_keeps_accuses_nobody(tmp_path: Path) -> None:
    """Seal, reveal, play on, and go back with the orders kept."""
    table = Table(tmp_path)
    table.desk.sit()
    first, second = sealed(table.desk, "red", "bid 3\npass\nlose boats\npass")
    assert table.send(first).stands and table.send(second).stands
    table.desk.order("blue", "bid 1\npass\nlose boats\npass")
    table.desk.sit()
    assert table.desk.open().turn == 2
    late, _ = sealed(table.desk, "blue", "bid 2")
    assert table.send(late).stands
    rewind.rewind(table.desk.folder, "turn 1", "once more", keep=True)
    table.holds()
    withdraw(table.desk.folder, "blue", max(entry["n"] for entry in table.desk.entries() if entry["type"] == "sealed"))
    table.desk.sit()
    table.holds()
