"""How long people take: how often each player is waited for in a turn. A logbook holds no times."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles

from sqlalchemy import Connection, Row, Select, func, select

from witp_pbem.archive import aliases
from witp_pbem.archive.store.tables import campaigns, pace, players
from witp_pbem.table.tuples import NamedTuple


class Pace(NamedTuple):
    """A player in a game.

    Attributes:
        name: as they are shown.
        campaigns, turns: in how many they were waited for, or sent anything.
        waits: sittings that ended with decisions they owed.
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
    shown = aliases.listed(connection)
    turns: dict[tuple[str, str], list[Row[tuple[object, ...]]]] = {}
    own = campaigns.join(pace, pace.c.record == campaigns.c.record).join(
        players, (players.c.record == pace.c.record) & (players.c.player == pace.c.player))
    counted = pace.c.record.in_(chosen), players.c.person != ""
    by_waits = select(
        campaigns.c.game, players.c.person, pace.c.waits, func.count().label("turns"),
        func.sum(pace.c.submissions).label("submissions"), func.sum(pace.c.missed).label("missed")).select_from(
        own).where(*counted).group_by(campaigns.c.game, players.c.person, pace.c.waits)
    for row in connection.execute(by_waits):
        turns.setdefault((row.game, shown.get(row.person, row.person)), []).append(row)
    records: dict[tuple[str, str], set[int]] = {}
    for game, person, record in connection.execute(
            select(campaigns.c.game, players.c.person, pace.c.record).distinct().select_from(own).where(*counted)):
        records.setdefault((game, shown.get(person, person)), set()).add(record)
    return sorted((_pace(*key, len(records[key]), rows) for key, rows in turns.items()),
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
