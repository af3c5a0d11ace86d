"""The orders that orders.md, its Japanese edition and the README show are read without a problem."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from itertools import takewhile
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.orders.lexicon import PHASES
from witp_pbem.table import manual_dice, text
from witp_pbem.table.demand import Condition, Order
from witp_pbem.table.problem import Span
from witp_pbem.table.sitting import full_lexicon, problems_of, read_manual, read_statement
from witp_pbem.table.text import OrdersText, Statement

GAME: Any = game()
LEXICON = full_lexicon(GAME)
DOCS = {name: resources.files("witp_pbem.games.witp").joinpath("docs", name).read_text(encoding="utf-8")
        for name in ("orders.md", "orders.ja.md")}
# The headings of sections and tables, page by page.
ORDERS, AHEAD, SHORT = (
    {"orders.md": english, "orders.ja.md": japanese} for english, japanese in (
        ("The orders", "命令"), ("Orders given ahead", "先に出しておく命令"), ("The shortened game", "短縮ゲーム")))
HEADS = {"orders.md": ("| phase | order | rule |", "| condition | holds |", "| order | meaning |",
                       "| English | Japanese |"),
         "orders.ja.md": ("| フェイズ | 命令 | ルール |", "| 条件 | 成り立つのは |", "| 命令 | 意味 |",
                          "| 日本語 | 英語 |")}
KINDS = {"水上": "naval", "地上": "land"}  # conditions are told in the writer's words for units
README = Path(__file__).parents[3].joinpath("README.md").read_text(encoding="utf-8")


def section(page: str, title: str) -> str:
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def blocks(page: str) -> list[str]:
    """The indented blocks of a page."""
    found: list[list[str]] = [[]]
    for line in page.splitlines():
        if line.startswith("    "):
            found[-1].append(line)
        elif line.strip() and found[-1]:
            found.append([])
    return [dedent("\n".join(block)) for block in found if block]


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the table that is headed so."""
    lines = (line.strip() for line in page.partition(heading)[2].splitlines()[2:])
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in
            takewhile(lambda line: line.startswith("|"), lines)]


def quoted(cell: str) -> list[str]:
    return re.findall("`([^`]+)`", cell)


def shown(name: str) -> Iterator[tuple[str, str]]:
    """Every order of a page's tables with its phase, "" where it is of any."""
    for phase, cell, *_ in rows(section(DOCS[name], ORDERS[name]), HEADS[name][0]):
        for words in quoted(cell):
            clause = f"target Manila from Kure: all fleets via Leyte {words}"
            yield phase if phase in PHASES else "", clause if cell.startswith("…") else words


def bodies(statement: Statement) -> list[Any]:
    """What a statement and those that stand in for it say, without the places where it stands."""
    order = read_statement(GAME, statement)
    assert isinstance(order, Order)
    conditions = [condition.phrase for condition in (*order.conditions, *filter(None, [order.until]))]
    return [unplaced(order.body), *(unplaced(other.body) for other in order.alternatives),
            *conditions]


def unplaced(value: Any) -> Any:
    """A body of an order without spans and the words it was written in."""
    if isinstance(value, Span):
        return None
    if hasattr(value, "_fields"):
        return [type(value).__name__, *(unplaced(getattr(value, name)) for name in value._fields if name != "text")]
    return [unplaced(each) for each in value] if isinstance(value, tuple | list) else value


def understood(words: str) -> OrdersText:
    found = text.read(words, LEXICON)
    assert not found.problems, (words, found.problems)
    for statement in found.statements:
        assert isinstance(read_statement(GAME, statement), Order), (words, read_statement(GAME, statement))
    return found


@pytest.mark.parametrize("words", [
    *(words for name, page in DOCS.items() for title in (ORDERS, AHEAD, SHORT)
      for words in blocks(section(page, title[name]))),
    *blocks(section(README, "Orders"))])
def test_blocks(words: str) -> None:
    assert understood(words).statements


@pytest.mark.parametrize("title", [ORDERS, AHEAD, SHORT])
def test_both_pages_show_the_same_blocks(title: dict[str, str]) -> None:
    """The English page shows some in Japanese besides, at the end of a section."""
    english, japanese = ([[bodies(statement) for statement in understood(words).statements]
                          for words in blocks(section(page, title[name]))] for name, page in DOCS.items())
    assert english[:len(japanese)] == japanese
    assert japanese


@pytest.mark.parametrize(("phase", "words"), [pair for name in DOCS for pair in shown(name)])
def test_the_table_of_orders(phase: str, words: str) -> None:
    for statement in understood(words).statements:
        assert not phase or statement.keyword in GAME.keywords_of(phase), (phase, words)


def test_both_tables_of_orders_say_the_same() -> None:
    english, japanese = ([[bodies(statement) for statement in understood(words).statements]
                          for _, words in shown(name)] for name in DOCS)
    for first, second in zip(english, japanese, strict=True):
        assert first == second


@pytest.mark.parametrize("name", DOCS)
def test_the_table_of_orders_names_every_keyword(name: str) -> None:
    named = {statement.keyword for _, words in shown(name) for statement in understood(words).statements}
    assert named == set().union(*(GAME.keywords_of(phase) for phase in PHASES)) - {"ruling"}


@pytest.mark.parametrize("words", [words for name, page in DOCS.items() for cell, _ in rows(page, HEADS[name][1])
                                   for words in quoted(cell)])
def test_the_table_of_conditions(words: str) -> None:
    colon = "" if words.isascii() else ":"  # which may be missing in English only
    for head in (f"if {words}:", f"unless {words}{colon}", f"standing until {words}:"):
        (statement,) = understood(f"{head} pass end").statements
        order = read_statement(GAME, statement)
        assert isinstance(order, Order)
        assert isinstance(order.until, Condition) if head.startswith("standing") else len(order.conditions) == 1


@pytest.mark.parametrize("words", [quoted(cell)[0] for name, page in DOCS.items()
                                   for cell, _ in rows(page, HEADS[name][2])])
def test_the_table_of_the_referee(words: str) -> None:
    (statement,) = text.read(words, LEXICON).statements
    if statement.keyword in manual_dice.KEYWORDS:
        assert not problems_of(read_manual(GAME, statement))
    else:
        assert isinstance(read_statement(GAME, statement), Order), words


@pytest.mark.parametrize(("english", "japanese"), [
    (quoted(first)[0], word) for first, second in [
        *rows(DOCS["orders.md"], HEADS["orders.md"][3]),
        *((second, first) for first, second in rows(DOCS["orders.ja.md"], HEADS["orders.ja.md"][3]))]
    for word in re.split("[、,] *", second.strip("`"))])
def test_the_table_of_japanese_words(english: str, japanese: str) -> None:
    first, second = (LEXICON.synonyms.get(word, word) for word in (english.split()[0], japanese))
    assert first == second


@pytest.mark.parametrize("words", ["card Japan 1942-03", "card 日本軍 1942-03", "カード 日本 酸素魚雷"])
def test_a_card_is_typed_for_a_side_by_any_of_its_names(words: str) -> None:
    (statement,) = text.read(words, LEXICON).statements
    assert read_manual(GAME, statement) == manual_dice.ManualCard("japan", "1942-03")
