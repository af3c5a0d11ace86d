"""Steps in order, players in turn, and the pass that is all that is left."""

from __future__ import annotations

from typing import Any

from witp_pbem.games.common.sequence import Step, Steps, forced, in_turn
from witp_pbem.table.demand import Understood


def idle(table: Any) -> None:
    """Plays nothing."""


STEPS = Steps(Step("deal", "", "1.a", idle), Step("sail", "sea", "2.a", idle), Step("count", "", "3.a", idle),
              Step("raid", "raids", "3.b", idle))


def test_steps_in_order_with_their_phases() -> None:
    assert list(STEPS) == ["deal", "sail", "count", "raid"] and STEPS["sail"].rule == "2.a"
    after = {name: step.name if (step := STEPS.after(name)) else None for name in STEPS}
    assert after == {"deal": "sail", "sail": "count", "count": "raid", "raid": None}
    assert [STEPS.phase(name) for name in (*STEPS, "setup")] == ["", "sea", "", "raids", ""]
    assert [STEPS.coming_phase(name) for name in (*STEPS, "setup")] == ["sea", "sea", "raids", "raids", "sea"]
    assert "sail" in STEPS and "setup" not in STEPS


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
