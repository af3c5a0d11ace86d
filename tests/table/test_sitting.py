"""Sittings: playing until somebody owes something, and playing on from the record. The game is the toy game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.campaign import toy
from witp_pbem.table.acts import Act, Answered, Edited
from witp_pbem.table.demand import Order
from witp_pbem.table.manual_dice import ManualFate, ManualItem
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.sitting import SittingResult, read_order, sit
from witp_pbem.table.table import Diverged
from witp_pbem.table.text import read

GAME = toy.game()


def hand(**orders: str) -> PendingOrders:
    made = []
    for side, words in orders.items():
        for index, statement in enumerate(read(words, GAME.lexicon).statements):
            made.append((side, Order(statement, GAME.read(statement), (1, index))))
    return PendingOrders(made)


def fate(*dice: int) -> ManualFate:
    cards = [ManualItem("storm", "red", (9, 0)), ManualItem("calm", "blue", (9, 1))]
    drawn = {"flags/9.0": "storm", "flags/9.1": "calm"}
    return ManualFate([ManualItem(die, "", (2, 0)) for die in dice], cards, drawn)


def play(record: Sequence[Act] = (), *dice: int, edits: Sequence[tuple[int, int]] = (), ruling: str = "",
         **orders: str) -> SittingResult:
    rulings = {}
    if ruling:
        order = read_order(GAME, ruling)  # type: ignore[arg-type]
        assert isinstance(order, Order)
        rulings = {(5, 0): order}
    return sit(GAME, GAME.open("standard", {}), record, hand(**orders), fate(*dice),  # type: ignore[arg-type]
               rulings=rulings, edits=edits)


def owed(sitting: SittingResult) -> list[tuple[str, str]]:
    return [(due.demand.side, due.demand.code) for due in sitting.dues]


def test_it_ends_where_decisions_are_owed() -> None:
    sitting = play()
    assert owed(sitting) == [("red", "bid"), ("blue", "bid")]
    assert sitting.position.step == "bids"


def test_a_sealed_bid_is_not_taken_before_the_other() -> None:
    first = play(red="bid 3")
    assert owed(first) == [("blue", "bid")]
    assert not any(isinstance(act, Answered) for act in first.acts)


def test_the_referee_owes_dice() -> None:
    sitting = play((), 4, red="bid 3 raid blue island", blue="bid 1")
    assert owed(sitting) == [("referee", "dice")]
    assert sitting.dues[0].demand.about == {"label": {"code": "raid", "side": "red"}, "count": 1, "low": 1, "high": 6}


def test_the_next_sitting_plays_the_same_and_goes_on() -> None:
    first = play(red="bid 3", blue="bid 1")
    assert owed(first) == [("red", "raid")]
    second = play(first.acts, 5, 5, red="raid blue island with 2 boats", blue="lose boats")
    assert second.acts[:len(first.acts)] == first.acts
    assert owed(second) == [("blue", "raid")]
    assert second.position.boats == {"red": 5, "blue": 4}
    assert play(second.acts).acts == second.acts


def test_playing_bit_by_bit_comes_to_the_same_as_at_once() -> None:
    orders = {"red": "bid 3 raid blue island pass play storm", "blue": "bid 1 lose boats pass play calm"}
    at_once = play((), 5, 5, **orders)
    acts: Sequence[Act] = ()
    steps: list[dict[str, Any]] = [{"red": "bid 3", "blue": "bid 1"}, {"red": "raid blue island"},
                                   {"blue": "lose boats"}, {"blue": "pass"}, {"red": "pass play storm"},
                                   {"blue": "play calm"}]
    for number, step in enumerate(steps):
        acts = play(acts, *([5, 5] if number == 1 else []), **step).acts
    plain = [act._replace(source=None) if isinstance(act, Answered) else act for act in acts]
    assert plain == [act._replace(source=None) if isinstance(act, Answered) else act for act in at_once.acts]


def test_a_record_the_rules_do_not_play_is_told_apart() -> None:
    first = play(red="bid 3", blue="bid 1")
    bids = next(index for index, act in enumerate(first.acts) if isinstance(act, Answered))
    forged = [*first.acts[:bids], Answered("red", "bid", {"order": "bid", "amount": 0}), *first.acts[bids + 1:]]
    with pytest.raises(Diverged) as diverged:
        play(forged)  # blue's point is in the record as red's
    assert "changed" in str(diverged.value).casefold()


@pytest.mark.parametrize("order", [
    {"order": "bid"}, {"order": "bid", "amount": "many"}, {"order": "bid", "amount": 1, "more": 2}, {"order": "chess"},
    {"order": "pass"}, {"order": "raid", "place": "9999", "boats": 1}, {"order": "bid", "amount": 99}])
def test_a_recorded_order_that_is_none_is_told_of(order: dict[str, Any]) -> None:
    first = play(red="bid 3", blue="bid 1")
    bids = next(index for index, act in enumerate(first.acts) if isinstance(act, Answered))
    with pytest.raises(Diverged) as diverged:
        play([*first.acts[:bids], Answered("red", "bid", order), *first.acts[bids + 1:]])
    assert diverged.value.number == bids


def test_an_illegal_order_is_reported_with_the_debt() -> None:
    (due,) = play(red="bid 30", blue="bid 1").dues
    assert [(problem.code, problem.instead) for problem in due.problems] == [
        ("bid-too-high", {"order": "bid", "amount": 5})]


def test_a_ruling_changes_the_position_once() -> None:
    first = play(edits=[(5, 0)], ruling="ruling red gains 4")
    assert first.position.points["red"] == 4
    assert Edited((5, 0)) in first.acts
    again = play(first.acts, ruling="ruling red gains 4")
    assert (again.acts, again.position) == (first.acts, first.position)


def test_a_ruling_that_cannot_be_carried_out() -> None:
    with pytest.raises(ValueError, match=r"ruling \(5, 0\) cannot be carried out"):
        play(edits=[(5, 0)], ruling="ruling red gains 10")


@pytest.mark.parametrize("words", ["", "raid", "bid 1 bid 2", "nonsense"])
def test_a_text_that_is_not_one_order(words: str) -> None:
    assert not isinstance(read_order(GAME, words), Order)  # type: ignore[arg-type]
