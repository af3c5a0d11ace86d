"""The HTML report passes the W3C's checker, and axe-core finds nothing that keeps anybody out."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from tests.report.browser import DESKTOP, PHONE, needs_browser, open_page
from tests.report.checkers import axe, needs_checkers, vnu
from tests.report.proven import proof, proven_turn
from tests.report.stories import delayed_entry, manila_fought, short_game
from witp_pbem.report import html
from witp_pbem.table.language import speaking

pytestmark = needs_checkers

EVIL = "<script>alert('x')</script>\"&\u202e--></style></title>]]>"
STORIES = {
    "busy": proven_turn(),
    "owed": manila_fought()._replace(drafts={"allies": "Side: allies\n\n# <pass>\n", "referee": "Side: referee\n"}),
    "short": short_game(),
    "entry": delayed_entry(),
    "nothing": manila_fought()._replace(entries=(), sittings=()),
    "evil": proven_turn(proof(words=(EVIL, "")))._replace(campaign=EVIL, players={"japan": EVIL, "allies": EVIL},
                    replaced=(EVIL,), head=EVIL, drafts={"japan": EVIL}, outcome=None,
                    dues=({"side": "japan", "demand": "x", "about": {}, "sentence": EVIL},)),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    paths = {}
    for language, names in (("en", tuple(STORIES)), ("ja", ("busy", "owed"))):
        with speaking(language):
            for name in names:
                paths[f"{name}-{language}"] = page = folder / f"{name}-{language}.html"
                page.write_text(html.render(STORIES[name]), "utf-8")
    return paths


def test_html_and_css_are_valid(pages: dict[str, Path]) -> None:
    assert vnu(*pages.values()) == []


def test_the_checker_would_find_an_error(tmp_path: Path) -> None:
    (tmp_path / "wrong.html").write_text(
        "<!DOCTYPE html><html lang='en'><title>x</title><style>p { colour: red }</style><p id='a'><p id='a'>", "utf-8")
    said = "\n".join(vnu(tmp_path / "wrong.html"))
    assert "Duplicate ID" in said
    assert "colour" in said


@needs_browser
@pytest.mark.parametrize("name", ["busy-en", "owed-ja"])
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_nobody_is_kept_out(size: tuple[int, int], dark: bool, name: str, pages: dict[str, Path]) -> None:
    driver = open_page(pages[name], *size, dark)
    for part in driver.find_elements(By.CSS_SELECTOR, "details"):
        driver.execute_script("arguments[0].open = true", part)
    assert axe(driver) == []
    driver.execute_script("document.querySelector('cite.rule a').click()")
    assert driver.find_element(By.ID, "popup").is_displayed()
    assert axe(driver) == []


@needs_browser
def test_axe_would_find_something(tmp_path: Path) -> None:
    (tmp_path / "wrong.html").write_text(
        "<!DOCTYPE html><title>x</title><main><h1>x</h1><p style='color: #ccc'>pale</main>", "utf-8")
    said = "\n".join(axe(open_page(tmp_path / "wrong.html")))
    assert "html-has-lang" in said
    assert "color-contrast" in said
