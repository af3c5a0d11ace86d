"""The course of games: points, losses, counters and places turn by turn, with their spread."""

from __future__ import annotations

from statistics import quantiles

from sqlalchemy import Connection, Select, select

from witp_pbem.archive.store.tables import campaigns, turns
from witp_pbem.table.tuples import NamedTuple


class Spread(NamedTuple):
    """What a side had in a turn, over so many campaigns: the least, the quartiles and the most."""

    game: str
    measure: str
    side: str
    turn: int
    campaigns: int
    least: float
    lower: float
    median: float
    upper: float
    most: float


def course(connection: Connection, chosen: Select[tuple[int]]) -> list[Spread]:
    """A line a game, measure, side and turn."""
    rows = connection.execute(
        select(campaigns.c.game, turns.c.measure, turns.c.side, turns.c.turn, turns.c.value).join(
            campaigns, campaigns.c.record == turns.c.record).where(turns.c.record.in_(chosen), turns.c.turn > 0))
    values: dict[tuple[str, str, str, int], list[float]] = {}
    for *key, value in rows:
        values.setdefault(tuple(key), []).append(value)
    return [Spread(*key, len(own), *_five(sorted(own))) for key, own in sorted(values.items())]


def _five(values: list[float]) -> tuple[float, float, float, float, float]:
    """The least, the quartiles and the most."""
    if len(values) == 1:
        return (values[0],) * 5
    lower, median, upper = quantiles(values, n=4, method="inclusive")
    return values[0], lower, median, upper, values[-1]
