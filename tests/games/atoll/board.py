"""What the Atoll's position is, the events that change it, and how they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from witp_pbem.games.common.position import PositionForm, Remembering, by_place
from witp_pbem.games.common.tracks import Track
from witp_pbem.table.event import Event

POINTS = Track()


class Counter(NamedTuple):
    """A ship or a troop; `place` is "" out of play."""

    id: str
    side: str
    kind: str
    place: str = ""

    @property
    def nation(self) -> str:
        return self.side

    @property
    def full(self) -> bool:
        return True


class Outcome(NamedTuple):
    """How it ended."""

    winner: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Position(Remembering):
    """The Atoll at a moment; `played` are the cards in force this turn, by side."""

    turn: int = 1
    step: str = "cards"
    units: Mapping[str, Counter] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=lambda: {"blue": 0, "orange": 0})
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: {"blue": (), "orange": ()})
    played: Mapping[str, str] = field(default_factory=dict)
    drawn: int = 0
    moved: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    outcome: Outcome | None = None

    @cached_property
    def here(self) -> Mapping[str, list[Counter]]:
        """The counters at each place."""
        return by_place(self.units.values(), lambda unit: unit.place)

    def at(self, place: str, side: str = "", kind: str = "") -> list[Counter]:
        """The counters at a place, of a side and of a kind."""
        return [unit for unit in self.here.get(place, ()) if side in ("", unit.side) and kind in ("", unit.kind)]


FORM = PositionForm(Position, {"format": 1}, Outcome, Counter, ("id", "side", "kind", "place"), ("played", "moved"))

Apply = Callable[[Position, Any], Position]
APPLY: dict[type[Event], Apply] = {}


def _changes(change: Apply) -> Callable[[type[Event]], type[Event]]:
    def register(kind: type[Event]) -> type[Event]:
        APPLY[kind] = change
        return kind
    return register


def _placed(position: Position, units: tuple[str, ...], place: str) -> Mapping[str, Counter]:
    return {name: unit._replace(place=place) if name in units else unit for name, unit in position.units.items()}


@_changes(lambda position, event: position.but(step=event.step, turn=event.turn, **(
    {"moved": (), "played": {}} if event.turn != position.turn else {})))
class StepBegan(Event):
    turn: int
    step: str


@_changes(lambda position, event: position.but(drawn=position.drawn + 1, hands={
    **position.hands, event.side: (*position.hands[event.side], event.slot)}))
class CardDrawn(Event):
    side: str
    slot: str


@_changes(lambda position, event: position.but(played={**position.played, event.side: event.card}, hands={
    **position.hands, event.side: tuple(slot for slot in position.hands[event.side] if slot != event.slot)}))
class CardPlayed(Event):
    side: str
    slot: str
    card: str


@_changes(lambda position, event: position.but(units=_placed(position, (event.unit,), event.place)))
class UnitArrived(Event):
    unit: str
    place: str


@_changes(lambda position, event: position.but(units=_placed(position, event.units, event.place),
                                               moved=(*position.moved, *event.units)))
class UnitsMoved(Event):
    side: str
    units: tuple[str, ...]
    start: str
    place: str


@_changes(lambda position, event: position)
class BattleFought(Event):
    place: str
    blue: int
    orange: int


@_changes(lambda position, event: position.but(units=_placed(position, event.units, "")))
class UnitsLost(Event):
    side: str
    units: tuple[str, ...]
    place: str


@_changes(lambda position, event: position.but(points=POINTS.moved(position.points, event.side, event.points)))
class PointsScored(Event):
    side: str
    points: int


@_changes(lambda position, event: position.but(units={
    name: unit._replace(**event.units.get(name, {})) for name, unit in position.units.items()}))
class Ruled(Event):
    reason: str
    text: str
    units: Mapping[str, Mapping[str, Any]]


@_changes(lambda position, event: position.but(outcome=Outcome(event.winner, event.rule, event.reason)))
class GameEnded(Event):
    winner: str
    reason: str


EVENTS = {kind.code(): kind for kind in APPLY}


def apply(position: Position, event: Event) -> Position:
    """A position after an event."""
    return APPLY[type(event)](position, event)
