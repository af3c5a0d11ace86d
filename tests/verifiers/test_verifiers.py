"""The small verifiers, of Python and of a browser, agree with the program: what holds, and what was changed."""

from __future__ import annotations

import ast
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests import tamper
from tests.cli.program import run
from tests.report.browser import DESKTOP, PHONE, complaints, needs_browser, open_page, overhang
from tests.verifiers import campaigns
from witp_pbem.campaign.letters import sealing
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.logbook import FILE
from witp_pbem.table.canonical import commitment

FOLDER = Path(str(files("witp_pbem") / "verifiers"))
SCRIPT, PAGE = FOLDER / "verify.py", FOLDER / "verify.html"


class Played(NamedTuple):
    """A campaign's logbook, and a later one's for comparison."""

    folder: Path
    content: bytes

    @property
    def head(self) -> str:
        return str(tamper.read(self.content)[-1]["hash"])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Makes a campaign of a kind, once."""
    with pytest.MonkeyPatch.context() as patch:
        campaigns.install(patch)

        @cache
        def make(kind: str) -> Played:
            desk = campaigns.KINDS[kind](tmp_path_factory.mktemp(kind) / "isles")
            assert verify(desk.folder).holds
            return Played(desk.folder, desk.book.read_bytes())

        yield make


def by_script(path: Path, content: bytes, head: str = "") -> tuple[bool, str]:
    """What the Python file says to a logbook: whether it holds, and its words."""
    (path / FILE).write_bytes(content)
    done = subprocess.run([sys.executable, "-I", str(SCRIPT), str(path / FILE), *([head] if head else [])],
                          capture_output=True, encoding="utf-8", check=False)
    assert "Traceback" not in done.stderr
    return done.returncode == 0, done.stdout + done.stderr


def by_page(path: Path, content: bytes, head: str = "") -> tuple[bool, str]:
    """What the page says to a logbook."""
    (path / FILE).write_bytes(content)
    driver = open_page(PAGE, *PHONE)
    driver.execute_script("document.documentElement.lang = 'en'")
    driver.find_element("id", "head").send_keys(head)
    driver.find_element("id", "file").send_keys(str(path / FILE))
    verdict = driver.execute_async_script(
        "const done = arguments[0], told = document.getElementById('told');"
        "const look = () => /\\w/.test(told.innerText) ? done([told.className, told.innerText]) : setTimeout(look, 20);"
        "look();")
    assert complaints(driver) == []
    return verdict[0] == "good", verdict[1]


WITNESSES = [by_script, pytest.param(by_page, marks=needs_browser)]


# -- what holds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("witness", WITNESSES)
@pytest.mark.parametrize("kind", campaigns.KINDS)
def test_a_campaign_of_every_kind_holds(kind: str, witness: Any, played: Any, tmp_path: Path) -> None:
    book = played(kind)
    holds, words = witness(tmp_path, book.content, book.head)
    assert holds, words
    assert book.head in words and str(len(tamper.read(book.content))) in words


@pytest.mark.parametrize("witness", WITNESSES)
def test_a_logbook_whose_line_ends_a_mail_program_changed_holds(witness: Any, played: Any, tmp_path: Path) -> None:
    assert witness(tmp_path, played("begun").content.replace(b"\n", b"\r\n"))[0]


@pytest.mark.parametrize("witness", WITNESSES)
def test_throws_of_a_league_wait_for_their_link(witness: Any, played: Any, tmp_path: Path) -> None:
    holds, words = witness(tmp_path, played("league_under_way").content)
    assert holds and re.search(r"before their league publishes the links: \d", words)
    holds, words = witness(tmp_path, played("in_league").content)
    assert holds and "publishes" not in words


@pytest.mark.parametrize("witness", WITNESSES)
def test_a_link_that_was_published_is_used_no_more(witness: Any, played: Any, tmp_path: Path) -> None:
    entries = tamper.read(played("in_league").content)
    number = next(entry["n"] for entry in entries if entry["type"] == "closed")
    early = next(entry for entry in entries if entry["type"] == "published")
    assert not witness(tmp_path, tamper.written([*entries[:number], {**early, "n": number}, *(
        {**entry, "n": entry["n"] + 1} for entry in entries[number:number + 2])]))[0]


# -- what was changed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("witness", WITNESSES)
def test_an_end_cut_off_is_found_by_the_head(witness: Any, played: Any, tmp_path: Path) -> None:
    book = played("finished")
    shorter = b"".join(book.content.splitlines(keepends=True)[:-1])
    assert witness(tmp_path, shorter)[0]
    assert witness(tmp_path, book.content, book.head[:32].upper())[0]
    holds, words = witness(tmp_path, shorter, book.head)
    assert not holds and "cut off" in words
    assert not witness(tmp_path, book.content[:-40])[0]


def test_every_byte_of_a_slice_is_watched_by_the_script(played: Any, tmp_path: Path) -> None:
    for forged in tamper.flipped(played("finished").content, random.Random("script"), 12):
        holds, words = by_script(tmp_path, forged.content)
        assert not holds and f"entry {forged.entry} " in words, (forged.what, words)


@pytest.mark.parametrize("witness", WITNESSES)
def test_entries_moved_are_found(witness: Any, played: Any, tmp_path: Path) -> None:
    kinds = {forged.what: forged for forged in tamper.rearranged(played("finished").content, random.Random("few"), 1)}
    assert len(kinds) == 4
    for forged in kinds.values():
        assert not witness(tmp_path, forged.content)[0], forged.what


@pytest.mark.parametrize("witness", WITNESSES)
@pytest.mark.parametrize("kind", ["finished", "chained", "lagoon", "in_league"])
def test_dice_changed_are_found_though_the_chain_fits(kind: str, witness: Any, played: Any, tmp_path: Path) -> None:
    forgeries = list(tamper.loaded_dice(played(kind).content))
    assert len(forgeries) > 3
    for forged in forgeries if witness is by_script and kind == "finished" else forgeries[::len(forgeries) // 4]:
        assert not witness(tmp_path, forged.content)[0]


@pytest.mark.parametrize("witness", WITNESSES)
def test_lies_are_found_though_the_chain_fits(witness: Any, played: Any, tmp_path: Path) -> None:
    """All but an order as understood, which only the rules can judge."""
    lies = {forged.what: forged for forged in tamper.lies(played("finished").content)}
    assert len(lies) == 7
    for what, forged in lies.items():
        assert witness(tmp_path, forged.content)[0] == (what == "order as understood changed"), what


def stacked(content: bytes) -> bytes:
    """A finished game in which the keeper had put a deck in another order, and sealed it so."""
    entries = tamper.read(content)
    (made,) = [act for entry in entries for act in entry.get("acts", ()) if "shuffle" in act]
    opened = [item for entry in entries for item in entry.get("opened", ()) if "slot" in item]
    one, other = opened[:2]
    one["card"], other["card"] = other["card"], one["card"]
    for item in (one, other):
        made["seals"][int(item["slot"].split("/")[1])] = commitment(item["salt"], item["card"])
    return tamper.written(entries)


@pytest.mark.parametrize("witness", WITNESSES)
def test_a_stacked_deck_is_found_after_the_end(witness: Any, played: Any, tmp_path: Path) -> None:
    holds, words = witness(tmp_path, stacked(played("finished").content))
    assert not holds
    # the dice of all later sittings hang on nothing that was changed: it is the deck that is told
    assert "deck" in words


@pytest.mark.parametrize("witness", WITNESSES)
@pytest.mark.parametrize("holder", ["red", "blue"])
def test_a_link_of_a_player_is_watched(holder: str, witness: Any, played: Any, tmp_path: Path) -> None:
    entries = tamper.read(played("chained").content)
    links = [entry for entry in entries if entry["type"] == "link" and entry["side"] == holder]
    links[1]["link"] = links[0]["link"]
    holds, words = witness(tmp_path, tamper.written(entries))
    assert not holds and "link" in words


@pytest.mark.parametrize("witness", WITNESSES)
@pytest.mark.parametrize("content", [b"", b"\n", b"[]\n", b"{}\n", b'{"dice":{}}\n', b"\xff\n", b"[" * 3000])
def test_what_is_no_logbook_is_refused(content: bytes, witness: Any, tmp_path: Path) -> None:
    assert not witness(tmp_path, content)[0]


# -- the page -------------------------------------------------------------------------------------------------


def seal_in_page(orders: str) -> tuple[str, str]:
    """The letters the page makes of some orders."""
    driver = open_page(PAGE, *PHONE)
    driver.execute_script("document.getElementById('orders').value = arguments[0];"
                          "document.getElementById('press').click()", orders)
    letters = driver.execute_async_script(
        "const done = arguments[0], look = () => document.getElementById('letters').hidden ? setTimeout(look, 20)"
        " : done(['seal', 'reveal'].map(id => document.getElementById(id).value)); look();")
    return letters[0], letters[1]


@needs_browser
def test_what_the_page_seals_is_what_the_program_seals() -> None:
    text = "Campaign: isles\nTurn: 1\nSide: red\nLuck: 運 \U0001f3b2\n\nbid 4\nraid \"Blue Island\" \\ 2\n"
    seal, reveal = seal_in_page(text)
    read = letter_text.read(reveal)
    assert isinstance(read, letter_text.Letter)
    content = {"signature": "", "text": text}
    assert sealing.unpacked(read) == (text.encode(), content, read.values["salt"])
    assert (seal, reveal) == sealing.pair("isles", "red", "1", content, read.values["salt"])
    assert seal_in_page(text)[0] != seal


@needs_browser
def test_the_program_takes_what_the_page_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaigns.install(monkeypatch)
    desk = campaigns.Desk(tmp_path / "isles")
    desk.sit()
    made = {side: seal_in_page(desk.text(side, campaigns.ORDERS[side])) for side in ("red", "blue")}
    for step in (0, 1):
        for side, pair in made.items():
            assert submit(desk.folder, [(f"{side}.txt", pair[step].encode())]).stands
    desk.sit()
    assert desk.open().turn == 2
    assert verify(desk.folder).holds


@needs_browser
def test_the_page_wants_128_bits_of_a_hash(played: Any, tmp_path: Path) -> None:
    book = played("begun")
    holds, words = by_page(tmp_path, book.content, book.head[:31])
    assert not holds and "32 digits" in words


@needs_browser
def test_orders_without_header_are_not_sealed() -> None:
    driver = open_page(PAGE)
    driver.execute_script("document.documentElement.lang = 'en'; document.getElementById('press').click()")
    assert "Campaign" in driver.find_element("id", "refused").text
    assert not driver.find_element("id", "letters").is_displayed()


@needs_browser
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("dark", [False, True])
def test_the_page_fits_every_screen_in_both_languages(size: tuple[int, int], dark: bool) -> None:
    driver = open_page(PAGE, *size, dark)
    for language, word in (("en", "checks"), ("ja", "検証")):
        driver.execute_script("document.documentElement.lang = arguments[0]", language)
        shown = driver.find_element("tag name", "body").text
        assert overhang(driver) <= 0
        assert word in shown and bool(re.search("[ぁ-ん]", shown)) == (language == "ja" or "日本語" not in shown)
    assert complaints(driver) == []


@needs_browser
def test_the_page_reaches_for_no_network() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"https?://|fetch\(|XMLHttp|import\s*\(", text)


def test_every_message_stands_in_both_languages() -> None:
    text = PAGE.read_text(encoding="utf-8")
    words = text[text.index('<div id="words"'):text.index("<script")]
    messages = dict(re.findall(r'<p id="(\w+)">(.*?)</p>', words))
    assert set(re.findall(r'need\(.*"(\w+)"\)', text)) <= set(messages)
    assert all('lang="en"' in each and 'lang="ja"' in each for each in messages.values())


# -- their size, and the command ------------------------------------------------------------------------------


def lines_of_code(script: str) -> list[str]:
    """The lines of a Python file without docstrings, comments and blank ones."""
    texts = [node.body[0] for node in ast.walk(ast.parse(script))
             if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node)]
    said = {number for text in texts for number in range(text.lineno, (text.end_lineno or 0) + 1)}
    return [line for number, line in enumerate(script.splitlines(), 1)
            if number not in said and line.strip() and not line.strip().startswith("#")]


def test_both_are_short_enough_to_be_read() -> None:
    script = SCRIPT.read_text(encoding="utf-8")
    (page,) = re.findall(r'<script id="verifier">\n(.*?)</script>', PAGE.read_text(encoding="utf-8"), re.DOTALL)
    statements = [line for line in page.splitlines() if line.strip() and not line.strip().startswith("//")]
    assert len(lines_of_code(script)) <= 250 and len(statements) <= 260
    assert max(map(len, (*script.splitlines(), *page.splitlines()))) <= 120


def test_the_script_needs_nothing_but_python() -> None:
    imported = re.findall(r"^ *(?:import|from) (.+)", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names


def test_no_option_of_python_makes_the_script_believe_more(played: Any, tmp_path: Path) -> None:
    forged = next(iter(tamper.loaded_dice(played("finished").content)))
    (tmp_path / FILE).write_bytes(forged.content)
    done = subprocess.run([sys.executable, "-I", "-OO", str(SCRIPT), str(tmp_path / FILE)], capture_output=True,
                          encoding="utf-8", check=False)
    assert done.returncode == 1 and "DOES NOT HOLD" in done.stderr


def test_the_command_writes_both(tmp_path: Path) -> None:
    done = run("verify", "--write-verifier", "verify.html", cwd=tmp_path)
    assert done.code == 0 and "verify.html" in done.out
    assert (tmp_path / "verify.html").read_bytes() == PAGE.read_bytes()
    assert run("verify", "--write-verifier", tmp_path / "prove.py").code == 0
    assert (tmp_path / "prove.py").read_bytes() == SCRIPT.read_bytes()
    (tmp_path / "prove.py").write_text("my own")
    assert run("verify", "--write-verifier", tmp_path / "prove.py").code == 2
    assert (tmp_path / "prove.py").read_text() == "my own"
    assert run("verify", "--write-verifier", tmp_path / "prove.py", "--force").code == 0
    assert (tmp_path / "prove.py").read_bytes() == SCRIPT.read_bytes()


def test_a_campaign_of_the_installed_game_holds(tmp_path: Path) -> None:
    folder = tmp_path / "isles"
    assert run("new", "--game", "witp", folder, "--japan", "Ken", "--allies", "Ann", "--seed", "isles").code == 0
    assert run("adjudicate", folder).code == 0
    (tmp_path / "copy").mkdir()
    assert by_script(tmp_path / "copy", (folder / FILE).read_bytes())[0]
