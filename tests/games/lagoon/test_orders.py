"""Orders of the Lagoon: what is written is read again, in two languages, and every fault is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.lagoon.game import game
from tests.games.lagoon.orders import ORDERS
from witp_pbem.table.demand import Order
from witp_pbem.table.language import speaking
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import read_order
from witp_pbem.table.wording import problem_sentence

GAME = game()
SAIL = {"order": "sail", "ship": "Akagi Maru", "place": "Reef"}


@pytest.mark.parametrize(("value", "english", "japanese"), [
    (SAIL, "sail Akagi Maru to", "航行 赤城丸"), ({"order": "pass"}, "pass", "パス"),
    ({"order": "pass", "how": "all"}, "pass all", "パス 全部"), ({"order": "play", "card": "squall"}, "play squall",
                                                                                "使用"),
    ({"order": "lose", "ship": "Akagi Maru"}, "lose Akagi Maru", "喪失 赤城丸")])
def test_what_is_written_is_read_again(value: dict[str, Any], english: str, japanese: str) -> None:
    for language, words in (("en", english), ("ja", japanese)):
        with speaking(language):
            order = GAME.write(value)
        assert order.startswith(words)
        read = read_order(GAME, order)
        assert isinstance(read, Order) and ORDERS.value(read.keyword, read.body) == value


@pytest.mark.parametrize(("order", "expected"), [
    ("sail Akagi Mura too Ref", [("Akagi Mura", "Akagi Maru"), ("too", "to"), ("Ref", "Reef")]),
    ("sail to Reef", [("to", "")]), ("play sqall now", [("sqall", "squall"), ("now", "")]),
    ("pass al", [("al", "all")]), ("lose Bismarck", [("Bismarck", "")])])
def test_every_fault_is_told_at_once(order: str, expected: list[tuple[str, str]]) -> None:
    problems = read_order(GAME, order)
    assert isinstance(problems, tuple)
    assert [(problem.values["word"], problem.suggestion) for problem in problems if isinstance(problem, Problem)
            and problem_sentence(problem, GAME.catalogue)] == expected


@pytest.mark.parametrize("value", [
    {"order": "sail"}, {"order": "fly", "ship": "Akagi Maru"}, {"order": "sail", "ship": 3, "place": "Reef"},
    {"order": "play", "card": 3}, {}])
def test_a_value_that_stands_for_no_order(value: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        GAME.read_value(value)


def test_forms_are_told_in_the_language_spoken() -> None:
    forms = [ORDERS.forms[keyword] for keyword in ("sail", "pass", "play")]
    assert forms == ["sail UNIT to PLACE", "pass", "play CARD"]
    with speaking("ja"):
        assert ORDERS.forms["sail"] == "航行 ユニット 場所へ"
    assert set(ORDERS.forms) == ORDERS.keywords and len(ORDERS.forms) == 4
