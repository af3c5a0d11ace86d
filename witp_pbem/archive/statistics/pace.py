"""How long people take: how often each player is waited for in a turn. A logbook holds no times."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles

from sqlalchemy import Connection, Row, Select, select

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
    """A line a game and player, those first who are waited for least often."""
    shown = aliases.listed(connection)
    turns: dict[tuple[str, str], list[Row[tuple[object, ...]]]] = {}
    for row in connection.execute(
            select(campaigns.c.game, players.c.person, pace).join(campaigns, campaigns.c.record == pace.c.record).join(
                players, (players.c.record == pace.c.record) & (players.c.player == pace.c.player)).where(
                pace.c.record.in_(chosen), players.c.person != "")):
        turns.setdefault((row.game, shown.get(row.person, row.person)), []).append(row)
    return sorted((_pace(*key, own) for key, own in turns.items()),
                  key=lambda one: (one.game, one.median, one.waits / one.turns, one.name))


def _pace(game: str, name: str, own: Sequence[Row[tuple[object, ...]]]) -> Pace:
    waits = [float(row.waits) for row in own]
    lower, median, upper = quantiles(waits, n=4, method="inclusive") if len(waits) > 1 else waits * 3
    return Pace(game, name, len({row.record for row in own}), len(own), sum(row.waits for row in own), lower, median,
                upper, sum(row.submissions for row in own), sum(row.missed for row in own))
