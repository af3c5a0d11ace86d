"""Case files: reading them, and what a failing case says. The game played is the toy game Two Islands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.campaign import toy
from witp_pbem.table import cases
from witp_pbem.table.cases import Case, CaseResult, PlayedCase
from witp_pbem.table.complete import complete
from witp_pbem.table.coverage import coverage

GOOD = """\
# Two raids in a row.

case: A raid that hits
covers: toy 2.c
source: the rules of Two Islands
note: Seven or more
  is a hit.

given
  boats red 5
  until cards

orders Red
  raid Blue Island with 2 boats     # two of five
  pass

orders Blue
  lose boats
  pass

dice
  3, 4

expect
  event changed: what boats, side blue, by -1
  no event changed: what boats, side red
  boats blue 4
  nothing owed
"""


class ToyRules:
    """What Two Islands adds to case files: `boats SIDE NUMBER`, in `given` and in `expect`."""

    steps = toy.STEPS

    def blank(self) -> toy.Position:
        return toy.Position(step="raids")

    def give(self, position: toy.Position, line: str) -> toy.Position:
        word, side, number = line.split()[0], line.split()[1], line.split()[2]
        if word != "boats":
            raise ValueError(f"not understood: {line}")
        return replace(position, boats={**position.boats, side: int(number)})

    def expect(self, played: PlayedCase, line: str) -> str | None:
        word, side, number = line.split()
        if word != "boats":
            raise ValueError(f"not understood: {line}")
        boats = played.position.boats[side]
        return None if boats == int(number) else f"{side} has {boats} boats"

    def value(self, word: str) -> str:
        return "0202" if word == "Blue Island" else word


class ToyWithCases(toy.Toy):
    case_rules: Any = ToyRules()
    FURTHER = ("toy 0", "toy 0.a", "toy 1.a", "toy 2.a", "toy 2.b", "toy 3", "toy 9")  # rules without a text

    def reference(self, identifier: str) -> list[tuple[str, str]]:
        return [(rule, "") for rule in (*self.rulebook, *self.FURTHER) if rule == identifier.casefold()]


GAME: Any = complete(ToyWithCases(toy.PACKAGED))


def one(text: str) -> Case:
    """The only case of a text."""
    (case,) = cases.read(text, "raid.case")
    return case


def run(text: str) -> CaseResult:
    return cases.run(one(text), GAME)


def failures(old: str = "", new: str = "") -> tuple[str, ...]:
    """What the good case says when one piece of it is replaced by another."""
    assert old in GOOD
    return run(GOOD.replace(old, new, 1)).failures


# -- reading -------------------------------------------------------------------------------------------------


def test_a_case_is_read() -> None:
    case = one(GOOD)
    assert case.name == "A raid that hits"
    assert case.covers == ("toy 2.c",)
    assert case.header["note"] == "Seven or more is a hit."
    assert [(line.number, line.text) for line in case.given] == [(10, "boats red 5"), (11, "until cards")]
    assert [section.of for section in case.orders] == ["red", "blue"]
    assert [line.text for line in case.dice] == ["3, 4"]
    assert len(case.expect) == 4
    assert not case.faults


def test_a_file_holds_several_cases() -> None:
    parsed = list(cases.read(GOOD + "\ncase: Another\ngiven\n  until cards\nexpect\n  nothing owed\n"))
    assert [case.name for case in parsed] == ["A raid that hits", "Another"]
    assert parsed[1].line == 30
    assert not parsed[1].covers


def test_headings_may_have_a_colon_and_any_case() -> None:
    case = one(GOOD.replace("given\n", "Given:\n").replace("orders Red", "ORDERS Red:"))
    assert not case.faults
    assert len(case.given) == 2
    assert case.orders[0].of == "red"


def test_a_full_width_blank_indents() -> None:
    assert one(GOOD.replace("  boats red 5", "\u3000boats red 5")).given[0].text == "boats red 5"


def test_a_line_that_ends_with_a_comma_goes_on_in_the_next() -> None:
    case = one(GOOD.replace("what boats, side blue", "what boats,\n    side blue"))
    assert case.expect[0].text == "event changed: what boats, side blue, by -1"
    assert case.expect[0].number == 25
    assert cases.run(case, GAME).passed


@pytest.mark.parametrize(("old", "new", "line", "words"), [
    ("given\n", "givn\n", 9, "no such heading: givn (meant given?)"),
    ("source:", "sauce:", 5, "no such heading: sauce: the rules of Two Islands (meant source?)"),
    ("note: Seven or more", "source: Seven or more", 6, "stands here a second time: source:"),
    ("dice\n", "dice 3\n", 21, "'dice' stands alone on its line"),
    ("3, 4", "3, 7", 22, "dice are numbers from 1 to 6: 3, 7"),
    ("3, 4", "three", 22, "dice are numbers from 1 to 6: three"),
    ("covers: toy 2.c", "ruling: as we like it", 3, "a ruling needs its alternative: and its reason:"),
    ("dice\n", "cards\n  Red\ndice\n", 22, "a line of 'cards' names a side and a card: Red"),
])
def test_a_fault_of_form_is_named_with_its_line(old: str, new: str, line: int, words: str) -> None:
    sentences = failures(old, new)
    assert any(text.startswith(f"raid.case:{line}: ") and words in text for text in sentences), sentences


def test_a_case_without_expectations_fails() -> None:
    assert run(GOOD[:GOOD.index("expect")]).failures[0] == "raid.case:3: the case expects nothing"


@pytest.mark.parametrize("text", ["given\n  until cards\n", "  boats red 5\n"])
def test_something_before_the_first_case_is_a_fault(text: str) -> None:
    faults = one(text).faults
    assert faults[0].startswith("raid.case:1: ")


def test_an_empty_file_fails(tmp_path: Path) -> None:
    path = tmp_path / "empty.case"
    path.write_text("# nothing here\n", encoding="utf-8")
    (result,) = cases.run_file(path, lambda case: (case, GAME))
    assert result.failures == (f"{path}: there is no case in this file",)


# -- running -------------------------------------------------------------------------------------------------


def test_the_good_case_passes() -> None:
    result = run(GOOD)
    assert result.passed, result.failures
    assert (result.name, result.file, result.covers) == ("A raid that hits", "raid.case", ("toy 2.c",))


def test_a_wrong_number_fails_with_file_and_line() -> None:
    assert failures("boats blue 4", "boats blue 5") == ("raid.case:27: blue has 4 boats",)


def test_a_wrong_event_shows_the_nearest() -> None:
    assert failures("side blue, by -1", "side blue, by -2") == (
        "raid.case:25: no such changed; the nearest has by -1",)


def test_an_event_that_should_not_be_fails() -> None:
    assert failures("no event changed: what boats, side red", "no event changed: what boats, side blue") == (
        "raid.case:26: told although it should not be: event changed: what boats, side blue",)


@pytest.mark.parametrize(("old", "new", "words"), [
    ("boats red 5", "ships red 5", "raid.case:10: not understood: ships red 5"),
    ("boats red 5", "boats", "raid.case:10: something is missing in: boats"),
    ("until cards", "until dawn", "raid.case:11: no such step: dawn; there are bids, raids, cards"),
    ("orders Blue", "orders Green", "raid.case:17: whose orders? One of red, blue, one, two, referee"),
    ("orders Blue", "orders", "raid.case:17: whose orders? One of red, blue, one, two, referee"),
    ("covers: toy 2.c", "covers: toy 7.x", "raid.case:3: no such rule: toy 7.x (near it: toy 2.c, toy 2, toy 1)"),
    ("boats blue 4", "ships blue 4", "raid.case:27: not understood: ships blue 4"),
    ("event changed:", "event chanted:", "raid.case:25: no such event: chanted (meant changed?)"),
    ("by -1", "bye -1", "raid.case:25: changed has no bye; it has rule, what, side, by"),
    ("by -1", "by", "raid.case:25: an event line reads: event CODE: field value, field value"),
    ("nothing owed", "owes", "raid.case:28: something is missing in: owes"),
    ("nothing owed", "problem", "raid.case:28: a problem line reads: problem CODE RULE"),
])
def test_words_that_are_not_understood_fail_with_their_line(old: str, new: str, words: str) -> None:
    assert words in failures(old, new)


def test_a_problem_nobody_expected_is_told_in_words() -> None:
    assert "raid.case:14: unexpected problem: red has 5 boats, not 9. (no-boats toy 2.a)" in failures(
        "with 2 boats", "with 9 boats")


def test_an_order_that_cannot_be_read_is_a_problem_of_its_line() -> None:
    assert any(text.startswith("raid.case:14: unexpected problem: No order begins with \"rade\".")
               for text in failures("raid Blue Island with 2 boats", "rade Blue Island"))


PROBLEM = """\
case: Too many boats
orders Red
  raid Blue Island with 9 boats
