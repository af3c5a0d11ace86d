"""What a maintainer types before a rule is mended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import Ran, here


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive of a begun campaign, and data files: some that were used, and some that were not."""
    room = tmp_path_factory.mktemp("club")
    assert here("new", "isles", "--game", "witp", "--japan", "Ken", "--allies", "Ann", "--seed", "isles",
                cwd=room).code == 0
    assert here("adjudicate", "isles", cwd=room).code == 0
    assert here("archive", "add", "club.db", "isles", "--unproved", cwd=room).code == 0
    for name, turn in (("used", 1), ("unused", 9)):
        (room / name).mkdir()
        (room / name / "track.yaml").write_text(f"turns:\n  - turn: {turn}\n    brp: {{japan: 3}}\n")
    return room


def typed(room: Path, *words: str, code: int = 0) -> Ran:
    ran = here("archive", "replay-with", "club.db", *words, cwd=room)
    assert ran.code == code, ran
    return ran


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_would_be_decided_otherwise_is_shown_with_its_place(room: Path, jobs: str) -> None:
    shown = " ".join(typed(room, "used", "--game", "witp", "--jobs", jobs, code=1).out.split())
    assert shown.startswith("1: isles (witp) would go OTHERWISE in turn 1, entry 2: ")
    assert shown.endswith("As they were: 0; otherwise: 1; do not hold now: 0; cannot be played: 0.")


def test_a_program_gets_the_same(room: Path) -> None:
    replayed = json.loads(typed(room, "used", "--game", "witp", "--json", code=1).out)
    [campaign] = replayed.pop("campaigns")
    assert replayed == {"same": 0, "otherwise": 1, "unheld": 0, "unplayable": 0}
    assert [campaign[key] for key in ("record", "name", "game", "outcome", "entry", "turn")] == [
        1, "isles", "witp", "otherwise", 2, 1]


def test_what_nothing_comes_of_and_what_nothing_is_asked_of(room: Path) -> None:
    none = "As they were: {}; otherwise: 0; do not hold now: 0; cannot be played: 0.\n"
    assert typed(room, "unused", "--game", "witp").out == none.format(1)
    assert typed(room, "used", "game=nimitz", "--game", "witp").out == none.format(0)


def test_in_japanese(room: Path) -> None:
    shown = typed(room, "used", "--game", "witp", "--lang", "ja", code=1).out
    assert "isles" in shown and "OTHERWISE" not in shown and "記録" in shown


@pytest.mark.parametrize(("words", "sentence"), [
    (("nowhere",), 'There is no "nowhere" here.'), (("club.db",), "neither a folder nor a program"),
    (("used",), "Name it with --game"), (("used", "--game", "chess"), 'No game "chess" is installed here'),
    (("used", "gmae=witp", "--game", "witp"), "gmae"), (("9.9", "--game", "witp"), "for data files"),
    (("used", "--game", "witp", "--limit", "-1"), "--limit")])
def test_what_is_typed_wrongly_is_said(room: Path, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in " ".join(typed(room, *words, code=2).err.split())
