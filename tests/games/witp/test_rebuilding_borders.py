"""Section 10.6: which units an order to rebuild means, what it is refused for, and what is written down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, owed, play, problems, told, written
from witp_pbem.games.witp.board.data import build, read
from witp_pbem.games.witp.board.events import Passed, UnitRebuilt
from witp_pbem.games.witp.rules.chapter_10_redeployment import rebuilding
from witp_pbem.table.problem import illegal

WORN = ("JP-CV-1 0804 reduced", "JP-N-1 0804 reduced", "JP-N-2 0804 reduced", "JP-L-1 0904 reduced",
        "JP-N-3 0606 reduced", "JP-L-2 0606")


def rp(japan: int, allies: int = 0) -> dict[str, int]:
    return {"japan": japan, "allies": allies}


def test_the_demand_says_the_turn_and_the_points_on_hand() -> None:
    (due,) = owed(rebuilding.play, board(*WORN, rp=rp(3), trp_start=rp(9))).dues
    assert due.demand.about == {"turn": 4, "rp": 3}
    assert reading.offered(due.demand.choices()) == [
        "rebuild JP-CV-1 at Kure (0804)", "rebuild JP-N-1 at Kure (0804)", "rebuild JP-N-2 at Kure (0804)",
        "rebuild JP-L-1 at Yokosuka (0904)", "pass rebuilding"]


def test_a_unit_rebuilt_is_told_with_place_cost_and_reason() -> None:
    table = play(rebuilding.play, board(*WORN, rp=rp(2)), japan="rebuild JP-CV-1 at Kure")
    assert told(table, UnitRebuilt) == [UnitRebuilt("witp 10.6.a", "JP-CV-1", "0804", 2, "rebuilt")]
    assert told(table, Passed)[-1] == Passed("witp 10.0.b", "japan", "rebuilding", True)


@pytest.mark.parametrize(("words", "text"), [
    ("rebuild JP-N-1, JP-L-1", "rebuild JP-N-1, JP-L-1"),  # at two places, so none is named
    ("rebuild 1 naval", "rebuild JP-N-1 at Kure (0804)"),
    ("rebuild 3 naval", "rebuild JP-N-1, JP-N-2 at Kure (0804)"),  # the third lies in an enemy port
    ("rebuild all fleet, then any", "rebuild JP-CV-1, JP-N-1 at Kure (0804)"),
    ("rebuild JP-L-1, then any", "rebuild JP-L-1, JP-CV-1"),
    ("rebuild any at Yokosuka", "rebuild JP-L-1 at Yokosuka (0904)"),
    ("rebuild 1 naval, then any at Kure", "rebuild JP-N-1, JP-CV-1 at Kure (0804)")])
def test_what_an_order_means_is_written_down(words: str, text: str) -> None:
    table = play(rebuilding.play, board(*WORN, rp=rp(3)), japan=f"{words} pass rebuilding", allies="pass")
    assert answers(table)[0] == text


@pytest.mark.parametrize("words", ["pass", "pass rebuilding"])
def test_a_pass_that_is_meant_for_it(words: str) -> None:
    table = play(rebuilding.play, board(*WORN, rp=rp(3)), japan=words)
    assert answers(table)[-1] == "pass rebuilding"


@pytest.mark.parametrize("words", [
    "pass fleets", "pass air and land", "rebuild 1 air", "rebuild any at Manila", "rebuild 2 air, then any at Manila",
    "rebuild all naval, then any at Manila"])
def test_an_order_that_finds_nothing_is_left_alone(words: str) -> None:
    (due,) = owed(rebuilding.play, board(*WORN, rp=rp(3)), japan=words).dues
    assert due.problems == ()


@pytest.mark.parametrize(("words", "expected"), [
    ("rebuild 1 carrier, 2 naval at Kure", {"code": "rebuilding-too-dear", "rule": "witp 10.6.b",
                                            "cost": 4, "rp": 3, "missing": 1}),
    ("rebuild JP-N-3 at Manila", {"code": "base-of-another-nation", "rule": "witp 10.6.e", "unit": "JP-N-3",
                                  "place": "0606", "owner": "us"}),
    ("rebuild 1 naval at Manila", {"code": "base-of-another-nation", "rule": "witp 10.6.e", "unit": "JP-N-3",
                                   "place": "0606", "owner": "us"}),
    ("rebuild 1 naval, 1 air at Manila", {"code": "base-of-another-nation", "rule": "witp 10.6.e", "unit": "JP-N-3",
                                          "place": "0606", "owner": "us"}),
    ("rebuild JP-L-2 at Manila", {"code": "not-reduced", "rule": "witp 10.6.a", "unit": "JP-L-2"}),
    ("rebuild 1 land at Manila", {"code": "too-few-units", "rule": "witp 10.6.a", "wanted": "1 land",
                                  "place": "0606", "found": 0}),
    ("rebuild JP-N-1 at Yokosuka", {"code": "unit-elsewhere", "rule": "witp 10.6.a", "unit": "JP-N-1",
                                    "place": "0904", "there": "0804"})])
def test_a_refusal_names_what_it_speaks_of(words: str, expected: dict[str, object]) -> None:
    (problem,) = problems(rebuilding.play, board(*WORN, rp=rp(3)), japan=words)
    assert {"code": problem.code, "rule": problem.rule, **problem.values} == expected


def test_every_unit_that_cannot_be_rebuilt_is_named() -> None:
    found = problems(rebuilding.play, board(*WORN, rp=rp(3)), japan="rebuild JP-L-2, JP-N-3, JP-N-1")
    assert [(problem.code, problem.values["unit"]) for problem in found] == [
        ("not-reduced", "JP-L-2"), ("base-of-another-nation", "JP-N-3")]


def test_a_unit_of_the_own_nation_in_the_hex_decides_for_a_type_alone() -> None:
    """Sydney is British: of two reduced land units named by type the British one can be rebuilt, so nothing is said of
    the American one."""
    position = board("US-L-1 0912 reduced", "UK-L-1 0912 reduced", rp=rp(0, 2))
    table = play(rebuilding.play, position, allies="rebuild 1 land at Sydney pass")
    assert [event.unit for event in told(table, UnitRebuilt)] == ["UK-L-1"]


def test_chinese_units_are_refused_for_good() -> None:
    position = board("CN-L-1 0404 reduced", "US-L-1 1406 reduced", rp=rp(0, 2))
    (problem,) = problems(rebuilding.play, position, allies="rebuild CN-L-1")
    assert (problem.code, problem.rule, problem.certain) == ("recovers-by-itself", "witp 12.2.k", True)


def test_a_wish_judged_where_nothing_can_be_rebuilt_says_so() -> None:
    position = board("JP-N-3 0606 reduced", rp=rp(3))
    order = written("japan", "rebuild any")[0][1]
    verdict = rebuilding.judge(position, "japan", order)
    assert verdict == (illegal("nothing-to-rebuild", "witp 10.6.a", order.statement.span, rp=3),)


def test_a_source_without_a_base_belongs_to_its_nation() -> None:
    """On a map that an owner has put right so that Ominato is a source and no port."""
    files = read()
    files["map"]["hexes"]["0903"] |= {"site": "none", "owner": None}
    position = replace(board("JP-N-1 0903 reduced", "US-A-1 0903 reduced", rp=rp(1, 1)), data=build(files))
    assert rebuilding.rebuild_problem(position, position.units["JP-N-1"]) is None
    problem = rebuilding.rebuild_problem(position, position.units["US-A-1"])
    assert problem == illegal("base-of-another-nation", "witp 10.6.e", unit="US-A-1", place="0903",
                              owner="japan")
