"""What follows at once when land units come, go or die: 8.7, 8.8, 9.7; R-36, R-53, R-54, R-69."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, codes, events_of, owed, play
from witp_pbem.games.witp.board.events import (
    AirDisplaced,
    BaseRemoved,
    ContinuingBattleEnded,
    GameEnded,
    UnitReduced,
    UnitRemoved,
)
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules import consequences
from witp_pbem.games.witp.rules.chapter_03_sequence import victory
from witp_pbem.table.table import Table

settle = consequences.settle


def settled(*units: str, japan: str = "", allies: str = "", **fields: Any) -> Table:
    position = board(*units, japan=fields.pop("japanese_bases", ()), allies=fields.pop("allied_bases", ()), **fields)
    return play(settle, position, japan=japan, allies=allies)


class TestLogisticsBases:
    @pytest.mark.parametrize(("units", "stands"), [
        ([], True), (["JP-L-1 0606"], False), (["JP-L-1 0606 reduced"], False), (["JP-L-1 0606", "US-L-1 0606"], True),
        (["JP-N-1 0606"], True), (["JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1"], True),
        (["JP-L-1 0606", "US-A-1 0606", "US-N-1 0606"], False),
    ])
    def test_one_goes_when_only_enemy_land_units_are_ashore(self, units: list[str], stands: bool) -> None:
        table = settled(*units, allied_bases=["0606"], allies="displace air to Leyte")
        assert (table.position.bases["allies"] == ("0606",)) is stands

    def test_one_in_a_base_that_reverted_stays(self) -> None:
        """R-36: the Japanese have left Manila, and no enemy land unit has come."""
        assert settled(japanese_bases=["0606"]).acts == []

    def test_it_goes_whoever_came_last(self) -> None:
        """R-36: the last defender died while the enemy was ashore already."""
        position = board("JP-L-1 0606", "US-L-1 0606", allies=["0606"])
        assert play(settle, position).acts == []
        alone = replace(position, units={key: unit for key, unit in position.units.items() if key != "US-L-1"})
        assert events_of(play(settle, alone), BaseRemoved) == [BaseRemoved("witp 8.8.b", "allies", "0606", "overrun")]


class TestBaseAir:
    @pytest.mark.parametrize(("units", "flies"), [
        (["US-A-1 0606"], False), (["US-A-1 0606", "JP-L-1 0606"], True), (["US-A-1 0606", "JP-N-1 0606"], False),
        (["US-A-1 0606", "JP-L-1 0606", "US-L-1 0606"], False),
        (["US-A-1 0606", "JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1"], False),
        (["JP-A-1 0606"], True), (["JP-A-1 0606", "JP-L-1 0606"], False), (["JP-A-1 0606", "JP-N-1 0606"], True),
        (["JP-A-1 0805"], False), (["JP-A-1 0605"], False),
    ])
    def test_who_has_to_leave(self, units: list[str], flies: bool) -> None:
        """8.7.e: an enemy land unit and no own one; 8.7.f: the base is the enemy's. Fleets do nothing (8.7.g)."""
        position = board(*units)
        key = units[0].split()[0]
        assert consequences.must_fly(position, position.units[key]) is flies

    def test_it_goes_to_a_base_of_its_side_and_is_reduced(self) -> None:
        table = settled("US-A-1 0606", "JP-L-1 0606", allies="displace air from Manila to Kure, else Leyte")
        assert events_of(table, AirDisplaced) == [AirDisplaced("witp 8.7.a", "US-A-1", "0606", "0607")]
        assert events_of(table, UnitReduced) == [UnitReduced("witp 8.7.b", "US-A-1", "0607", "displaced")]

    def test_one_reduced_already_is_lost(self) -> None:
        table = settled("US-A-1 0606 reduced", "JP-L-1 0606")
        assert events_of(table, UnitRemoved) == [UnitRemoved("witp 8.7.c", "US-A-1", "0606", "displaced")]

    def test_one_without_a_base_near_is_lost(self) -> None:
        table = settled("US-A-1 0606", "JP-L-1 0606", "JP-L-2 0607", "JP-L-3 0407", "JP-L-4 0508", "JP-L-5 0806",
                        "JP-L-6 0807")
        assert events_of(table, UnitRemoved) == [UnitRemoved("witp 8.7.d", "US-A-1", "0606", "displaced")]

    def test_the_only_base_is_taken_without_asking(self) -> None:
        table = settled("US-A-1 0606", "JP-L-1 0606", "JP-L-3 0407", "JP-L-4 0508", "JP-L-5 0806", "JP-L-6 0807")
        assert answers(table) == []
        assert [event.hex for event in events_of(table, AirDisplaced)] == ["0607"]

    @pytest.mark.parametrize(("number", "near"), [
        ("0606", ["0607", "0508"]), ("1406", ["1407", "1205", "1306"]), ("0306", ["0205", "0407"]),
    ])
    def test_havens_are_bases_within_two_hexes_nearest_first(self, number: str, near: list[str]) -> None:
        position = board(f"US-A-1 {number}", f"JP-L-1 {number}")
        havens = consequences.havens(position, position.units["US-A-1"])
        distances = [position.data.map.distance(number, other) for other in havens]
        assert set(near) <= set(havens)
        assert number not in havens
        assert distances == sorted(distances)
        assert max(distances) <= 2

    def test_a_continuing_battle_its_side_controls_is_a_haven_and_chungking_is_none(self) -> None:
        position = board("US-A-1 0606", "US-L-1 0607", "JP-L-2 0607", continuing=("0607",))
        assert "0607" in consequences.havens(position, position.units["US-A-1"])
        position = board("US-A-1 0506")
        assert "0404" not in consequences.havens(position, position.units["US-A-1"])

    def test_the_air_unit_in_chungking_is_destroyed(self) -> None:
        table = settled("US-A-1 0404", "JP-L-1 0404", chungking_air="US-A-1")
        assert events_of(table, UnitRemoved) == [UnitRemoved("witp 12.2.a", "US-A-1", "0404", "displaced")]

    @pytest.mark.parametrize(("order", "hex_"), [
        ("when battle at Manila displace air to Leyte end displace air to Brunei", "0607"),
        ("when battle at Truk displace air to Leyte end displace air to Brunei", "0508"),
        ("displace air from Truk to Leyte displace air from Manila to Brunei", "0508"),
    ])
    def test_an_order_may_be_for_one_battle_or_one_place(self, order: str, hex_: str) -> None:
        table = settled("US-A-1 0606", "JP-L-1 0606", allies=order)
        assert [event.hex for event in events_of(table, AirDisplaced)] == [hex_]

    def test_an_order_for_another_place_and_one_too_far(self) -> None:
        position = board("US-A-1 0606", "JP-L-1 0606")
        assert codes(settle, position, allies="displace air from Leyte to Manila") == []
        (due,) = owed(settle, position, allies="displace air to Sydney").dues
        (problem,) = due.problems
        assert (problem.code, problem.rule) == ("no-flight-there", "witp 8.7.a")
        assert reading.advice(problem) == "displace air from Manila (0606) to Leyte (0607)"
        assert problem.span.column == 17


