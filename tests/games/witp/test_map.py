"""The map as it is read from its record, and what its hexes and hexsides let through (2.3)."""

from __future__ import annotations

from typing import Any

import pytest

from witp_pbem.games.witp.board.data import build, packaged, read
from witp_pbem.games.witp.board.map import Hex

MAP = packaged().map


def described(**record: Any) -> Hex:
    """Hex 0105, in the middle of the sea, as a map of an owner's describes it."""
    files = read()
    files["map"]["hexes"]["0105"] = record
    return build(files).map["0105"]


def test_of_a_hex_only_its_terrain_need_be_said() -> None:
    assert described(terrain="sea") == Hex(
        number="0105", name="", name_ja="", terrain="sea", jungle=False, site="", owner="", source="", regions=(),
        auto_supply="", capacity=5, unlimited=False, seas={}, chinese=False, resource=False, aliases=())


def test_everything_that_may_be_said_of_a_hex() -> None:
    assert described(
        name="Bangkok", name_ja="バンコク", terrain="coastal", jungle=True, site="port", owner="uk",
        supply_source="us", region=["india", "china"], auto_supply="usa", port_capacity=1,
        stacking="unlimited", split={"west": ["0306", "0307"], "east": ["0407"]}, chinese_zone=True,
        resource=True, aliases=["Krung Thep / Siam", "Bkk"],
    ) == Hex("0105", "Bangkok", "バンコク", "coastal", True, "port", "uk", "us", ("india", "china"), "usa", 1, True,
             {"0306": "west", "0307": "west", "0407": "east"}, True, True, ("Krung Thep", "Siam", "Bkk"))


def test_nothing_said_is_nothing() -> None:
    bare = described(terrain="land", site="none", owner=None, supply_source=None, auto_supply=None,
                     port_capacity="unlimited")
    assert (bare.site, bare.owner, bare.source, bare.auto_supply, bare.capacity) == ("", "", "", "", None)


def test_hexes_round_a_hex() -> None:
    assert list(MAP.within("0606", 1)) == ["0506", "0507", "0605", "0606", "0607", "0706", "0707"]
    assert len(MAP.within("0606", 2)) == 19
    assert set(MAP.within("0606", 1)) < set(MAP.within("0606", 2)) < set(MAP.within("0606", 3))
    assert [MAP.distance("0606", number) for number in ("0606", "0607", "0608", "0609", "0610")] == [0, 1, 2, 3, 4]
    assert set(MAP.neighbours("0606")) == set(MAP.within("0606", 1)) - {"0606"}


def test_sources_of_the_sides() -> None:
    assert MAP.side_sources("japan") == ("0804", "0904", "0903")
    assert MAP.side_sources("allies") == ("1908", "1706", "0110")


def test_names() -> None:
    assert [MAP.name(number) for number in ("0606", "1409", "9999")] == ["Manila (0606)", "1409", "9999"]
    assert "0606" in MAP
    assert "9999" not in MAP
    assert MAP.bases == tuple(sorted(number for number, spot in MAP.hexes.items() if spot.site))


class TestTheTwoSeasOfBangkok:
    """0406 has a western sea (towards 0306 and 0307) and an eastern one (towards 0407 and 0507)."""

    @pytest.mark.parametrize(("first", "second", "water", "open_to"), [
        ("0406", "0307", "west", True), ("0406", "0307", "east", False), ("0406", "0507", "east", True),
        ("0406", "0507", "west", False), ("0406", "0507", "", True), ("0307", "0406", "", True),
        ("0406", "0405", "east", False), ("0406", "0506", "", False), ("0506", "0406", "", False)])
    def test_what_can_be_reached(self, first: str, second: str, water: str, open_to: bool) -> None:
        assert MAP.fleet_can_cross(first, second, water) is open_to

    def test_which_sea_a_fleet_comes_into(self) -> None:
        assert [MAP.water("0406", number) for number in ("0306", "0307", "0407", "0507", "0405")] == [
            "west", "west", "east", "east", ""]
        assert MAP.water("0606", "0506") == ""


def test_each_hexside_is_alike_from_both_sides() -> None:
    for number in MAP.hexes:
        for other in MAP.neighbours(number):
            assert MAP.fleet_can_cross(number, other) == MAP.fleet_can_cross(other, number), (number, other)
            if MAP.land_can_cross(number, other):
                assert frozenset((number, other)) in MAP.land_links
                assert MAP[other].terrain in ("land", "coastal")
