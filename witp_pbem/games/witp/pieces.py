"""Pieces of the story: paragraphs, rows of tables, losses. Pieces of one kind that follow one another are joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from witp_pbem.games.witp.phrases import The_side, reason
from witp_pbem.table.story import Block, Columns, Paragraph


class Row(NamedTuple):
    """A row of one of the `TABLES`."""

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

# caption, headings, columns of numbers
TABLES: Mapping[str, tuple[str, tuple[str, ...], tuple[int, ...]]] = {
    "points": ("Total resource points", ("", "Basic", "White", "Red", "Other", "Total"), (1, 2, 3, 4, 5)),
    "bases": ("Building and removing, in order", ("Side", "What", "Supply line"), ()),
    "upkeep": ("Upkeep of logistics bases", ("Side", "Bases", "Free", "Paid", "Short", "RP left"), (1, 2, 3, 4, 5)),
    "redeployed": ("Redeployed, in order", ("Side", "Units", "From", "To", "Submarines"), ()),
    "rebuilt": ("Rebuilt, in order", ("Side", "Unit", "At", "RP"), (3,)),
    "arrived": ("Arrived", ("Side", "Units", "At"), ()),
    "recovered": ("At full strength again", ("Side", "Units", "At", "Why"), ()),
}


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


def _table(name: str, rows: Sequence[Row]) -> Columns:
    """Rows under their headings; columns in which no row says anything are left out."""
    caption, head, numeric = TABLES[name]
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
    parts = []
    for is_gone, done in ((True, "eliminated"), (False, "reduced")):
        ids = [unit for unit, gone in outcome.items() if gone == is_gone]
        if ids:
            parts.append(f"{', '.join(ids)} {done}")
    return Paragraph(f"{The_side(side)}, {where}: {'; '.join(parts)} ({reason(why)}).", rule, side, "loss")
