"""The orders that orders.md and the README show are read without a problem."""

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
from witp_pbem.games.witp.lexicon import PHASES
from witp_pbem.table import given, text
from witp_pbem.table.demand import Condition, Order
from witp_pbem.table.sitting import full_lexicon, problems_of, read_statement
from witp_pbem.table.text import OrdersText

GAME: Any = game()
LEXICON = full_lexicon(GAME)
DOC = resources.files("witp_pbem").joinpath("docs", "orders.md").read_text(encoding="utf-8")
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


def shown() -> Iterator[tuple[str, str]]:
    """Every order of the tables with its phase, "" where it is of any."""
    for phase, cell, *_ in rows(section(DOC, "The orders"), "| phase | order | rule |"):
        for words in quoted(cell):
            clause = f"target Manila from Kure: all fleets via Leyte {words}"
            yield phase if phase in PHASES else "", clause if cell.startswith("…") else words


def understood(words: str) -> OrdersText:
    found = text.read(words, LEXICON)
    assert not found.problems, (words, found.problems)
    for statement in found.statements:
        assert isinstance(read_statement(GAME, statement), Order), (words, read_statement(GAME, statement))
    return found


@pytest.mark.parametrize("words", [*blocks(section(DOC, "The orders")), *blocks(section(DOC, "Orders given ahead")),
                                   *blocks(section(DOC, "The shortened game")), *blocks(section(README, "Orders"))])
def test_blocks(words: str) -> None:
    assert understood(words).statements


@pytest.mark.parametrize(("phase", "words"), list(shown()))
def test_the_table_of_orders(phase: str, words: str) -> None:
    for statement in understood(words).statements:
        assert not phase or statement.keyword in GAME.keywords_of(phase), (phase, words)


def test_the_table_of_orders_names_every_keyword() -> None:
    named = {statement.keyword for _, words in shown() for statement in understood(words).statements}
    assert named == set().union(*(GAME.keywords_of(phase) for phase in PHASES)) - {"ruling"}


@pytest.mark.parametrize("words", [words for cell, _ in rows(DOC, "| condition | holds |") for words in quoted(cell)])
def test_the_table_of_conditions(words: str) -> None:
    for head in (f"if {words}:", f"unless {words}", f"standing until {words}:"):
        (statement,) = understood(f"{head} pass end").statements
        order = read_statement(GAME, statement)
        assert isinstance(order, Order)
        assert isinstance(order.until, Condition) if head.startswith("standing") else len(order.conditions) == 1


@pytest.mark.parametrize("words", [quoted(cell)[0] for cell, _ in rows(DOC, "| order | meaning |")])
def test_the_table_of_the_referee(words: str) -> None:
    (statement,) = text.read(words, LEXICON).statements
    if statement.keyword in given.KEYWORDS:
        assert not problems_of(given.read(statement, GAME.sides, GAME.cards))
    else:
        assert isinstance(read_statement(GAME, statement), Order), words


@pytest.mark.parametrize(("english", "japanese"), [
    (quoted(first)[0], word) for first, second in rows(DOC, "| English | Japanese |")
    for word in re.split("[、,] *", second.strip("`"))])
def test_the_table_of_japanese_words(english: str, japanese: str) -> None:
    first, second = (LEXICON.synonyms.get(word, word) for word in (english.split()[0], japanese))
    assert first == second
