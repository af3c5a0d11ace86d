"""The data: what the rulebook and its examples say of map, counters, campaigns and tables, and what is wrong with an
owner's own."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from witp_pbem.games.common.data import RECONSTRUCTED, sources
from witp_pbem.games.nimitz.board import names
from witp_pbem.games.nimitz.board.data import (
    FILES,
    FOLDER,
    YEARS,
    Printed,
    Value,
    build,
    packaged,
    packaged_names,
    read,
)
from witp_pbem.games.nimitz.board.printed import VALUES
from witp_pbem.games.nimitz.board.state import CARRIERS, CBA, KINDS, Unit
from witp_pbem.games.nimitz.telling.reference import KINDS as SOURCES
from witp_pbem.games.nimitz.telling.reference import KINDS_OF_NAMES
from witp_pbem.games.nimitz.validation.data import data_problems
from witp_pbem.table.language import JAPANESE, speaking
from witp_pbem.table.names import key
from witp_pbem.table.wording import PROBLEMS

DATA = packaged()
MAP, CAMPAIGNS = DATA.map, DATA.campaigns
C42 = CAMPAIGNS[1942]
Record = dict[str, Any]
COUNTERS = [(year, unit) for year, campaign in CAMPAIGNS.items() for unit in (
    *campaign.units.values(), *(unit for side in campaign.aircraft.values() for unit in side.values()))]


def value(unit: Printed, name: str, damaged: bool = False) -> tuple[int, int]:
    """An attack value, (0, 0) for none."""
    return tuple(unit.values[name][damaged] or Value(0)) if name in unit.values else (0, 0)  # type: ignore[return-value]


def half(number: int) -> int:
    return -(-number // 2)


# -- the map ----------------------------------------------------------------------------------------------------------


def test_points_and_routes() -> None:
    assert (len(MAP.points), len(MAP.routes)) == (20, 34)
    assert {route.length for route in MAP.routes} == {1}


@pytest.mark.parametrize(("goal", "far"), [
    ("JA", {1: "EA IJ OK", 2: "MA PH", 3: "BO CI WI", 4: "AU MI ML NG SI", 5: "AK GI HI NC", 6: "SA WC"}),
    ("HI", {1: "AK GI MI SA WC", 2: "ML NC SI WI", 3: "AU CI MA NG", 4: "BO IJ PH", 5: "EA JA OK"}),
    ("AU", {1: "BO NC NG SI", 2: "CI GI ML PH SA", 3: "EA HI MA OK WI", 4: "AK IJ JA MI WC"})])
def test_distances(goal: str, far: Mapping[int, str]) -> None:
    """The example of play needs Midway, the Solomons and New Guinea 4 routes from Japan."""
    for distance, places in far.items():
        assert sorted(place for place in MAP.places if MAP.distance(place, goal) == distance) == places.split()


STEPS = {  # south, east
    "AK": ("HI", "HI"), "AU": ("", ""), "BO": ("", "NG"), "CI": ("NG SI", "ML SI"), "EA": ("PH", "PH"),
    "GI": ("SI", "HI"), "HI": ("GI SA", ""), "IJ": ("MA", "MA"), "JA": ("EA OK", "IJ"), "MA": ("CI PH", "WI"),
    "MI": ("HI WI", "HI"), "ML": ("SI", "GI"), "NC": ("", "SA"), "NG": ("", "SI"), "OK": ("PH", "PH"),
    "PH": ("BO", "MA"), "SA": ("NC", "HI"), "SI": ("", "GI"), "WC": ("", ""), "WI": ("ML", "MI")}


@pytest.mark.parametrize("place", STEPS)
def test_where_south_and_east_lead(place: str) -> None:
    """Rulebook 9.2.3, 9.2.4; the Philippines and the Carolines are in its examples."""
    point = MAP[place]
    assert (" ".join(point.south), " ".join(point.east)) == STEPS[place]


def test_the_nearest_of_some_points() -> None:
    """The example of play: three objectives with Americans are equally near to Japan."""
    assert MAP.nearest("JA", {"SI", "MI", "NG", "HI"}) == ("MI", "NG", "SI")
    assert MAP.nearest("CI", {"CI", "NG"}) == ("CI",)


def test_capacities_flags_and_who_may_enter() -> None:
    """Rulebook 8.2, 8.2.1, 9.1.1."""
    assert {place: MAP[place].capacity for place in ("SI", "WC", "HI", "AU", "JA", "EA")} == {
        "SI": 6, "WC": None, "HI": None, "AU": None, "JA": 0, "EA": 0}
    assert [place for place in MAP.places if MAP[place].flag] == ["AU", "BO", "NC", "NG", "SI"]
    assert [place for place in MAP.places if not MAP[place].us] == ["EA", "JA"]
    assert [place for place in MAP.places if not MAP[place].japan] == ["AU", "WC"]


# -- counters ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("year", "counts"), [
    (1942, (71, 39, 19)), (1943, (78, 57, 29)), (1944, (103, 61, 60)), (1945, (90, 59, 58))])
def test_how_many_counters_a_year_has(year: int, counts: tuple[int, ...]) -> None:
    kinds = Counter(unit.kind for unit in CAMPAIGNS[year].units.values())
    ships = sum(kinds[kind] for kind in ("cv", "cvl", "cve", "bb", "cru", "dd", "ss"))
    air = sum(kinds[kind] for kind in ("fighter", "bomber", "bw"))
    assert (ships, air, kinds["infantry"] + kinds["marine"]) == counts and set(kinds) <= set(KINDS)


@pytest.mark.parametrize(("year", "unit"), COUNTERS, ids=[f"{year} {unit.id}" for year, unit in COUNTERS])
def test_every_counter_has_sound_values(year: int, unit: Printed) -> None:
    """On every counter seen the damaged side and the superior value are half, rounded up."""
    assert unit.values and set(unit.values) <= set(VALUES)
    for full, damaged in unit.values.values():
        assert full and damaged and full.normal <= 10 and full.superior in (0, half(full.normal))
        assert damaged.normal == half(full.normal) and damaged.superior in (half(full.superior), 0)
    if unit.kind in CARRIERS:
        assert unit.cost == 1 and unit.price in ((3, 4, 5, 6) if unit.side == "us" else (1,))  # rulebook 10.10.2
        assert value(unit, "aa")[1] and CAMPAIGNS[year].complement(unit)
    else:
        assert unit.cost == unit.price and not CAMPAIGNS[year].complement(unit)
    if unit.kind in ("fighter", "bomber"):
        assert unit.kind == ("bomber" if {"ship", "ground"} & set(unit.values) else "fighter")  # rulebook 2.7.2
    if unit.kind == "ss":
        assert set(unit.values) == {"torpedo", "asw"}  # rulebook 2.6.4
    if unit.kind in ("infantry", "marine"):
        assert set(unit.values) == {"ground"} and 0 <= unit.cost <= 3  # rulebook 2.8.3


@pytest.mark.parametrize(("unit", "name", "full"), [
    ("us_colorado_maryland", "aa", (3, 0)), ("us_colorado_maryland", "gunnery", (4, 0)),
    ("us_colorado_maryland", "asw", (2, 0)), ("us_enterprise", "aa", (4, 2)),  # rulebook 2.6.4
    ("us_chicago_northampton", "gunnery", (4, 0)), ("jp_furutaka_kako", "aa", (2, 0)),
    ("jp_furutaka_kako", "gunnery", (4, 0)), ("us_28th_bg", "ship", (1, 0))])  # the example of play
def test_values_the_rulebook_shows(unit: str, name: str, full: tuple[int, int]) -> None:
    assert value(C42.units[unit], name) == full


def test_values_of_carrier_aircraft_the_rulebook_shows() -> None:
    """The example of play."""
    japan, us = C42.aircraft["japan"], C42.aircraft["us"]
    assert value(japan["a6m"], "air")[0] >= 7 and value(japan["a6m"], "air")[1] >= 2
    assert (value(japan["b5n"], "ship"), value(japan["b5n"], "ground"), value(japan["d3a"], "ground")) == (
        (6, 0), (2, 0), (4, 0))
    assert (value(us["sbd"], "ship"), us["tbd"].cost, value(us["f4f"], "air")[0] >= 4) == ((4, 0), 1, True)


@pytest.mark.parametrize(("unit", "cost", "price"), [
    ("us_lexington", 1, 5), ("us_hornet", 1, 5), ("us_1st_marine", 2, 2), ("us_raaf_bg_2", 2, 2), ("us_28th_bg", 1, 1),
    ("us_raaf_fg", 1, 1), ("jp_destroyer_gp_5", 2, 2)])
def test_costs_the_rulebook_shows(unit: str, cost: int, price: int) -> None:
    """Rulebook 6.2, 10.10.2, the example of play; the fighters of the RAAF by their picture."""
    assert (C42.units[unit].cost, C42.units[unit].price) == (cost, price)


def test_battalions_cost_nothing() -> None:
    """Rulebook 10.10.2; the example of play: an American one hits on a 1."""
    for campaign in CAMPAIGNS.values():
        for battalion in campaign.battalion.values():
            assert (battalion.cost, value(battalion, "ground"), value(battalion, "ground", damaged=True)) == (
                0, (1, 0), (0, 0))


def test_counters_seen_of_1943() -> None:
    princeton, group = (CAMPAIGNS[1943].units[unit] for unit in ("us_princeton", "us_cve_gp_1"))
    assert (value(princeton, "aa"), princeton.price, value(group, "asw")[0]) == ((4, 2), 4, 2)


@pytest.mark.parametrize("year", YEARS[1:])
def test_ships_keep_their_values_and_carriers_do_not_fall_behind(year: int) -> None:
    """The publisher's sheet of the War expansion."""
    for identity, unit in CAMPAIGNS[year].units.items():
        old = C42.units.get(identity)
        if old and unit.kind in CARRIERS:
            assert value(unit, "aa") >= value(old, "aa")
        elif old and unit.kind in ("bb", "cru", "dd", "ss", "infantry", "marine"):
            assert (unit.values, unit.cost) == (old.values, old.cost)


