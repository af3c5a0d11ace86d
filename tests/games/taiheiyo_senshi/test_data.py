"""The data: what the rulebook and its examples say of counters, cards, tables and set-up, and what is wrong with an
owner's own."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations_with_replacement, pairwise, product
from typing import Any

import pytest

from witp_pbem.games.common.data import sources
from witp_pbem.games.taiheiyo_senshi.board import names
from witp_pbem.games.taiheiyo_senshi.board.data import (
    FILES,
    FOLDER,
    Printed,
    build,
    code_turns,
    packaged,
    packaged_names,
    read,
    setup_code,
)
from witp_pbem.games.taiheiyo_senshi.telling.reference import KINDS, KINDS_OF_NAMES
from witp_pbem.games.taiheiyo_senshi.validation.data import data_problems
from witp_pbem.table.language import speaking
from witp_pbem.table.names import key
from witp_pbem.table.wording import PROBLEMS

DATA = packaged()
MAP = DATA.map
SHIPS = {unit.name: unit for unit in DATA.units.values() if unit.is_ship}
Record = dict[str, Any]


# -- counters ---------------------------------------------------------------------------------------------------------


def test_units_by_nation() -> None:
    assert Counter((unit.nation, unit.is_ship) for unit in DATA.units.values()) == {
        ("japan", True): 49, ("us", True): 70, ("uk", True): 17, ("netherlands", True): 1, ("australia", True): 2,
        ("japan", False): 3, ("allies", False): 11}
    assert {unit.side for unit in DATA.units.values() if unit.nation != "japan"} == {"allies"}


@pytest.mark.parametrize("ship", SHIPS.values(), ids=lambda ship: ship.id)
def test_values_of_a_ship(ship: Printed) -> None:
    """Rulebook 2.2.1 to 2.2.6: a carrier has no gunnery; what a ship is follows from its values."""
    assert ship.kind == ("carrier" if ship.air else "battleship" if ship.gunnery >= 2 else "cruiser")
    assert bool(ship.air) != bool(ship.gunnery)
    assert 0 <= ship.movement <= 3 and 1 <= ship.defence <= 5


@pytest.mark.parametrize(("name", "values"), [
    ("Shokaku", (4, 0, 2, 3)), ("North Carolina", (0, 4, 4, 2)),  # rulebook 2.2
    ("Hyuga", (0, 3, 3, 1)), ("Kumano", (0, 1, 1, 3)), ("Nagato", (0, 4, 4, 2))])  # 7.5 example, 8 example (1)
def test_values_the_rulebook_shows(name: str, values: tuple[int, ...]) -> None:
    ship = SHIPS[name]
    assert (ship.air, ship.gunnery, ship.defence, ship.movement) == values


def test_what_the_designer_says_of_classes() -> None:
    """Designer's notes: Chokai and Maya have a defence 1 lower, old American battleships movement 0, Japanese 1."""
    assert [SHIPS[name].defence for name in ("Takao", "Atago", "Maya", "Chokai")] == [2, 2, 1, 1]
    assert {SHIPS[name].movement for name in ("Nevada", "Maryland", "Tennessee")} == {0}
    assert {SHIPS[name].movement for name in ("Fuso", "Yamashiro", "Ise", "Hyuga")} == {1}


def test_british_carriers_but_hermes_are_heavy() -> None:
    """Rulebook 8.2(6)."""
    assert {ship.name: ship.heavy for ship in SHIPS.values() if ship.nation == "uk" and ship.kind == "carrier"} == {
        "Hermes": False, "Indomitable": True, "Formidable": True, "Illustrious": True}


def test_air_units() -> None:
    """Rulebook 2.2, 8 example (1): air strength alone."""
    air = [unit for unit in DATA.units.values() if unit.kind == "air"]
    assert {(unit.side, unit.air) for unit in air} == {("japan", 3), ("allies", 2)}
    assert {(unit.gunnery, unit.defence, unit.movement, unit.heavy) for unit in air} == {(0, 0, 0, False)}


@pytest.mark.parametrize(("code", "letters", "turns"), [
    ("", "", (0, 0)), ("H", "H", (0, 0)), ("LAC", "LAC", (0, 0)), ("2", "", (2, 0)), ("1-5", "", (1, 5)),
    ("C-3", "C", (0, 3))])
