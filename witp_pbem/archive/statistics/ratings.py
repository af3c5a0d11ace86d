"""Players: their results, and ratings by Glicko-2 over the campaigns that two people played against each other."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Select, select

from witp_pbem.archive import aliases
from witp_pbem.archive.statistics.glicko import Meeting, Rating, rated
from witp_pbem.archive.store.tables import campaigns, players
from witp_pbem.table.tuples import NamedTuple


class Rated(NamedTuple):
    """A player.

    Attributes:
        name: as it is shown.
        campaigns, won, drawn, lost, open: in how many they played, and how these ended.
        rating, deviation: by Glicko-2, from 1500 and 350 on; None where nobody played against them to an end.
    """

    name: str
    campaigns: int
    won: int
    drawn: int
    lost: int
    open: int
    rating: int | None
    deviation: int | None


class Played(NamedTuple):
    """A campaign of two people: their names, and the score of the first (1, 0.5 or 0)."""

    first: str
    second: str
    score: float


def ratings(connection: Connection, chosen: Select[tuple[int]]) -> list[Rated]:
    """Everybody who is named, the best rating first; those without one by name at the end."""
    sides, winners = _seats(connection, chosen), _winners(connection, chosen)
    campaigns_of: dict[str, list[tuple[str | None, set[str]]]] = {}
    for record, seats in sides.items():
        for name, own in seats.items():
            campaigns_of.setdefault(name, []).append((winners[record], own))
    scores = {name: _results(own) for name, own in campaigns_of.items()}
    rates = rate(_against(sides, winners))
    rated = [Rated(name, *score, *rates.get(name, (None, None))) for name, score in scores.items()]
    return sorted(rated, key=lambda one: (one.rating is None, -(one.rating or 0), one.name))


Seats = dict[int, dict[str, set[str]]]  # record -> name -> the sides they play


def played(connection: Connection, chosen: Select[tuple[int]]) -> list[Played]:
    """The campaigns of two people that are over, in the order of the archive."""
    return _against(_seats(connection, chosen), _winners(connection, chosen))


def _seats(connection: Connection, chosen: Select[tuple[int]]) -> Seats:
    seats: Seats = {}
    shown = aliases.listed(connection)
    for row in connection.execute(select(players).where(players.c.record.in_(chosen), players.c.person != "").order_by(
            players.c.record, players.c.player)):
        seats.setdefault(row.record, {}).setdefault(shown.get(row.person, row.person), set()).add(row.side)
    return seats


def _winners(connection: Connection, chosen: Select[tuple[int]]) -> dict[int, str | None]:
    return {row.record: row.winner for row in connection.execute(
        select(campaigns.c.record, campaigns.c.winner).where(campaigns.c.record.in_(chosen)))}


def _results(own: Sequence[tuple[str | None, set[str]]]) -> tuple[int, int, int, int, int]:
    """In how many campaigns somebody played, won, drew and lost, and how many go on.

    Args:
        own: of each, who won it and which sides they play.
    """
    over = [(winner, played) for winner, played in own if winner is not None]
    won = sum(winner in played for winner, played in over)
    drawn = sum(winner == "" for winner, _ in over)
    return len(own), won, drawn, len(over) - won - drawn, len(own) - len(over)


def _against(sides: Seats, winners: dict[int, str | None]) -> list[Played]:
    """The campaigns that are over and in which two people played, in the order of the archive."""
    games = []
    for record, seats in sides.items():
        winner = winners[record]
        if len(seats) == 2 and winner is not None:
            (first, own), (second, _) = seats.items()
            games.append(Played(first, second, 0.5 if winner == "" else float(winner in own)))
    return games


def rate(played: list[Played]) -> dict[str, tuple[int, int]]:
    """Ratings and their deviations. Within a period the order of campaigns does not matter (PERIOD)."""
    ratings: dict[str, Rating] = {}
    for start in range(0, len(played), PERIOD):
        period = played[start:start + PERIOD]
        before = {name: Rating() for one in period for name in (one.first, one.second)} | ratings
        meetings: dict[str, list[Meeting]] = {name: [] for name in before}
        for first, second, score in period:
            meetings[first].append(Meeting(before[second], score))
            meetings[second].append(Meeting(before[first], 1 - score))
        ratings = {name: rated(before[name], own) for name, own in meetings.items()}
    return {name: (round(rating.rating), round(rating.deviation)) for name, rating in ratings.items()}


PERIOD = 100  # campaigns that are rated at once: enough for most people to have played several
