"""The language the program speaks: --lang, else the player's own, else the system's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.program import run

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]{2}")
SYSTEM = "ja_JP.UTF-8"


@pytest.fixture
def isles(tmp_path: Path) -> Path:
    """A campaign whose first decisions are owed."""
    folder = tmp_path / "isles"
    assert run("new", folder, "--japan", "Ken", "--allies", "Ann", "--seed", "isles").code == 0
    assert run("adjudicate", folder).code == 0
    return folder


@pytest.mark.parametrize("arguments", [("status",), ("report",), ("show",), ("log",), ("verify",),
                                       ("orders", "--side", "japan"), ("report", "--format", "html"),
                                       ("report", "--format", "markdown")])
def test_every_command_speaks_the_language_asked_for(isles: Path, arguments: tuple[str, ...]) -> None:
    command, *options = arguments
    assert not JAPANESE.search(run(command, isles, *options).out)
    assert JAPANESE.search(run(command, isles, *options, "--lang", "ja").out)
    assert JAPANESE.search(run("--lang", "ja", command, isles, *options).out)
    assert JAPANESE.search(run(command, isles, *options, system=SYSTEM).out)
    assert not JAPANESE.search(run(command, isles, *options, "--lang", "en", system=SYSTEM).out)


def test_problems_and_help_speak_it_too(isles: Path) -> None:
    bad = isles.parent / "bad.txt"
    bad.write_text("Campaign: isles\nTurn: 1\nSide: japan\n\nbuild Atlantis\nfrobnicate\n", encoding="utf-8")
    ran = run("check", isles, bad, "--lang", "ja")
    assert ran.code == 1 and "bad.txt:5:7: " in ran.out and JAPANESE.search(ran.out)
    assert JAPANESE.search(run("check", "--lang", "ja", "--help").out)
    assert JAPANESE.search(run("--help", system=SYSTEM).out)
    assert JAPANESE.search(run("rule", "6.3.b", "--lang", "ja").out)
    assert JAPANESE.search(run("guide", "--lang", "ja").out)


def test_a_player_is_spoken_to_in_his_own_language(isles: Path) -> None:
    ran = run("language", isles, "japan", "ja")
    assert (ran.code, ran.out) == (0, "Japan: 日本語 (ja)\n")
    assert JAPANESE.search(run("report", isles, "--side", "japan").out)
    assert JAPANESE.search(run("orders", isles, "--side", "japan").out)
    assert not JAPANESE.search(run("report", isles, "--side", "allies").out)
    assert not JAPANESE.search(run("report", isles).out)
    assert not JAPANESE.search(run("report", isles, "--side", "japan", "--lang", "en").out)
    orders = isles.parent / "japan.txt"
    orders.write_text("Campaign: isles\nTurn: 1\nSide: japan\nPhase: bases\n\npass\n", encoding="utf-8")
    assert JAPANESE.search(run("check", isles, orders).out)


def test_a_language_nobody_speaks_is_refused(isles: Path) -> None:
    assert run("language", isles, "japan", "la").code == 2
    assert run("status", isles, "--lang", "la").code == 2
    assert run("language", isles, "japan").code == 2
    assert run("status", isles, system="la_VA.UTF-8").out == run("status", isles).out


def test_damaged_settings_are_named_and_change_nothing(isles: Path) -> None:
    (isles / "settings.json").write_text('{"languages": ["ja"]}', encoding="utf-8")
    ran = run("report", isles, "--side", "japan")
    assert ran.code == 1 and "settings.json" in ran.err


def test_the_record_knows_no_language(tmp_path: Path) -> None:
    """Two campaigns grown from one text, one founded and played in Japanese: the same logbook, byte for byte."""
    played = []
    for name, language in (("east", "ja"), ("west", "en")):
        folder = tmp_path / name / "isles"
        folder.parent.mkdir()
        for arguments in (("new", folder, "--seed", "isles"), ("adjudicate", folder)):
            assert run(*arguments, "--lang", language).code == 0
        for side in ("japan", "allies"):
            orders = folder.parent / f"{side}.txt"
            orders.write_text(f"Campaign: isles\nTurn: 1\nSide: {side}\n\npass\npass\npass\n", encoding="utf-8")
            assert run("submit", folder, orders, "--lang", language).code == 0
        assert run("adjudicate", folder, "--lang", language).code == 0
        played.append((folder / "logbook.jsonl").read_bytes())
    assert played[0] == played[1]
