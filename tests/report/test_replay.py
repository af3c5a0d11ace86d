"""The replay: its episodes, what its script is told, and the page in a real browser."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests import each_game
from tests.report.browser import complaints, needs_browser, open_page, overhang
from tests.report.checkers import axe, needs_checkers, vnu
from tests.report.forms import unpacked
from tests.report.stories import busy_turn, delayed_entry, short_game
from witp_pbem.campaign.explaining.story import HeldCard, Story, tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report import replay
from witp_pbem.report.episodes import Frame, frames
from witp_pbem.report.map import scene
from witp_pbem.report.map.looks import anchor
from witp_pbem.table.chart import Chart
from witp_pbem.table.story import Columns

STORIES = ("short", "delayed", *each_game.NAMES)


def from_start(story: Story) -> Story:
    """A story that begins with its first act."""
    return story._replace(so_far=story.entries)


@pytest.fixture(params=STORIES)
def any_story(request: pytest.FixtureRequest, campaign_of: each_game.Maker, monkeypatch: pytest.MonkeyPatch) -> Story:
    """A story that begins with its first act, of any game."""
    made = {"short": short_game, "delayed": delayed_entry, "witp": busy_turn}.get(request.param)
    if made:
        return from_start(made())
    each_game.install(monkeypatch)
    return tell(open_campaign(campaign_of(request.param)))


@pytest.fixture(scope="module")
def busy() -> Story:
    return from_start(busy_turn())


@pytest.fixture(scope="module")
def shown(busy: Story) -> list[Frame]:
    return frames(busy)


def film(shown: list[Frame]) -> dict[str, Any]:
    """What the script is told of some frames."""
    return replay.film(shown, scene.everywhere(shown[0].chart))


def by_title(shown: list[Frame], words: str) -> Frame:
    """The one episode with some words in its title."""
    episodes = [frame for frame in shown if words in frame.title]
    assert len(episodes) == 1, [frame.title for frame in episodes]
    return episodes[0]


# -- episodes --------------------------------------------------------------------------------------------------


def test_every_happening_belongs_to_one_episode(any_story: Story) -> None:
    story = any_story
    episodes = story.game.narration.episodes(story.so_far)
    assert tuple(item for episode in episodes for item in episode.happenings) == story.so_far
    assert len(episodes) > 3


def test_a_episode_tells_something(any_story: Story) -> None:
    for frame in frames(any_story):
        assert frame.title and frame.heading
        assert frame.blocks or frame.title == frame.when  # of a turn's beginning there is no more to tell


def test_links_name_turn_phase_and_number(shown: list[Frame]) -> None:
    ids = [frame.id for frame in shown]
    assert ids[0] == "start" and len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"t\d+-[a-z0-9]+(-[a-z0-9]+)*-\d+", name) for name in ids[1:])
    operations = [name for name in ids if name.startswith("t4-operations-")]
    assert operations == [f"t4-operations-{number}" for number in range(1, len(operations) + 1)]
    assert "t4-resources-1" in ids  # nothing is ordered in this step, and yet it has a name
    assert by_title(shown, "Japan moved to Manila").id == "t4-operations-4"


def test_what_belongs_together_is_one_episode(shown: list[Frame]) -> None:
    battle = by_title(shown, "Fleet battle at Manila")
    assert battle.is_battle and {"JP-CV-2", "UK-N-4", "JP-A-5"} <= set(battle.units)
    impulse = by_title(shown, "The Allies moved to Manila")
    assert {"0407", "0507", "0909", "0606"} <= set(impulse.places) and "UK-L-4" in impulse.units
    assert len(impulse.chart.arrows) == 2
    # two stacks redeployed are two episodes
    assert sum("redeployed from Manila" in frame.title for frame in shown) == 2


def test_no_heading_is_told_twice(shown: list[Frame]) -> None:
    for frame in shown:
        assert not any(getattr(block, "title", "") == frame.title and not frame.is_battle for block in frame.blocks)


def test_what_follows_by_itself_begins_no_episode(shown: list[Frame]) -> None:
    upkeep = by_title(shown, "Upkeep")  # a base lost for want of points stands between the two sides' payments
    assert {block.caption for block in upkeep.blocks if isinstance(block, Columns)} == {"Upkeep of logistics bases"}
    assert not any("rebuilt CN-L-1" in frame.title for frame in shown)


# -- what the script is told --------------------------------------------------------------------------------------


def counters(chart: Chart) -> dict[str, set[str]]:
    """The units in each hex, by number."""
    by_place: dict[str, set[str]] = {}
    for stack in chart.stacks:
        by_place.setdefault(stack.place, set()).update(stack.units)
    return by_place


def test_changes_add_up_to_every_position(any_story: Story) -> None:
    story = any_story
    shown = frames(story)
    cut = film(shown)
    start, pieces = scene.everywhere(shown[0].chart), cut["pieces"]
    state = {anchor(number): tuple(content) for number, content in start.items()}
    items = iter([None, *(episode.happenings[-1] for episode in story.game.narration.episodes(story.so_far))])
    for frame, episode in zip(shown, cut["episodes"], strict=True):
        state |= {number: (side, *(pieces[piece] for piece in content))
                  for number, (side, *content) in episode.get("set", {}).items()}
        item = next(items)
        chart = story.game.narration.chart(item.position_after) if item else frame.chart
        assert state == {anchor(number): tuple(content) for number, content in scene.everywhere(chart).items()}
        assert counters(chart) == counters(frame.chart)


def test_only_what_changes_is_written_down(shown: list[Frame]) -> None:
    cut = film(shown)
    assert "set" not in cut["episodes"][0]  # it stands in the page
    state: dict[str, list[Any]] = {}
    for episode in cut["episodes"]:
        changed = episode.get("set", {})
        assert all(state.get(number) != content for number, content in changed.items())
        state |= changed
    assert len(set(cut["pieces"])) == len(cut["pieces"])


def test_how_a_game_ended_is_said_once(busy: Story) -> None:
    ended = from_start(short_game())
    ending = ended.game.narration.ending(ended.outcome)
    assert replay.render(ended).count(ending) == 1
    assert replay.render(busy._replace(outcome=ended.outcome)).count(f'<p class="ending">{ending}</p>') == 1


def test_counters_go_along_their_routes(shown: list[Frame]) -> None:
    index = shown.index(by_title(shown, "Japan moved to Manila"))
    gone = {arrow.route: {unit for stack in stacks for unit in stack.units}
            for arrow, stacks in replay.going(shown[index - 1].chart, shown[index].chart)}
    assert gone == {("0804", "0705", "0605", "0606"): {"JP-N-1", "JP-CV-2", "JP-N-2", "JP-L-11"},
                    ("0707", "0606"): {"JP-N-8", "JP-CV-4", "JP-N-10", "JP-L-13"}}
    cut = film(shown)
    assert [route for _, route in cut["episodes"][index]["moves"]] == [list(route) for route in gone]


def test_a_turn_is_found_by_its_first_episode(shown: list[Frame]) -> None:
    turns = replay.turns(shown)
    assert sum(count for _, count, _ in turns) == len(shown)
    assert all(first == next(frame.id for frame in shown if frame.turn == turn) for turn, _, first in turns)


def test_the_film_in_the_page_is_the_whole_film_and_cannot_end_its_element(busy: Story) -> None:
    page = replay.render(busy)
    assert f'<script type="text/plain" id="film">{replay.packed(film(frames(busy)))}</script>' in page
    plain = re.search(r'id="film">(.*?)</script>', unpacked(page), re.S)
    assert plain and json.loads(plain[1]) == json.loads(json.dumps(film(frames(busy))))
    assert set(replay.packed({"</script>": "<!-- \u2028"})) <= set(ascii_letters + digits + "+/=")


# -- the page -----------------------------------------------------------------------------------------------------


def test_the_page_is_the_same_every_time(busy: Story) -> None:
    assert replay.render(busy) == replay.render(from_start(busy_turn()))


def test_nothing_is_fetched_and_only_its_own_script_runs(any_story: Story) -> None:
    page = replay.render(any_story)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy and policy[1].startswith("default-src 'none'; script-src 'sha256-")
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", page, re.S)
    assert len(scripts) == 2
    for script in scripts:
        assert f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in policy[1]
    assert not re.search(r'(?:src|href)="(?!#)', page) and "@import" not in page and "url(http" not in page
    assert not re.search(r"<[^>]+\son\w+=", page.replace(scripts[1], ""))


def test_every_sign_of_the_map_and_its_legend_is_there(any_story: Story) -> None:
    page, shown = replay.render(any_story), frames(any_story)
    cut = json.dumps(replay.film(shown, scene.everywhere(shown[0].chart))).replace('\\"', '"')
    assert set(re.findall(r'href="#(m-[^"]+)"', page + cut)) <= set(re.findall(r'id="(m-[^"]+)"', page))


def test_names_come_out_as_text(busy: Story) -> None:
    rude = '<script>alert("x")</script>‮{{ 7 * 7 }}'
    page = unpacked(replay.render(busy._replace(campaign=rude, players={
        "japan": f"{rude} <a@example.org>", "allies": rude})))
    assert "alert(" in page and "<script>alert" not in page and "‮" not in page and "{{ 7 * 7 }}" in page


def test_hands_are_told_to_their_side_alone(busy: Story) -> None:
    mine = replay.render(busy._replace(side="japan", hand=(HeldCard("x", "1944-04 A card in hand"),)))
    assert unpacked(mine).count("1944-04 A card in hand") == 1 and "For the eyes of Japan only" in mine
    assert "1944-04 A card in hand" not in unpacked(replay.render(busy))


def test_a_campaign_in_which_nothing_happened_has_its_opening_position(busy: Story) -> None:
    empty = busy._replace(so_far=(), entries=(), sittings=(), position=busy.so_far[0].position_before)
    assert [frame.id for frame in frames(empty)] == ["start"]
    assert 'id="start"' in replay.render(empty)


# -- in a browser -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page(busy: Story, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "replay.html"
    path.write_text(replay.render(busy), "utf-8")
    return path


@pytest.fixture
def opened(page: Path) -> Iterator[Chrome]:
    driver = open_page(page, 1400, 900)
    yield driver
    assert complaints(driver) == []


def shown_id(driver: Chrome) -> str:
    """The episode that is shown: one only."""
    ids = driver.execute_script("return [...document.querySelectorAll('.episode')].filter(each => "
                                "getComputedStyle(each).display !== 'none').map(each => each.id)")
    assert len(ids) == 1, ids
    return str(ids[0])


def motion(driver: Chrome, wanted: str) -> None:
    """What the reader has said of motion: "reduce" or "no-preference"."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                           {"features": [{"name": "prefers-reduced-motion", "value": wanted}]})


