"""Whether dice are fair: how often each face came up, over all campaigns; those of the program and those that people
typed in apart."""

from __future__ import annotations

from math import erfc, exp, lgamma, log, sqrt

from sqlalchemy import Connection, Select, func, select

from witp_pbem.archive.store.tables import campaigns, dice
from witp_pbem.table.tuples import NamedTuple

LEAST = 5  # throws of each face from which on the test says something


class Fairness(NamedTuple):
    """The throws of a kind of die in a game.

    Attributes:
        manual: whether people typed in what they had thrown, rather than the program throwing.
        sides: of the die. throws: how many. faces: face -> how often.
        deviation: the sum of squared deviations from what is to be expected, each divided by it (chi-square).
        chance: how likely fair dice deviate so much or more; None where there are too few throws to say.
    """

    game: str
    manual: bool
    sides: int
    throws: int
    faces: dict[int, int]
    deviation: float
    chance: float | None


def fairness(connection: Connection, chosen: Select[tuple[int]]) -> list[Fairness]:
    """A line a game, who threw, and kind of die."""
    of_face = campaigns.c.game, campaigns.c.manual_dice, dice.c.sides, dice.c.face
    counts: dict[tuple[str, bool, int], dict[int, int]] = {}
    for game, manual, sides, face, times in connection.execute(
            select(*of_face, func.sum(dice.c.times)).join(campaigns, campaigns.c.record == dice.c.record).where(
                dice.c.record.in_(chosen)).group_by(*of_face).order_by(*of_face)):
        counts.setdefault((game, manual, sides), {})[face] = int(times)
    return [_fairness(*kind, faces) for kind, faces in counts.items()]


def _fairness(game: str, manual: bool, sides: int, faces: dict[int, int]) -> Fairness:
    throws = sum(faces.values())
    expected = throws / sides
    never = sides - len(faces)
    deviation = sum((times - expected) ** 2 / expected for times in faces.values()) + never * expected
    return Fairness(game, manual, sides, throws, faces, round(deviation, 3),
                    round(chance_of(deviation, sides - 1), 4) if expected >= LEAST else None)


def chance_of(deviation: float, freedom: int) -> float:
    """How likely a chi-square variable of so many degrees of freedom is at least so large: the regularised incomplete
    gamma function Q(freedom / 2, deviation / 2), a finite sum for whole degrees (Abramowitz and Stegun 26.4.4 and
    26.4.5)."""
    half = deviation / 2
    if half <= 0:
        return 1.0
    powers = (freedom / 2 - step for step in range(1, freedom // 2 + 1))
    return (erfc(sqrt(half)) if freedom % 2 else 0.0) + sum(
        exp(power * log(half) - half - lgamma(power + 1)) for power in powers)
