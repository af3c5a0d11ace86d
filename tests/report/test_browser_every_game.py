"""The report and the replay of the games of the tests in a real browser: they fit, their dice are proved, the map fills
its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By

from tests import each_game
from tests.report.browser import DESKTOP, PHONE, complaints, needs_browser, open_page, overhang
from tests.report.test_browser import check, find
from tests.report.test_replay import shown_id
from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report import html, replay

pytestmark = needs_browser
MOST = 200


@pytest.fixture(params=["senshi", "alliance", "atoll"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game on points and one on few hexes; War in the Pacific is looked at more closely elsewhere."""
    each_game.install(monkeypatch)
    return str(request.param)


def test_the_report_fits_and_proves_its_dice(told_story: Story, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(html.render(told_story), "utf-8")
    for size in (PHONE, DESKTOP):
        driver = open_page(page, *size)
        assert (overhang(driver), complaints(driver)) == (0, [])
    places = [place.rect for place in driver.find_elements(By.CSS_SELECTOR, ".chart a[href^='#place-']")]
    chart = find(driver, ".chart svg").rect
    left, right = (min(place["x"] for place in places) - chart["x"],
                   chart["x"] + chart["width"] - max(place["x"] + place["width"] for place in places))
    assert abs(left - right) < chart["width"] / 10, "the map lies in the middle"
    if told_story.proofs:
        assert not [name for name in check(page)[1] if "wrong" in name]


def test_the_replay_is_walked_to_its_end(present_story: Story, tmp_path: Path) -> None:
    page = tmp_path / "replay.html"
    page.write_text(replay.render(present_story), "utf-8")
    driver = open_page(page, *DESKTOP)
    seen = [shown_id(driver)]
    for _ in range(MOST):
        ActionChains(driver).send_keys(Keys.ARROW_RIGHT).perform()
        if shown_id(driver) == seen[-1]:
            break
        seen.append(shown_id(driver))
    assert 5 < len(seen) < MOST and len(set(seen)) == len(seen)
    assert (overhang(driver), complaints(driver)) == (0, [])
    places = [place.rect for place in driver.find_elements(By.CSS_SELECTOR, "g.tints > [data-place]")]
    wide = max(place["x"] + place["width"] for place in places) - min(place["x"] for place in places)
    tall = max(place["y"] + place["height"] for place in places) - min(place["y"] for place in places)
    room = find(driver, ".m-map").rect
    assert wide > 0.75 * room["width"] or tall > 0.75 * room["height"], "the map fills its place"
