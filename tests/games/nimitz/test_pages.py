"""What a person sees of a played turn of Fleet Commander: Nimitz: reports, mails, posts, pages and the replay."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from tests.games.nimitz import played
from tests.games.nimitz.reading import value
from tests.report.browser import DESKTOP, PHONE, complaints, needs_browser, open_page, overhang
from tests.report.checkers import axe, needs_checkers, vnu_of_turns
from tests.report.gold import still
from tests.report.test_browser_widths import FIELDS, SAME, SMALLEST, TOO_SMALL, WIDE_TABLES
from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.games.nimitz.board.events import KINDS
from witp_pbem.games.nimitz.board.turn import OUTLINE, SETUP
from witp_pbem.games.nimitz.telling.luck import STEPS
from witp_pbem.games.nimitz.telling.narration import telling
from witp_pbem.games.nimitz.words import wording
from witp_pbem.report import forum, html, mail, plain_text, position_text, replay
from witp_pbem.table.language import speaking

GOLDEN = Path(__file__).parent / "golden"
STORIES = {"first-turn": played.first_turn, "set-up": played.set_up}
TURNS = [(name, language) for name in STORIES for language in ("ja", "en")]
UNTOLD = {"step-began", "passed", "movement-ended", "airfield-laid", "aircraft-embarked", "round-began"}


def check(name: str, text: str) -> None:
    """The text is what the golden file holds; UPDATE_GOLDEN=1 writes it anew."""
    if os.environ.get("UPDATE_GOLDEN"):
        (GOLDEN / name).write_text(text, "utf-8")
    assert text == (GOLDEN / name).read_text("utf-8"), f"{name} differs; look, then run with UPDATE_GOLDEN=1"


def without_forms(story: Story) -> Story:
    """A story for a golden file: without forms, of which other tests hold what they offer."""
    return still(story)._replace(drafts={})


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


# -- words


def test_every_kind_of_event_is_told() -> None:
    untold = {code for code, kind in KINDS.items() if kind not in telling.tellers}
    assert untold == UNTOLD


def test_steps_and_combat_have_their_words() -> None:
    assert {SETUP, *OUTLINE} == set(wording.words["step"])
    assert set(STEPS) == set(wording.words["combat"])


@pytest.mark.parametrize("language", ["ja", "en"])
def test_examples_of_orders_can_be_read(language: str) -> None:
    with speaking(language):
        quoted = [words for hint in wording.words["hint"].values() for words in re.findall(r"[“「](.+?)[”」]", hint)]
        for order in (*wording.words["example"]["orders"].splitlines(), *quoted):
            if order not in ("then any", "次に任意"):
                assert value(order), order


# -- text, posts, mails


def test_a_turn_in_text(story: Story, request: pytest.FixtureRequest) -> None:
    check(f"{request.node.callspec.id}.txt", plain_text.render(without_forms(story)))


@pytest.mark.parametrize("language", ["ja", "en"])
def test_everything_on_the_table(language: str) -> None:
    with speaking(language):
        story = played.first_turn()
        check(f"first-turn-board-{language}.txt", position_text.render(story.position, story.game))


def test_a_turn_as_posts() -> None:
    with speaking("ja"):
        for form, dialect in (("bbcode", "bgg"), ("markdown", "discord")):
            check(f"first-turn-{dialect}-ja.txt",
                  "\n=====\n".join(forum.render(without_forms(played.first_turn()), form, dialect)))


def test_lines_of_text_are_no_wider_than_a_mail() -> None:
    with speaking("en"):
        wide = [line for line in plain_text.render(played.first_turn()).splitlines() if len(line) > 72]
    assert all(re.fullmatch(r"\s*[0-9a-f]{64}|After: .*", line) for line in wide)


def test_a_battle_is_told_round_by_round_with_values_and_dice() -> None:
    with speaking("en"):
        text = one_line(plain_text.render(played.first_turn()))
    for part in ("Battle at Gilbert Islands", "The battle sheet", "Round 1", "Japan drew:", "Enterprise 4/2-x-2",
                 "Left at the point", "Japanese orders"):
        assert part in text, part


def test_what_is_reconstructed_is_said_wherever_a_reader_would_ask() -> None:
    with speaking("en"):
        story = played.set_up()
        for text in (plain_text.render(story), position_text.render(story.position, story.game), html.render(story)):
            assert "Reconstructed, not the printed game: values of" in one_line(text)


def test_the_order_of_stacks_is_known_to_nobody() -> None:
    with speaking("en"):
        story = played.first_turn()
        assert "its order to nobody" in one_line(position_text.render(story.position, story.game))


def test_a_mail_says_first_what_is_owed_and_has_a_picture() -> None:
    with speaking("en"):
        story = tell(open_campaign(played.first_turn_campaign()), side="us", unread=True)
        sent = message_from_bytes(mail.render(story), policy=default)
    assert "YOUR MOVE" in sent["Subject"]
    text = one_line(sent.get_body(("plain",)).get_content())
    assert text.index("buy and repair units") < text.index("Objectives held")
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
        assert all(field["right"] <= width for field in fields), width


def test_each_battle_has_a_small_map_of_who_came() -> None:
    with speaking("en"):
        page = html.render(played.first_turn())
    fields = re.findall(r'<figure class="field">(.*?)</figure>', page, re.S)
    battles = re.findall(r"<h4[^>]*>\s*Battle at ", page)
    assert len(fields) == len(battles) > 1
    assert "From Hawaiian Islands (HI): Enterprise" in re.sub("<[^>]*>", "", " ".join(fields))


def test_the_replay_has_a_step_for_each_point_and_battle() -> None:
    with speaking("en"):
        page = replay.render(played.first_turn())
    steps = re.findall(r'<article id="t1-turn-\d+".*?<h\d[^>]*>(.*?)</h\d>', page, re.S)
    titles = [re.sub("<cite.*?</cite>|<[^>]*>", "", title).strip() for title in steps]
    assert titles[:5] == ["Points of the turn", "Units were bought", "Points were scouted",
                          "The Americans moved to Gilbert Islands", "Units went to the raiding box"]
    assert "Orders for Japan" in titles and "Battle at Gilbert Islands" in titles
