"""Sentences for problems that games share: a game has them without writing them, and its own go first."""

from __future__ import annotations

from tests.games.atoll.wording import Catalogue
from witp_pbem.games.common import wording
from witp_pbem.table.language import speaking
from witp_pbem.table.problem import invalid
from witp_pbem.table.wording import problem_sentence

CATALOGUE = Catalogue({"map": {"hexes": {}}, "cards": {}})
UNTYPED = invalid("units-without-type", count=2, types=["ship", "troop"])


def test_a_game_speaks_the_shared_sentences_in_its_own_words() -> None:
    assert problem_sentence(UNTYPED, CATALOGUE) == "2 of what? Name the type of unit: ship, troop."
    with speaking("ja"):
        assert "タイプ（艦船、部隊）" in problem_sentence(UNTYPED, CATALOGUE)


def test_the_games_own_sentences_go_first() -> None:
    own = wording.problems({"no-units": "None at all?", "too-far": "Too far."})
    assert own["no-units"] == "None at all?" and own["too-far"] == "Too far."
    assert own["which-type"] == wording.PROBLEMS["which-type"] and "never-heard-of" not in own
