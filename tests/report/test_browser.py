"""The HTML report in a real browser: it fits its window, and what opens, opens – with script, without, by keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.report.browser import DESKTOP, PHONE, complaints, needs_browser, open_page, overhang
from tests.report.proven import DICE, LINK, OWN_ANCHOR, OWN_DICE, OWN_LINK, proof, proven_turn
from tests.report.stories import manila_fought
from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report import html
from witp_pbem.table.dice import Die, chain_link, thrown

pytestmark = needs_browser

DRAFT = "Campaign: manila-1942\nTurn: 4\nSide: allies\n\n# You owe: redeploy.\npass\n"


def written(folder: Path, story: Story) -> Path:
    page = folder / "report.html"
    page.write_text(html.render(story), "utf-8")
    return page


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("busy"), proven_turn())


@pytest.fixture(scope="module")
def manila(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("manila"), manila_fought()._replace(drafts={"allies": DRAFT}))


def find(driver: Chrome, selector: str) -> WebElement:
    return driver.find_element(By.CSS_SELECTOR, selector)


def press(driver: Chrome, key: str, times: int = 1) -> WebElement:
    """Presses a key where the focus is; returns where it is then."""
    for _ in range(times):
        driver.switch_to.active_element.send_keys(key)
    return driver.switch_to.active_element


def tab_to(driver: Chrome, selector: str, most: int = 60) -> WebElement:
    """Presses Tab until the focus is on something."""
    for _ in range(most):
        here = press(driver, Keys.TAB)
        if driver.execute_script("return arguments[0].matches(arguments[1])", here, selector):
            return here
    raise AssertionError(f"{most} times Tab do not lead to {selector}")


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 700)])
def test_the_report_opens_and_fits_its_window(size: tuple[int, int], script: bool, busy: Path) -> None:
    driver = open_page(busy, *size, script=script)
    assert overhang(driver) == 0
    assert len(find(driver, "main").text) > 5000
    assert complaints(driver) == []


def test_a_name_as_wide_as_can_be_fits_a_phone(tmp_path: Path) -> None:
    story = manila_fought()._replace(campaign="運" * 80, players={"japan": "W" * 200, "allies": "山田太郎" * 30},
                    head="f" * 64, drafts={"allies": "x" * 300 + "\n"})
    assert overhang(open_page(written(tmp_path, story), *PHONE)) == 0


def test_dark_is_dark_the_map_too(busy: Path) -> None:
    shades = {}
    for dark in (False, True):
        driver = open_page(busy, *DESKTOP, dark)
        shades[dark] = [_light(find(driver, selector).value_of_css_property(name))
                        for selector, name in (("body", "background-color"), ("svg .m-sea", "fill"))]
    assert all(light > 150 for light in shades[False])
    assert all(light < 80 for light in shades[True])


def _light(colour: str) -> float:
    """How light a colour "rgb(1, 2, 3)" is, 0 to 255."""
    parts = [float(part) for part in colour[colour.index("(") + 1:-1].split(",")[:3]]
    return sum(parts) / 3


def test_a_rule_opens_at_the_spot_and_closes_again(busy: Path) -> None:
    driver = open_page(busy)
    tab_to(driver, ".skip", 1)
    press(driver, Keys.ENTER)
    link = tab_to(driver, "cite.rule a")
    card = find(driver, link.get_attribute("href").rpartition("/")[2].partition("html")[2])
    popup = find(driver, "#popup")
    assert not popup.is_displayed()
    press(driver, Keys.ENTER)
    assert popup.is_displayed()
    assert popup.get_attribute("aria-label") == find(driver, f"#{card.get_attribute('id')} .name").text
    assert card.text in popup.text
    assert driver.switch_to.active_element == popup
    press(driver, Keys.ESCAPE)
    assert not popup.is_displayed()
    assert driver.switch_to.active_element == link
    press(driver, Keys.ENTER)
    assert press(driver, Keys.TAB) == find(driver, "#popup .close")
    press(driver, Keys.ENTER)
    assert not popup.is_displayed()
    assert driver.switch_to.active_element == link


def test_a_card_stays_inside_the_window(busy: Path) -> None:
    for size in (DESKTOP, PHONE):
        driver = open_page(busy, *size)
        for link in (*driver.find_elements(By.CSS_SELECTOR, "cite.rule a")[::25],
                 find(driver, "a[href='#place-0606']")):
            driver.execute_script("arguments[0].scrollIntoView({block: 'end', inline: 'center'})", link)
            driver.execute_script(
                "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))", link)
            left, right, wide = driver.execute_script(
                "const at = arguments[0].getBoundingClientRect(); return [at.left, at.right, innerWidth]",
                find(driver, "#popup"))
            assert left >= 0 and right <= wide
        assert overhang(driver) == 0


def test_the_map_is_one_stop_and_arrows_lead_from_hex_to_hex(busy: Path) -> None:
    driver = open_page(busy)
    assert press(driver, Keys.TAB).get_attribute("class") == "skip"
    tab_to(driver, ".chart")
    first = press(driver, Keys.TAB)
    assert first.get_dom_attribute("href") == "#place-" + find(driver, ".chart").get_dom_attribute("data-start")
    east = press(driver, Keys.ARROW_RIGHT)
    assert east != first
    assert press(driver, Keys.ARROW_LEFT) == first
    after = press(driver, Keys.TAB)
    assert driver.execute_script("return arguments[0].closest('svg') === null", after)
    driver.execute_script("arguments[0].focus()", find(driver, "svg a[href='#place-0606']"))
    press(driver, Keys.ENTER)
    assert find(driver, "#popup").text.startswith("Manila 0606")
    press(driver, Keys.ESCAPE)
    assert driver.switch_to.active_element.get_dom_attribute("href") == "#place-0606"


def test_from_a_sentence_to_its_place_on_the_map(busy: Path) -> None:
    driver = open_page(busy, *PHONE)
    link = find(driver, "#story a.at[href='#place-0606']")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
    link.click()
    find(driver, "#popup .find a").click()
    assert not find(driver, "#popup").is_displayed()
    assert driver.switch_to.active_element.get_dom_attribute("href") == "#place-0606"
    left, right, top, bottom = driver.execute_script(
        "const at = document.getElementById('m-0606').getBoundingClientRect();"
        "return [at.left, at.right, at.top, at.bottom]")
    assert 0 < left < right < PHONE[0]
    assert 0 < top < bottom < PHONE[1]


def test_the_map_grows_and_shrinks_inside_its_frame(busy: Path) -> None:
    for size in (DESKTOP, PHONE):
        driver = open_page(busy, *size)
        wide = "return document.querySelector('.chart svg').getBoundingClientRect().width"
        start = driver.execute_script(wide)
        find(driver, "[data-zoom='1']").click()
        assert driver.execute_script(wide) == pytest.approx(1.5 * start, rel=0.01)
        assert overhang(driver) == 0
        find(driver, "[data-zoom='-1']").click()
        assert driver.execute_script(wide) == pytest.approx(start, rel=0.01)
        find(driver, "[data-zoom='0']").click()
        assert driver.execute_script(wide) <= size[0]


def test_on_a_phone_the_map_begins_where_something_happened(busy: Path) -> None:
    driver = open_page(busy, *PHONE)
    left, right = driver.execute_script(
        "const at = document.getElementById('m-' + document.querySelector('.chart').dataset.start)"
        ".getBoundingClientRect(); return [at.left, at.right]")
    assert 0 < left < right < PHONE[0]


def test_without_script_a_hex_opens_its_card_and_a_rule_leads_to_its_text(busy: Path) -> None:
    driver = open_page(busy, *PHONE, script=False)
    card = find(driver, "#place-0606")
    assert not card.is_displayed()
    assert not any(button.is_displayed() for button in driver.find_elements(By.CSS_SELECTOR, "button"))
    driver = open_page(busy, *PHONE, script=False, fragment="#place-0606")
    card = find(driver, "#place-0606")
    assert card.is_displayed()
    assert card.text.startswith("Manila 0606")
    find(driver, "#place-0606 .close").click()
    assert not card.is_displayed()
    place = find(driver, "#story a.at[href='#place-0606']")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", place)
    before = driver.execute_script("return scrollY")
    place.click()
    assert card.is_displayed()
    find(driver, "#place-0606 .close").click()
    assert not card.is_displayed()
    assert driver.execute_script("return scrollY") == before > 500
    link = find(driver, "#story cite.rule a")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
    link.click()
    assert driver.current_url.endswith(link.get_attribute("href").rpartition("/")[2])
    rule = find(driver, f"[id='{driver.current_url.rpartition('#')[2]}']")
    assert 0 <= driver.execute_script("return arguments[0].getBoundingClientRect().top", rule) < PHONE[1]


def test_orders_are_copied(manila: Path) -> None:
    driver = open_page(manila)
    allowed = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": allowed})
    button = find(driver, "button.copy")
    assert button.text.startswith("Copy")
    button.click()
    WebDriverWait(driver, 5).until(lambda _: button.text.startswith("Copied"))
    assert driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])") == DRAFT.rstrip("\n")
    assert find(driver, ".draft pre").is_displayed()


def check(page: Path) -> tuple[str, list[str]]:
    """Lets the page check its dice: what it says, and the classes of the dice and links."""
    driver = open_page(page)
    find(driver, ".check button").click()
    status = find(driver, "[role=status]")
    WebDriverWait(driver, 20).until(lambda _: status.text)
    return status.text, [element.get_attribute("class")
                         for element in driver.find_elements(By.CSS_SELECTOR, "#proof .link, #proof .die")]


def test_the_page_proves_its_dice(busy: Path) -> None:
    said, classes = check(busy)
    assert f"{len(DICE)}." in said
    assert classes == ["link right"] + ["die right"] * len(DICE)


def test_the_page_finds_a_die_that_did_not_fall(tmp_path: Path) -> None:
    false = (3, 2, 3, 3, 6, 3, 4, 3, 6, 6, 2, 1)
    said, classes = check(written(tmp_path, proven_turn(proof(false))))
    assert "wrong: 1." in said
    assert classes == ["link right"] + ["die right"] * 11 + ["die wrong"]


def test_the_page_finds_a_link_that_does_not_belong_to_the_anchor(tmp_path: Path) -> None:
    _, classes = check(written(tmp_path, proven_turn(anchor=LINK[::-1])))
    assert classes[0] == "link wrong"


@pytest.mark.parametrize(("anchor", "own", "said_so"), [(OWN_ANCHOR, "right", f"{len(OWN_DICE)}."),
                                                         (OWN_LINK, "wrong", "wrong: 1.")])
def test_the_page_proves_dice_that_needed_a_players_own_link(tmp_path: Path, anchor: str, own: str,
                                                             said_so: str) -> None:
    shown = proof(OWN_DICE)._replace(links=(OWN_LINK,))
    said, classes = check(written(tmp_path, proven_turn(shown)._replace(chains=(("allies", anchor),))))
    assert said_so in said
    assert classes == ["link right", f"link {own}"] + ["die right"] * len(OWN_DICE)


@pytest.mark.parametrize(("begun", "own"), [(0, "right"), (2, "wrong")])
def test_the_page_follows_a_player_who_brought_another_chain(tmp_path: Path, begun: int, own: str) -> None:
    """Cy's first link leads to the anchor he brought, and to no other hash."""
    links = (chain_link(bytes(range(32)), 2).hex(), chain_link(bytes(32), 1).hex())
    first = proof(OWN_DICE)._replace(links=(OWN_LINK,), anchors=(OWN_ANCHOR,))
    dice = thrown(bytes.fromhex("".join(links)), first.campaign, 7, first.words, first.throws[0].label, 0, 12, Die(6))
    second = proof(dice, links[0])._replace(links=links[1:], anchors=(chain_link(bytes(32), begun).hex(),))
    _, classes = check(written(tmp_path, proven_turn(first, second)._replace(chains=(("allies", OWN_ANCHOR),))))
    assert [each for each in classes if each.startswith("link")] == ["link right"] * 3 + [f"link {own}"]
    assert classes.count("die right") == 24


