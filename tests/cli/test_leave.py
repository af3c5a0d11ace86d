"""`letter withdraw`, `letter resign` and orders given ahead, through the installed program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import here


def orders(folder: Path, side: str, words: str, turn: int = 1) -> Path:
    path = folder.parent / f"{side}.txt"
    path.write_text(f"Campaign: {folder.name}\nTurn: {turn}\nSide: {side}\n\n{words}\n", encoding="utf-8")
    return path


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    folder = tmp_path / "pacific"
    assert here("new", "--game", "witp", folder, "--seed", "leave").code == 0
    assert here("adjudicate", folder).code == 0
    return folder


def test_orders_are_taken_back(campaign: Path) -> None:
    assert here("submit", campaign, orders(campaign, "japan", "build Taiwan pass")).code == 0
    done = here("letter", "withdraw", campaign, "--side", "japan")
    assert done.code == 0 and "is taken back" in done.out and "Receipt: " in done.out
    assert "nothing was recorded" in here("adjudicate", campaign).out
    assert "takes back entry" in here("log", campaign).out
    again = here("letter", "withdraw", campaign, "--side", "japan")
    assert again.code == 1 and "has sent nothing" in again.err
    assert here("verify", campaign).code == 0


def test_a_side_gives_up(campaign: Path) -> None:
    done = here("letter", "resign", campaign, "--side", "allies", "--reason", "the fleet is gone", "--yes")
    assert done.code == 0 and "Japan has won" in done.out
    report = here("report", campaign).out
    assert "the fleet is gone" in report and "Reason" in report
    assert here("verify", campaign).code == 0
    assert here("letter", "resign", campaign, "--side", "japan", "--yes").code == 1


def test_nobody_gives_up_by_mistake(campaign: Path) -> None:
    done = here("letter", "resign", campaign, "--side", "allies")
    assert done.code != 0
    assert "won" not in here("status", campaign).out


def test_orders_given_ahead_are_checked_and_told(campaign: Path) -> None:
    words = ("Phase: bases\nbuild Taiwan, Hainan\npass\nPhase: operations\n"
             "if the Allies target Leyte: target Leyte from Kure: 1 naval end\npass\n"
             "standing until turn 8:\n  lose naval first\n  retreat to any\nend")
    done = here("check", campaign, orders(campaign, "japan", words))
    assert done.code == 0, done.out
    output = " ".join(done.out.split())
    assert "waits for: the Allies target Leyte (0607)" in output
    assert "standing until turn 8" in output


def test_an_order_that_stands_in_is_told_in_the_logbook(campaign: Path) -> None:
    path = orders(campaign, "japan", "build Manila\nelse build Taiwan\npass")
    assert here("submit", campaign, path).code == 0
    assert here("adjudicate", campaign).code == 0
    log = " ".join(here("log", campaign).out.split())
    assert "because: the order it stands in for is illegal: base not controlled (witp 6.1.b)" in log
    assert here("verify", campaign).code == 0


def test_a_forced_choice_is_told_as_forced(campaign: Path) -> None:
    words = "pass bases\npass movement\npass fleets\npass air and land"
    both = orders(campaign, "japan", words), orders(campaign, "allies", "pass bases")
    assert here("submit", campaign, *both).code == 0
    assert here("adjudicate", campaign).code == 0
    assert "forced: the only legal answer" in " ".join(here("log", campaign).out.split())