def press(driver: Chrome, *keys: str) -> None:
    ActionChains(driver).send_keys(*keys).perform()


def on_the_map(driver: Chrome) -> Mapping[str, set[str]]:
    """The units in each place, as the places tell of themselves, once everything stands still."""
    WebDriverWait(driver, 10).until(lambda each: each.execute_script(
        "return !document.querySelector('.moving').children.length"))
    texts = driver.execute_script(
        "return [...document.querySelectorAll('g.places > [data-place]')].map(each => "
        "[each.dataset.place, each.querySelector('title').textContent])")
    by_place = {number: set(re.findall(r"\[?\b[A-Z]{2}-[A-Z]+-\d+\]?", text)) for number, text in texts}
    return {number: units for number, units in by_place.items() if units}


@needs_browser
def test_it_opens_from_a_file_at_the_start(opened: Chrome) -> None:
    assert opened.current_url.startswith("file://") and shown_id(opened) == "start"
    assert opened.title.startswith("Turn 3") and overhang(opened) == 0
    assert not opened.execute_script("return performance.getEntriesByType('resource').length")


@needs_browser
def test_the_map_shows_the_position_of_the_episode(opened: Chrome, shown: list[Frame]) -> None:
    for number in (0, 7, 12, 9, len(shown) - 1, 1):  # forwards, backwards, far and near
        opened.execute_script("location.hash = arguments[0]", shown[number].id)
        WebDriverWait(opened, 10).until(lambda each, name=shown[number].id: shown_id(each) == name)
        assert on_the_map(opened) == counters(shown[number].chart), shown[number].title


