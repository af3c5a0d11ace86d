"""A small table for the tests of cards and resources: scripted decks, dice and orders, real rules and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.games.witp.scripted import written
from witp_pbem.games.witp.board import events
from witp_pbem.games.witp.board.data import Data, packaged
from witp_pbem.games.witp.board.setup import set_up
from witp_pbem.games.witp.board.state import JAPAN, Position, Unit
from witp_pbem.games.witp.orders.kinds import read_value
from witp_pbem.games.witp.rules.chapter_04_cards.hands import answer
from witp_pbem.table.acts import Act
from witp_pbem.table.demand import Order, SittingEnds
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.table import Table

DATA = packaged()


class Game:
    """The rules as the table calls them."""

    def apply(self, position: Position, event: Event) -> Position:
        return events.apply(position, event)

    def answer(self, position: Position, question: str, card: str) -> bool | str:
        return answer(position, question, card)

    def edit(self, table: Table, source: tuple[int, int]) -> None:
        raise AssertionError("no rulings in these tests")

    def reread(self, value: Any) -> Order:
        return read_value(value)


class Luck:
    """Decks with the wanted cards on top, dice in order; a blind one may not look at any card."""

    def __init__(self, dice: Sequence[int] = (), decks: Mapping[str, Sequence[str]] | None = None, *,
                 blind: bool = False) -> None:
        self.dice = list(dice)
        self.wanted = dict(decks or {})
        self.decks: dict[str, list[str]] = {}
        self.blind = blind

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        rolled, self.dice = self.dice[:count], self.dice[count:]
        assert len(rolled) == count, f"no dice left for {label}"
        return tuple(rolled)

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        top = list(self.wanted.get(deck, ()))
        assert set(top) <= set(cards), f"{top} not all in {cards}"
        self.decks[deck] = top + [card for card in cards if card not in top]
        return tuple(f"seal of {deck}/{number + 1}" for number in range(len(cards)))

    def draw(self, deck: str, number: int, side: str) -> str:
        return f"{deck}/{number + 1}"

    def look(self, slot: str) -> str | None:
        if self.blind:
            return None
        deck, number = slot.split("/")
        return self.decks[deck][int(number) - 1]


def table(position: Position, japan: str = "", allies: str = "", luck: Luck | None = None,
          record: Sequence[Act] = ()) -> Table:
    """A table with both sides' orders at hand."""
    pending = PendingOrders([*written("japan", japan), *written("allies", allies)])
    made = Table(Game(), position, record, pending, luck or Luck())
    made.phase = "events"
    return made


def owed(step: Callable[[Table], None], at: Table) -> SittingEnds:
    """What a step that cannot end owes."""
    try:
        step(at)
    except SittingEnds as stopped:
        return stopped
    raise AssertionError("nothing is owed")


def start(turn: int = 2, data: Data = DATA, **fields: Any) -> Position:
    """The set-up of the standard game, on some turn."""
    return Position(data, turn=turn, units={entry["id"]: set_up(entry) for entry in data.units}, **fields)


def board(*units: Unit, turn: int = 2, **fields: Any) -> Position:
    """A map with a few units, and a Japanese land unit at Palau that keeps the game going (witp 3.2.b)."""
    return Position(DATA, turn=turn, units={unit.id: unit for unit in (*units, unit("JP-L-22", "0707"))}, **fields)


def unit(name: str, number: str, **fields: Any) -> Unit:
    """A counter on the map by its usual id: unit("US-N-1", "0607", full=False)."""
    entry = next(entry for entry in DATA.units if entry["id"] == name)
    return set_up(entry)._replace(status="map", hex=number, arrival=0, **fields)


def hands(japan: Sequence[str] = (), allies: Sequence[str] = ()) -> dict[str, tuple[str, ...]]:
    return {JAPAN: tuple(japan), "allies": tuple(allies)}


def events_of(at: Table, *kinds: type[Event]) -> list[Any]:
    """What was told, all of it or of some kinds."""
    return [act for act in at.acts if isinstance(act, kinds or Event)]


def play_again(step: Callable[[Table], None], position: Position, at: Table, luck: Luck) -> None:
    """Plays a step from its record on another copy, which must come to the same."""
    copy = table(position, record=tuple(at.acts), luck=luck)
    step(copy)
    assert copy.acts == at.acts
    assert copy.position == at.position
