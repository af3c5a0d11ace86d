"""Section 5.0: the sequence of a turn. A step is what a sitting plays again from its start; orders are headed with the
phase a step belongs to."""

from __future__ import annotations

from witp_pbem.games.common.sequence import Step, Steps
from witp_pbem.games.taiheiyo_senshi.board.events import StepBegan, TurnBegan
from witp_pbem.games.taiheiyo_senshi.rules.chapter_03_setup import setup
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import scoring, victory
from witp_pbem.games.taiheiyo_senshi.rules.chapter_05_turn import turn_zero
from witp_pbem.games.taiheiyo_senshi.rules.chapter_06_reinforcement import reinforcement
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import initiative
from witp_pbem.games.taiheiyo_senshi.rules.chapter_09_supply import capture, isolation, ship_supply, transfer
from witp_pbem.table.table import Table

FIRST = "reinforcement"


def _begin(table: Table, step: Step, turn: int) -> None:
    """Begins a step, the first of a turn with its turn; turn 0 has none of them."""
    if step.name == FIRST:
        table.tell(TurnBegan("senshi 5.0-a", max(turn, 1)))
    table.tell(StepBegan(step.rule, step.name))


def _end(table: Table) -> None:
    """The end of a turn: points (senshi 9.4.2-a), victory, and the Fleet Train leaves (C-07)."""
    scoring.score(table)
    victory.judge(table)
    ship_supply.remove_train(table)


STEPS = Steps(
    Step(FIRST, "reinforcement", "senshi 6.1-a", reinforcement.play),
    Step("operations", "operations", "senshi 7.1-a", initiative.play, lambda position: not position.over),
    Step("isolation", "supply", "senshi 9.1-a", isolation.play),
    Step("capture", "supply", "senshi 9.2-a", capture.play),
    Step("transfer", "supply", "senshi 9.3(2)-d", transfer.play),
    Step("supply", "supply", "senshi 9.4(1)-a", ship_supply.play),
    Step("end", "", "senshi 4.0-a", _end),
    begin=_begin,
    before=(Step("setup", "setup", "senshi 3.1-b", setup.play),
            Step("turn 0", "setup", "senshi 5.1(1)-a", turn_zero.play)))
