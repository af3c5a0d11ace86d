"""Searching: what a query lists, each with where it stands and a few words of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from sqlalchemy import Connection, select

from witp_pbem.archive.query import statement, syntax
from witp_pbem.archive.query.syntax import Query
from witp_pbem.archive.store.full_text import place_in
from witp_pbem.archive.store.packing import DamagedRow, restored
from witp_pbem.archive.store.tables import battles, campaigns, captures, documents, records, texts
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

AROUND = 60  # letters of a text shown on either side of the words that were searched for


class Hit(NamedTuple):
    """Something listed.

    Attributes:
        record, campaign, game: the campaign: its number in the archive, its name, and what is played.
        own_map: whether on a map of the players' own, whose places the game does not know.
        turn: of the battle, text or capture; of a campaign the last one; 0 for notes, protests and documents, which
            belong to no turn.
        place, side: where (of a document its name), and who took it or wrote it, "" where there is none.
        text: a line of it: the scenario of a campaign, or why a record is kept apart; how a battle came out; the words
            around those that were searched for.
    """

    record: int
    campaign: str
    game: str
    own_map: bool
    turn: int
    place: str
    side: str
    text: str


def search(connection: Connection, text: str, limit: int | None = None) -> list[Hit]:
    """What a query lists.

    Args:
        limit: the most that is wanted.
    Raises:
        syntax.Fault: it cannot be read, or names what no game knows.
    """
    query = syntax.read(text)
    rows = connection.execute(statement.statement(query, connection),
                              execution_options={"stream_results": True}).mappings()  # no more than is taken
    return list(islice(_hits(query, rows, connection), limit))


def _hits(query: Query, rows: Any, connection: Connection) -> Iterator[Hit]:
    listed: set[int | None] = set()
    for row in rows:
        common = row[records.c.id], row[records.c.name], row[campaigns.c.game] or "", bool(row[campaigns.c.own_map])
        if query.what == syntax.CAMPAIGNS:
            yield Hit(*common, row[campaigns.c.turn] or 0, "", row[campaigns.c.winner] or "",
                      row[campaigns.c.scenario] or row[records.c.reason])
        elif query.what == syntax.BATTLES:
            yield Hit(*common, row[battles.c.turn], row[battles.c.place], row[battles.c.winner],
                      row[battles.c.sentence])
        elif query.what == syntax.CAPTURES:
            yield Hit(*common, row[captures.c.turn], row[captures.c.place], row[captures.c.side], "")
        elif (document := row[texts.c.document]) not in listed:
            listed |= {document} - {None}  # a long one has several texts
            kept = connection.execute(select(texts.c.words).where(texts.c.id == row[texts.c.id])).scalar_one()
            yield Hit(*common, row[texts.c.turn], row[documents.c.name] if document else "", row[texts.c.who],
                      _excerpt(kept, next(statement.required_words(query.condition), "")))


def _excerpt(kept: bytes, words: str) -> str:
    """The words of a text around some of them, as the archive keeps it."""
    try:
        return excerpt(restored(kept).decode(), words)
    except DamagedRow:
        return say("(damaged; `archive rebuild --all` makes it again)")


def excerpt(text: str, words: str) -> str:
    """A text around words that stand in it, or its beginning."""
    flat = " ".join(text.split())
    at = place_in(words, flat)
    start, end = max(0, at - AROUND), at + AROUND * 2
    return ("…" if start else "") + flat[start:end].strip() + ("…" if end < len(flat) else "")
