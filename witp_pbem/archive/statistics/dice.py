"""Whether dice are fair: how often each face came up, over all campaigns."""

from __future__ import annotations

from statistics import NormalDist

from sqlalchemy import Connection, Select, func, select

from witp_pbem.archive.store.tables import campaigns, dice
from witp_pbem.table.tuples import NamedTuple

LEAST = 5  # throws of each face from which on the test says something


class Fairness(NamedTuple):
    """The throws of a kind of die in a game.

    Attributes:
        sides: of the die. throws: how many. faces: face -> how often.
        deviation: the sum of squared deviations from what is to be expected, each divided by it (chi-square).
        chance: how likely fair dice deviate so much or more; None where there are too few throws to say.
    """

    game: str
    sides: int
    throws: int
    faces: dict[int, int]
    deviation: float
    chance: float | None


def fairness(connection: Connection, chosen: Select[tuple[int]]) -> list[Fairness]:
    """A line a game and kind of die."""
    counts: dict[tuple[str, int], dict[int, int]] = {}
    for game, sides, face, times in connection.execute(
            select(campaigns.c.game, dice.c.sides, dice.c.face, func.sum(dice.c.times)).join(
                campaigns, campaigns.c.record == dice.c.record).where(dice.c.record.in_(chosen)).group_by(
                campaigns.c.game, dice.c.sides, dice.c.face).order_by(
                campaigns.c.game, dice.c.sides, dice.c.face)):
        counts.setdefault((game, sides), {})[face] = int(times)
    return [_fairness(game, sides, faces) for (game, sides), faces in counts.items()]


def _fairness(game: str, sides: int, faces: dict[int, int]) -> Fairness:
    throws = sum(faces.values())
    expected = throws / sides
    never = sides - len(faces)
    deviation = sum((times - expected) ** 2 / expected for times in faces.values()) + never * expected
    return Fairness(game, sides, throws, faces, round(deviation, 3),
                    round(chance_of(deviation, sides - 1), 4) if expected >= LEAST else None)


def chance_of(deviation: float, freedom: int) -> float:
    """How likely a chi-square variable of so many degrees of freedom is at least so large (Wilson and Hilferty 1931,
    good to about a thousandth)."""
    share = 2 / (9 * freedom)
    return 1 - NormalDist(1 - share, share ** 0.5).cdf((deviation / freedom) ** (1 / 3))
