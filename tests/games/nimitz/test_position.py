"""Positions that a campaign is to begin with: any that comes up in play will do, and all that is wrong is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from tests.games.nimitz import players
from tests.games.nimitz.reading import GAME
from witp_pbem.games.nimitz.board.events import StepBegan
from witp_pbem.games.nimitz.board.state import Battle, Position, Unit
from witp_pbem.table.language import speaking
from witp_pbem.table.wording import problem_sentence

Record = dict[str, Any]


@pytest.fixture(scope="module")
def positions() -> list[Record]:
    """The positions between the steps of two turns of each campaign."""
    known = []
    for scenario in ("1942", "1943", "1944", "1945"):
        position = GAME.open(scenario, {})
        for act in players.play(GAME, 1, scenario, 2)[1]:
            if hasattr(act, "rule"):
                position = GAME.apply(position, act)
                if isinstance(act, StepBegan):
                    known.append(json.loads(json.dumps(GAME.to_json(position))))
    return known


@pytest.fixture
def record(positions: list[Record]) -> Record:
    """A position of 1944."""
    return json.loads(json.dumps(next(  # type: ignore[no-any-return]
        position for position in positions if position["year"] == 1944 and position["step"] == "movement")))


def sentences(record: Record) -> list[str]:
    problems = GAME.check_position(record)
    with speaking("ja"):
        assert all("{" not in problem_sentence(problem, GAME.catalogue).replace("{}", "") for problem in problems)
    return [problem_sentence(problem, GAME.catalogue) for problem in problems]


def test_every_position_of_a_game_will_do(positions: list[Record]) -> None:
    assert len(positions) > 40
    for position in positions:
        assert sentences(position) == []
        assert GAME.to_json(GAME.from_json(position)) == position


def unit(record: Record, name: str) -> Record:
    return next(unit for unit in record["units"] if unit["id"] == name)  # type: ignore[no-any-return]


CHANGES: dict[str, Callable[[Record], object]] = {
    "turn must be a whole number": lambda record: record.update(turn=9),
    "turn must be 0 in the set-up": lambda record: record.update(turn=0),
    "step must be one of": lambda record: record.update(step="breakfast"),
    "year must be 1944": lambda record: record.update(year=1942, units=[]),
    "must be left out: no campaign begins": lambda record: record.update(battle={"place": "MI"}),
    "stands twice in the list": lambda record: record["units"].append(record["units"][0]),
    "is no counter of 1944": lambda record: record["units"].append(
        {"id": "us_missouri", "nation": "us", "kind": "bb"}),
    "must have the nation us and the kind cv": lambda record: unit(record, "us_essex").update(kind="bb"),
    "must be at a point of the map or in a box": lambda record: unit(record, "us_essex").update(place="RAID"),
    "which its side may not enter": lambda record: unit(record, "us_essex").update(place="JA"),
    "which has no Australian flag": lambda record: unit(record, "us_1_aust_inf").update(place="MI"),
    "names XX, which is not on the map": lambda record: record.update(objectives=["XX"]),
    "names “1950”, which is no campaign": lambda record: record.update(counts={"1950": 3}),
    'has "speed"; options are': lambda record: record.update(options={"speed": 2}),
    "options, drawing must be one of": lambda record: record.update(options={"drawing": "hat"}),
    "scouts, MI must be a whole number": lambda record: record.update(scouts={"MI": 0}),
    "is no field that is known there": lambda record: record.update(weather="fine"),
}


@pytest.mark.parametrize("sentence", CHANGES)
def test_what_is_wrong_is_told(record: Record, sentence: str) -> None:
    CHANGES[sentence](record)
    plain = [words.replace("“", '"').replace("”", '"') for words in sentences(record)]
    assert any(sentence.replace("“", '"').replace("”", '"') in words for words in plain), plain


def test_a_counter_that_is_left_out_is_out_of_the_game(record: Record) -> None:
    record["units"] = [unit for unit in record["units"] if unit["id"] != "us_essex"]
    assert sentences(record) == []


@pytest.mark.parametrize(("table", "kind"), [("field", Position), ("counter", Unit), ("sheet", Battle)])
def test_the_format_names_every_field(table: str, kind: Any) -> None:
    text = resources.files("witp_pbem.games.nimitz").joinpath("docs", "state-format.md").read_text(encoding="utf-8")
    position, _, rest = text.partition("\nA counter:\n")
    counter, _, sheet = rest.partition("\nThe battle sheet:\n")
    named = set(re.findall(r"`(\w+)`", {"field": position, "counter": counter, "sheet": sheet}[table]))
    fields = kind._fields if hasattr(kind, "_fields") else kind.__dataclass_fields__
    assert set(fields) - {"data"} <= named
