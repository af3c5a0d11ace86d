"""Every code the rules use has its words, and every sentence gets the values it names."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping

import pytest

from tests.report import codes
from witp_pbem.games.nimitz.words import wording as nimitz
from witp_pbem.games.taiheiyo_senshi.words import wording as senshi
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.turn import OUTLINE
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.words import wording
from witp_pbem.table import wording as table_wording
from witp_pbem.table.problem import illegal, invalid
from witp_pbem.table.wording import demand_sentence, fill, problem_sentence

SHARED = ("games/common", "table", "campaign", "exchange", "cli", "archive")
# Game -> its wording, and how few codes of problems and of demands would be suspicious.
GAMES = {"witp": (wording, 90, 20), "taiheiyo_senshi": (senshi, 60, 20), "nimitz": (nimitz, 40, 10)}
CATALOGUE = game().catalogue

each_game = pytest.mark.parametrize("name", GAMES)


def rooms(name: str) -> tuple[str, ...]:
    """The rooms whose codes a game has to word: its own and what games share."""
    return f"games/{name}", *SHARED


def problem_sentences(name: str) -> Mapping[str, str]:
    return {**table_wording.PROBLEMS, **GAMES[name][0].problems}


def demand_sentences(name: str) -> Mapping[str, str]:
    return {**table_wording.DEMANDS, **GAMES[name][0].demands}


def places(sentence: str) -> set[tuple[str, str]]:
    """The places of a sentence: (value, vocabulary)."""
    return {(name, vocabulary or "") for _, name, vocabulary, _ in string.Formatter().parse(sentence) if name}


@each_game
def test_every_problem_has_its_sentence(name: str) -> None:
    missing = sorted({f"{use.code} ({use.where})" for use in codes.problems(*rooms(name))
                      if use.code not in problem_sentences(name)})
    assert not missing


@each_game
def test_every_demand_has_its_sentence(name: str) -> None:
    missing = sorted({f"{use.code} ({use.where})" for use in codes.demands(*rooms(name))
                      if use.code not in demand_sentences(name)})
    assert not missing


@each_game
def test_every_code_can_be_seen(name: str) -> None:
    """The scan finds a good many codes, so it has not gone blind."""
    _, problems, demands = GAMES[name]
    assert len({use.code for use in codes.problems(*rooms(name))}) > problems
    assert len({use.code for use in codes.demands(*rooms(name))}) > demands


@pytest.mark.parametrize("uses, sentences", [(codes.problems, problem_sentences), (codes.demands, demand_sentences)])
@each_game
def test_sentences_get_the_values_they_name(name: str, uses: codes.Scan,
                                            sentences: Callable[[str], Mapping[str, str]]) -> None:
    worded = sentences(name)
    short = [f"{use.code} wants {value} ({use.where})" for use in uses(*rooms(name))
             if use.values is not None and use.code in worded
             for value, _ in places(worded[use.code]) if value not in use.values]
    # Two demands share the name "card": the referee's, and a player's choice of the card he uses.
    assert [line for line in short if not line.startswith("card wants")] == []


@each_game
def test_no_sentence_is_for_nothing(name: str) -> None:
    source = "".join(text for room in rooms(name) for text in codes.sources(room))
    unused = [code for code in (*problem_sentences(name), *demand_sentences(name))
              if f'"{_in_source(code)}"' not in source]
    assert unused == []


def _in_source(code: str) -> str:
    """How the rules write a code: of "CODE 1" the first word, of a window ("air-strike-window") its time."""
    return code.split()[0].replace("-", "_").removesuffix("_window") if code.endswith("-window") else code.split()[0]


@pytest.mark.parametrize("room, kind, position, field, words", [
    ("witp", "UnitReduced", 3, "reason", wording.REASONS), ("witp", "UnitRemoved", 3, "reason", wording.REASONS),
    ("witp", "UnitRebuilt", 4, "reason", wording.REASONS), ("witp", "UnitPlaced", 3, "reason", wording.REASONS),
    ("witp", "BaseRemoved", 3, "reason", wording.REASONS), ("witp", "ResourcesChanged", 4, "reason", wording.REASONS),
    ("witp", "Landed", 4, "reason", wording.REASONS), ("witp", "Noted", 1, "note", wording.NOTES),
    ("witp", "Passed", 2, "segment", wording.SEGMENTS), ("witp", "GameEnded", 2, "reason", wording.ENDINGS),
    ("taiheiyo_senshi", "GameEnded", 2, "reason", senshi.ENDINGS),
    ("taiheiyo_senshi", "UnitsRemoved", 4, "reason", senshi.REASONS),
    ("taiheiyo_senshi", "SentToTrack", 5, "reason", senshi.REASONS),
    ("nimitz", "AircraftRemoved", 3, "reason", nimitz.words["removal"]),
])
def test_every_reason_has_its_words(room: str, kind: str, position: int, field: str, words: Mapping[str, str]) -> None:
    reasons = {use.code for use in codes.event_texts(kind, position, field, f"games/{room}")}
    assert reasons, f"no {kind} is told anywhere"
    assert sorted(reasons - set(words)) == []


def test_adjustments_of_resource_points_have_their_words() -> None:
    assert {"southern-resources", "allied-resources", "china-garrison"} <= set(wording.REASONS)


def test_vocabularies_are_known() -> None:
    """Of the sentences that games share, those that call units by name know them by id here."""
    for sentences in (problem_sentences("witp"), demand_sentences("witp"), wording.NOTES):
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
