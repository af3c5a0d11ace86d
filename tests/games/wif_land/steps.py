"""Steps of an impulse played without a campaign: what a player would answer comes from a function, dice from a list."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from witp_pbem.games.wif_land.board.changes import apply
from witp_pbem.games.wif_land.board.data import packaged
from witp_pbem.games.wif_land.board.events import StepBegan, TurnBegan
from witp_pbem.games.wif_land.board.setup import placed
from witp_pbem.games.wif_land.board.state import Position, Unit
from witp_pbem.games.wif_land.orders.kinds import ORDERS
from witp_pbem.games.wif_land.rules.sequence import STEPS
from witp_pbem.table.demand import Demand, Order, Understood
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import OrderValue

SMOLENSK, LUZON = "smolensk-july-1941", "luzon-december-1941"
Answers = Callable[[Demand], OrderValue]


def read(value: OrderValue) -> Order:
    """An order by its value."""
    order = ORDERS.read_value(value)
    assert isinstance(order, Order), value
    return order


class Sitting:
    """A table that plays from a position.

    Args:
        answers: what is ordered, by the decision.
        dice: what they show, in the order in which they are rolled.
    Attributes:
        happened: what was told. asked: the decisions that were not forced.
    """

    def __init__(self, position: Position, answers: Answers, dice: Iterable[int] = ()) -> None:
        self.position, self.answers, self.dice = position, answers, list(dice)
        self.happened: list[Event] = []
        self.asked: list[Demand] = []

    def tell(self, *events: Event) -> None:
        for event in events:
            self.position = apply(self.position, event)
            self.happened.append(event)

    def roll(self, label: Phrase, count: int, die: Die, *, again: bool = False) -> tuple[int, ...]:
        return tuple(self.dice.pop(0) for _ in range(count))

    def roll_all(self, *rolls: tuple[Phrase, int, Die], comes_to: Callable[..., Hashable]) -> tuple[Any, ...]:
        dice = tuple(self.roll(*each) for each in rolls)
        hash(comes_to(*dice))
        return dice

    def ask(self, *demands: Demand) -> list[Any]:
        return [self._answer(demand) for demand in demands]

    def _answer(self, demand: Demand) -> Any:
        if demand.sole:
            return demand.sole.answer
        self.asked.append(demand)
        verdict = demand.judge(read(self.answers(demand)))
        assert isinstance(verdict, Understood), verdict
        return verdict.answer

    def events_of(self, kind: type[Any]) -> list[Any]:
        """The events of a kind."""
        return [event for event in self.happened if isinstance(event, kind)]


def begun(position: Position, step: str, impulse: int = 1) -> Position:
    """A position at the beginning of a step."""
    counted = apply(position, TurnBegan("wif lc.a", impulse, position.impulses[impulse - 1]))
    return apply(counted, StepBegan("wif lc.b", step)).but(action=position.action or "combined")


def opening(scenario: str, step: str) -> Position:
    """A packaged position at the beginning of a step of its first impulse, all it says about options in force."""
    return begun(placed(packaged(), scenario, packaged().positions[scenario]), step)


def with_units(position: Position, units: Sequence[Unit]) -> Position:
    """The position with other units than its own."""
    fresh = position.but(units={unit.id: unit for unit in units})
    fresh.__dict__.pop("here", None)
    fresh.__dict__.pop("ranks", None)
    return fresh


def play(position: Position, answers: Answers, dice: Iterable[int] = (), until: str = "end") -> Sitting:
    """Plays on until a step begins."""
    sitting = Sitting(position, answers, dice)
    while sitting.position.step != until:
        play_step: Any = STEPS.step(sitting.position)
        play_step(sitting)
    return sitting


def by_code(**orders: Sequence[OrderValue]) -> Answers:
    """Answers by the code of the decision (with _ for -), one after the other; then it is passed where that can be, or
    the plainest order is given."""
    left = {code.replace("_", "-"): list(values) for code, values in orders.items()}

    def answer(demand: Demand) -> OrderValue:
        if left.get(demand.code):
            return left[demand.code].pop(0)
        listed = list(demand.choices())
        return next((value for value in listed if value["order"] == "pass"), listed[0])

    return answer
