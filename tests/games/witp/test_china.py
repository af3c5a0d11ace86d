"""Section 12.2, rulings R-12, R-54, R-83 to R-88."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, codes, events_of, owed, play, problems
from witp_pbem.games.witp.board.events import (
    AirSentToChungking,
    ChinaSurrendered,
    GarrisonShort,
    Passed,
    StackRedeployed,
    UnitRebuilt,
    UnitRemoved,
)
from witp_pbem.games.witp.rules.chapter_12_special_rules import china

GARRISON = ("JP-L-1 0604", "JP-L-2 0604", "JP-L-3 0603")
CHINESE = ("CN-L-1 0404", "CN-L-2 0504", "CN-L-3 0505")


@pytest.mark.parametrize(("key", "hex_", "rule"), [
    ("CN-L-1", "0504", ""), ("CN-L-1", "0604", "witp 12.2.a"), ("US-L-1", "0505", "witp 12.2.b"),
    ("UK-A-1", "0404", "witp 12.2.b"), ("US-L-1", "0604", ""), ("JP-L-30", "0404", ""),
    ("US-A-1", "0404", ""), ("US-A-1", "0504", "witp 12.2.p")])
def test_who_may_enter_the_three_hexes(key: str, hex_: str, rule: str) -> None:
    position = board("CN-L-1 0404", "US-L-1 0606", "UK-A-1 0205", "US-A-1 0404", chungking_air="US-A-1")
    assert china.barred(position, position.units[key], hex_) == rule


class TestAirForChungking:
    UNITS = ("US-A-1 1406", "US-A-2 1406 reduced", "UK-A-1 0205", "UK-A-2 0205", "US-L-1 1406")

    def test_goes_there_once_in_the_game(self) -> None:
        position = board(*self.UNITS, turn=6)
        table = play(china.start_of_turn, position, allies="place US-A-2 at Chungking", phase="start")
        assert events_of(table, AirSentToChungking) == [AirSentToChungking("witp 12.2.m", "US-A-2", "1406", "0404")]
        assert answers(table) == ["place US-A-2 at Chungking (0404)"]
        assert play(china.start_of_turn, table.position).acts == []

    def test_the_allies_may_wait(self) -> None:
        table = play(china.start_of_turn, board(*self.UNITS, turn=6), allies="Phase: start\npass", phase="start")
        assert events_of(table, Passed) == [Passed("witp 12.2.n", "allies", "chungking-air")]
        assert not table.position.chungking_air

    def test_a_pass_without_heading_is_not_meant_for_it(self) -> None:
        assert owed(china.start_of_turn, board(*self.UNITS, turn=6), allies="pass", phase="start").dues
        play(china.start_of_turn, board(*self.UNITS, turn=6), allies="pass china", phase="start")

    @pytest.mark.parametrize(("units", "fields"), [
        ((), {"turn": 5}), (("JP-L-1 0306",), {"turn": 6}), (("JP-L-1 0404",), {"turn": 6}),
        ((), {"turn": 6, "china_surrendered": True}), ((), {"turn": 9, "chungking_air": "US-A-9"})])
    def test_not_offered(self, units: tuple[str, ...], fields: dict[str, object]) -> None:
        assert play(china.start_of_turn, board(*self.UNITS, *units, **fields)).acts == []  # type: ignore[arg-type]

    def test_contested_rangoon_does_not_bar(self) -> None:
        assert china.may_send_air(board("JP-L-1 0306", "UK-L-1 0306", turn=6, continuing=("0306",)))

    def test_needs_an_air_unit_on_the_map(self) -> None:
        assert play(china.start_of_turn, board("US-A-1 due 8", turn=6)).acts == []

    @pytest.mark.parametrize(("order", "code"), [
        ("place US-L-1 at Chungking", "not-an-air-unit"), ("place US-A-9 at Chungking", "not-on-the-map"),
        ("place 2 british air at Chungking", "one-air-unit"), ("place 1 american air at Chungking", "which-air-unit")])
    def test_orders_refused(self, order: str, code: str) -> None:
        position = board(*self.UNITS, "US-A-9 due 9", turn=6)
        assert codes(china.start_of_turn, position, allies=order, phase="start") == [code]

    def test_equal_air_units_need_no_id(self) -> None:
        table = play(china.start_of_turn, board(*self.UNITS, turn=6), allies="place 1 british air at Chungking")
        assert table.position.chungking_air == "UK-A-1"


class TestEndOfTurn:
    def test_surrender_ends_everything(self) -> None:
        position = board(*GARRISON, "JP-L-4 0404", "CN-L-2 0504 reduced", "CN-L-3 0505", china_duty=True)
        table = play(china.end_of_turn, position, phase="end")
        assert events_of(table, ChinaSurrendered) == [ChinaSurrendered("witp 12.2.e")]
        assert {event.unit for event in events_of(table, UnitRemoved)} == {"CN-L-2", "CN-L-3"}
        assert table.position.china_surrendered
        assert not events_of(table, UnitRebuilt)
        assert play(china.end_of_turn, table.position, phase="end").acts == []

    def test_no_surrender_while_chungking_is_contested(self) -> None:
        position = board(*GARRISON, "JP-L-4 0404", "CN-L-1 0404", continuing=("0404",), china_fought=True)
        assert not events_of(play(china.end_of_turn, position, phase="end"), ChinaSurrendered)

    def test_neglect_costs_a_land_unit_of_the_allies_choice(self) -> None:
        position = board(*GARRISON, "JP-L-4 0604 reduced", *CHINESE, china_duty=True)
        assert owed(china.end_of_turn, position, phase="end").dues[0].demand.code == "china-penalty"
        table = play(china.end_of_turn, position, allies="choose 1 land at Port Arthur pass china", phase="end")
        assert events_of(table, UnitRemoved) == [UnitRemoved("witp 12.2.h", "JP-L-3", "0603", "china-front")]
        assert not events_of(table, GarrisonShort)

    def test_choice_by_place_takes_a_full_unit(self) -> None:
        position = board(*GARRISON, "JP-L-4 0604 reduced", *CHINESE, china_duty=True)
        table = play(china.end_of_turn, position, allies="choose Shanghai pass china", phase="end")
        assert answers(table)[0] == "choose JP-L-1 at Shanghai (0604)"

    @pytest.mark.parametrize(("order", "code"), [
        ("choose 1 land", "which-place"), ("choose US-L-1 at Shanghai", "not-japanese-land-in-china"),
        ("choose 2 land at Shanghai", "one-land-unit"), ("choose 1 land at Wuhan", "no-japanese-land-there"),
        ("choose JP-L-30 at Truk", "not-japanese-land-in-china")])
    def test_orders_refused(self, order: str, code: str) -> None:
        position = board(*GARRISON, *CHINESE, "US-L-1 1406", china_duty=True)
        assert codes(china.end_of_turn, position, allies=f"Phase: end\n{order}", phase="end") == [code]

    def test_where_the_place_is_open_the_first_unit_that_will_do_is_advised(self) -> None:
        (problem,) = problems(china.end_of_turn, board(*GARRISON, *CHINESE, china_duty=True), phase="end",
                              allies="Phase: end\nchoose 1 land")
        assert reading.advice(problem) == "choose JP-L-1 at Shanghai (0604)"

    @pytest.mark.parametrize("fields", [
        {"turn": 4, "china_duty": True, "china_fought": True}, {"turn": 4, "china_duty": False},
        {"turn": 1, "china_duty": True}])
    def test_no_neglect(self, fields: dict[str, object]) -> None:
        table = play(china.end_of_turn, board(*GARRISON, *CHINESE, **fields),  # type: ignore[arg-type]
                     allies="pass china", phase="end")
        assert not events_of(table, UnitRemoved)

    def test_neglect_without_anybody_in_china(self) -> None:
        table = play(china.end_of_turn, board(*CHINESE, china_duty=True), allies="pass china", phase="end")
        assert not events_of(table, UnitRemoved)

    @pytest.mark.parametrize(("turn", "units", "short"), [
        (3, GARRISON[:2], 2), (3, GARRISON, None), (2, (), None),
        (3, (*GARRISON[:2], "JP-N-1 0604", "JP-L-3 0604 aboard JP-N-1"), 2)])
    def test_garrison(self, turn: int, units: tuple[str, ...], short: int | None) -> None:
        table = play(china.end_of_turn, board(*units, *CHINESE, turn=turn), allies="pass china", phase="end")
        assert events_of(table, GarrisonShort) == ([GarrisonShort("witp 12.2.j", short, 3)] if short else [])
        assert table.position.pending == ({"japan": -3} if short else {})

    def test_recovery_of_all_that_counts_as_chinese(self) -> None:
        position = board(*GARRISON, "CN-L-1 0404 reduced", "CN-L-2 0504 reduced", "JP-L-4 0504", "US-A-1 0404 reduced",
                         "US-A-2 1406 reduced", chungking_air="US-A-1", continuing=("0504",), china_fought=True)
        table = play(china.end_of_turn, position, allies="pass china", phase="end")
        assert [event.unit for event in events_of(table, UnitRebuilt)] == ["CN-L-1", "CN-L-2", "US-A-1"]
        assert table.position.rp == position.rp


class TestChineseRedeployment:
    def test_among_the_three_hexes_until_a_pass(self) -> None:
        position = board(*GARRISON, *CHINESE, "CN-L-4 0404")
        table = play(china.end_of_turn, position, phase="end", allies="""
            redeploy 1 land from Chungking to Peiping
            redeploy all chinese from Wuhan to Peiping
            pass china""")
        assert [(event.units, event.hex, event.counted) for event in events_of(table, StackRedeployed)] == [
            (("CN-L-1",), "0504", False), (("CN-L-3",), "0504", False)]
        assert table.position.stacks == {"japan": 0, "allies": 0}
        assert table.position.redeployed == ()

    def test_each_unit_once(self) -> None:
        orders = "redeploy CN-L-1 from Chungking to Peiping redeploy CN-L-1 from Peiping to Wuhan"
        position = board(*GARRISON, *CHINESE)
        assert codes(china.end_of_turn, position, allies=orders, phase="end") == ["already-redeployed"]

    @pytest.mark.parametrize(("order", "code"), [
        ("redeploy 1 land from Peiping to Chungking", "in-continuing-battle"),
        ("redeploy 1 chinese land from Chungking to Shanghai", "not-a-chinese-hex"),
        ("redeploy US-A-1 from Chungking to Wuhan", "air-stays-in-chungking"),
        ("redeploy 1 british land from Chungking to Wuhan", "not-chinese"),
        ("redeploy 1 land from Chungking to Wuhan", "enemy-holds-hex"),
        ("redeploy 1 land from Chungking to Chungking", "same-hex"),
        ("redeploy 2 land from Chungking to Peiping", "too-few-units")])
    def test_orders_refused(self, order: str, code: str) -> None:
        position = board(*GARRISON, "CN-L-1 0404", "CN-L-2 0504", "JP-L-4 0504", "JP-L-5 0505", "US-A-1 0404",
                         continuing=("0504",), chungking_air="US-A-1", china_fought=True)
        assert codes(china.end_of_turn, position, allies=order, phase="end") == [code]

    def test_into_a_continuing_battle(self) -> None:
        position = board(*GARRISON, "CN-L-1 0404", "CN-L-2 0504", "JP-L-4 0504", continuing=("0504",))
        table = play(china.end_of_turn, position, allies="redeploy 1 land from Chungking to Peiping", phase="end")
        assert table.position.units["CN-L-1"].hex == "0504"
        assert events_of(table, Passed) == [Passed("witp 12.2.l", "allies", "china", True)]

    def test_option_forbids_it_on_turn_1(self) -> None:
        position = board(*CHINESE, turn=1, options={"chinese_no_redeployment_turn_1": True})
        assert play(china.end_of_turn, position, phase="end").acts == []

    def test_choices_are_legal(self) -> None:
        position = board(*GARRISON, *CHINESE, "CN-L-4 0404")
        texts = reading.offered(china.redeployment_choices(position))
        assert len(texts) == 9
        for text in texts[:-1]:
            play(china.end_of_turn, position, allies=f"{text} pass china", phase="end")
