"""What the tellers of the game are declared with: the register of them all, the words their sentences are filled from,
tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from witp_pbem.games.nimitz.board import events as e
from witp_pbem.games.nimitz.board.state import JAPAN, Position
from witp_pbem.games.nimitz.telling.catalogue import Catalogue
from witp_pbem.games.nimitz.telling.nouns import as_they_lie, markers
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.language import parts
from witp_pbem.table.story import Block, Happening, Paragraph
from witp_pbem.table.telling import Row, Run, TableFrame, Tellers, Telling
from witp_pbem.table.tuples import NamedTuple

tells = Tellers(say)


def _words(position: Position) -> Mapping[str, Any]:
    """The vocabularies of a position: the game's own, units as they lie ("stack"), bonus markers ("markers")."""
    return {**Catalogue(position.data).words, "stack": lambda units: as_they_lie(position, units),
            "markers": lambda identities: markers(position, identities)}


def _owner(position: Position, unit: str) -> str:
    return position.units[unit].side if unit in position.units else ""


telling = Telling(tells, say, _words, _owner, lambda event: isinstance(event, e.TurnBegan | e.StepBegan))


def of_same_kind(happening: Happening, run: Run) -> bool:
    """Whether an event goes on with others of its kind without a break."""
    return type(happening.act) is type(run[-1].act)


# -- tables -----------------------------------------------------------------------------------------------------

bought = tells.table("Bought", "Units", "At", "RP", "SP", numeric=(2, 3))
repaired = tells.table("Repaired", "Units", "SP", numeric=(1,))
moved = tells.table("Moved", "Units", "From", "To", "SP", numeric=(3,))
ordered = tells.table("Japanese orders", "Point", "Die", "Order", "Units", numeric=(1,))
attacks = tells.table("Attacks", "Side", "Attack", "Attackers", "Value", "Dice", "Hits", numeric=(5,))
flew = tells.table("Aircraft", "Side", "Aircraft", "Die", "Area")
returned = tells.table("Return to port", "Ships", "From", "To")


class UnitsRow(NamedTuple):
    """A row of a table about American units: an entry of a story. Rows of one table that stand together and differ in
    their units and costs alone are one row.

    Attributes:
        cells: those behind the units.
        costs: the last cells, numbers that are added up; nothing is written for 0.
    """

    frame: Callable[[], TableFrame]
    position: Position
    units: tuple[str, ...]
    cells: tuple[str, ...]
    costs: tuple[int, ...]
    rule: str

    @property
    def group(self) -> Any:
        return self.frame

    @staticmethod
    def together(run: Sequence[UnitsRow]) -> list[Block]:
        """One table of them all."""
        alike: dict[tuple[Any, ...], list[UnitsRow]] = {}
        for row in run:
            alike.setdefault((row.cells, row.rule), []).append(row)
        rows = []
        for (cells, rule), same in alike.items():
            position = same[-1].position
            units = as_they_lie(position, sorted((unit for row in same for unit in row.units),
                                                 key=position.ranks.__getitem__))
            costs = (str(sum(column) or "") for column in zip(*(row.costs for row in same), strict=True))
            rows.append(Row(same[0].frame, (units, *cells, *costs), rule=rule))
        return Row.together(rows)


class OrderRow(NamedTuple):
    """A roll on the order chart, or what was done because of it, which stands in the same row: an entry of a story.

    Attributes:
        cells: point, die, order with its destination; () for what was done.
        done: who held, went or came.
    """

    cells: tuple[str, ...]
    done: str = ""

    @property
    def group(self) -> Any:
        return OrderRow

    @staticmethod
    def together(run: Sequence[OrderRow]) -> list[Block]:
        """One table with a row a roll."""
        rows: list[tuple[tuple[str, ...], list[str]]] = []
        point = ""  # the one of the rows above: it is named once
        for entry in run:
            if entry.cells or not rows:
                cells = entry.cells or ("",) * 3
                rows.append((("" if cells[0] == point else cells[0], *cells[1:]), []))
                point = cells[0]
            rows[-1][1].extend(filter(None, [entry.done]))
        return Row.together([Row(ordered, (*cells, parts(done)), JAPAN, "nimitz 9.1.a") for cells, done in rows])


class AttackRow(NamedTuple):
    """Attacks with one value in a step of combat: an entry of a story.

    Attributes:
        cells: side, step and area, attackers, value, dice, hits.
    """

    cells: tuple[str, ...]
    side: str
    rule: str

    @property
    def group(self) -> Any:
        return AttackRow

    @staticmethod
    def together(run: Sequence[AttackRow]) -> list[Block]:
        """One table, in which side and step are named once."""
        rows, above = [], ("", "")
        for row in run:
            heading = (row.cells[0], row.cells[1])
            cells = (*(("", "") if heading == above else heading), *row.cells[2:])
            rows.append(Row(attacks, cells, row.side, row.rule))
            above = heading
        return Row.together(rows)


class Sentence(NamedTuple):
    """Things of which the same is told one after the other: an entry of a story. `words` makes a sentence of them."""

    words: Callable[[Sequence[str]], str]
    things: tuple[str, ...]
    side: str
    rule: str

    @property
    def group(self) -> Any:
        return self.words

    @staticmethod
    def together(run: Sequence[Sentence]) -> list[Block]:
        """One sentence of them all."""
        first = run[0]
        return [Paragraph(first.words([thing for entry in run for thing in entry.things]), first.rule, first.side)]