def test_codes(code: str, letters: str, turns: tuple[int, int]) -> None:
    """Rulebook 2.2.5, 6.1(2)."""
    assert (setup_code(code), code_turns(code)) == (letters, turns)


ARRIVALS = {  # turn -> how many come, by nation, and who goes home (of the codes of the English counters)
    1: ({"japan": 1, "uk": 8, "allies": 2}, ()),
    2: ({"japan": 3, "us": 7, "uk": 4, "allies": 1}, ("Indomitable", "Formidable")),
    3: ({"japan": 1, "us": 4, "allies": 1}, ("Revenge", "Resolution", "Warspite", "Valiant")),
    4: ({"us": 11, "allies": 2}, ()),
    5: ({"japan": 8, "us": 20, "allies": 2}, ("Illustrious", "Royal Sovereign"))}


@pytest.mark.parametrize("turn", ARRIVALS)
def test_arrivals_and_departures_follow_from_the_codes(turn: int) -> None:
    arrivals, leaving = ARRIVALS[turn]
    assert Counter(unit.nation for unit in DATA.entering(turn)) == arrivals
    assert sorted(unit.name for unit in DATA.leaving(turn)) == sorted(leaving)
    assert {unit.nation for unit in DATA.leaving(turn)} <= {"uk"}


def test_every_unit_is_set_up_or_arrives() -> None:
    start = [unit.id for side, codes in DATA.codes.items() for code in codes for unit in DATA.set_up(side, code)]
    start += [unit.id for choice in DATA.choices for unit in DATA.set_up(choice.side, choice.code, choice.units)]
    start += [unit.id for unit in DATA.set_up("japan", "", "air")]
    carriers = [unit.id for unit in DATA.set_up("allies", "PH")]
    coming = [unit.id for turn in DATA.turns for unit in DATA.entering(turn) if turn]
    assert sorted([*start, *carriers, *coming]) == sorted(DATA.units)
    assert (len(start), len(carriers), len(coming)) == (65, 13, 75)


# -- set-up -----------------------------------------------------------------------------------------------------------


def test_the_strike_force() -> None:
    """Rulebook 3.2, 5.1(1): six carriers strike the Hawaiian Islands."""
    force = DATA.set_up("japan", "H")
    assert len(force) == 10 and sum(unit.kind == "carrier" for unit in force) == 6
    assert DATA.codes["japan"]["H"] == DATA.codes["allies"]["H"] == "hawaii"
    assert [(entry.code, entry.place) for entry in DATA.after] == [("H", "japan"), ("PH", "hawaii")]


def test_port_markers() -> None:
    """Rulebook 3.3."""
    assert {place for place in MAP.ports if MAP[place].owner == "japan"} == {"japan", "indochina", "truk"}
    assert {MAP[place].owner for place in MAP.bases} == {""}


def occupied(units: Iterable[tuple[str, bool, str]]) -> dict[str, str]:
    """Who holds each base, "" for nobody (rulebook 4.2), reckoned here by itself: side, is a ship, point."""
    units, held = list(units), {}
    for base in MAP.bases:
        zones = {side for side, is_ship, place in units if not is_ship and place in MAP.adjacent(base, False)}
        air = {side for side, is_ship, place in units if place == base and not is_ship}
        ships = {side for side, is_ship, place in units if place == base and is_ship}
        holders = air or (ships - {side for side in ("japan", "allies") if zones - {side}} if ships else zones)
        held[base] = holders.pop() if len(holders) == 1 else ""
    return held


def set_up(places: dict[str, str]) -> list[tuple[str, bool, str]]:
    """The units of the set-up without the strike force, with places for those that are set up freely."""
    fixed = {unit.id: place for side, codes in DATA.codes.items() for code, place in codes.items()
             for unit in DATA.set_up(side, code) if (side, code) != ("japan", "H")}
    return [(DATA.units[unit].side, DATA.units[unit].is_ship, place) for unit, place in {**fixed, **places}.items()]


AIR = [places for places in combinations_with_replacement(("australia", "samoa", "port_moresby"), 2)
       if places.count("port_moresby") < 2]


