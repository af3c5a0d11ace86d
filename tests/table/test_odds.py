"""The chances of outcomes: exact ones against fractions worked out by hand, samples against the exact ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from witp_pbem.table.dice import Die
from witp_pbem.table.odds import GROUP, GROUPS, Dice, Roll, odds

D6, D10 = Die(6), Die(10, 0)


def duel(dice: Dice, lead: int = 0) -> str:
    """The higher of two dice wins; a tie is thrown again."""
    first, again = len(dice.throws), None
    while True:
        one, = dice.roll(1, D6, again)
        other, = dice.roll(1, D6)
        if one + lead != other:
            return "one" if one + lead > other else "other"
        again = first


def test_the_sum_of_two_dice() -> None:
    reckoned = odds(lambda dice: sum(dice.roll(2, D6)), "")
    assert reckoned.is_exact and reckoned.plays == 36
    assert reckoned.chances == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
    assert next(iter(reckoned.chances)) == 7
    assert reckoned.mean(lambda total: total) == (7, 0)
    assert reckoned.deviation(lambda total: total) == pytest.approx((35 / 6) ** 0.5)


def test_a_die_that_counts_from_zero_and_rolls_that_not_every_play_comes_to() -> None:
    def play(dice: Dice) -> str:
        return "silenced" if dice.roll(1, D10)[0] >= 8 else "sunk" if sum(dice.roll(2, D6)) >= 9 else "stood"

    assert odds(play, "").chances == {"stood": Fraction(8, 10) * Fraction(26, 36), "silenced": Fraction(2, 10),
                                      "sunk": Fraction(8, 10) * Fraction(10, 36)}


@pytest.mark.parametrize(("lead", "wins"), [(0, Fraction(1, 2)), (1, Fraction(21, 31)), (2, Fraction(26, 32)),
                                            (6, Fraction(1))])
def test_ties_thrown_again_are_solved_not_played(lead: int, wins: Fraction) -> None:
    reckoned = odds(lambda dice: duel(dice, lead), "")
    assert reckoned.is_exact and reckoned.plays <= 36
    assert reckoned.chances.get("one", 0) == wins


def test_throws_that_come_to_the_same_are_played_once_and_counted_as_often_as_they_fall() -> None:
    """Fives and sixes hit; each hit is a die in the return fire, of which a tie with the first is thrown again."""
    def fire(dice: Dice, comes_to: Callable[..., int] | None) -> tuple[int, int]:
        played.append(dice)
        hits = scored(*dice.throw([Roll(D6, 3)], comes_to))
        again = None
        while True:
            first = len(dice.throws) if again is None else again
            answer = scored(*dice.throw([Roll(D6, hits), Roll(D6, 1)], comes_to, again))
            if answer != hits:
                return hits, answer
            again = first

    def scored(*rolls: tuple[int, ...]) -> int:
        return sum(die >= 5 for dice in rolls for die in dice)

    played: list[Dice] = []
    few = odds(lambda dice: fire(dice, scored), "", 10 ** 6)
    plays_of_few = len(played)
    every = odds(lambda dice: fire(dice, None), "", 10 ** 6)
    assert few == every and few.is_exact and list(few.chances) == list(every.chances)
    assert plays_of_few == sum(hits + 2 for hits in range(4)) and len(played) - plays_of_few == every.plays


def test_ties_in_a_battle_behind_another() -> None:
    reckoned = odds(lambda dice: (duel(dice, 1), duel(dice)), "")
    assert reckoned.is_exact
    assert reckoned.chances == {(first, second): Fraction(wins, 62) for first, wins in (("one", 21), ("other", 10))
                                for second in ("one", "other")}


def test_no_dice_no_doubt() -> None:
    assert odds(lambda dice: "won", "").chances == {"won": 1}


def test_samples_show_each_pair_of_successive_dice_evenly() -> None:
    reckoned = odds(lambda dice: dice.roll(4, D6) + dice.roll(2, D6), "")
    assert not reckoned.is_exact and reckoned.plays == GROUP * GROUPS and len(reckoned.groups) == GROUPS
    for group in reckoned.groups:
        for first in (0, 2, 4):
            pairs: Counter[tuple[int, ...]] = Counter()
            for outcome, chance in group.items():
                pairs[outcome[first:first + 2]] += int(chance * GROUP)
            assert set(pairs.values()) == {1} and len(pairs) == 36
    assert reckoned.mean(lambda dice: sum(dice[:2])) == (7, 10 / reckoned.plays)  # no less than one play's share


def test_samples_of_other_dice_are_as_even_as_they_can_be() -> None:
    """Of each pair of ten-sided dice the first."""
    reckoned = odds(lambda dice: dice.roll(4, D10), "")
    for die in (0, 2):
        fell = Counter(dict.fromkeys(range(10), 0))
        for outcome, chance in reckoned.chances.items():
            fell[outcome[die]] += int(chance * reckoned.plays)
        assert set(fell) == set(range(10)) and max(fell.values()) - min(fell.values()) <= 2 * GROUPS


def test_the_error_told_is_the_error_there_is() -> None:
    """In 19 of 20 samples, that is 57 of 60, a number lies within the error; four of these less are bad luck."""
    def chain(dice: Dice) -> tuple[str, ...]:
        return duel(dice, 1), duel(dice), duel(dice, 2)

    right = float(Fraction(21, 31) * Fraction(1, 2) * Fraction(26, 32))
    wins = float(Fraction(21, 31) + Fraction(1, 2) + Fraction(26, 32))
    within: Counter[str] = Counter()
    for seed in range(60):
        reckoned = odds(chain, f"{seed}")
        for name, estimate, truth in (
                ("all", reckoned.mean(lambda outcome: outcome == ("one",) * 3), right),
                ("wins", reckoned.mean(lambda outcome: outcome.count("one")), wins)):
            assert 0 < estimate.error < 0.2
            within[name] += abs(estimate.value - truth) <= estimate.error
    assert min(within.values()) >= 53, within


def test_what_never_came_may_be_rare() -> None:
    reckoned = odds(lambda dice: dice.roll(8, D6), "")
    never = reckoned.mean(lambda dice: sum(dice) == 48)
    assert never.value == 0 and 0.01 < never.error < 0.05
    always = reckoned.mean(lambda dice: sum(dice) < 48)
    assert always == (1, never.error)


def test_the_same_seed_gives_the_same_odds() -> None:
    first, same, other = (odds(lambda dice: dice.roll(6, D6), seed).chances for seed in ("a", "a", "b"))
    assert first == same != other