@needs_browser
def test_counters_slide_and_come_to_rest_where_they_belong(opened: Chrome, shown: list[Frame]) -> None:
    motion(opened, "no-preference")
    index = shown.index(by_title(shown, "Japan moved to Manila"))
    opened.execute_script("location.hash = arguments[0]", shown[index - 1].id)
    WebDriverWait(opened, 10).until(lambda each: shown_id(each) == shown[index - 1].id)
    sliding = opened.execute_script(
        "document.querySelector('[data-go=next]').click();"
        "return [...document.querySelectorAll('.moving > .stack')].map(each => each.getAttribute('transform'))")
    assert len(sliding) == 2 and all(place.startswith("translate(") for place in sliding)
    assert on_the_map(opened) == counters(shown[index].chart)
    assert opened.execute_script("return document.querySelectorAll('.arrows > *').length") == 2


@needs_browser
def test_keys_step_by_episode_and_phase(opened: Chrome, shown: list[Frame]) -> None:
    ids = [frame.id for frame in shown]
    press(opened, Keys.ARROW_RIGHT)
    assert shown_id(opened) == ids[1]
    press(opened, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert shown_id(opened) == ids[2]
    press(opened, Keys.HOME)
    assert shown_id(opened) == "start"
    press(opened, Keys.END)
    assert shown_id(opened) == ids[-1]
    opened.execute_script("location.hash = 't4-operations-4'")
    WebDriverWait(opened, 10).until(lambda each: shown_id(each) == "t4-operations-4")
    press(opened, Keys.PAGE_UP)
    assert shown_id(opened) == "t4-operations-1"
    press(opened, Keys.PAGE_DOWN)
    assert shown_id(opened) == "t4-redeployment-1"
    ActionChains(opened).key_down(Keys.SHIFT).send_keys(Keys.ARROW_LEFT).key_up(Keys.SHIFT).perform()
    assert shown_id(opened) == "t4-operations-1"


@needs_browser
def test_it_plays_and_pauses(opened: Chrome, shown: list[Frame]) -> None:
    opened.execute_script("document.querySelector('#speed').value = '4'")
    press(opened, Keys.SPACE)
    ids = [frame.id for frame in shown]
    WebDriverWait(opened, 20).until(lambda each: ids.index(shown_id(each)) >= 4)
    press(opened, Keys.SPACE)
    assert opened.execute_script("return !document.documentElement.classList.contains('running')")
    assert opened.find_element("css selector", "[data-go=play]").get_attribute("aria-label") == "Play"


@needs_browser
def test_the_slider_goes_to_any_episode(opened: Chrome, shown: list[Frame]) -> None:
    slider = opened.find_element("id", "slider")
    assert slider.get_attribute("max") == str(len(shown) - 1)
    opened.execute_script("arguments[0].value = 6; arguments[0].dispatchEvent(new Event('input'))", slider)
    assert shown_id(opened) == shown[6].id and opened.current_url.endswith(f"#{shown[6].id}")
    assert slider.get_attribute("aria-valuetext") == shown[6].label
    opened.execute_script("arguments[0].focus()", slider)
    press(opened, Keys.ARROW_RIGHT)
    assert shown_id(opened) == shown[7].id


@needs_browser
def test_a_link_opens_its_episode_and_back_leads_back(page: Path, shown: list[Frame]) -> None:
    driver = open_page(page, 1400, 900, fragment="#t4-operations-4")
    assert shown_id(driver) == "t4-operations-4"
    assert "moved to Manila" in driver.find_element("id", "t4-operations-4").text
    assert "Japan moved to Manila" in driver.find_element("id", "status").text
    press(driver, Keys.ARROW_RIGHT)
    press(driver, Keys.END)
    driver.back()
    WebDriverWait(driver, 10).until(lambda each: shown_id(each) == "t4-operations-5")
    driver.back()
    WebDriverWait(driver, 10).until(lambda each: shown_id(each) == "t4-operations-4")
    driver.forward()
    WebDriverWait(driver, 10).until(lambda each: shown_id(each) == "t4-operations-5")
    assert complaints(driver) == []


@needs_browser
@pytest.mark.parametrize(("typed", "kind"), [("Manila (0606)", "places"), ("0909", "places"), ("UK-N-4", "units"),
                                             ("uk-n-4", "units")])
def test_only_episodes_of_a_place_or_unit(typed: str, kind: str, opened: Chrome, shown: list[Frame]) -> None:
    key = (re.search(r"\d{4}", typed) or re.match(".*", typed))[0].upper()  # type: ignore[index]
    wanted = [frame.id for frame in shown if key in getattr(frame, kind)]
    press(opened, "/")
    press(opened, typed)
    listed = opened.execute_script(
        "return [...document.querySelectorAll('#matches a')].map(each => each.hash.slice(1))")
    assert set(wanted) <= set(listed) < {frame.id for frame in shown}
    assert kind == "places" or listed == wanted
    assert opened.find_element("id", "found").text.startswith(str(len(listed)))
    seen = []
    for _ in listed:
        opened.execute_script("document.querySelector('[data-match=\"1\"]').click()")
        seen.append(shown_id(opened))
    assert seen == listed
    opened.execute_script("document.querySelector('[data-go=back]').click()")
    assert shown_id(opened) == listed[-2]
    press(opened, Keys.ESCAPE)
    assert opened.find_element("id", "find").get_attribute("value") == ""
    assert not opened.find_element("id", "matches").is_displayed()


@needs_browser
def test_what_is_not_there_is_not_found(opened: Chrome) -> None:
    press(opened, "/")
    press(opened, "Atlantis")
    assert opened.find_element("id", "found").text == "Nothing found"
    assert not opened.find_element("css selector", "[data-match='1']").is_enabled()


@needs_browser
def test_rules_and_hexes_open_at_the_spot(opened: Chrome) -> None:
    opened.execute_script("location.hash = 't4-operations-4'")
    WebDriverWait(opened, 10).until(lambda each: shown_id(each) == "t4-operations-4")
    opened.execute_script("document.querySelector('.shown a[href^=\"#rule-\"]').click()")
    card = opened.find_element("id", "popup")
    assert card.is_displayed() and "8.2.c" in card.text
    opened.execute_script("document.querySelector('.shown a[href=\"#place-0606\"]').click()")
    assert card.text.startswith("Manila (0606)") and "JP-CV-2" in card.text
    card.find_element("css selector", ".act button").click()
    assert opened.find_element("id", "find").get_attribute("value") == "Manila (0606)"
    assert shown_id(opened) == "t4-operations-4"


@needs_browser
def test_nothing_moves_for_those_who_want_no_motion(page: Path, shown: list[Frame]) -> None:
    driver = open_page(page, 1400, 900, fragment="#t4-operations-3")
    motion(driver, "reduce")
    sliding = driver.execute_script("document.querySelector('[data-go=next]').click();"
                                    "return document.querySelector('.moving').children.length")
    assert sliding == 0
    assert on_the_map(driver) == counters(by_title(shown, "Japan moved to Manila").chart)
    assert driver.execute_script("return document.getAnimations().length") == 0


@needs_browser
def test_the_map_comes_nearer_and_follows(opened: Chrome, shown: list[Frame]) -> None:
    def seen() -> tuple[float, ...]:
        box = opened.execute_script("return document.querySelector('.stage svg').getAttribute('viewBox')")
        return tuple(map(float, str(box).split()))

    def push(name: str) -> None:
        opened.execute_script("document.querySelector(`[data-view=${arguments[0]}]`).click()", name)

    motion(opened, "reduce")
    whole = seen()
    push("larger")
    assert seen()[2] < whole[2]
    push("whole")
    assert seen() == whole
    push("follow")
    opened.execute_script("location.hash = 't4-operations-7'")
    WebDriverWait(opened, 10).until(lambda each: shown_id(each) == "t4-operations-7")
    left, top, wide, tall = seen()
    x, y, *_ = film(shown)["places"]["0606"]
    assert wide < whole[2] and left < x < left + wide and top < y < top + tall
    push("follow")
    assert seen() == whole


@needs_browser
def test_without_script_the_story_can_be_read(page: Path, shown: list[Frame]) -> None:
    driver = open_page(page, 1400, 900, script=False)
    text = driver.find_element("tag name", "body").text
    assert "JavaScript" in text
    assert all(frame.title in text for frame in shown)


@needs_browser
def test_a_browser_that_cannot_unpack_it_shows_the_story(page: Path, shown: list[Frame]) -> None:
    driver = open_page(page, 1400, 900)
    assert "too old" not in driver.find_element("tag name", "body").text
    old = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
        "source": "delete globalThis.DecompressionStream"})
    text = open_page(page, 1400, 900).find_element("tag name", "body").text
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", old)
    assert "This browser is too old" in text and all(frame.title in text for frame in shown)
    assert any("DecompressionStream" in complaint for complaint in complaints(driver))