@pytest.mark.parametrize("air", AIR)
@pytest.mark.parametrize("manned", list(product((False, True), repeat=3)))
def test_markers_that_every_set_up_has(air: tuple[str, str], manned: tuple[bool, ...]) -> None:
    """Rulebook 3.3.1; and the example of 3.3 on Rabaul."""
    cruisers = dict(zip(("jp_myoko", "jp_nachi", "jp_haguro"), (
        base if is_manned else "japan" for base, is_manned in zip(("okinawa", "marianas", "kwajalein"), manned,
                                                                  strict=True)), strict=True))
    held = occupied(set_up({**DATA.default, **dict(zip(("al_lba_1", "al_lba_2"), air, strict=True)), **dict.fromkeys(
        (unit for unit, place in DATA.default.items() if place == "okinawa"), "japan"), **cruisers}))
    assert [held[base] for base in ("okinawa", "marianas", "kwajalein")] == ["japan"] * 3
    assert [held[base] for base in ("midway", "borneo", "attu", "dutch_harbor")] == ["allies", "allies", "", ""]
    assert held["rabaul"] == ("" if "port_moresby" in air else "japan")


def test_the_usual_set_up() -> None:
    held = occupied(set_up(dict(DATA.default)))
    assert {base for base, side in held.items() if side == "japan"} == {"okinawa", "marianas", "kwajalein"}
    assert {base for base, side in held.items() if not side} == {"attu", "dutch_harbor", "rabaul"}
    indochina = [DATA.units[unit] for unit, place in DATA.default.items() if place == "indochina"]
    gunnery = sum(unit.gunnery for unit in indochina)
    assert gunnery - 1 >= DATA.ground_worth  # rulebook 8 example (2): a cruiser may be lost
    assert min(unit.movement for unit in indochina if unit.is_ship) >= MAP.length("indochina", "singapore")


# -- cards ------------------------------------------------------------------------------------------------------------


def test_sixteen_cards_with_an_event_of_each_side() -> None:
    assert len(DATA.cards) == 16 and len(DATA.events) == 32
    for card, sides in DATA.cards.items():
        assert card == f"{sides['japan']}-{sides['allies']}"
        assert [DATA.events[event].side for event in sides.values()] == ["japan", "allies"]
        assert {DATA.events[event].card for event in sides.values()} == {card}
        assert sum(int(event[1:]) for event in sides.values()) == 17


@pytest.mark.parametrize(("window", "events"), [
    ("operation", "J01 J03 J04 J05 J09 J12 J13 J14 A01 A02 A08 A10 A16"), ("capture", "J02 A05 A13"),
    ("movement", "J06 A11"), ("surface", "J07 J08 A06"), ("any", "J10"), ("battle", "J11 A04 A07 A12 A14"),
    ("interruption", "J15 A09 A15"), ("before_capture", "J16"), ("air_strike", "A03")])
def test_when_events_can_be_played(window: str, events: str) -> None:
    assert sorted(event.id for event in DATA.events.values() if event.window == window) == sorted(events.split())


def test_events_that_happen_once() -> None:
    assert {event.id for event in DATA.events.values() if event.once} == {"J03", "J15", "A03", "A04", "A09", "A15"}


def test_numbers_of_events() -> None:
    assert {event.id: event.points for event in DATA.events.values() if event.points} == {
        "J12": (-1, 0, 0, 0, 1, 2), "A16": (0, 0, 1, 1, 1, 2)}
    assert {event.id for event in DATA.events.values() if event.numbers.get("ground_strength") == 2} == {
        "J02", "A05", "A13"}
    assert {event.id: event.numbers["strength"] for event in DATA.events.values() if "strength" in event.numbers} == {
        "J06": 3, "A11": 3, "A14": 3}
    assert {event.id: event.numbers["shift"] for event in DATA.events.values() if "shift" in event.numbers} == {
        "J01": 2, "J03": 2, "A01": 1, "A04": 2, "A06": 2, "A08": 2}
    assert {event.id: event.places for event in DATA.events.values() if event.places} == {
        "J12": ("ceylon",), "A02": ("midway", "attu"), "A16": ("marianas",)}
    assert {event.id: event.turn for event in DATA.events.values() if event.turn} == {"A10": 5}


