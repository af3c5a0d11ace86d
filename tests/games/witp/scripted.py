"""A step played from a position and orders as a player writes them, then replayed from its record."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from tests.games.witp import reading
from witp_pbem.games.witp.board import events
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.setup import NATIONS
from witp_pbem.games.witp.board.state import ARRIVING, MAP, Position, Unit
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.orders.kinds import read_value
from witp_pbem.table import text
from witp_pbem.table.acts import Answered, Rolled
from witp_pbem.table.demand import Order, SittingEnds
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import full_lexicon, read_statement
from witp_pbem.table.table import Table

HOLDOUT = "JP-L-30 0907"  # on Truk in every position: without Japanese land units the game would be over (witp 3.2.b)
KINDS = {"CV": "carrier", "N": "naval", "L": "land", "A": "air"}


class Game:
    """The rules as the table needs them, and dice from a list."""

    def __init__(self, dice: Sequence[int] = ()) -> None:
        self.dice = list(dice)

    def apply(self, position: Position, event: Event) -> Position:
        return events.apply(position, event)

    def edit(self, table: Table, source: tuple[int, int]) -> None:
        raise NotImplementedError

    def reread(self, value: Any) -> Order:
        return read_value(value)

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        return tuple(self.dice.pop(0) for _ in range(count))

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        raise NotImplementedError

    def draw(self, deck: str, number: int, side: str) -> str:
        raise NotImplementedError

    def look(self, slot: str) -> str | None:
        raise NotImplementedError


def unit(words: str) -> Unit:
    """A unit from "JP-N-1 0606", with "reduced", "aboard JP-N-1" or "due 4" (then without hex) after it."""
    key, *rest = words.split()
    line = " ".join(rest)
    nation, letters, _ = key.split("-")
    place = re.search(r"\b\d{4}\b", line)
    aboard = re.search(r"aboard (\S+)", line)
    arrival = re.search(r"due (\d+)", line)
    return Unit(key, NATIONS[nation], KINDS[letters], ARRIVING if arrival else MAP, place[0] if place else "",
                "reduced" not in line, int(arrival[1]) if arrival else 0, aboard[1] if aboard else "")


def board(*units: str, turn: int = 4, japan: Sequence[str] = (), allies: Sequence[str] = (), **fields: Any) -> Position:
    """A position with these units, logistics bases of both sides and other fields; Japan goes first by default."""
    held = {"japan": tuple(sorted(japan)), "allies": tuple(sorted(allies))}
    fields.setdefault("trp_start", {"japan": 10, "allies": 5})
    everybody = {made.id: made for made in map(unit, (HOLDOUT, *units))}
    return Position(packaged(), turn=turn, units=everybody, bases=held, **fields)


def written(side: str, words: str) -> list[tuple[str, Order]]:
    """A side's orders as the table takes them, all of them readable."""
    orders_text = text.read(words, full_lexicon(game())) if words.strip() else text.OrdersText({}, (), ())
    assert not orders_text.problems, orders_text.problems
    made = []
    for index, statement in enumerate(orders_text.statements):
        order = read_statement(game(), statement)
        assert isinstance(order, Order), order
        made.append((side, order._replace(source=(1, index))))
    return made


def play(step: Callable[[Table], None], position: Position, japan: str = "", allies: str = "",
         dice: Sequence[int] = (), phase: str = "redeployment") -> Table:
    """Plays a step to its end, and once more from its record.

    Raises:
        SittingEnds: orders are missing or illegal.
    """
    game = Game(dice)
    table = Table(game, position, (), PendingOrders([*written("japan", japan), *written("allies", allies)]), game)
    table.phase = phase
    step(table)
    again = Table(Game(), position, tuple(table.acts), PendingOrders(), Game())
    again.phase = phase
    step(again)
    assert again.acts == table.acts
    assert again.position == table.position
    return table


def owed(step: Callable[[Table], None], position: Position, japan: str = "", allies: str = "",
         dice: Sequence[int] = (), phase: str = "redeployment") -> SittingEnds:
    """What a step that cannot end owes."""
    try:
        play(step, position, japan, allies, dice, phase)
    except SittingEnds as stopped:
        return stopped
    raise AssertionError("nothing is owed")


def problems(*args: Any, **kwargs: Any) -> list[Problem]:
    """The problems of the orders that tried to answer, as `owed`."""
    return [problem for due in owed(*args, **kwargs).dues for problem in due.problems]


def codes(*args: Any, **kwargs: Any) -> list[str]:
    """The codes of those problems."""
    return [problem.code for problem in problems(*args, **kwargs)]


def events_of(table: Table, kind: type[Event]) -> list[Any]:
    """The events of one kind, in order."""
    return [act for act in table.acts if isinstance(act, kind)]


def answers(table: Table) -> list[str]:
    """The texts of the decisions taken."""
    return [reading.words(act.order) for act in table.acts if isinstance(act, Answered)]


def rolls(table: Table) -> list[Rolled]:
    return [act for act in table.acts if isinstance(act, Rolled)]
