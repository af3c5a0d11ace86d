"""Which cards decide: how often those won in whose campaigns a card was played."""

from __future__ import annotations

from sqlalchemy import Connection, Select, func, select

from witp_pbem.archive.store.tables import PLAYED, campaigns, mentions, things
from witp_pbem.table.tuples import NamedTuple

SURE = 1.96  # standard deviations that hold 19 of 20


class Card(NamedTuple):
    """A card in campaigns that are over.

    Attributes:
        campaigns: in how many it was played.
        won: side -> the share of these it won, with the interval in which the true share lies in 19 of 20 cases.
    """

    game: str
    card: str
    campaigns: int
    won: dict[str, tuple[float, float, float]]


def cards(connection: Connection, chosen: Select[tuple[int]]) -> list[Card]:
    """The cards by game, those most often played first."""
    counts: dict[tuple[str, str], dict[str, int]] = {}
    for game, card, winner, times in connection.execute(
            select(campaigns.c.game, things.c.name, campaigns.c.winner,
                   func.count(mentions.c.record.distinct())).select_from(mentions).join(
                things, things.c.id == mentions.c.thing).join(
                campaigns, campaigns.c.record == mentions.c.record).where(
                mentions.c.record.in_(chosen), things.c.kind == PLAYED, campaigns.c.winner.is_not(None)).group_by(
                campaigns.c.game, things.c.name, campaigns.c.winner).order_by(campaigns.c.winner)):
        counts.setdefault((game, card), {})[winner] = times
    return sorted((Card(game, card, sum(won.values()), {
        side: interval(times, sum(won.values())) for side, times in won.items() if side})
        for (game, card), won in counts.items()), key=lambda card: (card.game, -card.campaigns, card.card))


def interval(times: int, count: int) -> tuple[float, float, float]:
    """A share with the ends of its interval (Wilson 1927)."""
    share, weight = times / count, SURE ** 2 / count
    middle = (share + weight / 2) / (1 + weight)
    half = SURE / (1 + weight) * (share * (1 - share) / count + weight / (4 * count)) ** 0.5
    return round(share, 3), round(max(0.0, middle - half), 3), round(min(1.0, middle + half), 3)