def test_titles_that_are_ours_are_marked() -> None:
    assert sum(event.is_working_title for event in DATA.events.values()) == 10
    assert not DATA.events["A12"].is_working_title and DATA.events["A12"].title_ja == "マリアナの七面鳥撃ち"


# -- tables -----------------------------------------------------------------------------------------------------------


def hits(strength: int, die: int, shift: int = 0) -> int:
    """What the combat table gives (rulebook 8.2, 8.2.1)."""
    number = DATA.column(strength) + shift
    return 0 if number < 0 else DATA.columns[min(number, len(DATA.columns) - 1)].hits[die - 1]


def test_columns_of_the_combat_table() -> None:
    assert [column.label for column in DATA.columns] == [
        "1", "2", "3", "4-5", "6-7", "8-9", "10-12", "13-15", "16-19", "20-25", "26-30", "31+"]
    assert [column.id for column in DATA.columns] == [column.label for column in DATA.columns]
    assert [DATA.columns[DATA.column(strength)].label for strength in (1, 5, 7, 30, 31, 99)] == [
        "1", "4-5", "6-7", "26-30", "31+", "31+"]
    assert DATA.column(0) == -1
    assert [DATA.columns[DATA.column_of(strike.column)].low for strike in DATA.surprises] == [31, 6]


def test_the_combat_table_rises_with_strength() -> None:
    for left, right in pairwise(DATA.columns):
        assert sum(left.hits) < sum(right.hits)


@pytest.mark.parametrize(("strength", "die", "shift", "expected"), [
    (8, 3, -1, 1), (14, 5, -1, 3), (10, 6, 0, 4), (6, 4, 0, 2),  # rulebook 8 example (1)
    (4, 1, 0, 0), (1, 5, 0, 1), (2, 3, 0, 0), (2, 6, 0, 2),  # rulebook 8 example (2)
    (1, 6, -1, 0)])  # rulebook 8.2.1
def test_lookups_of_the_examples(strength: int, die: int, shift: int, expected: int) -> None:
    assert hits(strength, die, shift) == expected


def test_the_attested_cells_and_only_they_are_sourced_to_the_rulebook() -> None:
    cells = [text for column in read()["tables"]["combat"] for text in column["hits"]["source"].values()]
    assert (len(cells), sum(text.startswith("rulebook") for text in cells)) == (72, 8)


def test_shifts_left_and_right_are_added_up() -> None:
    """Rulebook 8.2.1: strength 26, right 2 and left 1."""
    assert DATA.columns[DATA.column(26) + 1].label == "31+"


def test_numbers_of_the_rules() -> None:
    assert DATA.battle == (3, -1, -1, -1, 6)
    assert (DATA.ground_worth, DATA.ground_resource, DATA.free_movement, DATA.sortie_cost) == (20, 1, 3, 1)
    assert DATA.hands == {"japan": (4, 4, {"borneo": 2}), "allies": (10, 0, {})} and DATA.reshuffle_at == 1


def test_scores_of_the_ports() -> None:
    """Rulebook 4.0 example."""
    assert sum(MAP[place].score for place in ("japan", "philippines", "indochina", "singapore", "truk")) == 11
    assert sum(MAP[place].score for place in ("hawaii", "samoa", "australia", "ceylon")) == 9
    assert sum(point.score for point in MAP.points.values()) == 20


def test_the_turn_track() -> None:
    assert list(DATA.turns) == list(range(6)) and DATA.last_turn == 5
    assert [turn.draws for turn in DATA.turns.values()] == [0, 2, 3, 4, 8, 10]
    assert [turn.fleet_trains for turn in DATA.turns.values()] == [0, 0, 0, 0, 1, 1]
    assert {number: turn.victory for number, turn in DATA.turns.items() if turn.victory} == {
        4: {"japan": 5, "allies": 1}, 5: {"japan": -4, "allies": 5}}
    assert sum(len(turn.battles) for turn in DATA.turns.values()) == 19


def test_where_units_appear() -> None:
    """Rulebook 6.1, 6.1.4."""
    assert {nation: tuple(arrivals) for nation, arrivals in DATA.arrivals.items()} == {
        "japan": (("japan",), "japan", ""), "us": (("west_coast",), "hawaii", "west_coast"),
        "uk": (("madagascar",), "madagascar", ""), "netherlands": (("madagascar",), "madagascar", ""),
        "australia": (("australia",), "australia", "west_coast"), "allies": (("west_coast", "madagascar"), "", "")}


