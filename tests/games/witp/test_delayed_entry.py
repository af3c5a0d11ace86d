"""Scenario 13.4, a reconstruction: what its case files do not show. Random games of it and of that of 1943."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.witp import players, reading
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board import state
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.rules import precheck
from witp_pbem.games.witp.rules.chapter_02_components import neutral
from witp_pbem.games.witp.rules.chapter_10_redeployment import air_and_land, fleets
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.table.demand import Understood

GAME = game()
DATA = packaged()


def opened(scenario: str = "delayed_us", **options: str) -> Position:
    position = GAME.open(scenario, options)
    assert isinstance(position, Position)
    return position


def test_america_is_neutral_at_first_and_in_this_scenario_only() -> None:
    assert opened().america == "neutral"
    assert [opened(name).america for name in ("standard", "s1943")] == ["", ""]


def test_all_american_units_begin_in_american_bases() -> None:
    position = opened()
    homes = {unit.hex for unit in position.on_map() if unit.nation == "us"}
    assert homes and all(delayed_entry.is_american(DATA.map, number) for number in homes)


def test_every_special_rule_is_cited_where_it_is_carried_out() -> None:
    text = " ".join(word for module in (delayed_entry, neutral)
                    for word in Path(module.__file__).read_text("utf-8").split())
    missing = [rule["id"] for rule in DATA.scenarios["delayed_us"]["special_rules"]
               if rule["id"] not in text and rule["id"] != "reinforcements"]  # as printed: nothing to carry out
    assert not missing


def test_the_position_keeps_it_only_where_it_matters() -> None:
    assert state.FORM.to_json(opened())["america"] == "neutral"
    assert not {"america", "taken"} & set(state.FORM.to_json(opened("standard")))
    assert GAME.from_json(GAME.to_json(opened())) == opened()


@pytest.mark.parametrize(("side", "scenario", "code"), [
    ("allies", "delayed_us", ["only-japan-declares"]), ("japan", "standard", ["no-war-to-declare"]),
    ("japan", "delayed_us", []),
])
def test_a_declaration_given_ahead(side: str, scenario: str, code: list[str]) -> None:
    problems = precheck.precheck(opened(scenario), side, reading.order(DATA, "declare war on America"))
    assert [problem.code for problem in problems] == code


@pytest.mark.parametrize("words", ["declare war", "declare war on the USA", "宣戦布告", "宣戦"])
def test_ways_to_declare_war(words: str) -> None:
    assert delayed_entry.judge(reading.order(DATA, words)).answer is True  # type: ignore[union-attr]


def test_withholding_is_refused_ahead_where_support_is_not_optional() -> None:
    order = reading.order(DATA, "withhold air at Palau")
    assert [p.code for p in precheck.precheck(opened("standard", support_optional="no"), "japan", order)] == [
        "support-not-optional"]
    assert not precheck.precheck(opened("standard"), "japan", order)


def faults(record: dict[str, Any]) -> list[str]:
    return [problem.values["field"] for problem in GAME.check_position(record)]


def test_a_neutral_america_belongs_to_this_scenario() -> None:
    record = GAME.to_json(opened("standard"))
    assert faults(record) == [] == faults(GAME.to_json(opened()))
    assert faults({**record, "america": "neutral"}) == ["america"]
    assert faults({**GAME.to_json(opened()), "america": "asleep"}) == ["america"]


def test_neutral_units_stand_in_american_bases() -> None:
    position = opened()
    astray = position.units["US-N-1"]._replace(hex="0912")
    record = GAME.to_json(replace(position, units={**position.units, astray.id: astray}))
    assert faults(record) == ["units, US-N-1"]
    assert faults({**record, "america": ""}) == []


def test_a_given_position_begins_with_what_japan_holds_of_the_allies() -> None:
    position = opened("standard", sudden_death="yes")
    lander = position.units["JP-L-1"]._replace(hex="0508")
    record = GAME.to_json(replace(position, units={**position.units, lander.id: lander}))
    assert GAME.from_json(record).taken == ("0508",)
    assert GAME.from_json({**record, "options": {}}).taken == ()
    assert GAME.from_json({**record, "taken": []}).taken == ()


def test_the_1943_set_up_can_be_saved_and_given_again() -> None:
    assert faults(GAME.to_json(opened("s1943"))) == []


def without_dice(scenario: dict[str, Any]) -> None:
    scenario["special_rules"] = [rule for rule in scenario["special_rules"] if rule["id"] != "entry_roll"]


def with_a_base_off_the_map(scenario: dict[str, Any]) -> None:
    scenario["setup"]["bases"]["japan"].append("9999")


def with_no_setup(scenario: dict[str, Any]) -> None:
    scenario["setup"]["units"] = "s1942"


@pytest.mark.parametrize("spoil", [without_dice, with_a_base_off_the_map, with_no_setup])
def test_data_that_spoil_a_scenario_are_refused(spoil: Callable[[dict[str, Any]], None]) -> None:
    records = dict(GAME.records)
    assert not GAME.check_data(records)
    spoil(next(entry for entry in records["scenarios"]["scenarios"] if entry["id"] == "delayed_us"))
    assert GAME.check_data(records)


def test_a_random_game_of_the_1943_scenario_ends_by_rule() -> None:
    position, _ = players.play(GAME, 0, scenario="s1943")
    assert position.outcome and position.turn > 6


def test_a_random_game_with_a_delayed_entry_ends_by_rule() -> None:
    position, _ = players.play(GAME, 0, scenario="delayed_us", options={"sudden_death": "yes"})
    assert position.outcome and not position.america


def listed(segment: Any, position: Position, origin: str) -> dict[str, Any]:
    """The units of a hex that a segment of redeployment lists, by where they go."""
    choices = segment.choices(position, "allies")
    return {choice["to"]: choice["units"] for choice in choices if choice.get("origin") == origin}


def test_fleets_beside_neutral_ones_are_listed_without_them() -> None:
    position = board("UK-N-3 1706", "US-N-1 1706", america="neutral", scenario="delayed_us", turn=2)
    orders = listed(fleets, position, "1706")
    assert orders["0710"] == ["UK-N-3"] and orders["1406"] == [{"number": -1, "kinds": ["carrier", "naval"]}]


def test_neutral_fleets_do_not_count_among_the_most_that_leave_by_house_rule() -> None:
    neutral = [f"US-N-{number} 1908" for number in range(1, 6)]
    position = board(*neutral, "UK-N-3 1908", america="neutral", scenario="delayed_us", turn=2,
                     options={"house_rule_a": "yes"})
    orders = listed(fleets, position, "1908")
    assert orders["0710"] == ["UK-N-3"] and orders["1406"] == [f"US-N-{number}" for number in range(1, 6)]


@pytest.mark.parametrize(("kind", "letter"), [("air", "A"), ("land", "L")])
def test_air_and_land_units_beside_neutral_ones_are_listed_without_them(kind: str, letter: str) -> None:
    position = board(f"US-{letter}-1 1111", f"UK-{letter}-3 1111", america="neutral", scenario="delayed_us", turn=2,
                     allies=("1111", "1110"))
    order, everybody = (reading.order(GAME.data, f"redeploy {units} from Noumea to New Hebrides")
                        for units in (f"UK-{letter}-3", f"all {kind}"))
    assert isinstance(air_and_land.judge(position, "allies", order), Understood)
    assert not isinstance(air_and_land.judge(position, "allies", everybody), Understood)
    assert listed(air_and_land, position, "1111")["1110"] == [f"UK-{letter}-3"]
