"""Section 9.6.3: where losers may go, and a landing thrown back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board, codes, events_of, owed, play
from witp_pbem.games.witp.board.events import (
    AirDisplaced,
    BaseRemoved,
    BattleFought,
    ContinuingBattleEnded,
    Retreated,
    UnitRemoved,
)
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_09_combat import combat, retreat
from witp_pbem.table.table import Table


def fleets_may_go(position: Position, side: str, number: str, there: str, water: str = "") -> bool:
    losers = position.of(side, number, "carrier", "naval")
    units = [*losers, *(land for ship in losers for land in position.cargo(ship.id))]
    return retreat.fleet_may_retreat(position, side, units, number, there, water)


def land_may_go(position: Position, side: str, number: str, there: str) -> bool:
    return retreat.land_may_retreat(position, side, position.ashore(side, number), number, there)


def goes(position: Position, side: str, number: str, order: str = "") -> Table:
    """The fleets, or else the land units, of a side at a hex have lost and retreat."""
    def step(table: Table) -> None:
        losers = table.position.of(side, number, "carrier", "naval")
        if losers:
            retreat.fleets(table, side, number, losers)
        else:
            retreat.land(table, side, number)

    return play(step, position, **{side: order}, phase="operations")


class TestFleets:
    """9.6.3.b-d, R-65."""

    @pytest.mark.parametrize(("there", "others", "free"), [
        ("0605", [], True), ("0707", ["JP-N-9 0707"], True), ("0605", ["US-N-9 0605"], False),
        ("0605", ["US-L-9 0605", "US-A-9 0605"], True), ("0605", ["US-CV-9 0605 reduced"], False),
    ])
    def test_not_to_enemy_fleets(self, there: str, others: list[str], free: bool) -> None:
        assert fleets_may_go(board("JP-N-1 0606", *others), "japan", "0606", there) is free

    @pytest.mark.parametrize(("number", "there"), [("0506", "0505"), ("0908", "0909"), ("0407", "0308")])
    def test_not_over_land(self, number: str, there: str) -> None:
        assert not fleets_may_go(board(f"JP-N-1 {number}"), "japan", number, there)

    def test_not_into_a_continuing_battle(self) -> None:
        position = board("JP-N-1 0707", "JP-L-1 0606", "US-L-1 0606", continuing=("0606",))
        assert not fleets_may_go(position, "japan", "0707", "0606")

    @pytest.mark.parametrize(("side", "nation", "free"), [("japan", "JP", False), ("allies", "US", True)])
    def test_japan_not_to_panama_and_south_africa(self, side: str, nation: str, free: bool) -> None:
        assert fleets_may_go(board(f"{nation}-N-1 1808"), side, "1808", "1908") is free
        assert fleets_may_go(board(f"{nation}-N-1 0109"), side, "0109", "0110") is free

    @pytest.mark.parametrize(("turn", "free"), [(1, False), (2, True)])
    def test_japan_not_to_the_hatched_areas_on_turn_1(self, turn: int, free: bool) -> None:
        assert fleets_may_go(board("JP-N-1 0709", turn=turn), "japan", "0709", "0710") is free

    @pytest.mark.parametrize(("water", "there", "free"), [
        ("west", "0306", True), ("west", "0407", False), ("east", "0407", True), ("east", "0307", False)])
    def test_within_the_same_sea(self, water: str, there: str, free: bool) -> None:
        assert fleets_may_go(board("UK-N-1 0406"), "allies", "0406", there, water) is free

    def test_enemies_in_the_other_sea_do_not_matter(self) -> None:
        position = board("UK-N-1 0306", "JP-N-1 0406")
        for water, free in (("east", True), ("west", False)):
            units = {**position.units, "JP-N-1": position.units["JP-N-1"]._replace(water=water)}
            assert fleets_may_go(replace(position, units=units), "allies", "0306", "0406") is free

    def test_all_go_together_with_their_cargo(self) -> None:
        position = board("JP-CV-1 0606", "JP-N-1 0606 reduced", "JP-L-1 0606 aboard JP-N-1")
        table = goes(position, "japan", "0606", "retreat from Manila to Brunei, else Palau")
        assert events_of(table, Retreated) == [
            Retreated("witp 9.6.3.b", "japan", ("JP-CV-1", "JP-N-1", "JP-L-1"), "0606", "0707")]
        assert table.position.units["JP-L-1"].aboard == "JP-N-1"

    def test_a_retreat_into_a_hex_with_two_seas(self) -> None:
        table = goes(board("UK-N-1 0306"), "allies", "0306", "retreat to Bangkok")
        assert table.position.units["UK-N-1"].water == "west"

    def test_without_a_way_out_all_is_lost(self) -> None:
        ring = [f"US-N-1{number[-1]} {number}" for number in ("0506", "0507", "0605")]
        ring += ["US-N-1 0607", "US-N-2 0706", "US-N-3 0707"]
        table = goes(board("JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1", *ring), "japan", "0606")
        assert [(event.rule, event.unit, event.reason) for event in events_of(table, UnitRemoved)] == [
            ("witp 9.6.3.d", "JP-N-1", "no-retreat"), ("witp 9.6.3.d", "JP-L-1", "no-retreat")]

    def test_the_only_way_out_is_taken_without_asking(self) -> None:
        ring = [f"US-N-1{number[-1]} {number}" for number in ("0506", "0507", "0605")]
        ring += ["US-N-1 0607", "US-N-2 0706"]
        assert events_of(goes(board("JP-N-1 0606", *ring), "japan", "0606"), Retreated)[0].hex == "0707"


class TestLand:
    """9.6.3.f, i; R-65."""

    @pytest.mark.parametrize(("number", "there", "free"), [
        ("0606", "0607", True), ("0606", "0605", False), ("0606", "0706", False), ("0407", "0406", True),
        ("0407", "0507", False), ("0105", "0104", False),
    ])
    def test_only_where_it_could_walk(self, number: str, there: str, free: bool) -> None:
        assert land_may_go(board(f"UK-L-1 {number}"), "allies", number, there) is free

    @pytest.mark.parametrize(("others", "free"), [
        (["US-L-9 0607"], False), (["US-L-9 0607 reduced"], False),
        (["US-N-9 0607", "US-L-9 0607 aboard US-N-9"], True),
        (["US-A-9 0607", "US-N-9 0607"], True),
    ])
    def test_not_to_enemy_land_units_ashore(self, others: list[str], free: bool) -> None:
        assert land_may_go(board("JP-L-1 0606", *others), "japan", "0606", "0607") is free

    @pytest.mark.parametrize(("unit", "number", "there", "free"), [
        ("CN-L-1", "0505", "0404", True), ("CN-L-1", "0505", "0506", False), ("US-L-1", "0506", "0505", False),
        ("JP-L-1", "0506", "0505", True),
    ])
    def test_the_chinese_hexes(self, unit: str, number: str, there: str, free: bool) -> None:
        position = board(f"{unit} {number}")
        assert land_may_go(position, position.units[unit].side, number, there) is free

    @pytest.mark.parametrize(("turn", "free"), [(1, False), (2, True)])
    def test_japan_not_to_the_hatched_areas_on_turn_1(self, turn: int, free: bool) -> None:
        assert land_may_go(board("JP-L-1 0306", turn=turn), "japan", "0306", "0205") is free

    def test_a_lone_enemy_air_unit_and_base_are_overrun(self) -> None:
        position = board("JP-L-1 0606", "US-L-1 0606", "US-A-1 0607", allies=["0607"])
        table = play(lambda table: retreat.land(table, "japan", "0606"), position, allies="displace air to Manila")
        assert [event.hex for event in events_of(table, Retreated)] == ["0607"]
        assert [event.hex for event in events_of(table, BaseRemoved)] == ["0607"]
        assert [event.hex for event in events_of(table, AirDisplaced)] == ["0606"]

    def test_nobody_retreats_from_nobody(self) -> None:
        assert goes(board("JP-L-1 0606"), "japan", "0606").acts == []

    def test_without_a_way_out_all_is_lost_and_the_battle_is_over(self) -> None:
        position = board("JP-L-1 0606", "US-L-1 0606", "US-L-2 0607", continuing=("0606",))
        table = goes(position, "japan", "0606")
        assert [(event.rule, event.unit) for event in events_of(table, UnitRemoved)] == [("witp 9.6.3.f", "JP-L-1")]
        assert events_of(table, ContinuingBattleEnded)


class TestOrders:
    POSITION = board("JP-N-1 0606", "US-N-9 0605")

    @pytest.mark.parametrize(("order", "hex_"), [
        ("retreat to Palau", "0707"), ("retreat Taiwan, else Leyte", "0607"),
        ("retreat from Leyte to Palau retreat 0706", "0706"),
        ("when battle at Leyte retreat Palau end retreat 0706", "0706"), ("retreat to Kure retreat to Palau", "0707"),
    ])
    def test_the_first_place_that_is_open(self, order: str, hex_: str) -> None:
        assert events_of(goes(self.POSITION, "japan", "0606", order), Retreated)[0].hex == hex_

    def test_a_place_that_is_not(self) -> None:
        def step(table: Table) -> None:
            retreat.fleets(table, "japan", "0606", table.position.of("japan", "0606"))

        (due,) = owed(step, self.POSITION, japan="retreat to Taiwan, else Kure").dues
        assert [(problem.code, problem.rule, problem.span.column) for problem in due.problems] == [
            ("no-retreat-there", "witp 9.6.3.b", 12)]
        assert reading.offered(due.demand.choices())[0] == "retreat from Manila (0606) to Hainan (0506)"


class TestThrownBack:
    """9.6.3.g, R-67."""

    def after(self, *land: str, order: str = "", **fields: Any) -> Table:
        ships = [f"JP-N-{n} 0606" for n in range(1, len(land) + 1)]
        aboard = [f"{unit.replace(' ', ' 0606 ', 1) if ' ' in unit else unit + ' 0606'} aboard JP-N-{n}"
                  for n, unit in enumerate(land, 1)]

        def step(table: Table) -> None:
            retreat.re_embark(table, "japan", "0606", [unit.split()[0] for unit in land])

        return play(step, board(*ships, *aboard, **fields), japan=order)

    @pytest.mark.parametrize(("count", "lost"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
    def test_half_of_them_rounded_down_are_destroyed(self, count: int, lost: int) -> None:
        table = self.after(*(f"JP-L-{n}" for n in range(1, count + 1)))
        assert len(events_of(table, UnitRemoved)) == lost
        left = [unit for unit in table.position.at("0606") if unit.kind == "land"]
        assert [(unit.full, bool(unit.aboard)) for unit in left] == [(False, True)] * (count - lost)

    @pytest.mark.parametrize(("order", "gone"), [
        ("lose JP-L-1", "JP-L-1"), ("lose [land]", "JP-L-2"), ("lose any", "JP-L-2"),
        ("lose full land at Manila", "JP-L-1"),
    ])
    def test_the_owner_chooses_reduced_ones_too(self, order: str, gone: str) -> None:
        table = self.after("JP-L-1", "JP-L-2 reduced", order=order)
        assert [event.unit for event in events_of(table, UnitRemoved)] == [gone]

    def test_units_that_are_not_there_are_named(self) -> None:
        def step(table: Table) -> None:
            retreat.re_embark(table, "japan", "0606", ["JP-L-1", "JP-L-2"])

        position = board("JP-N-1 0606", "JP-N-2 0606", "JP-L-1 0606 aboard JP-N-1", "JP-L-2 0606 reduced aboard JP-N-2")
        assert codes(step, position, japan="lose JP-L-7, land at Leyte") == []
        assert codes(step, position, japan="lose JP-L-7") == ["not-there"]


def test_who_retreated_fights_again_where_a_battle_is_still_to_come() -> None:
    """R-65: without them the landing at Leyte would have met nobody but an air unit."""
    attackers = [f"JP-L-{n} 0606" for n in range(1, 5)]
    waiting = ["JP-N-9 0607", "JP-L-9 0607 aboard JP-N-9"]
    position = board(*attackers, *waiting, "US-L-1 0606", "US-L-2 0606", "US-A-1 0607")
    table = play(combat.play, position, dice=[6, 1, 1, 2], japan="resolve Manila lose any", phase="operations",
                 allies="retreat to Leyte lose any")
    battles = [(battle.kind, battle.hex) for battle in events_of(table, BattleFought)]
    assert battles == [("ground", "0606"), ("assault", "0607")]
    assert [event.hex for event in events_of(table, Retreated)] == ["0607"]
