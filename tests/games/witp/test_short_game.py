"""Section 13.2 beside its cases: how a shortened game is founded, what its position keeps, what a bid may be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.witp import reading
from witp_pbem.games.witp.board import setup, state
from witp_pbem.games.witp.board.events import BidsTied, GameEnded, SitesCounted
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.rules.chapter_13_scenarios import bidding
from witp_pbem.games.witp.rules.precheck import precheck
from witp_pbem.table.demand import Understood
from witp_pbem.table.event import Event
from witp_pbem.table.manual_dice import ManualFate
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import sit
from witp_pbem.table.wording import hint_sentence, problem_sentence

GAME = game()
SEATED = {"japan": "second", "allies": "first"}


def opened(turn: str = "6") -> Position:
    position = GAME.open("short", {"last_turn": turn})
    assert isinstance(position, Position), position
    return position


def settled(**changes: Any) -> Position:
    """A shortened game after the bids."""
    return replace(opened(), **{"step": "start", "bid": 20, "players": SEATED, **changes})


def said(position: Position, **changes: Any) -> str:
    """What is wrong with a position as a campaign's beginning."""
    problems = GAME.check_position({**GAME.to_json(position), **changes})
    return "\n".join(problem_sentence(problem, GAME.catalogue) for problem in problems)


# -- founding (13.2.a) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "turn"), [("1", 1), ("6", 6), ("16", 16), ("\uff16", 6)])
def test_a_last_turn_that_can_be_agreed_on(text: str, turn: int) -> None:
    position = opened(text)
    assert position.options == {"last_turn": turn} and (position.step, position.turn) == ("bids", 1)
    assert position.units == GAME.open("standard", {}).units  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["0", "17", "-1", "six", "", "6.0", "²"])
def test_a_last_turn_that_cannot(text: str) -> None:
    problems = setup.open_position(GAME.data, "short", {"last_turn": text})
    assert [problem.code for problem in problems] == ["bad-last-turn"]  # type: ignore[union-attr]


def test_a_last_turn_must_be_agreed_on_in_a_shortened_game_and_nowhere_else() -> None:
    for scenario, options, code in (("short", {}, "last-turn-missing"),
                                    ("standard", {"last_turn": "6"}, "last-turn-fixed")):
        (problem,) = setup.open_position(GAME.data, scenario, options)  # type: ignore[misc]
        assert isinstance(problem, Problem) and problem.code == code


# -- the position -------------------------------------------------------------------------------------------------


def test_who_can_send_orders() -> None:
    assert dict(GAME.players_at(opened())) == {"first": "first", "second": "second"}
    assert list(GAME.players_at(settled()).items()) == [("japan", "second"), ("allies", "first")]
    assert dict(GAME.players_at(settled(players={}))) == {"japan": "japan", "allies": "allies"}
    assert GAME.hand(opened(), "first") == ()


def test_the_position_keeps_bid_and_seats_and_only_a_shortened_game_has_them() -> None:
    record = GAME.to_json(settled())
    assert (record["bid"], record["players"]) == (20, SEATED)
    assert GAME.from_json(record) == settled()
    assert not {"bid", "players"} & set(state.FORM.to_json(GAME.open("standard", {})))  # type: ignore[arg-type]


def test_positions_of_a_shortened_game_that_can_be() -> None:
    for position in (opened(), settled(), settled(players={}), settled(bid=0), settled(bid=63), settled(step="setup")):
        assert not said(position)


@pytest.mark.parametrize(("changes", "field"), [
    ({"options": {}}, "last_turn"), ({"options": {"last_turn": 17}}, "last_turn"), ({"turn": 7}, "last_turn"),
    ({"options": {"last_turn": True}}, "last_turn"), ({"bid": None, "players": {}}, "bid"), ({"bid": 64}, "bid"),
    ({"bid": -1}, "bid"), ({"bid": "20"}, "bid"), ({"step": "bids"}, "bid"), ({"scenario": "standard"}, "bid"),
    ({"players": {"japan": "first"}}, "players"), ({"players": {"japan": "first", "allies": "first"}}, "players"),
    ({"players": {"japan": "Ann", "allies": "first"}}, "players"), ({"players": []}, "players")])
def test_positions_that_cannot(changes: dict[str, Any], field: str) -> None:
    assert field in said(settled(), **changes)


