"""What has one plain mending, and what has none: nothing is proposed that may not have been meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.each_game import begin, install
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.orders.check import check
from witp_pbem.campaign.orders.mending import with_old_lines

HEAD = {"witp": "Side: japan", "solo": "Side: raiders", "atoll": "Side: blue"}


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Campaign]:
    made = {}
    for name in HEAD:
        with pytest.MonkeyPatch.context() as patch:
            install(patch)
            made[name] = begin(tmp_path_factory.mktemp(name) / "isles", name)
    return made


def mended(campaigns: dict[str, Campaign], game: str, orders: str, head: str = "Campaign: isles\nTurn: 1\n",
           side: str | None = None, sender: str = "") -> str:
    """The mended text, "" for none."""
    text = f"{head}{HEAD[game] if side is None else side}\n\n{orders}\n"
    checked = check(campaigns[game], "x", text.encode(), sender=sender)
    assert checked.problems
    assert checked.mended is None or not checked.mended.problems
    return checked.mended.text if checked.mended else ""


@pytest.mark.parametrize(("game", "orders", "now"), [
    ("witp", "build Hainann", "build Hainan"), ("witp", "biuld Palau", "build Palau"),
    ("witp", "pass\nPhase: operatons\npass", "Phase: operations"), ("witp", "build Truk  # secret\npass Hainann", ""),
    ("witp", "build Atlantis", ""), ("witp", "build", ""), ("witp", "build Hainann\nbuild Atlantis", ""),
    ("solo", "sail From Here to Reeff", "sail From Here to Reef"),
    ("solo", "sail Prince of Wales to Fort Royal", "sail Prince of Wales to The Reef"),
    ("solo", "play Atlantis", ""), ("solo", "sail Atlantis to Reef", ""),
    ("atoll", "Phase: movement\nmove 1 sihp from Haven to Cay", "move 1 ship from Haven to Cay"),
    ("atoll", "Phase: movement\nmove 9 ships from Haven to Cay", ""),
])
def test_orders(campaigns: dict[str, Campaign], game: str, orders: str, now: str) -> None:
    text = mended(campaigns, game, orders)
    assert now in text and bool(text) == bool(now)


@pytest.mark.parametrize(("head", "side", "now"), [
    ("Campaign: isles\nTurn: 4\n", None, "Turn: 1"), ("Campaign: isels\nTurn: 1\n", None, "Campaign: isles"),
    ("Turn: 1\n", None, "Campaign: isles\nTurn: 1"), ("Campaign: isles\nTurn: 1\n", "Side: japn", "Side: japan"),
    ("Campaign: elsewhere\nTurn: 1\n", None, ""), ("Campaign: isles\nTurn: 1\n", "Side: nobody", ""),
    ("Campaign: isles\nTurn: 1\n", "", ""), ("Campaign: isles\nTurn: 1\nAfter: 0123456789abcdef\n", None, ""),
])
def test_headers(campaigns: dict[str, Campaign], head: str, side: str | None, now: str) -> None:
    text = mended(campaigns, "witp", "build Palau\npass", head, side)
    assert now in text and bool(text) == bool(now)


def test_a_missing_side_is_that_of_whoever_is_known_to_have_sent_it(campaigns: dict[str, Campaign]) -> None:
    assert "Side: allies" in mended(campaigns, "witp", "pass", side="", sender="allies")
    assert "Side: raiders" in mended(campaigns, "solo", "pass", side="")  # who plays alone


def test_words_that_may_mean_two_things_have_no_plain_mending(campaigns: dict[str, Campaign]) -> None:
    lexicon = campaigns["witp"].game.lexicon
    twins = [(word, near) for name in lexicon.places.labels for place in range(len(name))
             if name.isalpha() and len(near := lexicon.alike([word := name[:place] + "x" + name[place + 1:]])) > 1
             and len({lexicon.places.labels.get(other) for other in near}) > 1]
    assert twins
    for word, near in twins[:5]:
        assert mended(campaigns, "witp", f"build {word}") == "", near


def test_a_problem_behind_another_one_is_told_and_mended_with_it(campaigns: dict[str, Campaign]) -> None:
    text = "Campaign: isles\nTurn: 1\nSide: raiders\n\nsial Prince of Wales to Fort Royal\npass\n"
    checked = check(campaigns["solo"], "x", text.encode())
    assert [(problem.span.line, problem.code) for problem in checked.problems] == [(5, "unknown-order"), (5, "too-far")]
    assert checked.mended is not None and "sail Prince of Wales to The Reef" in checked.mended.text


@pytest.mark.parametrize(("game", "orders", "problems"), [
    ("witp", "build Mannila", [(7, "unknown-word")]), ("witp", "build Trukk, Pearl Harbor", [(7, "unknown-word")]),
    ("witp", "biuld Manila", [(1, "unknown-order"), (7, "base-not-controlled")]),
    ("witp", "target Mannila from Kuree: 7 carriers",
     [(8, "unknown-word"), (21, "unknown-word"), (28, "too-few-units")]),
    ("atoll", "Phase: movement\nmoove 9 ships from Havenn to Cay",
     [(1, "unknown-order"), (20, "unknown-word"), (7, "too-few-units")]),
])
def test_what_is_wrong_with_a_supposed_word_is_not_told(campaigns: dict[str, Campaign], game: str, orders: str,
                                                        problems: list[tuple[int, str]]) -> None:
    text = f"Campaign: isles\nTurn: 1\n{HEAD[game]}\n{orders}\n"
    checked = check(campaigns[game], "x", text.encode())
    assert [(problem.span.column, problem.code) for problem in checked.problems] == problems


def test_a_word_whose_likeness_is_illegal_has_no_plain_mending(campaigns: dict[str, Campaign]) -> None:
    assert mended(campaigns, "witp", "build Mannila") == ""
    assert mended(campaigns, "witp", "build Trukk, Pearl Harbor").endswith("\nbuild Truk, Pearl Harbor\n")


def test_lines_as_they_were_written_stand_below(tmp_path: Path) -> None:
    assert with_old_lines("a\nb # c\nd\n", "a\nx # c\nd\n") == "a\nx # c\nd\n# As written, line 2: b # c\n"
    assert with_old_lines("b\n", "Turn: 1\nb\n") == "Turn: 1\nb\n"
