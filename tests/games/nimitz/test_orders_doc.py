"""The orders that orders.md and its Japanese edition show are read without a problem, and both say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import order_pages
from tests.games.nimitz.reading import GAME
from tests.order_pages import AHEAD, ENGLISH, JAPANESE, PAGES, Guides, Heading, blocks, heading, quoted
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.nimitz.board.turn import OUTLINE
from witp_pbem.games.nimitz.orders.lexicon import KEYWORDS
from witp_pbem.games.nimitz.words import wording
from witp_pbem.table.language import speaking

GUIDES = Guides(GAME, "witp_pbem.games.nimitz")
TURN, WORDS, WISHES = heading("Your first turn", "はじめてのターン"), heading("Words", "言葉"), heading(
    "Wishes for battles", "戦闘での希望")
TABLE_OF_ORDERS = heading("| step | order | rule |", "| ステップ | 命令 | ルール |")
ANY = "any"  # what can be ordered in several steps


@pytest.mark.parametrize("title", [TURN, WISHES, AHEAD], ids=lambda title: title[ENGLISH])
def test_both_pages_show_the_same_blocks(title: Heading) -> None:
    english, japanese = GUIDES.blocks(title)
    assert english == japanese and english


@pytest.mark.parametrize("name", PAGES)
def test_the_first_turn_of_the_guide_can_be_played(name: str, tmp_path: Path) -> None:
    """As it stands: nothing is wrong, ships and battalions move, battles are fought, and nothing more is asked in the
    turn."""
    (orders,) = blocks(GUIDES.section(name, TURN))
    folder = tmp_path / "seas"
    create(folder, Wishes(game="nimitz", scenario="1942", seed="guide"))
    adjudicate(folder)
    recorded = submit(folder, [("us.txt", f"Campaign: seas\nTurn: 1\nSide: us\n{orders}\n".encode())])
    assert recorded.stands, [problem for file in recorded.checked for problem in file.problems]
    adjudicate(folder)
    campaign = open_campaign(folder)
    acts = [act for entry in campaign.entries for act in entry.get("acts", ())]
    assert campaign.turn == 2
    assert [len(act["units"]) for act in acts if act.get("event") == "units-moved"] == [3, 2]
    assert any(act.get("event") == "battle-began" for act in acts)


def test_the_example_of_an_invitation_means_the_same_in_both_languages() -> None:
    english, japanese = (GUIDES.meant(_example(code)) for code in ("en", "ja"))
    assert english == japanese and len(english) > 4


def _example(code: str) -> str:
    with speaking(code):
        return str(wording.words["example"]["orders"])


@pytest.mark.parametrize(("step", "words"), [pair for name in PAGES for pair in GUIDES.orders(name, TABLE_OF_ORDERS)])
def test_the_table_of_orders(step: str, words: str) -> None:
    assert step in (*OUTLINE, ANY)
    assert GUIDES.understood(words).statements


def test_both_tables_of_orders_say_the_same() -> None:
    english, japanese = ([(step, GUIDES.meant(words)) for step, words in GUIDES.orders(name, TABLE_OF_ORDERS)]
                         for name in PAGES)
    for first, second in zip(english, japanese, strict=True):
        assert first == second


@pytest.mark.parametrize("name", PAGES)
def test_the_table_of_orders_names_every_keyword(name: str) -> None:
    assert {statement.keyword for _, words in GUIDES.orders(name, TABLE_OF_ORDERS)
            for statement in GUIDES.understood(words).statements} == KEYWORDS


@pytest.mark.parametrize("name", PAGES)
def test_what_is_named_in_the_text_is_understood(name: str) -> None:
    """What the chapter on words shows as points, areas, units and bonus markers are such."""
    points, areas, units, markers = GUIDES.section(name, WORDS).strip().split("\n\n")
    for point in quoted(points):
        if not point.startswith("witp-pbem"):
            GUIDES.understood(f"fight {point}")
    for area in quoted(areas):
        GUIDES.understood(f"fly SBD to {area}")
    for unit in quoted(units):
        GUIDES.understood(f"lose {unit}{' ships' if unit in ('damaged', '損傷') else ''}")
    for marker in quoted(markers):
        GUIDES.understood(f"use {marker}")


@pytest.mark.parametrize("words", [words for name in PAGES for words in GUIDES.conditions(name)])
def test_the_table_of_conditions(words: str) -> None:
    GUIDES.check_condition(words)


def test_both_tables_of_conditions_say_the_same() -> None:
    GUIDES.check_both_conditions()


@pytest.mark.parametrize("words", GUIDES.rulings())
def test_the_table_of_the_referee(words: str) -> None:
    GUIDES.check_ruling(words)


@pytest.mark.parametrize(("english", "japanese"), GUIDES.words())
def test_the_table_of_japanese_words(english: str, japanese: str) -> None:
    GUIDES.check_words(english, japanese)


def test_the_table_of_japanese_words_has_every_keyword() -> None:
    english, japanese = ({quoted(cell)[0] for row in GUIDES.rows(name, order_pages.TABLE_OF_WORDS)
                          for cell in [row[0 if name != JAPANESE else 1]]} for name in PAGES)
    assert KEYWORDS <= english == japanese
