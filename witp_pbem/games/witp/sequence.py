"""Section 3.1: the sequence of a turn, step by step.

A step is what a sitting plays again from its start. Orders are headed with the phase a step belongs to.
"""

from __future__ import annotations

from collections.abc import Callable

from witp_pbem.games.witp import (
    bases,
    cards,
    china,
    combat,
    movement,
    rebuilding,
    redeployment,
    reinforcement,
    resources,
    stacking,
    supply,
    victory,
)
from witp_pbem.games.witp.events import StepBegan, TurnBegan
from witp_pbem.games.witp.state import Position
from witp_pbem.table.table import Table

# Step -> (phase its orders are headed with, rule, what plays it), in the order of witp 3.1.
STEPS: dict[str, tuple[str, str, Callable[[Table], None]]] = {
    "start": ("start", "witp 12.2.n", china.start_of_turn),
    "events": ("events", "witp 3.1.a", cards.play),
    "resources": ("", "witp 3.1.b", resources.play),
    "bases": ("bases", "witp 3.1.c", bases.play),
    "supply": ("bases", "witp 3.1.d", supply.play),
    "movement": ("operations", "witp 3.1.e", movement.play),
    "combat": ("operations", "witp 3.1.e", combat.play),
    "fleet redeployment": ("redeployment", "witp 3.1.f", redeployment.fleets),
    "redeployment": ("redeployment", "witp 3.1.f", redeployment.air_and_land),
    "stacking": ("redeployment", "witp 3.1.f", stacking.check),
    "rebuilding": ("redeployment", "witp 3.1.f", rebuilding.play),
    "reinforcement": ("reinforcement", "witp 3.1.g", reinforcement.play),
    "end": ("end", "witp 3.1.h", china.end_of_turn),
}
ORDER = tuple(STEPS)
SETUP = "setup"


def step(position: Position) -> Callable[[Table], None] | None:
    """What plays the step a position stands in; None when the game is over."""
    if position.outcome:
        return None
    return _play_setup if position.step == SETUP else _play


def phase(position: Position) -> str:
    """The phase orders for this step are headed with."""
    return STEPS[position.step][0] if position.step in STEPS else ""


def coming_phase(position: Position) -> str:
    """The phase of a step or, if it has none, of the next step that has one."""
    later = ORDER[ORDER.index(position.step):] if position.step in ORDER else ORDER
    return next(STEPS[name][0] for name in later if STEPS[name][0])


def _play_setup(table: Table) -> None:
    """The opening deal (witp 3.3.f), then the first turn."""
    cards.deal(table)
    _begin_turn(table, table.position.turn)


def _play(table: Table) -> None:
    """Plays one step and begins the next."""
    position = table.position
    try:
        STEPS[position.step][2](table)
        place = ORDER.index(position.step)
        if place + 1 < len(ORDER):
            _begin_step(table, ORDER[place + 1])
        elif position.turn >= position.data.scenarios[position.scenario]["last_turn"]:
            victory.last_turn_over(table)
        else:
            _begin_turn(table, position.turn + 1)
    except victory.GameOver:
        return


def _begin_turn(table: Table, number: int) -> None:
    space = table.position.data.turn(number)
    table.tell(TurnBegan("witp 3.0.a", number, space["year"], space["season"]))
    _begin_step(table, ORDER[0])


def _begin_step(table: Table, name: str) -> None:
    table.tell(StepBegan(STEPS[name][1], name))
