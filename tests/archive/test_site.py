"""The site of an archive: what stands in it, who is named, and that it is made again only where something changed."""

from __future__ import annotations

import io
import json
import re
import shutil
import sqlite3
import zipfile
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from selenium.webdriver.common.by import By
from sqlalchemy import Engine, insert, update

from tests.report.browser import DESKTOP, PHONE, complaints, needs_browser, open_page, overhang
from tests.report.checkers import axe, needs_checkers, vnu
from tests.stand_ins import instead
from witp_pbem.archive import intake
from witp_pbem.archive.received import of_bytes, of_folder
from witp_pbem.archive.site import filling, overview, report_pages, writing
from witp_pbem.archive.site.manifest import MANIFEST, NoSite
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import aliases, records
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.logbook import NOTE, following, line
from witp_pbem.report.map.looks import COLOURS
from witp_pbem.table.language import speaking
from witp_pbem.table.story import Columns

WRITTEN = "Thank you all, said Ken\nIto (ken.ito@example.org). KEN ITO"
EVIL = "Kestrel</script><b>"
FROM_DISK = "Content Security Policy (meta tag)"  # the checker does not know that files lie beside each other
LARGEST = 100_000  # bytes of a page, but for replays, which have all that ever happened


@pytest.fixture(scope="module")
def club(campaigns: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An archive of a campaign of each game, and of one just founded by people with names and addresses."""
    room = tmp_path_factory.mktemp("club")
    create(room / "isles", Wishes(game="witp", seed="isles", players={
        "japan": "Ken Ito <ken@example.org>", "allies": "A &amp; \"B\" Lee"}))
    logbook = room / "isles/logbook.jsonl"
    with logbook.open("ab") as file:
        file.write(line(following(open_campaign(room / "isles").entries[-1], NOTE, {
            "side": "japan", "about": None, "text": WRITTEN, "letter": "", "signature": ""})))
    name = str(room / "club.db")
    wanted = [*sorted(campaigns.iterdir())[::2], room / "isles"]
    archive = engine.connect(name, create=True)
    assert [one.outcome for one in intake.add_all(archive, map(of_folder, wanted), proved=False)] == ["new"] * 4
    with engine.writing(archive) as connection:
        connection.execute(insert(aliases).values(person="Ken Ito", shown=EVIL))
    return name


@pytest.fixture(scope="module")
def site(club: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "public"
    built = writing.build(engine.connect(club), folder)
    assert (built.campaigns, built.written, built.removed, built.without_pack) == (4, 4, 0, 1)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def own(folder: Path) -> list[Path]:
    """All pages but replays, which look unlike the others."""
    return [path for path in every(folder) if not path.stem.endswith("-replay")]


def every(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))


def reports(folder: Path) -> list[Path]:
    """The first pages of the reports in English."""
    return sorted(folder.glob("campaigns/*-report.html"))


class Addresses(HTMLParser):
    """The addresses in a page that lead to files, to places in it and in others, and what can be led to in it."""

    def __init__(self) -> None:
        super().__init__()
        self.there: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.there += [value for name, value in attributes if name in ("href", "src") and value
                       and not value.startswith("data:")]
        self.ids |= {value for name, value in attributes if name == "id" and value}


def read(page: Path) -> Addresses:
    reader = Addresses()
    reader.feed(page.read_text("utf-8"))
    return reader


def test_every_link_leads_to_a_file_and_to_something_in_it(site: Path) -> None:
    pages = {page.resolve(): read(page) for page in own(site)}
    for page, reader in pages.items():
        assert reader.there
        for to in reader.there:
            name, _, fragment = to.partition("#")
            file = (page.parent / name).resolve() if name else page
            assert file.is_file(), (page, to)
            made_by_script = fragment.startswith("place-") and "map" in pages[file].ids  # a card of each place
            assert not fragment or fragment in pages[file].ids or made_by_script, (page, to)


def test_both_languages_have_the_same_pages(site: Path) -> None:
    def pages(of: Path) -> set[str]:  # but for how many pages a report takes
        return {name for path in of.rglob("*.html") for name in [str(path.relative_to(of))]
                if not name.startswith("ja/") and not re.search(r"-report-\d+", name)}

    assert pages(site) == pages(site / "ja")
    assert 'lang="ja"' in (site / "ja/index.html").read_text("utf-8")


def test_pages_are_small(site: Path) -> None:
    assert {page.name: size for page in own(site) if (size := page.stat().st_size) > LARGEST} == {}


def test_campaigns_share_what_is_the_same(site: Path) -> None:
    """The two campaigns of War in the Pacific have the same ground; in the other language the names are others."""
    drawn: dict[str, list[tuple[str, ...]]] = {}
    for report in (*reports(site), *reports(site / "ja")):
        text = report.read_text("utf-8")
        assert "<style>.chart" in text and text.count("<style>") == 1 and "<script>" not in text
        pictures = tuple(re.findall(r'<image href="[./]*(maps/[^"]+)"', text))
        assert len(pictures) == 3 and all((site / picture).is_file() for picture in pictures)
        drawn.setdefault(text[text.index('class="game">'):].partition(" <")[0], []).append(pictures)
    of_witp = [pictures for game, pictures in drawn.items() if "War in the Pacific" in game][0]
    assert len(of_witp) == 4 and len(set(of_witp)) == 2
    assert {pictures[:2] for pictures in of_witp} == {of_witp[0][:2]}
    used = {name for page in every(site) for name in re.findall(r"maps/[\w.]+", page.read_text("utf-8"))}
    assert used == {f"maps/{path.name}" for path in (site / "maps").iterdir()}


def test_people_are_shown_by_the_names_agreed_on_and_without_addresses(site: Path) -> None:
    everything = files(site)
    for name, content in everything.items():
        text = content.decode("utf-8", "replace")
        assert not re.search(r"ken[\s.]*ito|example\.org", text, re.IGNORECASE), name
        assert EVIL not in text and ("A &amp; " not in text or name.endswith(".js")), name  # a script is no markup
    assert sum(b"Kestrel" in content for content in everything.values()) > 10


def test_what_a_site_offers_as_a_pack_comes_in_again(site: Path, tmp_path: Path) -> None:
    packs = sorted((site / "packs").iterdir())
    assert len(packs) == 3  # the fourth names somebody who is shown under another name
    archive = engine.connect(str(tmp_path / "other.db"), create=True)
    received = [of_bytes(path.name, path.read_bytes()) for path in packs]
    assert [one.outcome for one in intake.add_all(archive, received, proved=False)] == ["new"] * 3
    assert zipfile.is_zipfile(packs[0])


def test_all_packs_are_offered_where_that_is_wished(club: str, tmp_path: Path) -> None:
    assert writing.build(engine.connect(club), tmp_path / "all", with_addresses=True).without_pack == 0


def test_only_what_changed_is_made_again(club: str, site: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(site, again)
    before = {path: path.stat().st_mtime_ns for path in again.rglob("*") if path.is_file() and path.name != MANIFEST}
    assert writing.build(engine.connect(club), again).written == 0
    assert {path: path.stat().st_mtime_ns for path in before} == before
    page = next(path for path in again.glob("campaigns/*.html") if "-" not in path.stem)
    page.unlink()
    assert writing.build(engine.connect(club), again).written == 1
    assert files(again) == files(site)


@pytest.fixture
def small(campaigns: Path, tmp_path: Path) -> Engine:
    """An archive of one short campaign."""
    archive = engine.connect(str(tmp_path / "small.db"), create=True)
    list(intake.add_all(archive, [of_folder(sorted(campaigns.iterdir())[0])], proved=False))
    return archive


def test_a_site_that_was_stopped_in_the_middle_is_finished(small: Engine, tmp_path: Path) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with instead(writing, _shared=stop), pytest.raises(KeyboardInterrupt):
        writing.build(small, tmp_path / "public")
    assert writing.build(small, tmp_path / "public").written == 0  # what was made of the campaign is there
    assert (tmp_path / "public/index.html").is_file()


def test_a_campaign_that_cannot_be_shown_costs_only_itself(club: str, tmp_path: Path) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise NoSite("unknown")

    with instead(writing.campaign_pages, pages=refuse):
        built = writing.build(engine.connect(club), tmp_path / "public")
    assert (built.campaigns, len(built.left_out)) == (0, 4)
    assert (tmp_path / "public/index.html").is_file()


def test_a_campaign_whose_pages_come_to_no_end_costs_only_itself(small: Engine, tmp_path: Path) -> None:
    def hanging(*_: object) -> None:
        while True:
            pass

    with instead(writing.campaign_pages, pages=hanging):
        built = writing.build(small, tmp_path / "public", limit=2)
    assert [reason.partition(": ")[2] for reason in built.left_out] == ["It took longer than 2 seconds (--limit)."]
    assert (tmp_path / "public/index.html").is_file()
    assert writing.build(small, tmp_path / "public", limit=60).written == 1


def test_a_campaign_that_was_damaged_costs_only_itself(club: str, tmp_path: Path) -> None:
    other = str(tmp_path / "club.db")
    with closing(sqlite3.connect(club)) as whole, closing(sqlite3.connect(other)) as copy:
        whole.backup(copy)
    with engine.writing(engine.connect(other)) as connection:
        connection.execute(update(records).where(records.c.id > 1).values(content=b"damaged"))
    built = writing.build(engine.connect(other), tmp_path / "public")
    assert (built.campaigns, len(built.left_out)) == (1, 3)
    assert "The archive's copy is damaged" in built.left_out[0]
    assert "1 campaign" in (tmp_path / "public/statistics.html").read_text("utf-8")
    results = (tmp_path / "public/statistics/results.html").read_text("utf-8")
    assert re.findall(r'<td class="number">(\d+)</td>', results)[0] == "1" and results.count("<tr") == 2


@pytest.mark.parametrize("spoken", ["en", "ja"])
@pytest.mark.parametrize("count", [0, 1, 40, 3000])
def test_a_list_goes_on_over_as_many_pages_as_it_takes(spoken: str, count: int) -> None:
    people = [(f"Member {number} <b>" * 3, f"players/{number}.html", number) for number in range(count)]
    with speaking(spoken):
        pages = filling.pages("players.html.j2", "players.html", "Players", {}, "people", people)
    names = [name for name, _ in pages]
    assert names == ["players.html", *(f"players-{number}.html" for number in range(2, len(pages) + 1))]
    assert (len(pages) > 1) == (count == 3000) and all(len(text.encode()) < LARGEST for _, text in pages)
    assert [int(to) for _, text in pages for to in re.findall(r'"players/(\d+)\.html"', text)] == list(range(count))
    for own, text in pages:
        assert re.findall(r'href="(players-?\d*\.html)">\d+<', text) == [name for name in names if name != own]


def test_statistics_go_on_over_as_many_pages_as_they_take() -> None:
    tables = [Columns(f"Table {number}", ("Place", "Battles"), (("Midway", "12"),) * 20, (1,)) for number in range(60)]
    pages = filling.pages("statistic.html.j2", "statistics/battles.html", "Battles", {"pictures": []}, "blocks", tables)
    assert [path for path, _ in pages] == ["statistics/battles.html", "statistics/battles-2.html"]
    assert all(len(text.encode()) < LARGEST and '"../statistics.html"' in text for _, text in pages)
    assert re.findall(r"Table \d+", "".join(text for _, text in pages)) == [table.caption for table in tables]


def test_one_page_leads_to_each_of_the_statistics(site: Path) -> None:
    addresses = re.findall(r'href="(statistics/\w+)\.html"', (site / "ja/statistics.html").read_text("utf-8"))
    assert addresses == [f"statistics/{what}" for what in overview.STATISTICS]
    assert "<table>" in (site / "ja/statistics/battles.html").read_text("utf-8")
    for address in addresses:
        page = (site / f"ja/{address}.html").read_text("utf-8")
        assert page.count("<img") == len(list(site.glob(f"ja/{address}*.svg")))


def test_what_is_contained_leads_to_where_it_begins() -> None:
    first = '<a href="#story">What happened</a><section id="story"><a href="#rule-1">1</a></section><p id="rule-1"></p>'
    second = f'{first}<p id="story-2"></p>'
    pages = report_pages.linked([first, second], ["r.html", "r-2.html"])
    assert pages[0] == first and 'href="r.html#story"' in pages[1] and 'href="#rule-1"' in pages[1]


def test_what_the_archive_has_no_more_goes(site: Path, small: Engine, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(site, again)
    built = writing.build(small, again)
    assert (built.campaigns, built.removed) == (1, 3)
    assert len(list(again.glob("campaigns/*-log.html"))) == 1
    assert list(again.glob("players/*")) == []


@pytest.mark.parametrize("manifest", [None, "[]", "{}x", '{"a": {"files": ["../away"]}}', '{"a": 1}'])
def test_a_folder_with_something_else_in_it_is_left_alone(club: str, tmp_path: Path, manifest: str | None) -> None:
    (tmp_path / "away").write_text("mine")
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "summer.jpg").write_bytes(b"mine")
    if manifest is not None:
        (folder / MANIFEST).write_text(manifest)
    before = files(tmp_path)
    with pytest.raises(NoSite):
        writing.build(engine.connect(club), folder)
    assert {name: content for name, content in files(tmp_path).items() if "club" not in name} == before


def test_the_list_a_script_reads_is_no_markup(site: Path) -> None:
    text = (site / "campaigns.js").read_text("ascii")
    assert "<" not in text
    rows = json.loads(text.removeprefix("window.campaigns = ").removesuffix(";\n"))
    assert [name for _, name, *_ in rows][0] == "isles"


def test_shared_pictures_are_well_formed_and_fetch_nothing(site: Path) -> None:
    for picture in (site / "maps").glob("*.svg"):
        ElementTree.parse(picture)
        assert not re.search(r'(href|src)="(?!#)|url\((?!#)|@import', picture.read_text("utf-8")), picture


@needs_checkers
def test_pages_are_valid(site: Path) -> None:
    messages = vnu(*own(site)[::2])
    assert [message for message in messages if FROM_DISK not in message] == []


@needs_browser
@needs_checkers
@pytest.mark.parametrize(("size", "dark", "first"), [(DESKTOP, True, 0), (PHONE, False, 3)])
def test_nobody_is_kept_out(site: Path, size: tuple[int, int], dark: bool, first: int) -> None:
    for page in own(site)[first::6]:
        driver = open_page(page, *size, dark)
        for part in driver.find_elements(By.CSS_SELECTOR, "details"):
            driver.execute_script("arguments[0].open = true", part)
        assert (complaints(driver), overhang(driver), axe(driver)) == ([], 0, []), page


@needs_browser
def test_every_place_of_the_map_has_its_card(site: Path) -> None:
    for report in reports(site):
        driver = open_page(report)
        assert driver.execute_script("""
            const links = [...document.querySelectorAll(".chart a")].map((link) => link.getAttribute("href").slice(1));
            const cards = [...document.querySelectorAll("#cards .card")].map((card) => card.id);
            return links.length > 19 && links.sort().join() === cards.sort().join()""")
        link = driver.find_elements(By.CSS_SELECTOR, ".chart a")[0]  # of a place in which nothing is
        driver.execute_script("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", link)
        assert driver.find_element(By.CSS_SELECTOR, "#popup .print").text
        assert not complaints(driver)


@needs_browser
def test_replays_run(site: Path) -> None:
    for replay in sorted(site.glob("campaigns/*-replay.html")):
        driver = open_page(replay)
        assert driver.execute_script("return document.documentElement.classList.contains('live')")
        driver.find_element(By.CSS_SELECTOR, "[data-go=last]").click()
        assert not complaints(driver)


@needs_browser
@pytest.mark.parametrize("dark", [False, True])
def test_the_shared_ground_follows_the_page(site: Path, dark: bool) -> None:
    """The sea, which only the shared picture has, is as light or as dark as the page."""
    driver = open_page(reports(site)[0], dark=dark)
    chart = driver.find_element(By.CSS_SELECTOR, ".chart")
    driver.execute_script("arguments[0].scrollIntoView()", chart)
    picture = Image.open(io.BytesIO(chart.screenshot_as_png)).convert("RGB")
    shades = {shade[dark] for name, shade in COLOURS.items() if name in ("sea", "shore", "shelf")}
    seen = {f"#{bytes(colour).hex()}" for _, colour in picture.getcolors(picture.width * picture.height) or ()}
    assert shades <= seen


@needs_browser
def test_a_place_in_a_text_leads_to_the_map(site: Path) -> None:
    """A report of several pages: a place named on a later one is found on the map of the first."""
    page, to = next((page, to) for page in sorted(site.glob("campaigns/*-report-2.html")) for to in read(page).there
                    if "-report.html#place-" in to)
    name, _, fragment = to.partition("#")
    driver = open_page(page.parent / name, fragment=f"#{fragment}")
    assert driver.find_elements(By.CSS_SELECTOR, f".chart a.found[href='#{fragment}']")
    assert driver.find_elements(By.CSS_SELECTOR, "#popup:popover-open, .card:target")
    assert not complaints(driver)


@needs_browser
def test_the_list_is_searched_in_the_page(site: Path) -> None:
    driver = open_page(site / "index.html")
    words = driver.find_element(By.ID, "words")
    names = "return [...document.querySelectorAll('#list .title')].map((link) => link.textContent)"
    assert len(driver.execute_script(names)) == 4
    words.send_keys("KESTREL")
    assert driver.execute_script(names) == ["isles"]
    assert driver.find_element(By.ID, "found").text == "1 of 4 campaigns"
    words.send_keys(" nothing like it")
    assert driver.find_element(By.ID, "found").text == "Nothing."
    assert driver.execute_script("return document.querySelectorAll('#list *').length") == 0
    assert open_page(site / "index.html", fragment="#q=kestrel").execute_script(names) == ["isles"]


@needs_browser
def test_the_list_can_be_read_without_a_script(site: Path) -> None:
    driver = open_page(site / "index.html", script=False)
    assert len(driver.find_elements(By.CSS_SELECTOR, "#list .title")) == 4
    assert not driver.find_element(By.ID, "search").is_displayed()


def test_many_processes_write_the_same_site(club: str, site: Path, tmp_path: Path) -> None:
    writing.build(engine.connect(club), tmp_path / "public", jobs=2)
    assert files(tmp_path / "public") == files(site)


def test_stopped_in_the_middle_it_goes_on_there(club: str, site: Path, tmp_path: Path) -> None:
    seen: list[int] = []

    def stop(done: int, count: int) -> None:
        seen.append(done)
        if done == 2 and count == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writing.build(engine.connect(club), tmp_path / "public", watch=stop)
    assert writing.build(engine.connect(club), tmp_path / "public", watch=stop).written == 2
    assert seen == [1, 2, 1, 2] and files(tmp_path / "public") == files(site)
