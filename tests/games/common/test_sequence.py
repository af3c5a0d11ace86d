"""Steps in order, players in turn, and the pass that is all that is left."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from witp_pbem.games.common.sequence import GameOver, Step, Steps, forced, in_turn
from witp_pbem.table.demand import Understood


def idle(table: Any) -> None:
    """Plays nothing."""


def spring(table: Any) -> None:
    """Ends the game in the middle of the step."""
    raise GameOver


def begin(table: Any, step: Step, turn: int) -> None:
    table.begun.append((turn, step.name))


STEPS = Steps(Step("deal", "", "1.a", idle), Step("sail", "sea", "2.a", idle), Step("raid", "raids", "3.b", idle),
              Step("count", "", "3.a", idle), Step("trap", "", "3.c", spring), begin=begin,
              before=(Step("seats", "seats", "0.a", idle), Step("setup", "", "0.b", idle)))


def at(step: str, outcome: str | None = None) -> Any:
    """A position of turn 4."""
    return SimpleNamespace(turn=4, step=step, outcome=outcome)


def test_steps_in_order_with_their_phases() -> None:
    assert list(STEPS) == ["deal", "sail", "raid", "count", "trap"] and STEPS["sail"].rule == "2.a"
    assert STEPS.phases == ("seats", "sea", "raids")
    names = ("seats", "setup", "deal", "sail", "raid", "count")
    assert [STEPS.phase(at(name)) for name in names] == ["seats", "", "", "sea", "raids", ""]
    assert [STEPS.coming_phase(at(name)) for name in names] == ["seats", "sea", "sea", "sea", "raids", "sea"]


@pytest.mark.parametrize(("step", "outcome", "begun"), [
    ("seats", None, [(4, "setup")]), ("setup", None, [(4, "deal")]), ("deal", None, [(4, "sail")]),
    ("count", None, [(4, "trap")]), ("deal", "won", []), ("trap", None, [])])
def test_a_step_begins_the_next_unless_the_game_is_over(step: str, outcome: str | None, begun: list[Any]) -> None:
    table: Any = SimpleNamespace(position=at(step), begun=[])
    play = STEPS.step(table.position)
    assert play is not None
    table.position.outcome = outcome  # of the step that is played
    play(table)
    assert table.begun == begun


def test_behind_the_last_step_comes_the_first_of_the_next_turn() -> None:
    steps = Steps(Step("sail", "sea", "1.a", idle), Step("raid", "sea", "2.a", idle), begin=begin)
    table: Any = SimpleNamespace(position=at("raid"), begun=[])
    play = steps.step(table.position)
    assert play is not None
    play(table)
    assert table.begun == [(5, "sail")] and steps.step(at("sail", "won")) is None


def test_who_has_passed_is_out_and_the_others_go_on() -> None:
    left, gone = {"north": 1, "south": 3, "east": 0}, []

    def go(player: str) -> bool:
        gone.append(player)
        left[player] -= 1
        return left[player] >= 0

    in_turn(("south", "north", "east"), go)
    assert gone == ["south", "north", "east", "south", "north", "south", "south"]


def test_a_pass_is_forced_where_nothing_stands_before_it() -> None:
    passing = Understood(None, {"order": "pass"})
    assert forced(iter([{"order": "pass"}]), passing) is passing
    assert forced(({"order": name} for name in ("sail", "pass")), passing) is None
