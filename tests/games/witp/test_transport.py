"""Section 8.6: where the carried go ashore, and what becomes of them when their ships are hit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.witp.scripted import board, events_of, play
from witp_pbem.games.witp.board.events import AirDisplaced, BaseRemoved, BattleFought, Landed, UnitReduced, UnitRemoved
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_08_movement import movement
from witp_pbem.games.witp.rules.chapter_09_combat import combat, hits
from witp_pbem.table.table import Table

CONVOY = ("JP-N-1 0707", "JP-L-1 0707")
LANDING = "target Manila from Palau: 1 naval carrying 1 land pass"


def sea(*units: str, **fields: Any) -> Position:
    return board(*units, **{"rp": {"japan": 99, "allies": 99}, "step": "movement", **fields})


def arrives(*there: str, **fields: Any) -> Table:
    """The convoy sails to Manila, where these units are."""
    return play(movement.play, sea(*CONVOY, *there, **fields), japan=LANDING, allies="pass pass displace air to Leyte")


class TestArrival:
    """The four cases of 8.6.2."""

    def test_nobody_there(self) -> None:
        table = arrives()
        assert events_of(table, Landed) == [Landed("witp 8.6.2.a", "japan", ("JP-L-1",), "0606", "unopposed")]
        assert table.position.units["JP-L-1"].ashore

    def test_only_enemy_fleets(self) -> None:
        table = arrives("US-N-1 0606")
        assert events_of(table, Landed) == [Landed("witp 8.6.2.b", "japan", ("JP-L-1",), "0606", "unopposed")]

    @pytest.mark.parametrize("holder", ["US-L-1 0606", "US-L-1 0606 reduced", "US-A-1 0606", "US-A-1 0606 reduced"])
    @pytest.mark.parametrize("fleets", [[], ["US-N-1 0606"]])
    def test_enemy_land_or_air_units_with_or_without_fleets(self, holder: str, fleets: list[str]) -> None:
        table = arrives(holder, *fleets)
        assert events_of(table, Landed) == []
        assert table.position.units["JP-L-1"].aboard == "JP-N-1"

    def test_enemies_aboard_do_not_count(self) -> None:
        assert events_of(arrives("US-N-1 0606", "US-L-1 0606 aboard US-N-1"), Landed)

    def test_own_units_ashore_alone(self) -> None:
        assert events_of(arrives("JP-L-2 0606"), Landed)

    def test_own_units_in_battle_ashore(self) -> None:
        """R-51: the landing becomes part of the assault (9.5.2)."""
        assert not events_of(arrives("JP-L-2 0606", "US-L-1 0606"), Landed)

    def test_a_lone_logistics_base_falls_at_once(self) -> None:
        table = arrives(allies=["0606"])
        assert events_of(table, BaseRemoved) == [BaseRemoved("witp 8.8.b", "allies", "0606", "overrun")]


class TestDelayedLanding:
    """R-50: a lone air unit keeps the landing waiting for the combat segment."""

    def test_it_goes_ashore_in_the_combat_segment_without_dice(self) -> None:
        position = sea("JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1", "US-A-1 0606")
        table = play(combat.play, position, allies="displace air to Leyte")
        assert events_of(table, Landed) == [Landed("witp 8.6.2.c", "japan", ("JP-L-1",), "0606", "unopposed")]
        assert [(event.unit, event.hex) for event in events_of(table, AirDisplaced)] == [("US-A-1", "0607")]
        assert not events_of(table, BattleFought)

    def test_the_air_unit_supports_the_fleet_battle_before(self) -> None:
        position = sea("JP-N-1 0606", "JP-N-2 0606", "JP-L-1 0606 aboard JP-N-1", "US-A-1 0606", "US-N-1 0606 reduced")
        table = play(combat.play, position, dice=[4, 3], japan="lose JP-N-2", allies="displace air to Leyte")
        (battle,) = events_of(table, BattleFought)
        assert battle.allies["support"] == ("US-A-1",)
        assert (battle.japan["total"], battle.allies["total"]) == (6, 5)
        assert [event.hex for event in events_of(table, Landed)] == ["0606"]

    def test_whoever_loses_the_fleet_battle_does_not_land(self) -> None:
        position = sea("JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1", "US-A-1 0606", "US-N-1 0606")
        table = play(combat.play, position, dice=[1, 2], japan="retreat to Palau")  # 2 against 5: one hit
        assert not events_of(table, Landed)
        assert (table.position.units["JP-L-1"].hex, table.position.units["JP-L-1"].aboard) == ("0707", "JP-N-1")
        assert not table.position.units["JP-L-1"].full
        assert table.position.units["US-A-1"].hex == "0606"


class TestShipsHit:
    """R-62."""

    def hit(self, *units: str, ships: Sequence[str] = ("JP-N-1",)) -> Table:
        def step(table: Table) -> None:
            hits.apply_hits(table, ships, "witp 9.6.1.e")

        return play(step, sea(*units))

    @pytest.mark.parametrize("ships", [("JP-N-1", "JP-N-2"), ("JP-N-2", "JP-N-1")])
    def test_all_hits_fall_before_anybody_changes_ships(self, ships: Sequence[str]) -> None:
        table = self.hit("JP-N-1 0606 reduced", "JP-L-1 0606 aboard JP-N-1", "JP-N-2 0606", ships=ships)
        land = table.position.units["JP-L-1"]
        assert (land.full, land.aboard) == (False, "JP-N-2")
        assert not table.position.units["JP-N-2"].full

    def test_two_hits_on_a_ship_are_two_on_its_cargo(self) -> None:
        table = self.hit("JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1", "JP-N-2 0606", ships=("JP-N-1", "JP-N-1"))
        assert [event.unit for event in events_of(table, UnitRemoved)] == ["JP-N-1", "JP-L-1"]

    def test_the_cargo_is_hit_with_the_ship(self) -> None:
        table = self.hit("JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1")
        assert events_of(table, UnitReduced) == [UnitReduced("witp 9.6.1.e", "JP-N-1", "0606", "battle"),
                                                 UnitReduced("witp 9.6.1.i", "JP-L-1", "0606", "ship-hit")]
        assert table.position.units["JP-L-1"].aboard == "JP-N-1"

    def test_a_survivor_changes_to_an_empty_ship_a_full_one_first(self) -> None:
        table = self.hit("JP-N-1 0606 reduced", "JP-L-1 0606 aboard JP-N-1", "JP-N-2 0606 reduced", "JP-N-3 0606",
                         "JP-N-4 0606", "JP-L-4 0606 aboard JP-N-4")
        assert not table.position.units["JP-N-1"].hex
        assert table.position.units["JP-L-1"].aboard == "JP-N-3"

    @pytest.mark.parametrize("others", [
        [], ["JP-CV-1 0606"], ["JP-N-2 0606", "JP-L-2 0606 aboard JP-N-2"], ["JP-N-2 0607"],
    ])
    def test_without_an_empty_ship_it_is_lost(self, others: list[str]) -> None:
        table = self.hit("JP-N-1 0606 reduced", "JP-L-1 0606 aboard JP-N-1", *others)
        assert events_of(table, UnitRemoved) == [UnitRemoved("witp 9.6.1.e", "JP-N-1", "0606", "battle"),
                                                 UnitRemoved("witp 9.6.1.i", "JP-L-1", "0606", "ship-lost")]

    def test_a_reduced_passenger_is_lost_by_the_hit(self) -> None:
        table = self.hit("JP-N-1 0606 reduced", "JP-L-1 0606 reduced aboard JP-N-1", "JP-N-2 0606")
        assert [event.unit for event in events_of(table, UnitRemoved)] == ["JP-N-1", "JP-L-1"]