def test_the_page_finds_other_luck_words(tmp_path: Path) -> None:
    said, classes = check(written(tmp_path, proven_turn(proof(words=("fortuna", "運\u202e")))))
    assert "wrong:" in said
    assert "die wrong" in classes


@pytest.mark.parametrize(("size", "kind"), [(DESKTOP, "wide"), (PHONE, "narrow")])
def test_the_signs_of_the_map_stand_below_it_and_fit(busy: Path, size: tuple[int, int], kind: str) -> None:
    driver = open_page(busy, *size)
    shown = [each for each in driver.find_elements(By.CSS_SELECTOR, "[class^=signs-]") if each.is_displayed()]
    assert [each.get_attribute("class") for each in shown] == [f"signs-{kind}"]
    top, left, right, letter = driver.execute_script(
        "const all = arguments[0].getBoundingClientRect(); return [all.top, all.left, all.right,"
        "arguments[0].querySelector('text').getBoundingClientRect().height]", shown[0])
    assert top >= driver.execute_script("return arguments[0].getBoundingClientRect().bottom", find(driver, ".chart"))
    assert 0 <= left < right <= size[0] and letter >= 10
    assert find(driver, ".remark").is_displayed()
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert find(driver, ".signs-wide").is_displayed() and not find(driver, ".signs-narrow").is_displayed()
    assert find(driver, ".remark").is_displayed()