@pytest.mark.parametrize("changes", [{"bid": 3}, {"players": SEATED}, {"options": {"last_turn": 6}}, {"step": "bids"}])
def test_nothing_of_it_elsewhere(changes: dict[str, Any]) -> None:
    position = GAME.open("standard", {})
    assert isinstance(position, Position) and not said(position)
    assert "shortened game" in said(position, **changes)


# -- bids (13.2.b) ------------------------------------------------------------------------------------------------


def bid(text: str) -> Any:
    return bidding.judge(opened(), reading.order(GAME.data, text))


def test_a_bid_is_told_back_in_full() -> None:
    assert bid("bid 27") == Understood(27, {"order": "bid", "amount": 27}, "of 63 ports and airfields")
    assert bid("入札 27 bases").order == {"order": "bid", "amount": 27}
    assert bid("bid 63").answer == 63 and bid("bid 0").answer == 0
    (problem,) = bid("bid 64")
    assert problem.certain and reading.advice(problem) == "bid 63"
    assert problem.values == {"bid": 64, "limit": 63} and problem.span.column == 5


def sitting(*bids: tuple[str, int]) -> Any:
    """A sitting of the bids, in which no die is at hand."""
    hand = PendingOrders([(seat, reading.order(GAME.data, f"bid {amount}")) for seat, amount in bids])
    return sit(GAME, opened(), (), hand, ManualFate([], [], {}), stop=lambda table: True)


def test_what_is_asked_of_both() -> None:
    for number, result in ((1, sitting()), (2, sitting(("first", 27), ("second", 27)))):
        assert [due.demand.side for due in result.dues] == ["first", "second"]
        for due in result.dues:
            demand = due.demand
            assert (demand.code, demand.rule, demand.about) == (
                "bid", "witp 13.2.b", {"limit": 63, "turn": 6, "round": number})
            assert list(demand.choices()) == list(bidding.choices(opened()))


def test_what_two_ties_tell_before_the_die() -> None:
    result = sitting(("first", 27), ("second", 27), ("first", 20), ("second", 20))
    assert [act for act in result.acts if isinstance(act, Event)] == [
        BidsTied("witp 13.2.b", 27, 1), BidsTied("witp 13.2.b", 20, 2)]
    assert [due.demand.about["label"] for due in result.dues] == [{"code": "who-plays-japan"}]


def test_every_bid_can_be_chosen_from_what_japan_has_upwards() -> None:
    choices = reading.offered(bidding.choices(opened()))
    assert len(choices) == len(set(choices)) == 64 and choices[0] == "bid 17" and choices[-1] == "bid 16"
    assert all(isinstance(bid(choice), Understood) for choice in choices)


def test_the_advice_of_the_data_names_its_source() -> None:
    demand = bidding.demand_bid(opened(), "first", 1)
    assert demand.hint is not None and demand.hint["source"].startswith("reconstructed")
    assert demand.hint["now"] == 17 and "29 for last turn 6" in hint_sentence(demand, GAME.catalogue)
    silent = {key: value for key, value in GAME.data.scenarios["short"].items() if key != "bid"}
    plain = {**GAME.data.scenarios, "short": silent}
    assert bidding.advice(replace(opened(), data=replace(GAME.data, scenarios=plain))) is None


def test_nothing_else_is_ordered_before_the_sides_are_settled() -> None:
    (problem,) = precheck(opened(), "first", reading.order(GAME.data, "build Truk"))
    assert problem.code == "no-side-yet" and problem.certain
    assert not precheck(opened(), "first", reading.order(GAME.data, "bid 3"))
    assert [problem.code for problem in precheck(opened(), "second", reading.order(GAME.data, "bid 99"))] == [
        "bid-too-high"]


# -- the end (13.2.c) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bid_", "winner", "reason"), [(17, "japan", "bid-kept"), (18, "allies", "bid-missed")])
def test_the_end_names_every_port_and_airfield_that_counts(bid_: int, winner: str, reason: str) -> None:
    result = sit(GAME, settled(turn=6, step="end", bid=bid_, china_surrendered=True), (), PendingOrders(),
                 ManualFate([], [], {}))
    counted, ended = [act for act in result.acts if isinstance(act, Event)][-2:]
    assert isinstance(counted, SitesCounted) and counted.bid == bid_
    assert len(counted.hexes) == 17 and {"0804", "0707"} <= set(counted.hexes)
    assert ended == GameEnded("witp 13.2.c", winner, reason)
    assert GAME.narration.ending({"winner": winner, "reason": reason}).endswith(
        "ports and airfields as were bid, or more." if winner == "japan" else "ports and airfields than were bid.")
