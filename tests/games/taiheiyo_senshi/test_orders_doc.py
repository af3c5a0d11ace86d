"""The orders that orders.md and its Japanese edition show are read without a problem, and both say the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import order_pages
from tests.order_pages import AHEAD, ENGLISH, JAPANESE, ORDERS, PAGES, Guides, Heading, blocks, heading, quoted
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.games.taiheiyo_senshi.orders.lexicon import PHASES
from witp_pbem.games.taiheiyo_senshi.words import wording
from witp_pbem.table.language import speaking

GAME: Any = game()
GUIDES = Guides(GAME, "witp_pbem.games.taiheiyo_senshi")
TURN, WORDS, WISHES = heading("Your first turn", "はじめてのターン"), heading("Words", "言葉"), heading(
    "Wishes for battles", "戦闘での希望")


@pytest.mark.parametrize("title", [TURN, WORDS, ORDERS, WISHES, AHEAD], ids=lambda title: title[ENGLISH])
def test_both_pages_show_the_same_blocks(title: Heading) -> None:
    english, japanese = GUIDES.blocks(title)
    assert english == japanese
    assert english or title in (WORDS, ORDERS)


@pytest.mark.parametrize("name", PAGES)
def test_the_first_turn_of_the_guide_can_be_played(name: str, tmp_path: Path) -> None:
    """Its blocks, as the players of a new campaign send them: nothing is wrong, both moves are made, and nobody is
    asked anything more in the turn."""
    allies, operations, supply = blocks(GUIDES.section(name, TURN))[:3]
    folder = tmp_path / "seas"
    create(folder, Wishes(game="taiheiyo_senshi", seed="guide"))
    for turn, side, orders in (
            (0, "allies", allies), (0, "japan", "place any\nhit any"),
            (1, "allies", "place any at West Coast\npass"),
            (1, "japan", f"Phase: operations\n{operations}\nPhase: supply\n{supply}")):
        adjudicate(folder)
        text_of_file = f"Campaign: seas\nTurn: {turn}\nSide: {side}\n{orders}\n"
        recorded = submit(folder, [(f"{side}.txt", text_of_file.encode())])
        assert recorded.stands, [problem for file in recorded.checked for problem in file.problems]
    adjudicate(folder)
    moved = [act["route"][-1] for entry in open_campaign(folder).entries for act in entry.get("acts", ())
             if act.get("event") == "ships-moved"]
    assert moved == ["midway", "philippines"] and open_campaign(folder).turn == 2


def test_the_example_of_an_invitation_means_the_same_in_both_languages() -> None:
    english, japanese = (GUIDES.meant(_example(code)) for code in ("en", "ja"))
    assert english == japanese and len(english) == 5


def _example(code: str) -> str:
    with speaking(code):
        return str(wording.words["example"]["orders"])


@pytest.mark.parametrize(("phase", "words"), [pair for name in PAGES for pair in GUIDES.orders(name)])
def test_the_table_of_orders(phase: str, words: str) -> None:
    assert phase in PHASES
    for statement in GUIDES.understood(words).statements:
        assert statement.keyword in GAME.keywords_of(phase), (phase, words)


def test_both_tables_of_orders_say_the_same() -> None:
    english, japanese = ([GUIDES.meant(words) for _, words in GUIDES.orders(name)] for name in PAGES)
    for first, second in zip(english, japanese, strict=True):
        assert first == second


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("phase", PHASES)
def test_the_table_of_orders_names_every_keyword(name: str, phase: str) -> None:
    """Those of a phase under it; Japan's hits of turn 0, and cards that go with anything, stand under operations."""
    named = {of: {statement.keyword for phase, words in GUIDES.orders(name) if phase == of
                  for statement in GUIDES.understood(words).statements} for of in PHASES}
    assert named[phase] <= GAME.keywords_of(phase)
    assert GAME.keywords_of(phase) <= named[phase] | {"hit"}
    assert set().union(*named.values()) == set().union(*(GAME.keywords_of(phase) for phase in PHASES))


@pytest.mark.parametrize("name", PAGES)
def test_units_named_in_the_text_are_understood(name: str) -> None:
    """What the chapter on words shows as units, points and cards are such."""
    points, units, cards = GUIDES.section(name, WORDS).strip().split("\n\n")
    for point in quoted(points):
        if not point.startswith("witp-pbem"):
            GUIDES.understood(f"retreat to {point}")
    for unit in quoted(units):
        of = " ships" if unit in ("face-down", "裏") else ""
        GUIDES.understood(f"return {unit}{of} from Truk to Japan")
    for card in quoted(cards):
        GUIDES.understood(f"play {card}")


def test_both_tables_of_conditions_say_the_same() -> None:
    GUIDES.check_both_conditions()


@pytest.mark.parametrize("words", [words for name in PAGES for words in GUIDES.conditions(name)])
def test_the_table_of_conditions(words: str) -> None:
    GUIDES.check_condition(words)


@pytest.mark.parametrize("words", GUIDES.rulings())
def test_the_table_of_the_referee(words: str) -> None:
    GUIDES.check_ruling(words)


@pytest.mark.parametrize(("english", "japanese"), GUIDES.words())
def test_the_table_of_japanese_words(english: str, japanese: str) -> None:
    GUIDES.check_words(english, japanese)


def test_the_table_of_japanese_words_has_every_keyword() -> None:
    listed = {quoted(first)[0] for first, _ in GUIDES.rows(ENGLISH, order_pages.TABLE_OF_WORDS)}
    assert set().union(*(GAME.keywords_of(phase) for phase in PHASES)) <= listed
    assert listed == {quoted(second)[0] for _, second in GUIDES.rows(JAPANESE, order_pages.TABLE_OF_WORDS)}
