"""A recorded game plays again to the same, and goes through the logbook's JSON unchanged."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache

import pytest

from tests.games.witp.players import play
from witp_pbem.games.witp.board import events
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.setup import open_position
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.table.acts import Act, Answered, Rolled
from witp_pbem.table.canonical import canonical
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event, from_json, to_json
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.sitting import GameRules
from witp_pbem.table.table import Diverged, Table

GAME = game()
SEEDS = (31, 32)
LAST_TURN = 5


class Blind:
    """Luck that has no dice left and may look at no card: all of it has to stand in the record."""

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        raise AssertionError(label)

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        raise AssertionError(deck)

    def draw(self, deck: str, number: int, side: str) -> str:
        raise AssertionError(deck)

    def look(self, slot: str) -> str | None:
        return None


def opening() -> Position:
    position = open_position(packaged(), "standard", {})
    assert isinstance(position, Position)
    return position


@cache
def recorded(seed: int) -> tuple[Position, tuple[Act, ...]]:
    position, acts = play(GAME, seed, last_turn=LAST_TURN)
    return position, tuple(acts)


def events_from_json(seed: int) -> list[Event]:
    """The events of a game as they come back from the logbook's JSON."""
    _, acts = recorded(seed)
    return [from_json(json.loads(canonical(to_json(act))), events.KINDS) for act in acts if isinstance(act, Event)]


def replay(record: Sequence[Act]) -> Table:
    table = Table(GameRules(GAME), opening(), record, PendingOrders(), Blind())
    while table.position.turn <= LAST_TURN and (step := GAME.step(table.position)) is not None:
        table.phase = GAME.phase(table.position)
        step(table)
    return table


@pytest.mark.parametrize("seed", SEEDS)
def test_the_record_plays_to_the_same_acts_and_position(seed: int) -> None:
    position, acts = recorded(seed)
    table = replay(acts)
    assert table.acts == list(acts)
    assert table.position == position


@pytest.mark.parametrize("seed", SEEDS)
def test_other_dice_or_answers_do_not_play_to_the_same(seed: int) -> None:
    _, acts = recorded(seed)
    place, roll = next((place, act) for place, act in enumerate(acts) if isinstance(act, Rolled))
    other = roll._replace(dice=tuple(7 - die for die in roll.dice))
    with pytest.raises(Diverged):
        replay([*acts[:place], other, *acts[place + 1:]])
    place, answer = next((place, act) for place, act in enumerate(acts) if isinstance(act, Answered)
                         and act.order["order"] == "build")
    with pytest.raises(Diverged):
        replay([*acts[:place], answer._replace(order={"order": "pass"}), *acts[place + 1:]])


@pytest.mark.parametrize("seed", SEEDS)
def test_events_come_back_from_json(seed: int) -> None:
    _, acts = recorded(seed)
    assert events_from_json(seed) == [act for act in acts if isinstance(act, Event)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_events_alone_rebuild_the_position(seed: int) -> None:
    """Whatever the rules of later releases say."""
    position, _ = recorded(seed)
    rebuilt = opening()
    for event in events_from_json(seed):
        rebuilt = events.apply(rebuilt, event)
    assert rebuilt == position


@pytest.mark.parametrize("seed", SEEDS)
def test_a_position_comes_back_from_json(seed: int) -> None:
    position, _ = recorded(seed)
    assert GAME.from_json(json.loads(canonical(GAME.to_json(position)))) == position
