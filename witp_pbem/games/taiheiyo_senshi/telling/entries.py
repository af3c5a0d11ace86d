"""What the tellers of the game are declared with: the register of them all, the words their sentences are filled from,
tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from witp_pbem.games.taiheiyo_senshi.board import events as e
from witp_pbem.games.taiheiyo_senshi.board.state import Position
from witp_pbem.games.taiheiyo_senshi.telling.catalogue import Catalogue
from witp_pbem.games.taiheiyo_senshi.telling.nouns import grouped_units, reason, turn_name, way
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.table.story import Block, Happening
from witp_pbem.table.telling import Row, Run, TableFrame, Tellers, Telling
from witp_pbem.table.tuples import NamedTuple

tells = Tellers(say)


def _words(position: Position) -> Mapping[str, Any]:
    """The vocabularies of a position: the game's own, units by type ("stack"), reasons, ways and turns."""
    return {**Catalogue(position.data).words, "stack": lambda units: grouped_units(position, units),
            "why": reason, "way": lambda points: way(position, points),
            "turn": lambda turn: turn_name(position.data, turn)}


def _owner(position: Position, unit: str) -> str:
    return position.units[unit].side if unit in position.units else ""


telling = Telling(tells, say, _words, _owner, lambda event: isinstance(event, e.StepBegan))


def of_same_side(happening: Happening, run: Run) -> bool:
    """Whether an event goes on with what its side does without a break."""
    return telling.same_side(happening, run)


# -- tables -----------------------------------------------------------------------------------------------------

arrived = tells.table("Placed", "Side", "Units", "At")
turned_up = tells.table("Turned face-up", "Side", "Units", "At", "Why")
transferred = tells.table("Returned and rebased", "Side", "Units", "From", "To")
attacks = tells.table("Attacks", "Attack", "Strength", "Column", "Die", "Hits", numeric=(3, 4))
allocated = tells.table("Hits allocated", "By", "Hits")
damage = tells.table("Damage", "Ship", "Defence", "Dice", "Total", "Fate", numeric=(3,))
points_won = tells.table("Points of the turn", "", "Ports", "Bases", numeric=(1, 2))


class UnitsRow(NamedTuple):
    """A row of a table about units: an entry of a story. Rows of one table that stand together and differ in their
    units alone are one row.

    Attributes:
        cells: the others, before the units the first, the rest behind them.
    """

    frame: Callable[[], TableFrame]
    position: Position
    units: tuple[str, ...]
    cells: tuple[str, ...]
    side: str
    rule: str

    @property
    def group(self) -> Any:
        return self.frame

    @staticmethod
    def together(run: Sequence[UnitsRow]) -> list[Block]:
        """One table of them all."""
        alike: dict[tuple[Any, ...], list[UnitsRow]] = {}
        for row in run:
            alike.setdefault((row.cells, row.side, row.rule), []).append(row)
        rows = [Row(rows[0].frame, (cells[0], grouped_units(rows[-1].position, [unit for row in rows
                                                                               for unit in row.units]), *cells[1:]),
                    side, rule) for (cells, side, rule), rows in alike.items()]
        return Row.together(rows)
