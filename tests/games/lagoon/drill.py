"""The Drill: the Lagoon without cards, for leagues. All luck is dice, and each label names the turn and the place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.games.lagoon.game import DATA, FILES, SIX, Lagoon, Position
from witp_pbem.games.common.data import read
from witp_pbem.games.common.sequence import Step, Steps
from witp_pbem.table.complete import complete
from witp_pbem.table.game import Game
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.table import Table


class Drill(Lagoon):
    """What differs from the Lagoon."""

    id, title = "drill", "The Drill"
    decks = ()  # type: ignore[assignment]
    keyed = ("solo",)

    def __init__(self, records: Mapping[str, Any]) -> None:
        super().__init__(records)
        self.steps = Steps(Step("sail", "sail", "lagoon 2.a", self._sail),
                           Step("raid", "raid", "lagoon 3.a", self._raid), begin=self._begin)

    def open(self, scenario: str, options: Mapping[str, str]) -> Position | tuple[Problem, ...]:
        opened = super().open(scenario, options)
        return replace(opened, step="sail") if isinstance(opened, Position) else opened

    def label(self, code: str, position: Position, place: str) -> Phrase:
        return phrase(code, turn=position.turn, place=place)

    def _cards_played(self, table: Table, place: str) -> int:
        return 0


class Storms(Drill):
    """A turn of this one begins with dice, before anybody decides anything."""

    id, title = "storms", "The Storms"

    def __init__(self, records: Mapping[str, Any]) -> None:
        super().__init__(records)
        self.steps = Steps(Step("deal", "", "lagoon 1.a", self._blow), Step("sail", "sail", "lagoon 2.a", self._sail),
                           Step("raid", "raid", "lagoon 3.a", self._raid), begin=self._begin)

    def _blow(self, table: Table) -> None:
        table.roll(self.label("battery", table.position, "HI"), 1, SIX)


def game(records: Mapping[str, Any] | None = None) -> Game:
    """The entry point."""
    return complete(Drill(read(DATA, FILES) if records is None else records))


def storms(records: Mapping[str, Any] | None = None) -> Game:
    """The same of the Storms."""
    return complete(Storms(read(DATA, FILES) if records is None else records))
