"""The story of a whole campaign: a section a step, headed with the turn that begins; and what the dice gave."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.atoll.test_campaigns import played
from witp_pbem.campaign.explaining.matters import Record
from witp_pbem.table.language import speaking
from witp_pbem.table.story import Columns, Paragraph, Section


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """A campaign of four turns, with ships that arrive and battles."""
    return Record(played(tmp_path / "sea", 2, options={"turns": "4"}).open())


def test_steps_stand_under_their_rules_and_turns_where_they_begin(record: Record) -> None:
    sections = record.game.narration.story(record.happenings)
    rest = [("Movement", "atoll 3.a"), ("Battle", "atoll 4.a"), ("Scoring", "atoll 1.b")]
    assert [(section.title, section.rule) for section in sections] == [
        ("Cards", ""), ("Reinforcement", "atoll 2.b"), *rest, ("Turn 2: Cards", "atoll 2.a"), *rest,
        ("Turn 3: Cards", "atoll 2.a"), ("Reinforcement", "atoll 2.b"), *rest,
        ("Turn 4: Reinforcement", "atoll 2.b"), *rest]
    with speaking("ja"):
        assert record.game.narration.story(record.happenings)[5].title == "第2ターン、カード"


def test_a_step_in_which_nothing_happened_says_so_once_it_is_over(record: Record) -> None:
    def battles(happenings: int) -> list[Section]:
        return [section for section in record.game.narration.story(record.happenings[:happenings])
                if section.title == "Battle"]

    begun = next(number for number, happening in enumerate(record.happenings)
                 if getattr(happening.act, "step", "") == "battle")
    assert battles(begun + 1) == []
    assert battles(begun + 2)[0].blocks == (Paragraph("No battle was fought.", tone="quiet"),)


def test_dice_are_counted_as_declared(record: Record) -> None:
    rows = {section.title: [row for block in section.blocks if isinstance(block, Columns) for row in block.rows]
            for section in record.game.narration.luck(record.happenings)}
    assert rows == {"Battle dice": [("Blue", "5", "20", "17.5", "4.00", "+0.7"),
                                    ("Orange", "2", "6", "7.0", "3.00", "–")],
                    "Arrivals": [("Blue", "3", "1", "1.50", "–"), ("Orange", "1", "1", "0.50", "–")]}


def test_battles_make_the_headline_and_points_say_who_leads(record: Record) -> None:
    narration, last = record.game.narration, record.happenings[-1].position_after
    first = narration.highlights(record.happenings)[0]
    assert first.startswith("Battle at ") and not first.endswith(".")
    assert narration.highlights(()) == []
    ahead, level = ({"blue": 3, "orange": count} for count in (1, 3))
    assert record.game.score(last.but(points=ahead)) == "Blue leads: Blue 3, Orange 1."
    assert record.game.score(last.but(points=level)) == "Nobody leads: Blue 3, Orange 3."
    with speaking("ja"):
        assert record.game.score(last.but(points=ahead)) == "青がリードしています（青3、橙1）。"
