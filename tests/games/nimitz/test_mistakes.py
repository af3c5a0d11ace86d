"""A file full of mistakes: all are told at once, each at its place, in both languages, and nothing is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.nimitz.reading import GAME
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.table.language import speaking
from witp_pbem.table.wording import problem_sentence

MISTAKES = (  # what is written, what is wrong with it, and where; "" for all of the order
    ("buy Hornett, 1st Marine", "unknown-word", "Hornett"),
    ("buy Essex", "not-in-campaign", "Essex"),
    ("repair Akagi", "not-your-unit", "Akagi"),
    ("scout Midway 2", "nobody-to-scout", "Midway"),
    ("scout Japan 9", "too-few-markers", "Japan"),
    ("move Saratoga to Japan", "us-barred", "Japan"),
    ("move 11th BG to Wake", "no-base", "Wake"),
    ("move RAAF BG 1 to Midway", "no-flag", "Midway"),
    ("raid Enterprise", "not-a-submarine", "Enterprise"),
    ("invade 1st Marine", "no-invasion", ""),
    ("fight Coastal", "unexpected-word", "Coastal"),
    ("station Saratoga in Coastal", "carriers-in-us-ocean", "Saratoga"),
    ("fly SBD to Midway", "unexpected-word", "Midway"),
    ("prepare Furball, Kamikaze", "no-american-marker", ""),
    ("hit Enterprise, rest", "your-own-unit", "Enterprise"),
    ("pass suply", "unknown-word", "suply"),
)


@pytest.fixture
def seas(tmp_path: Path) -> Path:
    folder = tmp_path / "seas"
    create(folder, Wishes(game="nimitz", scenario="1942", seed="mistakes"))
    adjudicate(folder)
    return folder


def test_all_mistakes_are_told_at_once_each_at_its_place(seas: Path) -> None:
    head = ["Campaign: seas", "Turn: 1", "Side: us"]
    lines = [*head, *(typed for typed, _, _ in MISTAKES)]
    before = len(open_campaign(seas).entries)
    recorded = submit(seas, [("us.txt", "\n".join(lines).encode())])
    assert not recorded.stands and len(open_campaign(seas).entries) == before
    problems = {}
    for problem in recorded.checked[0].problems:
        span = problem.span
        problems.setdefault(span.line, (problem.code, lines[span.line - 1][span.column - 1:span.end_column - 1]))
        for code in ("en", "ja"):
            with speaking(code):
                assert "{" not in problem_sentence(problem, GAME.catalogue)
    assert problems == {number: (code, where or typed)
                        for number, (typed, code, where) in enumerate(MISTAKES, len(head) + 1)}


@pytest.mark.parametrize(("typed", "instead"), [
    ("pass supply\nscout Japan 9", "scout Japan 6"),
    ("buy Hornet, Wasp, N. Carolina, S. Dakota, Colorado, New Mexico, 2nd Marine, 1st Marine, 32nd Inf", "buy Hornet")])
def test_what_would_be_legal_is_told(seas: Path, typed: str, instead: str) -> None:
    recorded = submit(seas, [("us.txt", f"Campaign: seas\nTurn: 1\nSide: us\n{typed}".encode())])
    (problem,) = recorded.checked[0].problems
    assert problem.instead and GAME.write(problem.instead).startswith(instead)
