"""Maps and positions written by hand: what can be written, and what is told of mistakes, with file, line and column."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from tests.cli.program import here
from witp_pbem.campaign.folder import own_data
from witp_pbem.games.wif_land.board.setup import open_position
from witp_pbem.games.wif_land.board.state import Position
from witp_pbem.table.language import JAPANESE, speaking

GUIDES = Path(open_position.__code__.co_filename).parent.parent / "docs"
LINE = re.compile(r"  (\S+?):(\d+):(\d+): (.*)")

MAP = """\
format: wif-land-map/1
grid: {columns: [1, 3], rows: [1, 3]}
scale: european
hexes:
  0101: {terrain: sea, sea_area: gulf}
  0102: {terrain: clear, coast: gulf}
  0103: forest
  0201: {terrain: clear, name: Haven, city: true, port: true, coast: gulf}
  0202: clear
  0203: swamp
  0301: clear
  0302: {terrain: clear, zone: hills}
  0303: mountain
sea_areas:
  gulf: {bombardment: {1: 3*, 2: 2}}
hexsides:
  rail: [0201-0302]
  river: [0202-0302]
"""
POSITION = """\
format: wif-land-position/1
map: isle.map.yaml
turn: {name: Jul/Aug, year: 1941, weather: {hills: rain}}
sides: {axis: [Germany], allies: [USSR]}
control: {axis: [0102, 0103], allies: rest}
units:
  - 0102: GE ARM 8-5, GE INF 5-3 (disorganised)
  - 0202: SU INF 4-3
  - {id: hq, counter: [USSR, HQ, Timoshenko], at: 0302}
"""


def files(map_text: str = MAP, position: str = POSITION) -> list[tuple[str, bytes]]:
    return [("isle.map.yaml", map_text.encode()), ("isle.yaml", position.encode())]


def opened(*own: tuple[str, bytes], scenario: str = "isle") -> Position:
    game, *_ = own_data.own_game("wif_land", own)
    position = game.open(scenario, {})
    assert isinstance(position, Position), position
    return position


def problems_of(*own: tuple[str, bytes]) -> list[tuple[str, int, int, str]]:
    """What is told of files that cannot be used: file, line, column and sentence."""
    with pytest.raises(own_data.BadFile) as refused:
        own_data.own_game("wif_land", own)
    heading, *lines = str(refused.value).split("\n")
    matches = [LINE.fullmatch(line) for line in lines]
    assert all(matches), lines
    return [(match[1], int(match[2]), int(match[3]), match[4]) for match in matches if match]


def places(*own: tuple[str, bytes], said: str) -> list[tuple[str, str]]:
    """Where something is told: the line and the word there."""
    texts = {name: content.decode().split("\n") for name, content in own}
    hits = []
    for file, line, column, sentence in problems_of(*own):
        word = re.match(r"[^\s,:\]}]+", texts[file][line - 1][column - 1:])
        assert word
        hits += [(f"{line}: {word[0]}", said)] if said in sentence else []
    return hits


def blocks(language: str) -> Mapping[str, str]:
    """The files a guide shows, by name, and the others by their numbers."""
    text = (GUIDES / f"maps-and-positions{language}.md").read_text()
    named = re.findall(r"(?:`([a-z.]+\.yaml)`[^`]*)?```yaml\n(.*?)```", text, re.DOTALL)
    return {name or f"{number}.yaml": block for number, (name, block) in enumerate(named)}


# -- what can be written --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["", ".ja"])
def test_the_example_of_the_guide_is_played(language: str) -> None:
    own = {name: text.encode() for name, text in blocks(language).items()}
    assert list(own) == ["bridge.map.yaml", "bridge.yaml", "2.yaml", "3.yaml"]
    own["bridge.yaml"] += own.pop("2.yaml")  # its attacks
    position = opened(*own.items(), scenario="bridge")
    assert position.map.hexes["0202"].city and position.map.rails("0302") == ("0202", "0402")
    assert position.weather_at("0303").id == "rain" and position.weather_at("0402").id == "fair"
    assert position.units["g08"].place == "0102" and position.units["ge-mar-1"].section == 2
    assert position.units["su-at-1"].division and not position.units["su-at-1"].full
    assert position.units["su-hq-1"].unsupplied == ("declared",)
    assert position.limits == {"land_moves": 6, "land_attacks": 2}
    assert position.option("option_39") == "yes" and position.control["0301"] == "allies"
    assert position.map.areas["gulf"].sections[1].starred
    assert position.map.fort_owner["0302", "0402"] == "USSR"


def test_both_guides_show_the_same_files() -> None:
    assert blocks("") == blocks(".ja")


def test_a_file_of_each_is_enough() -> None:
    position = opened(*files())
    assert position.scenario == "isle" and position.impulses == ("axis", "allies")
    assert [*position.units] == ["ge-arm-1", "ge-inf-1", "su-inf-1", "hq"]


def test_a_position_on_a_packaged_map() -> None:
    text = POSITION.replace("isle.map.yaml", "smolensk").replace("hills: rain", "0303: rain")
    assert opened(("here.yaml", text.encode()), scenario="here").map_id == "smolensk"


def test_json_says_the_same() -> None:
    record = {"format": "wif-land-position/1", "map": "smolensk", "sides": {"axis": ["Germany"], "allies": ["USSR"]},
              "units": ["0303: GE ARM 8-5"], "turn": {"year": 1941}}
    assert opened(("here.json", json.dumps(record).encode()), scenario="here").units["ge-arm-1"].combat == 8


def test_hexes_may_be_called_anything() -> None:
    text = """\
