"""What the referee may do with the position, and what a player who gives up does to the game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nimitz.reading import GAME
from witp_pbem.games.nimitz.board.setup import begin_campaign
from witp_pbem.games.nimitz.board.state import Battle, Position
from witp_pbem.table.demand import Order, Understood
from witp_pbem.table.sitting import read_order


@pytest.fixture
def position() -> Position:
    opened: Position = GAME.open("1942", {})
    return begin_campaign(opened, 1942).but(turn=1, step="supply", supply=20, reinforcement=7)


def judged(position: Position, typed: str) -> Any:
    order = read_order(GAME, f'ruling {typed} because "a slip"')
    assert isinstance(order, Order), order
    return GAME.judge_ruling(position, order)


def ruled(position: Position, typed: str) -> Position:
    verdict = judged(position, typed)
    assert isinstance(verdict, Understood), verdict
    for event in verdict.answer:
        position = GAME.apply(position, event)
    return position


def test_points_are_what_the_referee_says(position: Position) -> None:
    assert ruled(position, "for us: supply 25").supply == 25
    after = ruled(position, "for us: reinforcement 0")
    assert (after.supply, after.reinforcement) == (20, 0)


@pytest.mark.parametrize(("typed", "unit", "field", "value"), [
    ("put Enterprise at Midway", "us_enterprise", "place", "MI"), ("remove Akagi", "jp_akagi", "place", ""),
    ("reduce Akagi", "jp_akagi", "full", False), ("put Akagi at Truk", "jp_akagi", "place", "CI"),
    ("for us: reduce 1 carrier at Hawaii", "us_lexington", "full", False),
    ("put jp_battalion_1 at Wake", "jp_battalion_1", "place", "WI")])
def test_units_are_put_taken_and_turned(position: Position, typed: str, unit: str, field: str, value: Any) -> None:
    assert getattr(ruled(position, typed).units[unit], field) == value


def test_a_damaged_unit_is_restored(position: Position) -> None:
    damaged = position.but_units(position.units["us_enterprise"]._replace(full=False))
    assert ruled(damaged, "restore Enterprise").units["us_enterprise"].full


@pytest.mark.parametrize(("typed", "code"), [
    ("put Enterprise in Coastal", "no-such-point"), ("put Essex at Midway", "unknown-unit"),
    ("for us: remove 9 carriers at Hawaii", "too-few-units")])
def test_what_cannot_be_ruled(position: Position, typed: str, code: str) -> None:
    (problem,) = judged(position, typed)
    assert problem.code == code


def test_nobody_is_put_anywhere_in_the_middle_of_a_battle(position: Position) -> None:
    (problem,) = judged(position.but(battle=Battle("MI")), "put Enterprise at Midway")
    assert problem.code == "not-during-battle"


def test_who_gives_up_loses(position: Position) -> None:
    order = read_order(GAME, 'ruling for us: resign because "enough"')
    assert isinstance(order, Order)
    (event,) = GAME.judge_ruling(position, order).answer
    after = GAME.apply(position, event)
    assert (after.outcome.winner, after.outcome.reason) == ("japan", "resigned")
