"""The nearest legal order that a refusal names."""

from __future__ import annotations

from witp_pbem.games.common.advice import advised, first_legal
from witp_pbem.table.demand import Understood, Verdict
from witp_pbem.table.problem import Span, illegal

FAR, OTHER = illegal("too-far", "2.c"), illegal("no-way", "2.d")
NEAR = Understood("reef", {"order": "sail", "place": "reef"}, "2 points")


def never() -> Understood | None:
    raise AssertionError("nobody asked for the nearest order")


def test_a_refusal_names_the_nearest_legal_order_with_its_remark() -> None:
    first, second = advised((FAR, OTHER), lambda: NEAR)
    assert (first.instead, first.note, second) == (NEAR.order, "2 points", OTHER)
    assert first == FAR._replace(advice=first.advice)


def test_nothing_is_sought_for_what_stands_or_has_its_advice_already() -> None:
    known = FAR.advising({"order": "pass"})
    assert advised(NEAR, never) is NEAR
    assert advised((known,), never) == (known,) and known.instead == {"order": "pass"}


def test_nothing_is_sought_before_somebody_reads_it_and_once_then() -> None:
    searches: list[str] = []

    def nearest() -> Understood:
        searches.append("")
        return NEAR

    (problem,) = advised((FAR,), nearest)
    assert problem.code == FAR.code and FAR.code in repr(problem) and problem != OTHER and not searches
    assert problem.instead == NEAR.order and problem.at(Span(1, 1, 1, 2)).note == "2 points" and len(searches) == 1
    assert problem == advised((FAR,), lambda: NEAR)[0] and problem != FAR


def test_there_may_be_no_legal_order() -> None:
    verdict = advised((FAR,), lambda: None)
    assert not isinstance(verdict, Understood)
    (problem,) = verdict
    assert (problem.instead, problem.note) == (None, "")


def test_the_first_that_is_legal() -> None:
    asked: list[str] = []

    def judge(place: str) -> Verdict:
        asked.append(place)
        return NEAR if place == "reef" else (FAR,)

    assert first_legal(["home", "reef", "atoll"], judge) is NEAR and asked == ["home", "reef"]
    assert first_legal(["home"], judge) is None
