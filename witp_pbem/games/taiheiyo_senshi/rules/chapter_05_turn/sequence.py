"""Section 5.0: what is played in each step of a turn (`board/turn` has the steps).

A step is what a sitting plays again from its start. Orders are headed with the phase a step belongs to.
"""

from __future__ import annotations

from witp_pbem.games.common.sequence import Step
from witp_pbem.games.taiheiyo_senshi.board.events import StepBegan, TurnBegan
from witp_pbem.games.taiheiyo_senshi.board.turn import FIRST, OUTLINE, SETUP, TURN_ZERO
from witp_pbem.games.taiheiyo_senshi.rules.chapter_03_setup import setup
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import scoring, victory
from witp_pbem.games.taiheiyo_senshi.rules.chapter_05_turn import turn_zero
from witp_pbem.games.taiheiyo_senshi.rules.chapter_06_reinforcement import reinforcement
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import initiative
from witp_pbem.games.taiheiyo_senshi.rules.chapter_09_supply import capture, isolation, ship_supply, transfer
from witp_pbem.table.table import Table


def _begin(table: Table, step: Step, turn: int) -> None:
    """Begins a step, the first of a turn with its turn; turn 0 has none of them."""
    if step.name == FIRST:
        table.tell(TurnBegan("senshi 5.0-a", max(turn, 1)))
    table.tell(StepBegan(step.rule, step.name))


def _end(table: Table) -> None:
    """The end of a turn: points (senshi 5.0-b, 9.4.2-a), victory, and the Fleet Train leaves (C-07)."""
    scoring.score(table)
    victory.judge(table)
    ship_supply.remove_train(table)


STEPS = OUTLINE.played({
    FIRST: reinforcement.play,
    "operations": initiative.play,
    "isolation": isolation.play,
    "capture": capture.play,
    "transfer": transfer.play,
    "supply": ship_supply.play,
    "end": _end,
    SETUP: setup.play,
    TURN_ZERO: turn_zero.play,
}, _begin)
