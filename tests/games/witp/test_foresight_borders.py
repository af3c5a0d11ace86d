"""Every place and every unit an order can name is looked at before its moment, and a refusal says which."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.rules.foresight import foresee
from witp_pbem.table.problem import Problem

POSITION = board("JP-N-1 0804", "US-N-1 1406", step="movement", rp={"japan": 99, "allies": 99})


def foreseen(words: str, side: str = "japan") -> list[Problem]:
    return list(foresee(POSITION, side, reading.order(packaged(), words)))


@pytest.mark.parametrize(("words", "columns"), [
    ("target 9999 from 9998: 1 naval via 9997 from 9996: 1 naval", [8, 18, 36, 46]),
    ("target Manila from Kure: 2 naval via 9997 leaving 1 naval at 9996", [38, 62]),
    ("build 9999, 9998", [7, 13]), ("remove 9999", [8]), ("resolve 9999", [9]),
    ("use 1942-05 on JP-N-1 at 9999", [26]), ("choose 1 naval at 9999", [19]), ("lose 1 naval at 9999", [17]),
    ("redeploy 1 naval from 9999 to 9998, else 9997 via 9996", [23, 31, 42, 51]),
    ("retreat from 9999 to 9998, else 9997", [14, 22, 33]), ("retreat to 9999", [12]),
    ("displace air from 9999 to 9998", [19, 27]), ("place 1 naval at 9999", [18]),
    ("rebuild 1 naval at 9999", [20]), ("disband 1 naval at 9999", [20])])
def test_hexes_off_the_map_wherever_they_stand(words: str, columns: list[int]) -> None:
    found = foreseen(words)
    assert sorted(problem.span.column for problem in found) == columns
    for problem in found:
        assert (problem.code, problem.rule, problem.certain) == ("no-such-hex", "witp 2.3.b", True)
        assert dict(problem.values) == {"hex": words[problem.span.column - 1:problem.span.end_column - 1]}


@pytest.mark.parametrize("words", [
    "target Manila from Kure: {}", "target Manila from Kure: 1 naval carrying {}",
    "target Manila from Kure: 2 naval via 0705 leaving {} at 0705", "lose {}", "rebuild {}", "disband {}",
    "redeploy {} from Kure to Truk", "withhold {}", "place {} at Kure"])
@pytest.mark.parametrize(("unit", "code", "rule"), [
    ("JP-N-77", "unknown-unit", ""), ("US-N-1", "not-your-unit", "witp 2.2.1.a")])
def test_units_of_others_and_of_nobody(words: str, unit: str, code: str, rule: str) -> None:
    (problem,) = foreseen(words.format(unit))
    assert (problem.code, problem.rule, problem.certain) == (code, rule, True)
    assert dict(problem.values) == {"unit": unit}
    assert problem.span.column == words.index("{}") + 1


@pytest.mark.parametrize("words", ["use 1942-05 on US-N-1", "choose US-N-1"])
def test_a_card_may_strike_the_enemys(words: str) -> None:
    assert foreseen(words) == []


def test_a_card_there_is_none_of() -> None:
    (problem,) = foreseen("use 1942-77")
    assert (problem.code, dict(problem.values), problem.span.column) == ("unknown-card", {"card": "1942-77"}, 5)
    assert foreseen("use 1942-10") == []


def test_before_the_sides_are_settled_there_is_nothing_but_bids() -> None:
    (problem,) = foreseen("pass", side="first")
    assert (problem.code, problem.rule, problem.certain) == ("no-side-yet", "witp 13.2.b", True)
    assert (dict(problem.values), problem.span.line) == ({"keyword": "pass"}, 1)


@pytest.mark.parametrize(("options", "codes"), [({"support_optional": False}, ["support-not-optional"]), ({}, [])])
def test_base_air_that_has_to_support(options: dict[str, Any], codes: list[str]) -> None:
    position = board("JP-A-1 0605", options=options)
    found = list(foresee(position, "japan", reading.order(packaged(), "withhold JP-A-1")))
    assert [problem.code for problem in found] == codes
    assert all(problem.rule == "witp 9.3.a" and problem.certain and problem.span.line == 1 for problem in found)


@pytest.mark.parametrize(("words", "code"), [
    ("build Wuhan", "no-base-icon"), ("target 0404 from Kure: 1 naval", "fleet-on-land"),
    ("redeploy 1 naval from Kure to Wuhan", "no-port-there"), ("place JP-N-1 at Truk", "not-a-source"),
    ("declare war", "no-war-to-declare")])
def test_each_kind_of_order_has_its_judge(words: str, code: str) -> None:
    found = foreseen(words)
    assert code in [problem.code for problem in found]
    assert all(problem.span.line == 1 for problem in found)