@pytest.mark.parametrize("name", FILES)
def test_every_source_begins_with_its_kind(name: str) -> None:
    entries = list(sources(read()[name]))
    assert entries and all(source.text.startswith(tuple(KINDS)) and source.path for source in entries)


def test_source_counts_are_those_of_the_description() -> None:
    text = (FOLDER / "ABOUT.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+)\.json \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    counted = {name: [sum(source.text.startswith(kind) for source in sources(record)) for kind in KINDS]
               for name, record in read().items()}
    assert {name: [int(count) for count in counts] for name, *counts in rows} == {
        name: [*counts, sum(counts)] for name, counts in counted.items()}


# -- names ------------------------------------------------------------------------------------------------------------


def meant(word: str) -> set[str]:
    """The points and units that are called so."""
    called = {**names.point_aliases(DATA), **names.unit_aliases(DATA)}
    labels = {thing.id: (thing.name, thing.name_ja) for thing in (*MAP.points.values(), *DATA.units.values())}
    return {identifier for identifier, aliases in called.items()
            if key(word) in map(key, (*aliases, *labels[identifier]))}


@pytest.mark.parametrize(("word", "identifier"), [
    ("赤城", "jp_akagi"), ("akagi", "jp_akagi"), ("Hiryū", "jp_hiryu"), ("飛竜", "jp_hiryu"), ("「飛龍」", "jp_hiryu"),
    ("Prince of Wales", "uk_prince_of_wales"), ("POW", "uk_prince_of_wales"),
    ("プリンス・オブ・ウェールズ", "uk_prince_of_wales"), ("P.O.ウェールズ", "uk_prince_of_wales"),
    ("ノースカロライナ", "us_north_carolina"), ("Yorktown II", "us_cv10"), ("HMAS Australia", "au_australia"),
    ("Pearl Harbor", "hawaii"), ("真珠湾", "hawaii"), ("トラック", "truk"), ("Dutch Harbour", "dutch_harbor"),
    ("ポートモレスビー", "port_moresby"), ("Saipan", "marianas"), ("豪州", "australia"), ("比島", "philippines")])
def test_what_points_and_ships_are_called(word: str, identifier: str) -> None:
    assert meant(word.strip("「」")) == {identifier}


@pytest.mark.parametrize(("of", "things"), [
    (names.point_aliases, MAP.points), (names.unit_aliases, DATA.units)])
def test_no_two_points_and_no_two_units_are_called_the_same(of: Callable[[Any], Any], things: Any) -> None:
    called = Counter(word for identifier, aliases in of(DATA).items() for word in {
        key(name) for name in (*aliases, things[identifier].name, things[identifier].name_ja)})
    assert [word for word, count in called.items() if count > 1] == []


def test_every_entry_of_the_names_is_a_point_or_a_unit() -> None:
    record = packaged_names()
    assert set(record["places"]) == {point.name for point in MAP.points.values()}
    assert set(record["units"]) <= {unit.name for unit in DATA.units.values()}
    assert all(source.text.startswith(tuple(KINDS_OF_NAMES)) for source in sources(record))


def test_names_in_both_languages() -> None:
    akagi, event = DATA.units["jp_akagi"], DATA.events["A12"]
    assert (names.name(akagi), names.event(event), names.card(DATA, "J05-A12", "japan")) == (
        "Akagi", "A12: Marianas turkey shoot", "J05: Surface raid")
    with speaking("ja"):
        assert (names.name(akagi), names.name(MAP["truk"]), names.title(event)) == (
            "赤城", "トラック島", "マリアナの七面鳥撃ち")
    assert names.card_names(DATA)["J05-A12"][:2] == ("J05", "A12")


# -- an owner's data --------------------------------------------------------------------------------------------------


@pytest.fixture
def records() -> dict[str, Record]:
    return copy.deepcopy(read())


def wrong(records: dict[str, Record]) -> str:
    """Everything that is told to be wrong."""
    problems = data_problems(records)
    assert {problem.code for problem in problems} <= {"data-entry"}
    return "\n".join(PROBLEMS["data-entry"].format(**problem.values) for problem in problems)


