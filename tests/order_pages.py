"""The guides to orders, `docs/orders.md` of a game and its Japanese edition: what they show is read without a problem,
and both say the same. Each game's tests say which sections and tables its guides have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import takewhile
from textwrap import dedent
from typing import Any

from witp_pbem.table import manual_dice, text
from witp_pbem.table.demand import Condition, Order
from witp_pbem.table.problem import Span
from witp_pbem.table.sitting import full_lexicon, problems_of, read_manual, read_statement
from witp_pbem.table.text import OrdersText, Statement

ENGLISH, JAPANESE = PAGES = ("orders.md", "orders.ja.md")
Heading = Mapping[str, str]  # page -> what a section or a table is headed with there


def heading(english: str, japanese: str) -> Heading:
    """The heading of a section or a table on both pages."""
    return {ENGLISH: english, JAPANESE: japanese}


ORDERS = heading("The orders", "命令")
AHEAD = heading("Orders given ahead", "先に出しておく命令")
TABLE_OF_ORDERS = heading("| phase | order | rule |", "| フェイズ | 命令 | ルール |")
TABLE_OF_CONDITIONS = heading("| condition | holds |", "| 条件 | 成り立つのは |")
TABLE_OF_REFEREE = heading("| order | meaning |", "| 命令 | 意味 |")
TABLE_OF_WORDS = heading("| English | Japanese |", "| 日本語 | 英語 |")


def section(page: str, title: str) -> str:
    """What stands under a heading."""
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def blocks(page: str) -> list[str]:
    """The indented blocks of a page."""
    known: list[list[str]] = [[]]
    for line in page.splitlines():
        if line.startswith("    "):
            known[-1].append(line)
        elif line.strip() and known[-1]:
            known.append([])
    return [dedent("\n".join(block)) for block in known if block]


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of the table that is headed so."""
    lines = (line.strip() for line in page.partition(head)[2].splitlines()[2:])
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in
            takewhile(lambda line: line.startswith("|"), lines)]


def quoted(cell: str) -> list[str]:
    """What a cell shows as code."""
    return re.findall("`([^`]+)`", cell)


def unplaced(value: Any) -> Any:
    """A body of an order without spans and the words it was written in."""
    if isinstance(value, Span):
        return None
    if hasattr(value, "_fields"):
        return [type(value).__name__, *(unplaced(getattr(value, name)) for name in value._fields if name != "text")]
    return [unplaced(item) for item in value] if isinstance(value, tuple | list) else value


class Guides:
    """The guides of a game.

    Attributes:
        game, lexicon: the game, and the words of its orders.
        texts: the pages by name.
    """

    def __init__(self, game: Any, package: str) -> None:
        self.game, self.lexicon = game, full_lexicon(game)
        docs = resources.files(package).joinpath("docs")
        self.texts = {name: docs.joinpath(name).read_text(encoding="utf-8") for name in PAGES}

    def section(self, name: str, title: Heading) -> str:
        """A section of a page."""
        return section(self.texts[name], title[name])

    def rows(self, name: str, table: Heading) -> list[list[str]]:
        """The cells of a table of a page."""
        return rows(self.texts[name], table[name])

    def orders(self, name: str, table: Heading = TABLE_OF_ORDERS) -> Iterator[tuple[str, str]]:
        """Every order of a page's table with its phase."""
        for phase, cell, *_ in rows(self.section(name, ORDERS), table[name]):
            for words in quoted(cell):
                yield phase, words

    def conditions(self, name: str) -> list[str]:
        """Every condition of a page's table."""
        return [words for cell, _ in self.rows(name, TABLE_OF_CONDITIONS) for words in quoted(cell)]

    def rulings(self) -> list[str]:
        """What the tables of both pages show of the referee, the first of each line."""
        return [quoted(cell)[0] for name in PAGES for cell, _ in self.rows(name, TABLE_OF_REFEREE)]

    def words(self) -> list[tuple[str, str]]:
        """Each English word with each Japanese one that both tables set beside it."""
        pairs = [*self.rows(ENGLISH, TABLE_OF_WORDS),
                 *((second, first) for first, second in self.rows(JAPANESE, TABLE_OF_WORDS))]
        return [(quoted(first)[0], word) for first, second in pairs for word in re.split("[、,] *", second.strip("`"))]

    def understood(self, words: str) -> OrdersText:
        """Some orders, each of which can be read."""
        read = text.read(words, self.lexicon)
        assert not read.problems, (words, read.problems)
        for statement in read.statements:
            assert isinstance(order := read_statement(self.game, statement), Order), (words, order)
        return read

    def bodies(self, statement: Statement) -> list[Any]:
        """What a statement and those that stand in for it say, and what they wait for."""
        order = read_statement(self.game, statement)
        assert isinstance(order, Order)
        conditions = [condition.phrase for condition in (*order.conditions, *filter(None, [order.until]))]
        return [unplaced(order.body), *(unplaced(other.body) for other in order.alternatives), *conditions]

    def meant(self, words: str) -> list[list[Any]]:
        """What some orders say, one by one."""
        return [self.bodies(statement) for statement in self.understood(words).statements]

    def blocks(self, title: Heading) -> list[list[list[list[Any]]]]:
        """What the blocks of a section say, page by page."""
        return [[self.meant(words) for words in blocks(self.section(name, title))] for name in PAGES]

    def check_condition(self, words: str) -> None:
        """It is understood wherever a condition can stand; the colon behind it may be missing in English only."""
        colon = "" if words.isascii() else ":"
        for head in (f"if {words}:", f"unless {words}{colon}", f"standing until {words}:"):
            (statement,) = self.understood(f"{head} pass end").statements
            order = read_statement(self.game, statement)
            assert isinstance(order, Order)
            assert isinstance(order.until, Condition) if head.startswith("standing") else len(order.conditions) == 1

    def check_both_conditions(self) -> None:
        """The tables of both pages say the same."""
        for first, second in zip(*map(self.conditions, PAGES), strict=True):
            assert self.meant(f"if {first}: pass end") == self.meant(f"もし {second}： パス 終わり"), second

    def check_ruling(self, words: str) -> None:
        """What the referee says is understood."""
        (statement,) = text.read(words, self.lexicon).statements
        if statement.keyword in manual_dice.KEYWORDS:
            assert not problems_of(read_manual(self.game, statement))
        else:
            assert isinstance(read_statement(self.game, statement), Order), words

    def check_words(self, english: str, japanese: str) -> None:
        """They mean the same."""
        first, second = (self.lexicon.synonyms.get(word, word) for word in (english.split()[0], japanese))
        assert first == second
