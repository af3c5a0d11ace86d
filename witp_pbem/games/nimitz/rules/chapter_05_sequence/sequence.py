"""Section 5: what is played in each step of a turn (`board/turn` has the steps).

A step is what a sitting plays again from its start. All orders of a turn are headed with its one phase.
"""

from __future__ import annotations

from witp_pbem.games.common.sequence import Step
from witp_pbem.games.nimitz.board.events import StepBegan, TurnBegan
from witp_pbem.games.nimitz.board.turn import FIRST, OUTLINE, SETUP, to_be_fought
from witp_pbem.games.nimitz.rules.chapter_03_setup import setup
from witp_pbem.games.nimitz.rules.chapter_06_supply import supply
from witp_pbem.games.nimitz.rules.chapter_07_scouting import scouting
from witp_pbem.games.nimitz.rules.chapter_08_movement import movement
from witp_pbem.games.nimitz.rules.chapter_09_japan import japan
from witp_pbem.games.nimitz.rules.chapter_10_battle import battle
from witp_pbem.games.nimitz.rules.chapter_11_after import defeat, port, reinforcement, repair, supply_check
from witp_pbem.games.nimitz.rules.chapter_12_special import strategic_bombing
from witp_pbem.table.table import Table


def _begin(table: Table, step: Step, turn: int) -> None:
    """Begins a step in its order (nimitz 5.0.a), the first of a turn with the turn marker, which advances a box
    (nimitz 5.1.a, 2.9.4.a); a linked campaign that has been set up begins with turn 1."""
    if step.name == FIRST:
        table.tell(TurnBegan("nimitz 5.1.a", table.position.turn + 1))
    table.tell(StepBegan(step.rule, step.name))


def _battles(table: Table) -> None:
    """The next battle, if any is left to be fought (nimitz 10.0.a, 10.0.b); after the last one the bombers come back
    (nimitz 12.2.d)."""
    if to_be_fought(table.position):
        battle.play(table)
    if not to_be_fought(table.position):
        strategic_bombing.bring_back(table)


STEPS = OUTLINE.played({
    SETUP: setup.play,
    "supply": supply.play,
    "scouting": scouting.play,
    "movement": movement.play,
    "japan": japan.play,
    "battles": _battles,
    "reinforcement": reinforcement.play,
    "repair": repair.play,
    "return": port.play,
    "check": supply_check.play,
    "defeat": defeat.play,
}, _begin)
