"""How long people take: how often each player is waited for in a turn. A logbook holds no times."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles

from sqlalchemy import Connection, Row, Select, func, select

from witp_pbem.archive import aliases
from witp_pbem.archive.store.tables import campaigns, pace
from witp_pbem.table.tuples import NamedTuple


class Pace(NamedTuple):
    """A player in a game.

    Attributes:
        name: as they are shown.
        campaigns, turns: in how many they were waited for, or sent anything.
        waits: sittings that ended with decisions they owed; of somebody who is several players, those of each.
        lower, median, upper: quartiles of the waits of a turn.
        submissions: how many files of orders they sent.
        missed: deadlines after which was done what had been agreed on.
    """

    game: str
    name: str
    campaigns: int
    turns: int
    waits: int
    lower: float
    median: float
    upper: float
    submissions: int
    missed: int


def paces(connection: Connection, chosen: Select[tuple[int]]) -> list[Pace]:
    """A line a game and player, those with most turns first."""
    turns: dict[tuple[str, str], list[Row[tuple[object, ...]]]] = {}
    seats = aliases.seats()
    person = campaigns.c.game, seats.c.name
    own = campaigns.join(pace, pace.c.record == campaigns.c.record).join(
        seats, (seats.c.record == pace.c.record) & (seats.c.player == pace.c.player))
    of_turn = select(*person, func.sum(pace.c.waits).label("waits"), func.sum(pace.c.submissions).label("submissions"),
                     func.sum(pace.c.missed).label("missed")).select_from(own).where(
        pace.c.record.in_(chosen)).group_by(*person, pace.c.record, pace.c.turn).subquery()
    for row in connection.execute(
            select(of_turn.c.game, of_turn.c.name, of_turn.c.waits, func.count().label("turns"),
                   func.sum(of_turn.c.submissions).label("submissions"),
                   func.sum(of_turn.c.missed).label("missed")).group_by(
                of_turn.c.game, of_turn.c.name, of_turn.c.waits)):
        turns.setdefault((row.game, row.name), []).append(row)
    records = {(game, name): count for game, name, count in connection.execute(
        select(*person, func.count(pace.c.record.distinct())).select_from(own).where(
            pace.c.record.in_(chosen)).group_by(*person))}
    return sorted((_pace(*key, records[key], rows) for key, rows in turns.items()),
                  key=lambda one: (one.game, -one.turns, one.name))


def _pace(game: str, name: str, campaigns: int, rows: Sequence[Row[tuple[object, ...]]]) -> Pace:
    """A player's pace.

    Args:
        rows: how many turns have so many waits.
    """
    waits = sorted(float(row.waits) for row in rows for _ in range(row.turns))
    lower, median, upper = quantiles(waits, n=4, method="inclusive") if len(waits) > 1 else waits * 3
    return Pace(game, name, campaigns, len(waits), int(sum(waits)), lower, median, upper,
                sum(int(row.submissions) for row in rows), sum(int(row.missed) for row in rows))
