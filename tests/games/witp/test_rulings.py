"""The referee's rulings: what they change, and what they cannot."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board import events
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.events import GameEnded, Ruled
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.rules import rulings
from witp_pbem.table.demand import Understood
from witp_pbem.table.problem import Problem

START = board("JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1", "JP-N-2 0606", "US-L-1 0607", "US-N-1 due 9", japan=["0605"],
              allies=["0607"], rp={"japan": 3, "allies": 5})


def ruled(words: str, position: Position = START) -> Position:
    verdict = rulings.judge(position, reading.order(packaged(), f'ruling {words} because "so agreed"'))
    assert isinstance(verdict, Understood), verdict
    for event in verdict.answer:
        assert (event.rule, event.reason) == ("referee", "so agreed")
        position = events.apply(position, event)
    return position


def refused(words: str) -> list[Problem]:
    verdict = rulings.judge(START, reading.order(packaged(), f'ruling {words} because "so agreed"'))
    assert not isinstance(verdict, Understood), verdict
    return list(verdict)


PUT = {"hex": "0707", "status": "map", "aboard": "", "water": ""}
STRUCK = {"hex": "", "status": "removed", "aboard": "", "water": ""}
BOTH = {"JP-N-1": STRUCK, "JP-L-1": STRUCK}  # a ship and its cargo


@pytest.mark.parametrize(("words", "changes"), [
    ("for Japan: spend 3 RP", {"rp": {"japan": 0}}), ("for the Allies: gain 9 RP", {"rp": {"allies": 14}}),
    ("for Japan: base at Hainan", {"bases": {"japan": ("0506", "0605")}}),
    ("for Japan: base at Taiwan", {"bases": {"japan": ("0605",)}}),
    ("for Japan: no base at Taiwan", {"bases": {"japan": ()}}),
    ("for Japan: no base at Leyte", {"bases": {"japan": ("0605",)}}),
    ("put JP-N-2 at Palau", {"units": {"JP-N-2": PUT}}), ("put US-N-1 at Palau", {"units": {"US-N-1": PUT}}),
    ("put JP-N-1 at Palau", {"units": {"JP-N-1": PUT, "JP-L-1": {**PUT, "aboard": "JP-N-1"}}}),
    ("put JP-N-1, JP-L-1 at Palau", {"units": {"JP-N-1": PUT, "JP-L-1": {**PUT, "aboard": "JP-N-1"}}}),
    ("put JP-L-1 at Palau", {"units": {"JP-L-1": PUT}}),
    ("strike JP-N-1", {"units": BOTH}), ("for Japan: strike 1 naval at Manila", {"units": BOTH}),
    ("for Japan: reduce 2 naval at Manila", {"units": {"JP-N-1": {"full": False}, "JP-N-2": {"full": False}}}),
    ("restore JP-N-1", {"units": {"JP-N-1": {"full": True}}})])
def test_what_a_ruling_changes(words: str, changes: dict[str, Any]) -> None:
    """The event itself: of the referee's edits a case shows the position alone."""
    text = f'ruling {words} because "so agreed"'
    verdict = rulings.judge(START, reading.order(packaged(), text))
    assert isinstance(verdict, Understood), verdict
    assert verdict.answer == [Ruled("referee", "so agreed", text, **changes)]
    assert verdict.order == reading.ordered(text)


def test_what_is_put_ashore_and_what_is_struck() -> None:
    assert ruled("put JP-L-1 at Manila").units["JP-L-1"].ashore
    assert [ruled("strike JP-N-1").units[key].status for key in ("JP-N-1", "JP-L-1")] == ["removed", "removed"]


@pytest.mark.parametrize(("side", "key", "winner"), [("Japan", "japan", "allies"), ("the Allies", "allies", "japan")])
def test_a_side_that_resigns_has_lost(side: str, key: str, winner: str) -> None:
    verdict = rulings.judge(START, reading.order(packaged(), f'ruling for {side}: resign because "so agreed"'))
    assert isinstance(verdict, Understood)
    assert verdict.answer == [Ruled("referee", "so agreed", resigned=key), GameEnded("referee", winner, "resigned")]


class TestRefused:
    @pytest.mark.parametrize(("words", "code"), [
        ("for Japan: spend 4 RP", "not-enough-points"), ("for Japan: base at Leyte", "enemy-base-there"),
        ("for Japan: base at 9999", "no-such-hex"), ("put JP-N-1 at 9999", "no-such-hex"),
        ("strike JP-N-77", "unknown-unit"),
        ("for Japan: reduce 9 naval at Manila", "too-few-units"),
        ('for Japan: decide "retret to Leyte"', "unknown-order"),
        ('for Japan: decide "retreat to"', "order-breaks-off"),
        ('for Japan: decide "pass pass"', "one-order-a-ruling"), ('for Japan: decide ""', "empty-file"),
    ])
    def test_what_cannot_be_carried_out(self, words: str, code: str) -> None:
        (problem,) = refused(words)
        assert problem.code == code
        assert problem.span.line == 1


class TestDecisions:
    def test_an_order_decided_for_a_side(self) -> None:
        order = reading.order(packaged(), 'ruling for Japan: decide "retreat to Leyte" because "he is ill"')
        decided = game().ruling_for(order)
        assert decided is not None
        assert (decided[0], decided[1].statement.text) == ("japan", "retreat to Leyte")

    @pytest.mark.parametrize("words", ["retret to Leyte", "pass pass", "dice 3 4", "lose"])
    def test_what_is_no_order_decides_nothing(self, words: str) -> None:
        order = reading.order(packaged(), f'ruling for Japan: decide "{words}" because "he is ill"')
        assert game().ruling_for(order) is None

    def test_points_for_an_impulse(self) -> None:
        order = reading.order(packaged(), 'ruling for Allies: spend 1 RP as impulse because "x"')
        assert game().ruling_for(order) == ("allies", order)
