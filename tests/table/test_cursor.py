"""The cursor: stepping over words, places and numbers, and saying what it did not find."""

from __future__ import annotations

import pytest

from tests.table.words import statement
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.problem import Problem, Span


def cursor(words: str) -> Cursor:
    """A cursor on the first word after the keyword."""
    return Cursor(statement(f"target {words}"))


def the_problem(at: Cursor) -> Problem:
    (only,) = at.problems
    return only


class TestStepping:
    def test_words_and_marks(self) -> None:
        at = cursor("from , 2")
        assert at.accept("via") is None
        assert at.accept("via", "from") is not None
        at.skip(",", "and")
        assert at.number() == 2
        assert not at
        assert at.token is None

    def test_a_hex_is_no_number_and_a_quoted_word_no_word(self) -> None:
        assert cursor("0606").number() is None
        assert cursor('"from"').accept("from") is None

    def test_numbers_of_any_length_are_numbers(self) -> None:
        assert cursor("999").number() == 999
        assert cursor("12345").number() == 12345
        assert cursor("9" * 5000).number() == 999_999_999


class TestPlaces:
    @pytest.mark.parametrize(("words", "number", "columns"), [
        ("Manila", "0606", (8, 14)), ("0607", "0607", (8, 12)), ("Manila (0606)", "0606", (8, 21)),
        ("Manila 0606", "0606", (8, 19)), ("Hanoi (0506)", "0506", (8, 20)),
    ])
    def test_by_name_by_number_or_by_both(self, words: str, number: str, columns: tuple[int, int]) -> None:
        at = cursor(f"{words} via")
        assert at.place() == (number, Span(1, columns[0], 1, columns[1]))
        assert not at.problems
        assert at.accept("via")

    def test_a_number_of_another_place(self) -> None:
        at = cursor("Manila (0607)")
        assert at.place() is not None
        problem = the_problem(at)
        assert problem.code == "name-and-id-differ"
        assert (problem.values["id"], problem.suggestion) == ("0607", "0606")

    def test_a_name_of_two_places(self) -> None:
        at = cursor("Hanoi")
        at.place()
        problem = the_problem(at)
        assert (problem.code, problem.kind, problem.suggestion) == ("two-places", "ambiguous", "Hanoi (0507)")
        assert problem.values["places"] == ["0507", "0506"]

    def test_no_place(self) -> None:
        at = cursor("from")
        assert at.place() is None
        assert at.index == 0


class TestProblems:
    def test_an_unknown_word(self) -> None:
        at = cursor("Manilla from 0606")
        assert at.expect_place() is None
        problem = the_problem(at)
        assert (problem.code, problem.span, problem.certain) == ("unknown-word", Span(1, 8, 1, 15), True)
        assert problem.values == {"word": "Manilla", "wanted": "a place", "keyword": "target"}
        assert not at, "the rest is given up"

    def test_a_word_in_the_wrong_place(self) -> None:
        at = cursor("2")
        at.expect_place()
        assert the_problem(at).code == "unexpected-word"

    def test_an_order_that_breaks_off(self) -> None:
        at = Cursor(statement("target"))
        at.expect_place()
        problem = the_problem(at)
        assert (problem.code, problem.span) == ("order-breaks-off", Span(1, 1, 1, 7))

    def test_what_is_left_over(self) -> None:
        at = cursor("Manila via")
        at.place()
        at.finish()
        assert the_problem(at).values["wanted"] == "the end of the order"
        at.finish()
        assert len(at.problems) == 1
