"""The language the program speaks: --lang, else the player's own, else the system's."""

from __future__ import annotations

import re
import shutil
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.cli.program import here, run
from tests.stand_ins import instead
from witp_pbem.campaign.folder import opening
from witp_pbem.campaign.orders import check
from witp_pbem.campaign.record import logbook
from witp_pbem.cli import main
from witp_pbem.table.columns import WIDTH, width

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]{2}")
SYSTEM = "ja_JP.UTF-8"


@pytest.fixture
def isles(begun: Path, tmp_path: Path) -> Path:
    """A campaign whose first decisions are owed."""
    return shutil.copytree(begun, tmp_path / "isles")


@pytest.mark.parametrize("arguments", [("status",), ("report",), ("show",), ("log",), ("verify",),
                                       ("orders", "--side", "japan"), ("report", "--format", "html"),
                                       ("report", "--format", "markdown")])
def test_every_command_speaks_the_language_asked_for(isles: Path, arguments: tuple[str, ...]) -> None:
    command, *options = arguments
    assert not JAPANESE.search(here(command, isles, *options).out)
    assert JAPANESE.search(here(command, isles, *options, "--lang", "ja").out)
    assert JAPANESE.search(here("--lang", "ja", command, isles, *options).out)
    assert JAPANESE.search(here(command, isles, *options, system=SYSTEM).out)
    assert not JAPANESE.search(here(command, isles, *options, "--lang", "en", system=SYSTEM).out)


def test_problems_and_help_speak_it_too(isles: Path) -> None:
    bad = isles.parent / "bad.txt"
    bad.write_text("Campaign: isles\nTurn: 1\nSide: japan\n\nbuild Atlantis\nfrobnicate\n", encoding="utf-8")
    ran = here("check", isles, bad, "--lang", "ja")
    assert ran.code == 1 and "bad.txtの5行目：" in ran.out and JAPANESE.search(ran.out)
    assert JAPANESE.search(here("check", "--lang", "ja", "--help").out)
    assert JAPANESE.search(run("--help", system=SYSTEM).out)
    assert JAPANESE.search(here("rule", "6.3.d", "--lang", "ja").out)
    assert JAPANESE.search(here("guide", "--game", "witp", "--lang", "ja").out)


def test_the_demo_speaks_it_to_its_end(tmp_path: Path) -> None:
    output = here("demo", tmp_path / "demo", "--lang", "ja").out
    assert "owed by" not in output and "WHAT HAPPENED" not in output
    assert "日本軍の決定待ち" in output and "起きたこと" in output
    assert not JAPANESE.search(here("demo", tmp_path / "other", "--lang", "en", system=SYSTEM).out)


def test_help_is_told_from_its_first_sentence(isles: Path) -> None:
    page = here("new", "--help", "--lang", "ja").out
    assert "Create a campaign" not in page and "キャンペーンを始めます" in page


def test_a_misspelt_japanese_place_is_put_right(isles: Path) -> None:
    bad = isles.parent / "bad.txt"
    bad.write_text("Campaign: isles\nTurn: 1\nSide: japan\n\n建設 マニア\n", encoding="utf-8")
    assert "マニラ" in here("check", isles, bad, "--lang", "ja").out


def test_orders_ready_to_fill_in_keep_to_the_columns_of_a_mail(isles: Path) -> None:
    (isles.parent / "pass.txt").write_text("Campaign: isles\nTurn: 1\nSide: japan\n\npass\n", encoding="utf-8")
    (isles.parent / "pass2.txt").write_text("Campaign: isles\nTurn: 1\nSide: allies\n\npass\n", encoding="utf-8")
    assert here("submit", isles, isles.parent / "pass.txt", isles.parent / "pass2.txt").code == 0
    assert here("adjudicate", isles).code == 0
    file = here("orders", isles, "--side", "japan", "--lang", "ja").out
    offered = [line for line in file.splitlines() if "目標" in line]
    assert any("、" in line for line in offered) and not any("、 " in line for line in offered)
    assert max(map(width, offered)) <= WIDTH


def test_a_player_is_spoken_to_in_his_own_language(isles: Path) -> None:
    ran = here("language", isles, "japan", "ja")
    assert (ran.code, ran.out) == (0, "Japan: 日本語 (ja)\n")
    assert JAPANESE.search(here("report", isles, "--side", "japan").out)
    assert JAPANESE.search(here("orders", isles, "--side", "japan").out)
    assert not JAPANESE.search(here("report", isles, "--side", "allies").out)
    assert not JAPANESE.search(here("report", isles).out)
    assert not JAPANESE.search(here("report", isles, "--side", "japan", "--lang", "en").out)
    orders = isles.parent / "japan.txt"
    orders.write_text("Campaign: isles\nTurn: 1\nSide: japan\nPhase: bases\n\npass\n", encoding="utf-8")
    assert JAPANESE.search(here("check", isles, orders).out)


