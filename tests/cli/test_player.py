"""`letter player` through the installed program, and what the other commands tell of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.program import contents, here, run

BOB = "Bob <bob@example.org>"


def words(text: str) -> str:
    return " ".join(text.split())


def test_a_side_changes_hands_and_every_command_tells_it(begun: Path, tmp_path: Path) -> None:
    folder = tmp_path / "isles"
    shutil.copytree(begun, folder)
    done = run("letter", "player", folder, BOB, "--side", "allies", "--reason", "Ann has moved")
    assert done.code == 0 and "(player)" in done.out and "Bob plays Allies" in words(done.out).replace(
        "Bob <bob@example.org>", "Bob")
    assert done.out.endswith(f"invite {folder} allies --send\n")
    entry = json.loads(here("log", folder, "--json").out)[-1]
    assert (entry["type"], entry["side"], entry["player"], entry["reason"]) == (
        "player", "allies", BOB, "Ann has moved")
    assert json.loads(here("status", folder, "--json").out)["status"]["players"]["allies"] == BOB
    assert "From here on Bob <bob@example.org> plays Allies" in words(here("log", folder).out)
    assert "Bob" in here("report", folder).out and "Bob" in here("report", folder, "--format", "html").out
    assert "bob@example.org" not in here("report", folder).out
    proved = words(here("verify", folder).out)
    assert "changes of player: 1 of 1 proven" in proved and "they have not signed it" in proved


@pytest.mark.parametrize(("player", "name"), [("<cy@example.org>", "cy@…"), ("cy@example.org", "cy@…"), ("Cy", "Cy")])
def test_no_report_that_goes_round_shows_an_address(begun: Path, tmp_path: Path, player: str, name: str) -> None:
    folder = shutil.copytree(begun, tmp_path / "isles")
    assert here("letter", "player", folder, player, "--side", "allies").code == 0
    assert here("letter", "player", folder, f"Dee {player}" if "<" in player else "Dee", "--side", "japan").code == 0
    for form in ("text", "html"):
        report = here("report", folder, "--format", form).out
        assert name in report and "cy@example.org" not in report


def test_what_cannot_be_is_refused_and_nothing_is_written(begun: Path) -> None:
    before = contents(begun)
    for typed, code, sentence in (
            (("--side", "allies", "Bob\u200b"), 1, "on one line"), (("--side", "green", BOB), 2, "green"),
            (("--side", "allies"), 2, "Missing"), (("--side", "allies", BOB, "--key", "nowhere.pub"), 2, "nowhere.pub"),
            (("--side", "allies", BOB, "--anchor", "ab" * 32), 1, "no chain")):
        done = here("letter", "player", begun, *typed)
        assert done.code == code and sentence in words(done.err), done
    assert contents(begun) == before


def test_who_leaves_writes_a_letter_on_his_copy(begun: Path, tmp_path: Path) -> None:
    folder = tmp_path / "isles"
    shutil.copytree(begun, folder)
    letter = tmp_path / "letter.txt"
    assert here("letter", "player", folder, BOB, "--reason", "I have moved", "--side", "allies",
                "-o", letter).code == 0
    done = here("submit", folder, letter)
    assert done.code == 0 and "(player)" in done.out
    assert json.loads(here("status", folder, "--json").out)["status"]["players"]["allies"] == BOB
