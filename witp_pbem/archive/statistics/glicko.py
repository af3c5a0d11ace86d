"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2012), with the names of that paper.

The package of that name on PyPI puts a top-level package `tests` beside everybody's own, so these are our own lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt

from witp_pbem.table.tuples import NamedTuple

SCALE = 173.7178  # points of a rating in a unit of the scale that is reckoned in
MIDDLE = 1500  # the rating of a newcomer
TAU = 0.5  # how much volatility changes
NEAR = 0.000001  # where the search for it ends


class Rating(NamedTuple):
    """A player's rating, its deviation, and how erratic their results are (volatility)."""

    rating: float = MIDDLE
    deviation: float = 350
    volatility: float = 0.06


class Meeting(NamedTuple):
    """A game of a period: the opponent as rated before it, and the player's score (1, 0.5 or 0)."""

    opponent: Rating
    score: float


def rated(player: Rating, meetings: Sequence[Meeting]) -> Rating:
    """A player's rating after a period, in which they may have played nobody."""
    mu, phi = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE
    if not meetings:
        return player._replace(deviation=SCALE * sqrt(phi ** 2 + player.volatility ** 2))
    terms = [(_g(meeting.opponent.deviation / SCALE),
              _expected(mu, (meeting.opponent.rating - MIDDLE) / SCALE, meeting.opponent.deviation / SCALE),
              meeting.score) for meeting in meetings]
    variance = 1 / sum(g ** 2 * expected * (1 - expected) for g, expected, _ in terms)
    gain = sum(g * (score - expected) for g, expected, score in terms)
    volatility = _volatility(phi, player.volatility, variance, variance * gain)
    deviation = 1 / sqrt(1 / (phi ** 2 + volatility ** 2) + 1 / variance)
    return Rating(SCALE * (mu + deviation ** 2 * gain) + MIDDLE, SCALE * deviation, volatility)


def _g(phi: float) -> float:
    """How much a meeting counts against somebody of so uncertain a rating."""
    return 1 / sqrt(1 + 3 * phi ** 2 / pi ** 2)


def _expected(mu: float, other: float, phi: float) -> float:
    """The score to be expected."""
    return 1 / (1 + exp(-_g(phi) * (mu - other)))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """The new volatility: the root of a function, sought as in step 5 of the paper."""
    a = log(sigma ** 2)

    def f(x: float) -> float:
        return (exp(x) * (delta ** 2 - phi ** 2 - variance - exp(x)) / (2 * (phi ** 2 + variance + exp(x)) ** 2)
                - (x - a) / TAU ** 2)

    low = a
    if delta ** 2 > phi ** 2 + variance:
        high = log(delta ** 2 - phi ** 2 - variance)
    else:
        high = a - TAU
        while f(high) < 0:
            high -= TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > NEAR:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
