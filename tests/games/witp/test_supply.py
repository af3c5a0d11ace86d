"""Chapter 7: who is in supply, and what becomes of those who are not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.witp.scripted import board, events_of, play
from witp_pbem.games.witp.board.events import SupplyChecked, UnitReduced, UnitRemoved
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_07_supply import supply

SHIPPED = ["0907"]  # a base that feeds the land unit every position has


def position(*units: str, **fields: Any) -> Position:
    return board(*units, **{"japan": SHIPPED, **fields})


def out(situation: Position, nation: str = "") -> list[str]:
    """Units out of supply, of one nation if one is given."""
    return [unit.id for unit in situation.on_map()
            if unit.id.startswith(nation) and not supply.in_supply(situation, unit)]


class TestTheFirstExample:
    """EX-07."""

    UNITS = ("US-A-1 1009", "US-L-1 1309", "US-L-2 1208", "US-A-2 1207", "US-L-3 0909", "JP-A-1 1008", "JP-L-1 1008")

    def test_one_air_unit_is_out(self) -> None:
        situation = position(*self.UNITS, japan=["1008", *SHIPPED], allies=["1110"])
        assert out(situation) == ["US-A-2"]
        table = play(supply.play, situation)
        assert events_of(table, UnitReduced) == [UnitReduced("witp 7.2.a", "US-A-2", "1207", "supply")]
        assert events_of(table, SupplyChecked)[0].out == ("US-A-2",)

    def test_a_reduced_air_unit_nullifies_no_zone(self) -> None:
        units = [unit + " reduced" if unit.startswith("US-A-1") else unit for unit in self.UNITS]
        assert out(position(*units, japan=["1008", *SHIPPED], allies=["1110"])) == ["US-A-2", "US-L-3"]

    def test_a_unit_reduced_already_is_lost(self) -> None:
        table = play(supply.play, position("US-A-2 1207 reduced", allies=["1110"]))
        assert events_of(table, UnitRemoved) == [UnitRemoved("witp 7.2.b", "US-A-2", "1207", "supply")]


class TestTheSecondExample:
    """EX-08: after the plan for Pearl Harbor Japan can keep one base."""

    UNITS = ("JP-L-1 1107", "JP-A-1 0507", "JP-A-2 0506", "JP-L-2 0707")

    def test_at_truk(self) -> None:
        situation = position(*self.UNITS, turn=1, japan=["0907"])
        assert out(situation) == ["JP-A-1", "JP-A-2", "JP-L-2"]  # Guam and Hollandia bar the way to Palau

    def test_at_taiwan(self) -> None:
        situation = position(*self.UNITS, "US-A-1 0606", turn=1, japan=["0605"])
        assert out(situation, "JP") == ["JP-L-30", "JP-L-1"]

    def test_at_taiwan_on_turn_2(self) -> None:
        units = [unit for unit in self.UNITS if unit != "JP-A-2 0506"]
        situation = position(*units, "JP-L-3 0506", "US-A-1 0606", turn=2, japan=["0605"])
        assert out(situation, "JP") == ["JP-L-30", "JP-L-1", "JP-A-1", "JP-L-2"]


class TestLines:
    @pytest.mark.parametrize(("number", "supplied"), [
        ("0907", True), ("1006", True), ("0908", True), ("1107", True), ("0808", True), ("1207", False)])
    def test_in_the_hex_beside_it_and_two_hexes_off(self, number: str, supplied: bool) -> None:
        unit = f"JP-A-1 {number}"
        assert (out(position(unit)) == []) is supplied

    @pytest.mark.parametrize("neighbour", ["1006", "1007"])
    def test_one_good_way_of_two_is_enough(self, neighbour: str) -> None:
        assert out(position("JP-L-1 1107", f"US-N-1 {neighbour}")) == []
        assert out(position("JP-L-1 1107", "US-N-1 1006", "US-N-2 1007 reduced")) == ["JP-L-1"]

    @pytest.mark.parametrize(("air", "supplied"), [("US-A-1 1205", True), ("US-A-1 1106", False)])
    def test_enemy_zones_between_bar_it(self, air: str, supplied: bool) -> None:
        assert (out(position("JP-L-1 1107", air, "US-N-9 1007"), "JP") == []) is supplied

    def test_the_ends_do_not_matter(self) -> None:
        assert out(position("JP-L-1 1006", "US-A-1 1106", "US-N-1 0907"), "JP") == []

    def test_a_base_need_not_be_linked_to_a_source(self) -> None:
        assert out(position("JP-L-1 1309", japan=["1309", *SHIPPED])) == []

    def test_a_captured_source_feeds_nobody(self) -> None:
        assert out(position("JP-L-1 1706")) == ["JP-L-1"]
        assert out(position("JP-L-1 0705", "US-L-1 0804"), "JP") == ["JP-L-1"]

    def test_american_and_british_share(self) -> None:
        assert out(position("UK-L-1 1406", allies=["1406"])) == []


class TestAlwaysInSupply:
    def test_the_allies_in_the_hatched_areas(self) -> None:
        hatched = ("US-L-1 1201", "UK-A-1 0207", "US-L-2 0811", "UK-L-1 1212", "US-A-1 1704")
        assert out(position(*hatched)) == []

    def test_not_japan_there_and_not_hawaii(self) -> None:
        assert out(position("JP-L-1 0811", "US-L-1 1406")) == ["JP-L-1", "US-L-1"]

    def test_chinese_units_and_the_air_unit_in_chungking(self) -> None:
        assert out(position("CN-L-1 0505", "US-A-1 0404", chungking_air="US-A-1")) == []

    def test_fleets(self) -> None:
        situation = position("JP-N-1 1309", "US-CV-1 0904")
        assert out(situation) == []
        assert events_of(play(supply.play, situation), SupplyChecked)[0].checked == 1


class TestTogether:
    """R-37: one snapshot for both sides, then all effects."""

    def test_a_zone_that_falls_in_the_check_still_bars(self) -> None:
        # the air unit at Wake is out of supply itself
        situation = position("US-A-1 1106", "JP-L-1 1107", "US-N-1 1007")
        assert out(situation) == ["US-A-1", "JP-L-1"]

    def test_what_a_lost_garrison_brings_about(self) -> None:
        table = play(supply.play, position("JP-L-1 1205 reduced", "JP-A-1 1205"))
        assert [(event.rule, event.unit) for event in events_of(table, UnitRemoved)] == [
            ("witp 7.2.b", "JP-L-1"), ("witp 8.7.c", "JP-A-1")]  # Midway is American again
