"""Players: their results, and ratings by Glicko-2 over the campaigns that two people played against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, Select, select

from witp_pbem.archive import aliases
from witp_pbem.archive.statistics.glicko import Meeting, Rating, rated
from witp_pbem.archive.store.tables import campaigns, players
from witp_pbem.table.tuples import NamedTuple


class Rated(NamedTuple):
    """A player.

    Attributes:
        name: as it is shown.
        campaigns, won, drawn, lost, open: in how many they played, and how these ended. What they played for all sides
            against themselves and is over was neither won, drawn nor lost.
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


class Seating(NamedTuple):
    """Who plays a campaign.

    Attributes:
        winner: a side, "" for a draw, None while it goes on.
        people: name, as it is shown -> the sides they play.
        sides: all that somebody plays, named or not.
        is_named: whether all its players are.
    """

    winner: str | None
    people: dict[str, set[str]]
    sides: set[str]
    is_named: bool


def ratings(connection: Connection, chosen: Select[tuple[int]]) -> list[Rated]:
    """Everybody who is named, the best rating first; those without one by name at the end."""
    seatings = _seatings(connection, chosen)
    results: dict[str, Counter[str]] = {}
    for seating in seatings:
        for name, own in seating.people.items():
            results.setdefault(name, Counter())[_result(seating, own)] += 1
    rates = rate(_against(seatings))
    rated = [Rated(name, own.total(), own[WON], own[DRAWN], own[LOST], own[OPEN], *rates.get(name, (None, None)))
             for name, own in results.items()]
    return sorted(rated, key=lambda one: (one.rating is None, -(one.rating or 0), one.name))


def played(connection: Connection, chosen: Select[tuple[int]]) -> list[Played]:
    """The campaigns of two people against each other that are over, in the order of the archive."""
    return _against(_seatings(connection, chosen))


def _seatings(connection: Connection, chosen: Select[tuple[int]]) -> list[Seating]:
    """Who plays each campaign, in the order of the archive."""
    shown = aliases.listed(connection)
    rows = connection.execute(select(players, campaigns.c.winner).join(
        campaigns, campaigns.c.record == players.c.record).where(players.c.record.in_(chosen)).order_by(
        players.c.record, players.c.player))
    return [_seating(list(seats), shown) for _, seats in groupby(rows, lambda row: row.record)]


def _seating(seats: Sequence[Row[Any]], shown: Mapping[str, str]) -> Seating:
    people: dict[str, set[str]] = {}
    for seat in seats:
        if seat.person:
            people.setdefault(shown.get(seat.person, seat.person), set()).add(seat.side)
    return Seating(seats[0].winner, people, {seat.side for seat in seats}, all(seat.person for seat in seats))


OPEN, WON, DRAWN, LOST, ALONE = "open", "won", "drawn", "lost", "alone"


def _result(seating: Seating, own: set[str]) -> str:
    """How a campaign ended for who plays some sides in it; ALONE where these are all of several."""
    if seating.winner is None:
        return OPEN
    if len(own) > 1 and own == seating.sides:
        return ALONE
    return DRAWN if not seating.winner else WON if seating.winner in own else LOST


def _against(seatings: Sequence[Seating]) -> list[Played]:
    """The campaigns in which two people, and nobody else, played against each other until a side of theirs won or
    nobody did."""
    games = []
    for seating in seatings:
        if seating.winner is not None and seating.is_named and len(seating.people) == 2:
            (first, own), (second, other) = seating.people.items()
            if own.isdisjoint(other) and seating.winner in {"", *own, *other}:
                games.append(Played(first, second, float(seating.winner in own) if seating.winner else 0.5))
    return games


PERIOD = 5  # campaigns somebody plays in a period of ratings before it ends


def _periods(played: Iterable[Played]) -> Iterator[list[Played]]:
    """Campaigns in the periods they are rated in: one ends when somebody has played PERIOD in it. So periods are short
    where a few people play each other, who are soon rated as what they have shown, and long where many people play;
    and what comes later changes no period that is over."""
    period: list[Played] = []
    counts: Counter[str] = Counter()
    for one in played:
        period.append(one)
        counts.update((one.first, one.second))
        if PERIOD in (counts[one.first], counts[one.second]):
            yield period
            period, counts = [], Counter()
    if period:
        yield period


def rate(played: Iterable[Played]) -> dict[str, tuple[int, int]]:
    """Ratings and their deviations. Within a period the order of campaigns does not matter."""
    ratings: dict[str, Rating] = {}
    for period in _periods(played):
        before = {name: Rating() for one in period for name in (one.first, one.second)} | ratings
        meetings: dict[str, list[Meeting]] = {name: [] for name in before}
        for first, second, score in period:
            meetings[first].append(Meeting(before[second], score))
            meetings[second].append(Meeting(before[first], 1 - score))
        ratings = {name: rated(before[name], own) for name, own in meetings.items()}
    return {name: (round(rating.rating), round(rating.deviation)) for name, rating in ratings.items()}
