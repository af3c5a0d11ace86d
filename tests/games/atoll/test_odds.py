"""The odds of the Atoll's battles, several dice a side, against a table made by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

from tests.games.atoll import game as atoll
from witp_pbem.campaign.disputes.odds import BattleOdds, of_case
from witp_pbem.table import cases


def reckoned(*given: str) -> BattleOdds:
    text = "case: odds\ngame: atoll\ngiven\n  step battle\n" + "".join(f"  {line}\n" for line in given)
    text += "expect\n  nothing owed\n"
    failures: list[str] = []
    opening = cases.read_opening(next(iter(cases.read(text))), atoll.game(), failures)
    assert not failures
    return of_case(opening, atoll.game())


def hits(dice: int) -> dict[int, Fraction]:
    """How likely each number of fives and sixes is."""
    return {count: comb(dice, count) * Fraction(2, 6) ** count * Fraction(4, 6) ** (dice - count)
            for count in range(dice + 1)}


def test_each_counter_rolls_a_die_and_hits_on_five_or_more() -> None:
    odds = reckoned("at Cay: 1 blue ship", "at Cay: 2 orange ship")
    table: dict[tuple[int, ...], Fraction] = {}
    for (by_blue, one), (by_orange, other) in product(hits(1).items(), hits(2).items()):
        lost = (min(by_orange, 1), min(by_blue, 2))
        table[lost] = table.get(lost, Fraction(0)) + one * other
    assert odds.odds.is_exact and odds.odds.plays == 6 ** 3
    assert {outcome.losses: share for outcome, share in odds.odds.chances.items()} == table
    assert [battle.winner for battle in next(iter(odds.odds.chances)).battles] == [""]


def test_many_dice_are_sampled() -> None:
    odds = reckoned("at Cay: 2 blue ship, 2 blue troop", "at Cay: 2 orange ship, 1 orange troop")
    estimate = odds.odds.mean(lambda outcome: outcome.losses[0] == 0)
    assert not odds.odds.is_exact and estimate.error
    assert abs(estimate.value - float(hits(3)[0])) < 2 * estimate.error
