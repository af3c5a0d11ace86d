"""What the referee may do with the position, and what a player who gives up does to the game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.wif_land.reading import GAME
from witp_pbem.games.wif_land.board.state import Attack, Position
from witp_pbem.table.demand import Order, Understood
from witp_pbem.table.sitting import read_order


@pytest.fixture
def position() -> Position:
    opened: Position = GAME.open("luzon-december-1941", {})
    return opened.but(turn=1, step="rail")


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


def test_the_weather_is_what_the_referee_says(position: Position) -> None:
    here = ruled(position, "weather rain at 0303")
    assert (here.weather_at("0303").id, here.weather_at("0304").id) == ("rain", "fair")
    everywhere = ruled(here, "weather storm")
    assert (everywhere.weather_at("0303").id, everywhere.weather_at("0304").id) == ("storm", "storm")


@pytest.mark.parametrize(("typed", "unit", "fields"), [
    ("put j02 at 0203", "j02", {"place": "0203", "section": -1}),
    ("put jsnlf at 0202", "jsnlf", {"place": "0202", "section": -1, "aboard": ""}),
    ("put j02 at south_china_sea", "j02", {"place": "south_china_sea", "section": 0, "aboard": "TRS"}),
    ("strike MacArthur", "umac", {"place": "", "fate": ""}), ("reduce umac", "umac", {"full": False}),
    ("restore u04d", "u04d", {"full": True}), ("for Allies: restore 1 INF at 0303", "u04d", {"full": True})])
def test_units_are_put_taken_and_turned(position: Position, typed: str, unit: str, fields: dict[str, Any]) -> None:
    after = ruled(position, typed).units[unit]
    assert {name: getattr(after, name) for name in fields} == fields


def test_a_unit_that_was_destroyed_comes_back(position: Position) -> None:
    lost = position.but_units(position.units["umac"]._replace(place="", fate="destroyed"))
    back = ruled(lost, "put umac at 0304").units["umac"]
    assert (back.place, back.fate) == ("0304", "")


@pytest.mark.parametrize(("typed", "code"), [
    ("put g47 at 0203", "unknown-unit"), ("put umac at 0101", ""), ("put umac at 0501", "off-the-map"),
    ("weather rain at south_china_sea", "off-the-map"), ("for Axis: strike 9 INF at 0202", "too-few-units")])
def test_what_cannot_be_ruled(position: Position, typed: str, code: str) -> None:
    verdict = judged(position, typed)
    assert "".join(problem.code for problem in verdict) == code if code else isinstance(verdict, Understood)


def test_nobody_who_attacks_is_put_elsewhere(position: Position) -> None:
    attacking = position.but(attacks=(Attack("0203", ("j02",)),))
    for typed in ("put j02 at 0304", "strike j02"):
        (problem,) = judged(attacking, typed)
        assert problem.code == "unit-in-attack"
    assert not ruled(attacking, "reduce j02").units["j02"].full


def test_who_gives_up_loses(position: Position) -> None:
    order = read_order(GAME, 'ruling for Axis: resign because "enough"')
    assert isinstance(order, Order)
    (event,) = GAME.judge_ruling(position, order).answer
    after = GAME.apply(position, event)
    assert (after.outcome.winner, after.outcome.reason) == ("allies", "resigned")
