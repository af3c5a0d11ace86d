"""Parts of an order that may stand in any order, one of which may not be missing."""

from __future__ import annotations

import pytest

from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import read_order

GAME = game()


@pytest.mark.parametrize(("words", "code"), [
    ("move Akagi from Japan", "order-breaks-off"), ("move Akagi from Japan via Truk", "order-breaks-off"),
    ("move Akagi from Japan to", "order-breaks-off"), ("move Akagi from Japan Truk", "unexpected-word")])
def test_what_may_not_be_missing_is_missed(words: str, code: str) -> None:
    problems = read_order(GAME, words)
    assert isinstance(problems, tuple) and [problem.code for problem in problems
                                            if isinstance(problem, Problem)] == [code]


@pytest.mark.parametrize("words", [
    "move Akagi from Japan via Truk to Midway", "move Akagi from Japan to Midway via Truk",
    "move Akagi from Japan, to Midway, via Truk"])
def test_they_stand_in_any_order(words: str) -> None:
    order = read_order(GAME, words)
    assert not isinstance(order, tuple) or hasattr(order, "body")
    assert (order.body.to.id, [place.id for place in order.body.via]) == ("midway", ["truk"])
