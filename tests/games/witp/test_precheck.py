"""What is refused before its moment has come: only what nobody's act and no die can change."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.orders import kinds
from witp_pbem.games.witp.orders.lexicon import lexicon
from witp_pbem.games.witp.rules.precheck import precheck
from witp_pbem.table import text
from witp_pbem.table.demand import Condition, Order
from witp_pbem.table.phrase import phrase


def prechecked(words: str, *units: str, side: str = "japan", **fields: Any) -> list[str]:
    """The codes of what is wrong for certain; the words at fault are placed."""
    orders_text = text.read(words, lexicon(packaged()))
    assert not orders_text.problems
    problems = []
    for statement in orders_text.statements:
        body = kinds.read(statement, lexicon(packaged()))
        assert isinstance(body, kinds.Written), body
        problems += precheck(board(*units, **fields), side, Order(statement, body))
    assert all(problem.certain and problem.span.line for problem in problems)
    return [problem.code for problem in problems]


class TestCertain:
    @pytest.mark.parametrize(("words", "codes"), [
        ("build 9999", ["no-such-hex"]), ("target 9999 from Kure: 1 naval via 8888", ["no-such-hex", "no-such-hex"]),
        ("lose JP-N-77", ["unknown-unit"]), ("lose US-N-1", ["not-your-unit"]), ("use 1942-77", ["unknown-card"]),
        ("retreat to Leyte, else 9999", ["no-such-hex"]), ("when battle at 9999 lose any end", ["no-such-hex"]),
        ("build Wuhan", ["no-base-icon"]), ("build Wuhan, Chungking", ["no-base-icon"]),
        ("redeploy 1 naval from Kure to Wuhan", ["no-port-there"]),
        ("redeploy 1 naval from Kure to Panama", ["closed-to-japan"]),
        ("redeploy 1 land from Kure to 0706", ["no-base-there"]), ("place JP-N-1 at Truk", ["not-a-source"]),
        ("redeploy 1 air, 1 land from Kure to Truk", ["air-and-land-apart"]),
    ])
    def test_places_units_and_cards(self, words: str, codes: list[str]) -> None:
        units = ("JP-N-1 0804", "JP-A-1 0804", "JP-L-1 0804", "US-N-1 0606")
        assert prechecked(words, *units) == codes

    @pytest.mark.parametrize(("words", "code"), [
        ("target Manila from Truk: 1 air", "air-never-moves"), ("target Truk from Truk: 1 naval", "already-there"),
        ("target 0906 from Truk: 1 naval carrying 1 land", ""), ("target 0906 from Truk: 1 land", "sea-hexside"),
        ("target 1007 from Truk: 1 naval carrying 1 land", "transport-needs-shallows"),
    ])
    def test_movement(self, words: str, code: str) -> None:
        assert prechecked(words, "JP-N-1 0907", "JP-L-1 0907", "JP-A-1 0907") == ([code] if code else [])

    def test_hatched_areas_on_turn_1(self) -> None:
        assert prechecked("target Darwin from 0709: 1 naval", "JP-N-1 0709", turn=1) == ["closed-on-turn-1"]

    @pytest.mark.parametrize(("words", "codes"), [
        ("target Singapore from Kure: 7 carriers", ["too-few-units"]),
        ("target Singapore from Kure: 2 carriers", []), ("target Singapore from Kure: [2 carriers]", []),
        ("target Singapore from Kure: JP-CV-3", ["too-few-units"]),
        ("target Singapore from Kure: all land", ["too-few-units"]),
        ("target Singapore from Kure: 2 carriers from Kure: 1 carrier", ["too-few-units"]),
        ("target Singapore from Kure: 2 carriers from Truk: 1 carrier", []),
        ("target Singapore from Kure: 1 naval carrying 1 land", ["too-few-units"]),
        ("target Singapore from Truk: 1 naval carrying 2 land", ["too-few-ships"]),
        ("target Singapore from Truk: 1 carrier carrying 1 land", ["too-few-ships"]),
        ("target Singapore from Truk: 2 fleet carrying 2 land", []),
        ("target Singapore from Truk: all fleet carrying 2 land", []),
        ("redeploy 3 carriers from Kure to Truk", []), ("redeploy 7 carriers from Kure to Truk", ["too-few-units"]),
    ])
    def test_units_that_cannot_be_there_in_time(self, words: str, codes: list[str]) -> None:
        units = ("JP-CV-1 0804", "JP-CV-2 0804 reduced", "JP-N-1 0804", "JP-CV-3 0907", "JP-N-2 0907", "JP-N-3 0907",
                 "JP-L-1 0907", "JP-L-2 0907", "US-L-1 0606")
        assert prechecked(words, *units, step="bases", rp={"japan": 99, "allies": 0}) == codes

    def test_an_order_that_outlasts_the_turn_may_mean_units_that_are_elsewhere(self) -> None:
        position = board("JP-CV-1 0804", "JP-CV-2 0907", "JP-CV-3 0907", step="events")
        for count, codes in ((3, []), (4, ["too-few-units"])):
            order = reading.order(packaged(), f"target Singapore from Kure: {count} carriers")
            lasting = order._replace(until=Condition(phrase("cancelled"), lambda position, acts, side: False))
            assert [problem.code for problem in precheck(position, "japan", lasting)] == codes

    @pytest.mark.parametrize(("words", "codes"), [
        ("target Darwin from Truk: 1 land", ["no-way-by-land"]), ("target Darwin from Truk: 1 naval", []),
        ("target Midway from Truk: 1 naval", [])])
    def test_ways_there_are_none_of_on_the_map(self, words: str, codes: list[str]) -> None:
        units = ("JP-L-1 0907", "JP-N-1 0907", "US-N-1 0908", "US-L-1 0606")
        assert prechecked(words, *units, step="bases", turn=4, rp={"japan": 99, "allies": 0}) == codes

    def test_for_the_allies(self) -> None:
        units = ("US-A-1 0606", "CN-L-1 0505", "US-L-1 0606", "US-N-1 0606")
        for words, code in (("redeploy 1 Chinese land from Wuhan to Sydney", "not-a-chinese-hex"),
                            ("redeploy US-L-1 from Manila to Chungking", "chinese-hex"),
                            ("build Chungking", "chinese-hex"), ("place US-L-1 at Chungking", "not-an-air-unit"),
                            ("target Leyte from Manila: CN-L-1", "too-few-units")):
            assert prechecked(words, *units, side="allies") == ([code] if code else []), words


AT_SEA = board("JP-N-1 0804", "US-N-1 1406", step="movement", rp={"japan": 99, "allies": 99})


def marked(words: str, code: str) -> list[str]:
    """The words at fault in an order that has this problem alone, or several times."""
    problems = list(precheck(AT_SEA, "japan", reading.order(packaged(), words)))
    assert {problem.code for problem in problems} == {code}
    return [words[problem.span.column - 1:problem.span.end_column - 1] for problem in problems]


class TestEveryPlaceAndUnitIsLookedAt:
    """Wherever it stands in the order; a case shows that an order is refused, not which words are at fault."""

    @pytest.mark.parametrize("words", [
        "target 9999 from 9998: 1 naval via 9997 from 9996: 1 naval", "build 9999, 9998", "remove 9999",
        "target Manila from Kure: 2 naval via 9997 leaving 1 naval at 9996", "resolve 9999",
        "use 1942-05 on JP-N-1 at 9999", "choose 1 naval at 9999", "lose 1 naval at 9999",
        "redeploy 1 naval from 9999 to 9998, else 9997 via 9996", "retreat from 9999 to 9998, else 9997",
        "displace air from 9999 to 9998", "place 1 naval at 9999", "rebuild 1 naval at 9999",
        "disband 1 naval at 9999"])
    def test_hexes_off_the_map(self, words: str) -> None:
        assert sorted(marked(words, "no-such-hex")) == sorted(re.findall("99..", words))

    @pytest.mark.parametrize("words", [
        "target Manila from Kure: {}", "target Manila from Kure: 1 naval carrying {}",
        "target Manila from Kure: 2 naval via 0705 leaving {} at 0705", "lose {}", "rebuild {}", "disband {}",
        "redeploy {} from Kure to Truk", "withhold {}", "place {} at Kure"])
    def test_units_of_others_and_of_nobody(self, words: str) -> None:
        assert marked(words.format("JP-N-77"), "unknown-unit") == ["JP-N-77"]
        assert marked(words.format("US-N-1"), "not-your-unit") == ["US-N-1"]

    @pytest.mark.parametrize("words", ["use 1942-05 on US-N-1", "choose US-N-1"])
    def test_a_card_may_strike_the_enemys(self, words: str) -> None:
        assert not list(precheck(AT_SEA, "japan", reading.order(packaged(), words)))

    def test_before_the_sides_are_settled_there_is_nothing_but_bids(self) -> None:
        (problem,) = precheck(AT_SEA, "first", reading.order(packaged(), "pass"))
        assert (problem.code, problem.rule, problem.certain) == ("no-side-yet", "witp 13.2.b", True)


class TestNotCertain:
    @pytest.mark.parametrize("words", [
        "build Manila", "build Truk", "target Manila from Kure: 1 naval", "target Manila from Kure: [1 naval]",
        "redeploy 1 naval from Palau to Manila", "redeploy all from Manila to Truk", "rebuild 1 naval at Manila",
        "lose naval first", "retreat to Manila", "disband 1 land at Truk", "choose US-N-1 at Manila",
        "use 1942-03 on US-N-1", "remove Leyte", "pass", "place all at Kure", "resolve Manila", "withhold air at Palau",
    ])
    def test_what_may_still_come_right(self, words: str) -> None:
        assert prechecked(words, "US-N-1 0606", "JP-N-1 0804", "US-A-1 0606") == []

    def test_points_before_they_are_known(self) -> None:
        words = "target Manila from Kure: 1 naval"
        assert prechecked(words, "JP-N-1 0804", step="events") == []
        assert prechecked(words, "JP-N-1 0804", step="movement") == ["not-enough-points"]

    def test_an_air_zone_may_vanish(self) -> None:
        units = ("JP-N-1 0804", "US-A-1 0606")
        rich = {"japan": 4, "allies": 0}
        assert prechecked("target Manila from Kure: 1 naval", *units, step="movement", rp=rich) == []
