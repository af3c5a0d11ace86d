"""`data export` and `data import`: the checklist of everything reconstructed, as spreadsheets and owners treat it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests import each_game
from tests.cli.program import Ran, here
from tests.games.atoll import game as atoll
from tests.stand_ins import findable
from witp_pbem.campaign.folder import games
from witp_pbem.campaign.folder.cells import cell, read_cell
from witp_pbem.campaign.folder.data_files import merge
from witp_pbem.games.common.data import sources
from witp_pbem.table.game import Game

GAMES = ("witp", "nimitz", "lagoon", "atoll")
CORRECT, RIGHT, NOTE = 6, 7, 8  # columns, counted from 0
Sheet = list[list[str]]
BOM = "\ufeff"


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    each_game.install(monkeypatch)
    findable(monkeypatch, shared=_shared)


def _shared(records: Any = None) -> Game:
    """The Atoll with a table two of whose hexes are reconstructed."""
    own = dict(atoll.game().records)
    own["map"] = {"hexes": {key: {**value, "source": "invented"} for key, value in own["map"]["hexes"].items()},
                  "wells": {"sweet": {"hexes": ["0303", "0402"],
                                      "source": {"0303": "reconstructed: seen", "0402": "reconstructed: heard of"}}}}
    return atoll.game(own if records is None else records)


@cache
def printed(game: str, *flags: str) -> str:
    ran = here("data", "export", "--game", game, *flags)
    assert ran.code == 0, ran
    return ran.out


def exported(game: str, *flags: str) -> Sheet:
    return list(csv.reader(io.StringIO(printed(game, *flags), newline="")))


def row_of(sheet: Sheet, entry: str, field: str = "") -> list[str]:
    return next(row for row in sheet if row[1:3] == [entry, field])


def text_of(sheet: Sheet, delimiter: str = ",") -> str:
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter).writerows(sheet)
    return file.getvalue()


def imported(content: str | bytes, game: str, folder: Path, *flags: str) -> Ran:
    file = folder / "list.csv"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return here("data", "import", file, "--game", game, *flags)


def answered(ran: Ran) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(ran.out)
    return value


# -- out and back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_everything_reconstructed_stands_on_it_once(game: str) -> None:
    sheet = exported(game)
    keys = [tuple(row[:3]) for row in sheet]
    assert len(set(keys)) == len(keys) > 1
    counted = sum(source.text.startswith("reconstructed") for record in games.find(game)(None).records.values()
                  for source in sources(record))
    assert len(sheet) - 1 == counted and all(row[5].startswith("reconstructed") for row in sheet[1:])
    rows = json.loads(here("data", "export", "--game", game, "--json").out)
    assert [(row["file"], row["entry"]) for row in rows] == [tuple(row[:2]) for row in sheet[1:]]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("flags", [(), ("--lang", "ja")])
def test_what_is_all_confirmed_is_reconstructed_nowhere(game: str, flags: tuple[str, ...], tmp_path: Path) -> None:
    """The checklist of one language is read in the other; values stay as they are."""
    sheet = exported(game, *flags)
    for row in sheet[1:]:
        row[CORRECT], row[NOTE] = "yes", "sheet 9"
    ran = imported(text_of(sheet), game, tmp_path, "-o", str(tmp_path / "mine.json"))
    assert ran.code == 0 and f"Confirmed: {len(sheet) - 1}; corrected: 0" in ran.out
    packaged = games.find(game)(None).records
    merged, _ = merge(packaged, "mine", json.loads((tmp_path / "mine.json").read_text("utf-8")))
    assert without_sources(merged) == without_sources(packaged) and "reconstructed" in json.dumps(packaged)
    isles = tmp_path / "isles"
    here("new", isles, "--game", game, "--data", tmp_path / "mine.json", "--seed", "x")
    here("adjudicate", isles)
    listed, report = " ".join(here("data", "sources", "--campaign", isles).out.split()), here("report", isles).out
    assert "confirmed" in listed and "econstruct" not in listed
    assert f"{len(sheet) - 1} value" in report and "Some of the data in force are reconstructed" not in report
    if game != "lagoon":  # it names every source as it stands
        assert "confirmed by an owner of the printed game" in listed
        assert "ゲームの持ち主が確認" in here("data", "sources", "--campaign", isles, "--lang", "ja").out
    assert len(here("data", "export", "--campaign", isles).out.splitlines()) == 1


def without_sources(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_sources(item) for key, item in value.items() if key != "source"}
    return [without_sources(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(("game", "entry", "field", "right", "look"), [
    ("witp", "hexes/0106", "site", "airfield", lambda records: records["map"]["hexes"]["0106"]["site"]),
    ("witp", "turns/2", "brp.allies", "13.0", lambda records: records["track"]["turns"][1]["brp"]["allies"]),
    ("witp", "hexes/0408", "jungle", "FALSE", lambda records: records["map"]["hexes"]["0408"]["jungle"]),
    ("witp", "units/JP-CV-1", "s1943", '"0606"', lambda records: records["units"]["units"][0]["s1943"]),
    ("witp", "units/JP-CV-4", "standard", '{"setup": "0804"}', lambda records: records["units"]["units"][3]["setup"]),
    ("lagoon", "points/HI", "", '{"battery": 3}', lambda records: records["map"]["points"][0]["battery"]),
    ("atoll", "hexes/0303", "", '{"value": 4}', lambda records: records["map"]["hexes"]["0303"]["value"]),
])
def test_what_is_printed_takes_the_place_of_a_value(game: str, entry: str, field: str, right: str,
                                                    look: Callable[[Any], Any], tmp_path: Path) -> None:
    sheet = exported(game)
    row = row_of(sheet, entry, field)
    row[RIGHT] = right
    result = answered(imported(text_of(sheet), game, tmp_path, "--json"))
    assert result["stands"] and (result["confirmed"], result["corrected"], result["open"]) == (0, 1, len(sheet) - 2)
    records = games.find(game)(None).records
    merged, _ = merge(records, "mine", result["data"])
    wanted = read_cell(right, [look(records)], "")
    assert look(merged) == (next(iter(wanted.values())) if isinstance(wanted, dict) else wanted) != look(records)
    changed = json.dumps(without_sources(result["data"]))
    assert len(changed) < 200, "nothing but what was answered"


@pytest.mark.parametrize(("game", "entry", "group"), [("witp", "land_links/0105-0106", "land_links"),
                                                      ("lagoon", "routes/HI-Reef", "routes")])
@pytest.mark.parametrize("word", ["none", "なし"])
def test_an_entry_the_printed_game_has_not_is_taken_out(game: str, entry: str, group: str, word: str,
                                                        tmp_path: Path) -> None:
    sheet = exported(game)
    row_of(sheet, entry)[CORRECT:NOTE] = ["no", word]
    result = answered(imported(text_of(sheet), game, tmp_path, "--json"))
    records = games.find(game)(None).records
    merged, _ = merge(records, "mine", result["data"])
    assert result["removed"] == 1 and len(merged["map"][group]) == len(records["map"][group]) - 1


# -- as spreadsheets leave it ------------------------------------------------------------------------------------------


def _shuffled(sheet: Sheet) -> Sheet:
    order = [7, 4, 2, 6, 0, 8, 1, 5, 3]
    return [[row[number] for number in order] for row in sheet]


@pytest.mark.parametrize("spoil", [
    lambda sheet: (BOM + text_of(sheet)).encode(),
    lambda sheet: text_of(sheet, ";").encode(),
    lambda sheet: text_of(sheet, "\t").encode("utf-16"),
    lambda sheet: ("sep=;\r\n" + text_of(sheet, ";")).encode(),
    lambda sheet: text_of(_shuffled(sheet)).encode(),
    lambda sheet: text_of([*_shuffled(sheet[:1]), *reversed(_shuffled(sheet[1:]))]).encode(),
    lambda sheet: text_of([[*sheet[0], "remarks of my own"], *([*row, "mine"] for row in sheet[1:])]).encode(),
    lambda sheet: text_of([[words.upper() for words in sheet[0]], *sheet[1:]]).encode(),
    lambda sheet: text_of(sheet).replace("\r\n", "\r\n,,,,,,,,\r\n").encode(),
    lambda sheet: text_of(sheet).replace("\r\n", "\n").encode(),
    lambda sheet: text_of([sheet[0], *([*row[:3], "", row[4], "", *row[6:]] for row in sheet[1:])]).encode(),
    lambda sheet: text_of([row for row in sheet if row is sheet[0] or row[CORRECT]]).encode(),
], ids=["bom", "semicolons", "utf-16", "sep", "columns", "rows", "own column", "capitals", "blank rows", "line ends",
        "emptied columns", "filtered"])
@pytest.mark.parametrize("game", ["witp", "lagoon"])
def test_however_it_comes_back(game: str, spoil: Callable[[Sheet], bytes], tmp_path: Path) -> None:
    sheet = exported(game)
    sheet[1][CORRECT], sheet[2][CORRECT] = "はい", "X"
    result = answered(imported(spoil(sheet), game, tmp_path, "--json"))
    assert result["stands"] and result["confirmed"] == 2, result["problems"]


def test_a_japanese_sheet_saved_without_unicode_is_read(tmp_path: Path) -> None:
    sheet = exported("atoll", "--lang", "ja")
    sheet[1][CORRECT] = "○"
    result = answered(imported(text_of(sheet).encode("cp932"), "atoll", tmp_path, "--json"))
    assert result["stands"] and result["confirmed"] == 1


@pytest.mark.parametrize("value", ["0606", "606", "1-2", "May 5", "Mar-1", "=A1", "+1", "-x", "@SUM(A1)", "true",
                                   "Null", "", " x", "x ", '"x"', "[x", "{", "a\nb", "a;b,c\t\"d\"", "真珠湾",
                                   "x" * 40_000, "1E5",
                                   0, -3, 12, True, False, ["0606"], {"a": ["0606", None]}, []])
def test_every_value_comes_back_as_it_was(value: object) -> None:
    written = cell(value)
    assert not isinstance(value, str) or written[:1] not in ("=", "+", "-", "@", "\t") and not written[:1].isdigit()
    assert read_cell(written, [value], "") == value


# -- every fault ------------------------------------------------------------------------------------------------------


def _changed(entry: str, field: str, column: int, words: str) -> Callable[[Sheet], None]:
    def change(sheet: Sheet) -> None:
        row_of(sheet, entry, field)[column] = words
    return change


@pytest.mark.parametrize(("game", "change", "code", "column", "suggestion"), [
    ("witp", _changed("hexes/0106", "site", 1, "hexes/016"), "no-such-row", 2, "hexes/0106"),
    ("witp", _changed("hexes/0106", "site", 0, "mpa.json"), "no-such-row", 1, "map.json"),
    ("witp", _changed("hexes/0106", "site", 2, "sites"), "no-such-row", 3, "site"),
    ("witp", _changed("hexes/0106", "site", 4, "airfield"), "value-changed", 5, ""),
    ("witp", _changed("hexes/0106", "site", CORRECT, "yse"), "no-answer", 7, "yes"),
    ("witp", _changed("hexes/0106", "site", CORRECT, "no"), "value-missing", 8, ""),
    ("witp", _changed("hexes/0106", "site", RIGHT, "=B2"), "formula", 8, ""),
    ("witp", _changed("hexes/0106", "site", RIGHT, "#NAME?"), "formula", 8, ""),
    ("witp", _changed("hexes/0106", "site", RIGHT, "prot"), "unfit", 8, ""),
    ("witp", _changed("units/JP-CV-1", "s1943", RIGHT, "606"), "unfit", 8, ""),
    ("witp", _changed("units/JP-CV-1", "s1943", RIGHT, '"9999"'), "unfit", 8, ""),
    ("witp", _changed("units/JP-CV-4", "standard", RIGHT, '{"setpu": "0707"}'), "unknown-field", 8, "setup"),
    ("witp", _changed("units/JP-CV-4", "standard", RIGHT, "0707"), "wrong-form", 8, ""),
    ("witp", _changed("units/JP-CV-4", "standard", RIGHT, '{"id": "JP-CV-9"}'), "names-the-entry", 8, ""),
    ("witp", _changed("hexes/0105", "region", RIGHT, "[“india”]"), "no-json", 8, '["india"]'),
    ("witp", _changed("hexes/0105", "region", RIGHT, "[" * 100_000), "nested", 8, ""),
    ("lagoon", _changed("points/Coral bay", "", RIGHT, "none"), "unfit", 8, ""),
    ("lagoon", _changed("ships/From Here", "", RIGHT, '{"at": "Rif"}'), "unfit", 8, ""),
    ("atoll", _changed("hexes/0303", "", RIGHT, '{"value": "much"}'), "unfit", 8, ""),
    ("atoll", _changed("hexes/0303", "", RIGHT, "none"), "not-removable", 8, ""),
])
def test_a_fault_is_told_with_its_row_and_column(game: str, change: Callable[[Sheet], None], code: str, column: int,
                                                 suggestion: str, tmp_path: Path) -> None:
    sheet = exported(game)
    before = [list(row) for row in sheet]
    change(sheet)
    row = next(number for number, (old, new) in enumerate(zip(before, sheet, strict=True), 1) if old != new)
    out = tmp_path / "mine.json"
    ran = imported(text_of(sheet), game, tmp_path, "--json", "-o", str(out))
    result = answered(ran)
    assert [(problem["code"], problem["place"]["line"], problem["place"]["column"], problem["suggestion"])
            for problem in result["problems"]] == [(code, row, column, suggestion)], result["problems"]
    assert ran.code == 1 and result["data"] == {} and not result["file"] and not out.exists()
    shown = imported(text_of(sheet), game, tmp_path)
    assert f"row {row}, column {column}: " in shown.out and "1 problem. Nothing was written." in shown.out
    assert shown.code == 1 and suggestion in shown.out


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    sheet = exported("witp")
    for entry, column, words in (("hexes/0104", CORRECT, "perhaps"), ("hexes/0106", RIGHT, "=1"),
                                 ("land_links/0105-0106", 4, "nothing")):
        next(row for row in sheet if row[1] == entry)[column] = words
    sheet.append(sheet[-1][:CORRECT] + ["yes", "", ""])
    codes = [problem["code"] for problem in answered(imported(text_of(sheet), "witp", tmp_path, "--json"))["problems"]]
    assert codes == ["no-answer", "formula", "value-changed", "row-twice"]


def test_two_rows_of_one_field_may_not_differ(tmp_path: Path) -> None:
    """All of a table and a field of it stand in rows of their own, where a source of either kind is in the data."""
    sheet = exported("shared")
    for row, hexes in zip(sheet[1:], ("0101", "0202"), strict=True):
        row[RIGHT] = json.dumps({"hexes": [hexes]})
    result = answered(imported(text_of(sheet), "shared", tmp_path, "--json"))
    assert [(problem["code"], problem["place"]["line"]) for problem in result["problems"]] == [("contradiction", 3)]
    row[RIGHT] = sheet[1][RIGHT]
    assert answered(imported(text_of(sheet), "shared", tmp_path, "--json"))["stands"]


@pytest.mark.parametrize(("content", "code"), [
    (b"", "empty"), (b"\r\n\r\n", "empty"), (b"\xff\xfe\x00", "encoding"), (b"\x00\x01\x02", "encoding"),
    (b"PK\x03\x04\x00\x00", "encoding"), (b"hello", "no-heading"), (b"file,entry,field,value\n", "no-heading"),
    (b"file,entry,field,value,correct?,correct?\n", "heading-twice"),
    (b"file,entry,field,value,correct?,corect value\n", "heading"),
    (b'file,entry,field,value,correct?\nmap.json,"hexes', "quotes"),
    (b"file,entry,field,value,correct?\nmap.json,hexes/0106,site,port,yes,more\n", "too-many-cells"),
    (b"file,entry,field,value,correct?\n" + b"x" * 200_000 + b",,,,\n", "quotes"),
])
def test_what_is_no_checklist(content: bytes, code: str, tmp_path: Path) -> None:
    ran = imported(content, "witp", tmp_path, "--json")
    assert ran.code == 1 and code in [problem["code"] for problem in answered(ran)["problems"]]
    assert imported(content, "witp", tmp_path, "--lang", "ja").code == 1


def test_an_unanswered_checklist_makes_no_file(tmp_path: Path) -> None:
    ran = imported(text_of(exported("witp")), "witp", tmp_path, "-o", str(tmp_path / "mine.json"))
    assert ran.code == 0 and "not answered: 907." in ran.out and not (tmp_path / "mine.json").exists()


def test_files_are_not_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "list.csv"
    assert here("data", "export", "--game", "witp", "-o", out).code == 0
    assert out.read_bytes().startswith(b"\xef\xbb\xbffile,entry,")
    assert here("data", "export", "--game", "witp", "-o", out).code == 2
    assert here("data", "export", "--game", "witp", "-o", out, "--force").code == 0