@pytest.mark.parametrize("command", ["submit", "post read"])
@pytest.mark.parametrize("head", ["Side: japan", "陣営: 日本"])
def test_who_submits_is_spoken_to_by_the_header_and_the_campaign_is_opened_once(
        isles: Path, head: str, command: str) -> None:
    here("language", isles, "japan", "ja")
    orders = isles.parent / "japan.txt"
    orders.write_text(f"Campaign: isles\nTurn: 1\n{head}\nPhase: bases\n\npass\n", encoding="utf-8")
    opened, tried = [], []
    counted = partial(_counted, opened, opening.open_campaign)
    with ExitStack() as counting:  # how often it is opened shows in the time it takes alone
        for room in (opening, *(import_module(f"witp_pbem.cli.{name}") for name in ("orders", "post"))):
            counting.enter_context(instead(room, open_campaign=counted))
        counting.enter_context(instead(check, trial=partial(_counted, tried, check.trial)))
        ran = here(*command.split(), isles, orders)
    assert ran.code == 0 and JAPANESE.search(ran.out)
    assert (len(opened), len(tried)) == (1, 1)


def test_a_sitting_opens_the_campaign_once(isles: Path) -> None:
    for side in ("japan", "allies"):
        orders = isles.parent / f"{side}.txt"
        orders.write_text(f"Campaign: isles\nTurn: 1\nSide: {side}\n\npass\n", encoding="utf-8")
        assert run("submit", isles, orders).code == 0
    opened: list[Any] = []
    with instead(logbook, read=partial(_counted, opened, logbook.read)):  # whoever opens a campaign reads its logbook
        ran = here("adjudicate", isles)
    assert ran.code == 0 and "WHAT HAPPENED" in ran.out
    assert len(opened) == 1


def _counted(calls: list[Any], real: Any, *args: Any, **named: Any) -> Any:
    calls.append(args)
    return real(*args, **named)


def test_a_language_nobody_speaks_is_refused(isles: Path) -> None:
    assert here("language", isles, "japan", "la").code == 2
    assert here("status", isles, "--lang", "la").code == 2
    assert here("language", isles, "japan").code == 2
    assert here("status", isles, system="la_VA.UTF-8").out == here("status", isles).out


def test_damaged_settings_are_named_and_change_nothing(isles: Path) -> None:
    (isles / "settings.json").write_text('{"languages": ["ja"]}', encoding="utf-8")
    ran = here("report", isles, "--side", "japan")
    assert ran.code == 1 and "settings.json" in ran.err


def test_the_record_knows_no_language(tmp_path: Path) -> None:
    """Two campaigns grown from one text, one founded and played in Japanese: the same logbook, byte for byte."""
    played = []
    for name, language in (("east", "ja"), ("west", "en")):
        folder = tmp_path / name / "isles"
        folder.parent.mkdir()
        for arguments in (("new", folder, "--game", "witp", "--seed", "isles"), ("adjudicate", folder)):
            assert here(*arguments, "--lang", language).code == 0
        for side in ("japan", "allies"):
            orders = folder.parent / f"{side}.txt"
            orders.write_text(f"Campaign: isles\nTurn: 1\nSide: {side}\n\npass\npass\npass\n", encoding="utf-8")
            assert here("submit", folder, orders, "--lang", language).code == 0
        assert here("adjudicate", folder, "--lang", language).code == 0
        played.append((folder / "logbook.jsonl").read_bytes())
    assert played[0] == played[1]


def test_click_speaks_japanese_too() -> None:
    ran = run("report", "--lang", "ja", "--help")
    assert ran.out.startswith("使い方: witp-pbem report") and "[既定値：text]" in ran.out
    assert not [line for line in ran.out.splitlines() if width(line) > 80 and "witp-pbem" not in line]
    assert "引数が足りません" in run("--lang", "ja", "report").err
    assert "というオプションはありません" in run("--lang", "ja", "report", "--fomat").err
    assert run("report", "--help").out.startswith("Usage: witp-pbem report")


def test_an_english_command_after_a_japanese_one_is_english() -> None:
    pages = [CliRunner().invoke(main, ["--lang", code, "report", "--help"]).output for code in ("ja", "en")]
    assert "この説明を表示して終わる。" in pages[0] and "Show this message and exit." in pages[1]