def entry(records: dict[str, Record], file: str, group: str, identifier: str) -> Record:
    """An entry of a list by its id."""
    entry: Record = next(entry for entry in records[file][group] if entry["id"] == identifier)
    return entry


def test_the_packaged_data_are_right(records: dict[str, Record]) -> None:
    assert wrong(records) == ""


def test_further_fields_and_points_do_no_harm(records: dict[str, Record]) -> None:
    records["map"]["points"].append({"id": "wake", "name": "Wake", "name_ja": "ウェーク島", "kind": "base",
                                     "xy": [640, 380], "note": "an owner's"})
    records["map"]["routes"].append({"pair": ["midway", "wake"], "length": 1, "kind": "plain"})
    assert wrong(records) == "" and "wake" in build(records).map.bases


Change = Callable[[dict[str, Record]], Any]
FAULTS: dict[str, tuple[Change, str]] = {
    "a point of another kind": (
        lambda records: entry(records, "map", "points", "truk").update(kind="prot"),
        'In map.json, points, truk, kind must be one of "port", "base", not "prot" (did you mean port?).'),
    "a point taken out": (
        lambda records: records["map"]["points"].remove(entry(records, "map", "points", "attu")),
        "In map.json, points lack the point attu, of which rules speak."),
    "a port of nobody": (
        lambda records: entry(records, "map", "points", "truk").update(owner=""),
        "In map.json, points, truk, owner must name a side: it is a port."),
    "a base with a score": (
        lambda records: entry(records, "map", "points", "midway").update(score=1),
        "In map.json, points, midway is a base, so owner, score and free_supply must be left out."),
    "a route to a point misspelt": (
        lambda records: records["map"]["routes"].append({"pair": ["japan", "trukk"], "length": 1, "kind": "plain"}),
        "In map.json, routes, japan-trukk names trukk, which is not on the map (did you mean truk?)."),
    "a route twice": (
        lambda records: records["map"]["routes"].append({"pair": ["midway", "japan"], "length": 1, "kind": "plain"}),
        "In map.json, routes, japan-midway stands twice in the list."),
    "a route to itself": (
        lambda records: records["map"]["routes"].append({"pair": ["japan", "japan"], "length": 1, "kind": "plain"}),
        "In map.json, routes, japan-japan joins a point with itself."),
    "a route too long": (
        lambda records: records["map"]["routes"][0].update(length=3),
        "In map.json, routes, hawaii-midway, length must be a whole number from 1 to 2, not 3."),
    "a point without routes": (
        lambda records: records["map"].update(routes=[route for route in records["map"]["routes"]
                                                      if "attu" not in route["pair"]]),
        "In map.json, points, attu has no route that is open from the start."),
    "a unit twice": (
        lambda records: records["units"]["ships"].append(records["units"]["ships"][0]),
        "In units.json, units, jp_akagi stands twice in the list."),
    "a carrier with guns": (
        lambda records: entry(records, "units", "ships", "jp_kaga").update(gunnery=1),
        "In units.json, ships, jp_kaga has air strength, so its gunnery must be 0."),
    "a code of no form": (
        lambda records: entry(records, "units", "ships", "jp_kaga").update(code="7"),
        'In units.json, ships, jp_kaga, code must be letters for the set-up, a turn from 1 to 5, or either with the '
        'turn on which it leaves ("H", "2", "C-3", "1-5"), or "".'),
    "a code there is none of": (
        lambda records: entry(records, "units", "ships", "us_houston").update(code="X"),
        "In units.json, ships, us_houston, code is no code of the set-up; there are A, B, C, F, H, LAC, M, P, PH, S."),
    "hits that fall with the die": (
        lambda records: entry(records, "tables", "combat", "6-7")["hits"].update({"4": 0}),
        "In tables.json, combat, 6-7, 4 has fewer hits than the die before it."),
    "hits that fall to the right": (
        lambda records: entry(records, "tables", "combat", "10-12")["hits"].update({"1": 2, "2": 2}),
        "In tables.json, combat, 13-15, 1 has fewer hits than the column before it."),
    "two columns of one strength": (
        lambda records: entry(records, "tables", "combat", "8-9").update(low=10),
        "In tables.json, combat must begin with strength 1, each column with another strength (low)."),
    "a die without its hits": (
        lambda records: entry(records, "tables", "combat", "8-9")["hits"].pop("6"),
        "In tables.json, combat, 8-9, hits, 6 is missing."),
    "a turn taken out": (
        lambda records: records["turns"]["turns"].pop(),
        "In turns.json, turns must have the turns 0 to 5 once each."),
    "arrivals off the map": (
        lambda records: records["turns"]["arrivals"]["us"].update(repaired="pearl"),
        "In turns.json, arrivals, us names pearl, which is not on the map."),
    "no harbour for repairs": (
        lambda records: records["turns"]["arrivals"]["uk"].update(repaired=""),
        "In turns.json, arrivals, uk, repaired must be a point, where its ships come back."),
    "a card too few": (
        lambda records: records["cards"]["cards"].pop(),
        "In cards.json, cards must be 16, not 15."),
    "an event on two cards": (
        lambda records: records["cards"]["cards"][0].update(allies="A15"),
        "In cards.json, events, A16 is on no card."),
    "an event of the other side on a card": (
        lambda records: records["cards"]["cards"][0].update(allies="J02"),
        "In cards.json, cards, J02 is no event of allies."),
    "an event without its number": (
        lambda records: entry(records, "cards", "events", "J01").update(numbers={}),
        "In cards.json, events, J01, numbers lack shift."),
    "an event without its die": (
        lambda records: entry(records, "cards", "events", "A16").pop("points"),
        "In cards.json, events, A16, points must say what each die gives."),
    "an event of another side": (
        lambda records: entry(records, "cards", "events", "A16").update(side="japan"),
        "In cards.json, events, A16 must be there, an event of allies."),
    "a column there is none of": (
        lambda records: entry(records, "setup", "turn_0", "off_malaya").update(column="6"),
        "In setup.json, turn_0, off_malaya, column is no column of the combat table"),
    "a set-up without a unit": (
        lambda records: records["setup"]["default"]["truk"].remove("jp_aoba"),
        "In setup.json, default lacks jp_aoba, which its side sets up."),
    "a set-up with a unit too many": (
        lambda records: records["setup"]["default"]["truk"].append("jp_akagi"),
        "In setup.json, default, truk names jp_akagi, which is no unit that is set up freely."),
    "a set-up elsewhere": (
        lambda records: records["setup"]["default"].update(midway=["jp_aoba"]),
        "In setup.json, default, midway cannot have jp_aoba, which goes to japan, indochina, okinawa, truk, marianas, "
        "kwajalein."),
    "a capital ship in a base": (
        lambda records: records["setup"]["default"]["okinawa"].append("jp_kongo"),
        "In setup.json, default, okinawa cannot have jp_kongo, a capital ship, because it is a base."),
    "two air units in a base": (
        lambda records: records["setup"]["default"]["port_moresby"].append("al_lba_2"),
        "In setup.json, default, port_moresby is a base and can have one air unit only."),
    "Japanese air units together": (
        lambda records: (records["setup"]["default"]["truk"].remove("jp_lba_3"),
                         records["setup"]["default"]["japan"].append("jp_lba_3")),
        "In setup.json, default must have one Japanese air unit in each of japan, indochina, truk."),
    "an option taken out": (
        lambda records: records["setup"]["options"].pop(0),
        'In setup.json, options lack "first_to_draw".'),
    "an option with another default": (
        lambda records: entry(records, "setup", "options", "nearest_port").update(default="crow"),
        "In setup.json, options, nearest_port, default must be one of its values.")}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_with_an_owners_data(records: dict[str, Record], fault: str) -> None:
    change, words = FAULTS[fault]
    change(records)
    assert words in wrong(records)


def test_everything_that_is_wrong_is_told_at_once(records: dict[str, Record]) -> None:
    for name in ("a route twice", "a unit twice", "a turn taken out", "a card too few", "a set-up without a unit"):
        FAULTS[name][0](records)
    assert len(wrong(records).splitlines()) >= 5


def test_faults_are_told_in_japanese(records: dict[str, Record]) -> None:
    FAULTS["a port of nobody"][0](records)
    with speaking("ja"):
        (problem,) = data_problems(records)
        assert problem.values["wrong"] == "港湾なので、どちらの軍かが必要"
