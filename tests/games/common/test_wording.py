"""Sentences for problems that games share: a game has them without writing them, and its own go first."""

from __future__ import annotations

import pytest

from tests.games.atoll.wording import Catalogue
from witp_pbem.games.common import wording
from witp_pbem.table.language import speaking
from witp_pbem.table.problem import illegal, invalid
from witp_pbem.table.wording import problem_sentence

CATALOGUE = Catalogue({"map": {"hexes": {}}, "cards": {}})
UNTYPED = invalid("units-without-type", count=2, types=["ship", "troop"])


def test_a_game_speaks_the_shared_sentences_in_its_own_words() -> None:
    assert problem_sentence(UNTYPED, CATALOGUE) == "2 of what? Name the type of unit: ship, troop."
    with speaking("ja"):
        assert "タイプ（艦船、部隊）" in problem_sentence(UNTYPED, CATALOGUE)


@pytest.mark.parametrize(("count", "english", "japanese"), [
    (0, 'No such unit can be had at Haven: "9 ships".',
     "Havenで使える該当ユニットはありません：「9 ships」。"),
    (1, 'Only 1 such unit can be had at Haven: "9 ships".',
     "Havenで使える該当ユニットは1個しかありません：「9 ships」。"),
    (2, 'Only 2 such units can be had at Haven: "9 ships".',
     "Havenで使える該当ユニットは2個しかありません：「9 ships」。"),
])
def test_too_few_units_are_counted_as_people_count(count: int, english: str, japanese: str) -> None:
    short = illegal("too-few-units", "", wanted="9 ships", place="Haven", found=count)
    assert problem_sentence(short, CATALOGUE) == english
    with speaking("ja"):
        assert problem_sentence(short, CATALOGUE) == japanese


def test_the_games_own_sentences_go_first() -> None:
    own = wording.problems({"no-units": "None at all?", "too-far": "Too far."})
    assert own["no-units"] == "None at all?" and own["too-far"] == "Too far."
    assert own["which-type"] == wording.PROBLEMS["which-type"] and "never-heard-of" not in own
