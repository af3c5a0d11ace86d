"""A desk to test at: toy campaigns founded, played and taken apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests import tamper
from tests.campaign import toy
from tests.stand_ins import crooked, findable
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.check import Checked
from witp_pbem.campaign.orders.submit import Submitted, check_all, submit
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.sitting import inputs
from witp_pbem.campaign.sitting.adjudicate import Adjudicated, adjudicate
from witp_pbem.table.demand import Order
from witp_pbem.table.wording import order_words


def install_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the toy game findable, and no other."""
    findable(monkeypatch, others=False, toy=toy.game)


def words(value: dict[str, Any] | None) -> str:
    """A recorded order in words, "" for silence."""
    return order_words(value, toy.game().write)


class Desk:
    """One campaign of the toy game."""

    def __init__(self, folder: Path, **wishes: Any) -> None:
        self.folder = folder
        self.founding = create(folder, Wishes(**{"game": "toy", "seed": "desk", "campaign": "isles", **wishes}))

    @property
    def book(self) -> Path:
        return self.folder / logbook.FILE

    def open(self) -> Campaign:
        return open_campaign(self.folder)

    def text(self, side: str, orders: str, **header: str) -> str:
        """An orders file for the present turn."""
        lines = {"Campaign": "isles", "Turn": str(self.open().turn), "Side": side, **header}
        return "".join(f"{key}: {value}\n" for key, value in lines.items() if value) + "\n" + orders + "\n"

    def submit(self, side: str, orders: str, **header: str) -> Submitted:
        return submit(self.folder, [(f"{side}.txt", self.text(side, orders, **header).encode())])

    def order(self, side: str, orders: str, **header: str) -> None:
        """Submits orders that must stand."""
        recorded = self.submit(side, orders, **header)
        assert recorded.stands, recorded.checked

    def turn_orders(self) -> Mapping[str, str]:
        """By player, the orders of a whole turn with dice."""
        return ORDERS

    def check(self, side: str, orders: str, **header: str) -> Checked:
        return check_all(self.open(), [(f"{side}.txt", self.text(side, orders, **header).encode())])[0]

    def sit(self) -> Adjudicated:
        return adjudicate(self.folder)

    def entries(self) -> list[dict[str, Any]]:
        return tamper.read(self.book.read_bytes())

    def kinds(self) -> list[str]:
        return [entry["type"] for entry in self.entries()]

    def seal(self, number: int, place: int) -> int:
        """The seal of the order at a place of the file of an entry, counted from 0."""
        own = self.open().private
        assert own is not None
        return own.sealed[self.entries()[number]["hash"]][place].seal

    def rewrite(self, change: Callable[[list[dict[str, Any]]], None]) -> None:
        """Changes entries and makes the chain fit again, as a cheating keeper would."""
        entries = self.entries()
        change(entries)
        self.book.write_bytes(tamper.written(entries))


ORDERS = {
    "red": "bid 4\nraid Blue Island with 2 boats\nraid Blue Island\npass\nlose boats\npass",
    "blue": "bid 2\nraid Red Island\npass\nlose boats\npass",
}


def play_turn(desk: Desk) -> None:
    """A whole turn with dice, from one file a side."""
    for side, orders in desk.turn_orders().items():
        desk.order(side, orders, Luck=f"{side} hopes")
    desk.sit()


def play(desk: Desk) -> None:
    """A whole game."""
    desk.sit()
    for _ in range(toy.TURNS):
        play_turn(desk)


def finished_game(folder: Path) -> Desk:
    """A whole game, for fixtures that outlive the toy game's installation."""
    with pytest.MonkeyPatch.context() as patch:
        install_toy(patch)
        desk = Desk(folder)
        play(desk)
    return desk


def codes(problems: Iterator[Any] | Any) -> list[str]:
    """The codes of problems or findings."""
    return [problem.code for problem in problems]


@contextmanager
def overlooking(is_overlooked: Callable[[Order], bool]) -> Iterator[None]:
    """A keeper who leaves out some of the orders at hand."""
    real = inputs.gather

    def overlooked(campaign: Campaign) -> inputs.Inputs:
        available = real(campaign)
        available.orders = [(side, order) for side, order in available.orders if not is_overlooked(order)]
        return available

    with crooked(inputs, gather=overlooked):
        yield
