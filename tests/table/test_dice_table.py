"""The rules for many plays: a position that plays come to again is the same one, however many there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.campaign import toy
from tests.campaign.toy import Changed
from witp_pbem.table import dice_table
from witp_pbem.table.dice_table import SharedPositions
from witp_pbem.table.sitting import GameRules

START = toy.Position()


def gain(side: str, by: int) -> Changed:
    return Changed("toy 1", "points", side, by)


def played(rules: GameRules, events: Sequence[Changed]) -> Any:
    position = START
    for event in events:
        position = rules.apply(position, event)
    return position


def test_what_plays_come_to_again_is_the_same_position() -> None:
    rules = SharedPositions(toy.game(), {})
    first = played(rules, [gain("red", 1), gain("blue", 2)])
    assert first.points == {"red": 1, "blue": 2}
    assert played(rules, [gain("red", 1), gain("blue", 2)]) is first
    assert played(rules, [gain("red", 2), gain("blue", 2)]).points == {"red": 2, "blue": 2}
    assert played(rules, [gain("blue", 2), gain("red", 1)]) == first


def test_a_position_that_was_noted_is_gone_on_from() -> None:
    rules, after = SharedPositions(toy.game(), {}), toy.Position(turn=7)
    rules.keep(START, gain("red", 1), after)
    assert rules.apply(START, gain("red", 1)) is after
    assert rules.apply(toy.Position(), gain("red", 1)) is not after, "another position, though an equal one"


@pytest.mark.parametrize("limit", ["MOST_POSITIONS", "MOST_NEXT"])
def test_what_is_not_kept_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(dice_table, limit, 1)
    rules, plain = SharedPositions(toy.game(), {}), GameRules(toy.game())
    plays = [[gain("red", one), gain("blue", other)] for one in range(4) for other in range(4)]
    for _ in range(2):
        assert [played(rules, play) for play in plays] == [played(plain, play) for play in plays]
    assert len(rules.after) == 1 if limit == "MOST_POSITIONS" else all(
        len(following) == 1 for _, following in rules.after.values())
