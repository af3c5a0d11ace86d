"""Section 3.3 and the options: the position a game starts from."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from witp_pbem.games.witp.board import setup
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.state import Position

DATA = packaged()


def opened(**options: str) -> Position:
    position = setup.open_position(DATA, "standard", options)
    assert isinstance(position, Position), position
    return position


def codes(scenario: str = "standard", **options: str) -> list[str]:
    problems = setup.open_position(DATA, scenario, options)
    assert isinstance(problems, tuple)
    return [problem.code for problem in problems]


def test_units_stand_where_their_counters_say() -> None:
    position = opened()
    for entry in DATA.units:
        unit = position.units[entry["id"]]
        if entry.get("setup"):
            assert (unit.status, unit.hex, unit.full) == ("map", entry["setup"], True)
        elif entry.get("arrival"):
            assert (unit.status, unit.hex, unit.arrival) == ("arriving", "", entry["arrival"])
        else:
            assert (unit.status, unit.nation, unit.kind) == ("reserve", "us", "air")  # 3.3.i


@pytest.mark.parametrize(("entry", "status"), [
    ({"setup": "0904"}, "removed"), ({"arrival": 5}, "removed"), ({"arrival": 6}, "arriving"),
    ({"arrival": 7}, "arriving"),
    ({"setup": "0904", "s1943": "0907"}, "map"), ({"arrival": 7, "s1943": "eliminated"}, "removed"),
    ({"s1943": "reserve"}, "reserve"), ({}, "removed"),
])
def test_where_counters_are_in_a_later_scenario(entry: dict[str, Any], status: str) -> None:
    unit = setup.set_up_later({"id": "JP-CV-1", "type": "carrier", **entry}, "s1943", 6)
    assert (unit.status, unit.hex, unit.full) == (status, "0907" if status == "map" else "", True)


def test_a_later_set_up_may_hold_reduced_units() -> None:
    entry = {"id": "JP-CV-1", "type": "carrier", "s1943": "0907", "s1943_state": "worn"}
    assert not setup.set_up_later(entry, "s1943", 6).full


def test_it_begins_before_the_first_turn() -> None:
    position = opened()
    assert (position.turn, position.step, position.outcome) == (1, "setup", None)
    assert position.bases == {"japan": (), "allies": ()}
    assert Counter(unit.status for unit in position.units.values())["reserve"] == 1


def test_the_optional_bases() -> None:
    assert opened(optional_bases="yes").bases["allies"] == ("0207", "0509", "0607", "0710", "1205", "1407")
    assert opened(optional_bases="no").bases["allies"] == ()


@pytest.mark.parametrize(("key", "text", "value"), [
    ("optional_bases", "On", True), ("chinese_no_redeployment_turn_1", "1", True),
    ("transport_leg_between_nodes", "2", 2),
])
def test_options_as_people_write_them(key: str, text: str, value: Any) -> None:
    assert opened(**{key: text}).options == {key: value}


@pytest.mark.parametrize("text", ["yes", "on", "1", "TRUE"])
def test_ways_to_say_yes(text: str) -> None:
    assert opened(optional_bases=text).options == {"optional_bases": True}


@pytest.mark.parametrize("text", ["no", "off", "0", "False"])
def test_ways_to_say_no(text: str) -> None:
    assert opened(optional_bases=text).options == {"optional_bases": False}


@pytest.mark.parametrize(("scenario", "options", "code"), [
    ("moon", {}, "unknown-scenario"), ("standard", {"weather": "yes"}, "unknown-option"),
    ("standard", {"optional_bases": "maybe"}, "bad-option-value"),
    ("standard", {"transport_leg_between_nodes": "5"}, "bad-option-value"),
    ("s1943", {"optional_bases": "yes"}, "option-for-turn-1"),
])
def test_what_cannot_be_chosen(scenario: str, options: dict[str, str], code: str) -> None:
    assert codes(scenario, **options) == [code]


def test_the_optional_bases_of_1943_may_be_declined() -> None:
    assert isinstance(setup.open_position(DATA, "s1943", {"optional_bases": "no"}), Position)


def test_everything_wrong_is_told_at_once() -> None:
    assert codes("moon", weather="yes", optional_bases="maybe") == [
        "unknown-scenario", "unknown-option", "bad-option-value"]