@pytest.mark.parametrize(("carrier", "year", "aircraft"), [
    ("us_lexington", 1942, "f4f sbd sbd tbd"), ("jp_kaga", 1942, "a6m d3a b5n"),  # rulebook 10.1.3, 10.2.5
    ("jp_zuiho", 1942, "a6m d3a"), ("jp_taiyo", 1942, "d3a"), ("us_essex", 1943, "f6f f6f sbd sbd tbf"),
    ("us_enterprise", 1943, "f6f sbd sbd tbf"), ("us_princeton", 1944, "f6f sb2c tbf"),
    ("us_cve_gp_1", 1945, "f6f sb2c"), ("us_nagato", 1942, "")])
def test_what_carriers_carry(carrier: str, year: int, aircraft: str) -> None:
    campaign = CAMPAIGNS[year]
    kinds = campaign.complement(campaign.units[carrier]) if carrier in campaign.units else ()
    assert " ".join(kinds) == aircraft and set(kinds) <= set(CBA)


def test_what_the_counter_of_a_unit_shows() -> None:
    assert DATA.printed(1942, Unit("us_enterprise_sbd_1", "us", "sbd")).id == "us_sbd"
    assert DATA.printed(1942, Unit("jp_battalion_7", "japan", "battalion")).id == "jp_battalion"
    assert DATA.printed(1944, Unit("us_essex", "us", "cv")).price == 6
    airfield = DATA.printed(1942, Unit("jp_airfield", "japan", "airfield"))
    assert (airfield.cost, airfield.values) == (1, {})  # rulebook 10.18.2


