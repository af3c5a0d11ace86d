"""Statistics in tables, as reports have them: for the screen and for pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Select

from witp_pbem.archive import naming
from witp_pbem.archive.statistics import battles, cards, course, dice, luck, pace, ratings, results, tournament
from witp_pbem.archive.statistics.battles import Place
from witp_pbem.archive.statistics.cards import Card
from witp_pbem.archive.statistics.course import Spread
from witp_pbem.archive.statistics.dice import Fairness
from witp_pbem.archive.statistics.luck import Luck
from witp_pbem.archive.statistics.pace import Pace
from witp_pbem.archive.statistics.ratings import Rated
from witp_pbem.archive.statistics.results import Results
from witp_pbem.archive.statistics.tournament import Standing
from witp_pbem.table.language import listing, say
from witp_pbem.table.story import Block, Columns, Paragraph, Section

MOST = 20  # places, cards and players shown of a game
MOST_ACROSS = 6  # players of a tournament table with a column for each
NOTHING = "–"

Figures = Sequence[Any]
OfGame = TypeVar("OfGame", Results, Card, Fairness, Luck, Pace)


def section(what: str, figures: Figures) -> Section:
    """One of the statistics in words."""
    blocks = tuple(_BLOCKS[what](figures)) if figures else (Paragraph(say("Nothing to count.")),)
    return Section(TITLES[what], blocks)


def figures(what: str, connection: Connection, chosen: Select[tuple[int]]) -> Figures:
    """One of the statistics: a list of named tuples."""
    return _FIGURES[what](connection, chosen)


_FIGURES: Mapping[str, Callable[[Connection, Select[tuple[int]]], Figures]] = {
    "results": results.results, "players": ratings.ratings, "course": course.course, "battles": battles.places,
    "cards": cards.cards, "dice": dice.fairness, "luck": luck.spread, "pace": pace.paces,
    "robin": lambda connection, chosen: tournament.standings(connection, chosen, swiss=False),
    "swiss": lambda connection, chosen: tournament.standings(connection, chosen, swiss=True),
}
WHAT = tuple(_FIGURES)
TITLES = say.sentences({
    "results": "Results", "players": "Players", "course": "Turn by turn", "battles": "Where battles are fought",
    "cards": "Cards", "dice": "Dice", "luck": "How luck was spread", "pace": "How long people take",
    "robin": "Everybody against everybody", "swiss": "Standings"})


def by_game(figures: Sequence[OfGame]) -> Iterator[tuple[str, list[OfGame]]]:
    """The figures of each game, in the order in which they come."""
    for game in dict.fromkeys(one.game for one in figures):
        yield game, [one for one in figures if one.game == game]


def _results(figures: Sequence[Results]) -> Iterator[Block]:
    for game, own in by_game(figures):
        yield Columns(naming.title(game), (
            say("Scenario"), say("Campaigns"), say("In progress"), say("Won by"), say("Draws"), say("Turns")), tuple(
            (naming.scenario(game, one.scenario), str(one.campaigns), str(one.open),
             listing(f"{naming.side(game, side)} {count}" for side, count in one.won.items()) or NOTHING,
             str(one.draws), f"{one.turns:.1f}" if one.campaigns > one.open else NOTHING) for one in own), (1, 2, 4, 5))


def _players(figures: Sequence[Rated]) -> Iterator[Block]:
    rows = tuple((one.name, str(one.campaigns), str(one.won), str(one.drawn), str(one.lost), str(one.open),
                  f"{one.rating} ± {2 * (one.deviation or 0)}" if one.rating else NOTHING) for one in figures)
    yield Columns("", (say("Player"), say("Campaigns"), say("Won"), say("Drawn"), say("Lost"), say("In progress"),
                       say("Rating")), rows, (1, 2, 3, 4, 5))
    yield Paragraph(say("Ratings are by Glicko-2, over campaigns that two people, and nobody else, played against "
                        "each other to the end; in 19 of 20 cases the strength lies within what stands behind ±. Who "
                        "played all sides neither won nor lost."), tone="quiet")


def _course(figures: Sequence[Spread]) -> Iterator[Block]:
    for game, measure in dict.fromkeys((one.game, one.measure) for one in figures):
        rows = tuple((naming.side(game, one.side), str(one.turn), str(one.campaigns), *(
            f"{value:g}" for value in one[-5:])) for one in figures if (one.game, one.measure) == (game, measure))
        yield Columns(say("{game}: {measure}", game=naming.title(game), measure=MEASURES.get(measure, measure)),
                      (say("Side"), say("Turn"), say("Campaigns"), say("Least"), say("Lower quartile"), say("Median"),
                       say("Upper quartile"), say("Most")), rows, tuple(range(1, 8)))


MEASURES = say.sentences({"points": "points", "counters": "counters on the map", "places": "places controlled",
                          "losses": "losses in the turn"})


def _battles(figures: Sequence[Place]) -> Iterator[Block]:
    for game, own_map in dict.fromkeys((one.game, one.own_map) for one in figures):
        own = [one for one in figures if (one.game, one.own_map) == (game, own_map)][:MOST]
        title = say("{game}: on the players' own maps", game=naming.title(game)) if own_map else naming.title(game)
        yield Columns(title, (say("Place"), say("Battles"), say("Campaigns"), say("Won by")), tuple(
            (naming.place(game, one.place, own_map=own_map), str(one.battles), str(one.campaigns),
             listing(f"{naming.side(game, side)} {count}" for side, count in one.won.items()) or NOTHING)
            for one in own), (1, 2))


def _cards(figures: Sequence[Card]) -> Iterator[Block]:
    for game, own in by_game(figures):
        yield Columns(naming.title(game), (say("Card"), say("Campaigns"), say("Won by")), tuple(
            (naming.word(game, "card", one.card), str(one.campaigns), listing(
                say("{side} {share:.0%} ({low:.0%} to {high:.0%})", side=naming.side(game, side), share=share, low=low,
                    high=high) for side, (share, low, high) in one.won.items()) or NOTHING)
            for one in own[:MOST]), (1,))
    yield Paragraph(say("In brackets: where the true share lies in 19 of 20 cases. That somebody won who played a card "
                        "does not mean that the card did it."), tone="quiet")


def _dice(figures: Sequence[Fairness]) -> Iterator[Block]:
    for game, own in by_game(figures):
        yield Columns(naming.title(game), (
            say("Die"), say("Thrown by"), say("Throws"), say("Deviation"), say("Expected"),
            say("Chance with fair dice")), tuple(
            (say("{sides} sides", sides=one.sides) if one.sides else say("lots"),
             say("people") if one.manual else say("the program"), str(one.throws), f"{one.deviation:.2f}",
             str(one.freedom), f"{one.chance:.1%}" if one.chance is not None else NOTHING) for one in own),
            (2, 3, 4, 5))
    yield Paragraph(say("The deviation is chi-square. The last column says how often fair dice are at least as far "
                        "from what is to be expected. Below 1 % is worth a second look, but among a hundred "
                        "lines one such is to be expected."), tone="quiet")
    if not all(one.sides for one in figures):
        yield Paragraph(say("Lots are drawn where one of several things is taken at random, however many there are: "
                            "all of them are tested together."), tone="quiet")


def _luck(figures: Sequence[Luck]) -> Iterator[Block]:
    for game, code in dict.fromkeys((one.game, one.code) for one in figures if one.side):
        yield Columns(
            say("{game}: {measure}", game=naming.title(game), measure=naming.word(game, "luck", code)),
            (say("Side"), say("Campaigns"), say("Throws"), say("Sum"), say("Expected"), say("Deviation"),
             say("In a campaign")),
            tuple((naming.side(game, one.side), str(one.campaigns), str(one.throws), str(one.sum),
                   f"{one.expected:.1f}", _signed(one.deviation), NOTHING if one.median is None else
                   f"{_signed(one.median)} ({_signed(one.lower)}…{_signed(one.upper)})")
                  for one in figures if (one.game, one.code) == (game, code) and one.side), tuple(range(1, 7)))
    for game, own in by_game([one for one in figures if one.name]):
        yield _luck_of_players(game, own)
    yield Paragraph(say("Deviations are standard deviations: two sums in three stay within 1 of what was to be "
                        "expected, nineteen in twenty within 2; of fewer than {few} throws nothing is said. Of single "
                        "campaigns the median is shown, and in brackets the half in the middle. What is above is not "
                        "always what a side hoped for.", few=luck.FEW), tone="quiet")


def _luck_of_players(game: str, figures: Sequence[Luck]) -> Columns:
    """The deviations of those who threw most."""
    codes = tuple(dict.fromkeys(one.code for one in figures))
    throws = Counter[str]()
    for one in figures:
        throws[one.name] += one.throws
    by_kind = {(one.name, one.code): _signed(one.deviation) for one in figures}
    kinds = [naming.word(game, "luck", code) for code in codes]
    return Columns(naming.title(game), (say("Player"), say("Throws"), *kinds), tuple(
        (name, str(count), *(by_kind.get((name, code), NOTHING) for code in codes))
        for name, count in throws.most_common(MOST)), tuple(range(1, len(codes) + 2)))


def _signed(deviation: float | None) -> str:
    """A deviation with one decimal place and a true minus; a dash where nothing can be said."""
    return NOTHING if deviation is None else f"{round(deviation, 1) + 0.0:+.1f}".replace("-", "−")


def _pace(figures: Sequence[Pace]) -> Iterator[Block]:
    for game, own in by_game(figures):
        yield Columns(naming.title(game), (
            say("Player"), say("Campaigns"), say("Turns"), say("Waits"), say("In a turn"), say("Files of orders"),
            say("Deadlines missed")), tuple(
            (one.name, str(one.campaigns), str(one.turns), str(one.waits),
             f"{one.median:g} ({one.lower:g}–{one.upper:g})", str(one.submissions), str(one.missed))
            for one in own[:MOST]), tuple(range(1, 7)))
    yield Paragraph(say("A wait is a sitting that ended with decisions a player owed; of the waits in a turn the "
                        "median is shown, and in brackets the half in the middle. How many hours somebody took cannot "
                        "be known: a logbook holds no times."), tone="quiet")


def _standings(figures: Sequence[Standing], tie: str) -> Iterator[Block]:
    across = [one.name for one in figures] if len(figures) <= MOST_ACROSS else []
    rows = tuple((str(one.rank), one.name, *(
        f"{one.against[name]:g}" if name in one.against else "·" for name in across), f"{one.points:g}",
        str(one.played), f"{one.opponents if tie == 'swiss' else one.beaten:g}") for one in figures)
    head = (say("Rank"), say("Player"), *(str(number) for number in range(1, len(across) + 1)), say("Points"),
            say("Campaigns"), say("Ties"))
    yield Columns("", head, rows, tuple(range(2, len(head))))
    yield Paragraph(say("Ties are decided by the sum of the opponents' points (Buchholz).") if tie == "swiss" else
                    say("Ties are decided by the points of the opponents beaten, and half of those drawn with "
                        "(Sonneborn-Berger)."), tone="quiet")
    if not across:
        yield Paragraph(say("Who won how much against whom is shown for up to {count} players: a query chooses the "
                            "campaigns of a tournament. --json shows it for all.", count=MOST_ACROSS), tone="quiet")


_BLOCKS: Mapping[str, Callable[[Figures], Iterator[Block]]] = {
    "results": _results, "players": _players, "course": _course, "battles": _battles, "cards": _cards, "dice": _dice,
    "luck": _luck, "pace": _pace,
    "robin": lambda figures: _standings(figures, "robin"), "swiss": lambda figures: _standings(figures, "swiss")}
