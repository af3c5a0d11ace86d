"""The small maps beside battles: of every game, as it stood before the dice fell, with who had come from where."""

from __future__ import annotations

import re

import pytest

from tests import each_game
from tests.each_game import Maker
from tests.report.proven import proven_turn
from tests.report.stories import manila_fought
from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report import html, replay
from witp_pbem.report.battlefields import Battlefield, battlefields
from witp_pbem.report.map.small import WIDE
from witp_pbem.report.page import lay_out
from witp_pbem.table.language import speaking
from witp_pbem.table.story import BattleCard, Block, Section

SMALLEST, SHOWN = 7.5, 312  # smallest letters of a map in points; how wide the page shows a small one, in pixels
MOST = 0.15  # of a page without small maps, that these may add
FIGURE = re.compile(r'<figure class="field">.*?</figure>', re.S)


def fields(story: Story) -> list[Battlefield]:
    return list(battlefields(story, lay_out(story)).values())


def cards(blocks: tuple[Block, ...]) -> list[BattleCard]:
    return [card for block in blocks for card in (
        [block] if isinstance(block, BattleCard) else cards(block.blocks) if isinstance(block, Section) else [])]


def figures(page: str) -> list[str]:
    return FIGURE.findall(page)


def test_each_battle_of_a_turn_has_its_map() -> None:
    story = proven_turn()
    page = lay_out(story)
    page_cards = [card for section in page.story for card in cards(section.blocks)]
    assert {card.place for card in page_cards} == {"0504", "0606"}
    assert set(battlefields(story, page)) == {id(card) for card in page_cards}
    assert len(figures(html.render(story))) == len(page_cards)


def test_it_shows_the_place_before_the_battle_and_tells_who_came_from_where() -> None:
    first, *later = [field for field in fields(manila_fought()) if "Manila" in field.title]
    assert first.title == "Manila (0606) before the battle"
    assert ("japan", "From Kure (0804): 1 carrier (JP-CV-2), 2 naval (JP-N-1, JP-N-2) carrying 1 land (JP-L-11)"
            ) in first.arrivals
    assert {side for side, _ in first.arrivals} == {"japan", "allies"}
    assert later and not any(field.arrivals for field in later), "what one map tells, the next need not"
    assert "Kure" not in first.drawn and ">0606<" in first.drawn and ">Taiwan<" in first.drawn
    assert first.drawn != later[0].drawn, "ships were lost between the two"


def test_orders_of_an_earlier_sitting_count_among_the_ways() -> None:
    story = manila_fought()
    fought = next(number for number, item in enumerate(story.entries) if story.game.narration.clashes([item]))
    late = story._replace(entries=story.entries[fought:], so_far=story.entries)
    assert fields(late)[0].arrivals == fields(story)[0].arrivals != ()


def test_a_battle_in_a_place_that_is_not_on_the_map_has_none() -> None:
    story = manila_fought()
    page = lay_out(story)
    sheet = page.chart.sheet
    without = page._replace(chart=page.chart._replace(sheet=sheet._replace(
        spots=tuple(spot for spot in sheet.spots if spot.place != "0606"))))
    assert not any("Manila" in field.title for field in battlefields(story, without).values())


@pytest.mark.parametrize(("kind", "title", "arrivals"), [
    ("alliance", "Truk Lagoon before the battle", 3), ("atoll", "Spit (0202) before the battle", 2)])
def test_battles_told_in_sentences_have_theirs(kind: str, title: str, arrivals: int, campaign_of: Maker,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    each_game.install(monkeypatch)
    story = tell(open_campaign(campaign_of(kind)), turn=1)
    (field,) = fields(story)
    assert (field.title, len(field.arrivals)) == (title, arrivals)
    page = html.render(story)
    (figure,) = figures(page)
    assert field.drawn in figure and all(text in figure for _, text in field.arrivals)
    with speaking("ja"):
        assert "戦闘前の" in html.render(story)


def test_pages_grow_little_by_them_and_repeat_neither_an_id_nor_a_symbol() -> None:
    for story in (proven_turn(), manila_fought()):
        page = html.render(story)
        small = figures(page)
        added = sum(len(figure.encode()) for figure in small)
        assert 0 < added < MOST * (len(page.encode()) - added)
        assert not any(" id=" in figure or "<symbol" in figure or "<style" in figure for figure in small)
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(set(ids)) == len(ids)
        used = [name for figure in small for name in re.findall(r'(?:href="|url\()#([\w.-]+)', figure)]
        assert set(used) <= set(ids)


def test_their_letters_are_12_pixels_high_and_more() -> None:
    sizes = [float(size) for figure in figures(html.render(manila_fought()))
             for size in re.findall(r'font-size="([\d.]+)"', figure)]
    assert min(sizes) >= SMALLEST and SMALLEST * SHOWN / WIDE >= 12


def test_the_replay_has_a_map_already() -> None:
    assert not figures(replay.render(manila_fought()))