# -- campaigns --------------------------------------------------------------------------------------------------------


FORCES = {  # ships, infantry, battalions, air, of Japan and of the United States
    1942: ((41, 11, 10, 20), (30, 8, 5, 19)), 1943: ((37, 15, 16, 27), (41, 14, 9, 30)),
    1944: ((40, 32, 20, 28), (63, 28, 9, 33)), 1945: ((21, 28, 25, 24), (69, 30, 6, 35))}


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("side", ["japan", "us"])
def test_forces_at_the_start(year: int, side: str) -> None:
    campaign = CAMPAIGNS[year]
    own = [unit for unit in campaign.units.values() if unit.side == side]
    ships = [unit for unit in own if "asw" in unit.values]
    infantry = [unit for unit in own if unit.kind in ("infantry", "marine")]
    assert (len(ships), len(infantry), sum(campaign.battalions[side].values()),
            len(own) - len(ships) - len(infantry)) == FORCES[year][side == "us"]


@pytest.mark.parametrize(("year", "turns", "supply", "boxes"), [
    (1942, 6, (20, 7), ("P1",)), (1943, 6, (22, 8), ("P2", "P1")), (1944, 6, (26, 9), ("P3", "P2", "P1")),
    (1945, 4, (34, 12), ("P3", "P2", "P1"))])
