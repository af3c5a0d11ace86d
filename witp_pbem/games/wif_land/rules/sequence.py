"""What is played in each step of an impulse (`board/turn` has the steps): rail movement, land movement, invasions and
paradrops, then land combat in its eight lines (wif lc.a, lc.b).

A step is what a sitting plays again from its start.
"""

from __future__ import annotations

from witp_pbem.games.common.sequence import Step
from witp_pbem.games.wif_land.board.events import GameEnded, Recovered, StepBegan, TurnBegan
from witp_pbem.games.wif_land.board.state import Position
from witp_pbem.games.wif_land.board.turn import FIRST, OUTLINE, SETUP
from witp_pbem.games.wif_land.rules import action, invasion, movement, paradrop, rail
from witp_pbem.games.wif_land.rules.land_combat import declaration, results, support
from witp_pbem.table.table import Table

RULE = "wif flip.a"
RECOVERY, ALL = "recovery", "all"


def _begin(table: Table, step: Step, turn: int) -> None:
    """Begins a step, the first of an impulse with the impulse itself."""
    position: Position = table.position
    if step.name == FIRST:
        number = position.turn + 1
        table.tell(TurnBegan("wif lc.a", number, position.impulses[number - 1]))
    table.tell(StepBegan(step.rule, step.name))


def _rail(table: Table) -> None:
    """The action, then what may go by rail with it (wif rail.k)."""
    action.play(table)
    rail.play(table)


def _nothing(table: Table) -> None:
    """A position is placed as it stands."""


def _end(table: Table) -> None:
    """The impulse is over; after the last one the campaign is, and by option all units on the map are turned face-up
    (W-33)."""
    position: Position = table.position
    if position.turn < len(position.impulses):
        return
    down = tuple(unit.id for unit in position.units.values() if unit.place and not unit.full)
    if position.option(RECOVERY) == ALL and down:
        table.tell(Recovered(RULE, down))
    table.tell(GameEnded(RULE, "", "played"))


STEPS = OUTLINE.played({
    SETUP: _nothing,
    "rail": _rail,
    "movement": movement.play,
    "invasion": invasion.play,
    "paradrop": paradrop.play,
    "declaration": declaration.play,
    "support": support.play,
    "combat": results.play,
    "end": _end,
}, _begin)