def test_on_paper_everything_is_open_and_no_button_is_left(busy: Path) -> None:
    driver = open_page(busy, 760, 1000)
    find(driver, "[data-zoom='1']").click()
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert not any(button.is_displayed() for button in driver.find_elements(By.CSS_SELECTOR, "button, nav, .skip"))
    assert find(driver, ".chart svg").is_displayed()
    assert find(driver, "#rules .card").is_displayed()
    assert driver.execute_script("return arguments[0].getBoundingClientRect().width",
                                 find(driver, ".chart svg")) <= 760
    assert all(driver.execute_script("return arguments[0].checkVisibility({contentVisibilityAuto: true})", table)
               for table in driver.find_elements(By.CSS_SELECTOR, "details .table"))


def test_without_script_overlays_are_switched_by_keyboard(busy: Path) -> None:
    driver = open_page(busy, script=False)
    def seen(selector: str) -> bool:
        return find(driver, selector).is_displayed()

    for code, on in (("moves", True), ("azoc", False), ("supply", False)):
        box, layer = find(driver, f"#show-{code}"), f".chart .over-{code}"
        assert (box.is_selected(), seen(layer)) == (on, on)
        box.send_keys(Keys.SPACE)
        assert (box.is_selected(), seen(layer)) == (not on, not on)
        if code != "moves":
            assert seen(f".key.over-{code}")
            box.send_keys(Keys.SPACE)
            assert not seen(f".key.over-{code}") and not seen(layer)


def test_on_paper_the_story_begins_on_the_first_page(busy: Path) -> None:
    driver = open_page(busy, 700, 1000)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    tops = [driver.execute_script("return arguments[0].getBoundingClientRect().top", find(driver, part))
            for part in ("#story", "#board", "#map", "#record")]
    assert tops[0] < 500 and tops == sorted(tops)
