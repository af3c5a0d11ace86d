"""Case files of a game without words of its own for positions."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from witp_pbem.table.event import freeze
from witp_pbem.table.expectations import PlayedCase


class PlainCases:
    """Case files of a game without words of its own for positions: `given` names the scenario, or gives a field of
    the position as JSON (`turn 2`); what is expected is said by the words every game has, and `FIELD is JSON`."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.steps = game.phases

    def blank(self) -> Any:
        return self.game.open(self.game.scenarios()[0].name, {})

    def give(self, position: Any, line: str) -> Any:
        field, _, value = line.partition(" ")
        if field == "scenario":
            return self.game.open(value, {})
        if field not in {known.name for known in dataclasses.fields(position)}:
            raise ValueError(f"no such field of a position: {field}")
        return dataclasses.replace(position, **{field: freeze(_value(value))})

    def expect(self, played: PlayedCase, line: str) -> str | None:
        field, _, value = line.partition(" is ")
        record = self.game.to_json(played.position)
        if field not in record:
            raise ValueError(f"no such expectation: {line}")
        return None if record[field] == _value(value) else f"{field} is {json.dumps(record[field], ensure_ascii=False)}"

    def value(self, word: str) -> str:
        return word


def _value(text: str) -> Any:
    """A value as JSON, a plain word without quotation marks."""
    try:
        return json.loads(text)
    except ValueError:
        return text
