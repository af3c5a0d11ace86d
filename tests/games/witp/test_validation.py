"""Positions and data written by hand: what is wrong with them is said before a campaign is founded."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from witp_pbem.games.witp.board.data import packaged, read
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.validation.data import data_problems
from witp_pbem.games.witp.validation.position import position_problems
from witp_pbem.games.witp.words.wording import problems
from witp_pbem.table.wording import PROBLEMS, problem_sentence

MANILA = Path(__file__).parents[3] / "examples" / "manila-1942" / "position.json"


@pytest.fixture
def manila() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(MANILA.read_text(encoding="utf-8"))
    return record


def said(record: dict[str, Any]) -> str:
    wrong = position_problems(record, packaged())
    assert all(problem.code in {**PROBLEMS, **problems} for problem in wrong)
    return "\n".join(problem_sentence(problem, game().catalogue) for problem in wrong)


def unit(record: dict[str, Any], name: str) -> dict[str, Any]:
    unit_record: dict[str, Any] = next(entry for entry in record["units"] if entry["id"] == name)
    return unit_record


def test_what_the_program_writes_is_right(manila: dict[str, Any]) -> None:
    assert not said(manila)
    rules = game()
    for options in ({}, {"optional_bases": "yes", "transport_leg_between_nodes": "2"}):
        assert not said(rules.to_json(rules.open("standard", options)))  # type: ignore[arg-type]


@pytest.mark.parametrize(("field", "value"), [
    *(("turn", turn) for turn in (0, 17, -1, "3", 2.5, None, True, 10 ** 30, float("inf"))),
    ("step", "tea"), ("step", 3), ("targets", 5), ("targets", {"japan": []}), ("stacks", None), ("units", []),
    ("effects", [{"x": 1}]), ("effects", [5]), ("rp", {"japan": -5, "allies": 0}), ("bases", []), ("hands", {}),
    ("decks", []), ("discards", "x"), ("pending", {"japan": "3"}), ("china_fought", 0), ("outcome", "japan"),
    ("chungking_air", "XX"), ("options", {"tea": True}), ("options", {"optional_bases": 1}), ("game", "chess"),
    ("format", 2), ("scenario", "endless"), ("continuing", ["9999"]), ("redeployed", ["JP-X-1"]), ("colour", 1),
    ("targets", {"japan": ["9999"], "allies": []}), ("bases", {"japan": ["9999"], "allies": []}),
    ("bases", {"japan": ["0606"], "allies": ["0606"]})])
def test_a_field_that_makes_no_sense_is_named(manila: dict[str, Any], field: str, value: object) -> None:
    assert field in said({**manila, field: value})


@pytest.mark.parametrize("field", ["turn", "step", "units"])
def test_what_must_be_there(manila: dict[str, Any], field: str) -> None:
    del manila[field]
    assert f"{field} is missing" in said(manila)
    assert f"{field} is missing" in said({})


@pytest.mark.parametrize(("name", "change"), [
    ("JP-CV-1", {"hex": "9999"}), ("JP-CV-1", {"hex": ""}), ("JP-CV-1", {"hex": "0404"}), ("JP-CV-1", {"hex": 804}),
    ("JP-CV-1", {"nation": "us"}), ("JP-CV-1", {"kind": "naval"}), ("JP-CV-1", {"id": "JP-CV-77"}),
    ("JP-CV-1", {"status": "removed"}), ("JP-CV-1", {"status": "lost"}), ("JP-CV-1", {"speed": 3}),
    ("JP-CV-1", {"full": 1}), ("JP-CV-1", {"water": "north"}), ("JP-CV-1", {"id": "JP-CV-2"}),
    ("JP-CV-1", {"aboard": "JP-N-1"}), ("JP-L-1", {"aboard": "JP-CV-1"}),
    ("JP-L-1", {"aboard": "JP-N-1", "hex": "0606"}), ("JP-L-1", {"status": "arriving", "hex": ""})])
def test_a_counter_that_cannot_be_so_is_named(manila: dict[str, Any], name: str, change: dict[str, Any]) -> None:
    unit(manila, name).update(change)
    assert change.get("id", name) in said(manila)


def test_a_misspelt_field_is_answered_with_the_nearest(manila: dict[str, Any]) -> None:
    manila["chungking_aire"] = manila.pop("chungking_air", "")
    unit(manila, "JP-CV-1")["statsu"] = "map"
    assert said(manila).splitlines() == [
        "In the position, units, JP-CV-1, statsu is no field that is known there (did you mean status?).",
        "In the position, chungking_aire is no field that is known there (did you mean chungking_air?)."]


def test_a_land_unit_stands_on_no_sea(manila: dict[str, Any]) -> None:
    sea = next(n for n, hexagon in packaged().map.hexes.items() if hexagon.terrain == "sea" and not hexagon.site)
    unit(manila, "JP-L-1")["hex"] = sea
    assert "JP-L-1 is a land unit" in said(manila)


def test_a_fleet_carries_one(manila: dict[str, Any]) -> None:
    ship = unit(manila, "JP-N-1")
    for name in ("JP-L-1", "JP-L-2"):
        unit(manila, name).update(hex=ship["hex"], status="map", aboard="JP-N-1")
    assert "JP-N-1, which carries JP-L-1 already" in said(manila)


def test_a_missing_counter(manila: dict[str, Any]) -> None:
    manila["units"] = manila["units"][1:]
    assert "JP-CV-1" in said(manila)


def test_all_problems_are_told(manila: dict[str, Any]) -> None:
    assert len(said({**manila, "turn": 0, "step": "tea", "stacks": None}).splitlines()) == 3


def test_cards_lie_open_and_once(manila: dict[str, Any]) -> None:
    hands = {"japan": ["1942/3"], "allies": []}
    text = said({**manila, "hands": hands})
    assert 'write "decks": {}' in text and '"1942-01"' in text
    assert "decks: 1942" in said({**manila, "decks": {"1942": {"size": 6, "drawn": 2, "seals": []}}})
    assert "1942-05 lies in two places" in said({**manila, "discards": ["1942-05"]})
    assert '"1942-99" is no card' in said({**manila, "discards": ["1942-99"]})


def test_nobody_draws_twice(manila: dict[str, Any]) -> None:
    hands = {"japan": ["1942-02", "1942-03"], "allies": ["1942-05"]}
    assert 'the step "resources"' in said({**manila, "step": "events", "hands": hands})


@pytest.mark.parametrize(("file", "path", "value", "entry"), [
    ("track", ("turns",), [], "turns"), ("track", ("turns", 3), None, "entry 4"),
    ("track", ("turns", 3, "brp"), 5, "turn 4"), ("track", ("turns", 3, "submarine_row"), "x", "turn 4"),
    ("map", ("hexes", "0606", "terrain"), "swamp", "0606"), ("map", ("hexes", "66"), {"terrain": "sea"}, "66"),
    ("map", ("hexes", "0606"), 5, "0606"), ("map", ("rule_hexes", "rangoon", "hexes"), ["9999"], "rangoon"),
    ("units", ("units", 0, "type"), "tank", "JP-CV-1"), ("units", ("units", 0, "id"), 5, "entry 1"),
    ("units", ("units", 0, "setup"), "9999", "JP-CV-1"), ("units", ("units",), {}, "units"),
    ("cards", ("cards", 0, "japan", "effects"), [{"op": "explode"}], "1942-01 "),
    ("cards", ("cards", 0, "japan", "effects"), [{"op": "gain_rp", "side": "japan"}], "1942-01 "),
    ("cards", ("cards", 1, "japan", "effects", 0, "where"), {"smell": 1}, "smell"),
    ("scenarios", ("scenarios",), [], "scenarios")])
def test_data_that_make_no_sense(file: str, path: tuple[Any, ...], value: object, entry: str) -> None:
    records = copy.deepcopy(read())
    place: Any = records[file]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    text = "\n".join(problem_sentence(problem, game().catalogue) for problem in data_problems(records))
    assert f"{file}.json" in text and entry in text


@pytest.mark.parametrize(("file", "group", "field"), [
    ("units", "units", "nationality"), ("track", "turns", "season"), ("cards", "cards", "forced")])
def test_data_that_lack_a_field(file: str, group: str, field: str) -> None:
    records = copy.deepcopy(read())
    del records[file][group][0][field]
    assert [problem.values["wrong"] for problem in data_problems(records)
            if problem.values["entry"].endswith(f", {field}")] == ["is missing"]


def test_the_packaged_data_are_right() -> None:
    assert not data_problems(read())
