"""On an owner's map, and with an owner's cards, nothing is called by its packaged name: problems, decisions, remedies
and notes hold ids, and the data in force name them, in every language."""

from __future__ import annotations

import copy
import re
import string
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.games.witp.test_asked import CASES
from tests.stand_ins import instead
from witp_pbem.games.witp.board import names
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.words import wording
from witp_pbem.games.witp.words.remedies import REMEDIES
from witp_pbem.table import cases
from witp_pbem.table.demand import Demand
from witp_pbem.table.language import LANGUAGES, speaking
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.wording import demand_sentence, fill, problem_sentence, remedy_sentence

GAME: Any = game()
LOOKED_AT = 40  # values a sentence is tried with
MADE = {"place": "0606", "places": ("0606", "0907"), "whereabouts": "0804", "card": "1942-10"}  # vocabulary -> a value
NUMBER_ALONE = {"card", "hex", "id", "ids"}  # values that are told by their ids
SENTENCES: Mapping[str, Mapping[str, str]] = {"problem": wording.problems, "demand": wording.demands,
                                              "remedy": REMEDIES, "note": wording.NOTES}


def marked() -> Any:
    """The game with a mark in every name of a place and a card."""
    records = copy.deepcopy(dict(GAME.records))
    for number, hexagon in records["map"]["hexes"].items():
        hexagon |= {"name": f"Marked {number}", "name_ja": f"印{number}"} if hexagon.get("name") else {}
    for card in records["cards"]["cards"]:
        card |= {"name": f"Marked {card['number']}", "name_ja": f"印{card['number']}"}
    return game(records)


OWN = marked()


def called(of: Any) -> dict[str, str]:
    """What places and cards are called in the language spoken, by id; those without a name are left out."""
    places = {number: names.place(hexagon) for number, hexagon in of.data.map.hexes.items() if hexagon.name}
    return places | {key: names.card(key, card) for key, card in of.data.cards.items()}


@pytest.fixture(scope="module")
def gathered() -> Mapping[tuple[str, str], list[Mapping[str, Any]]]:
    """The values of every problem and decision that comes up in any case, by kind and code."""
    values_by_code: dict[tuple[str, str], dict[str, Mapping[str, Any]]] = defaultdict(dict)
    make, asked = Problem.__new__, Demand.__post_init__

    def made(kind: type[Problem], *args: Any, **fields: Any) -> Problem:
        problem = make(kind, *args, **fields)
        values_by_code["problem", problem.code].setdefault(repr(problem.values), problem.values)
        return problem

    def demanded(demand: Demand) -> None:
        asked(demand)
        values_by_code["demand", demand.code].setdefault(repr(demand.about), demand.about)

    with instead(Problem, __new__=made), instead(Demand, __post_init__=demanded):  # listening, to all there is
        for case in CASES:
            if any(line.text.startswith(("problem", "owes", "choice", "undone")) for line in case.expect):
                cases.run(case, GAME)
    return {key: list(values.values())[:LOOKED_AT] for key, values in values_by_code.items()}


def named(sentence: str) -> list[tuple[str, str]]:
    """The values a sentence names, with their vocabularies."""
    return [(name, vocabulary or "") for _, name, vocabulary, _ in string.Formatter().parse(sentence) if name]


def worded(kind: str, code: str, values: Mapping[str, Any], of: Any) -> str:
    match kind:
        case "problem":
            return problem_sentence(illegal(code, "", **values), of.catalogue)
        case "demand":
            return demand_sentence(code, values, of.catalogue, "japan")
        case "remedy":
            return remedy_sentence(illegal(code, "", **values), of.catalogue)
    return fill(wording.NOTES[code], values, of.catalogue.words)


def ids(value: Any) -> Iterator[str]:
    """The texts in a value."""
    yield from value if isinstance(value, list | tuple) else [value]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "code"), [(kind, code) for kind, listed in SENTENCES.items() for code in listed])
def test_an_owners_names_are_the_only_ones(kind: str, code: str, language: str,
                                           gathered: Mapping[tuple[str, str], list[Mapping[str, Any]]]) -> None:
    with speaking(language):
        packaged, own = called(GAME), called(OWN)
        renaming = {packaged[key]: own[key] for key in packaged}
        any_name = re.compile("|".join(map(re.escape, sorted(renaming, key=len, reverse=True))))
        places = named(SENTENCES[kind].get(code, ""))
        made = {name: MADE.get(vocabulary, 1) for name, vocabulary in places}
        for values in [made, *gathered.get(("problem" if kind == "remedy" else kind, code), ())]:
            sentence = worded(kind, code, values, OWN)
            assert sentence == any_name.sub(lambda match: renaming[match[0]], worded(kind, code, values, GAME))
            assert not any_name.search(sentence)
            for name, vocabulary in places:
                for key in ids(values.get(name)):
                    if not isinstance(key, str):  # a number, or a phrase
                        continue
                    if vocabulary in MADE and key in own:
                        assert own[key] in sentence
                    assert vocabulary in MADE or name in NUMBER_ALONE or key not in own, (name, key)


def test_values_of_every_kind_of_decision_and_of_most_problems_come_from_the_cases(
        gathered: Mapping[tuple[str, str], list[Mapping[str, Any]]]) -> None:
    met = {code for kind, code in gathered if kind == "problem"}
    assert {code for kind, code in gathered if kind == "demand"} >= set(wording.demands)
    assert len(met & set(wording.problems)) > 100
