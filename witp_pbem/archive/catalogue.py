"""The campaigns of an archive, to be listed and looked at."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from witp_pbem.archive import aliases
from witp_pbem.archive.store.derived import DOES_HOLD
from witp_pbem.archive.store.packing import storable
from witp_pbem.archive.store.tables import DIGITS, FORK, HELD, OF_RECORD, campaigns, documents, players, records
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.language import say
from witp_pbem.table.spelling import likely
from witp_pbem.table.tuples import NamedTuple


class Seat(NamedTuple):
    """Who plays: the side, and the name that is shown."""

    player: str
    side: str
    person: str


class Listed(NamedTuple):
    """A campaign in the list.

    Attributes:
        record: its number in the archive.
        name, game, scenario: what is played.
        state, reason: held, fork or apart, and why.
        turn, sittings, entries: how far it has come.
        winner: a side, "" for a draw, None while it goes on or where that is not known.
        ending: the code of the reason why it is over.
        players: who plays.
        added: when it came last (UTC).
        documents: the names of what is attached to it.
        founding: the hash of its founding, "" of what has none.
    """

    record: int
    name: str
    game: str
    scenario: str
    state: str
    reason: str
    turn: int
    sittings: int
    entries: int
    winner: str | None
    ending: str
    players: tuple[Seat, ...]
    added: str
    documents: tuple[str, ...]
    founding: str


class NoSuchRecord(Refusal):
    """The archive has no such campaign."""

    exit_code = USAGE


def listed(connection: Connection, *conditions: Any) -> list[Listed]:
    """The records that fulfil conditions, in the order in which they came."""
    rows = connection.execute(select(*OF_RECORD, campaigns).select_from(_WHOLE).where(*conditions).order_by(
        records.c.id)).mappings().all()
    seats, attached = _seats(connection, *conditions), _documents(connection, *conditions)
    return [Listed(row["id"], row["name"], row["game"] or "", row["scenario"] or "", row["state"],
                   row[records.c.reason], row["turn"] or 0, row["sittings"] or 0, row["entries"], row["winner"],
                   row[campaigns.c.reason] or "", tuple(seats.get(row["id"], ())), row["added"],
                   tuple(attached.get(row["id"], ())), row["founding"]) for row in rows]


_WHOLE = records.outerjoin(campaigns, campaigns.c.record == records.c.id)


def _seats(connection: Connection, *conditions: Any) -> dict[int, list[Seat]]:
    """Who plays in the records that fulfil conditions, by the names that are shown."""
    shown = aliases.listed(connection)
    wanted = select(records.c.id).select_from(_WHOLE).where(*conditions)
    seats: dict[int, list[Seat]] = {}
    for row in connection.execute(select(players).where(players.c.record.in_(wanted)).order_by(players.c.record)):
        seats.setdefault(row.record, []).append(Seat(row.player, row.side, shown.get(row.person, row.person)))
    return seats


def _documents(connection: Connection, *conditions: Any) -> dict[int, list[str]]:
    """What is attached to the records that fulfil conditions."""
    wanted = select(records.c.id).select_from(_WHOLE).where(*conditions)
    names: dict[int, list[str]] = {}
    for row in connection.execute(select(documents.c.record, documents.c.name).where(
            documents.c.record.in_(wanted)).order_by(documents.c.id)):
        names.setdefault(row.record, []).append(row.name)
    return names


def find(connection: Connection, name: str) -> Listed:
    """The record of a number, or the held one of a campaign's name or of the beginning of its founding hash.

    Raises:
        NoSuchRecord: there is none, or several.
    """
    name = storable(name)
    numbered = listed(connection, records.c.id == int(name)) if name.isdecimal() and len(name) <= DIGITS else []
    if numbered:
        called = listed(connection, records.c.name == name, records.c.state == HELD, records.c.id != numbered[0].record)
        if called:
            raise NoSuchRecord(say('"{name}" is the number of one record and the name of another. Name them by the '
                                   "beginning of their founding hash: {hashes}.", name=name, hashes=", ".join(
                                       f"{one.founding[:LEAST]} ({one.name})" for one in (*numbered, *called))))
        return numbered[0]
    named = listed(connection, (records.c.name == name) | (
        records.c.founding.startswith(name, autoescape=True) if len(name) >= LEAST else False))
    there = [one for one in named if one.state == HELD]
    if len(there) == 1:
        return there[0]
    if named and not there:
        raise NoSuchRecord(say('The archive has no campaign "{name}" that holds. Name the record by its number: '
                               "{numbers}.", name=name, numbers=", ".join(map(_number_and_state, named))))
    if there:
        raise NoSuchRecord(say('Several campaigns are called "{name}"; name one by its number: {numbers}.', name=name,
                               numbers=", ".join(str(one.record) for one in there)))
    near = likely(name, sorted(set(connection.execute(select(records.c.name)).scalars())))
    raise NoSuchRecord(say('The archive has no campaign "{name}".', name=name) + " " + (
        say("Did you mean {words}?", words=near) if near else say("`archive list --all` lists what it has.")))


def holds(connection: Connection, record: int) -> bool:
    """Whether a record holds as a campaign, be it a fork: all follows from it that follows from a campaign."""
    return bool(connection.execute(select(DOES_HOLD).where(records.c.id == record)).scalar_one())


def _number_and_state(one: Listed) -> str:
    """The number of a record that is not held, and what it is instead."""
    return say("{record} (a fork)", record=one.record) if one.state == FORK else \
        say("{record} (kept apart)", record=one.record)


LEAST = 8  # digits of a hash that name a campaign
