"""What is certainly wrong with an order ahead of its moment."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from witp_pbem.games.common.precheck import certain
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.problem import Span, illegal
from witp_pbem.table.text import Statement

WORDS, NAME = Span(3, 1, 3, 20), Span(3, 6, 3, 9)
ORDER = Order(Statement("sail", (), WORDS), "body")
NEVER, NOT_NOW = illegal("off-the-map", "1.a", certain=True), illegal("too-far", "2.c")
PLACED = illegal("not-your-ship", "2.b", NAME, certain=True)


@pytest.mark.parametrize(("verdict", "codes"), [
    ((NEVER, NOT_NOW, PLACED), ["off-the-map", "not-your-ship"]), ((NOT_NOW,), []),
    (Understood("answer", {"order": "sail"}), [])])
def test_only_what_stands_whatever_comes(verdict: Verdict, codes: Sequence[str]) -> None:
    problems = certain(ORDER, lambda order: verdict)
    assert [problem.code for problem in problems] == codes
    assert [problem.span for problem in problems] == [WORDS, NAME][:len(codes)]


def test_nothing_where_nobody_judges_ahead() -> None:
    assert certain(ORDER, None) == []
