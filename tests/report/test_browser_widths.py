"""Report, replay and mail in a real browser, from a phone to a wide screen: nothing is cut off, nothing too small to be
read, and each battle has its map beside it, or above it where the window is narrow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests import each_game
from tests.each_game import Maker
from tests.report.browser import complaints, needs_browser, open_page, overhang
from tests.report.forms import unpacked
from tests.report.proven import proven_turn
from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report import html, mail, replay
from witp_pbem.table.language import speaking

pytestmark = needs_browser

PHONE, TABLET = 390, 1024
WIDTHS = (PHONE, TABLET, 1280, 1920)
SMALLEST = 12
WIDER = 1056  # what the map is wider than on a wide screen
SAME = 0.2  # pixels a browser may round by

TOO_SMALL = """
const small = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walk.nextNode(); node; node = walk.nextNode()) {
  const element = node.parentElement;
  if (!node.data.trim() || element.closest("script, style, title, desc, .unseen")) continue;
  if (!element.checkVisibility()) continue;
  const turned = element.ownerSVGElement && element.getScreenCTM();
  const scale = turned ? Math.hypot(turned.b, turned.d) : 1;
  const size = parseFloat(getComputedStyle(element).fontSize) * scale;
  if (size < arguments[0]) small.push(`${size.toFixed(1)}: ${node.data.trim()}`);
}
return small"""
WIDE_TABLES = """
return [...document.querySelectorAll(".table")].filter(frame => frame.checkVisibility()
  && frame.scrollWidth > frame.clientWidth + 1).map(frame => frame.innerText.slice(0, 80))"""
FIELDS = """
return [...document.querySelectorAll(".field")].map(field => {
  const told = field.nextElementSibling.getBoundingClientRect(), here = field.getBoundingClientRect();
  return {above: here.bottom <= told.top + 1, beside: here.left >= told.left + 300 && here.top < told.bottom,
          left: here.left, right: here.right, gap: here.left - told.right,
          card: field.nextElementSibling.matches("article")};
})"""


@pytest.fixture(scope="module", params=["witp", "alliance-ja", "atoll"])
def story(request: pytest.FixtureRequest, campaign_of: Maker) -> Iterator[Story]:
    """A turn with battles of each game, one of them in Japanese."""
    name, _, language = request.param.partition("-")
    with pytest.MonkeyPatch.context() as patch, speaking(language or "en"):
        each_game.install(patch)
        yield proven_turn() if name == "witp" else tell(open_campaign(campaign_of(name)), turn=1)


@pytest.fixture(scope="module")
def report(story: Story, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(html.render(story), tmp_path_factory)


def written(text: str, factory: pytest.TempPathFactory) -> Path:
    path = factory.mktemp("page") / "page.html"
    path.write_text(text, "utf-8")
    return path


def _last_with_places(page: Path) -> str:
    """The id of the last episode that happened anywhere."""
    film = json.loads(re.findall(r'id="film">(.*?)</script>', unpacked(page.read_text("utf-8")), re.S)[0])
    return str([episode["id"] for episode in film["episodes"] if episode.get("in") or episode.get("moves")][-1])


def at_each_width(page: Path, *widths: int) -> Iterator[tuple[int, Chrome]]:
    for width in widths or WIDTHS:
        driver = open_page(page, width, 900)
        assert (overhang(driver), complaints(driver)) == (0, []), width
        yield width, driver


def test_a_report_fits_and_can_be_read(report: Path) -> None:
    for width, driver in at_each_width(report):
        assert driver.execute_script(TOO_SMALL, SMALLEST - SAME) == [], width
        assert driver.execute_script(WIDE_TABLES) == [], width


def test_the_map_is_wide_on_wide_screens(report: Path) -> None:
    for width, driver in at_each_width(report, 1280, 1920):
        shown = "return document.querySelector('.chart svg').getBoundingClientRect().width"
        frame = "return document.querySelector('.chart').getBoundingClientRect().width"
        assert driver.execute_script(frame) > WIDER, width
        assert driver.execute_script(shown) > min(WIDER, 1.6 * 640), width


def test_each_battle_has_its_map_beside_it_or_above_it(report: Path) -> None:
    for width, driver in at_each_width(report):
        fields = driver.execute_script(FIELDS)
        assert fields
        for field in fields:
            assert field["above"] if width == PHONE else field["beside"], (width, field)
            assert field["left"] >= 0 and field["right"] <= width, (width, field)
            assert not field["card"] or width == PHONE or field["gap"] > 0, (width, field)


def test_on_paper_each_battle_has_its_map_and_the_ways_in_words(report: Path) -> None:
    driver = open_page(report, 680, 1000)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert driver.execute_script("return [...document.querySelectorAll('.field svg, .field figcaption')].every("
                                 "part => part.checkVisibility() && part.getBoundingClientRect().width > 200)")
    assert all(field["beside"] for field in driver.execute_script(FIELDS))


def test_a_replay_fits_and_its_battles_are_not_cut_off(story: Story, tmp_path_factory: pytest.TempPathFactory) -> None:
    page = written(replay.render(story), tmp_path_factory)
    for width, driver in at_each_width(page):
        for place in driver.execute_script("return [...document.querySelectorAll('.episode')].map(part => part.id)"):
            driver.execute_script("location.hash = arguments[0]", place)
            cut = driver.execute_script(
                "return [...document.querySelectorAll('.episode.shown :is(.battle, .fighter, .sum, .table)')].filter("
                "part => part.getBoundingClientRect().right > innerWidth || part.scrollWidth > part.clientWidth + 1)"
                ".map(part => part.innerText)")
            assert cut == [], (width, place)


def test_a_replay_is_seen_from_near_enough_to_read_names(story: Story,
                                                         tmp_path_factory: pytest.TempPathFactory) -> None:
    page = written(replay.render(story), tmp_path_factory)
    for width in WIDTHS[:3]:
        open_page(page, width, 900)
        driver = open_page(page, width, 900, fragment=f"#{_last_with_places(page)}")
        sizes = driver.execute_script("""return [...document.querySelectorAll(".printed .m-name")]
            .filter(name => getComputedStyle(name).visibility !== "hidden")
            .map(name => parseFloat(name.getAttribute("font-size")) * name.getScreenCTM().a)""")
        assert sizes and min(sizes) >= SMALLEST - SAME, width


def test_a_mail_fits(story: Story, tmp_path_factory: pytest.TempPathFactory) -> None:
    body = message_from_bytes(mail.render(story), policy=default).get_body(("html",))
    assert body is not None
    page = written(body.get_content(), tmp_path_factory)
    for width in WIDTHS:
        driver = open_page(page, width, 900)
        assert overhang(driver) == 0
        assert driver.execute_script(TOO_SMALL, SMALLEST - SAME) == [], width
