"""What the dice gave against what was to be expected, with figures reckoned by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.games.witp.scripted import board
from tests.report.stage import Stage
from tests.report.stories import busy_turn, delayed_entry, short_game
from witp_pbem.campaign.explaining.story import Story, StoryItem
from witp_pbem.games.common.dice_statistics import Tally
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import DIE, SIDES
from witp_pbem.games.witp.rules.chapter_05_resources.resources import LABEL
from witp_pbem.games.witp.telling.luck import BATTLES, POINTS, SUBMARINES, deciding_throw, luck, lucks
from witp_pbem.table.acts import Rolled
from witp_pbem.table.event import Event
from witp_pbem.table.phrase import phrase
from witp_pbem.table.story import Columns, Luck, Paragraph, Section


@pytest.fixture
def items(campaign: Story) -> Sequence[StoryItem]:
    """The acts of a random campaign."""
    return campaign.so_far


def happened(*acts: Any) -> list[StoryItem]:
    stage = Stage(board())
    stage.happen(*acts)
    return stage.items


def rolled(side: str, *dice: int) -> list[StoryItem]:
    """Dice of one battle each."""
    return happened(*(Rolled(phrase("battle", kind="fleet", place="0606", side=side), (die,), DIE) for die in dice))


def section(items: Sequence[StoryItem], title: str) -> Section:
    return next(each for each in luck(items) if each.title == title)


def table(items: Sequence[StoryItem], title: str) -> list[tuple[str, ...]]:
    return [row for block in section(items, title).blocks if isinstance(block, Columns) for row in block.rows]


def sentences(items: Sequence[StoryItem], title: str) -> list[str]:
    return [block.text for block in section(items, title).blocks
            if isinstance(block, Paragraph) and block.tone != "quiet"]


def attack(side: str, dice: tuple[int, int], low: int = 2, high: int = 3) -> e.SubmarinesAttacked:
    return e.SubmarinesAttacked("witp 10.4.b", side, ("JP-L-1",), dice, low, high, low <= sum(dice) <= high)


def test_no_dice_no_luck() -> None:
    assert luck([]) == []
    assert luck(happened(e.StepBegan("witp 3.1", "bases"))) == []


class TestBattles:
    def test_figures(self) -> None:
        items = rolled("japan", 6, 6, 5, 4, 6, 5) + rolled("allies", 1, 2, 3, 1, 4, 2, 3)
        assert table(items, "Battle dice") == [  # 11 / √17.5 = 2.63; −8.5 / √20.42 = −1.88
            ("Japan", "6", "32", "21.0", "5.33", "+2.6"),
            ("Allies", "7", "16", "24.5", "2.29", "−1.9")]
        assert sentences(items, "Battle dice") == [
            "The battle dice of Japan were 2.6 standard deviations above what was to be expected.",
            "The battle dice of the Allies were 1.9 standard deviations below what was to be expected."]

    def test_the_same_in_numbers(self) -> None:
        items = rolled("japan", 6, 6, 5, 4, 6, 5) + rolled("allies", 1, 2, 3, 1, 4, 2, 3)
        assert lucks(items) == [Luck("battle", "japan", 6, 32, 21.0, 17.5),
                                Luck("battle", "allies", 7, 16, 24.5, pytest.approx(20.417, abs=0.001))]

    def test_as_expected(self) -> None:
        items = rolled("japan", 1, 6, 2, 5, 3, 4) + rolled("allies", 3, 4, 3, 4, 4)
        assert [row[-1] for row in table(items, "Battle dice")] == ["0.0", "+0.1"]
        assert sentences(items, "Battle dice")[0] == \
            "The battle dice of Japan were just as was to be expected."

    def test_four_dice_are_too_few_and_five_are_not(self) -> None:
        items = rolled("japan", 6, 6, 6, 6) + rolled("allies", 6, 6, 6, 6, 6)
        assert [row[-1] for row in table(items, "Battle dice")] == ["–", "+3.3"]
        assert sentences(items, "Battle dice")[0] == "Japan threw 4 dice in battles: too few to say anything."

    def test_says_what_a_deviation_means_where_there_is_one(self) -> None:
        assert [block.tone for block in section(rolled("japan", 1, 2, 3, 4), "Battle dice").blocks
                if isinstance(block, Paragraph)] == ["plain", "plain"]
        assert [block.tone for block in section(rolled("japan", 1, 2, 3, 4, 5), "Battle dice").blocks
                if isinstance(block, Paragraph)] == ["plain", "plain", "quiet"]

    def test_a_side_that_has_thrown_none(self) -> None:
        items = rolled("allies", 5)
        assert table(items, "Battle dice") == [("Japan", "0", "0", "0.0", "–", "–"),
                                               ("Allies", "1", "5", "3.5", "5.00", "–")]
        assert sentences(items, "Battle dice")[1] == "Allies threw 1 die in battles: too few to say anything."

    def test_both_of_two_dice_count(self) -> None:
        items = happened(Rolled(phrase("battle", kind="assault", place="0606", side="japan"), (3, 2), DIE),
                         Rolled(phrase("battle", kind="ground", place="0504", side="japan"), (6,), DIE))
        assert BATTLES.tally(items, "japan") == Tally(3, 11, Fraction(21, 2), Fraction(35, 4))

    def test_no_other_dice_do(self) -> None:
        items = happened(Rolled(LABEL["japan"], (1, 1), DIE),
                         Rolled(phrase("submarines", units=("JP-L-1",), place="0804"), (6, 6), DIE))
        assert BATTLES.tally(items, "japan").throws == 0

    def test_every_battle_is_found_by_its_labels(self, items: Sequence[StoryItem]) -> None:
        for side in SIDES:
            dice = [die for item in items if isinstance(item.act, e.BattleFought)
                    for die in getattr(item.act, side)["dice"]]
            assert BATTLES.tally(items, side).throws >= len(dice) > 0


def test_every_die_is_counted_once(items: Sequence[StoryItem]) -> None:
    thrown = sum(len(item.act.dice) for item in items if isinstance(item.act, Rolled))
    assert thrown == sum(BATTLES.tally(items, side).throws + 2 * POINTS.tally(items, side).throws
                         + 2 * SUBMARINES.tally(items, side).throws for side in SIDES)


class TestResourcePoints:
    def test_figures(self) -> None:
        items = happened(*(Rolled(LABEL["japan"], (5, 2), DIE) for _ in range(5)), Rolled(LABEL["allies"], (1, 4), DIE))
        assert table(items, "Dice for resource points") == [  # 15 / √(5 · 35/6) = 2.78
            ("Japan", "5", "+15", "+2.8"), ("Allies", "1", "−3", "–")]

    def test_they_are_those_of_the_turns(self, items: Sequence[StoryItem]) -> None:
        for side in SIDES:
            events = [item.act for item in items if isinstance(item.act, e.ResourcesDetermined)
                      and item.act.side == side and item.act.white is not None]
            tally = POINTS.tally(items, side)
            assert tally.throws == len(events) > 0
            assert tally.sum == sum((act.white or 0) - (act.red or 0) for act in events)


class TestSubmarines:
    def test_figures(self) -> None:
        """Chance of 2 or 3: 3 of 36; of 2 to 5: 10 of 36."""
        items = happened(*(attack("japan", (1, 1), high=5) for _ in range(5)), attack("allies", (6, 6)))
        assert SUBMARINES.tally(items, "japan") == Tally(
            5, 5, Fraction(50, 36), 5 * Fraction(10, 36) * Fraction(26, 36))
        assert table(items, "Submarines") == [
            ("Japan", "5", "5", "1.39", "+3.6"), ("Allies", "1", "0", "0.08", "–")]

    def test_attacks_that_cannot_hit(self) -> None:
        items = happened(*(attack("japan", (6, 6), high=1) for _ in range(6)))
        assert table(items, "Submarines")[0] == ("Japan", "6", "0", "0.00", "–")


class TestSingleThrows:
    def test_who_plays_japan(self) -> None:
        assert table(short_game().entries, "Single throws") == [
            ("First player gets Japan", "4", "at most 3", "50 %", "no")]

    def test_entry_and_sudden_death(self) -> None:
        assert table(delayed_entry().entries, "Single throws") == [
            ("America enters the war", "4 + 3", "at most 5", "28 %", "no"),
            ("Sudden death at Manila (0606)", "1 + 2", "at most 3", "8 %", "yes")]

    def test_certain_and_settled_without_dice(self) -> None:
        acts: list[Event] = [
            e.EntryRolled(phrase("witp 13.4.a"), (6, 6), 6, 7, True), e.BaseTaken("witp SD.b", "0606", 1, 2),
            e.SidesSettled("witp 13.2.b", "first", "second", 18, {"first": 18, "second": 17})]
        throws = [throw for item in happened(*acts) if (throw := deciding_throw(item))]
        assert [(throw.chance, throw.came) for throw in throws] == [(1, True)]


def test_the_sections_of_a_whole_turn() -> None:
    assert [each.title for each in luck(busy_turn().entries)] == [
        "Battle dice", "Dice for resource points", "Submarines"]
