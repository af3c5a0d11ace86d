"""What is agreed on before play."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.witp import players
from witp_pbem.games.common import options
from witp_pbem.games.witp.board.data import FOLDER, packaged
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.table.problem import Problem

DATA = packaged()
RULINGS = json.loads((FOLDER / "rulings.json").read_text("utf-8"))["rulings"]
KNOBS = [(name, ruling["knob"]) for name, ruling in RULINGS.items() if ruling["knob"]]


@pytest.mark.parametrize(("ruling", "knob"), KNOBS, ids=[name for name, _ in KNOBS])
def test_every_knob_of_a_ruling_is_an_option_with_its_values(ruling: str, knob: dict[str, Any]) -> None:
    assert DATA.options[knob["name"]]["default"] == knob["default"]
    for value in knob["values"]:
        text = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        assert options.read(DATA.options, knob["name"], text) == value
    assert f"Option: {knob['name']}" in game().reference(ruling)[0][1]


def test_what_was_not_agreed_on_is_as_recommended() -> None:
    assert agreed(Position(DATA), "winner_hits_basis") == "absorbed"
    assert agreed(Position(DATA, options={"winner_hits_basis": "capped"}), "winner_hits_basis") == "capped"


@pytest.mark.parametrize(("name", "text", "values"), [
    ("winner_hits_basis", "none", ["absorbed", "capped", "difference"]),
    ("support_optional", "sometimes", ["yes", "no"]),
    ("sudden_death_counts", "yes", ["ports", "bases"]),
])
def test_a_value_that_is_none(name: str, text: str, values: list[str]) -> None:
    problem = options.read(DATA.options, name, text)
    assert isinstance(problem, Problem) and problem.code == "bad-option-value" and problem.values["values"] == values


def test_what_is_chosen_is_read_with_all_that_is_wrong() -> None:
    values, problems = options.read_all(DATA.options, {"weather": "yes", "sudden_death": "on", "house_rule_a": "?"})
    assert values == {"sudden_death": True}
    assert [problem.code for problem in problems] == ["unknown-option", "bad-option-value"]


def test_options_there_are_none_of_are_answered_with_the_list() -> None:
    problem = options.read(DATA.options, "weather", "yes")
    assert isinstance(problem, Problem) and problem.values["options"] == list(DATA.options)


def test_only_what_differs_from_the_recommendation_is_told() -> None:
    written = {"support_optional": "no", "winner_hits_basis": "Absorbed", "sudden_death": "off", "house_rule_a": "on",
               "transport_leg_between_nodes": "3", "cn_redeploy_on_turn_1": "true"}
    assert options.differing(DATA.options, written) == {"support_optional": False, "house_rule_a": True}
    assert options.differing(DATA.options, {"transport_leg_between_nodes": 2, "support_optional": True}) == {
        "transport_leg_between_nodes": 2}


def test_the_list_for_people_names_the_usual_value_first() -> None:
    listed = {offer.name: offer.text for offer in game().options()}
    assert listed["winner_hits_basis"].startswith("absorbed (usual) or capped, difference. ")
    assert listed["support_optional"].startswith("yes (usual) or no. ")
    assert listed["transport_leg_between_nodes"].startswith("3 (usual) or 2. ")
    assert list(listed) == [*DATA.options, "last_turn"]


OTHERWISE = {"optional_bases": "yes", "sudden_death": "yes", "house_rule_a": "yes",
             "chinese_no_redeployment_turn_1": "yes", "transport_leg_between_nodes": "2",
             "rp_cards_count_for_initiative": "yes", "lone_air_delays_landing": "no", "support_optional": "no",
             "winner_hits_basis": "difference", "six_hits_cv_without_air": "yes",
             "redeploy_cv_and_n_are_one_type": "no", "cn_redeploy_on_turn_1": "no", "sudden_death_counts": "bases"}


def test_a_random_game_with_every_option_otherwise_ends_by_rule() -> None:
    assert set(OTHERWISE) == set(DATA.options)
    position, _ = players.play(game(), 1, options=OTHERWISE)
    assert position.outcome
