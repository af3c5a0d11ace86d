"""How luck was spread: what throws that add up gave each side and each player, against what was to be expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import quantiles

from sqlalchemy import Connection, Row, Select, select

from witp_pbem.archive import aliases
from witp_pbem.archive.store.tables import campaigns, luck
from witp_pbem.table.tuples import NamedTuple

FEW = 5  # of fewer throws nothing can be said


class Luck(NamedTuple):
    """What throws of a kind gave a side, or a player on whatever side.

    Attributes:
        code: what was thrown for, in the game's words.
        side: whose luck it is, "" of a player. name: the player, as they are shown, "" of a side.
        campaigns: in how many there were any. throws: how many. sum: what they gave. expected: of that sum.
        deviation: by how many standard deviations the sum is above what was to be expected; None for few throws.
        lower, median, upper: quartiles of the deviations of single campaigns; None where all of them have few throws.
    """

    game: str
    code: str
    side: str
    name: str
    campaigns: int
    throws: int
    sum: int
    expected: float
    deviation: float | None
    lower: float | None
    median: float | None
    upper: float | None


Kind = tuple[str, str, str, str]  # game, code, side and name


def spread(connection: Connection, chosen: Select[tuple[int]]) -> list[Luck]:
    """A line a game, kind of throw and side, then a line a game, kind of throw and player."""
    throws: dict[Kind, list[Row[tuple[object, ...]]]] = {}
    for row in connection.execute(
            select(campaigns.c.game, luck).join(campaigns, campaigns.c.record == luck.c.record).where(
                luck.c.record.in_(chosen)).order_by(campaigns.c.game, luck.c.code, luck.c.side, luck.c.record)):
        throws.setdefault((row.game, row.code, row.side, ""), []).append(row)
    seats = aliases.seats()
    people = select(seats.c.record, seats.c.side, seats.c.name).distinct().subquery()  # some are two players of a side
    for row in connection.execute(
            select(campaigns.c.game, luck, people.c.name).join(
                campaigns, campaigns.c.record == luck.c.record).join(
                people, (people.c.record == luck.c.record) & (people.c.side == luck.c.side)).where(
                luck.c.record.in_(chosen)).order_by(
                campaigns.c.game, luck.c.code, people.c.name, luck.c.record)):
        throws.setdefault((row.game, row.code, "", row.name), []).append(row)
    return [_luck(kind, own) for kind, own in throws.items()]


def _luck(kind: Kind, own: Sequence[Row[tuple[object, ...]]]) -> Luck:
    """The throws of a kind, of which every campaign has a row."""
    single = sorted(deviation for row in own if (deviation := _deviation([row])) is not None)
    return Luck(*kind, len({row.record for row in own}), sum(row.throws for row in own), sum(row.sum for row in own),
                round(sum(row.expected for row in own), 2), _deviation(own), *_quartiles(single))


def _deviation(rows: Iterable[Row[tuple[object, ...]]]) -> float | None:
    """By how many standard deviations all of these together are above what was to be expected."""
    own = list(rows)
    variance = sum(row.variance for row in own)
    if not variance or sum(row.throws for row in own) < FEW:
        return None
    return round(float(sum(row.sum - row.expected for row in own)) / sqrt(variance), 2)


def _quartiles(values: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    if len(values) < 2:
        return (values[0],) * 3 if values else (None,) * 3
    lower, median, upper = (round(value, 2) for value in quantiles(values, n=4, method="inclusive"))
    return lower, median, upper
