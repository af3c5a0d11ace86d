"""Section 3.1: what is played in each step of a turn (`board/turn` has the steps).

A step is what a sitting plays again from its start. Orders are headed with the phase a step belongs to.
"""

from __future__ import annotations

from witp_pbem.games.common.sequence import Step
from witp_pbem.games.witp.board.events import StepBegan, TurnBegan
from witp_pbem.games.witp.board.state import BIDS
from witp_pbem.games.witp.board.turn import OUTLINE, SETUP, START
from witp_pbem.games.witp.rules.chapter_03_sequence import victory
from witp_pbem.games.witp.rules.chapter_04_cards import cards
from witp_pbem.games.witp.rules.chapter_05_resources import resources
from witp_pbem.games.witp.rules.chapter_06_bases import bases
from witp_pbem.games.witp.rules.chapter_07_supply import supply
from witp_pbem.games.witp.rules.chapter_08_movement import movement
from witp_pbem.games.witp.rules.chapter_09_combat import combat
from witp_pbem.games.witp.rules.chapter_10_redeployment import air_and_land, fleets, rebuilding, stacking
from witp_pbem.games.witp.rules.chapter_11_reinforcement import reinforcement
from witp_pbem.games.witp.rules.chapter_12_special_rules import china
from witp_pbem.games.witp.rules.chapter_13_scenarios import bidding, delayed_entry
from witp_pbem.table.table import Table


def _start(table: Table) -> None:
    """The start of a turn: America may enter (scenario 13.4), an air unit may go to Chungking (witp 12.2.m)."""
    delayed_entry.enter_at_last(table)
    china.start_of_turn(table)


def _begin(table: Table, step: Step, turn: int) -> None:
    """Begins a step, the first of a turn with its turn (witp 3.3.h); after the last turn the game is over
    (witp 3.0.a)."""
    if step.name == START:
        if turn > victory.last_turn(table.position):
            victory.last_turn_over(table)
        space = table.position.data.turn(turn)
        table.tell(TurnBegan("witp 3.0.a", turn, space["year"], space["season"]))
    table.tell(StepBegan(step.rule, step.name))


STEPS = OUTLINE.played({
    START: _start,
    "events": cards.play,
    "resources": resources.play,
    "bases": bases.play,
    "supply": supply.play,
    "movement": movement.play,
    "combat": combat.play,
    "fleet redeployment": fleets.play,
    "redeployment": air_and_land.play,
    "stacking": stacking.check,
    "rebuilding": rebuilding.play,
    "reinforcement": reinforcement.play,
    "end": china.end_of_turn,
    BIDS: bidding.play,
    SETUP: cards.deal,
}, _begin)
