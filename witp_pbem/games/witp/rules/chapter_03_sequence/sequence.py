"""Section 3.1: the sequence of a turn, step by step.

A step is what a sitting plays again from its start. Orders are headed with the phase a step belongs to.
"""

from __future__ import annotations

from collections.abc import Callable

from witp_pbem.games.common.sequence import Step, Steps
from witp_pbem.games.witp.board.events import StepBegan, TurnBegan
from witp_pbem.games.witp.board.state import BIDS, Position
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


STEPS = Steps(  # in the order of witp 3.1
    Step("start", "start", "witp 12.2.n", _start),
    Step("events", "events", "witp 3.1.a", cards.play),
    Step("resources", "", "witp 3.1.b", resources.play),
    Step("bases", "bases", "witp 3.1.c", bases.play),
    Step("supply", "bases", "witp 3.1.d", supply.play),
    Step("movement", "operations", "witp 3.1.e", movement.play),
    Step("combat", "operations", "witp 3.1.e", combat.play),
    Step("fleet redeployment", "redeployment", "witp 3.1.f", fleets.play),
    Step("redeployment", "redeployment", "witp 3.1.f", air_and_land.play),
    Step("stacking", "redeployment", "witp 3.1.f", stacking.check),
    Step("rebuilding", "redeployment", "witp 3.1.f", rebuilding.play),
    Step("reinforcement", "reinforcement", "witp 3.1.g", reinforcement.play),
    Step("end", "end", "witp 3.1.h", china.end_of_turn))
SETUP = "setup"


def step(position: Position) -> Callable[[Table], None] | None:
    """What plays the step a position stands in; None when the game is over."""
    if position.outcome:
        return None
    return {BIDS: _play_bids, SETUP: _play_setup}.get(position.step, _play)


def phase(position: Position) -> str:
    """The phase orders for this step are headed with."""
    return BIDS if position.step == BIDS else STEPS.phase(position.step)


def coming_phase(position: Position) -> str:
    """The phase of a step or, if it has none, of the next step that has one."""
    return BIDS if position.step == BIDS else STEPS.coming_phase(position.step)


def _play_bids(table: Table) -> None:
    """The players of a shortened game bid for Japan (witp 13.2.b), then the cards are dealt."""
    bidding.play(table)
    table.tell(StepBegan("witp 3.3.f", SETUP))


def _play_setup(table: Table) -> None:
    """The opening deal ends the preparations (witp 3.3.a, 3.3.f); then the scenario's first turn (witp 3.3.h)."""
    cards.deal(table)
    _begin_turn(table, table.position.turn)


def _play(table: Table) -> None:
    """Plays one step and begins the next, in the order of witp 3.1.a-h and 10.0.a; after the last turn the game is over
    (witp 3.0.a)."""
    position = table.position
    try:
        STEPS[position.step].play(table)
        if coming := STEPS.after(position.step):
            _begin_step(table, coming)
        elif position.turn >= victory.last_turn(position):
            victory.last_turn_over(table)
        else:
            _begin_turn(table, position.turn + 1)
    except victory.GameOver:
        return


def _begin_turn(table: Table, number: int) -> None:
    space = table.position.data.turn(number)
    table.tell(TurnBegan("witp 3.0.a", number, space["year"], space["season"]))
    _begin_step(table, STEPS["start"])


def _begin_step(table: Table, step: Step) -> None:
    table.tell(StepBegan(step.rule, step.name))
