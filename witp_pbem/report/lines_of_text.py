"""The text of sections for whoever looks for words in it: a line for each heading, paragraph and row of a table,
however long, so that no line end parts words that stand beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from witp_pbem.report.layout import plain
from witp_pbem.report.phrases import Number
from witp_pbem.report.plain_text import arithmetic, headed, with_rule
from witp_pbem.table.language import labelled, say
from witp_pbem.table.story import BattleCard, BattleSide, Block, Columns, Paragraph, Section

CELLS = " | "  # between the cells of a row


def lines_of(blocks: Iterable[Block], number: Number) -> Iterator[str]:
    """The lines of sections and what stands in them.

    Args:
        number: how a rule is written.
    """
    for block in blocks:
        match block:
            case Paragraph():
                yield _line(block.text, block.rule, number)
            case Columns():
                yield from _table(block, number)
            case BattleCard():
                yield _line(block.title, block.rule, number)
                yield from map(plain, chain.from_iterable(map(_side, block.sides)))
                yield from lines_of((*block.notes, block.verdict, *block.hits, *block.consequences), number)
            case Section():
                yield _line(block.title, block.rule, number)
                yield from lines_of(block.blocks, number)


def _line(text: str, rule: str, number: Number) -> str:
    return plain(with_rule(text, rule, number))


def _table(table: Columns, number: Number) -> Iterator[str]:
    if table.caption or table.rule:
        yield _line(table.caption, table.rule, number).strip()
    yield from (plain(CELLS.join(row)) for row in (table.head, *table.rows, table.foot) if any(row))


def _side(side: BattleSide) -> Iterator[str]:
    """One side of a battle: who fought, who helped, and the sum."""
    yield labelled(headed(side), side.units or say("nobody"))
    if side.support:
        yield labelled(say("support"), side.support)
    yield arithmetic(side)
