"""The pages of all campaigns together: their list, which can be searched, the players, and the statistics."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence

from sqlalchemy import Connection, select

from witp_pbem.archive import naming, plots
from witp_pbem.archive.catalogue import Listed
from witp_pbem.archive.site import campaign_pages, filling
from witp_pbem.archive.site.public import cleaner
from witp_pbem.archive.statistics import chosen, presentation
from witp_pbem.archive.store.tables import battles, campaigns, captures, records
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

FIRST_SEEN = 100  # campaigns in the page itself, for whoever has no script; the script knows all
RATED = 100  # players with the best ratings among the statistics; all have a page of their own
STATISTICS = ("results", "players", "battles", "cards", "dice", "luck", "course", "pace")
PLAYERS, FIGURES = "players", "statistics"
LIST = "campaigns.js"


class Row(NamedTuple):
    """A campaign in a list.

    Attributes:
        page: where its page lies in the tree.
        name, game, scenario: what is played.
        seats: (side, person) of who plays.
        result: in words.
        places: those that were fought for.
    """

    page: str
    name: str
    game: str
    scenario: str
    seats: tuple[tuple[str, str], ...]
    result: str
    places: tuple[str, ...]


def player_address(name: str) -> str:
    """Where a player's page lies in the tree of a language."""
    return f"{PLAYERS}/{hashlib.sha256(name.encode()).hexdigest()[:16]}.html"


def rows(connection: Connection, there: Mapping[str, Listed], names: Mapping[str, str]) -> list[Row]:
    """The campaigns, by their foundings, as lists have them in the language spoken; the last that came first.

    Args:
        names: see `public.public`.
    """
    clean = cleaner(names)
    fought: dict[int, dict[str, None]] = {}
    for table in (battles, captures):
        for row in connection.execute(select(table.c.record, table.c.place, campaigns.c.game, campaigns.c.own_map).join(
                campaigns, campaigns.c.record == table.c.record).distinct().order_by(table.c.record, table.c.place)):
            fought.setdefault(row.record, {})[naming.place(row.game, row.place, own_map=row.own_map)] = None
    return [_row(one._replace(name=clean(one.name)), founding, tuple(fought.get(one.record, ())))
            for founding, one in [*there.items()][::-1]]


def _row(one: Listed, founding: str, places: Sequence[str]) -> Row:
    return Row(campaign_pages.address(founding), one.name, naming.title(one.game),
               naming.scenario(one.game, one.scenario),
               tuple((naming.side(one.game, seat.player), seat.person) for seat in one.players if seat.person),
               naming.standing(one.game, one.winner, one.turn),
               tuple(places))


def pages(connection: Connection, listed: Sequence[Row], left_out: Collection[int]) -> Iterator[tuple[str, str]]:
    """The pages in the language spoken, and what their script reads, by where they lie in its tree.

    Args:
        left_out: the records that are not shown, and do not count.
    """
    yield LIST, script(listed)
    shown = listed[:FIRST_SEEN]
    known = sorted({row.game for row in listed})
    yield "index.html", filling.page("index.html.j2", "index.html", say("Campaigns"), {
        "rows": shown, "count": len(listed), "games": known, "script": LIST})
    by_player: dict[str, list[Row]] = {}
    for row in listed:
        for person in dict.fromkeys(person for _, person in row.seats):
            by_player.setdefault(person, []).append(row)
    people = [(name, player_address(name), len(theirs)) for name, theirs in sorted(by_player.items())]
    yield from filling.pages("players.html.j2", "players.html", say("Players"), {}, "people", people)
    for name, theirs in by_player.items():
        yield from filling.pages("player.html.j2", player_address(name), name, {"name": name, "count": len(theirs)},
                                 "rows", theirs)
    yield from _statistics(connection, len(listed), left_out)


def _statistics(connection: Connection, count: int, left_out: Collection[int]) -> Iterator[tuple[str, str]]:
    """What the campaigns have in common, in tables and pictures: a page that leads to those of each of the
    statistics."""
    shown: list[tuple[str, str, str, bool]] = []
    counted = chosen.campaigns_of(connection, "").where(records.c.id.not_in(left_out))
    for what in STATISTICS:
        figures = presentation.figures(what, connection, counted)
        figures = figures[:RATED] if what == PLAYERS else figures
        pictures = list(plots.pictures(what, figures))
        yield from ((f"{FIGURES}/{picture.name}.svg", picture.svg) for picture in pictures)
        title = presentation.TITLES[what]
        yield from filling.pages("statistic.html.j2", f"{FIGURES}/{what}.html", title, {
            "pictures": pictures}, "blocks", presentation.section(what, figures).blocks)
        shown.append((what, title, pictures[0].name if pictures else "", bool(figures)))
    yield f"{FIGURES}.html", filling.page("statistics.html.j2", f"{FIGURES}.html", say("Statistics"), {
        "shown": shown, "folder": FIGURES, "count": count})


def script(listed: Sequence[Row]) -> str:
    """The list as a script, which a page may load from a disk too: there nothing else can be read."""
    lines = ",\n".join(json.dumps(list(row), ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
                       for row in listed)
    return f"window.campaigns = [\n{lines}\n];\n"
