"""What a campaign cannot be founded with, and what the refusal names."""

from __future__ import annotations

from typing import Any

import pytest

from witp_pbem.games.witp.board import setup
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.state import Position

DATA = packaged()


@pytest.mark.parametrize(("scenario", "options", "found"), [
    ("s1850", {}, [("unknown-scenario", {"scenario": "s1850", "scenarios": list(setup.PLAYABLE)})]),
    ("standard", {"free_beer": "yes"}, [("unknown-option", None)]),
    ("standard", {"optional_bases": "perhaps"},
     [("bad-option-value", {"option": "optional_bases", "value": "perhaps", "values": ["yes", "no"]})]),
    ("s1943", {"optional_bases": "yes"}, [("option-for-turn-1", {"option": "optional_bases", "scenario": "s1943"})]),
    ("s1850", {"free_beer": "yes"}, [("unknown-scenario", None), ("unknown-option", None)])])
def test_what_is_refused(scenario: str, options: dict[str, str],
                         found: list[tuple[str, dict[str, Any] | None]]) -> None:
    problems = setup.open_position(DATA, scenario, options)
    assert isinstance(problems, tuple)
    assert [problem.code for problem in problems] == [code for code, _ in found]
    for problem, (_, values) in zip(problems, found, strict=True):
        assert values is None or dict(problem.values) == values


@pytest.mark.parametrize(("scenario", "turn", "step"), [("standard", 1, "setup"), ("s1943", 6, "setup")])
def test_where_a_scenario_begins(scenario: str, turn: int, step: str) -> None:
    position = setup.open_position(DATA, scenario, {})
    assert isinstance(position, Position)
    assert (position.scenario, position.turn, position.step, position.america) == (scenario, turn, step, "")


@pytest.mark.parametrize(("said", "kept"), [("yes", True), ("no", False), ("on", True), ("off", False), ("1", True),
                                            ("0", False), ("TRUE", True), ("False", False)])
def test_ways_to_say_yes_and_no(said: str, kept: bool) -> None:
    position = setup.open_position(DATA, "standard", {"optional_bases": said})
    assert isinstance(position, Position)
    assert position.options == {"optional_bases": kept}
    assert bool(position.bases["allies"]) is kept


def test_the_optional_bases_of_1943_may_be_declined() -> None:
    assert isinstance(setup.open_position(DATA, "s1943", {"optional_bases": "no"}), Position)
