"""Impulses to the last detail: points to the point, and what a refusal names."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.rules.chapter_04_cards.effects import in_force
from witp_pbem.games.witp.rules.chapter_08_movement import movement
from witp_pbem.games.witp.rules.chapter_08_movement.movement import Impulse
from witp_pbem.table.demand import Understood
from witp_pbem.table.problem import Problem
from witp_pbem.table.wording import problem_sentence

GAME = game()


def sea(*units: str, points: int = 99, **fields: Any) -> Position:
    return board(*units, **{"rp": {"japan": points, "allies": points}, "step": "movement", **fields})


def verdict(position: Position, words: str) -> Any:
    return movement.judge(position, "japan", reading.order(packaged(), words))


def refused(position: Position, words: str) -> Problem:
    found = verdict(position, words)
    assert not isinstance(found, Understood)
    assert len(found) == 1
    problem: Problem = found[0]
    return problem


class TestPoints:
    @pytest.mark.parametrize(("points", "enough"), [(3, False), (4, True), (5, True)])
    def test_an_impulse_needs_all_its_points(self, points: int, enough: bool) -> None:
        position = sea("JP-N-1 0804", points=points)  # one for Kure, three for the hexes
        assert isinstance(verdict(position, "target Manila from Kure: 1 naval"), Understood) is enough

    @pytest.mark.parametrize(("amount", "enough"), [(2, True), (3, True), (4, False)])
    def test_a_ruling_may_spend_the_last_one(self, amount: int, enough: bool) -> None:
        found = verdict(sea("JP-N-1 0804", points=3), f'ruling for japan: spend {amount} RP as impulse because "so"')
        assert isinstance(found, Understood) is enough
        if enough:
            assert found.answer == Impulse("", (), 0, (), amount, "so")
            words = f'ruling for japan: spend {amount} RP as impulse because "so"'
            assert (reading.words(found.order), found.note) == (words, f"{amount} RP")
        else:
            (problem,) = found
            assert dict(problem.values) == {"cost": 4, "rp": 3, "parts": [], "missing": 1}
            assert problem.span.line == 1

    def test_a_refusal_spells_the_cost_out(self) -> None:
        position = sea("JP-N-1 0605", "JP-N-2 0707", "US-A-1 0606", points=3)
        problem = refused(position, "target Manila from Taiwan: 1 naval from Palau: 1 naval")
        assert problem.code == "not-enough-points"
        assert problem.values["rp"] == 3
        first, taiwan, palau = problem.values["parts"]
        assert first == {"code": "activation", "points": 2}
        assert (taiwan["place"], taiwan["costs"][0]) == ("0605", {"code": "hexes", "points": 1})
        assert palau["place"] == "0707"
        sentence = problem_sentence(problem, GAME.catalogue)
        assert "activation 2, Taiwan (0605): 1 for hexes, " in sentence and ", Palau (0707): " in sentence

    def test_zones_and_jungle_are_named_where_they_cost(self) -> None:
        position = sea("JP-L-1 0406", "UK-A-1 0205", points=1)
        problem = refused(position, "target Rangoon from Bangkok: 1 land")
        assert problem_sentence(problem, GAME.catalogue).endswith(
            "activation 1, Bangkok (0406): 1 for hexes, 1 for air zones, 1 for jungle")

    def test_what_two_stacks_cost_at_least_is_the_sum(self) -> None:
        position = sea("JP-N-1 0605", "JP-N-2 0707", "US-A-1 0606", "US-A-2 0607", points=3)
        assert refused(position, "target Manila from Taiwan: 1 naval from Palau: 1 naval").certain


class TestWhoCanMakeAnyImpulse:
    FREE = in_force({"op": "free_activation", "side": "japan", "count": 1}, "1942-01", "japan", 0)

    @pytest.mark.parametrize(("points", "free", "acts"), [
        (2, False, True), (1, False, False), (0, False, False), (1, True, True), (0, True, False)])
    def test_an_activation_and_a_hex_have_to_be_paid(self, points: int, free: bool, acts: bool) -> None:
        position = sea("JP-N-1 0804", points=points, effects=(self.FREE,) if free else ())
        assert movement.may_act(position, "japan") is acts

    @pytest.mark.parametrize(("side", "turn", "unit", "acts"), [
        ("allies", 4, "US-N-1 1406", True), ("allies", 1, "US-N-1 1406", False), ("allies", 4, "US-A-1 1406", False),
        ("allies", 4, "CN-L-1 0504", False), ("allies", 4, "US-L-1 1406", True), ("japan", 1, "US-N-1 1406", True)])
    def test_somebody_has_to_be_able_to_move(self, side: str, turn: int, unit: str, acts: bool) -> None:
        assert movement.may_act(sea(unit, turn=turn), side) is acts

    def test_who_has_moved_does_not_count(self) -> None:
        position = sea("US-N-1 1406")
        moved = position.but_units(position.units["US-N-1"]._replace(moved=True))
        assert not movement.may_act(moved, "allies")


class TestWhatARefusalNames:
    @pytest.mark.parametrize(("words", "code", "values", "certain"), [
        ("target 9999 from Kure: 1 naval", "no-such-hex", {"hex": "9999"}, True),
        ("target Manila from 9999: 1 naval", "no-such-hex", {"hex": "9999"}, True),
        ("target Leyte from Kure: 1 naval", "target-twice", {"place": "0607"}, True),
        ("target Manila from Kure: JP-N-1, JP-N-1", "unit-named-twice", {"unit": "JP-N-1"}, False),
        ("target Manila from Kure: JP-A-1", "air-never-moves", {"unit": "JP-A-1"}, True)])
    def test_it_says_what_is_wrong(self, words: str, code: str, values: dict[str, Any], certain: bool) -> None:
        position = sea("JP-N-1 0804", "JP-A-1 0804", targets={"japan": ("0607",), "allies": ()})
        problem = refused(position, words)
        assert (problem.code, dict(problem.values)) == (code, values)
        assert problem.span.line == 1
        assert problem.certain is certain or code == "unit-named-twice"
