"""Units, points, areas and bonus markers as players name them: in English, in Japanese and mixed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nimitz.reading import GAME, problems, value
from witp_pbem.games.nimitz.board import names
from witp_pbem.games.nimitz.board.state import AREAS, CARRIERS, CBA, ESCORTS, LBA, SHIPS
from witp_pbem.table.language import ENGLISH, JAPANESE, speaking

CARRIER, SHIP = list(CARRIERS), list(SHIPS)


def counted(number: int, *kinds: str, **more: Any) -> dict[str, Any]:
    return {"number": number, "kinds": list(kinds), **more}


@pytest.mark.parametrize(("typed", "units"), [
    ("Enterprise", ["us_enterprise"]), ("エンタープライズ", ["us_enterprise"]), ("us_enterprise", ["us_enterprise"]),
    ("the Enterprise", ["us_enterprise"]), ("Enterprise, Lexington", ["us_enterprise", "us_lexington"]),
    ("Enterprise and Lexington", ["us_enterprise", "us_lexington"]),
    ("エンタープライズ、レキシントン", ["us_enterprise", "us_lexington"]),
    ("〈エンタープライズ〉〈レキシントン〉", ["us_enterprise", "us_lexington"]),
    ("Chicago/Northampton", ["us_chicago_northampton"]), ("Chicago", ["us_chicago_northampton"]),
    ("Northampton", ["us_chicago_northampton"]), ("シカゴ", ["us_chicago_northampton"]),
    ("シカゴ／ノーザンプトン", ["us_chicago_northampton"]), ("St. Louis", ["us_st_louis_helena"]),
    ("Yorktown", ["us_yorktown"]), ("Yorktown II", ["us_yorktown_ii"]), ("DESRON 6 (2)", ["us_desron_6_2"]),
    ("1st Marine, 11th BG", ["us_1st_marine", "us_11th_bg"]), ("第1海兵師団", ["us_1st_marine"]),
    ("MAG 21", ["us_mag_21"]), ("RAAF BG 2", ["us_raaf_bg_2"]), ("Sub Gp 1", ["us_sub_gp_1"]),
    ("38th Inf", ["us_38th_inf"]), ("US battalion 3", ["us_battalion_3"]),
    ("US Airfield", ["us_airfield"]), ("us_airfield", ["us_airfield"]),
    ("Enterprise SBD 2", ["us_enterprise_sbd_2"]), ("us_enterprise_sbd_2", ["us_enterprise_sbd_2"]),
    ("[Enterprise]", [{"number": 1, "full": False, "id": "us_enterprise"}]),
    ("damaged Enterprise", [{"number": 1, "full": False, "id": "us_enterprise"}]),
    ("all ships", [counted(-1, *SHIP)]), ("全艦船", [counted(-1, *SHIP)]), ("ships", [counted(-1, *SHIP)]),
    ("2 cruisers", [counted(2, "cru")]), ("巡洋艦2隻", [counted(2, "cru")]), ("2隻の巡洋艦", [counted(2, "cru")]),
    ("1 carrier", [counted(1, *CARRIER)]), ("空母1", [counted(1, *CARRIER)]), ("2 CVE", [counted(2, "cve")]),
    ("2 damaged cruisers", [counted(2, "cru", full=False)]), ("損傷の巡洋艦2隻", [counted(2, "cru", full=False)]),
    ("3 escorts", [counted(3, *ESCORTS)]), ("2 marines", [counted(2, "marine")]),
    ("2 battalions", [counted(2, "battalion")]), ("大隊2個", [counted(2, "battalion")]),
    ("all LBA", [counted(-1, *LBA)]), ("陸上機2", [counted(2, *LBA)]), ("2 BG", [counted(2, "bomber")]),
    ("1 Australian infantry", [counted(1, "infantry", nation="australia")]),
    ("豪歩兵1個", [counted(1, "infantry", nation="australia")]),
    ("Enterprise, 2 cruisers, 1 destroyer", ["us_enterprise", counted(2, "cru"), counted(1, "dd")]),
])
def test_units(typed: str, units: list[Any]) -> None:
    assert value(f"move {typed} to Midway")["units"] == units
    assert value(f"移動 {typed} ミッドウェイへ")["units"] == units


@pytest.mark.parametrize(("typed", "units"), [
    ("SBD, TBD", [counted(-1, "sbd"), counted(-1, "tbd")]), ("SBDs", [counted(-1, "sbd")]),
    ("2 SBD", [counted(2, "sbd")]), ("SBD 2機", [counted(2, "sbd")]), ("18th FG", ["us_18th_fg"]),
    ("fighters", [counted(-1, "fighter", "f4f", "f6f", "a6m")]), ("BW", [counted(-1, "bw")]),
    ("all aircraft", [counted(-1, *LBA, *CBA)]), ("航空機", [counted(-1, *LBA, *CBA)]),
    ("[SBD]", [counted(-1, "sbd", full=False)]),
])
def test_a_type_of_aircraft_means_all_of_it(typed: str, units: list[Any]) -> None:
    assert value(f"fly {typed} over Island")["units"] == units
    assert value(f"発進 {typed} 島内上空")["units"] == units


@pytest.mark.parametrize(("units", "english", "japanese"), [
    (counted(-1, *SHIP), "all ships", "全艦船"), (counted(2, "cru", full=False), "[2 cruisers]", "損傷の巡洋艦2"),
    (counted(1, *CARRIER), "1 carrier", "空母1"), (counted(2, "sbd"), "2 SBDs", "SBD 2"),
    (counted(2, *LBA), "2 LBA", "陸上機2"), ({"number": -1}, "all", "全ユニット"),
    (counted(-1, "infantry", nation="australia"), "all Australian infantry", "全オーストラリア軍歩兵")])
def test_units_as_they_are_written(units: dict[str, Any], english: str, japanese: str) -> None:
    order = {"order": "move", "units": [units], "to": "MI"}
    assert GAME.write(order) == f"move {english} to Midway Island"
    with speaking(JAPANESE):
        assert GAME.write(order) == f"移動 {japanese} ミッドウェイ島へ"
    for name in (english, japanese):
        assert value(f"move {name} to Midway")["units"] == [units]


@pytest.mark.parametrize("unit", GAME.data.counters.values(), ids=lambda unit: unit.id)
def test_every_unit_by_both_its_names(unit: Any) -> None:
    for name in (unit.name, unit.name_ja):
        assert value(f"hit {name}")["units"] == [unit.id]


@pytest.mark.parametrize("unit", ["us_airfield", "jp_airfield", "us_battalion_7", "jp_battalion_31", "jp_battalion_131",
                                  "us_essex_f6f_2", "jp_akagi_b5n_1", "us_cve_gp_1_sbd_1"])
@pytest.mark.parametrize("code", [ENGLISH, JAPANESE])
def test_counters_that_come_and_go_by_name(unit: str, code: str) -> None:
    """As the program calls them, by number beyond those that have names."""
    with speaking(code):
        assert value(f"lose {GAME.name_in_orders('unit', unit)}")["units"] == [unit]


def test_every_aircraft_of_every_carrier_is_known() -> None:
    for campaign in GAME.data.campaigns.values():
        for printed in campaign.units.values():
            for kind in campaign.complement(printed):
                assert value(f"lose {GAME.name_in_orders('unit', f'{printed.id}_{kind}_1')}")["units"]


def test_the_ship_of_a_pair_that_is_nothing_else_means_the_counter() -> None:
    for counter in GAME.data.counters.values():
        for ship in counter.name.split("/"):
            assert value(f"hit {ship}")["units"] == [counter.id], ship


# -- points, areas and markers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", GAME.data.map.points.values(), ids=lambda point: point.id)
def test_every_point_by_both_its_names(point: Any) -> None:
    for name in (point.name, point.name_ja, point.id):
        assert value(f"fight {name}")["places"] == [point.id] == value(f"戦闘順 {name}")["places"]


@pytest.mark.parametrize(("typed", "point"), [
    ("Hawaii", "HI"), ("Pearl Harbor", "HI"), ("真珠湾", "HI"), ("Solomons", "SI"), ("Guadalcanal", "SI"),
    ("ガダルカナル", "SI"), ("Midway", "MI"), ("Marshalls", "ML"), ("Wake", "WI"), ("Noumea", "NC"),
    ("the Philippines", "PH"), ("Trük", ""), ("Truk", "CI"), ("Japan", "JA"), ("日本", "JA"), ("Singap", ""),
    ("Philip", "PH"), ("フィリ", "PH")])
def test_points_by_other_names(typed: str, point: str) -> None:
    if point:
        assert value(f"scout {typed} 2")["place"] == point
    else:
        assert problems(f"scout {typed} 2")


@pytest.mark.parametrize("area", AREAS)
def test_every_area_by_all_its_names(area: str) -> None:
    for name in (area, *names.AREAS[area], *names.place_aliases(GAME.data)[area]):
        assert value(f"fly SBD to {name}")["area"] == area == value(f"発進 SBD {name}へ")["area"]


@pytest.mark.parametrize("marker", GAME.data.markers.values(), ids=lambda marker: marker.id)
def test_every_marker_by_all_its_names(marker: Any) -> None:
    for name in (marker.id, marker.name, marker.name_ja, *names.marker_aliases(GAME.data)[marker.id]):
        assert value(f"use {name}")["marker"] == marker.id == value(f"使用 {name}")["marker"]


# -- what is misspelt ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "wrong", "meant"), [
    ("move Enterprize to Midway", ["Enterprize"], ["Enterprise"]),
    ("move Enterprize, Lexingten to Midwey", ["Enterprize", "Lexingten", "Midwey"],
     ["Enterprise", "Lexington", "Midway"]),
    ("移動 エンタプライズ ミッドエーへ", ["エンタプライズ", "ミッドエー"], ["エンタープライズ", ""]),
    ("fly SBD to Costal", ["Costal"], ["Coastal"]), ("prepare Furbell, Seabees", ["Furbell"], ["Furball"])])
def test_each_misspelt_name_is_one_problem(typed: str, wrong: list[str], meant: list[str]) -> None:
    known = problems(typed)
    assert [problem.values["word"] for problem in known] == wrong
    assert [problem.suggestion for problem in known] == meant


def test_a_number_of_nothing_suggests_what_can_be_written() -> None:
    with speaking(JAPANESE):
        (problem,) = problems("move 2 to Midway")
    assert (problem.code, problem.suggestion) == ("units-without-type", "2 battleships")
