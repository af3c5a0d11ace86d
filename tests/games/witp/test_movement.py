"""Sections 8.1 to 8.5: impulses, what they cost, and where units may go."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, codes, events_of, owed, play
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.events import AirDisplaced, BaseRemoved, ImpulseMade, Passed, StackMoved, UnitReduced
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.orders import kinds
from witp_pbem.games.witp.rules.chapter_02_components import control
from witp_pbem.games.witp.rules.chapter_04_cards.effects import in_force
from witp_pbem.games.witp.rules.chapter_08_movement import movement
from witp_pbem.games.witp.rules.chapter_08_movement.movement import Impulse
from witp_pbem.table.demand import Understood
from witp_pbem.table.problem import Problem
from witp_pbem.table.wording import problem_sentence

RICH = {"japan": 99, "allies": 99}


def sea(*units: str, **fields: Any) -> Position:
    """A position in the movement segment with points to spare."""
    return board(*units, **{"rp": RICH, "step": "movement", **fields})


def judged(position: Position, words: str, side: str = "japan") -> Impulse:
    verdict = movement.judge(position, side, reading.order(packaged(), words))
    assert isinstance(verdict, Understood), verdict
    again = movement.judge(position, side, kinds.read_value(verdict.order))
    assert isinstance(again, Understood), (reading.words(verdict.order), again)
    assert (again.answer, reading.words(again.order)) == (verdict.answer, reading.words(verdict.order))
    impulse = verdict.answer
    assert isinstance(impulse, Impulse)
    return impulse


def refused(position: Position, words: str, side: str = "japan") -> list[Problem]:
    verdict = movement.judge(position, side, reading.order(packaged(), words))
    assert not isinstance(verdict, Understood), reading.words(verdict.order)
    return list(verdict)


def refusal(position: Position, words: str, side: str = "japan") -> tuple[str, str]:
    """The code and the rule of the one problem an order has."""
    (problem,) = refused(position, words, side)
    return problem.code, problem.rule


def at_fault(position: Position, words: str, side: str = "japan") -> str:
    """The words of the order the one problem is placed at."""
    (problem,) = refused(position, words, side)
    return words[problem.span.column - 1:problem.span.end_column - 1]


def changed(position: Position, key: str, **fields: Any) -> Position:
    """The position with a unit changed."""
    return replace(position, units={**position.units, key: position.units[key]._replace(**fields)})


def cost(position: Position, words: str, side: str = "japan") -> tuple[int, int, int, int]:
    """Activation, hexes, air zones, jungle."""
    impulse = judged(position, words, side)
    routes = [stack.route for stack in impulse.stacks]
    hexes, azoc, jungle = (sum(getattr(route, part) for route in routes) for part in ("hexes", "azoc", "jungle"))
    assert impulse.activation + hexes + azoc + jungle == impulse.cost
    return impulse.activation, hexes, azoc, jungle


def path(position: Position, words: str, side: str = "japan") -> tuple[str, ...]:
    return judged(position, words, side).stacks[0].route.path


class TestCosts:
    AIR = ("JP-A-1 0707", "JP-A-2 0507", "US-A-1 0606", "UK-A-1 0407")
    JAPANESE = ("JP-CV-1 0804", "JP-N-1 0804", "JP-L-1 0804", "JP-CV-2 0707", "JP-N-2 0707", "JP-N-3 0605",
                "JP-L-2 0707", "JP-L-3 0605")
    ALLIED = ("US-L-1 0606", "UK-N-1 0407", "UK-L-1 0407", "UK-N-2 0909", "UK-L-2 0909")
    MANILA = sea(*AIR, *JAPANESE, *ALLIED)
    AFTER_THE_JAPANESE = sea(*AIR, *ALLIED, "JP-N-3 0605", "JP-CV-1 0606", "JP-CV-2 0606", "JP-N-1 0606", "JP-N-2 0606")

    @pytest.mark.parametrize(("stack", "parts"), [
        ("from Kure: 1 carrier, 1 naval carrying 1 land", (1, 3, 1, 0)),
        ("from Palau: 1 carrier, 1 naval carrying 1 land", (1, 1, 0, 0)),
        ("from Taiwan: 1 naval carrying 1 land", (1, 1, 0, 0)),
    ])
    def test_of_the_japanese_plan_for_manila(self, stack: str, parts: tuple[int, ...]) -> None:
        assert cost(self.MANILA, f"target Manila {stack}") == parts  # EX-19

    @pytest.mark.parametrize(("stack", "parts"), [
        ("from Singapore: 1 naval carrying 1 land via 0507", (1, 2, 0, 0)),
        ("from Port Moresby: 1 naval carrying 1 land via 0808, 0708, 0607", (1, 4, 2, 0)),
        ("from Port Moresby: 1 naval carrying 1 land via 0808, 0708, 0707", (1, 4, 1, 0)),
    ])
    def test_of_the_allied_answer(self, stack: str, parts: tuple[int, ...]) -> None:
        assert cost(self.AFTER_THE_JAPANESE, f"target Manila {stack}", "allies") == parts  # EX-21, R-44

    def test_a_way_not_spelled_out_is_the_cheapest(self) -> None:
        assert cost(self.AFTER_THE_JAPANESE, "target Manila from Port Moresby: 1 naval", "allies") == (1, 4, 1, 0)

    def test_each_hex_activated_and_each_stack_pays(self) -> None:
        words = "target Manila from Kure: 1 naval from Palau: 1 naval from Palau: 1 carrier"
        assert cost(self.MANILA, words) == (2, 5, 1, 0)

    PEARL = sea("JP-CV-1 0804", "JP-CV-2 0904", "US-A-1 1406", "US-A-2 1205", "US-A-3 1106", turn=1)

    @pytest.mark.parametrize(("origin", "parts"), [("Kure", (1, 8, 1, 0)), ("Yokosuka", (1, 7, 1, 0))])
    def test_of_pearl_harbor(self, origin: str, parts: tuple[int, ...]) -> None:
        way = "1003, 1103, 1203, 1304, 1404, 1405"
        way = f"Yokosuka, {way}" if origin == "Kure" else way
        assert cost(self.PEARL, f"target Pearl Harbor from {origin}: 1 carrier via {way}") == parts  # EX-27
        assert sum(cost(self.PEARL, f"target Pearl Harbor from {origin}: 1 carrier")) == sum(parts)

    def test_many_air_units_over_one_hex_cost_one_point(self) -> None:
        position = sea("JP-N-1 0706", "US-A-1 0606", "US-A-2 0607", "US-A-3 0606")
        assert cost(position, "target 0707 from 0706: 1 naval") == (1, 1, 1, 0)

    def test_an_own_full_air_unit_nullifies_a_reduced_one_does_not(self) -> None:
        units = ("JP-N-1 0706", "US-A-1 0606")
        assert cost(sea(*units, "JP-A-1 0707"), "target 0707 from 0706: 1 naval") == (1, 1, 0, 0)
        assert cost(sea(*units, "JP-A-1 0707 reduced"), "target 0707 from 0706: 1 naval") == (1, 1, 1, 0)
        assert cost(sea("JP-N-1 0706", "US-A-1 0606 reduced"), "target 0707 from 0706: 1 naval") == (1, 1, 0, 0)

    def test_the_hex_of_an_air_unit_may_lie_in_the_zone_of_another(self) -> None:
        position = sea("JP-N-1 0605", "US-A-1 0606", "US-A-2 0607")
        assert cost(position, "target Manila from Taiwan: 1 naval") == (1, 1, 1, 0)

    def test_jungle_costs_only_who_walks(self) -> None:
        units = ("UK-L-1 0306", "UK-N-1 0306")
        assert cost(sea(*units), "target Bangkok from Rangoon: 1 land", "allies") == (1, 1, 0, 1)  # EX-13
        assert cost(sea(*units), "target Bangkok from Rangoon: 1 naval carrying 1 land", "allies") == (1, 1, 0, 0)

    def test_a_card_can_pay_for_activations(self) -> None:
        effect = in_force({"op": "free_activation", "side": "japan", "count": 1}, "1942-01", "japan", 0)
        position = sea("JP-N-1 0804", "JP-N-2 0707", effects=(effect,))
        assert cost(position, "target Manila from Kure: 1 naval from Palau: 1 naval")[0] == 1


class TestWaysBySea:
    def test_through_the_strait_of_malacca(self) -> None:
        position = sea("UK-N-1 0306")
        way = path(position, "target Hainan from Rangoon: 1 naval", "allies")
        assert way == ("0307", "0407", "0507", "0506")  # EX-09
        assert cost(position, "target Hainan from Rangoon: 1 naval", "allies") == (1, 4, 0, 0)

    @pytest.mark.parametrize("target", ["0407", "0507"])
    def test_not_across_the_land_in_a_hex(self, target: str) -> None:
        words = f"target {target} from Rangoon: 1 naval via 0406"
        (problem,) = refused(sea("UK-N-1 0306"), words, "allies")
        assert (problem.code, problem.rule, problem.certain) == ("land-hexside", "witp 8.5.i", True)
        assert "via" in reading.advice(problem)

    def test_a_hex_with_two_seas_is_entered_from_either_side(self) -> None:
        (british,) = judged(sea("UK-N-1 0306"), "target Bangkok from Rangoon: 1 naval", "allies").stacks
        (japanese,) = judged(sea("JP-N-1 0507"), "target Bangkok from Saigon: 1 naval").stacks
        assert (british.route.water, japanese.route.water) == ("west", "east")

    @pytest.mark.parametrize(("water", "free"), [("east", True), ("west", False)])
    def test_fleets_in_its_two_seas_do_not_meet(self, water: str, free: bool) -> None:
        position = changed(sea("UK-N-1 0306", "JP-N-2 0406"), "JP-N-2", water=water)  # EX-10
        words = "target 0307 from Rangoon: 1 naval via 0406"
        if free:
            judged(position, words, "allies")
        else:
            assert refusal(position, words, "allies") == ("held-by-fleet", "witp 8.5.l")

    def test_and_do_not_move_as_one_stack(self) -> None:
        start = sea("JP-N-1 0406", "JP-N-2 0406")
        position = changed(changed(start, "JP-N-1", water="west"), "JP-N-2", water="east")
        assert refusal(position, "target 0307 from Bangkok: 2 naval") == ("two-seas", "witp 8.7.h")
        assert path(position, "target 0507 from Bangkok: JP-N-2") == ("0507",)

    def test_the_fleets_of_each_sea_are_listed(self) -> None:
        start = sea("JP-N-1 0406", "JP-N-2 0406", "JP-N-3 0406")
        position = changed(changed(start, "JP-N-1", water="west"), "JP-N-2", water="east")
        position = changed(position, "JP-N-3", water="east")
        listed = {tuple(choice["stacks"][0]["units"]) for choice in movement.choices(position, "japan")
                  if choice["order"] == "target" and choice["stacks"][0]["origin"] == "0406"}
        assert listed == {("JP-N-1",), ("JP-N-2", "JP-N-3"), ("JP-N-2",)}

    def test_as_many_fleets_as_may_leave_by_house_rule_are_listed(self) -> None:
        fleets = tuple(f"US-N-{number}" for number in range(1, 7))
        position = board(*(f"{fleet} 1908" for fleet in fleets), rp={"japan": 0, "allies": 9},
                         options={"house_rule_a": "yes"})
        listed = {tuple(choice["stacks"][0]["units"]) for choice in movement.choices(position, "allies")
                  if choice["order"] == "target"}
        assert listed == {fleets[:5], fleets[:1]}

    @pytest.mark.parametrize(("units", "words", "code", "rule"), [
        ("JP-N-1 0506", "target Wuhan from Hainan: 1 naval", "fleet-on-land", "witp 2.3.2.c"),
        ("JP-N-1 0908", "target Rabaul from Lae: 1 naval via Port Moresby", "land-hexside", "witp 8.5.i"),
        ("JP-N-1 1808", "target Panama from 1808: 1 naval", "closed-to-japan", "witp 8.5.k"),
        ("JP-N-1 0109", "target South Africa from 0109: 1 naval", "closed-to-japan", "witp 8.5.k"),
    ])
    def test_where_fleets_never_go(self, units: str, words: str, code: str, rule: str) -> None:
        (problem,) = refused(sea(units), words)
        assert (problem.code, problem.rule, problem.certain) == (code, rule, True)

    def test_not_into_a_continuing_battle(self) -> None:
        position = sea("JP-N-1 0707", "JP-L-1 0606", "US-L-1 0606", continuing=("0606",))
        (problem,) = refused(position, "target Manila from Palau: 1 naval")
        assert (problem.code, problem.rule, problem.certain) == ("fleet-into-battle", "witp 8.5.j", False)
        assert path(position, "target Saigon from Palau: 1 naval") == ("0607", "0507")

    def test_through_enemy_bases_land_and_air_units(self) -> None:
        position = sea("JP-N-1 0707", "US-L-1 0606", "US-A-1 0606", "US-A-2 0706 reduced", allies=["0606"])
        assert path(position, "target Saigon from Palau: 1 naval") == ("0606", "0507")


class TestWaysOverland:
    def test_connected_shallows_are_land_and_deep_sea_is_not(self) -> None:
        assert path(sea("JP-L-1 0909"), "target Rabaul from Port Moresby: 1 land") == ("1008",)  # EX-02
        assert path(sea("JP-L-1 0908"), "target Rabaul from Lae: 1 land") == ("0909", "1008")

    def test_not_across_a_sea_hexside(self) -> None:
        position = sea("JP-L-1 0408", "JP-L-2 0407")  # EX-11
        (problem,) = refused(position, "target Brunei from Palembang: 1 land")
        assert (problem.code, problem.rule, problem.certain) == ("sea-hexside", "witp 8.5.d", True)
        assert path(position, "target Saigon from Singapore: 1 land") == ("0406", "0507")
        words = "target Hainan from Singapore: 1 land via Saigon"
        assert refusal(position, words) == ("sea-hexside", "witp 8.5.d")
        assert at_fault(position, words) == "Saigon"

    @pytest.mark.parametrize(("origin", "target"), [("0105", "0104"), ("0707", "0706")])
    def test_not_into_mountains_and_not_into_the_sea(self, origin: str, target: str) -> None:
        position = sea(f"JP-L-1 {origin}")
        assert refusal(position, f"target {target} from {origin}: 1 land") == ("no-land-way", "witp 8.5.c")
        assert at_fault(position, f"target {target} from {origin}: 1 land") == target

    def test_not_through_enemy_land_units_but_up_to_them(self) -> None:
        position = sea("JP-L-1 0507", "UK-L-1 0406")
        assert refusal(position, "target Rangoon from Saigon: 1 land") == ("no-way-by-land", "witp 8.5.d")
        assert refusal(position, "target Rangoon from Saigon: 1 land via Bangkok") == ("enemy-in-the-way", "witp 8.5.f")
        judged(position, "target Bangkok from Saigon: 1 land")

    def test_enemies_aboard_transports_do_not_bar(self) -> None:
        position = sea("JP-L-1 0507", "UK-N-1 0406", "UK-L-1 0406 aboard UK-N-1")
        judged(position, "target Rangoon from Saigon: 1 land via Bangkok")


class TestClosedHexes:
    def test_chinese_hexes(self) -> None:
        position = sea("US-L-1 0506", "CN-L-1 0505", "JP-L-1 0604")
        (problem,) = refused(position, "target Wuhan from Hainan: 1 land", "allies")
        assert (problem.code, problem.rule, problem.certain) == ("chinese-hex", "witp 12.2.b", True)
        assert refusal(position, "target Hainan from Wuhan: 1 land", "allies") == ("chinese-never-move", "witp 12.2.c")
        judged(position, "target Wuhan from Shanghai: 1 land")

    @pytest.mark.parametrize("target", ["Darwin", "Ceylon", "Auckland", "San Francisco", "Dutch Harbor"])
    def test_hatched_areas_on_turn_1(self, target: str) -> None:
        number = next(n for n, hexagon in packaged().map.hexes.items() if hexagon.name == target)
        beside = next(n for n in packaged().map.neighbours(number) if packaged().map[n].terrain == "sea")
        words = f"target {target} from {beside}: 1 naval"
        (problem,) = refused(sea(f"JP-N-1 {beside}", turn=1), words)
        assert (problem.code, problem.rule, problem.certain) == ("closed-on-turn-1", "witp 12.1.d", True)
        judged(sea(f"JP-N-1 {beside}", turn=2), words)

    def test_hawaii_is_open(self) -> None:
        judged(sea("JP-N-1 1405", turn=1), "target Pearl Harbor from 1405: 1 naval")


class TestContainment:
    """8.5.g, h, l; R-46, R-47."""

    def test_at_the_start(self) -> None:
        position = sea("JP-N-1 0606", "JP-N-2 0606", "JP-CV-1 0606", "US-N-1 0606", "US-N-2 0606 reduced")
        assert refusal(position, "target Palau from Manila: all fleet") == ("held-by-fleet", "witp 8.5.g")
        assert at_fault(position, "target Palau from Manila: all fleet") == "Manila"
        judged(position, "target Palau from Manila: 1 carrier, 1 naval")
        judged(position, "target Palau from Manila: 2 naval")

    @pytest.mark.parametrize(("stay", "free"), [
        (["JP-N-2 0606"], True), (["JP-N-2 0606 reduced"], False), ([], False),
    ])
    def test_strength_against_strength(self, stay: list[str], free: bool) -> None:
        position = sea("JP-N-1 0606", *stay, "US-N-1 0606")
        words = "target Palau from Manila: JP-N-1"
        if free:
            judged(position, words)
        else:
            assert refusal(position, words) == ("held-by-fleet", "witp 8.5.g")

    def test_no_task_force_and_no_air_counts(self) -> None:
        position = sea("JP-CV-1 0606", "JP-N-1 0606", "JP-N-2 0606", "JP-A-1 0606", "US-CV-1 0606", "US-N-1 0606",
                       "US-A-1 0606")
        judged(position, "target Palau from Manila: JP-N-2")  # 2 + 1 against 2 + 1
        assert refusal(position, "target Palau from Manila: 2 naval")[0] == "held-by-fleet"  # 2 against 3

    def test_enemies_without_strength_hold_until_one_unit_stays(self) -> None:
        position = sea("JP-N-1 0606", "JP-N-2 0606 reduced", "US-N-1 0606 reduced")
        assert refusal(position, "target Palau from Manila: 2 naval")[0] == "held-by-fleet"
        judged(position, "target Palau from Manila: JP-N-1")

    def test_units_that_have_moved_hold_too(self) -> None:
        position = changed(sea("JP-N-1 0606", "JP-N-2 0606", "US-N-1 0606"), "JP-N-2", moved=True)
        judged(position, "target Palau from Manila: JP-N-1")

    def test_units_the_impulse_took_along_before_do_not_hold(self) -> None:
        position = sea("JP-N-1 0606", "JP-N-2 0606", "US-N-1 0606")
        words = "target Palau from Manila: JP-N-1 from Manila: JP-N-2"
        assert refusal(position, words)[0] == "held-by-fleet"

    PASSAGE = ("JP-N-1 0707", "JP-N-2 0707", "US-N-1 0606")
    WAY = "target Saigon from Palau: 2 naval via Manila"

    def test_in_passing(self) -> None:
        position = sea(*self.PASSAGE)
        assert refusal(position, self.WAY) == ("held-by-fleet", "witp 8.5.l")
        assert at_fault(position, self.WAY) == "Manila"
        stack = judged(position, f"{self.WAY} leaving 1 naval at Manila").stacks[0]
        assert [([unit.id for unit in units], number) for units, number in stack.left] == [(["JP-N-1"], "0606")]
        judged(sea(*self.PASSAGE, "JP-N-3 0606"), self.WAY)

    def test_a_place_named_from_afar_holds_as_well(self) -> None:
        position = sea("JP-N-1 0804", "US-N-1 0606")
        words = "target Brunei from Kure: 1 naval via Manila"
        assert refusal(position, words) == ("held-by-fleet", "witp 8.5.l")
        assert at_fault(position, words) == "Manila"

    def test_a_way_that_is_not_spelled_out_avoids_enemies_that_hold(self) -> None:
        assert path(sea(*self.PASSAGE), "target Hainan from Palau: 2 naval") == ("0607", "0507", "0506")
        assert path(sea("JP-N-1 0707"), "target Hainan from Palau: 1 naval") == ("0606", "0506")

    def test_the_target_may_hold_them(self) -> None:
        judged(sea(*self.PASSAGE), "target Manila from Palau: 2 naval")

    def test_one_stack_may_hold_for_the_next(self) -> None:
        position = sea(*self.PASSAGE, "JP-N-3 0706")
        words = f"{self.WAY} leaving JP-N-1 at Manila from 0706: 1 naval via Manila"
        judged(position, words)
        first, second = words.split(" from 0706")[0], "from 0706: 1 naval via Manila"
        later_first = f"target Saigon {second} {first.removeprefix('target Saigon ')}"
        assert refusal(position, later_first) == ("held-by-fleet", "witp 8.5.l")

    @pytest.mark.parametrize(("words", "code", "fault"), [
        ("leaving 1 naval at Leyte", "left-off-the-way", "Leyte"),
        ("leaving 2 naval at Manila", "nobody-arrives", "from Palau: 2 naval via Manila leaving 2 naval at Manila"),
        ("leaving JP-N-9 at Manila", "unknown-unit", "JP-N-9"),
        ("leaving 1 naval at Palau", "left-off-the-way", "Palau"),
    ])
    def test_who_cannot_be_left(self, words: str, code: str, fault: str) -> None:
        position = sea(*self.PASSAGE, "JP-N-3 0606")
        assert refusal(position, f"{self.WAY} {words}")[0] == code
        assert at_fault(position, f"{self.WAY} {words}") == fault

    def test_units_are_left_only_to_hold_enemies(self) -> None:
        position = sea("JP-N-1 0707", "JP-N-2 0707")
        assert refusal(position, f"{self.WAY} leaving 1 naval at Manila") == ("nothing-to-hold", "witp 8.5.h")

    def test_a_loaded_ship_cannot_be_left(self) -> None:
        position = sea(*self.PASSAGE, "JP-L-1 0707", "JP-L-2 0707")
        words = "target Saigon from Palau: 2 naval carrying 2 land via Manila leaving 1 naval at Manila"
        assert refusal(position, words) == ("loaded-left-behind", "witp 8.5.h")
        one = judged(position, words.replace("2 land", "1 land")).stacks[0]
        assert one.left[0][0][0].id == "JP-N-2", "the empty one"

    def test_two_groups_left_at_one_place(self) -> None:
        position = sea("JP-CV-1 0707", "JP-N-1 0707", "JP-N-2 0707", "US-N-1 0606", "US-N-2 0606")
        words = ("target Saigon from Palau: 1 carrier, 2 naval via Manila leaving JP-N-1 at Manila "
                 "leaving JP-N-2 at Manila")
        table = play(movement.play, position, japan=f"{words} pass", allies="pass")
        assert [(event.units, event.route) for event in events_of(table, StackMoved)] == [
            (("JP-N-1", "JP-N-2"), ("0606",)), (("JP-CV-1",), ("0606", "0507"))]


class TestPins:
    def test_land_units_are_held_by_enemies_ashore_by_land_and_by_sea(self) -> None:
        position = sea("JP-L-1 0606", "JP-N-1 0606", "US-L-1 0606 reduced")
        for words in ("target Leyte from Manila: 1 land", "target Leyte from Manila: 1 naval carrying 1 land"):
            assert refusal(position, words) == ("held-by-land", "witp 8.5.e")
            assert at_fault(position, words) == "Manila"
        judged(position, "target Leyte from Manila: 1 naval")

    def test_not_by_those_aboard(self) -> None:
        judged(sea("JP-L-1 0606", "US-N-1 0606", "US-L-1 0606 aboard US-N-1"), "target Leyte from Manila: 1 land")


class TestWhoMoves:
    def test_once_in_the_phase(self) -> None:
        position = changed(sea("JP-N-1 0707", "JP-N-2 0707", "JP-L-1 0707"), "JP-N-1", moved=True)
        (problem,) = refused(position, "target Manila from Palau: JP-N-1 carrying 1 land")
        assert (problem.code, problem.rule, problem.certain) == ("moved-already", "witp 8.5.a", True)
        assert at_fault(position, "target Manila from Palau: JP-N-1 carrying 1 land") == "JP-N-1"
        assert [unit.id for unit in judged(position, "target Manila from Palau: 1 naval").stacks[0].units] == ["JP-N-2"]
        assert at_fault(position, "target Manila from Palau: 1 land, 2 naval") == "2 naval"

    def test_who_is_still_aboard_has_moved(self) -> None:
        position = changed(sea("JP-N-1 0606", "JP-N-2 0606", "JP-L-1 0606 aboard JP-N-1"), "JP-L-1", moved=True)
        assert refusal(position, "target Palau from Manila: JP-N-2 carrying JP-L-1") == ("moved-already", "witp 8.5.a")

    def test_base_air_never(self) -> None:
        position = sea("JP-A-1 0707")
        assert refusal(position, "target Manila from Palau: 1 air") == ("air-never-moves", "witp 8.0.c")

    def test_nobody_twice_in_one_impulse(self) -> None:
        position = sea("JP-N-1 0707", "JP-N-2 0707")
        assert refusal(position, "target Manila from Palau: JP-N-1 from Palau: JP-N-1")[0] == "unit-named-twice"
        stacks = judged(position, "target Manila from Palau: 1 naval from Palau: all").stacks
        assert [[unit.id for unit in stack.units] for stack in stacks] == [["JP-N-1"], ["JP-N-2"]]

    def test_only_from_a_hex_where_they_are(self) -> None:
        position = sea("JP-N-1 0707")
        assert refusal(position, "target Manila from Kure: 1 naval") == ("too-few-units", "witp 8.2.b")
        assert refusal(position, "target Manila from Kure: JP-N-1") == ("unit-elsewhere", "witp 8.2.b")
        assert refusal(position, "target Manila from 9999: 1 naval") == ("no-such-hex", "witp 2.3.b")
        assert refusal(position, "target 9999 from Palau: 1 naval") == ("no-such-hex", "witp 2.3.b")

    def test_every_unit_gets_there_and_moves(self) -> None:
        position = sea("JP-N-1 0707")
        assert refusal(position, "target Palau from Palau: 1 naval") == ("already-there", "witp 8.2.b")

    def test_all_problems_at_once(self) -> None:
        position = sea("JP-N-1 0707", "JP-A-1 0605", targets={"japan": ("0606",), "allies": ()})
        words = "target Manila from Palau: 3 naval from Taiwan: 1 air from Kure: 1 land"
        assert [problem.code for problem in refused(position, words)] == [
            "target-twice", "too-few-units", "air-never-moves", "too-few-units"]


class TestTransport:
    def test_ships_and_land_units_are_paired_in_the_order_named(self) -> None:
        position = sea("JP-CV-1 0707", "JP-N-1 0707", "JP-N-2 0707", "JP-L-1 0707", "JP-L-2 0707 reduced")
        words = "target Manila from Palau: 1 carrier, JP-N-2, JP-N-1 carrying JP-L-1, JP-L-2"
        assert judged(position, words).stacks[0].aboard == (("JP-L-1", "JP-N-2"), ("JP-L-2", "JP-N-1"))

    def test_a_reduced_ship_carries_a_carrier_does_not(self) -> None:
        position = sea("JP-CV-1 0707", "JP-N-1 0707 reduced", "JP-L-1 0707", "JP-L-2 0707")
        judged(position, "target Manila from Palau: 1 naval carrying 1 land")
        words = "target Manila from Palau: 1 carrier, 1 naval carrying 2 land"
        assert refusal(position, words) == ("too-few-ships", "witp 8.6.b")
        assert at_fault(position, words) == "2 land"

    def test_land_units_carry_nobody(self) -> None:
        position = sea("JP-L-1 0407", "JP-L-2 0407")
        words = "target Bangkok from Singapore: 1 land carrying 1 land"
        assert refusal(position, words) == ("too-few-ships", "witp 8.6.b")

    def test_only_to_shallows(self) -> None:
        position = sea("JP-N-1 0707", "JP-L-1 0707")
        words = "target 0706 from Palau: 1 naval carrying 1 land"
        assert refusal(position, words) == ("transport-needs-shallows", "witp 8.6.1.c")
        assert at_fault(position, words) == "0706"
        judged(position, "target 0706 from Palau: 1 naval")

    def test_both_start_in_the_same_hex(self) -> None:
        position = sea("JP-N-1 0707", "JP-L-1 0605")
        assert refusal(position, "target Manila from Palau: 1 naval carrying 1 land")[0] == "too-few-units"

    def test_land_units_named_with_fleets_are_cargo(self) -> None:
        position = sea("JP-N-1 0707", "JP-L-1 0707")
        assert judged(position, "target Manila from Palau: all").stacks[0].aboard == (("JP-L-1", "JP-N-1"),)


class TestPoints:
    def test_an_impulse_is_paid_in_full_or_not_made(self) -> None:
        position = sea("JP-N-1 0804", "JP-N-2 0707", rp={"japan": 5, "allies": 0})
        words = "target Manila from Kure: 1 naval from Palau: 1 naval"
        (problem,) = refused(position, words)
        assert (problem.code, problem.rule, problem.values["cost"]) == ("not-enough-points", "witp 8.4.c", 6)
        judged(position, "target Manila from Kure: 1 naval")

    def test_a_refusal_spells_the_cost_out(self) -> None:
        position = sea("JP-L-1 0406", "UK-A-1 0205", rp={"japan": 1, "allies": 0})
        (problem,) = refused(position, "target Rangoon from Bangkok: 1 land")
        assert problem_sentence(problem, game().catalogue).endswith(
            "activation 1, Bangkok (0406): 1 for hexes, 1 for air zones, 1 for jungle")

    @pytest.mark.parametrize(("points", "certain"), [(2, True), (3, False), (4, False)])
    def test_it_is_certain_only_where_no_air_unit_matters(self, points: int, certain: bool) -> None:
        position = sea("JP-N-1 0605", "US-A-1 0606", "US-A-2 0607", rp={"japan": points, "allies": 0})
        (problem,) = refused(position, "target Leyte from Taiwan: 1 naval via Manila")  # 1 + 2 hexes + 2 zones
        assert problem.certain is certain

    @pytest.mark.parametrize(("step", "certain"), [("events", False), ("bases", True), ("movement", True)])
    def test_before_the_points_are_known_nothing_is_certain(self, step: str, certain: bool) -> None:
        position = sea("JP-N-1 0605", rp={"japan": 1, "allies": 0}, step=step)
        (problem,) = refused(position, "target Manila from Taiwan: 1 naval")
        assert problem.certain is certain

    def test_a_ruling_may_spend_points_for_an_impulse(self) -> None:
        position = sea("JP-N-1 0707", rp={"japan": 3, "allies": 0})
        words = 'ruling for japan: spend 1 RP as impulse because "Guadalcanal"'
        impulse = judged(position, words)
        assert (impulse.cost, impulse.ruled) == (1, "Guadalcanal")
        assert refusal(position, words.replace("1", "4")) == ("not-enough-points", "witp 8.4.c")


class TestTargets:
    def test_no_hex_twice_in_a_turn_by_the_same_side(self) -> None:
        position = sea("JP-N-1 0707", "JP-N-2 0605", "US-N-1 0607")
        japan = "target Manila from Palau: 1 naval target Manila from Taiwan: 1 naval"
        (due,) = owed(movement.play, position, japan=japan, allies="target Manila from Leyte: 1 naval").dues
        assert [(problem.code, problem.rule, problem.certain) for problem in due.problems] == [
            ("target-twice", "witp 8.5.b", True)]  # the Allied impulse between them was fine


class TestTheSegment:
    def test_impulses_alternate_and_a_pass_is_final(self) -> None:
        position = sea("JP-N-1 0707", "JP-N-2 0605", "JP-N-3 0804", "US-N-1 0607", "US-N-2 1406")
        table = play(movement.play, position, allies="target 1407 from Pearl Harbor: 1 naval pass", japan=(
            "target 0706 from Palau: 1 naval target Hainan from Taiwan: 1 naval "
            "target Okinawa from Kure: 1 naval pass"))
        assert [getattr(event, "target", "pass") + " " + event.side for event in events_of(table, ImpulseMade)
                + events_of(table, Passed)] == ["0706 japan", "1407 allies", "0506 japan", "0705 japan", "pass allies",
                                                "pass japan"]
        assert answers(table)[3] == "pass"

    def test_more_points_at_the_start_of_the_turn_go_first(self) -> None:
        units = ("JP-N-1 0707", "US-N-1 0607")
        for start, first in (((10, 11), "allies"), ((11, 10), "japan"), ((10, 10), "japan")):
            position = sea(*units, trp_start={"japan": start[0], "allies": start[1]})
            assert owed(movement.play, position).dues[0].demand.side == first

    def test_who_can_do_nothing_passes_without_being_asked(self) -> None:
        position = sea("JP-N-1 0707", "US-N-1 0607", rp={"japan": 1, "allies": 1})
        table = play(movement.play, position)
        assert [(event.side, event.forced) for event in events_of(table, Passed)] == [("japan", True), ("allies", True)]

    def test_the_allies_do_nothing_on_turn_1(self) -> None:
        table = play(movement.play, sea("JP-N-1 0707", "US-N-1 0607", turn=1), japan="pass")
        assert [(event.side, event.forced, event.rule) for event in events_of(table, Passed)] == [
            ("japan", False, "witp 8.1.b"), ("allies", True, "witp 8.1.d")]

    def test_a_pass_for_another_segment_is_kept(self) -> None:
        position = sea("JP-N-1 0707")
        assert owed(movement.play, position, japan="pass fleets pass bases").dues[0].problems == ()

    def test_an_illegal_impulse_does_nothing_and_bars_those_behind_it(self) -> None:
        position = sea("JP-N-1 0707")
        japan = "target Manila from Kure: 1 naval target Manila from Palau: 1 naval pass"
        assert codes(movement.play, position, japan=japan) == ["too-few-units"]


class TestWhatFollows:
    def test_a_march_overruns_what_stands_alone_on_its_way(self) -> None:
        position = sea("JP-L-1 0507", "UK-A-1 0406", "UK-L-1 0205", allies=["0406", "0306"])
        table = play(movement.play, position, allies="displace air from Bangkok to Singapore pass",
                     japan="target Rangoon from Saigon: 1 land via Bangkok pass")
        assert [event.hex for event in events_of(table, BaseRemoved)] == ["0406", "0306"]
        assert [(event.unit, event.hex) for event in events_of(table, AirDisplaced)] == [("UK-A-1", "0407")]
        assert [event.route for event in events_of(table, StackMoved)] == [("0406",), ("0306",)]
        assert [(event.hexes, event.jungle) for event in events_of(table, StackMoved)] == [(0, 0), (2, 2)]

    def test_base_air_left_alone_in_a_captured_base_flies_at_once(self) -> None:
        """8.7.f, also where those who left it stay aboard at their target."""
        position = sea("JP-L-1 0606", "JP-N-1 0606", "JP-A-1 0606", "US-L-1 0607")
        table = play(movement.play, position, allies="pass", japan=(
            "target Leyte from Manila: 1 naval carrying 1 land pass displace air to Palau"))
        assert [(event.unit, event.hex) for event in events_of(table, AirDisplaced)] == [("JP-A-1", "0707")]
        assert [event.unit for event in events_of(table, UnitReduced)] == ["JP-A-1"]
        assert table.position.units["JP-L-1"].aboard == "JP-N-1"

    def test_stacks_of_an_impulse_pay_for_what_they_meet(self) -> None:
        """R-107: Bangkok's zone reaches Singapore, until the first stack drives it out."""
        position = sea("JP-L-1 0507", "JP-N-1 0507", "UK-A-1 0406", "US-A-1 0606")
        march, sail = "from Saigon: 1 land via Bangkok", "from Saigon: 1 naval"
        for first, second, zones, points in ((march, sail, [0, 0, 0], 6), (sail, march, [1, 0, 0], 7)):
            table = play(movement.play, position, japan=f"target Singapore {first} {second} pass",
                         allies="displace air to Rangoon pass")
            assert [event.azoc for event in events_of(table, StackMoved)] == zones
            assert events_of(table, ImpulseMade)[0].cost == points


