"""The orders that orders.md, its Japanese edition and the README show are read without a problem."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import order_pages
from tests.order_pages import AHEAD, ENGLISH, ORDERS, PAGES, Guides, Heading, blocks, heading, quoted
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.orders.lexicon import PHASES
from witp_pbem.table import manual_dice, text
from witp_pbem.table.sitting import read_manual

GAME: Any = game()
GUIDES = Guides(GAME, "witp_pbem.games.witp")
SHORT = heading("The shortened game", "短縮ゲーム")
README = Path(__file__).parents[3].joinpath("README.md").read_text(encoding="utf-8")


def shown(name: str) -> Iterator[tuple[str, str]]:
    """Every order of a page's table with its phase, "" where it is of any; a clause behind the order it belongs to."""
    for phase, cell, *_ in order_pages.rows(GUIDES.section(name, ORDERS), order_pages.TABLE_OF_ORDERS[name]):
        for words in quoted(cell):
            clause = f"target Manila from Kure: all fleets via Leyte {words}"
            yield phase if phase in PHASES else "", clause if cell.startswith("…") else words


@pytest.mark.parametrize("words", [
    *(words for name in PAGES for title in (ORDERS, AHEAD, SHORT) for words in blocks(GUIDES.section(name, title))),
    *blocks(order_pages.section(README, "Orders"))])
def test_blocks(words: str) -> None:
    assert GUIDES.understood(words).statements


@pytest.mark.parametrize("title", [ORDERS, AHEAD, SHORT], ids=lambda title: title[ENGLISH])
def test_both_pages_show_the_same_blocks(title: Heading) -> None:
    """The English page shows some in Japanese besides, at the end of a section."""
    english, japanese = GUIDES.blocks(title)
    assert english[:len(japanese)] == japanese
    assert japanese


@pytest.mark.parametrize(("phase", "words"), [pair for name in PAGES for pair in shown(name)])
def test_the_table_of_orders(phase: str, words: str) -> None:
    for statement in GUIDES.understood(words).statements:
        assert not phase or statement.keyword in GAME.keywords_of(phase), (phase, words)


def test_both_tables_of_orders_say_the_same() -> None:
    english, japanese = ([GUIDES.meant(words) for _, words in shown(name)] for name in PAGES)
    for first, second in zip(english, japanese, strict=True):
        assert first == second


@pytest.mark.parametrize("name", PAGES)
def test_the_table_of_orders_names_every_keyword(name: str) -> None:
    named = {statement.keyword for _, words in shown(name) for statement in GUIDES.understood(words).statements}
    assert named == set().union(*(GAME.keywords_of(phase) for phase in PHASES)) - {"ruling"}


@pytest.mark.parametrize("words", [words for name in PAGES for words in GUIDES.conditions(name)])
def test_the_table_of_conditions(words: str) -> None:
    GUIDES.check_condition(words)


@pytest.mark.parametrize("words", GUIDES.rulings())
def test_the_table_of_the_referee(words: str) -> None:
    GUIDES.check_ruling(words)


@pytest.mark.parametrize(("english", "japanese"), GUIDES.words())
def test_the_table_of_japanese_words(english: str, japanese: str) -> None:
    GUIDES.check_words(english, japanese)


@pytest.mark.parametrize("words", ["card Japan 1942-03", "card 日本軍 1942-03", "カード 日本 酸素魚雷"])
def test_a_card_is_typed_for_a_side_by_any_of_its_names(words: str) -> None:
    (statement,) = text.read(words, GUIDES.lexicon).statements
    assert read_manual(GAME, statement) == manual_dice.ManualCard("japan", "1942-03")
