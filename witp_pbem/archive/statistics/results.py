"""How campaigns ended: by game, scenario and side."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import Connection, Select, select

from witp_pbem.archive.store.tables import campaigns
from witp_pbem.table.tuples import NamedTuple


class Results(NamedTuple):
    """How the campaigns of a scenario ended.

    Attributes:
        campaigns: how many there are. open: how many of them go on. draws: how many nobody won.
        won: side -> how many it won. endings: code of the reason -> how many.
        turns: the mean of the last turns of those that are over.
    """

    game: str
    scenario: str
    campaigns: int
    open: int
    draws: int
    won: dict[str, int]
    endings: dict[str, int]
    turns: float


def results(connection: Connection, chosen: Select[tuple[int]]) -> list[Results]:
    """A line a game and scenario, in alphabetical order."""
    rows = connection.execute(select(campaigns).where(campaigns.c.record.in_(chosen)).order_by(
        campaigns.c.game, campaigns.c.scenario, campaigns.c.record)).all()
    lines = []
    for game, scenario in dict.fromkeys((row.game, row.scenario) for row in rows):
        own = [row for row in rows if (row.game, row.scenario) == (game, scenario)]
        over = [row for row in own if row.winner is not None]
        lines.append(Results(
            game, scenario, len(own), len(own) - len(over), sum(row.winner == "" for row in over),
            dict(Counter(row.winner for row in over if row.winner).most_common()),
            dict(Counter(row.reason for row in over).most_common()),
            round(sum(row.turn for row in over) / len(over), 2) if over else 0.0))
    return lines