def test_turns_points_and_boxes(year: int, turns: int, supply: tuple[int, int], boxes: tuple[str, ...]) -> None:
    """Rulebook 5.0, 11.3, 12.5, the example of play; points of later years are reconstructed."""
    campaign = CAMPAIGNS[year]
    assert (campaign.turns, (campaign.sp, campaign.rp), campaign.boxes) == (turns, supply, boxes)
    assert (year in DATA.reconstructed.points) == (year > 1942)


def test_rules_of_years() -> None:
    """Rulebook 12.1 to 12.4."""
    assert [campaign.extra_infantry for campaign in CAMPAIGNS.values()] == [0, 0, 2, 0]
    assert [campaign.strategic_bombing for campaign in CAMPAIGNS.values()] == [False, False, True, True]
    assert [campaign.invasion for campaign in CAMPAIGNS.values()] == [False, False, False, True]
    assert CAMPAIGNS[1945].no_orders == ("OK", "IJ")


def test_objectives_and_levels() -> None:
    """Rulebook 3.4, 4.0, 11.5.1, 12.3, 12.6: the best levels of all add up to 51."""
    assert sorted(C42.objectives) == ["AK", "GI", "HI", "MI", "NC", "NG", "SA", "SI"]
    assert [len(campaign.objectives) for campaign in CAMPAIGNS.values()] == [8, 10, 14, 16]
    assert sum(level.most for campaign in CAMPAIGNS.values() for level in campaign.levels
               if level.level == "great") == 51
    assert [C42.level(held) for held in (8, 7, 6, 4, 3, 0)] == [
        "great", "good", "historical", "poor", "relieved", "relieved"]
    assert (CAMPAIGNS[1945].level(15), CAMPAIGNS[1945].level(20)) == ("historical", "great")


@pytest.mark.parametrize(("year", "held"), [
    (1942, "AK HI MI NC SA SI"), (1943, "AK HI MI NC SA"), (1944, "AK HI MI NC SA"),
    (1945, "AK GI HI MA MI ML NC SA SI WI")])
def test_objectives_held_at_the_start(year: int, held: str) -> None:
    """Rulebook 4.1, 11.4: supply goes on from the West Coast where Americans alone are ashore. The 6 of 1942 are those
    of the example of play."""
    campaign = CAMPAIGNS[year]
    ashore = {side: {campaign.start[unit.id] for unit in campaign.units.values()
                     if unit.side == side and "asw" not in unit.values} | set(campaign.battalions[side])
              for side in ("us", "japan")}
    passed, supplied = {"WC"}, set[str]()
    while fresh := {there for place in passed for there in MAP.neighbours(place)
                    if there in ashore["us"] - ashore["japan"]} - passed:
        passed |= fresh
        supplied |= fresh
    assert sorted(supplied & set(campaign.objectives)) == held.split()


# -- tables -----------------------------------------------------------------------------------------------------------


def test_the_order_chart() -> None:
    """The rolls of the example of play: 2, 4, 7, 10; rulebook 9.2 for the units."""
    assert sorted(DATA.orders_by_die) == list(range(1, 11))
    assert [DATA.orders_by_die[face].name for face in (2, 4, 7, 10)] == ["hold", "south", "battle", "sortie"]
    assert {order.name: order[2:] for order in DATA.movement_orders} == {
        "hold": (6, 2, 3, "fixed"), "refit": (4, 1, 0, "none"), "south": (3, 1, 2, "conditional"),
        "east": (4, 2, 2, "fixed"), "battle": (2, 1, 2, "conditional"), "engage": (3, 1, 2, "conditional"),
        "reinforce": (2, 1, 2, "fixed"), "sortie": (3, 1, 2, "conditional")}


