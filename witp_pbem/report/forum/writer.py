"""The blocks of a report as leaves of a post, in one dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from witp_pbem.report import plain_text as plain_text
from witp_pbem.report.forum import escape
from witp_pbem.report.forum.dialects import Dialect
from witp_pbem.report.forum.splitting import Leaf, Wrap
from witp_pbem.report.layout import columns
from witp_pbem.table.language import bracketed, labelled, say
from witp_pbem.table.quoting import harmless
from witp_pbem.table.story import BattleCard, BattleSide, Block, Columns, Paragraph, Section

_TONES = {"loss": "✗ ", "ruling": "§ "}
_STRONG = 4  # what is longer than this part of a post is not made strong: strong text must not be cut
_BREAK = "  \n"  # ends a line but no paragraph, where paragraphs are parted by blank lines
_SECTION = 2  # the level of the headings of a report's sections, under the post's and its parts'


class PostWriter:
    """Writes in a dialect. `number` says how a rule is written, `limit` how long a post may be."""

    def __init__(self, dialect: Dialect, number: Callable[[str], str], limit: int) -> None:
        self.dialect, self.number, self.limit = dialect, number, limit
        self.gap = "\n\n" if dialect.loose else "\n"

    # -- inside a line ------------------------------------------------------------------------------------------

    def text(self, words: str) -> str:
        """Text that stays text."""
        return escape.text(words, self.dialect)

    def bold(self, words: str) -> str:
        """Strong text."""
        before, after = self.dialect.bold
        text = self.text(words)
        return before + text + after if 0 < self.dialect.count(text) <= self.limit // _STRONG else text

    def rule(self, identifier: str) -> str:
        """The number of a rule behind a sentence: " [8.4.e]". Brackets round words might be markup."""
        if not identifier:
            return ""
        number = self.number(identifier)
        shown = f"[{number}]" if number[:1].isdigit() and not set(number) & set("[]") else f"({self.text(number)})"
        return " " + shown

    def _sentence(self, paragraph: Paragraph) -> str:
        words = self.bold(paragraph.text) if paragraph.tone == "strong" else self.text(harmless(paragraph.text))
        return _TONES.get(paragraph.tone, "") + words + self.rule(paragraph.rule)

    # -- blocks -------------------------------------------------------------------------------------------------

    def heading(self, words: str, level: int, rule: str = "") -> Leaf:
        """A heading: 0 for the post, 1 for its parts, 2 for sections; below that it is merely strong."""
        text = self.text(words)
        before, after = self.dialect.headings[level] if level < len(self.dialect.headings) else self.dialect.bold
        return Leaf((before + text + self.rule(rule) + after,), leads=True, around=(before, after))

    def line(self, words: str) -> Leaf:
        """A paragraph of markup."""
        return Leaf((words,), gap=self.gap)

    def small(self, words: str) -> Leaf:
        """A line of small print."""
        before, after = self.dialect.small
        return Leaf((before + self.text(words) + after,), gap=self.gap, around=(before, after))

    def items(self, entries: Iterable[str]) -> Leaf:
        """A list of pieces of markup."""
        item = self.dialect.item
        return Leaf(tuple(item + entry for entry in entries), gap=self.gap, around=(item, ""))

    def code(self, lines: Iterable[str]) -> Leaf:
        """Lines in letters of one width."""
        before, after = self.dialect.code
        indented = tuple((self.dialect.indent + escape.code(line, self.dialect)).rstrip() for line in lines)
        return Leaf(indented, wraps=(Wrap(before, after),) if before else (), gap=self.gap,
                    around=(self.dialect.indent, ""))

    def sections(self, sections: Iterable[Section], level: int = _SECTION) -> Iterator[Leaf]:
        """Sections one after another."""
        for section in sections:
            yield self.heading(section.title, level, section.rule)
            before: Block | None = None
            for block in section.blocks:
                flows = isinstance(before, Paragraph) and isinstance(block, Paragraph) and self.dialect.loose
                for leaf in self._block(block, level):
                    yield replace(leaf, gap=_BREAK) if flows else leaf
                before = block

    def _block(self, block: Block, level: int) -> Iterator[Leaf]:
        match block:
            case Paragraph():
                yield self.line(self._sentence(block))
            case Columns():
                yield from self._table(block)
            case BattleCard():
                yield self._battle(block)
            case Section():
                yield from self.sections([block], level + 1)

    # -- tables -------------------------------------------------------------------------------------------------

    def _table(self, table: Columns) -> Iterator[Leaf]:
        if table.caption or table.rule:
            yield replace(self.line((self.bold(table.caption) + self.rule(table.rule)).strip()), leads=True)
        if self.dialect.tables:
            yield self._ruled(table)
        else:
            rows = [[escape.code(cell, self.dialect) for cell in row] for row in (table.head, *table.rows, table.foot)]
            yield self.code(columns(rows[0], rows[1:-1], table.numeric, rows[-1], self.dialect.columns))

    def _ruled(self, table: Columns) -> Leaf:
        """A table with strokes between the cells."""
        count = max(map(len, (table.head, *table.rows, table.foot)))
        head = [*table.head, *[""] * (count - len(table.head))]
        ends = ["--:" if place in table.numeric else "---" for place in range(count)]
        rows = [[self.text(cell) for cell in row] for row in table.rows]
        rows += [[self.bold(cell) for cell in table.foot]] if table.foot else []
        return Leaf(tuple(map(_row, rows)), (_row([self.text(cell) for cell in head]), _row(ends)), gap=self.gap,
                    around=("| ", " |"))

    # -- battles ------------------------------------------------------------------------------------------------

    def _battle(self, card: BattleCard) -> Leaf:
        """The card of a battle as a quotation."""
        groups = [[self.bold(card.title) + self.rule(card.rule)], *map(self._battle_side, card.sides),
                  [self._sentence(line) for line in (*card.notes, card.verdict, *card.hits, *card.consequences)]]
        lead, stop = self.dialect.lead, "  " if self.dialect.loose else ""
        lines: list[str] = []
        for group in groups:
            lines += [lead.rstrip()] if lines else []
            lines += [lead + line + stop for line in group[:-1]] + [lead + group[-1]]
        wraps = (Wrap(*self.dialect.quote),) if self.dialect.quote[0] else ()
        return Leaf(tuple(lines), wraps=wraps, gap="\n\n" if lead else self.gap, around=(lead, ""))

    def _battle_side(self, side: BattleSide) -> list[str]:
        """One side: who fought, who helped, and the sum as it is told at the table."""
        name = self.bold(side.name)
        if side.role:
            name = bracketed(name, self.text(side.role))
        lines = [labelled(name, self.text(side.units or say("nobody")))]
        if side.support:
            lines.append(labelled(self.text(say("support")), self.text(side.support)))
        return [*lines, self.text(plain_text.arithmetic(side))]

    # -- hidden -------------------------------------------------------------------------------------------------

    def hidden(self, title: str, leaves: Iterable[Leaf]) -> Iterator[Leaf]:
        """Leaves behind what the forum hides things with, where it can hide blocks."""
        before, after = self.dialect.hidden
        wrap = Wrap(before.format(title=self.text(title)), after)
        for place, leaf in enumerate(leaves):
            yield replace(leaf, wraps=(wrap, *leaf.wraps), gap=leaf.gap if place else "\n\n")

    def hidden_sections(self, title: str, sections: Sequence[Section]) -> Iterator[Leaf]:
        """Sections behind what the forum hides things with."""
        if self.dialect.hiding == "line":
            yield self.heading(title, 1)
            yield from self._hidden_lines(sections)
        else:
            level = len(self.dialect.headings)  # headings are none within what is hidden
            yield from self.hidden(title, self.sections(sections, level))

    def _hidden_lines(self, sections: Sequence[Section]) -> Iterator[Leaf]:
        """Sections line by line, the first words of a row in the open."""
        before, after = self.dialect.hidden
        for section in sections:
            yield self.heading(section.title, _SECTION, section.rule)
            entries: list[str] = []
            for block in section.blocks:
                match block:
                    case Paragraph():
                        entries.append(before + self._sentence(block) + after)
                    case Columns():
                        for first, *rest in block.rows:
                            entries.append(f"{self.text(first)} {before}{self.text(' · '.join(rest))}{after}")
            yield replace(self.items(entries), joint=(after, before))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
