"""Which function cites which rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutation.citations import NIMITZ, SENSHI, carriers, cited, places

NAME = "tests.mutation.toy"
PATH = Path(__file__).with_name("toy.py").resolve()


@pytest.mark.parametrize(("text", "rules"), [
    ("the first (witp 6.0.a-b, R-29)", ["6.0.a", "6.0.b"]),
    ("witp 9.6.1.a, c; R-61", ["9.6.1.a", "9.6.1.c"]),
    ("witp 10.2.b, 10.2.d, 8.5.k; R-75", ["10.2.b", "10.2.d", "8.5.k"]),
    ("witp 10.6.a, d-e", ["10.6.a", "10.6.d", "10.6.e"]),
    ("witp 6.6.2-opt.c", ["6.6.2-opt.c"]),
    ("see witp 3.2 and the rest", ["3.2"]),
    ("rulebook 6.1", []),
])
def test_citations(text: str, rules: list[str]) -> None:
    assert list(cited(text)) == rules


@pytest.mark.parametrize(("text", "rules"), [
    ("ships stay (senshi 7.4(2)-b, 9.3(2)-c)", ["7.4(2)-b", "9.3(2)-c"]),
    ("anew (senshi 4.2-b, FAQ-1; C-01), and", ["4.2-b", "FAQ-1"]),
    ("senshi CARD-J06, CARD-0-b, 8.2.3-a; C-15", ["CARD-J06", "CARD-0-b", "8.2.3-a"]),
    ("the train (senshi 4.2(3)(c)-a), or senshi 7.6", ["4.2(3)(c)-a", "7.6"]),
    ('f"senshi CARD-{event.id}"', ["CARD"]),
    ("witp 3.2.a", []),
])
def test_citations_with_brackets(text: str, rules: list[str]) -> None:
    assert list(cited(text, SENSHI)) == rules


@pytest.mark.parametrize(("text", "rules"), [
    ("whoever wants (nimitz 10.5.us11, 10.5.us11.b; G-35)", ["10.5.us11", "10.5.us11.b"]),
    ("nimitz 10.7.jp1, jp3", ["10.7.jp1"]),
    ("nimitz 2.6.4.a, 10.12.1.b, c", ["2.6.4.a", "10.12.1.b", "10.12.1.c"]),
    ("the log (nimitz log.a)", ["log.a"]),
])
def test_citations_of_markers(text: str, rules: list[str]) -> None:
    assert list(cited(text, NIMITZ)) == rules


def test_a_rule_lies_where_it_is_cited() -> None:
    assert places(PATH)["LIMIT"] == {"1.1.a"}
    by_rule = carriers({NAME: PATH}, ["1.1.a", "1.1.b", "1.2.f", "1.3.a"])
    assert by_rule == {"1.1.a": {(NAME, "LIMIT"), (NAME, "may_stack")}, "1.1.b": {(NAME, "may_fly")},
                       "1.2.f": {(NAME, "Depot"), (NAME, "waves")}, "1.3.a": set()}