@pytest.mark.parametrize(("result", "units"), [
    (-5, (1, 0, 0)), (0, (1, 0, 0)), (1, (1, 1, 0)), (3, (1, 1, 1)), (7, (2, 1, 1)), (9, (2, 2, 1)), (11, (2, 2, 2)),
    (13, (3, 2, 2)), (14, (3, 3, 3)), (30, (3, 3, 3))])
def test_japanese_reinforcements(result: int, units: tuple[int, int, int]) -> None:
    """Rulebook 11.1, example: 9."""
    assert DATA.reinforcement(result)[1:] == units


def test_other_tables() -> None:
    """Rulebook 6.3, 10.3, 10.4, 10.5, 10.9.1, 11.1, 12.3, 12.6 and their examples."""
    assert [DATA.rounds[die] for die in range(1, 11)] == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4] and DATA.track == 5
    assert [DATA.plan_count(units) for units in (0, 1, 4, 5, 6, 9, 10, 16, 17, 40)] == [0, 1, 1, 2, 2, 2, 3, 3, 4, 4]
    assert [DATA.areas[die] for die in range(1, 11)] == ["JO"] * 2 + ["IS"] * 3 + ["CO"] + ["UO"] * 4
    assert DATA.area_order == ("JO", "IS", "CO", "UO")
    assert [DATA.invasion_objectives(cost) for cost in (0, 49, 50, 82, 99, 100)] == [0, 0, 1, 2, 2, 3]
    assert [DATA.prices.repair(price) for price in (0, 1, 2, 3, 5)] == [1, 1, 1, 1, 2]
    assert (DATA.free_bonus_points, DATA.bonus_points, DATA.invasion_limit) == (3, 3, 7)
    assert DATA.modifiers == (1, -1, -2, 2)
    assert [(level.least, level.most) for level in DATA.linked_levels] == [(50, 51), (45, 49), (35, 44), (26, 34),
                                                                           (0, 25)]
    assert [box.label for box in DATA.turns] == ["Start", "Jan/Feb", "Mar/Apr", "May/Jun", "Jul/Aug", "Sep/Oct",
                                                 "Nov/Dec"]


def test_bonus_markers() -> None:
    """Rulebook 10.5, 10.7; the example of play buys four markers for 6 points."""
    assert Counter(marker.side for marker in DATA.markers.values()) == {"us": 16, "japan": 14}
    assert sum(DATA.markers[name].cost for name in ("furball", "vt-fuse", "air-defence", "seabees")) == 6
    assert DATA.markers["jp-kamikaze"].years == (1944, 1945)
    assert {marker.copies for marker in DATA.markers.values()} == {1} and len(DATA.reconstructed.copies) == 30


# -- names and sources ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("of", "things"), [
    (names.place_aliases, MAP.points), (names.unit_aliases, DATA.counters), (names.marker_aliases, DATA.markers)])
def test_no_two_points_units_or_markers_are_called_the_same(of: Callable[[Any], Any], things: Any) -> None:
    called = Counter(word for identity, thing in things.items() for word in {
        key(name) for name in (*of(DATA)[identity], thing.name, thing.name_ja)})
    assert [word for word, count in called.items() if count > 1] == []


def test_every_entry_of_the_names_is_a_point_a_unit_or_a_marker() -> None:
    record = packaged_names()
    assert set(record["places"]) == {point.name for point in MAP.points.values()}
    assert set(record["units"]) <= {unit.name for unit in DATA.counters.values()}
    assert set(record["markers"]) <= {marker.name for marker in DATA.markers.values()}
    assert all(source.text.startswith(tuple(KINDS_OF_NAMES)) for source in sources(record))


def test_names_in_both_languages() -> None:
    akagi, midway = DATA.counters["jp_akagi"], MAP["MI"]
    assert (names.name(akagi), names.name(midway)) == ("Akagi", "Midway Island")
    assert names.unit(DATA, "us_sub_gp_1") == "Sub Gp 1" and names.unit(DATA, "jp_sub_gp_1") == "Japanese Sub Gp 1"
    with speaking(JAPANESE):
        assert (names.name(akagi), names.name(midway), names.unit(DATA, "us_11th_bg")) == (
            "赤城", "ミッドウェイ島", "第11爆撃機隊")


