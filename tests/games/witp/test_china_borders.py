"""Section 12.2: whose order answers which decision about China, and what exactly is written down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, codes, owed, play, told, written
from witp_pbem.games.witp.board.events import BaseRemoved, Passed, StackRedeployed, UnitRebuilt, UnitRemoved
from witp_pbem.games.witp.rules.chapter_12_special_rules import china

GARRISON = ("JP-L-1 0604", "JP-L-2 0604", "JP-L-3 0603")
CHINESE = ("CN-L-1 0404", "CN-L-2 0504", "CN-L-3 0505")
AIR = ("US-A-1 1406", "US-A-2 1406 reduced", "UK-A-1 0205")


class TestAirForChungking:
    def test_what_may_be_ordered(self) -> None:
        assert reading.offered(china.air_choices(board(*AIR, "US-L-1 1406", turn=6))) == [
            "pass china", "place US-A-1 at Chungking (0404)", "place US-A-2 at Chungking (0404)",
            "place UK-A-1 at Chungking (0404)"]

    @pytest.mark.parametrize("words", [
        "pass china", "pass chinese", "Phase: start\npass", "Phase: start\npass air", "Phase: start\npass china"])
    def test_a_pass_that_is_meant_for_it(self, words: str) -> None:
        table = play(china.start_of_turn, board(*AIR, turn=6), allies=words, phase="start")
        assert answers(table) == ["pass china"]
        assert told(table, Passed) == [Passed("witp 12.2.n", "allies", "chungking-air")]

    @pytest.mark.parametrize("words", [
        "pass", "pass air", "Phase: start\npass fleets", "place any", "place US-A-1 at Panama", "place all at Panama"])
    def test_an_order_for_something_else_is_left_alone(self, words: str) -> None:
        (due,) = owed(china.start_of_turn, board(*AIR, turn=6), allies=words, phase="start").dues
        assert (due.demand.code, due.problems) == ("chungking-air", ())

    @pytest.mark.parametrize(("words", "rule"), [
        ("place 2 UK air at Chungking", "witp 12.2.m"), ("place US-A-7 at Chungking", "")])
    def test_an_air_unit_there_is_not_is_named_with_the_rule(self, words: str, rule: str) -> None:
        (due,) = owed(china.start_of_turn, board(*AIR, turn=6), allies=words, phase="start").dues
        assert [problem.rule for problem in due.problems] == [rule]


class TestTheUnitTakenOff:
    POSITION = (*GARRISON, *CHINESE, "JP-L-4 0704", "US-N-1 1406")

    @pytest.mark.parametrize("words", ["choose US-N-1", "choose 1 land", "choose 1 naval at Pearl Harbor"])
    def test_an_order_for_a_card_is_left_alone(self, words: str) -> None:
        position = board(*self.POSITION, china_duty=True)
        (due,) = owed(china.end_of_turn, position, allies=words, phase="events").dues
        assert (due.demand.code, due.problems) == ("china-penalty", ())

    @pytest.mark.parametrize(("words", "code"), [
        ("choose JP-L-1, JP-L-4", "not-japanese-land-in-china"), ("choose 3 land at Shanghai", "too-few-units"),
        ("choose JP-L-1, JP-L-2", "one-land-unit"), ("choose 1 land at Peiping", "no-japanese-land-there")])
    def test_one_that_names_a_unit_or_a_place_in_china_is_judged(self, words: str, code: str) -> None:
        position = board(*self.POSITION, china_duty=True)
        (due,) = owed(china.end_of_turn, position, allies=words, phase="end").dues
        assert [(problem.code, problem.rule) for problem in due.problems] == [(code, "witp 12.2.h")]

    def test_whom_the_order_leaves_open_is_written_down(self) -> None:
        position = board("JP-L-1 0604 reduced", "JP-L-2 0603", "JP-L-3 0603", *CHINESE, china_duty=True)
        table = play(china.end_of_turn, position, allies="choose any pass china", phase="end")
        assert answers(table) == ["choose JP-L-2 at Port Arthur (0603)", "pass china"]
        assert told(table, UnitRemoved) == [UnitRemoved("witp 12.2.h", "JP-L-2", "0603", "china-front")]

    def test_a_place_with_several_kinds_of_units_is_asked_for(self) -> None:
        position = board(*GARRISON, *CHINESE, china_duty=True)
        (due,) = owed(china.end_of_turn, position, allies="Phase: end\nchoose 1 land", phase="end").dues
        (problem,) = due.problems
        assert (problem.code, problem.certain) == ("which-place", False)
        assert problem.values["places"] == ["0603", "0604"]
        assert reading.advice(problem) == "choose JP-L-1 at Shanghai (0604)"


class TestEndOfTurn:
    def test_who_goes_with_the_surrender_and_who_recovers_is_told_with_the_reason(self) -> None:
        table = play(china.end_of_turn, board(*GARRISON, "JP-L-4 0404", "CN-L-2 0504"), phase="end")
        assert told(table, UnitRemoved) == [UnitRemoved("witp 12.2.e", "CN-L-2", "0504", "surrender")]
        table = play(china.end_of_turn, board(*GARRISON, "CN-L-2 0504 reduced"), allies="pass china", phase="end")
        assert told(table, UnitRebuilt) == [UnitRebuilt("witp 12.2.k", "CN-L-2", "0504", 0, "recovery")]


class TestChineseRedeployment:
    @pytest.mark.parametrize("words", [
        "pass china", "pass chinese", "Phase: end\npass", "Phase: end\npass land", "Phase: end\npass redeployment"])
    def test_a_pass_that_is_meant_for_it(self, words: str) -> None:
        table = play(china.end_of_turn, board(*GARRISON, *CHINESE), allies=words, phase="end")
        assert answers(table) == ["pass china"]

    @pytest.mark.parametrize("words", [
        "pass", "pass land", "pass redeployment", "Phase: end\npass rebuilding", "redeploy all fleets to Sydney",
        "redeploy 1 US land from Delhi to Calcutta"])
    def test_an_order_for_something_else_is_left_alone(self, words: str) -> None:
        (due,) = owed(china.end_of_turn, board(*GARRISON, *CHINESE), allies=words, phase="end").dues
        assert (due.demand.code, due.problems) == ("china-redeploy", ())

    def test_a_chinese_unit_named_among_others_makes_it_this_redeployment(self) -> None:
        assert codes(china.redeploy, board(*GARRISON, *CHINESE, "US-L-1 0205"), phase="end",
                     allies="redeploy CN-L-1, US-L-1 from Calcutta to Delhi") == [
            "not-chinese", "not-a-chinese-hex", "not-a-chinese-hex"]

    def test_every_fault_of_an_order_is_named(self) -> None:
        position = board(*GARRISON, "CN-L-1 0404", "CN-L-2 0504", "JP-L-4 0504", "JP-L-5 0505", continuing=("0504",))
        assert codes(china.redeploy, position, allies="redeploy 2 land from Peiping to Wuhan", phase="end") == [
            "in-continuing-battle", "enemy-holds-hex", "too-few-units"]

    def test_a_japanese_base_left_alone_falls_to_who_comes(self) -> None:
        position = board(*GARRISON, "CN-L-1 0404", japan=("0505",))
        table = play(china.end_of_turn, position, phase="end",
                     allies="redeploy 1 land from Chungking to Wuhan pass china")
        assert told(table, StackRedeployed)[0].hex == "0505"
        assert told(table, BaseRemoved) == [BaseRemoved("witp 8.8.b", "japan", "0505", "overrun")]


@pytest.mark.parametrize(("judge", "words", "at_fault", "named"), [
    (china.judge_air, "place US-L-9 at Chungking", "US-L-9", {"unit": "US-L-9"}),
    (china.judge_air, "place US-A-9 at Chungking", "US-A-9", {"unit": "US-A-9"}),
    (china.judge_air, "place 2 UK air at Chungking", "2 UK air", {"found": 2}),
    (china.judge_air, "place 1 US air at Chungking", "1 US air", {"wanted": "1 US air", "units": ["US-A-1", "US-A-2"]}),
    (china.judge_penalty, "choose JP-L-30", "JP-L-30", {"unit": "JP-L-30"}),
    (china.judge_penalty, "choose 1 land at Wuhan", "Wuhan", {"place": "0505"}),
    (china.judge_penalty, "choose 2 land at Shanghai", "choose 2 land at Shanghai", {"found": 2}),
    (china.judge_penalty, "choose 1 land", "choose 1 land",
     {"wanted": "1 land", "places": ["0603", "0604"]}),
    (china.judge_redeployment, "redeploy 1 land from Chungking to Shanghai", "Shanghai", {"place": "0604"}),
    (china.judge_redeployment, "redeploy 1 land from Chungking to Chungking", "Chungking",
     {"place": "0404"}),
    (china.judge_redeployment, "redeploy 1 land from Peiping to Chungking", "Peiping", {"place": "0504"}),
    (china.judge_redeployment, "redeploy 1 land from Chungking to 0505", "0505", {"place": "0505"}),
    (china.judge_redeployment, "redeploy UK-A-3 from Chungking to Peiping", "UK-A-3", {"unit": "UK-A-3"}),
    (china.judge_redeployment, "redeploy 1 UK land from Chungking to Peiping", "1 UK land", {"unit": "1 UK land"}),
    (china.judge_redeployment, "redeploy 4 land from Chungking to Peiping", "4 land",
     {"wanted": "4 land", "place": "0404", "found": 1})])
def test_a_refusal_marks_and_names_what_it_speaks_of(judge: Any, words: str, at_fault: str,
                                                     named: dict[str, object]) -> None:
    position = board(*AIR, *GARRISON, "UK-A-2 0205", "UK-A-3 0404", "US-A-9 due 9", "US-L-9 1406", "CN-L-1 0404",
                     "CN-L-2 0504", "JP-L-4 0504", "JP-L-5 0505", continuing=("0504",), chungking_air="UK-A-3")
    if judge == china.judge_air:
        position = replace(position, chungking_air="")
    elif judge == china.judge_penalty:  # nobody of Japan's in the three Chinese hexes
        position = board(*GARRISON, "CN-L-1 0404")
    (problem,) = judge(position, written("allies", words)[0][1])
    assert words[problem.span.column - 1:problem.span.end_column - 1] == at_fault
    assert problem.values == named
