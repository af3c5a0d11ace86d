"""Who controls bases and supply sources (2.3.3, 2.3.4; R-10, R-11), and the zones of base air (2.2.3)."""

from __future__ import annotations

import pytest

from tests.games.witp.scripted import board
from witp_pbem.games.witp.rules.chapter_02_components import air, control


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


class TestZones:
    """EX-01, R-07, R-08."""

    POSITION = board("JP-A-1 1008", "US-A-1 1009", "UK-A-1 0909 reduced", "US-L-1 1108", "JP-CV-1 1109", "US-CV-1 1007")

    def test_of_the_example(self) -> None:
        assert air.zone(self.POSITION, "allies") == {"1007", "0908", "1108", "0909", "1109"}
        assert air.zone(self.POSITION, "japan") == {"1010", "0909", "0910", "1109", "1110"}
        assert air.in_zone(self.POSITION, "allies", "0909"), "a reduced air unit nullifies nothing"

    def test_two_air_units_cover_each_other(self) -> None:
        position = board("US-A-1 0606", "US-A-2 0607")
        assert air.in_zone(position, "japan", "0606")
        assert air.in_zone(position, "japan", "0607")

    def test_support_reaches_one_hex_nearest_first(self) -> None:
        position = board("JP-A-1 0507", "JP-A-2 0606", "JP-A-3 0707", "JP-A-4 0805", "JP-A-5 0605 reduced")
        assert [unit.id for unit in air.supporters(position, "japan", "0606")] == ["JP-A-2", "JP-A-1", "JP-A-3"]