def test_every_value_has_a_source() -> None:
    for name in FILES:
        all_sources = list(sources(read()[name]))
        assert all_sources and all(source.text.startswith(tuple(SOURCES)) for source in all_sources), name


def test_source_counts_are_those_of_the_description() -> None:
    text = (FOLDER / "ABOUT.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+)\.json \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    counted = {name: [sum(source.text.startswith(kind) for source in sources(record)) for kind in SOURCES]
               for name, record in read().items()}
    assert {name: [int(count) for count in counts] for name, *counts in rows} == {
        name: [*counts, sum(counts)] for name, counts in counted.items()}
    for year in YEARS[1:]:
        units = CAMPAIGNS[year].units
        assert f"{len(DATA.reconstructed.counters[year] & set(units))} of {len(units)}" in text


@pytest.mark.parametrize(("year", "count"), [(1942, 0), (1943, 77), (1944, 134), (1945, 128)])
def test_counters_say_what_is_reconstructed(year: int, count: int) -> None:
    ours = DATA.reconstructed.counters[year]
    assert len(ours) == count
    assert ours == {unit.id for of, unit in COUNTERS if of == year and unit.source.startswith(RECONSTRUCTED)}
    if year > 1942:
        assert {"jp_junyo", "us_essex", "us_f6f"} <= ours and not {"us_25th_inf", "jp_sub_gp_1"} & ours


# -- an owner's data --------------------------------------------------------------------------------------------------


@pytest.fixture
def records() -> dict[str, Record]:
    return copy.deepcopy(read())


def wrong(records: dict[str, Record]) -> str:
    """Everything that is told to be wrong."""
    problems = data_problems(records)
    assert {problem.code for problem in problems} <= {"data-entry"}
    return "\n".join(PROBLEMS["data-entry"].format(**problem.values) for problem in problems)


def entry(group: list[Record], identity: str) -> Record:
    """An entry of a list by its id."""
    return next(entry for entry in group if entry["id"] == identity)


def test_the_packaged_data_are_right(records: dict[str, Record]) -> None:
    assert wrong(records) == ""


def test_a_counter_may_differ_from_its_class(records: dict[str, Record]) -> None:
    entry(records["campaign_1942"]["ships"], "us_enterprise").update(aa=[6, 3], price=6, source="confirmed: counter")
    entry(records["campaign_1943"]["air"], "us_343rd_fg").update(cost=1, air=[7, 4])
    assert wrong(records) == ""
    data = build(records)
    enterprise, fighters = data.campaigns[1942].units["us_enterprise"], data.campaigns[1943].units["us_343rd_fg"]
    assert (value(enterprise, "aa"), enterprise.price, enterprise.cost) == ((6, 2), 6, 1)
    assert (value(fighters, "air"), fighters.cost, value(fighters, "ship")) == ((7, 3), 1, (1, 0))


def test_what_an_owner_confirms_is_no_reconstruction(records: dict[str, Record]) -> None:
    aircraft = entry(records["campaign_1943"]["aircraft"]["us"], "F6F")
    aircraft["source"] = "confirmed: counter"
    entry(records["markers"]["us"], "furball")["source"]["copies"] = "confirmed"
    ours = build(records).reconstructed
    assert "us_f6f" not in ours.counters[1943] and len(ours.copies) == 29


def test_further_points_do_no_harm(records: dict[str, Record]) -> None:
    records["map"]["points"].append({"id": "FJ", "name": "Fiji", "name_ja": "フィジー", "capacity": 2, "flag": True,
                                     "us": True, "japan": True, "xy": [790, 760], "note": "an owner's"})
    records["map"]["routes"] += [{"pair": ["FJ", "SA"]}, {"pair": ["NC", "FJ"]}]
    assert wrong(records) == "" and build(records).map["FJ"].south == ("NC",)


