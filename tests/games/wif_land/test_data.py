"""The data: what the digest of the rules and the public list of counters say, what is our own, and what is wrong with
an owner's tables."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from witp_pbem.games.common.data import RECONSTRUCTED, sources
from witp_pbem.games.wif_land.board import counters
from witp_pbem.games.wif_land.board.data import FILES, build, packaged, read
from witp_pbem.games.wif_land.board.names import Places, Units
from witp_pbem.games.wif_land.board.setup import open_position, units_of
from witp_pbem.games.wif_land.board.short_lines import Reader
from witp_pbem.games.wif_land.board.state import MOMENTS, Position, Unit
from witp_pbem.games.wif_land.telling import reference
from witp_pbem.games.wif_land.validation.data import data_problems
from witp_pbem.table.language import JAPANESE, speaking

DATA = packaged()
LUZON = DATA.maps["luzon"]
SIDES = {"axis": ["Germany", "Japan"], "allies": ["USSR", "USA", "China", "Communist China"]}
Record = dict[str, Any]


# -- what is packaged -----------------------------------------------------------------------------------------------


def test_nothing_is_wrong_with_the_packaged_data() -> None:
    assert data_problems(read()) == ()


def test_all_cells_of_the_combat_tables_are_ours_and_stand_first() -> None:
    assert FILES[0] == "combat_tables"
    texts = [source.text for source in sources(read()["combat_tables"])]
    assert len(texts) == 220 and all(text.startswith(RECONSTRUCTED) for text in texts)
    assert DATA.combat.reconstructed == ("assault", "blitz")


def test_the_cells_follow_from_the_lists_they_were_made_of() -> None:
    for table in ("assault", "blitz"):
        rows = DATA.combat.cells[table]
        ladder = [rows[1][column] for column in DATA.combat.columns] + [rows[die]["10:1"] for die in range(2, 7)]
        for die in range(1, 11):
            for place, column in enumerate(DATA.combat.columns):
                assert rows[die][column] == ladder[min(die - 1 + place, len(ladder) - 1)]


def test_sixteen_entries_of_terrain_and_four_others_are_ours() -> None:
    ours = Counter(source.path[0] for source in sources(read()["terrain"]) if source.text.startswith(RECONSTRUCTED))
    assert ours["terrain"] + ours["hexsides"] + ours["weather"] == 16
    assert ours.total() == 20


def test_every_source_is_of_a_known_kind() -> None:
    for record in read().values():
        for source in sources(record):
            assert source.text.startswith(tuple(reference.KINDS)), source


def test_the_rules_are_all_there_and_go_with_the_rulings() -> None:
    assert len(reference.BOOK.rules) == 112
    rulings = {ruling for rule in reference.BOOK.rules for ruling in rule.rulings}
    assert all(reference.BOOK.find(ruling) for ruling in rulings)
    assert {f"W-{number:02}" for number in range(1, 37)} <= {entry.id for entry in reference.BOOK.entries.values()}
    assert len(reference.BOOK.find("rail")) == 13


def test_the_sources_of_the_combat_tables_are_counted_by_table() -> None:
    descriptions = dict(reference.sources(read()))
    assert "assault (110)" in descriptions["combat_tables.json"] and "blitz (110)" in descriptions["combat_tables.json"]


@pytest.mark.parametrize("scenario", DATA.positions)
def test_the_packaged_positions_open(scenario: str) -> None:
    position = open_position(DATA, scenario, {})
    assert isinstance(position, Position)
    assert all(unit.place in position.map.hexes or unit.section >= 0 or unit.aboard for unit in position.units.values())
    assert set(position.control) <= set(position.map.hexes)


def test_options_of_a_position_are_named_by_number() -> None:
    record = {**DATA.positions["luzon-december-1941"], "options": [2, "25", 39, "asa_3"]}
    records = {**read(), "positions": {"positions": {"mine": record}}}
    position = open_position(build(records), "mine", {})
    assert isinstance(position, Position)
    assert position.options == dict.fromkeys(("asa_2", "mif_25", "option_39", "asa_3"), "yes")


def test_option_43_needs_tables_for_two_dice() -> None:
    problems = open_position(DATA, "luzon-december-1941", {"option_43": "yes"})
    assert isinstance(problems, tuple) and [problem.code for problem in problems] == ["no-two-dice"]


def test_names_of_places_and_units() -> None:
    places, units = Places(DATA), Units(DATA)
    assert places["0303"] == "0303"  # Orsha on one map, Clark on the other
    assert places["0603"] == "Mozhaisk (0603)" and places["south_china_sea"] == "South China Sea"
    assert units["g47"] == "ARM XLVII" and units["stranger"] == "stranger"
    with speaking(JAPANESE):
        assert places["south_china_sea"] == "南シナ海"


# -- counters and short lines ---------------------------------------------------------------------------------------


def read_line(*lines: str) -> list[Unit]:
    reader = Reader(SIDES, LUZON)
    units = []
    for line in lines:
        line_units, slips = reader.line(line)
        assert not slips, slips
        units += line_units
    return units


def slips_of(line: str) -> list[tuple[str, str]]:
    """The words at fault in a line, each with what was meant."""
    units, slips = Reader(SIDES, LUZON).line(line)
    assert not units
    return [(line[slip.start:slip.end], slip.suggestion) for slip in slips]


def test_the_counters_of_the_public_list() -> None:
    listed = counters.counters()
    assert len(listed) == 929 + 838
    xlvii = counters.find("Germany", "ARM", "xlvii")
    assert xlvii and (xlvii.combat, xlvii.movement, xlvii.motorised) == (8, 6, True)
    corps, division = (counters.find("Japan", "INF", "2", division=size) for size in (False, True))
    assert corps and division and not corps.division and division.division
    assert counters.find("Germany", "ARM", "XLVIIII") is None
    assert counters.abbreviation("Germany") == "GE" and counters.powers()["ソ連"] == "USSR"


def test_units_by_values_by_name_and_with_ids() -> None:
    units = read_line('0303: GE ARM 8-5, GE ARM XLVII, g08 = GE MECH VIII, "v. Bock", GE INF 99th 3-3')
    assert [(unit.id, unit.name, unit.combat, unit.movement) for unit in units] == [
        ("ge-arm-1", "", 8, 5), ("ge-arm-2", "XLVII", 8, 6), ("g08", "VIII", 7, 6), ("ge-hq-1", "v. Bock", 7, 3),
        ("ge-inf-1", "99th", 3, 3)]
    assert all(unit.side == "axis" and unit.place == "0303" for unit in units)
    assert [unit.motorised for unit in units] == [True, True, True, False, False]


def test_ids_count_on_over_the_lines_of_a_position_and_leave_out_those_taken() -> None:
    reader = Reader(SIDES, LUZON, ["ge-inf-2"])
    ids = [unit.id for line in ("0303: GE INF 5-3, GE INF 5-3", "0304: GE INF 4-3") for unit in reader.line(line)[0]]
    assert ids == ["ge-inf-1", "ge-inf-3", "ge-inf-4"]


def test_states_and_sizes() -> None:
    down, division, late, hq, gun = read_line(
        "Clark: SU INF 4-3 (disorganised, out of supply), SU INF 1-3 division, SU INF 4-3 (out of supply when "
        "declared), SU HQ 5-2 (2), SU AT 2-3")
    assert not down.full and down.unsupplied == MOMENTS
    assert division.division and division.full
    assert late.unsupplied == ("declared",)
    assert hq.reorganisation == 2
    assert gun.division and not read_line("Clark: SU AT 2-3 corps")[0].division


def test_units_at_sea_and_in_the_air() -> None:
    marines, ship, drop, bomber = read_line("south_china_sea 2: JP MAR 4-3 on TRS, JP SCS 4", "ATR: JP PARA 3-2",
                                            "0303: GE LND 5 tank-buster")
    assert (marines.place, marines.section, marines.aboard) == ("south_china_sea", 2, "TRS")
    assert (ship.bombardment, ship.section) == (4, 2)
    assert (drop.place, drop.aboard) == ("", "ATR")
    assert (bomber.tactical, bomber.tank_buster) == (5, True)


def test_a_line_in_japanese() -> None:
    (tank, infantry) = read_line("0303：独 機甲 8-5、ソ連 歩兵 4-3（裏、補給切れ）")
    assert (tank.kind, tank.side, infantry.side, infantry.full) == ("ARM", "axis", "allies", False)


def test_communists_are_no_nationalists() -> None:
    units = read_line('0303: CC HQ Mao, CH INF 2-2')
    assert [unit.nation for unit in units] == ["Communist China", "China"]


@pytest.mark.parametrize(("line", "words", "meant"), [
    ("0909: GE ARM 8-5", "0909", ""),
    ("Clarke: GE ARM 8-5", "Clarke", "0303"),
    ("south_chna_sea 2: JP SCS 4", "south_chna_sea 2", "south_china_sea 2"),
    ("south_china_sea: JP SCS 4", "south_china_sea", "south_china_sea 0"),
    ("0303 GE ARM 8-5", "0303 GE ARM 8-5", ""),
    ("0303:", "0303:", ""),
    ("0303: XX ARM 8-5", "XX", ""),
    ("0303: Germny ARM 8-5", "Germny", "GE"),
    ("0303: IT ARM 3-5", "IT", ""),
    ("0303: GE ARN 8-5", "ARN", "ARM"),
    ("0303: GE ARM XLVIII, GE ARM XLVJ", "XLVJ", "XLVII"),
    ("0303: GE ARM", "GE ARM", ""),
    ("0303: GE ARM 88-5", "88-5", ""),
    ("0303: GE HQ 9-9", "GE HQ 9-9", ""),
    ("0303: GE INF 5-3 (disorganisd)", "disorganisd", "disorganised"),
    ("0303: JP MAR 4-3 on TSR", "TSR", "TRS"),
    ("0303: a = GE INF 5-3, a = GE INF 4-3", "a", ""),
    ("0303: 7 = GE INF 5-3", "7", ""),
    ("0303: GE INF 5-3 *", "*", ""),
    ('0303: "v. Bok"', '"v. Bok"', "v. Bock")])
def test_what_does_not_fit_is_told_with_the_nearest(line: str, words: str, meant: str) -> None:
    assert (words, meant) in slips_of(line)


def test_a_name_that_several_counters_have_wants_power_and_kind() -> None:
    ((words, meant),) = slips_of('0303: "2"')
    assert words == '"2"' and read_line(f"0303: {meant}")


def test_all_slips_of_a_line_are_told_at_once() -> None:
    assert [words for words, _ in slips_of("0999: XX ARM 8-5, GE ARN 8-5, GE INF 5-3 (dwn)")] == [
        "0999", "XX", "ARN", "dwn"]


# -- an owner's tables ----------------------------------------------------------------------------------------------


def spoilt(change: Callable[[Record], Any]) -> list[str]:
    """The sentences about data with something changed."""
    records = copy.deepcopy(read())
    change(records)
    return [f"{problem.values['entry']} {problem.values['wrong']}" for problem in data_problems(records)]


def remove(record: Record, *path: str) -> None:
    for key in path[:-1]:
        record = record[key]
    del record[path[-1]]


def put(record: Record, value: object, *path: str) -> None:
    for key in path[:-1]:
        record = record[key]
    record[path[-1]] = value


@pytest.mark.parametrize(("change", "said"), [
    (lambda records: remove(records, "combat_tables", "tables", "assault", "3", "4:1"), "assault, 3, 4:1 is missing"),
    (lambda records: remove(records, "combat_tables", "tables", "blitz", "10"), "blitz, 10 is missing"),
    (lambda records: remove(records, "combat_tables", "tables", "blitz"), "tables, blitz is missing"),
    (lambda records: put(records, "1-2R", "combat_tables", "tables", "assault", "3", "4:1"), "did you mean 1/2R"),
    (lambda records: put(records, "2R", "combat_tables", "tables", "assault", "3", "4:1"), 'not "2R"'),
    (lambda records: put(records, "0/2r", "combat_tables", "tables", "assault", "3", "4:1"), "did you mean -/2R"),
    (lambda records: put(records, "-/2*S", "combat_tables", "tables", "assault", "3", "4:1"), "did you mean -/2S*"),
    (lambda records: put(records, {}, "combat_tables", "tables", "assault", "11"), "11 is no number of the table"),
    (lambda records: put(records, {"assault": {}}, "combat_tables", "two_dice"), "two_dice, blitz is missing"),
    (lambda records: put(records, ["1:1"], "combat_tables", "columns"), "columns must be"),
    (lambda records: put(records, [1, 2, 3], "terrain", "terrain", "forest", "movement"), "forest, movement must be"),
    (lambda records: put(records, "a third", "terrain", "hexsides", "river", "attack"), "river, attack must be"),
    (lambda records: remove(records, "terrain", "weather", "snow", "invasion"), "snow, invasion is missing"),
    (lambda records: remove(records, "unit_kinds", "kinds", "MTN"), "MTN is missing"),
    (lambda records: put(records, [1, 2], "tables", "ships_entered", "captured"), "must have the 2 once")])
def test_what_is_wrong_with_tables(change: Callable[[Record], Any], said: str) -> None:
    sentences = spoilt(change)
    assert any(said in sentence for sentence in sentences) or said == "did you mean 1/2R" and sentences, sentences


def test_every_missing_cell_is_told() -> None:
    def change(records: Record) -> None:
        for number in ("1", "2"):
            records["combat_tables"]["tables"]["assault"][number] = {"1:2": "3/-"}

    assert sum("is missing" in sentence for sentence in spoilt(change)) == 20


def test_a_confirmed_table_is_reconstructed_no_more() -> None:
    records = copy.deepcopy(read())
    for row in records["combat_tables"]["tables"]["blitz"].values():
        row["source"] = "confirmed: my copy"
    assert build(records).combat.reconstructed == ("assault",)


def test_factors_are_exact() -> None:
    assert DATA.hexsides["river"].attack == Fraction(1, 2) and DATA.hexsides["all_sea"].attack == 0
    assert DATA.terrain["mountain"].mountain_troops == 3 and DATA.stacking.division == Fraction(1, 2)


def test_units_of_a_position_record() -> None:
    record = DATA.positions["smolensk-july-1941"]
    assert [unit.id for unit in units_of(DATA, record)] == [entry["id"] for entry in record["units"]]
