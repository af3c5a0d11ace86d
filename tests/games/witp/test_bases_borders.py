"""Lists of bases, advice on the nearest legal one, and the words of refusals: chapter 6 to the last detail."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, owed, play, problems, told
from witp_pbem.games.witp.board.events import BaseBuilt, BaseRemoved, Passed
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_06_bases import bases
from witp_pbem.table.problem import Problem

RICH = {"japan": 20, "allies": 20}


def phase(*units: str, **fields: Any) -> Position:
    return board(*units, **{"rp": RICH, "step": "bases", **fields})


def refused(position: Position, order: str, allies: str = "pass") -> list[Problem]:
    return problems(bases.play, position, order, allies, phase="bases")


def short(**fields: Any) -> Position:
    """Japan has three bases and a point for one."""
    return phase(**{"japan": ["0605", "0506", "0705"], "rp": {"japan": 1, "allies": 20}, **fields})


class TestLists:
    def test_two_bases_are_built_in_two_goes(self) -> None:
        table = play(bases.play, phase(), "build Taiwan, Hainan pass", "pass", phase="bases")
        assert [event.hex for event in told(table, BaseBuilt)] == ["0605", "0506"]
        assert answers(table)[0] == "build Taiwan (0605)"

    def test_a_list_of_two_is_done_when_both_stand(self) -> None:
        table = play(bases.play, phase(japan=["0605", "0506"]), "build Taiwan, Hainan pass", "pass", phase="bases")
        assert told(table, BaseBuilt) == []
        assert not any(event.forced for event in told(table, Passed))

    def test_a_list_to_remove_is_done_when_neither_stands(self) -> None:
        table = play(bases.play, phase(japan=["0605", "0506"]), "remove Taiwan, Hainan pass", "pass", phase="bases")
        assert [event.hex for event in told(table, BaseRemoved)] == ["0605", "0506"]

    def test_what_cannot_be_had_of_a_list_is_passed_over_once_the_rest_is_done(self) -> None:
        table = play(bases.play, phase(), "build Taiwan, Manila pass", "pass", phase="bases")
        assert [event.hex for event in told(table, BaseBuilt)] == ["0605"]

    def test_a_list_of_which_nothing_can_be_had_is_refused_base_by_base(self) -> None:
        found = refused(phase(), "build Manila, Davao")
        assert [problem.code for problem in found] == ["base-not-controlled", "base-not-controlled"]
        assert [problem.span.column for problem in found] == [7, 15]

    def test_any_is_no_list_of_own_bases(self) -> None:
        (problem,) = refused(phase(), "build any")
        assert (problem.code, problem.span.line, dict(problem.values)) == ("any-base", 1, {"verb": "build"})


class TestTheNearestLegalBase:
    """Of two as near (Hainan and Taiwan from Manila) the first by number."""

    @pytest.mark.parametrize(("order", "advice"), [
        ("build Manila", "build Hainan (0506)"), ("build 0608", "build Palau (0707)"), ("build 9999", ""),
        ("remove Manila", "remove Truk (0907)"), ("remove 9999", "")])
    def test_is_advised(self, order: str, advice: str) -> None:
        assert reading.advice(refused(phase(japan=["0907", "1107"]), order)[0]) == advice

    def test_without_any_there_is_no_advice(self) -> None:
        (problem,) = refused(phase(), "remove Truk")
        assert (problem.code, reading.advice(problem)) == ("no-own-base", "")


class TestWhatARefusalNames:
    @pytest.mark.parametrize(("order", "code", "values"), [
        ("build Manila", "base-not-controlled", {"place": "0606"}),
        ("build 9999", "no-such-hex", {"hex": "9999"}),
        ("build Truk", "base-stands", {"place": "0907"}),
        ("build Midway", "enemy-base-stands", {"place": "1205"}),
        ("build 0608", "no-base-icon", {"place": "0608"}),
        ("build Saigon", "no-supply-network", {"place": "0507", "limit": 3}),
        ("remove Taiwan", "no-own-base", {"place": "0605"})])
    def test_place_and_limit(self, order: str, code: str, values: dict[str, Any]) -> None:
        problem = refused(phase(japan=["0907"], allies=["1205"]), order)[0]
        assert (problem.code, dict(problem.values)) == (code, values)

    def test_the_base_built_a_moment_ago(self) -> None:
        problem = bases.remove_problem(phase(japan=["0605"]), "japan", "0605", ["0605"])
        assert problem is not None
        assert (problem.code, dict(problem.values)) == ("built-this-phase", {"place": "0605"})

    def test_the_allies_in_china(self) -> None:
        problem = bases.build_problem(phase(), "allies", "0404", [])
        assert problem is not None
        assert (problem.code, dict(problem.values), problem.certain) == ("chinese-hex", {"place": "0404"},
                                                                         True)

    def test_the_seventh_base_of_turn_1(self) -> None:
        problem = bases.build_problem(phase(turn=1), "allies", "1806", ["1"] * 6)
        assert problem is not None
        assert (problem.code, dict(problem.values), problem.certain) == ("six-bases-built", {"limit": 6}, True)

    def test_bases_set_up_by_the_optional_rule(self) -> None:
        position = phase(turn=1, options={"optional_bases": True})
        problem = bases.build_problem(position, "allies", "1806", [])
        assert problem is not None
        assert (problem.code, problem.certain) == ("bases-were-set-up", True)


class TestShortage:
    def test_what_the_opponent_is_asked(self) -> None:
        demand = owed(bases.play, short(), "pass", "pass", phase="bases").dues[0].demand
        assert (demand.side, demand.code, demand.rule) == ("allies", "base-shortage", "witp 6.5.c")
        assert dict(demand.about) == {"count": 2, "bases": ("0506", "0605", "0705"), "short": "japan"}
        assert reading.offered(demand.choices())[0] == "remove Hainan (0506), Taiwan (0605)"

    def test_too_few_and_strangers(self) -> None:
        found = refused(short(), "pass", "pass remove Taiwan, Midway")
        assert [problem.code for problem in found] == ["no-enemy-base"]
        assert dict(found[0].values) == {"place": "1205"}
        assert found[0].span.column == 21
        assert reading.advice(found[0]) == "remove Taiwan (0605), then any"

    def test_too_few(self) -> None:
        (problem,) = refused(short(), "pass", "pass remove Taiwan")
        assert (problem.code, problem.rule, dict(problem.values)) == (
            "wrong-number-of-bases", "witp 6.5.b", {"wanted": 2, "found": 1})
        assert (problem.span.line, reading.advice(problem)) == (1, "remove Taiwan (0605), then any")

    def test_an_order_for_own_bases_is_no_answer(self) -> None:
        stopped = owed(bases.play, short(allies=["1806"]), "pass", "pass remove San Diego", phase="bases")
        assert stopped.dues[0].problems == ()
