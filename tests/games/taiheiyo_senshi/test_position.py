"""Positions that a campaign is to begin with: any that comes up in play will do, and all that is wrong is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.taiheiyo_senshi import players
from witp_pbem.games.taiheiyo_senshi.board.events import StepBegan
from witp_pbem.table.language import speaking
from witp_pbem.table.wording import problem_sentence

GAME = players.GAME
Record = dict[str, Any]


def opened(record: Record) -> Record:
    """A position with its cards open and no deck, as a campaign can begin with it."""
    names = iter(GAME.cards)
    hands = {side: [next(names) for _ in slots] for side, slots in sorted(record["hands"].items())}
    return json.loads(json.dumps({**record, "hands": hands, "decks": {}, "discards": []}))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def positions() -> list[Record]:
    """A position of every step of a game."""
    _, acts = players.play(GAME, 1, 3)
    position = GAME.open("standard", {})
    step_positions = [position]
    for act in acts:
        if hasattr(act, "rule"):
            position = GAME.apply(position, act)
            if isinstance(act, StepBegan):
                step_positions.append(position)
    return [opened(GAME.to_json(position)) for position in step_positions]


@pytest.fixture
def record(positions: list[Record]) -> Record:
    """A position of the second turn."""
    return json.loads(json.dumps(next(  # type: ignore[no-any-return]
        position for position in positions if position["turn"] == 2 and position["step"] == "operations")))


def sentences(record: Record) -> list[str]:
    problems = GAME.check_position(record)
    with speaking("ja"):
        assert all("{" not in problem_sentence(problem, GAME.catalogue).replace("{}", "") for problem in problems)
    return [problem_sentence(problem, GAME.catalogue) for problem in problems]


def test_every_position_of_a_game_will_do(positions: list[Record]) -> None:
    assert len(positions) > 20
    for position in positions:
        assert sentences(position) == []
        assert GAME.to_json(GAME.from_json(position)) == position


def unit(record: Record, name: str) -> Record:
    return next(unit for unit in record["units"] if unit["id"] == name)  # type: ignore[no-any-return]


CHANGES: dict[str, Callable[[Record], object]] = {
    "turn must be a whole number": lambda record: record.update(turn=9),
    "turn must be 0 in the steps": lambda record: record.update(step="turn 0"),
    "step must be one of": lambda record: record.update(step="breakfast"),
    "lacks counters of the counter list": lambda record: record["units"].pop(),
    "stands twice in the list": lambda record: record["units"].append(record["units"][0]),
    "must have the nation japan and the kind carrier": lambda record: unit(record, "jp_akagi").update(nation="us"),
    "must stand in a point of the map": lambda record: unit(record, "jp_akagi").update(status="map", point="atlantis"),
    "which its nation may not enter": lambda record: unit(record, "jp_akagi").update(status="map", point="west_coast"),
    "so its point must be empty": lambda record: unit(record, "jp_akagi").update(status="removed", point="truk"),
    "it needs the turn of its return": lambda record: unit(record, "jp_akagi").update(
        status="track", point="", turn=1),
    "has no face-down side": lambda record: unit(record, "jp_lba_1").update(up=False),
    "must name each port of the map once": lambda record: record["ports"].pop("truk"),
    "names atlantis, which is not on the map": lambda record: record["held"].update(atlantis="japan"),
    "must be a base of the map": lambda record: record.update(train="truk"),
    "must be a port of the map": lambda record: record.update(guarded="midway"),
    'has "weather"; options are': lambda record: record["options"].update(weather=True),
    "events that happen once": lambda record: record.update(spent=["J01"]),
    "has more than 4 cards": lambda record: record["hands"].update(japan=list(GAME.cards[:5]), allies=[]),
    "cards lie face down": lambda record: record["hands"].update(japan=["cards/3"]),
    "is no card": lambda record: record["hands"].update(japan=["J99"]),
    "lies in two places": lambda record: record.update(discards=[GAME.cards[0]], hands={
        "japan": [GAME.cards[0]], "allies": []}),
}


@pytest.mark.parametrize("words", CHANGES)
def test_what_is_wrong_is_told(words: str, record: Record) -> None:
    CHANGES[words](record)
    assert any(words in sentence for sentence in sentences(record)), sentences(record)


def test_what_stands_together_is_looked_at(record: Record) -> None:
    ships = [unit for unit in record["units"] if unit.get("point") and unit["kind"] == "cruiser"]
    there = next(unit["point"] for unit in ships if unit["nation"] == "japan")
    next(unit for unit in ships if unit["nation"] == "us").update(point=there)
    assert any("has units of both sides at" in sentence for sentence in sentences(record))


def test_a_base_holds_one_air_unit_and_markers_follow_the_units(record: Record) -> None:
    for number in (1, 2):
        unit(record, f"jp_lba_{number}").update(status="map", point="marianas")
    assert any("has several land-based air units at" in sentence for sentence in sentences(record))
    record["held"]["attu"] = "allies"
    assert any('has Attu wrong: by its units and zones it is of ""' in sentence for sentence in sentences(record))


def test_all_that_is_wrong_is_told_at_once(record: Record) -> None:
    record.update(train="truk", guarded="midway", spent=["J99"], discards=["J99"])
    assert len(sentences(record)) == 4