format: wif-land-map/1
grid: {numbering: free, lower_columns: odd}
scale: asian
hexes: {A1: {terrain: clear, at: [1, 1]}, "B 1": {terrain: clear, at: [2, 1]}, C-1: {terrain: forest, at: [3, 1]}}
hexsides: {river: [[A1, "B 1"]]}
"""
    position = POSITION.replace("0102, 0103", "A1").replace("0102:", "A1:").replace("0202:", "B 1:").replace(
        "0302", "C-1").replace("{hills: rain}", "fair")
    position = opened(("isle.map.yaml", text.encode()), ("isle.yaml", position.encode()))
    assert position.map.neighbours("B 1") == ("A1", "C-1")
    assert position.units["su-inf-1"].place == "B 1"


def test_units_without_dashes_and_control_without_brackets() -> None:
    text = POSITION.partition("units:")[0].replace("[0102, 0103]", "0102 0103")
    position = opened(*files(position=f"{text}units:\n  0102: GE ARM 8-5\n  0202: SU INF 4-3\n"))
    assert [*position.units] == ["ge-arm-1", "su-inf-1"] and position.control["0103"] == "axis"


def test_own_scenarios_come_first() -> None:
    game, _, changed = own_data.own_game("wif_land", files())
    assert game.scenarios()[0].name == "isle" and changed == ("maps", "positions")


# -- what is wrong --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after", "place", "said"), [
    ("scale: european", "scale: europaen", "3: scale", "did you mean european"),
    ("rows: [1, 3]", "rows: [3, 1]", "2: rows", "the first and the last one"),
    ("0103: forest", "0103: forrest", "7: 0103", "did you mean forest"),
    ("0103: forest", "0103: {name: X}", "7: 0103", "has no terrain"),
    ("0103: forest", "0103: [forest]", "7: 0103", "must be a table"),
    ("0103: forest", "103: forest", "7: 103", "must be the four digits of a hex"),
    ("0103: forest", "0109: forest", "7: 0109", "lies off the grid"),
    ("0103: forest", "0102: forest", "7: 0102", 'key "0102" stands twice'),
    ("0103: forest", "0103: forest\n  0106: forest", "8: 0106", "must be of one piece"),
    ("  0202: clear\n", "", "4: hexes", "has a hole at 0202"),
    ("name: Haven", "nmae: Haven", "8: nmae", "did you mean name"),
    ("city: true", "city: large", "8: city", "must be true or false"),
    ("0202: clear", "0202: {terrain: clear, coast: gulf}", "9: coast", "no hex of that sea area lies beside"),
    ("0102: {terrain: clear, coast: gulf}", "0102: {terrain: clear, coast: golf}", "6: coast", "did you mean gulf"),
    ("sea_area: gulf}", "sea_area: gulf, city: true}", "5: city", "must not be in a hex that is all sea"),
    ("0202: clear", "0202: {terrain: clear, blue_factories: 1}", "9: blue_factories", "must stand in a city"),
    ("city: true", "city: true, blue_factories: 3", "8: blue_factories", "from 0 to 2, not 3"),
    ("1: 3*", "5: 3*", "15: 5", "one of 0, 1, 2, 3, 4"),
    ("2: 2}", "2: two}", "15: 2", "with a star where it has one"),
    ("rail: [0201-0302]", "rail: [0201-0302, 0201-0101]", "17: 0201-0101", "leads into 0101, which is sea"),
    ("rail: [0201-0302]", "rail: [0201-0303]", "17: 0201-0303", "not neighbours; beside 0201 are"),
    ("rail: [0201-0302]", "rail: [0201-0309]", "17: 0201-0309", "names 0309, which is not on the map"),
    ("rail: [0201-0302]", "rail: [0201-0302, 0302-0201]", "17: 0302-0201", "stands twice"),
    ("rail: [0201-0302]", "rail: [0201]", "17: 0201", "must be two hexes"),
    ("river:", "rivr:", "18: rivr", "did you mean river"),
    ("river: [0202-0302]", "fort: [{pair: 0202-0302, owner: USRR}]", "18: owner", "did you mean USSR"),
    ("scale: european", "scale: european\ncountries: {USSR: [0301, 0901]}", "4: 0901", "names 0901"),
    ("scale: european", "scale: european\ncountries: {USSR: [0301], Japan: [0301]}", "4: 0301",
     "belongs to USSR already"),
    ("scale: european", "scale: european\nsheet: east\nsheets: {east: [west], west: []}", "5: west", "does not name"),
    ("  0303: mountain", "  0303: {terrain: mountain, sheet: moon}", "13: sheet", "no sheet of the map")])
def test_what_is_wrong_with_a_map(before: str, after: str, place: str, said: str) -> None:
    assert before in MAP
    assert (place, said) in places(*files(MAP.replace(before, after)), said=said)


@pytest.mark.parametrize(("before", "after", "place", "said"), [
    ("map: isle.map.yaml", "map: ilse.map.yaml", "2: map", "which was not given"),
    ("map: isle.map.yaml", "map: smolensc", "2: map", "did you mean smolensk"),
    ("1941", "41", "3: year", "from 1936 to 1948"),
    ("hills: rain", "hill: rain", "3: hill", "neither a hex nor a zone"),
    ("hills: rain", "hills: drizzle", "3: hills", "one of fair, rain, snow, storm, blizzard"),
    ("axis: [Germany]", "axis: [Germny]", "4: Germny", "did you mean Germany"),
    ("allies: [USSR]", "allies: []", "4: allies", "has no power"),
    ("allies: [USSR]", "allies: [USSR, Germany]", "4: Germany", "stands there already"),
    ("[0102, 0103]", "[0102, 0109]", "5: 0109", "names 0109, which is not on the map"),
    ("[0102, 0103]", "[0102, 0102]", "5: 0102", "which axis controls already"),
    ("allies: rest", "allies: [0102]", "5: 0102", "which axis controls already"),
    ("axis: [0102, 0103], allies", "axis: rest, allies", "5: allies", "cannot have the rest, too"),
    ("0102: GE", "0109: GE", "7: 0109", '"0109" is not on the map'),
    ("GE INF 5-3", "GE INV 5-3", "7: INV", "did you mean INF"),
    ("disorganised", "disorganisd", "7: disorganisd)", "did you mean disorganised"),
    ("SU INF 4-3", "IT INF 4-3", "8: IT", "belongs to neither side"),
    ("0202: SU", "0102: SU", "8: 0102", "where ge-arm-1 of the other side stands"),
    ("0202: SU", "gulf 2: SU", "8: gulf", "ground units are there on TRS or SCS alone"),
    ("Timoshenko]", "Timoschenko]", "9: Timoschenko", "did you mean HQ Timoshenko"),
    ("counter: [USSR, HQ, Timoshenko]", "side: allies", "9: {id", "has no kind"),
    ("at: 0302", "at: 0309", "9: at", "names 0309, which is not on the map"),
    (", at: 0302", "", "9: {id", "is nowhere"),
    ("at: 0302}", "at: 0302}\n  - {id: hq, kind: INF, side: axis, at: 0102}", "10: id", "id of another unit"),
    ("at: 0302}", "at: 0302, face: downwards}", "9: face", "one of up, down"),
    ("units:", "option: [39]\nunits:", "6: option", "did you mean options"),
    ("units:", "options: [39, 99]\nunits:", "6: 99", "is no option"),
    ("units:", "action: {type: sea, rail_moves: many}\nunits:", "6: type", "one of land, combined, air"),
    ("units:", "impulses: [axis, axes]\nunits:", "6: axes", "did you mean axis"),
    ("units:", "supply_lines: {sources: {axis: [0909]}}\nunits:", "6: 0909", "names 0909")])
def test_what_is_wrong_with_a_position(before: str, after: str, place: str, said: str) -> None:
    assert before in POSITION
    assert (place, said) in places(*files(position=POSITION.replace(before, after)), said=said)


def test_everything_is_told_at_once_file_by_file_and_line_by_line() -> None:
    problems = problems_of(*files(
        MAP.replace("forest", "forrest").replace("rivr", "river").replace("0202-0302", "0101-0303"),
        POSITION.replace("Germany", "Germny").replace("hq,", "hq, id: hq,")))
    assert [entry[:2] for entry in problems] == sorted(entry[:2] for entry in problems)
    assert {entry[:2] for entry in problems} >= {("isle.map.yaml", 7), ("isle.map.yaml", 18), ("isle.yaml", 4),
                                                 ("isle.yaml", 9)}


def test_what_is_no_yaml_is_told_with_its_place() -> None:
    ((file, line, _, sentence),) = problems_of(("isle.map.yaml", MAP.replace("[1, 3],", "[1, 3,").encode()))
    assert (file, line) == ("isle.map.yaml", 2) and "not closed" in sentence


def test_tables_in_yaml_are_found_as_well() -> None:
    text = "combat_tables:\n  tables:\n    assault:\n      1:\n        1:2: 3/x\n"
    ((file, line, column, sentence),) = problems_of(("mine.yaml", text.replace("1:2:", '"1:2":').encode()))
    assert (file, line, column) == ("mine.yaml", 5, 10) and 'not "3/x"' in sentence


def test_a_whole_other_record_is_told_in_json_too() -> None:
    ((file, line, column, _),) = problems_of(("mine.json", b'{"terrain": {"terrain":\n  {"forest": {"blitz": 3}}}}'))
    assert (file, line, column) == ("mine.json", 2, 16)


def test_in_japanese() -> None:
    with speaking(JAPANESE):
        ((_, line, _, sentence),) = problems_of(*files(MAP.replace("0103: forest", "0103: forrest")))
    assert line == 7 and "forrest" in sentence and "forest" in sentence


# -- the commands ---------------------------------------------------------------------------------------------------


def test_data_check(tmp_path: Path) -> None:
    for name, content in files():
        (tmp_path / name).write_bytes(content)
    named = [str(tmp_path / name) for name in ("isle.map.yaml", "isle.yaml")]
    ran = here("data", "check", *named, "--game", "wif_land")
    assert ran.code == 0 and "Campaigns can begin with: isle." in ran.out
    ran = here("data", "check", named[1], "--game", "wif_land")
    assert ran.code == 1 and "isle.yaml:2:1: map names the file isle.map.yaml" in ran.out
    ran = here("data", "check", named[1], "--game", "wif_land", "--json")
    (problem,) = json.loads(ran.out)["problems"]
    assert problem["place"]["line"] == 2 and problem["code"] == "own-data-entry"


def test_a_campaign_begins_with_them(tmp_path: Path) -> None:
    for name, content in files():
        (tmp_path / name).write_bytes(content)
    ran = here("new", str(tmp_path / "isles"), "--game", "wif_land", "--data", str(tmp_path / "isle.map.yaml"),
               "--data", str(tmp_path / "isle.yaml"))
    assert ran.code == 0, ran
    assert "isle scenario" in ran.out
    assert json.loads((tmp_path / "isles/data/positions.json").read_bytes())["positions"]["isle"]["map"] == "isle"


def test_nothing_is_founded_on_files_with_mistakes(tmp_path: Path) -> None:
    (tmp_path / "isle.yaml").write_text(POSITION)
    ran = here("new", str(tmp_path / "isles"), "--game", "wif_land", "--data", str(tmp_path / "isle.yaml"))
    assert ran.code and not (tmp_path / "isles").exists()
    assert "isle.yaml:2:1: " in ran.err


def test_a_case_is_played_on_them(tmp_path: Path) -> None:
    for name, content in files():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "isle.case").write_text("""\
