"""Sections 10.1 to 10.4: whose order answers what, what is refused and advised, and what is written down."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, owed, play, problems, rolls, told, written
from witp_pbem.games.witp.board.events import BaseRemoved, Passed, StackRedeployed, SubmarinesAttacked, UnitRemoved
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_10_redeployment import redeployment
from witp_pbem.table.demand import Understood
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem

# Two hexes at sea and one enemy port; Palau and Kure are Japanese, Manila is not.
AT_SEA = ("JP-N-1 0706", "JP-CV-1 0706", "JP-N-2 0805", "JP-N-3 0606", "JP-N-4 0804")


def refused(words: str, position: Position, *, fleets: bool = True, side: str = "japan") -> list[Problem]:
    judge = redeployment.judge_fleets if fleets else redeployment.judge_air_and_land
    verdict = judge(position, side, written(side, words)[0][1])
    assert isinstance(verdict, tuple) and not isinstance(verdict, Understood), verdict
    return [problem for problem in verdict if isinstance(problem, Problem)]


def understood(words: str, position: Position, *, fleets: bool = True, side: str = "japan") -> Understood:
    judge = redeployment.judge_fleets if fleets else redeployment.judge_air_and_land
    verdict = judge(position, side, written(side, words)[0][1])
    assert isinstance(verdict, Understood), verdict
    return verdict


class TestHomeward:
    """`redeploy all fleets to Kure, else Palau`: every fleet that lies in no port."""

    def test_every_fleet_outside_a_port_goes_the_lowest_hex_first(self) -> None:
        table = play(redeployment.fleets, board(*AT_SEA), japan="redeploy all fleets to Kure pass fleets")
        assert answers(table) == [
            "redeploy JP-N-3 from Manila (0606) to Kure (0804)", "redeploy JP-CV-1, JP-N-1 from 0706 to Kure (0804)",
            "redeploy JP-N-2 from 0805 to Kure (0804)", "pass fleets"]
        assert not told(table, UnitRemoved)

    def test_only_the_kind_that_is_named(self) -> None:
        table = play(redeployment.fleets, board(*AT_SEA), japan="redeploy all carriers to Kure pass fleets")
        assert answers(table) == ["redeploy JP-CV-1 from 0706 to Kure (0804)", "pass fleets"]

    def test_where_the_first_port_is_closed_the_second_serves(self) -> None:
        table = play(redeployment.fleets, board("JP-N-1 0706"),
                     japan="redeploy all fleets to Manila, else Palau")
        assert answers(table) == ["redeploy JP-N-1 from 0706 to Palau (0707)"]

    def test_where_no_port_will_do_the_first_is_named_as_the_fault(self) -> None:
        (problem,) = problems(redeployment.fleets, board("JP-N-1 0706"),
                              japan="redeploy all fleets to Manila, else 0805")
        assert (problem.code, problem.values["place"]) == ("port-not-controlled", "0606")

    def test_where_every_fleet_is_in_port_it_says_nothing(self) -> None:
        (due,) = owed(redeployment.fleets, board("JP-N-1 0804"), japan="redeploy all fleets to Palau").dues
        assert due.problems == ()

    def test_it_stays_in_force_and_takes_along_what_the_fleets_carry(self) -> None:
        position = board("JP-N-1 0706", "JP-L-1 0706 aboard JP-N-1")
        verdict = understood("redeploy all fleets to Palau", position)
        assert verdict == Understood(redeployment.Stack(("JP-N-1", "JP-L-1"), "0706", "0707"),
                                     {"order": "redeploy", "units": ["JP-N-1"], "origin": "0706", "to": "0707"},
                                     stays=True)

    def test_a_fleet_that_has_redeployed_does_not_go_again(self) -> None:
        position = board("JP-N-1 0706", "JP-N-2 0805", redeployed=("JP-N-1",))
        assert understood("redeploy all fleets to Palau", position).order == {
            "order": "redeploy", "units": ["JP-N-2"], "origin": "0805", "to": "0707"}


class TestFleetRefusals:
    @pytest.mark.parametrize(("words", "code", "suggestion"), [
        ("redeploy 1 naval from Kure to Midway", "no-port-there",
         "redeploy JP-N-4 from Kure (0804) to Marshalls (1107)"),
        ("redeploy 1 naval from Kure to Panama", "closed-to-japan",
         "redeploy JP-N-4 from Kure (0804) to Marshalls (1107)"),
        ("redeploy 1 naval from Kure to Kure", "same-hex", "redeploy JP-N-4 from Kure (0804) to Yokosuka (0904)"),
        ("redeploy 3 naval from Kure to Palau", "too-few-units", "redeploy all fleet from Kure (0804) to Palau (0707)"),
        ("redeploy 1 carrier from Palau to Kure", "too-few-units",
         "redeploy all fleet from Manila (0606) to Kure (0804)"),
        ("redeploy 1 naval from Kure to 9999", "no-such-hex", "")])
    def test_the_legal_order_most_like_it_is_advised(self, words: str, code: str, suggestion: str) -> None:
        found = refused(words, board(*AT_SEA))
        assert (found[0].code, reading.advice(found[0])) == (code, suggestion)
        if suggestion:
            understood(suggestion, board(*AT_SEA))

    @pytest.mark.parametrize(("words", "expected"), [
        ("redeploy 1 naval from Kure to Midway", [("no-port-there", "witp 10.2.b", {"place": "1205"})]),
        ("redeploy 1 naval from Kure to Manila", [("port-not-controlled", "witp 10.2.b", {"place": "0606"})]),
        ("redeploy 1 naval from Kure to Kure", [("same-hex", "", {"place": "0804"})]),
        ("redeploy 1 naval from Kure to 9999", [("no-such-hex", "witp 2.3.b", {"hex": "9999"})]),
        ("redeploy 2 air from Kure to Palau", [("not-a-fleet", "witp 10.2.a", {"wanted": "2 air"}),
                                               ("too-few-units", "witp 10.1.b", None)]),
        ("redeploy JP-N-5, 1 naval from Kure to Palau", [("already-redeployed", "witp 10.1.a", {"unit": "JP-N-5"})]),
        ("redeploy 1 naval, 2 land from 0706 to Palau",
         [("land-not-aboard", "witp 10.2.c", {"wanted": "2 land", "place": "0706", "found": 1})]),
        ("redeploy 1 naval from 0805 to Palau",
         [("which-ships", "", {"wanted": "1 naval", "loaded": ["JP-N-7"]})])])
    def test_every_fault_is_named_with_what_it_speaks_of(self, words: str, expected: list[Any]) -> None:
        position = board("JP-N-4 0804", "JP-N-5 0804", "JP-N-1 0706", "JP-L-1 0706 aboard JP-N-1", "JP-N-6 0805",
                         "JP-N-7 0805", "JP-L-2 0805 aboard JP-N-7", redeployed=("JP-N-5",))
        found = refused(words, position)
        assert [(problem.code, problem.rule) for problem in found] == [(code, rule) for code, rule, _ in expected]
        for problem, (_, _, values) in zip(found, expected, strict=True):
            assert values is None or problem.values == values

    def test_when_the_allowance_is_used_up_the_limit_is_named(self) -> None:
        position = board("JP-N-4 0804", stacks={"japan": 7, "allies": 0})
        assert [(problem.code, problem.rule, problem.values) for problem in refused(
            "redeploy 1 naval from Kure to Palau", position)] == [("no-stacks-left", "witp 10.1.c", {"limit": 7})]

    def test_ships_alike_and_loaded_alike_need_no_name(self) -> None:
        position = board("JP-N-1 0706", "JP-L-1 0706 aboard JP-N-1", "JP-N-2 0706", "JP-L-2 0706 aboard JP-N-2")
        assert understood("redeploy 1 naval from 0706 to Palau", position).answer.units == ("JP-N-1", "JP-L-1")
        mixed = board("JP-N-1 0706", "JP-N-2 0706 reduced", "JP-L-2 0706 aboard JP-N-2")
        assert understood("redeploy 1 naval from 0706 to Palau", mixed).answer.units == ("JP-N-1",)

    def test_every_number_of_ships_in_an_order_is_looked_at(self) -> None:
        position = board("JP-CV-1 0706", "JP-N-1 0706", "JP-N-2 0706", "JP-L-2 0706 aboard JP-N-2")
        assert [problem.code for problem in refused("redeploy JP-CV-1, 1 naval from 0706 to Palau", position)] == [
            "which-ships"]

    def test_ships_that_are_not_there_are_named_with_the_place(self) -> None:
        (problem,) = refused("redeploy 2 naval from Kure to Palau", board("JP-N-4 0804"))
        assert problem.values == {"wanted": "2 naval", "place": "0804", "found": 1}

    def test_an_order_with_a_second_destination_takes_it_where_the_first_is_closed(self) -> None:
        found = understood("redeploy 1 naval from Kure to Manila, else Palau", board("JP-N-1 0804"))
        assert found.order == reading.ordered("redeploy JP-N-1 from Kure (0804) to Palau (0707)")


class TestWhoseOrder:
    @pytest.mark.parametrize("words", ["pass", "pass fleet", "pass fleets", "pass redeployment"])
    def test_a_pass_that_is_meant_for_fleets(self, words: str) -> None:
        table = play(redeployment.fleets, board("JP-N-1 0804"), japan=words)
        assert answers(table) == ["pass fleets"]
        assert told(table, Passed)[0] == Passed("witp 10.2.e", "japan", "fleets", False)

    @pytest.mark.parametrize("words", ["pass", "pass air", "pass land", "pass redeployment", "pass air and land"])
    def test_a_pass_that_is_meant_for_air_and_land(self, words: str) -> None:
        table = play(redeployment.air_and_land, board("JP-A-1 0804"), japan=words, allies="pass")
        assert answers(table) == ["pass air and land"]
        assert Passed("witp 10.3.k", "japan", "air-land", False) in told(table, Passed)

    @pytest.mark.parametrize("words", [
        "pass air", "pass china", "pass rebuilding", "redeploy 1 air from Kure to Palau",
        "redeploy all from Palau to Kure"])
    def test_an_order_that_is_not_about_fleets_is_left_alone(self, words: str) -> None:
        (due,) = owed(redeployment.fleets, board("JP-N-1 0804", "JP-A-1 0804", "JP-L-1 0707"), japan=words).dues
        assert due.problems == ()

    @pytest.mark.parametrize("words", [
        "pass fleets", "pass china", "redeploy 1 naval from Kure to Palau", "redeploy all from Kure to Palau",
        "redeploy all fleets to Palau"])
    def test_an_order_that_is_about_fleets_is_left_alone_later(self, words: str) -> None:
        (due,) = owed(redeployment.air_and_land, board("JP-N-1 0804", "JP-A-1 0804"), japan=words, allies="pass").dues
        assert due.problems == ()

    @pytest.mark.parametrize("step", [redeployment.fleets, redeployment.air_and_land])
    def test_chinese_orders_belong_to_the_end_of_the_turn(self, step: Any) -> None:
        position = board("US-N-1 1406", "US-A-1 1406", "CN-L-1 0404", trp_start={"japan": 1, "allies": 2})
        (due,) = owed(step, position, allies="redeploy all from Chungking to Wuhan").dues
        assert due.problems == ()

    def test_ahead_the_kinds_named_decide_who_judges(self) -> None:
        def ahead(words: str) -> list[str]:
            order = written("japan", words)[0][1]
            verdict = redeployment.judge_ahead(board("JP-N-1 0804", "JP-A-1 0804"), "japan", order)
            if isinstance(verdict, Understood):
                return []
            return [problem.code for problem in verdict]

        assert ahead("redeploy all fleets to Manila") == []
        assert ahead("redeploy all from Kure to Midway") == []
        assert ahead("redeploy 1 naval from Kure to Midway") == ["no-port-there"]
        assert ahead("redeploy JP-N-1 from Kure to Midway") == ["no-port-there"]
        assert ahead("redeploy 1 air from Kure to 0805") == ["no-base-there"]
        assert ahead("redeploy JP-A-1 from Kure to Midway") == ["base-not-friendly"]


class TestAirAndLandRefusals:
    POSITION = ("JP-A-1 0804", "JP-L-1 0804", "JP-A-2 0707 reduced", "JP-L-2 0606", "JP-L-3 0606", "US-L-1 0606")

    @pytest.mark.parametrize(("words", "expected"), [
        ("redeploy 1 air from Kure to Midway", [("base-not-friendly", "witp 10.3.d", False)]),
        ("redeploy 1 air from Kure to 0805", [("no-base-there", "witp 10.3.d", True)]),  # the sea has no base for good
        ("redeploy 1 air from Kure to 0608", [("no-base-there", "witp 10.3.d", False)]),
        ("redeploy 1 air, 1 land from Kure to Palau", [("air-and-land-apart", "witp 10.3.b", True)]),
        ("redeploy all from Kure to Palau", [("air-and-land-apart", "witp 10.3.b", False)]),
        ("redeploy JP-A-1, 1 land from Kure to Midway", [("base-not-friendly", "witp 10.3.d", False),
                                                          ("air-and-land-apart", "witp 10.3.b", True)]),
        ("redeploy 2 air from Kure to Midway", [("base-not-friendly", "witp 10.3.d", False),
                                                ("too-few-units", "witp 10.1.b", False)]),
        ("redeploy 2 land from Manila to Saigon", [("in-continuing-battle", "witp 10.3.c", False),
                                                   ("no-transport-network", "witp 10.3.f", False)]),
        ("redeploy 1 land from Kure to Okinawa via Manila", [("via-is-no-node", "witp 10.3.f", False)])])
    def test_every_fault_is_named(self, words: str, expected: list[tuple[str, str, bool]]) -> None:
        found = refused(words, board(*self.POSITION, continuing=("0606",)), fleets=False)
        assert [(problem.code, problem.rule, problem.certain) for problem in found] == expected

    def test_the_nearest_place_open_to_the_unit_is_advised(self) -> None:
        (problem,) = refused("redeploy 1 air from Kure to Midway", board(*self.POSITION), fleets=False)
        assert reading.advice(problem) == "redeploy JP-A-1 from Kure (0804) to Marshalls (1107)"

    def test_another_way_to_the_same_place_is_advised(self) -> None:
        (problem,) = refused("redeploy 1 land from Kure to Okinawa via Manila", board(*self.POSITION), fleets=False)
        assert reading.advice(problem) == "redeploy JP-L-1 from Kure (0804) to Okinawa (0705)"

    def test_of_all_in_the_hex_what_can_go_together_is_advised(self) -> None:
        (problem,) = refused("redeploy all from Kure to Okinawa", board(*self.POSITION), fleets=False)
        assert reading.advice(problem) == "redeploy all air from Kure (0804) to Okinawa (0705)"

    def test_a_card_that_keeps_air_units_at_home_is_named(self) -> None:
        card = {"op": "forbid", "id": "1943-09/x/0", "card": "1943-09", "side": "allies", "for": "japan",
                "action": "air_redeployment"}
        position = board(*self.POSITION, effects=(card,))
        found = refused("redeploy 1 air from Kure to Okinawa", position, fleets=False)
        assert [(problem.code, problem.rule) for problem in found] == [("card-forbids-air", "witp 4.3.b")]
        assert str(found[0].values["card"]).startswith("1943-09")
        listed = reading.offered(redeployment.air_and_land_choices(position, "japan"))
        assert all(" air " not in text for text in listed[:-1])

    def test_what_may_be_ordered_is_listed_air_first(self) -> None:
        position = board("JP-A-1 0804", "JP-A-2 0804", "JP-L-1 0804", "JP-L-2 0504", "CN-L-1 0504",
                         continuing=("0504",))
        texts = reading.offered(redeployment.air_and_land_choices(position, "japan"))
        assert texts[0].startswith("redeploy all air from Kure (0804) to ")
        assert texts[-1] == "pass air and land"
        kinds = [text.split()[2] for text in texts[:-1]]
        assert kinds == sorted(kinds) and set(kinds) == {"air", "land"}
        assert not [text for text in texts if "from Peiping" in text]

    def test_as_many_leave_a_battle_as_the_card_lets_out(self) -> None:
        card = {"op": "withdraw", "id": "1943-03/japan/0", "card": "1943-03", "side": "japan", "for": "japan",
                "left": 2}
        units = ("JP-L-1 0909", "JP-L-2 0909", "JP-L-3 0909", "JP-L-4 1008", "US-L-1 0909")
        position = board(*units, continuing=("0909",), effects=(card,), japan=("1008",))
        texts = reading.offered(redeployment.air_and_land_choices(position, "japan"))
        assert "redeploy 2 land from Port Moresby (0909) to Rabaul (1008)" in texts
        (problem,) = refused("redeploy 3 land from Port Moresby to Rabaul", position, fleets=False)
        assert (problem.code, problem.rule) == ("too-many-withdraw", "witp 10.3.c")
        assert problem.values == {"place": "0909", "limit": 2, "found": 3}


    def test_when_the_allowance_is_used_up_the_limit_is_named(self) -> None:
        position = board(*self.POSITION, stacks={"japan": 7, "allies": 0})
        assert [(problem.code, problem.values) for problem in refused(
            "redeploy 1 air from Kure to Okinawa", position, fleets=False)] == [("no-stacks-left", {"limit": 7})]

    def test_the_redeployment_of_each_kind_is_told_by_its_rule(self) -> None:
        table = play(redeployment.air_and_land, board("JP-A-1 0804", "JP-L-1 0804"), allies="pass", dice=(6, 6),
                     japan="redeploy 1 air from Kure to Okinawa redeploy 1 land from Kure to Okinawa")
        assert [(event.rule, bool(event.path)) for event in told(table, StackRedeployed)] == [
            ("witp 10.3.e", False), ("witp 10.3.f", True)]

    def test_base_air_out_of_a_battle_uses_up_no_card(self) -> None:
        card = {"op": "withdraw", "id": "1943-03/japan/0", "card": "1943-03", "side": "japan", "for": "japan",
                "left": 2}
        position = board("JP-L-1 0606", "JP-A-1 0606", "US-L-1 0606", continuing=("0606",), effects=(card,))
        table = play(redeployment.air_and_land, position, japan="redeploy 1 air from Manila to Palau pass",
                     allies="pass")
        assert table.position.effects == (card,)


class TestConsequences:
    def test_land_units_that_come_with_their_fleet_end_an_enemy_base_left_alone(self) -> None:
        position = board("JP-N-1 0706", "JP-L-1 0706 aboard JP-N-1", allies=("0707",))
        table = play(redeployment.fleets, position, japan="redeploy 1 naval from 0706 to Palau")
        assert told(table, BaseRemoved) == [BaseRemoved("witp 8.8.b", "allies", "0707", "overrun")]

    def test_land_units_that_redeploy_do_so_too(self) -> None:
        position = board("JP-L-1 0804", allies=("0705",))
        table = play(redeployment.air_and_land, position, japan="redeploy 1 land from Kure to Okinawa", allies="pass",
                     dice=(6, 6))
        assert told(table, BaseRemoved) == [BaseRemoved("witp 8.8.b", "allies", "0705", "overrun")]

    def test_the_sides_units_lost_without_a_port_are_told_ship_by_ship(self) -> None:
        table = play(redeployment.fleets, board("JP-N-1 0706", "JP-L-1 0706 aboard JP-N-1", "US-N-1 0706"),
                     japan="pass", allies="pass")
        assert told(table, UnitRemoved) == [
            UnitRemoved("witp 10.2.f", unit, "0706", "no-port") for unit in ("JP-N-1", "JP-L-1", "US-N-1")]


class TestSubmarineLoss:
    POSITION = ("JP-L-1 0804 reduced", "JP-L-2 0804", "JP-L-3 0804")
    ORDER = "redeploy 3 land from Kure to Okinawa"

    def hit(self, lose: str) -> list[str]:
        table = play(redeployment.air_and_land, board(*self.POSITION), japan=f"{self.ORDER} {lose}", allies="pass",
                     dice=(1, 1))
        return [text for text in answers(table) if text.startswith("lose")]

    @pytest.mark.parametrize(("words", "text"), [
        ("lose any", "lose JP-L-2 at Okinawa (0705)"), ("lose 1 land", "lose JP-L-2 at Okinawa (0705)"),
        ("lose [land]", "lose JP-L-1 at Okinawa (0705)"), ("lose JP-L-3", "lose JP-L-3 at Okinawa (0705)"),
        ("lose naval, then any", ""), ("lose land at Palau", ""),
        ("lose land at Okinawa", "lose JP-L-2 at Okinawa (0705)"),
        ("lose naval, then [land]", "lose JP-L-1 at Okinawa (0705)")])
    def test_whom_an_order_gives_up(self, words: str, text: str) -> None:
        if text:
            assert self.hit(words) == [text]
            return
        (due,) = owed(redeployment.air_and_land, board(*self.POSITION), japan=f"{self.ORDER} {words}", allies="pass",
                      dice=(1, 1)).dues
        assert (due.demand.code, due.problems) == ("submarine-loss", ())

    def test_the_owner_is_asked_full_units_first(self) -> None:
        (due,) = owed(redeployment.air_and_land, board(*self.POSITION), japan=self.ORDER, allies="pass",
                      dice=(1, 1)).dues
        assert reading.offered(due.demand.choices()) == [
            "lose JP-L-2 at Okinawa (0705)", "lose JP-L-3 at Okinawa (0705)", "lose JP-L-1 at Okinawa (0705)"]
        assert due.demand.about == {"place": "0705", "units": ["JP-L-2", "JP-L-3", "JP-L-1"]}

    def test_the_dice_say_against_whom_they_are_rolled(self) -> None:
        table = play(redeployment.air_and_land, board(*self.POSITION), japan=f"{self.ORDER} pass", allies="pass",
                     dice=(6, 6))
        assert [act.label for act in rolls(table)] == [
            phrase("submarines", units=("JP-L-2", "JP-L-3", "JP-L-1"), place="0705")]
        (attack,) = told(table, SubmarinesAttacked)
        assert (attack.low, attack.high, attack.hit) == (2, 3, False)
        assert told(table, StackRedeployed)[0].path[0] == "0804"