@needs_browser
def test_a_phone_has_the_map_above_the_story(page: Path) -> None:
    driver = open_page(page, 390, 844, fragment="#t4-operations-4")
    stage, article, playing = (driver.execute_script(
        "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.top, box.bottom]", part)
        for part in (".stage", ".episode.shown h2", ".transport"))
    assert overhang(driver) == 0
    assert stage[0] >= 0 and stage[1] <= article[0] < playing[0]
    assert complaints(driver) == []


@needs_browser
@needs_checkers
@pytest.mark.parametrize(("width", "dark"), [(1400, False), (1400, True), (390, False), (390, True)])
def test_the_page_is_accessible(width: int, dark: bool, page: Path) -> None:
    driver = open_page(page, width, 900, dark, fragment="#t4-operations-5")
    assert axe(driver) == []


@needs_checkers
def test_the_page_is_valid(page: Path) -> None:
    assert vnu(page) == []


@needs_browser
@pytest.mark.parametrize("width", [390, 1024, 1280, 1920])
def test_no_battle_card_is_cut_off(width: int, page: Path, shown: list[Frame]) -> None:
    fought = next(frame.id for frame in shown if frame.is_battle)
    driver = open_page(page, width, 800, fragment=f"#{fought}")
    cards, cut = driver.execute_script(
        "const cards = [...document.querySelectorAll('.shown .battle')];"
        "return [cards.length, cards.flatMap(card => [...card.querySelectorAll('.fighter *')].filter(part =>"
        "part.getBoundingClientRect().right > card.getBoundingClientRect().right).map(part => part.textContent))]")
    assert cards and cut == []
