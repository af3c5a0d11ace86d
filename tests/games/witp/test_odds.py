"""The odds of battles of War in the Pacific, against tables made by hand: loops over dice with the rules written out
once more, in the simplest way, for just these forces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest

from tests.games.witp.battles import ORDERS, opening
from tests.stand_ins import instead
from witp_pbem.campaign.disputes.odds import Aftermath, BattleOdds, OddsTable, numbered, of_case
from witp_pbem.games.witp.game import game
from witp_pbem.table.table import Table

FACES = range(1, 7)
MANILA = "0606"


def reckoned(*units: str, orders: str = ORDERS) -> BattleOdds:
    return of_case(opening(*units, orders=orders), game())


def chance(odds: BattleOdds, holds: Callable[[Aftermath], bool]) -> Fraction:
    return sum((share for outcome, share in odds.odds.chances.items() if holds(outcome)), Fraction(0))


def dice(share: Callable[[int, int], bool | None]) -> Fraction:
    """The chance of something over two dice, None being a tie that is thrown again."""
    thrown = [share(*pair) for pair in product(FACES, FACES)]
    return Fraction(thrown.count(True), len(thrown) - thrown.count(None))


def throws() -> Iterator[tuple[int, int]]:
    return product(FACES, FACES)


def test_a_fleet_battle_with_its_losses() -> None:
    """Two fleets against one: 2 and a die against 1 and a die, ties again. A beaten American fleet takes the
    difference, two at most; Japan takes half of that. Beaten, Japan takes one hit for the one full American fleet."""
    odds = reckoned("Manila: 2 Japanese naval", "Manila: 1 US naval")
    table: dict[tuple[str, int, int], int] = {}
    for japan, allies in throws():
        difference = 2 + japan - 1 - allies
        if difference:
            hits = min(difference, 2)
            row = ("japan", hits // 2, hits) if difference > 0 else ("allies", 1, 0)
            table[row] = table.get(row, 0) + 1
    rest = sum(table.values())
    assert odds.odds.is_exact and odds.battles == ((MANILA, "Fleet battle", 0),)
    assert {(outcome.battles[0].winner, *outcome.losses): share for outcome, share in odds.odds.chances.items()} == {
        row: Fraction(count, rest) for row, count in table.items()}
    assert (table["japan", 1, 2], rest) == (15, 31)


@pytest.mark.parametrize(("japan", "allies"), [(1, 1), (2, 1), (1, 3)])
def test_a_ground_battle_adds_half_a_die(japan: int, allies: int) -> None:
    odds = reckoned(f"Manila: {japan} Japanese land", f"Manila: {allies} US land")
    right = dice(lambda one, other: None if japan + one // 2 == allies + other // 2
                 else japan + one // 2 > allies + other // 2)
    assert odds.odds.is_exact
    assert chance(odds, lambda outcome: outcome.battles[0].winner == "japan") == right


def test_even_land_forces_win_as_often_as_they_lose() -> None:
    odds = reckoned("Manila: 1 Japanese land", "Manila: 1 US land")
    assert chance(odds, lambda outcome: outcome.battles[0].winner == "japan") == Fraction(1, 2)
    assert odds.odds.plays == 36  # 10 ties in 36 throws are not played any further


def test_an_assault_behind_a_fleet_battle() -> None:
    """The fleets are even. The landing comes where Japan wins: 1 and half a die against 1, the defence, and half a
    die, which is 5 throws in 36 for Japan and 8 ties. Where the transport is beaten there is no landing."""
    odds = reckoned("Manila: 1 Japanese naval carrying 1 Japanese land", "Manila: 1 US naval, 1 US land")
    fleet, assault = (MANILA, "Fleet battle", 0), (MANILA, "Assault landing", 0)
    assert odds.battles == (fleet, assault) and odds.odds.is_exact

    def won(outcome: Aftermath) -> tuple[str, ...]:
        return tuple(battle.winner for battle in numbered(outcome).values())

    by_winners = {winners: chance(odds, lambda outcome, winners=winners: won(outcome) == winners)  # type: ignore[misc]
                  for winners in set(map(won, odds.odds.chances))}
    assert by_winners == {("allies",): Fraction(1, 2), ("japan", "japan"): Fraction(1, 2) * Fraction(5, 28),
                          ("japan", "allies"): Fraction(1, 2) * Fraction(23, 28)}


@pytest.mark.parametrize("units", [
    ("Manila: 2 Japanese naval, 1 Japanese carrier, 2 US naval",),
    ("Manila: 1 Japanese carrier, 1 Japanese air, 1 US carrier, 1 US naval", "Leyte: 1 US air"),
    ("Manila: 4 Japanese land, 2 US land", "Leyte: 1 US air"),
    ("Manila: 2 Japanese naval carrying 2 Japanese land, 1 US land, 2 US carrier", "Palau: 1 Japanese air")])
def test_throws_that_are_said_to_come_to_the_same_do(units: tuple[str, ...]) -> None:
    """As if every number thrown mattered."""
    few = reckoned(*units)
    with instead(OddsTable, roll_all=Table.roll_all):
        every = reckoned(*units)
    assert few.odds.is_exact and few == every
    assert list(few.odds.chances) == list(every.odds.chances)


def test_three_hexes_are_sampled_near_what_is_right() -> None:
    odds = reckoned("Manila: 1 Japanese naval", "Manila: 1 US naval", "Rangoon: 2 Japanese land", "Rangoon: 1 UK land",
                    "Guadalcanal: 2 Japanese naval", "Guadalcanal: 1 US naval")
    right = {"0606": Fraction(1, 2), "0306": Fraction(23, 28), "1009": Fraction(21, 31)}
    assert not odds.odds.is_exact and {battle[0] for battle in odds.battles} == set(right)
    for place, kind, number in odds.battles:
        estimate = odds.odds.mean(
            lambda outcome, key=(place, kind, number): numbered(outcome)[key].winner == "japan")  # type: ignore[misc]
        assert 0 < estimate.error < 0.11
        assert abs(estimate.value - float(right[place])) < 2 * estimate.error


def test_what_no_order_answers_is_supposed_and_said() -> None:
    orders = "\norders Japan\n  lose 2 naval\nexpect\n  nothing owed\n"
    odds = reckoned("Manila: 2 Japanese naval, 1 Japanese carrier", "Manila: 1 US naval, 1 US carrier", orders=orders)
    assert {(one.side, one.demand) for one in odds.assumed} == {
        ("allies", "losses"), ("allies", "retreat"), ("japan", "retreat")}
    assert all(one.order for one in odds.assumed) and not odds.stopped


def test_where_nobody_meets_there_is_no_battle() -> None:
    odds = reckoned("Manila: 1 Japanese naval", "Rangoon: 1 UK land")
    assert odds.battles == () and odds.odds.plays == 1
