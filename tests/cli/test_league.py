"""Leagues at the command line: created, played and shown, in both languages."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.campaign import leagues
from tests.campaign.leagues import PLAN, STAY, TRUK, LeagueDesk
from tests.cli.program import Ran, here, run
from tests.games.lagoon.desk import installed
from tests.report.browser import DESKTOP, PHONE, complaints, needs_browser, open_page, overhang
from tests.report.checkers import axe, needs_checkers, vnu

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the league "spring", in whose first turn both raided Truk; Ann has played the second, too."""
    leagues.install(monkeypatch)
    desk = LeagueDesk(tmp_path / "spring", seed="golden")
    desk.turn()
    desk.ann.send(STAY)
    desk.ben.send(STAY)
    desk.ann.sit()
    return tmp_path


def plan(folder: Path, **values: str) -> str:
    usual = {"game": "drill", "scenario": "solo", "publish": "turn", "closing": "", "seed": "golden"}
    (folder / "spring.toml").write_text(PLAN.format(**usual | values), "utf-8")
    return "spring.toml"


def check(name: str, text: str) -> None:
    """The text is what the golden file holds, but for hashes, which every release makes others. UPDATE_GOLDEN=1 writes
    it anew."""
    path, text = GOLDEN / name, re.sub(r"\b(?:[0-9a-f]{32}){1,2}\b", "HASH", text)
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{name} differs; look, then run with UPDATE_GOLDEN=1"


def test_a_league_from_its_file_to_its_table_as_an_installed_program(tmp_path: Path) -> None:
    path = installed(tmp_path / "installed")

    def shell(*arguments: str, code: int = 0) -> Ran:
        done = run(*arguments, cwd=tmp_path, path=path)
        assert done.code == code, (arguments, done)
        return done

    assert "Created: the league spring" in shell("new", "spring", "--league", plan(tmp_path)).out
    for member in ("ann", "ben"):
        header = f"Campaign: spring-{member}\nTurn: 1\nSide: raiders\n\n"
        (tmp_path / f"{member}.txt").write_text(f"{header}{TRUK}\n", "utf-8")
    shell("submit", "spring/ann", "ann.txt")
    assert "waits for the orders of ben" in " ".join(shell("adjudicate", "spring/ann", code=1).err.split())
    shell("submit", "spring/ben", "ben.txt")
    ann, ben = (shell("adjudicate", f"spring/{member}").out for member in ("ann", "ben"))
    happened = ann.partition("spring-")[0]
    assert "raid on Truk Lagoon" in happened and happened == ben.partition("spring-")[0]
    results = json.loads(shell("league", "spring", "--json").out)
    assert [(member["member"], member["holds"]) for member in results["members"]] == [("ann", True), ("ben", True)]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_the_table_of_results(form: str, language: str, played: Path) -> None:
    how = ["--json"] if form == "json" else ["--format", form]
    done = here("league", "spring", *how, "--lang", language, cwd=played)
    assert done.code == 0
    check(f"league-{language}.{'txt' if form == 'text' else form}", done.out)


@needs_browser
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_page_fits_every_window(size: tuple[int, int], language: str, played: Path) -> None:
    driver = open_page(GOLDEN / f"league-{language}.html", *size)
    assert (overhang(driver), complaints(driver)) == (0, [])


@needs_browser
@needs_checkers
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_passes_the_checkers(language: str) -> None:
    page = GOLDEN / f"league-{language}.html"
    assert vnu(page) == []
    assert axe(open_page(page, *DESKTOP)) == []


def test_the_line_of_a_campaign_that_was_changed_does_not_hold(played: Path) -> None:
    book = played / "spring" / "ben" / "logbook.jsonl"
    book.write_bytes(book.read_bytes().replace(b'"dice":[', b'"dice":[1,', 1))
    done = here("league", "spring", cwd=played)
    assert done.code != 0


def test_a_member_who_is_late_is_named_so_for_ever(played: Path) -> None:
    assert "Late" not in here("league", "spring", cwd=played).out
    assert "Late: nobody waited" in here("league", "spring", "--late", "ben", cwd=played).out
    assert "Late: nobody waited" in here("league", "spring", cwd=played).out
    unknown = here("league", "spring", "--late", "cy", cwd=played)
    assert unknown.code == 2 and "no member" in unknown.err


def test_links_are_published_at_the_closing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leagues.install(monkeypatch)
    desk = LeagueDesk(tmp_path / "autumn", publish="closing", closing="2026-12-01")
    desk.ann.send(TRUK)
    desk.ann.sit()
    early = here("league", "autumn", "--publish", "--now", "2026-11-30T20:00Z", cwd=tmp_path)
    assert "published." not in early.err
    late = here("league", "autumn", "--publish", "--now", "2026-12-01T20:00Z", cwd=tmp_path)
    assert "ann: the links up to turn 1 are published." in late.err and "ben:" not in late.err


def test_the_log_and_the_explanation_say_what_proves_the_dice(played: Path) -> None:
    log = here("log", "spring/ben", cwd=played).out
    assert "link 1 of the league’s chain, that of turn 1" in log and "league: spring" in log
    explanation = " ".join(here("explain", "spring/ben", "5", "--turn", "1", cwd=played).out.split())
    assert "link 1 of the chain" in explanation and "it fits" in explanation
    waiting = " ".join(here("explain", "spring/ann", "2", "--turn", "2", cwd=played).out.split())
    assert "has not published the link of turn 2 yet" in waiting


def test_a_league_takes_no_other_option(tmp_path: Path) -> None:
    done = here("new", "spring", "--league", plan(tmp_path), "--seed", "x", cwd=tmp_path)
    assert done.code == 2 and "leave out --seed" in done.err
