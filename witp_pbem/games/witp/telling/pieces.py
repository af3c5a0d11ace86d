"""Pieces of the story: paragraphs, rows of tables, losses. Pieces of one kind that follow one another are joined."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.telling.phrases import The_side, reason
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.event import Event
from witp_pbem.table.language import listing, parts
from witp_pbem.table.story import Block, Columns, Paragraph


class Row(NamedTuple):
    """A row of a table: "points", "bases", "upkeep", "redeployed", "rebuilt", "arrived" or "recovered"."""

    table: str
    cells: tuple[str, ...]
    side: str = ""
    rule: str = ""


class Loss(NamedTuple):
    """A unit reduced or removed."""

    side: str
    unit: str
    hex: str
    gone: bool
    reason: str
    rule: str


Piece = Paragraph | Row | Loss
Told = Piece | Sequence[Piece] | None
E = TypeVar("E", bound=Event)
TELLS: dict[type[Any], Callable[[Position, Position, Any], Told]] = {}  # event -> what tells it


def tells(kind: type[E]) -> Callable[[Callable[[Position, Position, E], Told]],
                                     Callable[[Position, Position, E], Told]]:
    """Makes a function the one that tells an event, from the positions before and after it."""
    def register(function: Callable[[Position, Position, E], Told]) -> Callable[[Position, Position, E], Told]:
        TELLS[kind] = function
        return function
    return register

def joined(pieces: Sequence[Piece]) -> list[Block]:
    """Rows of one table that follow one another as a table, losses that follow one another as sentences."""
    blocks: list[Block] = []
    index = 0
    while index < len(pieces):
        first = pieces[index]
        end = index + 1
        while end < len(pieces) and _belong_together(first, pieces[end]):
            end += 1
        run = pieces[index:end]
        if isinstance(first, Row):
            blocks.append(_table(first.table, [piece for piece in run if isinstance(piece, Row)]))
        elif isinstance(first, Loss):
            blocks += _losses([piece for piece in run if isinstance(piece, Loss)])
        else:
            blocks.append(first)
        index = end
    return blocks


def _belong_together(first: Piece, other: Piece) -> bool:
    if isinstance(first, Row):
        return isinstance(other, Row) and other.table == first.table
    return isinstance(first, Loss) and isinstance(other, Loss)


class _Frame(NamedTuple):
    """Caption and headings of a table, and its columns of numbers."""

    caption: str
    head: tuple[str, ...]
    numeric: tuple[int, ...] = ()


def _frame(table: str) -> _Frame:
    side, units, where = say.term("column", "Side"), say.term("column", "Units"), say.term("column", "At")
    match table:
        case "points":
            return _Frame(say("Total resource points"),
                          ("", say.term("column", "Basic"), say.term("column", "White"), say.term("column", "Red"),
                           say.term("column", "Other"), say.term("column", "Total")), (1, 2, 3, 4, 5))
        case "bases":
            return _Frame(say("Building and removing, in order"),
                          (side, say.term("column", "What"), say.term("column", "Supply line")))
        case "upkeep":
            return _Frame(say("Upkeep of logistics bases"),
                          (side, say.term("column", "Bases"), say.term("column", "Free"), say.term("column", "Paid"),
                           say.term("column", "Short"), say.term("column", "RP left")), (1, 2, 3, 4, 5))
        case "redeployed":
            return _Frame(say("Redeployed, in order"),
                          (side, units, say.term("column", "From"), say.term("column", "To"),
                           say.term("column", "Submarines")))
        case "rebuilt":
            return _Frame(say("Rebuilt, in order"),
                          (side, say.term("column", "Unit"), where, say.term("column", "RP")), (3,))
        case "arrived":
            return _Frame(say("Arrived"), (side, units, where))
        case _:
            return _Frame(say("At full strength again"), (side, units, where, say.term("column", "Why")))


def _table(name: str, rows: Sequence[Row]) -> Columns:
    """Rows under their headings; columns in which no row says anything are left out."""
    caption, head, numeric = _frame(name)
    kept = [index for index in range(len(head)) if any(row.cells[index] for row in rows)]
    rules = {row.rule for row in rows}
    return Columns(caption, tuple(head[index] for index in kept),
                   tuple(tuple(row.cells[index] for index in kept) for row in rows),
                   tuple(place for place, index in enumerate(kept) if index in numeric),
                   tuple(row.side for row in rows), rule=rules.pop() if len(rules) == 1 else "")


def _losses(run: Sequence[Loss]) -> list[Paragraph]:
    """Losses as sentences, one a side, place, reason and rule; of a unit hit twice only the end is told."""
    groups: dict[tuple[str, str, str, str], dict[str, bool]] = {}
    gone = {loss.unit: loss.rule for loss in run if loss.gone}
    for loss in run:
        rule = gone.get(loss.unit, loss.rule) if loss.reason == "battle" else loss.rule
        if loss.gone or loss.unit not in gone or loss.reason != "battle":
            groups.setdefault((loss.side, loss.hex, loss.reason, rule), {})[loss.unit] = loss.gone
    return [_loss(key, outcome) for key, outcome in groups.items()]


def _loss(key: tuple[str, str, str, str], outcome: Mapping[str, bool]) -> Paragraph:
    side, where, why, rule = key
    told = []
    if ids := [unit for unit, gone in outcome.items() if gone]:
        told.append(say("{units} eliminated", units=listing(ids)))
    if ids := [unit for unit, gone in outcome.items() if not gone]:
        told.append(say("{units} reduced", units=listing(ids)))
    return Paragraph(say("{side}, {place}: {losses} ({why}).", side=The_side(side), place=where,
                         losses=parts(told), why=reason(why)), rule, side, "loss")
