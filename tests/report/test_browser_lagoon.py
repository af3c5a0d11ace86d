"""Pages of the Lagoon in a real browser, in both languages: a map of points, names for ids, dice that count from 0."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests import each_game
from tests.each_game import Maker
from tests.report.browser import DESKTOP, PHONE, complaints, needs_browser, open_page, overhang
from tests.report.test_browser import check, find, press, tab_to
from tests.report.test_replay import shown_id
from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report import html, replay
from witp_pbem.table.language import speaking

pytestmark = needs_browser

NAMES = {"en": ("Prince of Wales", "From Here", "Akagi Maru"), "ja": ("プリンス・オブ・ウェールズ", "此処丸", "赤城丸")}
TRUK = {"en": "Truk Lagoon", "ja": "トラック環礁"}


@pytest.fixture(params=["en", "ja"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def story(language: str, campaign_of: Maker, monkeypatch: pytest.MonkeyPatch) -> Story:
    """The first turn of three players, in which all ships sailed to Truk lagoon and raided it."""
    each_game.install(monkeypatch)
    with speaking(language):
        return tell(open_campaign(campaign_of("alliance")), turn=1)


@pytest.fixture
def page(language: str, story: Story, tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    with speaking(language):
        path.write_text(html.render(story), "utf-8")
    return path


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_report_fits_its_window_and_hides_no_name(size: tuple[int, int], page: Path, language: str) -> None:
    driver = open_page(page, *size)
    assert (overhang(driver), complaints(driver)) == (0, [])
    names = {each.text: each.rect for each in driver.find_elements(By.CSS_SELECTOR, ".chart .m-name")}
    assert TRUK[language] in names and len(names) == 5
    for sign in driver.find_elements(By.CSS_SELECTOR, ".chart use[href*='m-won']"):
        assert not any(_meet(sign.rect, name) for name in names.values()), names


def _meet(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes have more than a rim of a pixel in common."""
    return all(min(one[at] + one[size], other[at] + other[size]) - max(one[at], other[at]) > 1
               for at, size in (("x", "width"), ("y", "height")))


def test_cards_and_titles_call_ships_by_their_names(page: Path, language: str) -> None:
    driver = open_page(page)
    place = find(driver, ".chart a[href='#place-Truk_20_lagoon']")
    title = place.find_element(By.CSS_SELECTOR, "title").get_attribute("textContent")
    driver.execute_script("arguments[0].focus()", place)
    press(driver, Keys.ENTER)
    card = find(driver, "#popup").text
    assert card.startswith(TRUK[language])
    for text in (title, card):
        assert all(name in text for name in NAMES[language]), text
        assert language == "en" or not any(name in text for name in NAMES["en"]), text


def test_arrows_lead_from_point_to_point(page: Path) -> None:
    driver = open_page(page)
    tab_to(driver, ".chart")
    first = press(driver, Keys.TAB)
    visited = {first.get_dom_attribute("href")}
    for key in (Keys.ARROW_LEFT, Keys.ARROW_UP, Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_RIGHT):
        visited.add(press(driver, key).get_dom_attribute("href"))
    assert len(visited) > 3 and all(each.startswith("#place-") for each in visited)


def test_the_page_proves_dice_of_ten_faces_counted_from_0(page: Path, story: Story) -> None:
    """The rolls of this turn are of both kinds; another number on the page is found."""
    thrown = [throw for proof in story.proofs for throw in proof.throws]
    assert {(throw.die.faces, throw.die.first) for throw in thrown} == {(10, 0), (6, 1)}
    _, classes = check(page)
    dice = sum(len(throw.dice) for throw in thrown)
    assert [each for each in classes if "wrong" in each] == [] and classes.count("die right") == dice


def test_the_replay_shows_every_episode(story: Story, language: str, tmp_path: Path) -> None:
    path = tmp_path / "replay.html"
    with speaking(language):
        path.write_text(replay.render(story), "utf-8")
    driver = open_page(path, 1400, 900)
    seen = [shown_id(driver)]
    while len(seen) < 40:
        ActionChains(driver).send_keys(Keys.ARROW_RIGHT).perform()
        if shown_id(driver) == seen[-1]:
            break
        seen.append(shown_id(driver))
    assert 5 < len(seen) < 40
    _at_rest(driver)
    there = find(driver, "g.places > [data-place='Truk_20_lagoon'] title").get_attribute("textContent")
    assert all(name in there for name in NAMES[language]), there
    assert (overhang(driver), complaints(driver)) == (0, [])


def _at_rest(driver: Chrome) -> None:
    WebDriverWait(driver, 10).until(lambda each: each.execute_script(
        "return !document.querySelector('.moving').children.length"))