case: The tanks against the infantry
game: wif_land

given
  data isle.map.yaml
  data isle.yaml
  scenario isle
  step declaration

orders axis
  attack 0202 with ge-arm-1
  pass

expect
  turn 1, support
""")
    ran = here("try", str(tmp_path / "isle.case"), "--seed", "x")
    assert ran.code == 0 and "8 against 4" in ran.out, ran


def test_a_misspelt_format_is_told() -> None:
    problems = problems_of(*files(MAP.replace("wif-land-map/1", "wif-land-map/2"),
                                  POSITION.replace("format", "formta")))
    assert problems[0] == ("isle.map.yaml", 1, 1, "format must be wif-land-map/1.")
    assert problems[1][:3] == ("isle.yaml", 1, 1) and "did you mean format" in problems[1][3]


JUNK = (None, "", [], {}, "x", "0909", -1, ["0101", "0101"], {"a": 1}, True, "rest", "0102: GE", 1.5)


def spoilt(value: Any, random: Random) -> Any:
    """A file with one entry taken out or replaced by something else."""
    value = copy.deepcopy(value)
    table, key = random.choice(list(entries(value)))
    if random.random() < 0.3:
        del table[key]
    else:
        table[key] = random.choice(JUNK)
    return value


def entries(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list and table with each of its keys."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from entries(value[key])


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_wrong_is_told_with_its_place_or_can_be_played(seed: int) -> None:
    random = Random(seed)
    texts = [yaml.load(text, Loader=yaml.BaseLoader) for text in (MAP, POSITION)]
    for number in (0, 1) * 10:
        texts[number] = spoilt(texts[number], random) if random.random() < 0.3 else texts[number]
        own = [(name, yaml.safe_dump(text, allow_unicode=True).encode())
               for name, text in zip(("isle.map.yaml", "isle.yaml"), texts, strict=True)]
        try:
            game, *_ = own_data.own_game("wif_land", own)
            assert isinstance(game.open(game.scenarios()[0].name, {}), Position)
        except own_data.BadFile as refused:
            assert all(problem.file for problem in refused.problems) and refused.problems, refused