class TestChains:
    def test_one_air_unit_after_the_other(self) -> None:
        table = settled("US-A-1 0606", "JP-L-1 0606", "US-A-2 0607", "JP-L-2 0607", allies=(
            "displace air from Leyte to Hollandia displace air from Manila to Brunei"))
        assert [(event.unit, event.hex) for event in events_of(table, AirDisplaced)] == [
            ("US-A-1", "0508"), ("US-A-2", "0807")]

    def test_bases_go_before_air_units_fly_and_battles_end_before_both(self) -> None:
        """R-53."""
        table = settled("US-A-1 0606", "JP-L-1 0606", continuing=("0606",), allied_bases=["0606"],
                        allies="displace air to Leyte")
        order = [type(event).__name__ for event in table.acts if isinstance(
            event, ContinuingBattleEnded | BaseRemoved | AirDisplaced)]
        assert order == ["ContinuingBattleEnded", "BaseRemoved", "AirDisplaced"]


class TestContinuingBattles:
    @pytest.mark.parametrize(("units", "goes_on"), [
        (["JP-L-1 0606", "US-L-1 0606"], True), (["JP-L-1 0606 reduced", "UK-L-1 0606"], True),
        (["JP-L-1 0606"], False), (["US-L-1 0606", "JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1"], False), ([], False),
    ])
    def test_one_ends_when_a_side_has_nobody_ashore(self, units: list[str], goes_on: bool) -> None:
        table = settled(*units, continuing=("0606",))
        assert (table.position.continuing == ("0606",)) is goes_on


class TestVictory:
    def game(self, position: Position) -> Table:
        def step(table: Table) -> None:
            try:
                settle(table)
            except victory.GameOver:
                return

        return play(step, position)

    def test_the_game_ends_at_once(self) -> None:
        position = board("JP-L-1 0804", "US-L-1 1406")
        position = replace(position, units={key: unit for key, unit in position.units.items() if key != "JP-L-30"})
        assert [(event.winner, event.rule) for event in events_of(self.game(position), GameEnded)] == [
            ("allies", "witp 3.2.b")]

    def test_and_otherwise_goes_on(self) -> None:
        assert self.game(board("JP-L-1 0804")).acts == []
