"""Who controls bases and supply sources (2.3.3, 2.3.4; R-10, R-11), and the zones of base air (2.2.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import build, read
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_02_components import air, control
from witp_pbem.games.witp.rules.chapter_10_redeployment import rebuilding


class TestControl:
    @pytest.mark.parametrize(("units", "side"), [
        ([], "allies"), (["JP-L-1 0606"], "japan"), (["JP-L-1 0606 reduced"], "japan"),
        (["JP-L-1 0606", "UK-L-1 0606"], "allies"), (["JP-A-1 0606", "JP-N-1 0606"], "allies"),
        (["JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1"], "allies"), (["US-N-1 0606", "JP-L-1 0606"], "japan"),
    ])
    def test_the_icon_decides_unless_only_enemies_are_ashore(self, units: list[str], side: str) -> None:
        assert control.controller(board(*units), "0606") == side

    def test_a_hex_without_base_has_no_controller(self) -> None:
        assert control.controller(board("JP-L-1 0608"), "0608") == ""

    @pytest.mark.parametrize(("units", "japan", "allies"), [([], False, False), (["JP-L-1 0404"], True, False),
                                                           (["CN-L-1 0404"], False, False)])
    def test_chungking_serves_only_japan(self, units: list[str], japan: bool, allies: bool) -> None:
        position = board(*units)
        assert control.is_friendly_base(position, "japan", "0404") is japan
        assert control.is_friendly_base(position, "allies", "0404") is allies
        assert control.is_enemy_base(position, "japan", "0404") is not japan

    def test_sources_work_for_their_side_alone_while_it_holds_them(self) -> None:
        position = board("JP-L-1 1706", "US-L-1 0804")
        assert control.working_sources(position, "japan") == ("0904", "0903")
        assert control.working_sources(position, "allies") == ("1908", "0110")
        assert control.is_haven(position, "japan", "1706")  # as a port, though not as a source
        assert not control.is_haven(position, "japan", "0804")

    @pytest.mark.parametrize(("units", "alone"), [
        (["JP-L-1 0508"], True), (["JP-L-1 0508", "UK-L-1 0508"], False), ([], False), (["JP-A-1 0508"], False),
        (["JP-L-1 0508", "UK-A-1 0508"], True),
    ])
    def test_alone_in_a_hex(self, units: list[str], alone: bool) -> None:
        assert control.occupied_alone(board(*units), "japan", "0508") is alone


class TestASourceWithoutABase:
    """On the map an owner has put right, Ominato is a source without a port. No case can tell of it: on the packaged
    map every source has one."""

    @staticmethod
    def at_ominato(*units: str) -> Position:
        files = read()
        files["map"]["hexes"]["0903"] |= {"site": "none", "owner": None}
        return replace(board(*(f"{unit} 0903" for unit in units)), data=build(files))

    @pytest.mark.parametrize(("units", "side"), [([], "japan"), (["US-L-1"], "allies"),
                                                 (["US-L-1", "JP-L-1"], "japan")])
    def test_is_controlled_like_one(self, units: list[str], side: str) -> None:
        assert control.controller(self.at_ominato(*units), "0903") == side

    @pytest.mark.parametrize(("units", "haven"), [([], True), (["US-L-1"], False)])
    def test_is_a_haven_for_fleets_while_it_works_and_neither_port_nor_airfield(self, units: list[str],
                                                                                haven: bool) -> None:
        position = self.at_ominato(*units)
        assert control.is_haven(position, "japan", "0903") is haven
        assert not control.is_haven(position, "allies", "0903")
        assert not control.is_friendly_port(position, "japan", "0903")
        assert not control.is_friendly_base(position, "japan", "0903")
        assert not control.is_enemy_base(position, "allies", "0903")

    def test_rebuilds_units_of_its_nation_alone(self) -> None:
        position = self.at_ominato()
        worn = board("JP-N-1 0903 reduced", "US-A-1 0903 reduced").units
        assert rebuilding.rebuild_problem(position, worn["JP-N-1"]) is None
        problem = rebuilding.rebuild_problem(position, worn["US-A-1"])
        assert problem is not None and (problem.code, problem.rule) == ("base-of-another-nation", "witp 10.6.e")


class TestZones:
    """EX-01, R-07, R-08."""

    POSITION = board("JP-A-1 1008", "US-A-1 1009", "UK-A-1 0909 reduced", "US-L-1 1108", "JP-CV-1 1109", "US-CV-1 1007")

    def test_of_the_example(self) -> None:
        assert air.zone(self.POSITION, "allies") == {"1007", "0908", "1108", "0909", "1109"}
        assert air.zone(self.POSITION, "japan") == {"1010", "0909", "0910", "1109", "1110"}
        assert "0909" in air.zone(self.POSITION, "allies"), "a reduced air unit nullifies nothing"

    def test_two_air_units_cover_each_other(self) -> None:
        position = board("US-A-1 0606", "US-A-2 0607")
        assert {"0606", "0607"} <= air.zone(position, "japan")

    def test_support_reaches_one_hex_nearest_first(self) -> None:
        position = board("JP-A-1 0507", "JP-A-2 0606", "JP-A-3 0707", "JP-A-4 0805", "JP-A-5 0605 reduced")
        assert [unit.id for unit in air.supporters(position, "japan", "0606")] == ["JP-A-2", "JP-A-1", "JP-A-3"]
