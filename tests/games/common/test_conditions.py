"""Conditions read one by one, in either order of words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from witp_pbem.games.common import conditions
from witp_pbem.games.common.conditions import Part
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition
from witp_pbem.table.names import names
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem, Span, illegal
from witp_pbem.table.text import read
from witp_pbem.table.tokens import Lexicon

LEXICON = Lexicon(
    keywords=frozenset({"pass"}), words=frozenset({"turn", "raid", "at", "and", "used", "is", "japan", "have", "no"}),
    synonyms={"日本": "japan", "襲撃": "raid", "ない": "no"},
    places=names({"Reef": ("Reef", "リーフ"), "Void": ("Void", "虚")}),
    cards=names({"squall": ("squall", "スコール")}))


def part(cursor: Cursor) -> Part | None:
    if cursor.accept("turn"):
        return conditions.turn(cursor)
    if card := cursor.card():
        return conditions.card_used(cursor, card[0])
    if not cursor.accept("raid"):
        cursor.unexpected('"raid"')
        return None
    return conditions.at_place(cursor, phrase("raid-at"), lambda place: lambda position, acts, player: place in acts)


def off_map(place: str, span: Span) -> Problem | None:
    return illegal("no-such-place", "1.a", span) if place == "Void" else None


def condition(words: str) -> Condition | tuple[Problem, ...]:
    orders = read(f"if {words}\npass\nend\n", LEXICON)
    assert not orders.problems
    block, = orders.statements[0].scope
    return conditions.read(block, LEXICON, tuple, part, off_map)


def holds(words: str, turn: int = 1, discards: tuple[str, ...] = (), raids: tuple[str, ...] = ()) -> bool:
    read_one = condition(words)
    assert isinstance(read_one, Condition), read_one
    return read_one.holds(SimpleNamespace(turn=turn, discards=discards), raids, "north")


@pytest.mark.parametrize(("words", "board", "expected"), [
    ("turn 3", {"turn": 2}, False), ("turn 3", {"turn": 3}, True), ("turn 3", {"turn": 4}, True),
    ("squall is used", {}, False), ("squall used", {"discards": ("squall",)}, True),
    ("raid at Reef", {"raids": ("Reef",)}, True), ("raid Reef", {}, False),
    ("turn 2 and raid at Reef", {"turn": 2}, False),
    ("turn 2, and raid at Reef", {"turn": 2, "raids": ("Reef",)}, True)])
def test_what_holds(words: str, board: Any, expected: bool) -> None:
    assert holds(words, **board) is expected


def test_what_it_says() -> None:
    one, both = condition("raid at Reef"), condition("turn 2 and raid at Reef")
    assert isinstance(one, Condition) and one.phrase == phrase("raid-at", place="Reef")
    assert isinstance(both, Condition)
    assert both.phrase == phrase("all", conditions=(phrase("turn", number=2), phrase("raid-at", place="Reef")))


@pytest.mark.parametrize(("words", "codes"), [
    ("turn Reef", ["unexpected-word"]), ("squall Reef", ["unexpected-word"]), ("turn", ["order-breaks-off"]),
    ("raid at Void", ["no-such-place"]), ("raid at Void and raid at Void", ["no-such-place", "no-such-place"]),
    ("turn 3 Reef", ["unexpected-word"]), ("squall used and Reef", ["unexpected-word"])])
def test_what_is_none(words: str, codes: list[str]) -> None:
    problems = condition(words)
    assert not isinstance(problems, Condition)
    assert [problem.code for problem in problems] == codes
    assert all(problem.span.line == 1 for problem in problems)


@pytest.mark.parametrize(("words", "expected"), [
    ("日本がリーフを襲撃", "japan raid Reef"), ("リーフに日本がない", "japan have no Reef"),
    ("raid at Reef", "raid at Reef")])
def test_the_verb_at_the_end(words: str, expected: str) -> None:
    orders = read(f"if {words}\npass\nend\n", LEXICON)
    block, = orders.statements[0].scope
    tokens = conditions.verb_last(block.tokens, particles={"が", "を", "に"}, subjects={"japan"}, verbs={"raid", "no"})
    assert " ".join(token.places[0] if token.places else token.value for token in tokens) == expected
