"""Where battles are fought, and who wins them there."""

from __future__ import annotations

from sqlalchemy import Connection, Select, func, select

from witp_pbem.archive.store.tables import battles, campaigns
from witp_pbem.table.tuples import NamedTuple


class Place(NamedTuple):
    """The battles at a place: how many, in how many campaigns, and how many each side won."""

    game: str
    place: str
    battles: int
    campaigns: int
    won: dict[str, int]


def places(connection: Connection, chosen: Select[tuple[int]]) -> list[Place]:
    """The places by game, those with most battles first."""
    held = battles.c.record.in_(chosen)
    rows = connection.execute(
        select(campaigns.c.game, battles.c.place, func.count().label("battles"),
               func.count(battles.c.record.distinct()).label("campaigns")).join(
            campaigns, campaigns.c.record == battles.c.record).where(held).group_by(
            campaigns.c.game, battles.c.place)).all()
    won: dict[tuple[str, str], dict[str, int]] = {}
    for game, place, winner, count in connection.execute(
            select(campaigns.c.game, battles.c.place, battles.c.winner, func.count()).join(
                campaigns, campaigns.c.record == battles.c.record).where(held, battles.c.winner != "").group_by(
                campaigns.c.game, battles.c.place, battles.c.winner).order_by(battles.c.winner)):
        won.setdefault((game, place), {})[winner] = count
    return sorted((Place(row.game, row.place, row.battles, row.campaigns, won.get((row.game, row.place), {}))
                   for row in rows), key=lambda place: (place.game, -place.battles, place.place))