class TestChoices:
    def test_the_pass_comes_first_then_the_enemy_then_places_and_the_sea(self) -> None:
        position = sea("JP-N-1 0707", "US-A-1 0606", rp={"japan": 4, "allies": 0})
        first, *rest = reading.offered(movement.choices(position, "japan"))
        impulses = [judged(position, words) for words in rest]
        assert first == "pass"
        hostile = [impulse.target for impulse in impulses if control.is_enemy_base(position, "japan", impulse.target)]
        places = [impulse.target for impulse in impulses if position.data.map[impulse.target].name]
        assert [impulse.target for impulse in impulses][:len(hostile)] == hostile
        assert [impulse.target for impulse in impulses][:len(places)] == places
        for group in (impulses[:len(hostile)], impulses[len(hostile):len(places)], impulses[len(places):]):
            costs = [impulse.cost for impulse in group]
            assert costs == sorted(costs)
            assert costs[-1] == 4

    def test_groups_of_a_hex(self) -> None:
        position = sea("JP-CV-1 0707", "JP-N-1 0707", "JP-L-1 0707", "JP-L-2 0707", "JP-A-1 0707")
        to_manila = {words.partition(": ")[2] for words in reading.offered(movement.choices(position, "japan"))
                     if words.startswith("target Manila")}
        assert to_manila == {"JP-CV-1, JP-N-1", "JP-CV-1", "JP-N-1, JP-CV-1 carrying JP-L-1", "JP-N-1 carrying JP-L-1"}


