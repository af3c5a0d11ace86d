"""Tournament tables: everybody against everybody, or the standings of a Swiss system, over the campaigns chosen."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Select

from witp_pbem.archive.statistics.ratings import Played, played
from witp_pbem.table.tuples import NamedTuple


class Standing(NamedTuple):
    """A player's place.

    Attributes:
        rank: from 1; players with the same scores share it.
        points: 1 for a campaign won, a half for a draw. played: how many.
        against: opponent -> points won against them.
        opponents: the sum of the opponents' points (Buchholz), which decides a Swiss system.
        beaten: the points of opponents beaten, and half of those drawn with (Sonneborn-Berger), which decides where
            everybody has played everybody.
    """

    rank: int
    name: str
    points: float
    played: int
    against: dict[str, float]
    opponents: float
    beaten: float


def standings(connection: Connection, chosen: Select[tuple[int]], *, swiss: bool) -> list[Standing]:
    """The table, the best first.

    Args:
        swiss: ties are broken by the opponents' points, else by those of the opponents beaten.
    """
    return table_of(played(connection, chosen), swiss=swiss)


def table_of(games: Sequence[Played], *, swiss: bool) -> list[Standing]:
    """The table of some results."""
    points: dict[str, float] = {}
    against: dict[str, dict[str, float]] = {}
    count: dict[str, int] = {}
    meetings: list[tuple[str, str, float]] = []
    for first, second, score in games:
        meetings += [(first, second, score), (second, first, 1 - score)]
    for name, opponent, score in meetings:
        points[name] = points.get(name, 0) + score
        count[name] = count.get(name, 0) + 1
        own = against.setdefault(name, {})
        own[opponent] = own.get(opponent, 0) + score
    opponents = {name: sum(points[other] for one, other, _ in meetings if one == name) for name in points}
    beaten = {name: sum(points[other] * score for one, other, score in meetings if one == name) for name in points}
    tie = opponents if swiss else beaten
    order = sorted(points, key=lambda name: (-points[name], -tie[name], name))
    ranks: dict[tuple[float, float], int] = {}
    for number, name in enumerate(order, 1):
        ranks.setdefault((points[name], tie[name]), number)
    return [Standing(ranks[points[name], tie[name]], name, points[name], count[name], against[name],
                     opponents[name], beaten[name]) for name in order]
