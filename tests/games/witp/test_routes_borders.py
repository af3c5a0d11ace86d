"""Strength that holds fleets, and what a refusal says of a target that is closed as such."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_08_movement import movement, routes
from witp_pbem.table.demand import Understood
from witp_pbem.table.problem import Problem


def sea(*units: str, **fields: Any) -> Position:
    return board(*units, **{"rp": {"japan": 99, "allies": 99}, "step": "movement", **fields})


def refused(position: Position, words: str, side: str = "japan") -> Problem:
    found = movement.judge(position, side, reading.order(packaged(), words))
    assert not isinstance(found, Understood), found
    problem: Problem = found[0]
    return problem


@pytest.mark.parametrize(("units", "strength"), [
    (["JP-N-1 0606"], 1), (["JP-CV-1 0606"], 2), (["JP-N-1 0606 reduced"], 0), (["JP-CV-1 0606 reduced"], 0),
    (["JP-N-1 0606", "JP-CV-1 0606", "JP-N-2 0606"], 4), ([], 0)])
def test_plain_strength(units: list[str], strength: int) -> None:
    assert routes.fleet_strength(board(*units).of("japan", "0606", "carrier", "naval")) == strength


@pytest.mark.parametrize(("enemies", "staying", "free"), [
    (["US-N-1"], ["JP-N-2"], True), (["US-CV-1"], ["JP-N-2"], False), (["US-CV-1"], ["JP-N-2", "JP-N-3"], True),
    (["US-N-1", "US-N-2"], ["JP-CV-1"], True), (["US-N-1", "US-CV-1"], ["JP-CV-1"], False)])
def test_as_strong_as_the_enemy_have_to_stay(enemies: list[str], staying: list[str], free: bool) -> None:
    position = sea("JP-N-1 0606", *(f"{key} 0606" for key in (*enemies, *staying)))
    found = movement.judge(position, "japan", reading.order(packaged(), "target Palau from Manila: JP-N-1"))
    assert isinstance(found, Understood) is free


def test_the_refusal_names_place_and_strength() -> None:
    problem = refused(sea("JP-N-1 0606", "US-CV-1 0606", "US-N-1 0606"), "target Palau from Manila: JP-N-1")
    assert (problem.code, dict(problem.values)) == ("held-by-fleet", {"place": "0606", "strength": 3})
    problem = refused(sea("JP-L-1 0606", "US-L-1 0606"), "target 0607 from Manila: JP-L-1")
    assert (problem.code, dict(problem.values)) == ("held-by-land", {"place": "0606"})


@pytest.mark.parametrize(("words", "turn", "code"), [
    ("target Wuhan from Kure: 1 naval", 4, "fleet-on-land"),
    ("target Panama from Kure: 1 naval", 4, "closed-to-japan"),
    ("target San Francisco from Kure: 1 naval", 1, "closed-on-turn-1"),
    ("target Naga Hills from Bangkok: 1 land", 4, "no-land-way")])
def test_a_target_closed_as_such_is_refused_for_that_from_afar(words: str, turn: int, code: str) -> None:
    problem = refused(sea("JP-N-1 0804", "JP-L-1 0406", turn=turn), words)
    assert problem.code == code
    assert problem.certain