class TestWhatIsLegalInstead:
    """What a refused impulse suggests: accepted as it stands, with its cost as a remark."""

    @staticmethod
    def instead(position: Position, words: str, side: str = "japan") -> str:
        problem = refused(position, words, side)[0]
        legal, _, remark = reading.advice(problem).partition("  # ")
        if legal:
            verdict = movement.judge(position, side, kinds.read_value(problem.instead))
            assert isinstance(verdict, Understood) and remark == f"{verdict.note}, cheapest legal route"
        return legal

    def test_the_cheapest_way_where_the_one_written_is_closed(self) -> None:
        assert self.instead(sea("UK-N-1 0306"), "target 0407 from Rangoon: 1 naval via 0406", "allies") == (
            "target Singapore (0407) from Rangoon (0306): UK-N-1 via Andaman Sea (0307)")

    def test_or_too_dear(self) -> None:
        position = sea("JP-N-1 0707", rp={"japan": 3, "allies": 0})
        words = "target Leyte from Palau: 1 naval via Guam, Saipan, Guam, Palau"
        assert self.instead(position, words) == "target Leyte (0607) from Palau (0707): JP-N-1"

    def test_as_much_as_those_who_hold_the_stack_let_go(self) -> None:
        position = sea("JP-N-1 0707", "JP-N-2 0707", "US-N-1 0707")
        assert self.instead(position, "target Leyte from Palau: 2 naval") == (
            "target Leyte (0607) from Palau (0707): JP-N-1")
        assert refused(position, "target Leyte from Palau: 2 naval")[0].code == "held-by-fleet"

    def test_without_what_cannot_be_carried(self) -> None:
        position = sea("JP-CV-1 0707", "JP-N-1 0707", "JP-L-1 0707", "JP-L-2 0707")
        assert self.instead(position, "target Leyte from Palau: all fleets carrying 2 land") == (
            "target Leyte (0607) from Palau (0707): JP-N-1, JP-CV-1 carrying JP-L-1")

    def test_by_sea_where_there_is_no_way_on_foot(self) -> None:
        position = sea("JP-N-1 0707", "JP-L-1 0707")
        assert self.instead(position, "target Leyte from Palau: 1 land") == (
            "target Leyte (0607) from Palau (0707): JP-N-1 carrying JP-L-1")

    def test_the_stacks_that_can_go(self) -> None:
        position = sea("JP-N-1 0707", "JP-N-2 0605")
        assert self.instead(position, "target Leyte from Palau: 1 naval from Taiwan: 3 naval") == (
            "target Leyte (0607) from Palau (0707): JP-N-1 from Taiwan (0605): JP-N-2 via Manila (0606)")

    def test_somebody_else_to_the_same_target(self) -> None:
        position = sea("JP-N-1 0707")
        assert self.instead(position, "target Leyte from Taiwan: 1 naval") == (
            "target Leyte (0607) from Palau (0707): JP-N-1")

    def test_the_target_in_reach_that_lies_nearest(self) -> None:
        position = sea("JP-N-1 0707", rp={"japan": 2, "allies": 0})
        assert self.instead(position, "target Taiwan from Palau: 1 naval") == (
            "target Manila (0606) from Palau (0707): JP-N-1")

    def test_nothing_where_nothing_can_be_done(self) -> None:
        position = sea("JP-N-1 0707", rp={"japan": 1, "allies": 0})
        assert self.instead(position, "target Leyte from Palau: 1 naval") == ""
        assert self.instead(position, "target 9999 from Palau: 1 naval") == ""


class TestSamples:
    def test_everything_listed_comes_sooner_or_later_and_the_pass_last(self) -> None:
        position = sea("JP-N-1 0707", "JP-L-1 0707", "US-A-1 0606", rp={"japan": 3, "allies": 0})
        first, *listed = movement.choices(position, "japan")
        *drawn, last = movement.sample(position, "japan", Random(1))
        assert first == last == {"order": "pass"}
        assert sorted(drawn, key=str) == sorted(listed, key=str) and drawn != listed
        assert drawn != list(movement.sample(position, "japan", Random(2)))[:-1]
