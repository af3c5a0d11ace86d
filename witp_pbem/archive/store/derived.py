"""What follows from a campaign, as rows: kept beside its record, and taken away before it is derived again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from witp_pbem.archive.store import full_text
from witp_pbem.archive.store.packing import storable
from witp_pbem.archive.store.tables import (
    DERIVED,
    battles,
    campaigns,
    captures,
    dice,
    forces,
    luck,
    mentions,
    options,
    pace,
    players,
    records,
    texts,
    things,
    turns,
)
from witp_pbem.table.tuples import NamedTuple

VERSION = 6  # of the derivation: with another one, something else may follow from a campaign
DOES_HOLD = records.c.derived > 0  # from a record that does not hold nothing is derived
IS_OUTDATED = DOES_HOLD & (records.c.derived != VERSION)

Row = dict[str, Any]
Mentions = Mapping[tuple[int, str, str], int]


class Searched(NamedTuple):
    """A text that can be searched, and its words as the index takes them."""

    text: Row
    words: str


class Fought(NamedTuple):
    """A battle, and the counters that were there when it began."""

    battle: Row
    forces: Sequence[Row]


class Derived(NamedTuple):
    """All that follows from a campaign.

    Attributes:
        version: of the derivation.
        campaign, options, players, turns, captures, dice, luck, pace: rows of the tables of these names, without the
            record.
        mentions: (turn, kind, name) -> how often the events of a turn concern a thing.
        texts, battles: what has rows in more than one table.
    """

    version: int
    campaign: Row
    options: Sequence[Row]
    players: Sequence[Row]
    turns: Sequence[Row]
    captures: Sequence[Row]
    dice: Sequence[Row]
    luck: Sequence[Row]
    pace: Sequence[Row]
    mentions: Mentions
    texts: Sequence[Searched]
    battles: Sequence[Fought]


def keep(connection: Connection, record: int, derived: Derived) -> None:
    """Puts all that follows from a campaign into the tables, in place of what stood there of it."""
    forget(connection, record)
    connection.execute(insert(campaigns).values(record=record, **_storable(derived.campaign)))
    for table, rows in ((options, derived.options), (players, derived.players), (turns, derived.turns),
                        (captures, derived.captures), (dice, derived.dice), (luck, derived.luck), (pace, derived.pace),
                        (mentions, _mentioned(connection, derived.mentions))):
        if rows:
            connection.execute(insert(table), [{"record": record, **_storable(row)} for row in rows])
    _keep_texts(connection, record, derived.texts)
    for fought in derived.battles:
        number = connection.execute(insert(battles).values(record=record, **_storable(fought.battle)).returning(
            battles.c.id)).scalar_one()
        if fought.forces:
            connection.execute(insert(forces), [{"record": record, "battle": number, **_storable(force)}
                                                for force in fought.forces])
    connection.execute(update(records).where(records.c.id == record).values(derived=derived.version))


def outdated(connection: Connection) -> int:
    """Of how many records another release derived what follows from them."""
    return connection.execute(select(func.count()).select_from(records).where(IS_OUTDATED)).scalar_one()


def _storable(row: Row) -> Row:
    """A row as every database takes it, whatever people have named their things."""
    return {column: storable(value) if isinstance(value, str) else value for column, value in row.items()}


def _keep_texts(connection: Connection, record: int, searched: Sequence[Searched]) -> None:
    if searched:
        numbers = connection.execute(insert(texts).returning(texts.c.id, sort_by_parameter_order=True), [
            {"record": record, **_storable(one.text)} for one in searched]).scalars().all()
        full_text.put(connection, [(number, storable(one.words))
                                   for number, one in zip(numbers, searched, strict=True)])


def _mentioned(connection: Connection, counts: Mentions) -> list[Row]:
    """Mentions by the numbers of the things; those that are new get one."""
    counts = {(turn, kind, storable(name)): times for (turn, kind, name), times in counts.items()}
    wanted = {(kind, name) for _, kind, name in counts}
    known = _numbers(connection, wanted)
    if missing := sorted(wanted - known.keys()):
        connection.execute(insert(things), [{"kind": kind, "name": name} for kind, name in missing])
        known |= _numbers(connection, set(missing))
    return [{"thing": known[kind, name], "turn": turn, "times": times}
            for (turn, kind, name), times in sorted(counts.items())]


def _numbers(connection: Connection, wanted: set[tuple[str, str]]) -> dict[tuple[str, str], int]:
    rows = connection.execute(select(things).where(things.c.name.in_({name for _, name in wanted})))
    return {(row.kind, row.name): row.id for row in rows if (row.kind, row.name) in wanted}


def forget(connection: Connection, record: int) -> None:
    """Takes away what was derived from a record; its documents, and the texts of these, stay."""
    full_text.delete(connection, texts.c.record == record, texts.c.document.is_(None))
    for table in DERIVED:
        connection.execute(delete(table).where(table.c.record == record))
