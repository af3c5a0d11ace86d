"""Chapter 11: what is asked, refused and written down when units arrive."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, owed, play, problems, told, written
from witp_pbem.games.witp.board.events import BaseRemoved, UnitPlaced
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_11_reinforcement import reinforcement
from witp_pbem.table.problem import Problem

ARRIVING = ("US-L-1 due 4", "US-L-2 due 4", "UK-L-1 due 4")


def refused(position: Position, words: str) -> tuple[Problem, ...]:
    """The problems of an Allied order, whether it is asked for or not."""
    verdict = reinforcement.judge(position, "allies", written("allies", words)[0][1])
    assert isinstance(verdict, tuple)
    return tuple(problem for problem in verdict if isinstance(problem, Problem))


def test_the_demand_names_who_can_arrive() -> None:
    (due,) = owed(reinforcement.play, board(*ARRIVING, "JP-L-9 0110", "US-L-3 due 5")).dues
    assert due.demand.about == {"turn": 4, "units": ["US-L-1", "US-L-2"]}  # South Africa is lost to the British unit


def test_several_at_a_source_may_go_together_or_one_by_one() -> None:
    assert reading.offered(reinforcement.choices(board(*ARRIVING), "allies")) == [
        "place all at Panama (1908)", "place US-L-1 at Panama (1908)", "place US-L-2 at Panama (1908)",
        "place all at San Francisco (1706)", "place US-L-1 at San Francisco (1706)",
        "place US-L-2 at San Francisco (1706)", "place all at South Africa (0110)"]


def test_any_sends_everybody_to_the_first_source_open_to_him() -> None:
    table = play(reinforcement.play, board(*ARRIVING), allies="place any", phase="reinforcement")
    assert answers(table) == ["place US-L-1, US-L-2 at Panama (1908)"]
    assert [(event.unit, event.hex) for event in told(table, UnitPlaced)] == [
        ("US-L-1", "1908"), ("US-L-2", "1908"), ("UK-L-1", "0110")]


def test_any_goes_on_until_everybody_has_a_place() -> None:
    position = board("UK-L-1 due 4", "US-L-1 due 4", "UK-L-2 due 4", "US-A-1 due 4")
    table = play(reinforcement.play, position, allies="place any", phase="reinforcement")
    assert answers(table) == ["place UK-L-1, UK-L-2 at South Africa (0110)",
                              "place US-L-1, US-A-1 at Panama (1908)"]


def test_any_passes_over_who_has_lost_his_source() -> None:
    table = play(reinforcement.play, board("UK-L-1 due 4", "US-L-1 due 4", "JP-L-9 0110"), allies="place any",
                 phase="reinforcement")
    assert answers(table) == ["place US-L-1 at Panama (1908)"]


@pytest.mark.parametrize(("words", "code", "suggestion"), [
    ("place US-L-1 at Pearl Harbor", "not-a-source", "place US-L-1 at San Francisco (1706)"),
    ("place 1 american land at Pearl Harbor", "not-a-source", "place US-L-1 at San Francisco (1706)"),
    ("place UK-L-1 at Pearl Harbor", "not-a-source", "place UK-L-1 at South Africa (0110)"),
    ("place US-L-2 at Panama", "source-lost", "place US-L-2 at San Francisco (1706)"),
    ("place all at Pearl Harbor", "not-a-source", "place US-L-1 at San Francisco (1706)"),
    ("place US-L-1, US-A-9 at Pearl Harbor", "not-a-source", "place US-L-1 at San Francisco (1706)"),
    ("place JP-L-8 at Pearl Harbor", "not-a-source", "")])
def test_a_refusal_advises_the_nearest_source_that_will_do(words: str, code: str, suggestion: str) -> None:
    position = board(*ARRIVING, "JP-L-9 1908", "JP-L-8 due 4")
    (problem,) = refused(position, words)
    assert (problem.code, reading.advice(problem)) == (code, suggestion)


@pytest.mark.parametrize(("words", "suggestion"), [
    ("place 2 american land, 1 american air at Pearl Harbor",
     "place 2 american land, 1 american air at San Francisco (1706)"),
    ("place all at Sydney", "place all at South Africa (0110)"), ("place any at Sydney", "")])
def test_before_anybody_arrives_the_order_is_corrected_as_it_stands(words: str, suggestion: str) -> None:
    (problem,) = refused(board("US-L-1 due 7"), words)
    assert reading.advice(problem) == suggestion


def test_nothing_is_advised_to_who_has_lost_his_only_source() -> None:
    (problem,) = refused(board(*ARRIVING, "JP-L-9 0110"), "place UK-L-1 at Sydney")
    assert reading.advice(problem) == ""


@pytest.mark.parametrize(("words", "rule", "at_fault", "values"), [
    ("place US-L-4 at Panama", "witp 11.0.a", "US-L-4", {"unit": "US-L-4", "arrival": 7, "turn": 4}),
    ("place UK-L-1 at Panama", "witp 11.0.a", "UK-L-1", {"unit": "UK-L-1", "place": "1908"}),
    ("place 3 land at Panama", "witp 11.0.a", "3 land", {"wanted": "3 land", "place": "1908", "found": 2}),
    ("place all at Sydney", "witp 11.0.a", "Sydney", {"place": "0912"}),
    ("place all at San Francisco", "witp 11.0.a", "San Francisco", {"place": "1706"}),
    ("place 1 land", "", "place 1 land", {"wanted": "a place", "keyword": "place"})])
def test_a_refusal_marks_and_names_what_it_speaks_of(words: str, rule: str, at_fault: str,
                                                     values: dict[str, object]) -> None:
    (problem,) = refused(board(*ARRIVING, "US-L-4 due 7", "JP-L-9 1706"), words)
    marked = words[problem.span.column - 1:problem.span.end_column - 1]
    assert (problem.rule, marked, problem.values) == (rule, at_fault, values)


def test_every_unit_named_wrongly_is_named_in_the_refusal() -> None:
    position = board(*ARRIVING, "US-L-4 due 7")
    found = problems(reinforcement.play, position, allies="place US-L-4, UK-L-1, US-L-1 at Panama",
                     phase="reinforcement")
    assert [(problem.code, problem.rule) for problem in found] == [
        ("not-arriving-now", "witp 11.0.a"), ("source-of-another-nation", "witp 11.0.a")]


@pytest.mark.parametrize("words", ["place US-A-1 at Chungking"])
def test_an_order_for_chungking_is_left_alone(words: str) -> None:
    (due,) = owed(reinforcement.play, board(*ARRIVING, "US-A-1 1406"), allies=words, phase="reinforcement").dues
    assert due.problems == ()


def test_a_land_unit_that_arrives_ends_an_enemy_base_left_alone_there() -> None:
    table = play(reinforcement.play, board("UK-L-1 due 4", japan=("0110",)))
    assert [event.hex for event in told(table, UnitPlaced)] == ["0110"]
    assert told(table, BaseRemoved) == [BaseRemoved("witp 8.8.b", "japan", "0110", "overrun")]
