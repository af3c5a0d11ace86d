"""Positions that a campaign is to begin with: any that comes up in play will do, and all that is wrong is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tests.games.wif_land import players, worlds
from tests.games.wif_land.reading import GAME
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.folder.own_data import own_game
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.wif_land.board.events import StepBegan
from witp_pbem.games.wif_land.board.state import Attack, Position, Unit
from witp_pbem.table.language import speaking
from witp_pbem.table.wording import problem_sentence

Record = dict[str, Any]


def as_json(game: Any, position: Any) -> Record:
    return json.loads(json.dumps(game.to_json(position)))  # type: ignore[no-any-return]


def between_steps(game: Any, scenario: str, seed: int) -> list[Record]:
    """The positions at the beginning of all steps of a land turn, and its end."""
    position, known = game.open(scenario, {}), []
    for act in players.play(game, seed, scenario)[1]:
        if hasattr(act, "rule"):
            position = game.apply(position, act)
            if isinstance(act, StepBegan):
                known.append(as_json(game, position))
    return [*known, as_json(game, position)]


@pytest.fixture
def record() -> Record:
    return as_json(GAME, GAME.open("luzon-december-1941", {}).but(turn=1, step="movement"))


def sentences(record: Record, game: Any = GAME) -> list[str]:
    problems = game.check_position(record)
    with speaking("ja"):
        assert all("{" not in problem_sentence(problem, game.catalogue).replace("{}", "") for problem in problems)
    return [problem_sentence(problem, game.catalogue) for problem in problems]


@pytest.mark.parametrize("scenario", GAME.data.positions)
def test_every_position_of_a_game_will_do(scenario: str) -> None:
    for seed in range(6):
        for position in between_steps(GAME, scenario, seed):
            assert sentences(position) == []
            assert as_json(GAME, GAME.from_json(position)) == position


@pytest.mark.parametrize("seed", range(6))
def test_every_position_on_a_map_of_ones_own_will_do(seed: int) -> None:
    game, *_ = own_game("wif_land", [worlds.data_file(seed)])
    for position in between_steps(game, worlds.NAME, seed):
        assert sentences(position, game) == []
        assert as_json(game, game.from_json(position)) == position


def unit(record: Record, name: str) -> Record:
    return next(unit for unit in record["units"] if unit["id"] == name)  # type: ignore[no-any-return]


CHANGES: dict[str, Callable[[Record], object]] = {
    "turn must be at most 2, the last impulse": lambda record: record.update(turn=9),
    "turn must be 0 in the set-up": lambda record: record.update(turn=0),
    "step must be one of": lambda record: record.update(step="breakfast"),
    "impulses must be a list of at least 1": lambda record: record.update(impulses=[]),
    'names "luson", which is no map of the data; there are smolensk, luzon (did you mean luzon?)':
        lambda record: record.update(map_id="luson"),
    'lacks "default", the weather everywhere else': lambda record: record.update(weather={"0303": "rain"}),
    "must name the powers of both sides": lambda record: record["powers"].pop("allies"),
    'has "USA" twice: a power is on one side': lambda record: record.update(
        powers={"axis": ["Japan", "USA"], "allies": ["USA"]}),
    "control names 9999, which is not on the map": lambda record: record["control"].update({"9999": "axis"}),
    'has "0303", which must be two hexes': lambda record: record.update(crossed=["0303"]),
    "stands twice in the list": lambda record: record["units"].append(record["units"][0]),
    "umacs needs an id that orders can name": lambda record: unit(record, "umac").update(id="umacs"),
    "must have one of its side’s powers": lambda record: unit(record, "umac").update(nation="Japan"),
    "kind must be one of": lambda record: unit(record, "umac").update(kind="PANZER"),
    'must be in a hex or a sea area of the map, not "0909"': lambda record: unit(record, "umac").update(place="0909"),
    "must have the section of the sea box": lambda record: unit(record, "jsnlf").pop("section"),
    "must be aboard something": lambda record: unit(record, "jsnlf").pop("aboard"),
    "must have no section": lambda record: unit(record, "umac").update(section=1),
    "cannot be in 0102, which is all sea": lambda record: unit(record, "umac").update(place="0102"),
    "is off the map (destroyed) and must have no place": lambda record: unit(record, "umac").update(fate="destroyed"),
    "must have both a way of landing and a target": lambda record: unit(record, "jsnlf").update(landing="invasion"),
    'is in 0202 with "j02" of the enemy': lambda record: unit(record, "umac").update(place="0202"),
    'names "g47", which is none of the units': lambda record: record.update(
        attacks=[{"target": "0302", "units": ["g47"]}]),
    'has "option_99"; options are': lambda record: record.update(options={"option_99": "yes"}),
    "options, option_41 must be one of": lambda record: record.update(options={"option_41": "perhaps"}),
    "limits, land_moves must be a whole number": lambda record: record.update(limits={"land_moves": -1}),
    "is no field that is known there": lambda record: record.update(supply=7),
}


@pytest.mark.parametrize("sentence", CHANGES)
def test_what_is_wrong_is_told(record: Record, sentence: str) -> None:
    CHANGES[sentence](record)
    plain = [words.replace("“", '"').replace("”", '"') for words in sentences(record)]
    assert any(sentence in words for words in plain), plain


def test_all_that_is_wrong_is_told_at_once(record: Record) -> None:
    record["turn"] = 7
    unit(record, "umac").update(place="0909")
    unit(record, "uphil").update(nation="Japan")
    assert len(sentences(record)) == 3


def test_a_group_goes_on_with_the_position_it_ended_with(tmp_path: Path) -> None:
    """Set back to the set-up, with the units where they stand."""
    end = between_steps(GAME, "smolensk-july-1941", 3)[-1]
    end |= {"turn": 0, "step": "setup", "outcome": None}
    create(tmp_path / "again", Wishes(game="wif_land", seed="again", position=json.dumps(end).encode()))
    adjudicate(tmp_path / "again")
    position = open_campaign(tmp_path / "again").position
    assert (position.turn, position.attacks, position.spent) == (1, (), {})
    assert position.units == {unit.id: unit._replace(moved=False)
                              for unit in GAME.from_json(end).units.values()}


@pytest.mark.parametrize(("table", "kind"), [("field", Position), ("counter", Unit), ("attack", Attack)])
def test_the_format_names_every_field(table: str, kind: Any) -> None:
    text = resources.files("witp_pbem.games.wif_land").joinpath("docs", "state-format.md").read_text(encoding="utf-8")
    position, _, rest = text.partition("\nA counter:\n")
    counter, _, attack = rest.partition("\nAn attack:\n")
    named = set(re.findall(r"`(\w+)`", {"field": position, "counter": counter, "attack": attack}[table]))
    fields = kind._fields if hasattr(kind, "_fields") else kind.__dataclass_fields__
    assert set(fields) - {"data"} <= named
