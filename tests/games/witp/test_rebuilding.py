"""Section 10.6, ruling R-80, example EX-26."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, codes, events_of, play
from witp_pbem.games.witp.board.events import Passed, ResourcesChanged, UnitRebuilt
from witp_pbem.games.witp.rules.chapter_10_redeployment import rebuilding


def rp(japan: int, allies: int = 0) -> dict[str, int]:
    return {"japan": japan, "allies": allies}


def test_example_26_two_points_spent_the_third_lost() -> None:
    position = board("JP-N-3 0804 reduced", "JP-N-4 0804 reduced", rp=rp(3), trp_start={"japan": 15, "allies": 17})
    table = play(rebuilding.play, position, japan="rebuild 2 naval at Kure")
    assert [(event.unit, event.cost) for event in events_of(table, UnitRebuilt)] == [("JP-N-3", 1), ("JP-N-4", 1)]
    assert events_of(table, ResourcesChanged) == [ResourcesChanged("witp 10.6.c", "japan", -1, 0, "unspent")]
    assert table.position.rp == rp(0)
    assert answers(table) == ["rebuild JP-N-3, JP-N-4 at Kure (0804)"]
    assert all(event.forced for event in events_of(table, Passed))


def test_not_in_a_captured_port() -> None:
    position = board("JP-N-3 0606 reduced", "JP-L-1 0606", "JP-N-4 0804 reduced", rp=rp(3))
    assert codes(rebuilding.play, position, japan="rebuild 1 naval at Manila") == ["base-of-another-nation"]


@pytest.mark.parametrize(("unit", "order", "code"), [
    ("JP-CV-1 0804", "rebuild JP-CV-1 at Kure", "not-reduced"),
    ("JP-CV-1 0804", "rebuild 1 carrier at Kure", "too-few-units"),
    ("JP-CV-1 0804 reduced", "rebuild 1 carrier, 1 naval at Kure", "rebuilding-too-dear"),
    ("JP-L-1 0504 reduced", "rebuild JP-L-1", "no-base-to-rebuild"),
    ("JP-L-1 0606 reduced", "rebuild [1 land] at Manila", "base-of-another-nation"),
    ("JP-L-1 0804", "rebuild US-L-1 at Kure", "not-your-unit"),
])
def test_orders_refused(unit: str, order: str, code: str) -> None:
    position = board(unit, "JP-N-1 0804 reduced", "US-L-1 1406 reduced", rp=rp(2))
    assert codes(rebuilding.play, position, japan=order) == [code]


@pytest.mark.parametrize(("unit", "rule"), [
    ("US-L-1 0912 reduced", "witp 10.6.d"), ("UK-L-1 1406 reduced", "witp 10.6.d"),
    ("US-L-1 0507 reduced", "witp 10.6.e"), ("US-L-1 1406 reduced", ""),
    ("UK-L-1 0110 reduced", ""), ("CN-L-1 0504 reduced", "witp 12.2.k")])
def test_bases_of_the_units_own_nation_only(unit: str, rule: str) -> None:
    position = board(unit)
    problem = rebuilding.rebuild_problem(position, position.units[unit.split()[0]])
    assert (problem.rule if problem else "") == rule


def test_contested_base_of_the_own_colour_serves_and_a_lost_one_does_not() -> None:
    battle = board("JP-L-1 0507 reduced", "US-L-1 0507", continuing=("0507",))
    assert rebuilding.rebuild_problem(battle, battle.units["JP-L-1"]) is None
    lost = board("JP-A-1 0507 reduced", "US-L-1 0507")
    problem = rebuilding.rebuild_problem(lost, lost.units["JP-A-1"])
    assert problem is not None
    assert problem.code == "base-not-controlled-now"


def test_sides_take_turns_and_a_pass_is_final() -> None:
    position = board("JP-N-1 0804 reduced", "JP-N-2 0804 reduced", "US-CV-1 1406 reduced", "US-A-1 1406 reduced",
                     rp=rp(2, 3), trp_start=rp(9, 9))
    table = play(rebuilding.play, position, japan="rebuild JP-N-2 pass rebuilding",
                 allies="rebuild 1 carrier at Pearl Harbor rebuild 1 air at Pearl Harbor")
    assert [event.unit for event in events_of(table, UnitRebuilt)] == ["US-CV-1", "JP-N-2", "US-A-1"]
    assert [(event.side, event.forced) for event in events_of(table, Passed)] == [("japan", False), ("allies", True)]
    assert events_of(table, ResourcesChanged) == [ResourcesChanged("witp 10.6.c", "japan", -1, 0, "unspent")]


def test_choices_are_what_can_be_paid() -> None:
    position = board("JP-CV-1 0804 reduced", "JP-N-2 0804 reduced", rp=rp(1))
    assert reading.offered(rebuilding.choices(position, "japan")) == [
        "rebuild JP-N-2 at Kure (0804)", "pass rebuilding"]


@pytest.mark.parametrize(("order", "rebuilt"), [
    ("rebuild all carriers, then any", ["JP-CV-1", "JP-N-1"]), ("rebuild 1 naval", ["JP-N-1"]),
    ("rebuild any", ["JP-CV-1", "JP-N-1"]), ("rebuild 2 naval first", ["JP-N-1", "JP-N-2", "JP-L-1"]),
    ("rebuild any at Yokosuka", ["JP-L-1"])])
def test_a_wish_rebuilds_what_can_be_paid_for_in_its_order(order: str, rebuilt: list[str]) -> None:
    position = board("JP-CV-1 0804 reduced", "JP-N-1 0804 reduced", "JP-N-2 0804 reduced", "JP-L-1 0904 reduced",
                     "JP-N-3 0606 reduced", rp=rp(3))
    table = play(rebuilding.play, position, f"{order} pass rebuilding", "pass rebuilding", phase="redeployment")
    assert [event.unit for event in events_of(table, UnitRebuilt)] == rebuilt


def test_a_wish_that_leaves_nothing_to_rebuild_is_passed_over() -> None:
    position = board("JP-CV-1 0606 reduced", "JP-N-1 0804 reduced", rp=rp(2))
    table = play(rebuilding.play, position, "rebuild all carriers pass rebuilding", "pass rebuilding",
                 phase="redeployment")
    assert not events_of(table, UnitRebuilt)
