"""What a person sees of a played turn of 太平洋戦史: reports, mails, posts, pages and the replay."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from tests.games.taiheiyo_senshi import played
from tests.report.browser import DESKTOP, PHONE, complaints, needs_browser, open_page, overhang
from tests.report.checkers import axe, needs_checkers, vnu_of_turns
from tests.report.gold import still
from tests.report.test_browser_widths import FIELDS, SAME, SMALLEST, TOO_SMALL, WIDE_TABLES
from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report import forum, html, mail, plain_text, position_text, replay
from witp_pbem.table.language import speaking

GOLDEN = Path(__file__).parent / "golden"
STORIES = {"midway": played.midway, "december": played.december}
TURNS = [(name, language) for name in STORIES for language in ("ja", "en")]


def check(name: str, text: str) -> None:
    """The text is what the golden file holds; UPDATE_GOLDEN=1 writes it anew."""
    if os.environ.get("UPDATE_GOLDEN"):
        (GOLDEN / name).write_text(text, "utf-8")
    assert text == (GOLDEN / name).read_text("utf-8"), f"{name} differs; look, then run with UPDATE_GOLDEN=1"


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(params=TURNS, ids=["-".join(turn) for turn in TURNS])
def story(request: pytest.FixtureRequest) -> Iterator[Story]:
    """A turn, told in the language of the fixture."""
    name, language = request.param
    with speaking(language):
        yield STORIES[name]()


@pytest.fixture
def page(story: Story, tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(html.render(story), "utf-8")
    return path


# -- text, posts, mails


def test_a_turn_in_text(story: Story, request: pytest.FixtureRequest) -> None:
    check(f"{request.node.callspec.id}.txt", plain_text.render(still(story)))


def test_everything_on_the_table() -> None:
    with speaking("ja"):
        check("midway-board-ja.txt", position_text.render(played.midway().position, played.midway().game))


def test_a_turn_as_posts() -> None:
    with speaking("ja"):
        for form, dialect in (("bbcode", "bgg"), ("markdown", "discord")):
            check(f"midway-{dialect}-ja.txt", "\n=====\n".join(forum.render(still(played.midway()), form, dialect)))


def test_the_battle_is_told_with_its_whole_arithmetic() -> None:
    with speaking("en"):
        text = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", html.render(played.midway())))
    for part in ("4 × 4 = 16 ÷ 2 = 8", "8-9 → 6-7 (enemy land-based air −1)", "3 × 4 + 2 = 14", "2 × 4 + 2 × 1 = 10",
                 "Hit: Akagi, Kaga, Soryu; chosen by the Allies. 8.2(4)-a", "damaged, back on turn 4",
                 "The Allies left Midway for Hawaiian Islands (retreat)",
                 "The score marker moved 3 towards Japan and stands at Japan +6."):
        assert part in text, part


def test_a_hand_is_a_number_to_the_other_side() -> None:
    story = played.december()
    with speaking("en"):
        text = one_line(plain_text.render(story))
    assert "Japan 4 face down" in text
    held = open_campaign(played.december_campaign())
    cards = {held.look(slot) for slot in held.position.hands["japan"]}
    assert len(cards) == 4 and not any(str(card) in text for card in cards)


def test_a_mail_says_first_what_is_owed_and_has_a_picture() -> None:
    campaign = open_campaign(played.midway_campaign())
    with speaking("en"):
        sent = message_from_bytes(mail.render(tell(campaign, side="allies")), policy=default)
    assert sent["Subject"] == "[midway-1942] YOUR MOVE: reinforcement"
    text = one_line(sent.get_body(("plain",)).get_content())
    assert text.index("place arriving land-based air") < text.index("The score marker")
    assert any(part.get_content_type() == "image/png" for part in sent.walk())


# -- pages


@needs_checkers
def test_html_and_css_are_valid(tmp_path: Path) -> None:
    assert vnu_of_turns(TURNS, lambda name: STORIES[name](), tmp_path) == []


@needs_browser
@needs_checkers
@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), (PHONE, True)])
def test_nobody_is_kept_out(size: tuple[int, int], dark: bool, page: Path) -> None:
    driver = open_page(page, *size, dark)
    for part in driver.find_elements(By.CSS_SELECTOR, "details"):
        driver.execute_script("arguments[0].open = true", part)
    assert axe(driver) == []


@needs_browser
def test_a_report_fits_and_can_be_read_at_every_width(page: Path) -> None:
    for width in (PHONE[0], 1024, 1440):
        driver = open_page(page, width, 900)
        assert (overhang(driver), complaints(driver)) == (0, []), width
        assert driver.execute_script(TOO_SMALL, SMALLEST - SAME) == [], width
        assert driver.execute_script(WIDE_TABLES) == [], width
        fields = driver.execute_script(FIELDS)
        assert fields and all(field["right"] <= width for field in fields), width


def test_the_small_map_shows_who_fought_not_who_was_left() -> None:
    with speaking("en"):
        page = html.render(played.midway())
    field = re.findall(r'<figure class="field">(.*?)</figure>', page, re.S)
    assert len(field) == 1 and "Midway before the battle" in field[0]
    assert all(f">{letters}<" in field[0] for letters in ("4CV", "2BB", "3CV", "6CA"))
    assert "From Japan: Akagi, Kaga, Soryu, Hiryu" in re.sub("<[^>]*>", "", field[0])


def test_each_operation_is_one_step_of_the_replay() -> None:
    with speaking("en"):
        page = replay.render(played.midway())
    steps = re.findall(r'<article id="t2-operations-\d+".*?<h\d[^>]*>(.*?)</h\d>', page, re.S)
    titles = [re.sub("<cite.*?</cite>|<[^>]*>", "", title).strip() for title in steps]
    assert titles == [
        "Japan moved to Midway", "The Allies supplied Hawaiian Islands", "The operations phase ended"]