expect
  problem no-boats toy 2.a line 3
  owes Red raid
"""


class WithoutTheThird(ToyWithCases):
    FURTHER = tuple(rule for rule in ToyWithCases.FURTHER if rule != "toy 3")


def test_a_rule_there_is_none_of_fails() -> None:
    game: Any = complete(WithoutTheThird(toy.PACKAGED))
    assert cases.run(one(GOOD), game).failures == ("raid.case:3: the program gives a rule there is none of: toy 3",)


def test_an_expected_problem_passes() -> None:
    assert run(PROBLEM).passed
    assert run(PROBLEM.replace(" toy 2.a line 3", "")).passed


@pytest.mark.parametrize("wrong", ["no-ships toy 2.a", "no-boats toy 2.b", "no-boats toy 2.a line 4"])
def test_another_problem_than_expected_fails_twice(wrong: str) -> None:
    sentences = run(PROBLEM.replace("no-boats toy 2.a line 3", wrong)).failures
    assert sentences[0] == "raid.case:5: no such problem; found: no-boats toy 2.a line 3"
    assert sentences[1].startswith("raid.case:3: unexpected problem: ")


def test_an_event_that_ought_not_be_named_is_checked_too() -> None:
    assert failures("no event changed", "no event chanted") == (
        "raid.case:26: no such event: chanted (meant changed?)",)


def test_what_is_owed_instead_is_told() -> None:
    assert run(PROBLEM.replace("owes Red raid", "owes Blue raid")).failures == ("raid.case:6: owed instead: red raid",)
    assert run(PROBLEM.replace("owes Red raid", "nothing owed")).failures == ("raid.case:6: still owed: red raid",)


@pytest.mark.parametrize(("line", "failure"), [
    ("owes Red raid toy 2", ""),
    ("owes Red raid toy 3", "owed by another rule: toy 2"),
    ("owes Red", "something is missing in: owes Red"),
    ("choice Red: PASS", ""),
    ("choice Red: stay at home", "offered to red: raid"),
    ("choice Blue: pass", "offered to blue: nothing"),
    ("no choice Red: stay at home", ""),
    ("no choice Red: pass", "offered although it should not be: pass"),
])
def test_the_rule_and_the_choices_of_what_is_owed_can_be_expected(line: str, failure: str) -> None:
    sentences = run(PROBLEM.replace("owes Red raid", line)).failures
    assert len(sentences) == bool(failure) and all(text.startswith(f"raid.case:6: {failure}") for text in sentences)


def test_dice_that_run_out_are_asked_for() -> None:
    assert "raid.case:3: roll dice for raid by red: 1 still needed (1 to 6)" in failures("3, 4", "3")


def test_a_case_may_expect_that_dice_are_owed() -> None:
    text = GOOD[:GOOD.index("dice")] + "expect\n  owes referee dice\n"
    assert run(text).passed, run(text).failures


def test_dice_left_over_fail() -> None:
    assert failures("3, 4", "3, 4, 5") == ("raid.case:3: 1 of 3 dice were not rolled",)


def test_an_order_nobody_asked_for_fails() -> None:
    assert failures("  pass\n\norders Blue", "  pass\n  bid 3\n\norders Blue") == (
        "raid.case:16: nobody asked for this order: bid 3",)


def test_dice_among_the_orders_are_refused() -> None:
    assert any("unexpected problem" in text for text in failures("  lose boats", "  dice 3\n  lose boats"))


def test_rulings_are_the_referees() -> None:
    ruled = GOOD.replace("dice\n", "orders referee\n  ruling blue gains 3\n\ndice\n", 1).replace(
        "boats blue 4\n", "boats blue 4\n  event changed: what points, side blue, by 3\n")
    assert run(ruled).passed, run(ruled).failures
    sentences = run(ruled.replace("orders referee", "orders Blue")).failures
    assert 'unexpected problem: Only the referee can write "ruling".' in sentences[-1]


def test_a_ruling_decides_for_a_side() -> None:
    text = GOOD.replace("  raid Blue Island with 2 boats     # two of five\n  pass\n", "  pass\n", 1)
    text = text.replace("dice\n", "orders referee\n  ruling for red: decide \"raid Blue Island\"\ndice\n", 1)
    assert run(text).passed, run(text).failures


def test_a_case_plays_on_to_a_step_of_a_later_turn() -> None:
    """The step of that turn, not the first one of that name: turn 1 has its raids, too."""
    longer = GOOD.replace("until cards\n", "until raids of turn 2\n").replace(
        "  pass\n\norders Blue", "  pass\n  pass\n  bid 3\n\norders Blue").replace(
        "  lose boats\n  pass\n", "  lose boats\n  pass\n  pass\n  bid 2\n")
    for wanted in ("turn 2, step raids", "turn 2, step bids"):
        ran = run(longer.replace("  nothing owed\n", f"  event step-began: {wanted}\n  nothing owed\n"))
        assert ran.passed, ran.failures
    assert failures("until cards", "until dawn of turn 2")[0].startswith("raid.case:11: no such step: dawn of turn 2")


# -- what is proven ----------------------------------------------------------------------------------------------------


def result(name: str, *covers: str, failures: tuple[str, ...] = ()) -> CaseResult:
    return CaseResult(name, "raid.case", covers, failures, GAME.id)


def test_every_rule_is_listed_in_order_with_the_cases_that_prove_it() -> None:
    proofs = coverage([result("one", "toy 2.c"), result("two", "2.C", "toy 1", "toy 2.c")], GAME)
    assert [(proof.rule.id, [case.name for case in proof.cases]) for proof in proofs] == [
        ("toy 1", ["two"]), ("toy 2", []), ("toy 2.c", ["one", "two"])]


def test_a_case_that_fails_proves_nothing() -> None:
    assert not any(proof.cases for proof in coverage([result("one", "toy 1", failures=("wrong",))], GAME))


def test_a_section_is_not_its_rules() -> None:
    proofs = coverage([result("one", "toy 2")], GAME)
    assert [proof.rule.id for proof in proofs if proof.cases] == ["toy 2"]
