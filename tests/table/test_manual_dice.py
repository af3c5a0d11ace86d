"""Dice and cards typed in by the referee."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.table.words import LEXICON
from witp_pbem.table import manual_dice
from witp_pbem.table.demand import SittingEnds
from witp_pbem.table.dice import Die
from witp_pbem.table.manual_dice import CaseFate, ManualCard, ManualDice, ManualFate, ManualItem, spread
from witp_pbem.table.names import names
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.text import read
from witp_pbem.table.wording import problem_sentence

CARDS = ("1942-03", "1942-10")
WORDS = replace(LEXICON, keywords=LEXICON.keywords | manual_dice.KEYWORDS, cards=names(
    {"1942-03": ("1942-3", "Oxygen torpedoes", "酸素魚雷"), "1942-10": ("Doolittle Raid",)}))
D6 = Die(6)
SIDES = {"japan": "japan", "日本": "japan", "allies": "allies", "allied": "allies"}


def typed(words: str, kinds: tuple[Die, ...] = (D6,)) -> ManualDice | ManualCard | tuple[Problem, ...]:
    (statement,) = read(words, WORDS).statements
    return manual_dice.read(statement, SIDES, CARDS, kinds)


def codes(words: str) -> list[str]:
    problems = typed(words)
    assert isinstance(problems, tuple) and not isinstance(problems, ManualDice | ManualCard)
    return [problem.code for problem in problems]


class TestReading:
    @pytest.mark.parametrize("words", ["dice 2 3 6", "dice 2, 3\nand 6", "dice ２、３ 6"])
    def test_dice(self, words: str) -> None:
        assert typed(words.replace("and", ",")) == ManualDice((2, 3, 6))

    @pytest.mark.parametrize("words", ["card Japan 1942-03", "card japan 1942-3", "card Japan oxygen\nTorpedoes",
                                       "card Japan 酸素魚雷（1942-03）", "card 日本 酸素魚雷",
                                       "card Japan 1942-03 Oxygen torpedoes"])
    def test_a_card(self, words: str) -> None:
        assert typed(words) == ManualCard("japan", "1942-03")

    @pytest.mark.parametrize(("words", "code"), [
        ("dice", "order-breaks-off"), ("dice 7", "no-such-face"), ("dice 0 2", "no-such-face"),
        ("dice x", "unknown-word"),
        ("card", "order-breaks-off"), ("card Germany 1942-03", "unknown-word"), ("card Japan", "order-breaks-off"),
        ("card Japan 1942-04", "unknown-card"), ("card Japan 1942-03 1942-10", "unexpected-word"),
    ])
    def test_what_is_not_understood(self, words: str, code: str) -> None:
        assert codes(words) == [code]

    def test_a_number_is_taken_that_some_die_of_the_game_shows(self) -> None:
        kinds = (Die(10, 0), Die(12, 5))
        assert typed("dice 0 9 16", kinds) == ManualDice((0, 9, 16))
        refused = typed("dice 17", kinds)
        assert isinstance(refused, tuple)
        assert [problem_sentence(problem) for problem in refused] == ["A die shows 0 to 9, 5 to 16, not 17."]


def fate(dice: str = "", cards: tuple[tuple[str, str], ...] = ()) -> ManualFate:
    statements: list[tuple[tuple[int, int], ManualDice | ManualCard]] = [
        ((7, index), ManualDice(tuple(map(int, line)))) for index, line in enumerate(dice.split())]
    statements += [((8, index), ManualCard(*card)) for index, card in enumerate(cards)]
    return ManualFate(*spread(statements), {})


class TestFate:
    def test_one_line_may_serve_several_rolls_and_a_roll_several_lines(self) -> None:
        at_hand = fate("123 45")
        assert [at_hand.roll(phrase("a"), 2, D6), at_hand.roll(phrase("b"), 2, D6)] == [(1, 2), (3, 4)]
        assert at_hand.used == [(7, 0), (7, 1)]
        assert [die.value for die in at_hand.dice] == [5]

    def test_missing_dice_are_owed_by_the_referee_and_those_there_are_kept(self) -> None:
        at_hand = fate("1")
        with pytest.raises(SittingEnds) as owed:
            at_hand.roll(phrase("battle"), 2, D6)
        (due,) = owed.value.dues
        assert (due.demand.side, due.demand.code) == ("referee", "dice")
        assert due.demand.about == {"label": {"code": "battle"}, "count": 1, "low": 1, "high": 6}
        assert len(at_hand.dice) == 1

    def test_dice_that_the_die_thrown_cannot_show_are_refused_when_they_are_taken(self) -> None:
        at_hand = fate("92")
        with pytest.raises(SittingEnds) as owed:
            at_hand.roll(phrase("battle"), 1, D6)
        (due,) = owed.value.dues
        assert [problem_sentence(problem) for problem in due.problems] == ["A die shows 1 to 6, not 9."]
        assert at_hand.roll(phrase("raid"), 2, Die(10, 0)) == (9, 2)

    def test_cards_are_taken_side_by_side(self) -> None:
        at_hand = fate(cards=(("allies", "1942-10"), ("japan", "1942-03")))
        slot = at_hand.draw("1942", 0, "japan")
        assert at_hand.look(slot) == "1942-03"
        assert slot == "1942/8.1"
        assert at_hand.look(at_hand.draw("1942", 1, "allies")) == "1942-10"
        assert at_hand.used == [(8, 1), (8, 0)]

    def test_a_missing_card_is_owed(self) -> None:
        with pytest.raises(SittingEnds) as owed:
            fate(cards=(("allies", "1942-10"),)).draw("1942", 0, "japan")
        assert owed.value.dues[0].demand.about == {"deck": "1942", "side": "japan"}

    def test_no_seals_and_no_secrets(self) -> None:
        assert fate().shuffle("1942", CARDS) == ()
        assert fate().look("1942/3.1") is None
        assert ManualFate([], [ManualItem("x", "japan", (0, 0))], {"old": "1942-03"}).look("old") == "1942-03"


def test_a_case_draws_only_what_lies_in_the_deck() -> None:
    fate = CaseFate((), [ManualItem(card, side, (1, number)) for number, (card, side) in enumerate(
        (("storm", "red"), ("storm", "blue"), ("gold", "red"), ("fog", "blue")))])
    fate.shuffle("flags", ("storm", "calm", "fog"))
    assert fate.look(fate.draw("flags", 0, "red")) == "storm"
    for side in ("blue", "red"):  # it has been drawn; it has never been there
        with pytest.raises(SittingEnds) as owed:
            fate.draw("flags", 1, side)
        assert [problem.code for problem in owed.value.dues[0].problems] == ["card-not-in-deck"]
    assert fate.look(fate.draw("another deck, made before", 1, "blue")) == "fog"
