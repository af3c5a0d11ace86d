"""The referee's rulings: what they change, and what they cannot."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board import events
from witp_pbem.games.witp.board.data import packaged
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


class TestEdits:
    def test_points(self) -> None:
        assert ruled("for Japan: spend 2 RP").rp == {"japan": 1, "allies": 5}
        assert ruled("for the Allies: gain 2 RP").rp == {"japan": 3, "allies": 7}

    def test_bases(self) -> None:
        assert ruled("for Japan: base at Truk").bases["japan"] == ("0605", "0907")
        assert ruled("for Japan: no base at Taiwan").bases["japan"] == ()

    def test_units_are_put_somewhere(self) -> None:
        position = ruled("put JP-N-2, US-N-1 at Palau")
        assert [position.units[key].hex for key in ("JP-N-2", "US-N-1")] == ["0707", "0707"]
        assert position.units["US-N-1"].status == "map"

    def test_cargo_goes_with_its_ship(self) -> None:
        position = ruled("put JP-N-1 at Palau")
        assert (position.units["JP-L-1"].hex, position.units["JP-L-1"].aboard) == ("0707", "JP-N-1")
        gone = ruled("strike JP-N-1")
        assert [gone.units[key].status for key in ("JP-N-1", "JP-L-1")] == ["removed", "removed"]

    def test_cargo_is_put_ashore(self) -> None:
        position = ruled("put JP-L-1 at Manila")
        assert position.units["JP-L-1"].ashore

    def test_units_are_reduced_and_restored(self) -> None:
        position = ruled("for Japan: reduce 1 naval at Manila")
        assert [unit.id for unit in position.units.values() if not unit.full] == ["JP-N-1"]
        assert ruled("restore JP-N-1", position).units["JP-N-1"].full


class TestRefused:
    @pytest.mark.parametrize(("words", "code"), [
        ("for Japan: spend 4 RP", "not-enough-points"), ("for Japan: base at Leyte", "enemy-base-there"),
        ("for Japan: base at 9999", "no-such-hex"), ("put JP-N-1 at 9999", "no-such-hex"),
        ("put JP-N-1", "order-breaks-off"),
        ("strike JP-N-77", "unknown-unit"), ("reduce 1 naval at Manila", "name-units-by-id"),
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
