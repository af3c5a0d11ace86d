"""Section 3.1: the steps of a turn and the phases their orders are headed with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.witp.scripted import board, events_of, play
from witp_pbem.games.witp.board.events import StepBegan, TurnBegan
from witp_pbem.games.witp.board.state import BIDS, GameOutcome
from witp_pbem.games.witp.orders.lexicon import PHASES
from witp_pbem.games.witp.rules.chapter_03_sequence.sequence import STEPS
from witp_pbem.table.table import Table


def test_the_steps_come_in_the_order_of_the_rulebook() -> None:
    assert tuple(STEPS) == (
        "start", "events", "resources", "bases", "supply", "movement", "combat", "fleet redeployment", "redeployment",
        "stacking", "rebuilding", "reinforcement", "end")


def test_every_step_belongs_to_a_phase_orders_can_be_headed_with() -> None:
    headed = {STEPS.phase(board(step=step)) for step in (BIDS, *STEPS)}
    assert headed == {*PHASES, ""}
    assert STEPS.phase(board(step="resources")) == "", "nobody decides anything there"


@pytest.mark.parametrize(("step", "phase", "coming"), [
    ("bids", "bids", "bids"), ("setup", "", "start"), ("start", "start", "start"), ("events", "events", "events"),
    ("resources", "", "bases"), ("bases", "bases", "bases"), ("supply", "bases", "bases"),
    ("movement", "operations", "operations"), ("combat", "operations", "operations"),
    ("fleet redeployment", "redeployment", "redeployment"), ("redeployment", "redeployment", "redeployment"),
    ("stacking", "redeployment", "redeployment"), ("rebuilding", "redeployment", "redeployment"),
    ("reinforcement", "reinforcement", "reinforcement"), ("end", "end", "end")])
def test_the_phase_of_a_step_and_the_next_one_that_has_decisions(step: str, phase: str, coming: str) -> None:
    position = board(step=step)
    assert (STEPS.phase(position), STEPS.coming_phase(position)) == (phase, coming)


@pytest.mark.parametrize(("step", "after"), [("supply", "movement"), ("combat", "fleet redeployment"),
                                             ("stacking", "rebuilding")])
def test_a_step_begins_the_next(step: str, after: str) -> None:
    position = board(step=step, japan=["0907"])
    step_function = STEPS.step(position)
    assert step_function is not None
    table = play(step_function, position)
    assert [event.step for event in events_of(table, StepBegan)] == [after]
    assert table.position.step == after


def test_the_last_step_begins_the_next_turn() -> None:
    start = board("JP-L-1 0604", turn=3, step="end", china_surrendered=True, targets={"japan": ("0606",), "allies": ()},
                  redeployed=("JP-L-1",), stacks={"japan": 1, "allies": 0}, china_fought=True, china_duty=True,
                  pending={"japan": -3})
    position = replace(start, units={**start.units, "JP-L-1": start.units["JP-L-1"]._replace(moved=True)})
    step_function = STEPS.step(position)
    assert step_function is not None
    after = play(step_function, position).position
    assert (after.turn, after.step) == (4, "start")
    assert (after.targets["japan"], after.redeployed, after.stacks["japan"]) == ((), (), 0)
    assert not (after.china_fought or after.china_duty or after.units["JP-L-1"].moved)
    assert after.pending == {"japan": -3}, "what is carried to the next turn"


def segment(table: Table) -> None:
    """The segment the position is at."""
    step = STEPS.step(table.position)
    assert step is not None
    step(table)


def test_a_turn_names_its_season() -> None:
    (event,) = events_of(play(segment, board(turn=3, step="end", china_surrendered=True)), TurnBegan)
    assert (event.turn, event.year, event.season) == (4, 1942, "autumn")


def test_a_game_that_is_over_has_no_step() -> None:
    assert STEPS.step(replace(board(), outcome=GameOutcome("japan", "witp 3.2.e", "last-turn"))) is None
