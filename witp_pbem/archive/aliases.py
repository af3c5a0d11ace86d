"""The names under which people wish to be shown."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, Subquery, delete, func, insert, select

from witp_pbem.archive.store.packing import storable
from witp_pbem.archive.store.tables import aliases, players
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.language import say
from witp_pbem.table.spelling import likely


class UnfitAlias(Refusal):
    """A name under which nobody can be shown."""

    exit_code = USAGE


class NoSuchPerson(Refusal):
    """Nobody of that name plays in the archive."""

    exit_code = USAGE


def show_as(connection: Connection, person: str, shown: str) -> None:
    """Shows a person under another name from now on, "" for their own.

    Raises:
        NoSuchPerson: nobody of that name plays, and no alias is known of it. UnfitAlias: the other name is blank, an
            address, or more than a line.
    """
    if shown and not shown.strip():
        raise UnfitAlias(say("Give the name to be shown."))
    if "@" in shown:
        raise UnfitAlias(say('"{name}" is an address, which everybody would see. Give a name.', name=shown))
    if any(not letter.isprintable() for letter in shown):
        raise UnfitAlias(say("A name is one line of letters that can be printed."))
    known = {*connection.execute(select(players.c.person).distinct()).scalars(), *listed(connection)} - {""}
    if person not in known:
        near = likely(person, sorted(known))
        raise NoSuchPerson(say('Nobody in the archive is called "{name}".', name=person) + (
            " " + say("Did you mean {words}?", words=near) if near else ""))
    connection.execute(delete(aliases).where(aliases.c.person == person))
    if shown:
        connection.execute(insert(aliases).values(person=person, shown=storable(shown)))


def take_over(connection: Connection, others: Mapping[str, str]) -> list[str]:
    """Shows people as another archive does; returns whom. Who has another name here already keeps that."""
    known = listed(connection)
    new = {person: shown for person, shown in others.items() if person not in known}
    if new:
        connection.execute(insert(aliases), [{"person": person, "shown": shown} for person, shown in new.items()])
    return list(new)


def seats() -> Subquery:
    """Every player who is named, for statements: `record`, `player`, `side`, and the `name` they are shown by."""
    name = func.coalesce(aliases.c.shown, players.c.person).label("name")
    return select(players.c.record, players.c.player, players.c.side, name).select_from(
        players.outerjoin(aliases, aliases.c.person == players.c.person)).where(players.c.person != "").subquery()


def listed(connection: Connection) -> dict[str, str]:
    """The names as reports have them, each with the one that is shown instead."""
    return {row.person: row.shown for row in connection.execute(select(aliases).order_by(aliases.c.person))}
