"""What happened, with nothing folded away: every battle's strengths term by term, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.report.plain_text import headed
from witp_pbem.table.language import labelled, say
from witp_pbem.table.story import BattleCard, BattleSide, Block, Paragraph, Reckoning, Section


def inner(blocks: Sequence[Block]) -> Sequence[Block]:
    """The blocks below headings that cover all of them, as the matter is named already."""
    while len(blocks) == 1 and isinstance(blocks[0], Section):
        blocks = blocks[0].blocks
    return blocks


def unfolded(blocks: Iterable[Block]) -> Iterator[Block]:
    """The story of a report, with every battle's strengths term by term."""
    for block in blocks:
        if isinstance(block, BattleCard):
            yield from map(_strength, block.sides)
            yield from (*block.notes, block.verdict, *block.hits, *block.consequences)
        else:
            yield block._replace(blocks=tuple(unfolded(block.blocks))) if isinstance(block, Section) else block


def _strength(side: BattleSide) -> Section:
    """How strong a side was in a battle, each term with its rule."""
    lines = [Paragraph(say("Fought: {units}", units=side.units or say("nobody")))]
    lines += [Paragraph(say("Supported: {units}", units=side.support))] if side.support else []
    lines += map(_term, side.lines)
    lines.append(Paragraph(say("Strength: {strength}", strength=side.strength)))
    lines.append(_term(side.die))
    lines.append(Paragraph(say("Total: {strength} + {added} = {total}", strength=side.strength, added=side.die.amount,
                               total=side.total)))
    return Section(headed(side), tuple(lines), side=side.side)


def _term(term: Reckoning) -> Paragraph:
    amount = say("{how} = {amount}", how=term.how, amount=term.amount) if term.how else str(term.amount)
    return Paragraph(labelled(term.what, amount), term.rule)
