"""Where battles are fought, and who wins them there."""

from __future__ import annotations

from sqlalchemy import Connection, Select, func, select

from witp_pbem.archive.store.tables import battles, campaigns
from witp_pbem.table.tuples import NamedTuple


class Place(NamedTuple):
    """The battles at a place.

    Attributes:
        game, own_map: of the map: of maps that are players' own the places of one id count together.
        place: its id.
        battles, campaigns: how many, and in how many campaigns.
        won: how many each side won.
    """

    game: str
    own_map: bool
    place: str
    battles: int
    campaigns: int
    won: dict[str, int]


def places(connection: Connection, chosen: Select[tuple[int]]) -> list[Place]:
    """The places by game, those with most battles first."""
    held = battles.c.record.in_(chosen)
    of_place = campaigns.c.game, campaigns.c.own_map, battles.c.place
    fought = battles.join(campaigns, campaigns.c.record == battles.c.record)
    won: dict[tuple[str, bool, str], dict[str, int]] = {}
    for game, own_map, place, winner, count in connection.execute(
            select(*of_place, battles.c.winner, func.count()).select_from(fought).where(
                held, battles.c.winner != "").group_by(*of_place, battles.c.winner).order_by(battles.c.winner)):
        won.setdefault((game, own_map, place), {})[winner] = count
    rows = connection.execute(select(*of_place, func.count(), func.count(battles.c.record.distinct())).select_from(
        fought).where(held).group_by(*of_place))
    return sorted((Place(game, own_map, place, count, there, won.get((game, own_map, place), {}))
                   for game, own_map, place, count, there in rows),
                  key=lambda place: (place.game, place.own_map, -place.battles, place.place))
