"""Chapter 6: building, removing and paying for logistics bases."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, codes, events_of, owed, play, problems
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.events import BaseBuilt, BaseRemoved, Passed, UpkeepPaid
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_06_bases import bases
from witp_pbem.table.acts import Answered, Forced
from witp_pbem.table.demand import Understood
from witp_pbem.table.problem import Problem
from witp_pbem.table.table import Table

RICH = {"japan": 20, "allies": 20}


def construction(position: Position, japan: str = "pass", allies: str = "pass") -> Table:
    return play(bases.play, position, japan, allies, phase="bases")


def phase(*units: str, **fields: Any) -> Position:
    return board(*units, **{"rp": RICH, "step": "bases", **fields})


def built(table: Table) -> list[tuple[str, str]]:
    return [(event.side, event.hex) for event in events_of(table, BaseBuilt)]


def refusal(position: Position, number: str, side: str = "japan") -> tuple[str, str] | None:
    problem = bases.build_problem(position, side, number, [])
    return (problem.code, problem.rule) if problem else None


class TestTakingTurns:
    def test_one_base_a_go_until_both_have_passed(self) -> None:
        table = construction(phase(), japan="build Taiwan build Hainan pass",
                             allies="build San Diego build Seattle build Panama pass")
        assert answers(table) == [
            "build Taiwan (0605)", "build San Diego (1806)", "build Hainan (0506)", "build Seattle (1705)", "pass",
            "build Panama (1908)", "pass"]

    def test_a_pass_is_final(self) -> None:
        table = construction(phase(allies=["0205"]), "pass build Taiwan", "remove Calcutta pass")
        assert built(table) == []
        assert [(event.side, event.forced) for event in events_of(table, Passed)] == [
            ("japan", False), ("allies", False)]

    @pytest.mark.parametrize(("start", "first"), [((9, 10), "allies"), ((10, 9), "japan"), ((9, 9), "japan")])
    def test_more_points_go_first(self, start: tuple[int, int], first: str) -> None:
        position = phase(trp_start={"japan": start[0], "allies": start[1]}, allies=["0205"])
        assert owed(bases.play, position).dues[0].demand.side == first

    def test_who_can_do_nothing_passes_without_being_asked(self) -> None:
        position = phase("JP-L-1 1706", "JP-L-2 1908", "JP-L-3 0110")  # no Allied source works
        table = construction(position, "pass", "")
        assert [(event.side, event.forced) for event in events_of(table, Passed)] == [
            ("japan", False), ("allies", True)]

    def test_passes_for_other_segments_are_kept(self) -> None:
        position = phase()
        assert owed(bases.play, position, japan="pass fleets pass movement pass rebuilding").dues
        assert events_of(construction(position, "pass bases"), Passed)[0].side == "japan"

    def test_a_list_is_worked_off_go_by_go_as_far_as_can_be(self) -> None:
        table = construction(phase(), japan="build Taiwan, Manila, Hainan pass", allies="build San Diego pass")
        assert built(table) == [("japan", "0605"), ("allies", "1806"), ("japan", "0506")]

    def test_a_list_drops_nothing_silently(self) -> None:
        table = construction(phase(allies=["0205"]), japan="build Taiwan, Manila, Hainan, Taiwan pass build Palau",
                             allies="build San Diego remove Calcutta, San Diego, Seattle pass")
        undone = {act.side: [(left.values["order"]["places"], left.values.get("problem"), left.values.get("rule"))
                             for left in act.undone]
                  for act in table.acts if isinstance(act, Answered) and act.undone}
        assert undone == {
            "japan": [(("0606",), "base-not-controlled", "witp 6.1.b")],  # what stands behind the pass is sealed
            "allies": [(("1806",), "built-this-phase", "witp 6.4.d"), (("1705",), "no-own-base", "witp 6.4.a")]}

    def test_orders_that_never_answered_stay_sealed_at_a_forced_pass(self) -> None:
        position = phase("JP-L-1 1706", "JP-L-2 1908", "JP-L-3 0110")
        (forced,) = [act for act in construction(position, "pass", "build Midway").acts if isinstance(act, Forced)]
        assert forced.undone == ()

    def test_a_list_of_which_nothing_can_be_built_is_illegal(self) -> None:
        all_problems = problems(bases.play, phase(), japan="build Manila, Leyte pass")
        assert [problem.code for problem in all_problems] == ["base-not-controlled", "base-not-controlled"]

    @pytest.mark.parametrize(("order", "legal"), [
        ("build Saigon", "build Hainan (0506)"),  # no supply line yet
        ("build Manila, Leyte", "build Hainan (0506)"), ("build 0608", "build Palau (0707)"), ("remove Manila", ""),
        ("build 9999", "")])
    def test_what_is_refused_names_the_nearest_base_that_will_do(self, order: str, legal: str) -> None:
        first, *others = problems(bases.play, phase(), japan=order)
        assert reading.advice(first) == legal and not any(reading.advice(problem) for problem in others)
        verdict = bases.judge(phase(), "japan", reading.order(packaged(), legal or "pass"), [])
        assert isinstance(verdict, Understood)

    def test_the_nearest_of_ones_own_bases_is_named_where_one_is_to_go(self) -> None:
        (problem,) = problems(bases.play, phase(japan=["0907", "1107"]), japan="remove Manila")
        assert reading.advice(problem) == "remove Truk (0907)"

    def test_for_a_side_that_is_short_the_rest_of_the_choice_is_left_open(self) -> None:
        position = phase(japan=["0605", "0506", "0705"], rp={"japan": 1, "allies": 20})
        (problem,) = problems(bases.play, position, "pass", "pass remove Taiwan", phase="bases")
        assert reading.advice(problem) == "remove Taiwan (0605), then any"


class TestBuilding:
    @pytest.mark.parametrize(("number", "why"), [
        ("0605", None), ("0805", ("no-base-icon", "witp 6.1.b")), ("0606", ("base-not-controlled", "witp 6.1.b")),
        ("0507", ("no-supply-network", "witp 6.1.c")), ("9999", ("no-such-hex", "witp 2.3.b")),
    ])
    def test_in_a_controlled_base_linked_to_a_source(self, number: str, why: tuple[str, str] | None) -> None:
        assert refusal(phase(), number) == why

    def test_each_base_carries_the_network_on_at_once(self) -> None:
        table = construction(phase(), "build Taiwan build Saigon pass")  # 6.2.d
        assert built(table) == [("japan", "0605"), ("japan", "0507")]
        assert events_of(table, BaseBuilt)[1].line == ("0507", "0506", "0605")

    def test_not_beside_an_own_or_an_enemy_base(self) -> None:
        position = phase("JP-L-1 0806", japan=["0605"], allies=["0806"])
        assert refusal(position, "0605") == ("base-stands", "witp 6.1.a")
        assert refusal(position, "0806") == ("enemy-base-stands", "witp 6.1.a")

    def test_a_captured_base_and_a_contested_one(self) -> None:
        assert refusal(phase("JP-L-1 0806"), "0806") is None
        assert refusal(phase("JP-L-1 0806", "US-L-1 0806"), "0806") == ("base-not-controlled", "witp 6.1.b")

    def test_the_chinese_hexes_are_closed_to_the_other_allies(self) -> None:
        assert refusal(phase(), "0404", "allies") == ("chinese-hex", "witp 12.2.b")

    def test_american_and_british_share_sources_and_bases(self) -> None:
        assert refusal(phase(allies=["1806", "1406"]), "1407", "allies") is None
        assert "0110" in bases.supply_network(phase(), "allies")

    def test_a_lost_source_does_not_work(self) -> None:
        position = phase("US-L-1 0804", "US-L-2 0903", "US-L-3 0904")
        assert refusal(position, "0605") == ("no-supply-network", "witp 6.1.c")


class TestLines:
    """6.3; EX-05, EX-06, R-30."""

    RANGOON = {"japan": ["0605", "0507"]}

    def rangoon(self, *units: str, **fields: Any) -> tuple[str, str] | None:
        return refusal(phase("JP-L-1 0306", *units, **{**self.RANGOON, **fields}), "0306")

    def test_the_ends_may_lie_in_an_enemy_zone(self) -> None:
        assert self.rangoon("UK-A-1 0205") is None

    def test_a_hex_between_may_not(self) -> None:
        assert self.rangoon("UK-A-1 0407") == ("no-supply-network", "witp 6.1.c")

    def test_unless_an_own_full_air_unit_is_there(self) -> None:
        assert self.rangoon("UK-A-1 0407", "JP-A-1 0406") is None
        assert self.rangoon("UK-A-1 0407", "JP-A-1 0406 reduced") is not None

    def test_or_it_is_turn_1_and_japan(self) -> None:
        assert self.rangoon("UK-A-1 0407", turn=1) is None

    @pytest.mark.parametrize("unit", ["UK-L-1 0406", "UK-N-1 0406 reduced", "UK-A-1 0406 reduced"])
    def test_an_enemy_unit_between_bars_it(self, unit: str) -> None:
        assert self.rangoon(unit) is not None

    def test_a_unit_aboard_bars_it_and_a_logistics_base_does_not(self) -> None:
        assert self.rangoon("UK-N-1 0406", "UK-L-1 0406 aboard UK-N-1") is not None
        assert self.rangoon(allies=["0406"]) is None

    def test_enemy_bases_between_bar_it(self) -> None:
        assert refusal(phase("JP-L-1 0807", japan=["0506", "0507"]), "0807") == ("no-supply-network", "witp 6.1.c")
        assert refusal(phase("JP-L-1 0807", japan=["0506", "0507", "0906"]), "0807") is None

    def test_three_hexes_and_no_more(self) -> None:
        assert bases.supply_line(phase(japan=["0906"]), "japan", "0907") == ("0907", "0906")
        assert bases.supply_line(phase(), "japan", "0907") == ("0907", "0906", "0805", "0804")
        assert bases.supply_line(phase(), "japan", "1107") is None

    def test_mountains_bar_it(self) -> None:
        assert "0405" in bases.blocked(phase(), "japan")

    def test_a_base_cut_off_does_not_carry_on(self) -> None:
        position = phase(japan=["0507"])
        assert bases.supply_network(position, "japan") == {"0804", "0903", "0904"}


class TestRemoving:
    def test_an_own_base_not_built_in_this_phase(self) -> None:
        table = construction(phase(japan=["0507"]), "remove Saigon build Taiwan pass")
        assert events_of(table, BaseRemoved) == [BaseRemoved("witp 6.4.a", "japan", "0507", "voluntary")]
        assert codes(bases.play, phase(), japan="build Taiwan remove Taiwan", allies="pass") == ["built-this-phase"]
        assert codes(bases.play, phase(), japan="remove Truk") == ["no-own-base"]

    def test_a_chain_broken_later_does_not_undo_what_was_built(self) -> None:
        table = construction(phase(japan=["0605"]), "build Saigon remove Taiwan pass")
        assert table.position.bases["japan"] == ("0507",)


class TestUpkeep:
    def test_one_point_a_base(self) -> None:
        table = construction(phase(japan=["0605", "0507"], allies=["0205"]), "build Hainan pass")
        assert [(event.side, event.paid, event.rp) for event in events_of(table, UpkeepPaid)] == [
            ("japan", 3, 17), ("allies", 1, 19)]

    def test_bases_beyond_the_points_go_by_the_opponents_choice(self) -> None:
        position = phase(japan=["0605", "0506", "0507"], rp={"japan": 1, "allies": 20})
        table = construction(position, allies="pass remove enemy bases Saigon, Taiwan")
        assert [(event.paid, event.short, event.rp) for event in events_of(table, UpkeepPaid)][0] == (1, 2, 0)
        assert [(event.rule, event.hex) for event in events_of(table, BaseRemoved)] == [
            ("witp 6.5.b", "0507"), ("witp 6.5.b", "0605")]
        assert table.position.bases["japan"] == ("0506",)

    def test_the_opponent_has_to_name_enough_and_real_ones(self) -> None:
        position = phase(japan=["0605", "0506", "0507"], rp={"japan": 1, "allies": 20})
        for words, code in (("Saigon", "wrong-number-of-bases"), ("Saigon, Truk", "no-enemy-base"),
                            ("Saigon, Saigon", "wrong-number-of-bases")):
            assert codes(bases.play, position, japan="pass", allies=f"pass remove {words}") == [code]
        (due,) = owed(bases.play, position, japan="pass", allies="pass").dues
        assert (due.demand.side, due.demand.code, due.demand.about["count"]) == ("allies", "base-shortage", 2)

    def test_without_any_point_all_go_without_asking(self) -> None:
        table = construction(phase(japan=["0605", "0507"], rp={"japan": 0, "allies": 20}))
        assert table.position.bases["japan"] == ()
        assert "base-shortage" not in {act.demand for act in table.acts if isinstance(act, Answered)}
        assert "base-shortage" in {act.demand for act in table.acts if isinstance(act, Forced)}

    def test_an_order_to_remove_own_bases_is_not_taken_for_the_enemys(self) -> None:
        position = phase(japan=["0605", "0507"], allies=["0205"], rp={"japan": 1, "allies": 20})
        table = construction(position, allies="remove Saigon remove Calcutta pass")
        assert [(event.side, event.hex, event.reason) for event in events_of(table, BaseRemoved)] == [
            ("allies", "0205", "voluntary"), ("japan", "0507", "upkeep")]


class TestTurnOne:
    def test_the_allies_build_six_without_points_and_without_upkeep(self) -> None:
        position = phase(turn=1, rp={"japan": 20, "allies": 0}, trp_start={"japan": 20, "allies": 0})
        six = ["San Diego", "Seattle", "San Francisco", "Panama", "Pearl Harbor", "Midway"]
        table = construction(position, allies=" ".join(f"build {place}" for place in six) + " pass")
        assert len(table.position.bases["allies"]) == 6
        upkeep = next(event for event in events_of(table, UpkeepPaid) if event.side == "allies")
        assert (upkeep.rule, upkeep.paid, upkeep.free) == ("witp 6.6.2.b", 0, 6)

    def test_not_a_seventh(self) -> None:
        problem = bases.build_problem(phase(turn=1), "allies", "1806", ["a", "b", "c", "d", "e", "f"])
        assert isinstance(problem, Problem)
        assert (problem.code, problem.rule) == ("six-bases-built", "witp 6.6.2.a")

    def test_with_the_optional_rule_they_pass(self) -> None:
        position = phase(turn=1, allies=["0207", "0509"], options={"optional_bases": True})
        assert refusal(position, "1806", "allies") == ("bases-were-set-up", "witp 6.6.2-opt.c")
        table = construction(position, allies="")
        assert [(event.side, event.forced) for event in events_of(table, Passed)] == [
            ("japan", False), ("allies", True)]

    def test_japanese_zones_count_against_the_allies(self) -> None:
        position = phase("JP-A-1 1406", "JP-L-1 1406", turn=1, allies=["1706"])
        assert "1506" in bases.blocked(position, "allies")
        assert "1506" not in bases.blocked(phase("US-A-1 1406", turn=1), "japan")


class TestChoices:
    def test_every_legal_order_and_the_pass_last(self) -> None:
        texts = reading.offered(bases.choices(phase(japan=["0605"]), "japan", []))
        assert texts[-2:] == ["remove Taiwan (0605)", "pass"]
        assert "build Hainan (0506)" in texts
        assert "build Taiwan (0605)" not in texts
