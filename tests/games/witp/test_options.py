"""What is agreed on before play."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.witp import players
from witp_pbem.games.witp.board import options
from witp_pbem.games.witp.board.data import FOLDER, packaged
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.table.problem import Problem

DATA = packaged()
RULINGS = json.loads((FOLDER / "rulings.json").read_text("utf-8"))["rulings"]
KNOBS = [(name, ruling["knob"]) for name, ruling in RULINGS.items() if ruling["knob"]]


def test_the_data_say_the_same_defaults() -> None:
    assert {name: record["default"] for name, record in DATA.options.items()} == dict(options.DEFAULTS)


@pytest.mark.parametrize(("ruling", "knob"), KNOBS, ids=[name for name, _ in KNOBS])
def test_every_knob_of_a_ruling_is_an_option_with_its_values(ruling: str, knob: dict[str, Any]) -> None:
    assert options.DEFAULTS[knob["name"]] == knob["default"]
    for value in knob["values"]:
        text = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        assert options.option_value(DATA, knob["name"], text) == value
    assert f"Option: {knob['name']}" in game().reference(ruling)[0][1]


def test_what_was_not_agreed_on_is_as_recommended() -> None:
    assert options.agreed(Position(DATA), "winner_hits_basis") == "absorbed"
    assert options.agreed(Position(DATA, options={"winner_hits_basis": "capped"}), "winner_hits_basis") == "capped"


@pytest.mark.parametrize(("name", "text", "values"), [
    ("winner_hits_basis", "none", ["absorbed", "capped", "difference"]),
    ("support_optional", "sometimes", ["yes", "no"]),
    ("sudden_death_counts", "yes", ["ports", "bases"]),
])
def test_a_value_that_is_none(name: str, text: str, values: list[str]) -> None:
    found = options.option_value(DATA, name, text)
    assert isinstance(found, Problem) and found.code == "bad-option-value" and found.values["values"] == values


def test_options_there_are_none_of_are_answered_with_the_list() -> None:
    found = options.option_value(DATA, "weather", "yes")
    assert isinstance(found, Problem) and found.values["options"] == list(options.DEFAULTS)


def test_only_what_differs_from_the_recommendation_is_told() -> None:
    written = {"support_optional": "no", "winner_hits_basis": "Absorbed", "sudden_death": "off", "house_rule_a": "on",
               "transport_leg_between_nodes": "3", "cn_redeploy_on_turn_1": "true"}
    assert options.differing(written) == {"support_optional": False, "house_rule_a": True}
    assert options.differing({"transport_leg_between_nodes": 2, "support_optional": True}) == {
        "transport_leg_between_nodes": 2}


def test_the_list_for_people_names_the_usual_value_first() -> None:
    listed = dict(options.listed(DATA))
    assert listed["winner_hits_basis"] == "absorbed (usual) or capped, difference."
    assert listed["support_optional"] == "yes (usual) or no."
    assert listed["transport_leg_between_nodes"] == "3 (usual) or 2."
    assert list(listed) == list(options.DEFAULTS)


OTHERWISE = {"optional_bases": "yes", "sudden_death": "yes", "house_rule_a": "yes",
             "chinese_no_redeployment_turn_1": "yes", "transport_leg_between_nodes": "2",
             "rp_cards_count_for_initiative": "yes", "lone_air_delays_landing": "no", "support_optional": "no",
             "winner_hits_basis": "difference", "six_hits_cv_without_air": "yes",
             "redeploy_cv_and_n_are_one_type": "no", "cn_redeploy_on_turn_1": "no", "sudden_death_counts": "bases"}


def test_a_random_game_with_every_option_otherwise_ends_by_rule() -> None:
    assert set(OTHERWISE) == set(options.DEFAULTS)
    position, _ = players.play(game(), 1, options=OTHERWISE)
    assert position.outcome
