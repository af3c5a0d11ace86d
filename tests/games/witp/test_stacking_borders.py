"""Sections 8.3 and 10.5: how far an order to disband reaches, and what it is refused for."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, owed, play, problems, told, written
from witp_pbem.games.witp.board.events import BaseRemoved, UnitRemoved
from witp_pbem.games.witp.rules.chapter_10_redeployment import stacking
from witp_pbem.table.demand import Understood

FLEETS = ("JP-CV-1 0707", "JP-N-1 0707 reduced", *(f"JP-N-{n} 0707" for n in range(2, 6)), "JP-CV-2 0707 reduced")


def test_any_disbands_what_is_lost_least() -> None:
    """Of seven fleets two: reduced before full ones, surface fleets before carriers."""
    table = play(stacking.check, board(*FLEETS), japan="disband any at Palau")
    assert answers(table) == ["disband JP-N-1, JP-CV-2 at Palau (0707)"]


def test_then_any_fills_up_what_is_not_named() -> None:
    table = play(stacking.check, board(*FLEETS), japan="disband JP-CV-1, then any")
    assert answers(table) == ["disband JP-CV-1, JP-N-1 at Palau (0707)"]


def test_the_order_named_decides_where_more_are_named_than_have_to_go() -> None:
    table = play(stacking.check, board(*FLEETS), japan="disband all carriers, all naval at Palau")
    assert [event.unit for event in told(table, UnitRemoved)] == ["JP-CV-2", "JP-CV-1"]


@pytest.mark.parametrize("words", ["disband 1 land at Palau", "disband any at Truk", "disband all fleets at Truk"])
def test_an_order_for_another_hex_or_other_units_is_left_alone(words: str) -> None:
    (due,) = owed(stacking.check, board(*FLEETS), japan=words).dues
    assert due.problems == ()


def test_the_demand_says_where_how_many_and_among_whom() -> None:
    (due,) = owed(stacking.check, board(*FLEETS)).dues
    assert due.demand.about == {"place": "0707", "group": "fleet", "limit": 5, "count": 2, "units": [
        "JP-CV-1", "JP-N-1", "JP-N-2", "JP-N-3", "JP-N-4", "JP-N-5", "JP-CV-2"]}


def test_too_few_named_is_refused_with_an_order_that_will_do() -> None:
    position = board(*FLEETS)
    order = written("japan", "disband JP-N-3 at Palau")[0][1]
    verdict = stacking.judge(position, stacking.excesses(position)[0], order)
    assert not isinstance(verdict, Understood)
    (problem,) = verdict
    assert problem.span == order.statement.span
    assert (problem.code, problem.rule, reading.advice(problem)) == (
        "too-few-disbanded", "witp 8.3.f", "disband JP-N-1, JP-CV-2 at Palau (0707)")
    assert problem.values == {"place": "0707", "group": "fleet", "limit": 5, "wanted": 2, "found": 1}


def test_units_equally_strong_but_not_alike_have_to_be_named() -> None:
    position = board(*FLEETS[2:], "JP-CV-1 0707", "JP-CV-3 0707")
    order = written("japan", "disband 2 fleet at Palau")[0][1]
    verdict = stacking.judge(position, stacking.excesses(position)[0], order)
    assert not isinstance(verdict, Understood)
    (problem,) = verdict
    assert problem.span == order.body.body.units[0].span
    assert (problem.code, problem.certain) == ("which-to-disband", False)
    assert problem.values["units"] == ["JP-CV-2", "JP-N-2", "JP-N-3", "JP-N-4", "JP-N-5", "JP-CV-1", "JP-CV-3"]


def test_what_stands_behind_an_ambiguous_name_does_not_hide_it() -> None:
    position = board(*FLEETS[2:6], "JP-CV-1 0707", "JP-CV-3 0707", "JP-N-6 0707")
    (problem,) = problems(stacking.check, position, japan="disband 1 fleet, then any")
    assert problem.code == "which-to-disband"


def test_a_port_that_is_not_the_sides_has_no_fleet_limit_for_it() -> None:
    """Six American fleets at Truk, which Japan holds: they have left the game before, or are not looked at here."""
    position = board("JP-L-1 1007", *(f"US-N-{n} 1007" for n in range(1, 7)))
    assert stacking.excesses(position) == []


def test_a_base_left_without_its_land_unit_falls_at_once() -> None:
    position = board("JP-L-1 0805", "JP-A-1 0805", "US-L-1 0805", japan=("0805",))
    table = play(stacking.check, position, japan="disband JP-L-1 at 0805 displace air from 0805 to Okinawa")
    assert told(table, BaseRemoved) == [BaseRemoved("witp 8.8.b", "japan", "0805", "overrun")]
