"""Every code the rules use has its words, and every sentence gets the values it names."""

from __future__ import annotations

import string
from collections.abc import Mapping

import pytest

from tests.report import codes
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.turn import OUTLINE
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.words import wording
from witp_pbem.table import wording as table_wording
from witp_pbem.table.problem import illegal, invalid
from witp_pbem.table.wording import demand_sentence, fill, problem_sentence

ROOMS = ("games", "table", "campaign", "exchange", "cli", "archive")
PROBLEMS = {**table_wording.PROBLEMS, **wording.problems}
DEMANDS = {**table_wording.DEMANDS, **wording.demands}
CATALOGUE = game().catalogue


def places(sentence: str) -> set[tuple[str, str]]:
    """The places of a sentence: (value, vocabulary)."""
    return {(name, vocabulary or "") for _, name, vocabulary, _ in string.Formatter().parse(sentence) if name}


def test_every_problem_has_its_sentence() -> None:
    missing = sorted({f"{use.code} ({use.where})" for use in codes.problems(*ROOMS) if use.code not in PROBLEMS})
    assert not missing


def test_every_demand_has_its_sentence() -> None:
    missing = sorted({f"{use.code} ({use.where})" for use in codes.demands(*ROOMS) if use.code not in DEMANDS})
    assert not missing


def test_every_code_can_be_seen() -> None:
    """The scan finds a good many codes, so it has not gone blind."""
    assert len({use.code for use in codes.problems(*ROOMS)}) > 90
    assert len({use.code for use in codes.demands(*ROOMS)}) > 20


@pytest.mark.parametrize("uses, sentences", [(codes.problems, PROBLEMS), (codes.demands, DEMANDS)])
def test_sentences_get_the_values_they_name(uses: codes.Scan, sentences: Mapping[str, str]) -> None:
    short = [f"{use.code} wants {name} ({use.where})" for use in uses(*ROOMS)
             if use.values is not None and use.code in sentences
             for name, _ in places(sentences[use.code]) if name not in use.values]
    # Two demands share the name "card": the referee's, and a player's choice of the card he uses.
    assert [line for line in short if not line.startswith("card wants")] == []


def test_no_sentence_is_for_nothing() -> None:
    source = "".join(text for room in ROOMS for text in codes.sources(room))
    unused = [code for code in (*PROBLEMS, *DEMANDS) if f'"{code.split()[0]}"' not in source]  # "CODE 1"
    assert unused == []


@pytest.mark.parametrize("kind, position, name, words", [
    ("UnitReduced", 3, "reason", wording.REASONS), ("UnitRemoved", 3, "reason", wording.REASONS),
    ("UnitRebuilt", 4, "reason", wording.REASONS), ("UnitPlaced", 3, "reason", wording.REASONS),
    ("BaseRemoved", 3, "reason", wording.REASONS), ("ResourcesChanged", 4, "reason", wording.REASONS),
    ("Landed", 4, "reason", wording.REASONS), ("Noted", 1, "note", wording.NOTES),
    ("Passed", 2, "segment", wording.SEGMENTS), ("GameEnded", 2, "reason", wording.ENDINGS),
])
def test_every_reason_has_its_words(kind: str, position: int, name: str, words: Mapping[str, str]) -> None:
    found = {use.code for use in codes.event_texts(kind, position, name, "games")}
    assert found, f"no {kind} is told anywhere"
    assert sorted(found - set(words)) == []


def test_adjustments_of_resource_points_have_their_words() -> None:
    assert {"southern-resources", "allied-resources", "china-garrison"} <= set(wording.REASONS)


def test_vocabularies_are_known() -> None:
    """Of the sentences that games share, those that call units by name know them by id here."""
    for sentences in (PROBLEMS, DEMANDS, wording.NOTES):
        for sentence in sentences.values():
            assert {vocabulary for _, vocabulary in places(sentence)} <= {"", "unit", *CATALOGUE.words}


def test_names_of_steps_effects_and_places_are_complete() -> None:
    assert set(OUTLINE) <= set(wording.words["step"])
    board = packaged().map
    assert {region for number in board.hexes for region in board[number].regions} <= set(wording.words["region"])
    assert set(packaged().options) <= set(wording.words["option"])
    assert set(packaged().scenarios) <= set(wording.words["scenario"])
    assert {space["season"] for space in packaged().turns.values()} <= set(wording.words["season"])


def test_a_sentence_is_filled_in() -> None:
    problem = illegal("which-nation", "witp 8.2.b", wanted="1 land", place="0606", nations=["us", "uk"])
    assert problem_sentence(problem, CATALOGUE) == (
        '"1 land" at Manila (0606) can mean units of different nations (American, British); name the nation.')


def test_a_decision_is_put_into_words() -> None:
    about = {"count": 1, "bases": ("0605",), "short": "allies"}
    assert demand_sentence("base-shortage", about, CATALOGUE, "japan") == (
        "choose the bases of the Allies that leave the map for want of resource points: 1")


def test_an_unknown_code_still_says_something() -> None:
    assert problem_sentence(invalid("never-heard-of", place="Manila"), CATALOGUE) == "never heard of: place Manila"


def test_a_missing_value_raises_nothing() -> None:
    assert fill("at {place} of {side:side}", {"side": "moon"}, CATALOGUE.words) == "at (place) of moon"
    assert fill("lost: {outside:places}", {"outside": []}, CATALOGUE.words) == "lost: none"