Change = Callable[[dict[str, Record]], Any]
FAULTS: dict[str, tuple[Change, str]] = {
    "a point of no capacity": (
        lambda records: entry(records["map"]["points"], "WI").update(capacity="three"),
        'In map.json, points, WI, capacity must be a whole number from 0 to 99'),
    "a point taken out": (
        lambda records: records["map"]["points"].remove(entry(records["map"]["points"], "WI")),
        "In map.json, points lack the point WI, of which rules speak."),
    "a route to a point misspelt": (
        lambda records: records["map"]["routes"].append({"pair": ["JA", "WIE"]}),
        "In map.json, routes, JA-WIE names WIE, which is not on the map (did you mean WI?)."),
    "a route twice": (
        lambda records: records["map"]["routes"].append({"pair": ["JA", "EA"]}),
        "In map.json, routes, EA-JA stands twice in the list."),
    "a route to itself": (
        lambda records: records["map"]["routes"].append({"pair": ["JA", "JA"]}),
        "In map.json, routes, JA-JA joins a point with itself."),
    "a point without routes": (
        lambda records: records["map"].update(routes=[route for route in records["map"]["routes"]
                                                      if "EA" not in route["pair"]]),
        "In map.json, points, EA has no route."),
    "a counter twice": (
        lambda records: records["units"]["ships"].append(records["units"]["ships"][0]),
        "stands twice in the list."),
    "a counter of the other side": (
        lambda records: entry(records["units"]["ships"], "jp_kaga").update(nation="us"),
        'In units.json, ships, jp_kaga, id must begin with "us_", as its nation is us.'),
    "a ship of no kind": (
        lambda records: entry(records["units"]["ships"], "jp_kaga").update(kind="ca"),
        'In units.json, ships, jp_kaga, kind must be one of "cv", "cvl", "cve", "bb", "cru", "dd", "ss", not "ca"'),
    "a ship of no class": (
        lambda records: entry(records["campaign_1942"]["ships"], "us_wasp").update({"class": "CV Midway"}),
        "In campaign_1942.json, ships, us_wasp, class must be one of CV Yorktown, CV Wasp"),
    "a carrier of a battleship's class": (
        lambda records: entry(records["campaign_1942"]["ships"], "us_wasp").update({"class": "BB Colorado"}),
        "In campaign_1942.json, ships, us_wasp, class must be a class of carriers."),
    "a battleship of a carrier's class": (
        lambda records: entry(records["campaign_1942"]["ships"], "jp_nagato_mutsu").update({"class": "CV"}),
        "In campaign_1942.json, ships, jp_nagato_mutsu, class must not be a class of carriers."),
    "a ship nobody knows": (
        lambda records: records["campaign_1942"]["ships"].append({"id": "us_langley_2", "class": "DD", "place": "HI"}),
        "In campaign_1942.json, ships, us_langley_2 is not in the counter list (units.json)."),
    "a ship where its side cannot be": (
        lambda records: entry(records["campaign_1942"]["ships"], "jp_akagi").update(place="WC"),
        "In campaign_1942.json, ships, jp_akagi, place must be a point the side may enter, or one of RE."),
    "a box of another year": (
        lambda records: entry(records["campaign_1942"]["ships"], "us_wasp").update(place="P2"),
        "In campaign_1942.json, ships, us_wasp, place must be a point the side may enter, or one of P1, RE."),
    "battalions off the map": (
        lambda records: records["campaign_1942"]["battalions"]["us"].update(XX=1),
        "In campaign_1942.json, battalions, us, XX must be a point the side may enter, or one of P1, RE."),
    "too many aircraft": (
        lambda records: entry(records["map"]["points"], "SI").update(capacity=5),
        "In campaign_1943.json, air has 6 American air units at SI, which holds 5."),
    "a value above ten": (
        lambda records: entry(records["campaign_1942"]["classes"]["us"], "SS").update(torpedo=[11, 6]),
        "In campaign_1942.json, classes, us, SS, torpedo, entry 1 must be a whole number from 0 to 10, not 11."),
    "a value that grows with damage": (
        lambda records: entry(records["campaign_1942"]["classes"]["us"], "SS").update(torpedo=[2, 3]),
        "In campaign_1942.json, classes, us, SS, torpedo is higher on the damaged side."),
    "a superior value alone": (
        lambda records: entry(records["campaign_1942"]["classes"]["us"], "SS").update(aa_superior=[1, 1]),
        "In campaign_1942.json, classes, us, SS, aa is missing beside its superior value."),
    "a superior value above the normal one": (
        lambda records: entry(records["campaign_1942"]["classes"]["japan"], "CV").update(aa_superior=[5, 3]),
        "In campaign_1942.json, classes, japan, CV, aa_superior is higher than the normal value."),
    "a type without values": (
        lambda records: records["campaign_1942"]["aircraft"]["us"].append({"id": "PBY", "cost": 1}),
        "In campaign_1942.json, aircraft, us, PBY has no attack value."),
    "a carrier aircraft nobody knows": (
        lambda records: entry(records["campaign_1942"]["aircraft"]["us"], "B-17").update(on_carriers=True),
        "In campaign_1942.json, aircraft, us, B-17 is no carrier aircraft the rules know of"),
    "aircraft that are none": (
        lambda records: records["campaign_1942"]["complements"]["us"].update(cv5=["f4f", "pby"]),
        "In campaign_1942.json, complements, us, cv5 has pby, which is no type of aircraft with on_carriers"),
    "a complement there is none of": (
        lambda records: entry(records["campaign_1942"]["classes"]["us"], "CV Wasp").update(complement="cv9"),
        "In campaign_1942.json, classes, us, CV Wasp, complement is no key of complements; there are cv5."),
    "levels with a gap": (
        lambda records: entry(records["campaign_1942"]["levels"], "good").update(least=6),
        "In campaign_1942.json, levels, good, least must be one more than what historical ends with."),
    "a level taken out": (
        lambda records: records["campaign_1942"]["levels"].pop(0),
        'In campaign_1942.json, levels lack "great".'),
    "an objective off the map": (
        lambda records: records["campaign_1942"]["objectives"]["points"].append("XX"),
        "In campaign_1942.json, objectives, points names XX, which is not on the map."),
    "an order without a face": (
        lambda records: entry(records["tables"]["orders"], "hold").update(faces=[1]),
        "In tables.json, orders must have each face of the die, from 1 to 10, once."),
    "an order nobody knows": (
        lambda records: entry(records["tables"]["orders"], "hold").update(id="wait"),
        'In tables.json, orders lack "hold".'),
    "a face without rounds": (
        lambda records: records["tables"]["rounds"].pop("7"),
        "In tables.json, rounds, 7 is missing."),
    "an area twice": (
        lambda records: records["tables"]["area_order"].update(areas=["JO", "IS", "CO", "CO"]),
        "In tables.json, area_order, areas must have JO, IS, CO, UO once each."),
    "two rows of one number": (
        lambda records: entry(records["tables"]["plans"], "5-9").update(least=1),
        "In tables.json, plans, 1 stands twice in the list."),
    "a turn taken out": (
        lambda records: records["tables"]["turns"].pop(),
        "In tables.json, turns must have the turns 0 to 6 once each."),
    "a marker nobody knows": (
        lambda records: entry(records["markers"]["us"], "furball").update(id="dogfight"),
        "In markers.json, us, dogfight is nothing the rules know of; there are vt-fuse"),
    "an option with another default": (
        lambda records: entry(records["options"]["options"], "drawing").update(default="hat"),
        "In options.json, options, drawing, default must be one of its values."),
    "an option with a value nobody knows": (
        lambda records: entry(records["options"]["options"], "drawing").update(values=["stack", "hat"]),
        'In options.json, options, drawing, values has "hat", which the rules do not know.')}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_with_an_owners_data(records: dict[str, Record], fault: str) -> None:
    change, words = FAULTS[fault]
    change(records)
    assert words in wrong(records)


def test_everything_that_is_wrong_is_told_at_once(records: dict[str, Record]) -> None:
    for name in ("a route twice", "a counter twice", "a turn taken out", "levels with a gap", "a marker nobody knows"):
        FAULTS[name][0](records)
    assert len(wrong(records).splitlines()) >= 5


def test_faults_are_told_in_japanese(records: dict[str, Record]) -> None:
    FAULTS["a value that grows with damage"][0](records)
    with speaking(JAPANESE):
        (problem,) = data_problems(records)
        assert problem.values["wrong"] == "損傷面のほうが大きい"
