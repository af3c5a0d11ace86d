"""Combat to the last detail: what refusals name, and battles of Chinese and other Allied units together."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board, owed, play, told
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.events import BattleFought
from witp_pbem.games.witp.rules.chapter_04_cards.effects import BattleScene
from witp_pbem.games.witp.rules.chapter_09_combat import combat
from witp_pbem.table.demand import Order, Understood

MANILA = BattleScene("fleet", "0606", "", {"japan": (), "allies": ()})


def order(words: str) -> Order:
    return reading.order(packaged(), words)


class TestTheNextCombat:
    POSITION = board("JP-N-1 0606", "US-N-1 0606", "JP-N-2 0707", "US-N-2 0707")

    def test_what_is_asked(self) -> None:
        (due,) = owed(combat.play, self.POSITION).dues
        assert (due.demand.code, due.demand.rule) == ("combat-hex", "witp 9.0.c")
        assert dict(due.demand.about) == {"hexes": ["0606", "0707"]}
        assert reading.offered(due.demand.choices()) == ["resolve Manila (0606)", "resolve Palau (0707)"]
        assert due.demand.standing

    @pytest.mark.parametrize(("words", "number"), [
        ("resolve Palau", "0707"), ("resolve Truk, Palau, Manila", "0707"), ("resolve Truk, then any", "0606")])
    def test_the_first_of_a_list_that_is_open(self, words: str, number: str) -> None:
        found = combat.judge_hex(self.POSITION, order(words), ["0606", "0707"])
        assert found == Understood(number, {"order": "resolve", "places": [number]})

    def test_another_hex_is_refused_with_one_that_is_open(self) -> None:
        found = combat.judge_hex(self.POSITION, order("resolve Truk"), ["0606", "0707"])
        assert not isinstance(found, Understood)
        (problem,) = found
        assert (problem.code, problem.rule, dict(problem.values)) == (
            "no-combat-there", "witp 9.0.a", {"place": "0907"})
        assert (problem.span.column, reading.advice(problem)) == (9, "resolve Manila (0606)")


class TestWithheldSupport:
    POSITION = board("JP-A-1 0605", "JP-A-2 0707", "JP-A-3 0605")

    @pytest.mark.parametrize(("words", "kept"), [
        ("withhold 1 air", ("JP-A-1",)), ("withhold all air", ("JP-A-1", "JP-A-2", "JP-A-3")),
        ("withhold JP-A-3", ("JP-A-3",)), ("withhold 2 air", ("JP-A-1", "JP-A-2")),
        ("withhold 1 air at Palau", ("JP-A-2",)), ("withhold JP-A-1, 1 air", ("JP-A-1", "JP-A-2"))])
    def test_those_named(self, words: str, kept: tuple[str, ...]) -> None:
        units = [self.POSITION.units[key] for key in ("JP-A-1", "JP-A-2", "JP-A-3")]
        found = combat.judge_withhold(self.POSITION, order(words), MANILA, units)
        assert found == Understood(kept, {"order": "withhold", "units": list(kept)})

    def test_nobody_in_range(self) -> None:
        found = combat.judge_withhold(self.POSITION, order("withhold JP-A-2"), MANILA, [self.POSITION.units["JP-A-1"]])
        assert not isinstance(found, Understood)
        (problem,) = found
        assert (problem.code, problem.rule) == ("no-such-support", "witp 9.3.a")
        assert dict(problem.values) == {"place": "0606", "units": ["JP-A-1"]}
        assert problem.span.line == 1


@pytest.mark.parametrize(("units", "china"), [
    (["CN-L-1 0504"], True), (["CN-L-1 0504", "UK-L-1 0504"], True), (["UK-L-1 0504"], False)])
def test_one_chinese_unit_makes_it_the_battle_in_china(units: list[str], china: bool) -> None:
    table = play(combat.play, board("JP-L-1 0504", *units), "lose any", "lose any retreat to any", [6, 1])
    (battle,) = told(table, BattleFought)
    assert battle.china is china
    assert table.position.china_fought is china
