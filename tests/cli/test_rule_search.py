"""`rule WORDS`: rules found by what they speak of, in every game and both languages."""

from __future__ import annotations

import json

import pytest

from tests import each_game
from tests.cli.program import here


def search(*words: str) -> list[tuple[str, str]]:
    """Heading and sentence of each rule found."""
    done = here("rule", *words, "--json", *(() if "--game" in words or "--campaign" in words else ("--game", "witp")))
    assert done.code == 0, done.out
    return [(each["title"], each["text"]) for each in json.loads(done.out)]


@pytest.mark.parametrize(("words", "best", "sentence"), [
    (["out", "of", "supply"], "witp 7.", "supply"),
    (["victory"], "witp 3.2.a Victory", "The Allies win, and the game ends, at any moment"),
    (["when", "is", "a", "unit", "out", "of", "supply?"], "witp 7.", "supply"),
    (["補給網"], "witp 6.2.", "補給網"),
    (["submarines"], "witp ", "ubmarine"),
])
def test_the_best_rule_comes_first_with_the_sentence_that_speaks_of_it(words: list[str], best: str,
                                                                       sentence: str) -> None:
    (heading, text), *_ = search(*words)
    assert heading.startswith(best) and sentence in text and text.count(". ") == 0


def test_all_that_speaks_of_it_is_found() -> None:
    hits = search("Kamikaze")
    assert hits and all("kamikaze" in f"{heading} {sentence}".casefold() for heading, sentence in hits)
    assert [heading for heading, _ in search("supplies")] == [heading for heading, _ in search("supply")]


def test_only_the_best_are_shown_and_the_others_counted() -> None:
    done = here("rule", "supply", "--game", "witp")
    assert done.out.splitlines()[0].startswith("witp 6.")
    assert f"{len(search('supply')) - 8} more rules speak of it" in done.out


def test_what_no_rule_speaks_of_is_met_with_a_suggestion() -> None:
    done = here("rule", "suply", "line", "--game", "witp")
    assert done.code == 0  # rules speak of lines
    done = here("rule", "suply", "--game", "witp")
    assert done.code == 2 and done.err == "witp-pbem: No rule speaks of “suply”. Did you mean supply?\n"
    assert here("rule", "qqqq", "--game", "witp").err == "witp-pbem: No rule speaks of “qqqq”.\n"
    error = here("rule", "qqqq", "--lang", "ja", "--game", "witp").err
    assert error == "witp-pbem: 「qqqq」に触れているルールはありません。\n"


def test_ids_are_still_ids() -> None:
    assert here("rule", "6.3.d").out.startswith("witp 6.3.d ") and here("rule", "r30").out.startswith("R-30 ")
    assert 'There is no rule "8.44". Near it: 8.4' in here("rule", "8.44", "--game", "witp").err


@pytest.mark.parametrize(("game", "words", "best"), [
    ("atoll", "battle", "atoll "), ("lagoon", "sinking", "lagoon 3.b"),
])
def test_rules_of_any_game_are_found(game: str, words: str, best: str, monkeypatch: pytest.MonkeyPatch) -> None:
    each_game.install(monkeypatch)
    for typed in ([game, words], [words, "--game", game]):
        (heading, sentence), *_ = search(*typed)
        assert heading.startswith(best) and sentence
