"""The orders that orders.md and its Japanese edition show are read without a problem, and both say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import order_pages
from tests.games.wif_land.reading import GAME
from tests.order_pages import AHEAD, ENGLISH, JAPANESE, PAGES, Guides, Heading, blocks, heading, quoted
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.wif_land.board.state import SIDES
from witp_pbem.games.wif_land.orders.lexicon import KEYWORDS, PHASE_KEYWORDS
from witp_pbem.games.wif_land.words import wording
from witp_pbem.table.language import speaking

GUIDES = Guides(GAME, "witp_pbem.games.wif_land")
IMPULSE, WORDS = heading("Your first impulse", "はじめてのインパルス"), heading("Words", "言葉")
ANY = "any"  # what can be ordered in several phases


@pytest.mark.parametrize("title", [IMPULSE, AHEAD], ids=lambda title: title[ENGLISH])
def test_both_pages_show_the_same_blocks(title: Heading) -> None:
    english, japanese = GUIDES.blocks(title)
    assert english == japanese and english


@pytest.mark.parametrize("name", PAGES)
def test_the_first_impulse_of_the_guide_can_be_played(name: str, tmp_path: Path) -> None:
    """As it stands: nothing is wrong, both attacks are fought, and nothing more is asked in the impulse."""
    folder = tmp_path / "seas"
    create(folder, Wishes(game="wif_land", seed="guide"))
    adjudicate(folder)
    orders = blocks(GUIDES.section(name, IMPULSE))
    recorded = submit(folder, [(f"{side}.txt", f"Campaign: seas\nTurn: 1\nSide: {side}\n{words}\n".encode())
                               for side, words in zip(SIDES, orders, strict=True)])
    assert recorded.stands, [problem for file in recorded.checked for problem in file.problems]
    adjudicate(folder)
    campaign = open_campaign(folder)
    acts = [act for entry in campaign.entries for act in entry.get("acts", ())]
    assert campaign.turn == 2
    assert [act["hex"] for act in acts if act.get("event") == "attack-fought"] == ["0301", "0303"]
    assert any(act.get("event") == "headquarters-rolled" for act in acts)


def test_the_example_of_an_invitation_means_the_same_in_both_languages() -> None:
    english, japanese = (GUIDES.meant(_example(code)) for code in ("en", "ja"))
    assert english == japanese and len(english) > 4


def _example(code: str) -> str:
    with speaking(code):
        return str(wording.words["example"]["orders"])


@pytest.mark.parametrize(("phase", "words"), [pair for name in PAGES for pair in GUIDES.orders(name)])
def test_the_table_of_orders(phase: str, words: str) -> None:
    for statement in GUIDES.understood(words).statements:
        assert phase == ANY or statement.keyword in PHASE_KEYWORDS[phase]


def test_both_tables_of_orders_say_the_same() -> None:
    english, japanese = ([(phase, GUIDES.meant(words)) for phase, words in GUIDES.orders(name)] for name in PAGES)
    for first, second in zip(english, japanese, strict=True):
        assert first == second


@pytest.mark.parametrize("name", PAGES)
def test_the_table_of_orders_names_every_keyword(name: str) -> None:
    assert {statement.keyword for _, words in GUIDES.orders(name)
            for statement in GUIDES.understood(words).statements} == KEYWORDS


@pytest.mark.parametrize("name", PAGES)
def test_what_is_named_in_the_text_is_understood(name: str) -> None:
    """What the chapter on words shows as hexes, sea areas and units are such."""
    hexes, areas, units = GUIDES.section(name, WORDS).strip().split("\n\n")
    for place in (*quoted(hexes), *quoted(areas)):
        if not place.startswith("witp-pbem"):
            GUIDES.understood(f"fight {place}")
    for unit in quoted(units):
        GUIDES.understood(f"lose {' '.join(unit.split())}{' ground' if unit in ('face-down', '裏') else ''}")


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
